/**
 * Hooks that nothing starts: no shim, one that was replaced or switched off, an event that git looks for
 * as a file only, a git that is too old, a switch.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import type { Hook } from "../hook.ts";
import { recogniseTool } from "../migrate/recognise.ts";
import { joinPath } from "../paths.ts";
import type { Finding } from "./finding.ts";
import { allHooks, type FoundHook, nameOf, type Patient, shWord } from "./patient.ts";

/**
 * Looks at who would start each hook.
 *
 * @param patient who is examined
 * @returns the findings
 */
export async function installedFindings(patient: Patient): Promise<readonly Finding[]> {
  const hooks = allHooks(patient);
  return [
    ...await notInstalled(hooks.filter(isOurs), patient),
    ...olderGits(hooks.filter(({ hook }) => hook.source === "git-config"), patient),
    ...hooks.flatMap((one) => switchedOff(one, patient)),
    ...offSwitch(),
  ];
}

function isOurs({ hook, reason }: FoundHook): boolean {
  return hook.source === "hooks.toml" && reason === "not-installed";
}

async function notInstalled(
  hooks: readonly FoundHook[],
  patient: Patient,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const plain: FoundHook[] = [];
  for (const one of hooks) {
    const entry = patient.entries.find(({ name }) => name === one.hook.event);
    if (entry?.kind === "shim") {
      findings.push({
        severity: "warning",
        id: "shim-off",
        message: `${nameOf(one.hook)} does not run: its shim is not executable`,
        place: patient.places.path(entry.path),
        cure: `chmod +x ${shWord(patient.places.path(entry.path))}`,
      });
      continue;
    }
    const tool = entry === undefined ? undefined : recogniseTool({
      name: entry.name,
      bytes: entry.bytes ?? new Uint8Array(),
      linkTarget: entry.link,
    });
    if (entry !== undefined && patient.written.has(entry.path)) {
      findings.push({
        severity: "error",
        id: "shim-replaced",
        message: `${nameOf(one.hook)} does not run: ` +
          (tool === undefined
            ? "another file was put in the place of its shim"
            : `${tool.tool} put its own file in the place of its shim (${tool.reinstall})`),
        place: patient.places.path(entry.path),
        cure: tool === undefined
          ? "git hooks install"
          : `rm ${shWord(patient.places.path(entry.path))} && git hooks install`,
      });
    } else if (entry !== undefined && tool !== undefined && tool.mixed !== true) {
      findings.push({
        severity: "error",
        id: "tool-in-the-way",
        message:
          `${nameOf(one.hook)} does not run: the file of ${tool.tool} stands where its shim ` +
          "belongs, and install leaves that alone",
        place: patient.places.path(entry.path),
        cure: `rm ${shWord(patient.places.path(entry.path))} && git hooks install`,
      });
    } else plain.push(one);
  }
  return [...findings, ...await withoutShim(plain, patient)];
}

async function withoutShim(
  hooks: readonly FoundHook[],
  patient: Patient,
): Promise<readonly Finding[]> {
  const system = hooks.filter(({ hook }) => hook.scope === "system");
  const own = hooks.filter(({ hook }) => hook.scope !== "system");
  const cure = patient.repository?.bare === true
    ? "git hooks install (for many: git-hooks install --recursive <dir>)"
    : "git hooks install";
  const wrapper = patient.repository?.bare === true && await hasWrapper(patient);
  const finding = (which: readonly FoundHook[], more: string): readonly Finding[] => {
    const [first] = which;
    if (first === undefined) return [];
    const names = which.map(({ hook }) => nameOf(hook)).join(", ");
    const does = which.length === 1 ? "does" : "do";
    return [{
      severity: wrapper ? "warning" : "error",
      id: "not-installed",
      message: `${names} ${does} not run: no shim stands in the hookdir${more}` +
        (wrapper
          ? "; only git-hooks-receive-pack runs such hooks without one, and git-shell, " +
            "git http-backend and git daemon do not start it"
          : ""),
      place: patient.places.of(first.hook.origin),
      ...(patient.repository === undefined ? {} : { cure }),
    }];
  };
  return [
    ...finding(own, ""),
    ...finding(system, ", and the system's hooks.toml puts none there by itself"),
  ];
}

