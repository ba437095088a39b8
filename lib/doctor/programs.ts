/**
 * Programs that cannot be started although their hooks would run: not there, not executable, an
 * interpreter that is missing or ends in a carriage return, a file system mounted noexec.
 *
 * @module
 */

import type { Hook } from "../hook.ts";
import { joinPath } from "../paths.ts";
import { needsShell, programArgv, SHELL } from "../run/argv.ts";
import { checkStart, interpreterOf } from "../run/start_check.ts";
import type { Finding } from "./finding.ts";
import { isOnNoexec } from "./mounts.ts";
import { allHooks, nameOf, type Patient, shWord } from "./patient.ts";

/**
 * Looks at the programs of all hooks that would run.
 *
 * @param patient who is examined
 * @returns the findings
 */
export async function programFindings(patient: Patient): Promise<readonly Finding[]> {
  const alive = allHooks(patient).filter(({ reason }) =>
    reason === undefined || reason === "not-installed"
  );
  const found = await Promise.all(alive.map(({ hook }) => examine(hook, patient)));
  return found.filter((one) => one !== undefined);
}

async function examine(hook: Hook, patient: Patient): Promise<Finding | undefined> {
  const program = hook.program;
  if (program === undefined) return undefined;
  const [first = ""] = programArgv(program, []);
  if (program.kind === "command" && needsShell(program.text)) {
    return await firstWord(program.text, hook, patient);
  }
  const directory = patient.sources.directory;
  const check = await checkStart(first, { directory, path: patient.path });
  if (!check.ok && check.search) return missingCommand(first, hook, patient);
  const file = joinPath(directory, check.ok ? check.path : first);
  const reason = await whyNot(file, check.ok ? undefined : check.reason, patient);
  // A hookdir's script is passed over there, not started: it is told of with the hookdir.
  if (reason === undefined || (reason.id === "noexec" && hook.source === "hookdir")) {
    return undefined;
  }
  return {
    severity: "error",
    id: reason.id,
    message: `${nameOf(hook)} cannot be started: ${reason.message}`,
    place: patient.places.of(hook.origin),
    ...(reason.cure === undefined ? {} : { cure: reason.cure }),
  };
}

interface Reason {
  readonly id: string;
  readonly message: string;
  readonly cure?: string;
}

async function whyNot(
  file: string,
  refused: string | undefined,
  patient: Patient,
): Promise<Reason | undefined> {
  const shown = patient.places.path(file);
  const info = await Deno.stat(file).catch(() => undefined);
  if (info === undefined) {
    const link = await Deno.readLink(file).catch(() => undefined);
    return link === undefined
      ? { id: "no-program", message: `${shown} is not there` }
      : { id: "broken-link", message: `${shown} is a link to ${link}, which is not there` };
  }
  if (!info.isFile) return { id: "no-file", message: `${shown} is no file` };
  if (((info.mode ?? 0) & 0o111) === 0) {
    return {
      id: "not-executable",
      message: `${shown} is not executable`,
      cure: `chmod +x ${shWord(shown)}`,
    };
  }
  if (await isOnNoexec(file, patient.mounts)) {
    return {
      id: "noexec",
      message: `${shown} stands on a file system that is mounted noexec`,
      cure: "write a command that starts its interpreter: sh <file>",
    };
  }
  const broken = await interpreterReason(file, shown, patient);
  if (broken !== undefined) return broken;
  return refused === undefined ? undefined : { id: "no-start", message: `${shown}: ${refused}` };
}

async function interpreterReason(
  file: string,
  shown: string,
  patient: Patient,
): Promise<Reason | undefined> {
  const head = await firstLine(file);
  const interpreter = interpreterOf(new TextEncoder().encode(head));
  if (interpreter === undefined) return undefined;
  if (head.endsWith("\r")) {
    return {
      id: "carriage-return",
      message: `the first line of ${shown} ends in a carriage return (CRLF)`,
      cure: `sed -i 's/\\r$//' ${shWord(shown)}`,
    };
  }
  const found = await Deno.stat(joinPath(patient.sources.directory, interpreter))
    .catch(() => undefined);
  if (found === undefined) {
    return {
      id: "no-interpreter",
      message: `${shown} wants the interpreter ${interpreter}, which is not there`,
    };
  }
  const wanted = /^#![ \t]*\S*\/env[ \t]+([^\s=-][^\s=]*)[ \t]*$/.exec(head)?.[1];
  if (wanted === undefined) return undefined;
  const check = await checkStart(wanted, {
    directory: patient.sources.directory,
    path: patient.path,
  });
  return check.ok ? undefined : {
    id: "no-interpreter",
    message: `${shown} wants the interpreter ${wanted}, which is not in PATH`,
  };
}

async function firstLine(file: string): Promise<string> {
  try {
    using opened = await Deno.open(file);
    const head = new Uint8Array(256);
    const length = await opened.read(head) ?? 0;
    return new TextDecoder().decode(head.subarray(0, length)).split("\n")[0] ?? "";
  } catch {
    // May be run and not read: nothing is known of it.
    return "";
  }
}

function missingCommand(word: string, hook: Hook, patient: Patient): Finding {
  return {
    severity: "error",
    id: "no-program",
    message: `${nameOf(hook)} cannot be started: '${word}' is not in PATH`,
    place: patient.places.of(hook.origin),
  };
}

// Only what a person would see at a glance: a plain word at the start of the command.
async function firstWord(
  text: string,
  hook: Hook,
  patient: Patient,
): Promise<Finding | undefined> {
  const word = /^\s*([A-Za-z0-9_.\/+-]+)(?=\s)/.exec(text)?.[1];
  if (word === undefined) return undefined;
  // sh knows its own words, too: `test`, `exec`, `if`.
  const { success } = await new Deno.Command(SHELL, {
    args: ["-c", 'command -v -- "$1" >/dev/null 2>&1', "sh", word],
    cwd: patient.sources.directory,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  if (success) return undefined;
  const where = word.includes("/") ? "is not there, or not executable" : "is not in PATH";
  return {
    severity: "error",
    id: "no-program",
    message: `${nameOf(hook)} fails when it starts: '${word}' ${where}`,
    place: patient.places.of(hook.origin),
  };
}
