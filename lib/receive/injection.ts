/**
 * What git is given for one push: settings, and where it looks for scripts only, a hookdir. Pure: facts in,
 * texts out.
 *
 * @module
 */

import type { GitConfig } from "../config/git_config.ts";
import { findEvent } from "../events.ts";
import type { Hook, Resolution } from "../hook.ts";
import { joinPath, relativeBelow } from "../paths.ts";
import { canCompile } from "../plan/compile_hook.ts";
import { quoteForSh } from "../quote.ts";
import { decideJobs } from "../run/jobs.ts";
import { needsShell } from "../run/argv.ts";
import { type ConfigSection, configText } from "./config_text.ts";
import { type FileContext, handOnFile, hookFile, plainCommand } from "./hook_file.ts";
import { procReceiveRefs } from "./proc_receive.ts";

/** A file of the hookdir. */
export interface HookdirEntry {
  /** Its name. */
  readonly name: string;
  /** Its path, as git spells it in the git directory. */
  readonly path: string;
  /** True when git would run it for an event. */
  readonly runs: boolean;
}

/** What is known of the repository. */
export interface Known {
  /** Its events, as far as a push fires them. */
  readonly resolutions: readonly Resolution[];
  /** What git's configuration says. */
  readonly gitConfig: GitConfig;
  /** True when the git that receives the push runs configured hooks itself. */
  readonly knows: boolean;
  /** The hookdir. */
  readonly hookdir: readonly HookdirEntry[];
}

/** A file that git is given: an executable text, or another name of a file. */
export type InjectedFile = { readonly text: string } | { readonly link: string };

/** Files of the folder that git is pointed to, by their paths in it. */
export type Injection = ReadonlyMap<string, InjectedFile>;

/**
 * Says whether a hook is not run without us.
 *
 * @param hook a hook of an event that a push fires
 * @param knows whether git runs configured hooks itself
 * @returns true for one of a hooks.toml, and for one of git config that this git ignores
 */
export function isOurs(hook: Hook, knows: boolean): boolean {
  if (hook.state !== "runs") return false;
  if (hook.source === "hooks.toml") return true;
  // No git looks for `proc-receive` in its configuration (builtin/receive-pack.c, find_hook()).
  return hook.source === "git-config" && (!knows || findEvent(hook.event)?.fileOnly === true);
}

/**
 * Lists the events that need us.
 *
 * @param known the repository
 * @returns the events with hooks that git would not run
 */
export function oursIn(known: Known): readonly Resolution[] {
  return known.resolutions.filter(({ hooks }) => hooks.some((hook) => isOurs(hook, known.knows)));
}

/**
 * Makes what git is given.
 *
 * @param known the repository
 * @param folder the folder in which the files will lie, absolute
 * @param context the push
 * @returns the files; the one named `config` is to be included
 */
export function makeInjection(known: Known, folder: string, context: FileContext): Injection {
  const files = new Map<string, InjectedFile>();
  const ours = oursIn(known);
  const conversation = ours.find(({ event }) => event === "proc-receive");
  const shims = known.resolutions.some(({ event, shim }) =>
    shim !== "none" && known.hookdir.some(({ name, runs }) => runs && name === event)
  );
  const sections: ConfigSection[] = [];
  if (known.knows) {
    for (const resolution of ours) {
      if (resolution !== conversation) {
        sections.push(...native(resolution, known, { folder, context, files }));
      }
    }
  }
  if (!known.knows || conversation !== undefined || shims) {
    for (const [name, file] of hookdirFiles(known, context)) files.set(`hooks/${name}`, file);
    sections.push({ section: "core", entries: [["hooksPath", `${folder}/hooks`]] });
  }
  const refs = conversation === undefined ? [] : procReceiveRefs(conversation);
  if (refs.length > 0) {
    sections.push({
      section: "receive",
      entries: refs.map((ref) => ["procReceiveRefs", ref] as const),
    });
  }
  files.set("config", { text: configText(sections) });
  return files;
}

