/**
 * A commit whose plan is being compiled, killed before each of its writes in turn; and install and uninstall
 * as they are launched.
 *
 * @module
 */

import assert from "node:assert/strict";
import { picture } from "./installing.ts";
import { commit, NO_DENO } from "./planning.ts";
import { Sandbox, type TestGit } from "./sandbox.ts";

const PAD = `# ${"x".repeat(300)}\n`;
const GATE = '[hook.gate]\nevent = "pre-commit"\ncommand = "echo gate >>$TRACE"\n';
// An event without a shim: the running one adds it.
const LATER = '[hook.later]\nevent = "pre-push"\ncommand = "true"\n';

async function layout(box: Sandbox): Promise<void> {
  await box.repository("base");
  box.script("base/.git/hooks/pre-commit", '. "$(dirname "$0")/lib"\necho kept >>"$TRACE"');
  box.write("base/.git/hooks/lib", ":\n");
  box.write("base/.git/hooks.toml", PAD + GATE);
  await box.mustGit(["config", "hook.conf.command", "echo conf >>$TRACE"], { cwd: "base" });
  await box.mustGit(["config", "hook.conf.event", "pre-commit"], { cwd: "base" });
}

async function copyOf(box: Sandbox, later: boolean): Promise<void> {
  await Deno.remove(box.path("repo"), { recursive: true }).catch(() => {});
  await Deno.remove(box.path("home/.cache"), { recursive: true }).catch(() => {});
  assert.equal((await box.start("cp", ["-a", "base", "repo"])).code, 0);
  box.write("repo/.git/hooks.toml", PAD + GATE + (later ? LATER : ""));
  // So old that a reference with its mtime is made.
  for (const path of ["repo/.git/hooks.toml", "repo/.git"]) {
    await Deno.utime(box.path(path), 1_500_000_000, 1_500_000_000);
  }
}

async function commitsOnce(box: Sandbox, what: string, hooks: string, env = {}): Promise<void> {
  box.trace();
  const said = await commit(box, "repo", { env });
  assert.equal(said.code, 0, `${what}: ${said.stderr}`);
  assert.equal(box.trace(), hooks, what);
}

/** How to walk through the points. */
export interface KillOptions {
  /** The git; the system's when left out. */
  readonly git?: TestGit;
  /** How many points to go on after each. */
  readonly step: number;
}

/**
 * Kills the program that compiles a plan, and adds a shim, before its writes.
 *
 * @param options which git, and how closely
 * @returns at how many points it was killed
 */
export async function killCompiling(options: KillOptions): Promise<number> {
  using box = new Sandbox(options.git);
  await layout(box);
  assert.equal((await box.hooks(["install"], { cwd: "base" })).code, 0);
  let points = 0;
  for (let at = 1;; at += options.step) {
    await copyOf(box, true);
    box.trace();
    const said = await commit(box, "repo", { env: { GIT_HOOKS_TEST_KILL_AT: String(at) } });
    const what = `compile killed at write ${at}`;
    assert.equal(box.trace(), "conf\ngate\nkept\n", what);
    const killed = said.code !== 0;
    if (killed) points++;
    await commitsOnce(box, what, "conf\ngate\nkept\n");
    await commitsOnce(box, `${what}, then without Deno`, "conf\ngate\nkept\n", NO_DENO);
    const installed = await box.hooks(["install"], { cwd: "repo" });
    assert.equal(installed.code, 0, `${what}: ${installed.stderr}`);
    assert.match(box.read("repo/.git/hooks/pre-push") ?? "", /git-hooks-shim/, what);
    const back = await box.hooks(["uninstall"], { cwd: "repo" });
    assert.equal(back.code, 0, `${what}: ${back.stderr}`);
    const left = await Array.fromAsync(Deno.readDir(box.path("repo/.git")));
    const ours = left.filter(({ name }) => /^(git-hooks|hooks\.d|\.)/.test(name));
    assert.deepEqual(ours, [], what);
    if (!killed) return points;
  }
}

/**
 * Kills install, or uninstall, before its writes, as the launcher starts it.
 *
 * @param command which of them
 * @param options which git, and how closely
 * @returns at how many points it was killed
 */
export async function killInstalling(
  command: "install" | "uninstall",
  options: KillOptions,
): Promise<number> {
  using box = new Sandbox(options.git);
  await layout(box);
  const modern = options.git !== undefined && options.git.version[1] >= 54;
  let points = 0;
  for (let at = 1;; at += options.step) {
    await copyOf(box, false);
    const before = await picture(box, ["repo/.git"]);
    if (command === "uninstall") {
      assert.equal((await box.hooks(["install"], { cwd: "repo" })).code, 0);
      await commitsOnce(box, "installed", "conf\ngate\nkept\n");
    }
    const said = await box.hooks([command], {
      cwd: "repo",
      env: { GIT_HOOKS_TEST_KILL_AT: String(at) },
    });
    const what = `${command} killed at write ${at}`;
    const shim = box.read("repo/.git/hooks/pre-commit")?.includes("git-hooks-shim") === true;
    const old = modern ? "conf\nkept\n" : "kept\n";
    await commitsOnce(box, what, shim ? "conf\ngate\nkept\n" : old);
    const again = await box.hooks([command], { cwd: "repo" });
    assert.equal(again.code, 0, `${what}: ${again.stderr}`);
    await commitsOnce(box, `${what}, again`, command === "install" ? "conf\ngate\nkept\n" : old);
    const back = await box.hooks(["uninstall"], { cwd: "repo" });
    assert.equal(back.code, 0, `${what}: ${back.stderr}`);
    assert.equal(await picture(box, ["repo/.git"]), before, what);
    if (said.code === 0) return points;
    assert.equal(said.code, 137, said.stderr);
    points++;
  }
}
