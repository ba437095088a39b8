/**
 * Hooks of one event that are the same program twice: the same command, the same file, a copy of it, or
 * two generations of one tool.
 *
 * @module
 */

import type { Hook } from "../hook.ts";
import { recogniseTool } from "../migrate/recognise.ts";
import { knownTools } from "../migrate/tools.ts";
import { baseOf, joinPath } from "../paths.ts";
import { needsShell } from "../run/argv.ts";
import type { Finding } from "./finding.ts";
import type { Patient } from "./patient.ts";

/**
 * Looks for them.
 *
 * @param patient who is examined
 * @returns the findings, one for each pair
 */
export async function twiceFindings(patient: Patient): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const event of patient.events) {
    const hooks = event.hooks.filter(({ reason }) => reason === undefined).map(({ hook }) => hook);
    if (hooks.length < 2) continue;
    const looked = await Promise.all(hooks.map((hook) => look(hook, patient)));
    for (const [index, one] of looked.entries()) {
      const other = looked.slice(0, index).map((before) => ({ before, how: sameness(before, one) }))
        .find(({ how }) => how !== undefined);
      if (other?.how === undefined) continue;
      findings.push(finding(other.before.hook, one.hook, other.how, patient));
    }
  }
  return findings;
}

interface Looked {
  readonly hook: Hook;
  readonly text: string | undefined;
  readonly file: string | undefined;
  readonly digest: string | undefined;
  readonly tool: string | undefined;
}

async function look(hook: Hook, patient: Patient): Promise<Looked> {
  const path = behindShim(fileOf(hook), patient);
  const text = hook.program?.kind === "command" ? hook.program.text.trim() : undefined;
  const absolute = path === undefined ? undefined : joinPath(patient.sources.directory, path);
  const info = absolute === undefined
    ? undefined
    : await Deno.stat(absolute).catch(() => undefined);
  const bytes = absolute !== undefined && info?.isFile === true && info.size <= MOST_BYTES
    ? await Deno.readFile(absolute).catch(() => undefined)
    : undefined;
  const link = absolute === undefined
    ? undefined
    : await Deno.readLink(absolute).catch(() => undefined);
  const tool = bytes === undefined
    ? undefined
    : recogniseTool({ name: hook.event, bytes, linkTarget: link })?.tool;
  return {
    hook,
    text,
    file: info === undefined ? undefined : `${info.dev}:${info.ino}`,
    // An empty script is nobody's copy.
    digest: bytes === undefined || bytes.length === 0 ? undefined : await digestOf(bytes),
    tool: tool ?? toolOfCommand(text),
  };
}

const MOST_BYTES = 1024 * 1024;

function fileOf({ program }: Hook): string | undefined {
  if (program === undefined) return undefined;
  if (program.kind === "script") return program.path;
  if (!needsShell(program.text)) return program.text.includes("/") ? program.text : undefined;
  // What migrate and people write around a path.
  return /^(?:test ! -x \S+ \|\| )?(?:exec )?'?([^\s'"$`;&|<>]*\/[^\s'"$`;&|<>]+)'?$/
    .exec(program.text)?.[1];
}

// Whoever starts a shim from a hook gets the script it stands for.
function behindShim(path: string | undefined, patient: Patient): string | undefined {
  const { repository, sources } = patient;
  if (path === undefined || repository === undefined) return path;
  const absolute = joinPath(sources.directory, path);
  const script = patient.entries.find((entry) => entry.path === absolute)?.shim?.script;
  return script === undefined ? path : joinPath(repository.commonDirAbsolute, script.path);
}

function toolOfCommand(text: string | undefined): string | undefined {
  const words = (text ?? "").split(/\s+/);
  const word = baseOf(words[0] === "npx" || words[0] === "exec" ? words[1] ?? "" : words[0] ?? "");
  return knownTools().find(({ name }) => name === word)?.name;
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))).toHex();
}

function sameness(one: Looked, other: Looked): string | undefined {
  const same = (key: "text" | "file" | "digest" | "tool"): boolean =>
    one[key] !== undefined && one[key] === other[key];
  if (same("text")) return "runs the same command as";
  if (same("file")) return "is the same file as";
  if (same("digest")) return "has the same content as";
  return same("tool") ? `starts ${one.tool}, as does` : undefined;
}

function finding(one: Hook, other: Hook, how: string, patient: Patient): Finding {
  const name = (hook: Hook): string =>
    hook.name === undefined ? "the hookdir's script" : `hook '${hook.name}'`;
  return {
    severity: "warning",
    id: "twice",
    message: `${one.event} does its work twice: ${name(other)} ${how} ${name(one)} ` +
      `(${patient.places.of(one.origin)})`,
    place: patient.places.of(other.origin),
    cure: cureOf(one, other),
  };
}

function cureOf(one: Hook, other: Hook): string {
  if (other.name === undefined) return `remove that script, or the hook '${one.name ?? ""}'`;
  return `git config hook.${other.name}.enabled false`;
}
