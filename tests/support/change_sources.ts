/**
 * Random changes to everything that a plan depends on, and the question whether a plan still answers as the
 * code does.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commit, installIn } from "./planning.ts";
import type { Said, Sandbox } from "./sandbox.ts";

/** One change; `variant` chooses among texts of the same size. */
export interface Change {
  readonly what: string;
  readonly variant: number;
}

/** How the event is fired after a change. */
interface Firing {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly config: readonly string[];
}

const PAD = `# ${"x".repeat(300)}\n`;

function toml(name: string, variant: number): string {
  return `${PAD}[hook.${name}]\nevent = "pre-commit"\ncommand = "echo ${name}-${variant} >>$TRACE"\n`;
}

function projectText(variant: number): string {
  return `${toml("project", variant)}[hook.script]\nevent = "pre-commit"\nscript = "tools/s"\n`;
}

/** A repository in which every source has something to say. */
export class Changing {
  readonly #box: Sandbox;
  #age = 1_500_000_000;

  constructor(box: Sandbox) {
    this.#box = box;
  }

  async prepare(shell: string): Promise<void> {
    const box = this.#box;
    await box.repository("repo");
    box.script("repo/tools/s", `echo script-0 >>"$TRACE"`);
    box.script("repo/.git/hooks/pre-commit", 'echo kept >>"$TRACE"');
    box.write("repo/.git/hooks.toml", toml("local", 0));
    box.write("system/hooks.toml", toml("system", 0));
    for (const variant of [0, 1]) {
      box.write("repo/hooks.toml", projectText(variant));
      await box.mustGit(["checkout", "-q", "-B", `b${variant}`], { cwd: "repo" });
      await box.mustGit(["add", "hooks.toml", "tools"], { cwd: "repo" });
      await box.mustGit(["commit", "-q", "-m", "x", "--no-verify"], { cwd: "repo" });
      const said = await box.hooks(["trust", "--yes"], { cwd: "repo" });
      assert.equal(said.code, 0, said.stderr);
    }
    box.write("home/inc", "");
    box.write("other/.gitconfig", '[hook "other"]\n\tcommand = echo other\n\tevent = pre-commit\n');
    await box.mustGit(["config", "--global", "include.path", "~/inc"], { cwd: "repo" });
    await installIn(box, "repo", shell);
  }

