/**
 * Decides what the wrapper gives to git for a push, and keeps it for the next one.
 *
 * @module
 */

import { mayExecute } from "../_hookdir.ts";
import { UserError } from "../errors.ts";
import { allEvents } from "../events.ts";
import { joinPath } from "../paths.ts";
import type { PlanFacts, ShimFact } from "../plan/facts.ts";
import {
  fileFacts,
  isSettled,
  type ReadFile,
  type References,
  referencesIn,
} from "../plan/file_facts.ts";
import { newNonce, prunePlanFolder, writePlanFile } from "../plan/plan_folder.ts";
import { knowsConfigHooks } from "../plan/probe_gits.ts";
import { askGit, signalReset } from "../plan/write_plan.ts";
import { listAllHooks, stopIfBroken } from "../resolver.ts";
import { variable } from "../run/variable.ts";
import { readSources, type Sources, systemFile } from "../sources.ts";
import { gitDirPattern } from "./config_text.ts";
import { type HookdirEntry, type Known, makeInjection, oursIn, unfitHook } from "./injection.ts";
import { type Answer, answerText, type HookdirFact, receivePlanText } from "./plan_text.ts";
import { checkOneOwner, procReceiveRefs } from "./proc_receive.ts";
import { RECEIVE_EVENTS } from "./receive_events.ts";
import {
  folderOfPlan,
  openReceiveFolder,
  pruneInjections,
  storeInjection,
} from "./receive_store.ts";

/** What the wrapper says of a push. */
export interface ReceiveOptions {
  /** The git directory, absolute; `GIT_DIR=.` is set. */
  readonly cwd: string;
  /** The git that receives the push, a path that need not be absolute. */
  readonly git: string;
  /** The folder in which `git-hooks/` may be written: the git directory, or one of the user's own. */
  readonly base: string;
}

/** Variables of the environment that decide which files take part. */
const VARIABLES = ["GIT_HOOKS_SYSTEM", "GIT_CONFIG_NOSYSTEM", "HOME"] as const;

/**
 * Decides what git is given.
 *
 * @param options the push
 * @returns a line of sh for the wrapper
 * @throws {UserError} when the configuration is broken, so that the push must be refused
 */
export async function planReceive(options: ReceiveOptions): Promise<string> {
  const { cwd, base } = options;
  const git = await Deno.realPath(joinPath(cwd, options.git));
  // What was pushed is never read: no project file.
  const sources = await readSources({ cwd, event: "pre-receive" });
  await stopIfBroken(sources);
  const { repository } = sources;
  if (repository === undefined) throw new UserError("not a git repository");
  const knows = await knowsConfigHooks(git, cwd);
  if (knows === undefined) throw new UserError("cannot tell whether git runs configured hooks");
  const known: Known = {
    resolutions: await listAllHooks(sources, RECEIVE_EVENTS)
      .then((all) => all.filter(({ event }) => RECEIVE_EVENTS.includes(event))),
    gitConfig: sources.gitConfig,
    knows,
    hookdir: await hookdirOf(sources),
  };
  check(known);
  const folder = await openReceiveFolder(base);
  const before = await folderOfPlan(folder);
  const nonce = newNonce();
  const references = referencesIn(folder, nonce);
  const files = await fileFacts(readFiles(sources), references);
  const asked = await askGit(sources);
  const facts: PlanFacts = {
    directory: sources.directory,
    gitDir: base,
    spelled: repository,
    environment: VARIABLES.map((name) => [name, variable(name)] as const),
    shim: NO_SHIM,
    answer: asked ?? "",
    files: files ?? [],
    acceptance: undefined,
    gits: [],
    signalReset: await signalReset(known.resolutions),
    advisesIgnoredHook: sources.gitConfig.advisesIgnoredHook,
    nonce,
    home: variable("HOME"),
  };
  const answer = await answerFor(known, folder, { facts, git });
  // What cannot be told from another state is asked again for the next push.
  if (files !== undefined && asked !== undefined && isAbsolute(systemFile())) {
    const text = await planText(answer, { sources, known, facts, references, git });
    if (text !== undefined) await writePlanFile(folder, "receive", text);
  }
  const named = answer.kind === "inject" ? [answer.config.replace(/\/config$/, "")] : [];
  await pruneInjections(folder, [...named, ...(before === undefined ? [] : [before])]);
  await prunePlanFolder(folder);
  return answerText(answer);
}

