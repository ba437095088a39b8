/**
 * The hookdir itself: one that is not there, scripts that `core.hooksPath` hides, files that git passes
 * over or stumbles upon, names that no event has.
 *
 * @module
 */

import { didYouMean } from "../did_you_mean.ts";
import { allEvents } from "../events.ts";
import type { HookdirEntry } from "../install/hookdir_state.ts";
import { takenBy } from "../journal/store.ts";
import type { Finding } from "./finding.ts";
import { isOnNoexec } from "./mounts.ts";
import { allHooks, configCommand, type Patient, shWord } from "./patient.ts";

/**
 * Looks at the hookdir.
 *
 * @param patient who is examined
 * @returns the findings
 */
export async function hookdirFindings(patient: Patient): Promise<readonly Finding[]> {
  const { repository } = patient;
  if (repository === undefined || patient.hookdir === undefined) return [];
  return [
    ...await hooksPath(patient),
    ...dead(patient),
    ...patient.entries.flatMap((entry) => oneEntry(entry, patient)),
    ...await noexec(patient),
    ...await taken(patient, repository.commonDirAbsolute),
  ];
}

async function hooksPath(patient: Patient): Promise<readonly Finding[]> {
  const setting = patient.sources.hookdir?.hooksPath;
  if (setting === undefined) return [];
  const place = patient.places.of(setting.origin);
  const cure = configCommand(setting, ["--unset", "core.hooksPath"], patient);
  const more = { place, ...(cure === undefined ? {} : { cure }) };
  if (setting.value === "") {
    return [{
      severity: "error",
      id: "hooks-path",
      message: "core.hooksPath is empty, so git looks for hooks in /",
      ...more,
    }];
  }
  const info = await Deno.stat(patient.hookdir ?? "").catch(() => undefined);
  if (info?.isDirectory === true || patient.hookdir === "/dev/null") return [];
  return [{
    severity: "error",
    id: "hooks-path",
    message: `core.hooksPath = ${setting.value} names ` +
      (info === undefined ? "a folder that is not there" : "no folder") +
      ", so git runs no script at all",
    ...more,
  }];
}

function dead(patient: Patient): readonly Finding[] {
  const setting = patient.sources.hookdir?.hooksPath;
  const scripts = allHooks(patient).filter(({ reason }) => reason === "dead");
  const own = patient.repository?.ownHookdir;
  if (setting === undefined || own === undefined || scripts.length === 0) return [];
  const cure = configCommand(setting, ["--unset", "core.hooksPath"], patient);
  const names = scripts.map(({ hook }) => hook.event).join(", ");
  return [{
    severity: "warning",
    id: "dead",
    message:
      `${names} in ${patient.places.path(own)} ${scripts.length === 1 ? "is" : "are"} dead: ` +
      `core.hooksPath = ${setting.value} makes git look elsewhere`,
    place: patient.places.of(setting.origin),
    ...(cure === undefined ? {} : { cure }),
  }];
}

function oneEntry(entry: HookdirEntry, patient: Patient): readonly Finding[] {
  const place = patient.places.path(entry.path);
  if (!entry.event) return misspelt(entry, place);
  switch (entry.kind) {
    case "broken-link":
      return [{
        severity: "warning",
        id: "broken-link",
        message:
          `${entry.name} is a link to ${entry.link ?? ""}, which is not there, so git passes ` +
          "over it without a word",
        place,
      }];
    case "folder":
      return [{
        severity: "error",
        id: "folder",
        message: `${entry.name} is a folder: git tries to execute it and fails`,
        place,
        cure: `mv ${shWord(place)} ${shWord(`${place}.d`)}`,
      }];
    default:
      return [];
  }
}

const ENDINGS = /\.(sh|bash|zsh|py|rb|pl|js|mjs|cjs|ts|exe|bat|ps1|txt)$/;

// Helpers stand beside hooks, and copies of them: only what was surely meant for an event is told.
function misspelt(entry: HookdirEntry, place: string): readonly Finding[] {
  if (entry.kind !== "script" || !entry.executable) return [];
  const { name } = entry;
  const bare = name.replace(ENDINGS, "");
  const plain = (word: string): string => word.toLowerCase().replace(/[-_. ]/g, "");
  const events = allEvents().map((event) => event.name);
  const same = events.find((event) => plain(event) === plain(bare));
  const near = same ?? (name.includes(".") ? undefined : didYouMean(name, events));
  if (near === undefined || Math.abs(near.length - bare.length) > 1) return [];
  return [{
    severity: "warning",
    id: "unknown-event",
    message: `git never runs ${name}: there is no such event; did you mean ${near}?`,
    place,
    cure: `mv ${shWord(place)} ${shWord(place.slice(0, -name.length) + near)}`,
  }];
}

// access(2) answers for the mount, not for the mode: git says "not set as executable".
async function noexec(patient: Patient): Promise<readonly Finding[]> {
  const files = patient.entries.filter(({ kind, event, executable }) =>
    event && executable && (kind === "script" || kind === "shim")
  );
  const found: HookdirEntry[] = [];
  for (const entry of files) if (await isOnNoexec(entry.path, patient.mounts)) found.push(entry);
  const [first] = found;
  if (first === undefined) return [];
  return [{
    severity: "error",
    id: "noexec",
    message: `git passes over ${found.map(({ name }) => name).join(", ")}: ` +
      "the hookdir is on a file system that is mounted noexec",
    place: patient.places.path(first.path),
  }];
}

async function taken(patient: Patient, commonDir: string): Promise<readonly Finding[]> {
  const refusal = await takenBy(commonDir);
  if (refusal === undefined) return [];
  return [{
    severity: "warning",
    id: "hooks-d",
    message: "a folder of this name is needed for scripts, and git-hooks did not make it",
    place: patient.places.path(`${commonDir}/hooks.d`),
  }];
}