async function hasWrapper({ path, launcher }: Patient): Promise<boolean> {
  const beside = launcher === undefined ? [] : [launcher.replace(/[^/]*$/, "")];
  const folders = [...beside, ...(path ?? "").split(":").filter((one) => one.startsWith("/"))];
  const found = await Promise.all(
    folders.map((one) => Deno.stat(joinPath(one, "git-hooks-receive-pack")).catch(() => undefined)),
  );
  return found.some((info) => info?.isFile === true);
}

// A newer git runs them itself, an older one ignores them without a word.
function olderGits(hooks: readonly FoundHook[], patient: Patient): readonly Finding[] {
  const old = patient.gits.filter((git) => !git.knows);
  const open = hooks.filter(({ hook, event }) =>
    hook.state === "runs" && event.resolution.shim !== "executable" &&
    findEvent(hook.event)?.fileOnly !== true && hook.scope !== "command"
  );
  const [first] = open;
  if (first === undefined) return [];
  const events = [...new Set(open.map(({ hook }) => hook.event))].join(", ");
  return old.map((git) => ({
    severity: git === patient.gits[0] ? "error" : "warning",
    id: "old-git",
    message: `git ${git.version} (${git.path}) ignores hooks of git config without a word, ` +
      `and no shim runs them: ${events}`,
    place: patient.places.of(first.hook.origin),
    ...(patient.repository === undefined ? {} : { cure: "git hooks install" }),
  }));
}

function switchedOff({ hook, reason }: FoundHook, patient: Patient): readonly Finding[] {
  const place = patient.places.of(hook.origin);
  const name = nameOf(hook);
  switch (reason) {
    case "disabled":
    case "event-disabled":
      return [{
        severity: "note",
        id: reason,
        message: reason === "disabled"
          ? `${name} is disabled`
          : `${name} is disabled with its event`,
        place: placeOfSwitch(hook, reason, patient) ?? place,
      }];
    case "shadowed":
      return [{
        severity: "note",
        id: "shadowed",
        message: `${name} is shadowed: another source has a hook of this name`,
        place,
      }];
    case "not-executable":
      return [notExecutable(hook, patient)];
    case "file-only":
    case "wrapper-only":
      return fileOnly(hook, patient);
    default:
      return [];
  }
}

function placeOfSwitch(
  hook: Hook,
  reason: "disabled" | "event-disabled",
  patient: Patient,
): string | undefined {
  const key = reason === "disabled" ? hook.name ?? "" : hook.event;
  const { git, user, project } = patient.sources;
  const found = [git, user, project].map((fold) => fold.switches.get(key))
    .find((one) => one?.on === false);
  return found === undefined ? undefined : patient.places.of(found.setting.origin);
}

function notExecutable(hook: Hook, patient: Patient): Finding {
  const entry = patient.entries.find(({ name }) => name === hook.event);
  const shim = entry?.kind === "shim" && !entry.executable;
  const path = shim ? entry.path : hook.program?.kind === "script" ? hook.program.path : "";
  const shown = patient.places.path(path);
  return {
    severity: "warning",
    id: "not-executable",
    message: shim
      ? `${nameOf(hook)} does not run: its shim is not executable, so git passes over it`
      : `${nameOf(hook)} does not run: the file is not executable, so git passes over it`,
    place: shown,
    cure: `chmod +x ${shWord(shown)}`,
  };
}

function fileOnly(hook: Hook, patient: Patient): readonly Finding[] {
  const shim = patient.entries.some(({ name, kind, executable }) =>
    name === hook.event && kind === "shim" && executable
  );
  const native = hook.source === "git-config" && hook.event !== "sendemail-validate";
  if (shim && !native) return [];
  const why = hook.event === "fsmonitor-watchman"
    ? "git starts the program that core.fsmonitor names"
    : "git looks for a file in the hookdir before it asks its configuration";
  return [{
    severity: "error",
    id: "file-only",
    message: `${nameOf(hook)} does not run: ${why}`,
    place: patient.places.of(hook.origin),
    ...(hook.event === "fsmonitor-watchman"
      ? { cure: "git config core.fsmonitor <path>" }
      : native
      ? { cure: "make it a file, or move it to hooks.toml and: git hooks install" }
      : { cure: "git hooks install" }),
  }];
}

function offSwitch(): readonly Finding[] {
  if (Deno.env.get("GIT_HOOKS") !== "0") return [];
  return [{
    severity: "warning",
    id: "switched-off",
    message: "GIT_HOOKS=0 is set here, so shims run no hook of hooks.toml",
    cure: "unset GIT_HOOKS",
  }];
}