// As hooks that git runs itself, after all others of its configuration and before the script.
function native(
  resolution: Resolution,
  known: Known,
  to: {
    readonly folder: string;
    readonly context: FileContext;
    readonly files: Map<string, InjectedFile>;
  },
): readonly ConfigSection[] {
  const { event } = resolution;
  const taken = new Set(known.gitConfig.hooks.map(({ name }) => name));
  const hooks = resolution.hooks.filter((hook) => isOurs(hook, true));
  const sections = hooks.map((hook, index): ConfigSection => {
    let name = `git-hooks ${event} ${hook.name ?? ""}`;
    while (taken.has(name)) name += "'";
    taken.add(name);
    // Once per ref: nothing stands between git and the program where nothing has to.
    const plain = event === "update" ? plainCommand(hook) : undefined;
    return {
      section: "hook",
      name,
      entries: [
        ["event", event],
        ["command", plain ?? ownCommand(hook, index)],
        ...(hook.parallel ? [["parallel", "true"] as const] : []),
      ],
    };
  });
  const jobs = decideJobs(resolution, { mode: "hook" }).count;
  const said = known.gitConfig.hooks.some(({ name, key }) =>
    key === "jobs" && (name === undefined || name === event)
  );
  if (jobs > 1 && !said) {
    sections.push({ section: "hook", name: event, entries: [["jobs", String(jobs)]] });
  }
  return sections;

  function ownCommand(hook: Hook, index: number): string {
    const file = `${event}.${index + 1}`;
    to.files.set(file, { text: hookFile(resolution, [hook], to.context) });
    const path = placed(`${to.folder}/${file}`, event, to.context);
    return needsShell(path) ? quoteForSh(path) : path;
  }
}

// Where git starts the hooks of receive-pack a path without special characters needs no shell.
function placed(path: string, event: string, { facts }: FileContext): string {
  const below = relativeBelow(facts.directory, path);
  return findEvent(event)?.side === "receive" && below !== undefined ? below : path;
}

// A file stands only for an event that has a hook: an idle one would be started once per ref.
function hookdirFiles(known: Known, context: FileContext): ReadonlyMap<string, InjectedFile> {
  const files = new Map<string, InjectedFile>();
  const directory = context.facts.directory;
  for (const { name, path, runs } of known.hookdir) {
    files.set(
      name,
      runs ? { text: handOnFile(name, path, directory) } : { link: joinPath(directory, path) },
    );
  }
  for (const resolution of known.resolutions) {
    const { event, hooks } = resolution;
    const all = hooks.filter((hook) =>
      hook.state === "runs" && (hook.source === "hookdir" || isOurs(hook, known.knows))
    );
    const script = all.find((hook) => hook.source === "hookdir")?.program;
    const ownFile = !known.knows || event === "proc-receive";
    if (ownFile && all.some((hook) => hook.source !== "hookdir")) {
      files.set(event, { text: hookFile(resolution, all, context) });
    } else if (script?.kind === "script") {
      files.set(event, { text: handOnFile(event, script.path, directory) });
    } else if (resolution.shim !== "none") {
      // What the shim runs is given to git already, or there is nothing.
      files.delete(event);
    }
  }
  return files;
}

/**
 * Names hooks that cannot be run for a push at all.
 *
 * @param known the repository
 * @returns what is wrong with the first of them; undefined when all can
 */
export function unfitHook(known: Known): string | undefined {
  for (const { hooks } of oursIn(known)) {
    for (const hook of hooks) {
      if (!isOurs(hook, known.knows)) continue;
      const whole = hook.event === "proc-receive" ? { ...hook, refs: [] } : hook;
      if (!canCompile(whole)) {
        return `hook '${hook.name ?? ""}': its program or its refs cannot be used`;
      }
    }
  }
  return undefined;
}