// The wrapper is no shim.
const NO_SHIM: ShimFact = {
  path: "",
  lines: ["", ""],
  head: { version: undefined, script: undefined },
};

function check(known: Known): void {
  const unfit = unfitHook(known);
  if (unfit !== undefined) throw new UserError(unfit);
  const conversation = oursIn(known).find(({ event }) => event === "proc-receive");
  if (conversation === undefined) return;
  checkOneOwner(conversation);
  procReceiveRefs(conversation);
}

// Everything in the hookdir: hooks may look for their helpers where git says that the hookdir is.
async function hookdirOf(sources: Sources): Promise<readonly HookdirEntry[]> {
  const path = sources.hookdir?.path;
  if (path === undefined) return [];
  const events = allEvents().map(({ name }) => name);
  const names = new Set(events);
  try {
    const found: string[] = [];
    for await (const { name } of Deno.readDir(joinPath(sources.directory, path))) found.push(name);
    const more = found.filter((name) => !name.endsWith(".sample"));
    if (more.length <= MOST_ENTRIES) { for (const name of more) names.add(name); }
  } catch {
    // git needs not see what is in a folder, only what it asks for.
  }
  const entries = await Promise.all([...names].map(async (name) => {
    const file = joinPath(path, name);
    const info = await Deno.stat(joinPath(sources.directory, file)).catch(() => undefined);
    if (info === undefined) return undefined;
    return { name, path: file, runs: info.isFile && events.includes(name) && mayExecute(info) };
  }));
  return entries.filter((entry) => entry !== undefined);
}

const MOST_ENTRIES = 1000;

function readFiles(sources: Sources): readonly ReadFile[] {
  const { repository, toml } = sources;
  const encoder = new TextEncoder();
  const bytes = (text: string | undefined): Uint8Array | undefined =>
    text === undefined ? undefined : encoder.encode(text);
  const system = systemFile();
  const local = joinPath(repository?.commonDirAbsolute ?? "", "hooks.toml");
  return [
    ...(system === undefined ? [] : [{ path: system, bytes: bytes(toml.system?.text) }]),
    { path: local, bytes: bytes(toml.local?.text) },
  ];
}

async function answerFor(
  known: Known,
  folder: string,
  context: { readonly facts: PlanFacts; readonly git: string },
): Promise<Answer> {
  const ours = oursIn(known);
  // Shims that stand for all of them run them already.
  if (ours.every(({ shim }) => shim === "executable")) return { kind: "nothing" };
  const stored = await storeInjection(folder, (path) => makeInjection(known, path, context));
  return {
    kind: "inject",
    config: `${stored.folder}/config`,
    programs: stored.programs,
    pattern: gitDirPattern(await Deno.realPath(context.facts.directory)),
  };
}

// Undefined when a change of what the answer depends on could not be seen.
async function planText(
  answer: Answer,
  found: {
    readonly sources: Sources;
    readonly known: Known;
    readonly facts: PlanFacts;
    readonly references: References;
    readonly git: string;
  },
): Promise<string | undefined> {
  const { known, facts, git } = found;
  if (!await isSettled(git)) return undefined;
  const path = found.sources.hookdir?.path ?? "hooks";
  const there = known.hookdir.filter(({ runs }) => runs);
  const folder = await Deno.stat(joinPath(facts.directory, path)).then(() => [path], () => []);
  const made = await found.references.make([
    git,
    ...there.map((entry) => joinPath(facts.directory, entry.path)),
    ...folder.map((one) => joinPath(facts.directory, one)),
  ]);
  const [gitReference, ...others] = made;
  if (gitReference === undefined || others.includes(undefined)) return undefined;
  const hooks = allEvents().map(({ name }): HookdirFact => {
    const at = there.findIndex((entry) => entry.name === name);
    return { path: joinPath(path, name), reference: at < 0 ? undefined : others[at] };
  });
  return receivePlanText(answer, {
    facts,
    git: { path: git, knows: known.knows, reference: gitReference },
    hookdir: [...hooks, ...folder.map((one) => ({ path: one, reference: others.at(-1) }))],
  });
}

function isAbsolute(path: string | undefined): boolean {
  return path === undefined || path.startsWith("/");
}
