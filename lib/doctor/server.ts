/**
 * A bare repository serves others: who can change what runs there as somebody else.
 *
 * @module
 */

import { directoryOf, joinPath } from "../paths.ts";
import { needsShell } from "../run/argv.ts";
import type { Finding } from "./finding.ts";
import { allHooks, type Patient, shWord } from "./patient.ts";

/**
 * Looks at owners and permissions of all that decides what runs.
 *
 * @param patient who is examined
 * @returns the findings
 */
export async function serverFindings(patient: Patient): Promise<readonly Finding[]> {
  const { repository } = patient;
  if (repository?.bare !== true) return [];
  const gitDir = await Deno.stat(repository.gitDirAbsolute);
  const seen: Seen[] = [];
  for (const path of await pathsThatDecide(patient)) {
    const info = await Deno.stat(path).catch(() => undefined);
    if (info !== undefined) seen.push({ path, info });
  }
  return [
    ...writableBy(seen, patient, {
      bit: 0o002,
      who: "everybody",
      severity: "error",
      id: "world-writable",
    }),
    ...writableBy(seen, patient, {
      bit: 0o020,
      who: `group ${gitDir.gid ?? "?"}`,
      severity: "warning",
      id: "group-writable",
    }),
    ...foreign(seen, gitDir.uid, patient),
  ];
}

interface Seen {
  readonly path: string;
  readonly info: Deno.FileInfo;
}

async function pathsThatDecide(patient: Patient): Promise<readonly string[]> {
  const { repository, sources, hookdir } = patient;
  const common = repository?.commonDirAbsolute ?? "";
  const programs = allHooks(patient).flatMap(({ hook, reason }) => {
    const { program } = hook;
    if (program === undefined || reason === "dead") return [];
    const path = program.kind === "script"
      ? program.path
      : !needsShell(program.text) && program.text.includes("/")
      ? program.text
      : undefined;
    return path === undefined ? [] : [joinPath(sources.directory, path)];
  });
  const running = patient.entries.filter(({ event, executable }) => event && executable)
    .map(({ path }) => path);
  const real = await Promise.all(
    [...programs, ...running].map((path) => Deno.realPath(path).catch(() => path)),
  );
  const { system, local } = sources.toml;
  return [
    ...new Set([
      common,
      `${common}/config`,
      ...(hookdir === undefined ? [] : [hookdir]),
      `${common}/hooks.d`,
      ...[system?.path, local?.path].filter((path) => path !== undefined),
      ...real,
      // Whoever can rename in its folder can put another file in a script's place.
      ...real.map(directoryOf),
    ]),
  ];
}

function writableBy(
  seen: readonly Seen[],
  patient: Patient,
  rule: {
    readonly bit: number;
    readonly who: string;
    readonly severity: "error" | "warning";
    readonly id: string;
  },
): readonly Finding[] {
  const open = seen.filter(({ info }) => {
    const mode = info.mode ?? 0;
    // In a folder like /tmp nobody renames another's files.
    return (mode & rule.bit) !== 0 && (mode & 0o1000) === 0;
  });
  const [first] = open;
  if (first === undefined) return [];
  const names = open.map(({ path }) => patient.places.path(path));
  const letter = rule.bit === 0o002 ? "o" : "g";
  return [{
    severity: rule.severity,
    id: rule.id,
    message: `${rule.who} can change what a push runs here as its receiver: ${names.join(", ")}`,
    place: names[0] ?? "",
    cure: `chmod ${letter}-w ${open.map(({ path }) => shWord(path)).join(" ")}`,
  }];
}

function foreign(
  seen: readonly Seen[],
  owner: number | null,
  patient: Patient,
): readonly Finding[] {
  const others = seen.filter(({ info }) => info.uid !== owner && info.uid !== 0);
  return others.map(({ path, info }) => ({
    severity: "warning",
    id: "foreign-owner",
    message:
      `${patient.places.path(path)} belongs to uid ${info.uid}, the repository to uid ${owner}: ` +
      "that user can change what a push runs here",
    place: patient.places.path(path),
    cure: `chown ${owner} ${shWord(path)}`,
  }));
}