  async apply(change: Change): Promise<Firing> {
    const firing = { cwd: "repo", env: {}, config: [] };
    const [area = "", how = ""] = change.what.split(" ");
    switch (area) {
      case "local":
        await this.#write("repo/.git/hooks.toml", toml("local", change.variant), how);
        return firing;
      case "system":
        await this.#write("system/hooks.toml", toml("system", change.variant), how);
        return firing;
      case "project":
        await this.#write("repo/hooks.toml", projectText(change.variant), how);
        return firing;
      case "script":
        await this.#write(
          "repo/tools/s",
          `#!/bin/sh\necho script-${change.variant} >>"$TRACE"\n`,
          how,
        );
        await Deno.chmod(this.#box.path("repo/tools/s"), 0o755).catch(() => {});
        return firing;
      case "include":
        await this.#write(
          "home/inc",
          `[hook "inc"]\n\tcommand = echo inc-${change.variant} >>$TRACE\n\tevent = pre-commit\n`,
          how,
        );
        return firing;
      default:
        return await this.#other(change, firing);
    }
  }

  async #other(change: Change, firing: Firing): Promise<Firing> {
    const box = this.#box;
    const { variant } = change;
    switch (change.what) {
      case "branch":
        await box.mustGit(["checkout", "-q", "-f", `b${variant}`], { cwd: "repo" });
        return firing;
      case "switch":
        await box.mustGit(["config", "hook.local.enabled", String(variant === 0)], { cwd: "repo" });
        return firing;
      case "config":
        await box.mustGit(["config", "hook.conf.command", `echo conf-${variant} >>$TRACE`], {
          cwd: "repo",
        });
        await box.mustGit(["config", "hook.conf.event", "pre-commit"], { cwd: "repo" });
        return firing;
      case "chmod":
        await Deno.chmod(box.path("repo/.git/hooks.d/pre-commit"), variant === 0 ? 0o755 : 0o644);
        return firing;
      case "once":
        return { ...firing, config: [`hook.${variant === 0 ? "local" : "project"}.enabled=false`] };
      case "home":
        return {
          ...firing,
          env: { HOME: box.path("other"), GIT_CONFIG_GLOBAL: box.path("other/.gitconfig") },
        };
      case "state":
        return { ...firing, env: { XDG_STATE_HOME: box.path("nowhere") } };
      case "nosystem":
        return { ...firing, env: { GIT_HOOKS_SYSTEM: box.path("system/absent.toml") } };
      case "copy": {
        await Deno.remove(box.path("copy"), { recursive: true }).catch(() => {});
        await box.start("cp", ["-a", "repo", "copy"]);
        await this.#write("copy/.git/hooks.toml", toml("local", variant), "touch");
        return { ...firing, cwd: "copy" };
      }
      default:
        await this.#grow();
        return firing;
    }
  }

  // Files that are old enough for their mtimes to be trusted.
  async #grow(): Promise<void> {
    const box = this.#box;
    // deno-fmt-ignore
    const paths = ["system/hooks.toml", "repo/hooks.toml", "repo/tools/s", "system", "repo", "repo/tools",
      "repo/.git/hooks.toml", "repo/.git"];
    for (const path of paths) {
      this.#age += 7;
      await Deno.utime(box.path(path), this.#age, this.#age).catch(() => {});
    }
    // The next plan is made with references.
    await Deno.remove(box.path("repo/.git/git-hooks"), { recursive: true }).catch(() => {});
  }

  async #write(path: string, text: string, how: string): Promise<void> {
    const box = this.#box;
    const there = await Deno.lstat(box.path(path)).catch(() => undefined);
    const beside = `${path}.new`;
    switch (how) {
      case "delete":
        await Deno.remove(box.path(path)).catch(() => {});
        return;
      case "same-mtime":
        box.write(beside, text);
        if (there !== undefined) {
          await box.start("touch", ["-r", box.path(path), box.path(beside)]);
        }
        await Deno.rename(box.path(beside), box.path(path));
        return;
      case "older":
        box.write(beside, text);
        await Deno.utime(box.path(beside), 1_000_000_000, 1_000_000_000);
        await Deno.rename(box.path(beside), box.path(path));
        return;
      case "link":
        box.write(`${path}.${text.length}-${text.includes("-0") ? 0 : 1}`, text);
        await Deno.utime(
          box.path(`${path}.${text.length}-${text.includes("-0") ? 0 : 1}`),
          1_000_000_000,
          1_000_000_000,
        );
        await Deno.symlink(
          box.path(`${path}.${text.length}-${text.includes("-0") ? 0 : 1}`),
          box.path(beside),
        );
        await Deno.rename(box.path(beside), box.path(path));
        return;
      default:
        // Not through a link that another change has made.
        if (there?.isSymlink === true) await Deno.remove(box.path(path));
        box.write(path, text);
    }
  }

  /** Fires the event with the plans there are, and with none: both must say the same. */
  async compare(firing: Firing, told: string): Promise<void> {
    const box = this.#box;
    const folder = box.path(`${firing.cwd}/.git/git-hooks`);
    box.trace();
    const planned = await this.#fire(firing);
    const plannedTrace = box.trace();
    await Deno.rename(folder, `${folder}.aside`).catch(() => {});
    const answered = await this.#fire(firing);
    const answeredTrace = box.trace();
    await Deno.remove(folder, { recursive: true }).catch(() => {});
    await Deno.rename(`${folder}.aside`, folder).catch(() => {});
    assert.deepEqual(
      { ...planned, trace: plannedTrace },
      { ...answered, trace: answeredTrace },
      told,
    );
  }

  #fire({ cwd, env, config }: Firing): Promise<Said> {
    return commit(this.#box, cwd, { env, config });
  }
}

/** Every kind of change. */
export const CHANGES: readonly string[] = [
  ...["local", "system", "project", "script", "include"].flatMap((area) =>
    ["touch", "older", "same-mtime", "delete", "link"].map((how) => `${area} ${how}`)
  ),
  ...["branch", "switch", "config", "chmod", "once", "home", "state", "nosystem", "copy"],
  ...["grow", "grow", "grow", "grow", "branch", "branch"],
];
