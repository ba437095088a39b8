/**
 * What a migration would do, file by file: the answer of `make_plan.ts`, shown by `cli/` and carried
 * out by `apply_plan.ts`.
 *
 * @module
 */

/** What runs a migrated script. */
export type MigratedProgram =
  /** A file, relative to the common git directory. */
  | { readonly kind: "script"; readonly path: string }
  /** A command that tolerates a file that is not there, as git does in a hookdir. */
  | { readonly kind: "command"; readonly text: string };

/** A part of a dispatcher that becomes a configured hook. */
export interface SplitPart {
  /** Its path below the hookdir, for example `pre-commit.d/10-lint`. */
  readonly name: string;
  /** The friendly name. */
  readonly hook: string;
  /** What is written into the hooks.toml. */
  readonly program: MigratedProgram;
}

/** What becomes of one file. */
export type Fate =
  /** It becomes a configured hook. */
  | {
    readonly kind: "becomes";
    /** The friendly name. */
    readonly hook: string;
    /** What is written into the hooks.toml. */
    readonly program: MigratedProgram;
  }
  /** It is a dispatcher, and each part that it starts becomes a configured hook. */
  | {
    readonly kind: "splits";
    /** The parts, in the order in which they run. */
    readonly parts: readonly SplitPart[];
    /** The parts that do not run today, and why. */
    readonly idle: readonly { readonly name: string; readonly reason: string }[];
    /** What changes by it, one sentence; empty when that is said of every split. */
    readonly change: string;
  }
  /** It was migrated before, and nothing has changed. */
  | { readonly kind: "migrated"; readonly hook: string }
  /** It runs today and goes on running as a file. */
  | {
    readonly kind: "stays";
    /** Why, in the words of the plan. */
    readonly reason: string;
    /** The line of the script that forbids it. */
    readonly line?: number;
    /** The tool that writes it again, and how. */
    readonly tool?: { readonly name: string; readonly reinstall: string };
  }
  /** It does not run today, and is left as it is. */
  | { readonly kind: "left"; readonly reason: string }
  /** It would run if git looked into its directory, and does not today. */
  | {
    readonly kind: "dead";
    readonly reason: string;
    /** True when it would wake: it is moved into the folder of scripts, where nothing runs it. */
    readonly moved: boolean;
  };

/** One file. */
export interface PlannedFile {
  /** Its name. */
  readonly name: string;
  /** Its path as people read it. */
  readonly shown: string;
  /** What becomes of it. */
  readonly fate: Fate;
  /** The digest of its content (SHA-256, hexadecimal), where that was read. */
  readonly digest?: string;
}

/** A line in a tracked file that would undo the migration later. */
export interface Undoer {
  /** The file, relative to the worktree's root. */
  readonly file: string;
  /** The line, counted from 1. */
  readonly line: number;
  /** The line itself. */
  readonly text: string;
}

/** Where migrated hooks are configured. */
export type MigrationTarget = "local" | "project" | "git-config";

/** What was asked for. */
export interface PlanChoice {
  /** Where the hooks go. */
  readonly to: MigrationTarget;
  /** True when the parts of dispatchers become hooks, each for itself. */
  readonly split: boolean;
}

/** The whole plan. */
export interface MigrationPlan extends PlanChoice {
  /** The hookdir as people read it. */
  readonly hookdir: string;
  /** The folder into which scripts move, as people read it; undefined when none moves. */
  readonly scripts: string | undefined;
  /** Every file of the hookdirs that were looked at, in the order of the events, others after them. */
  readonly files: readonly PlannedFile[];
  /** The file that gets the hooks. */
  readonly target: {
    /** Its path, absolute. */
    readonly path: string;
    /** Its path as people read it. */
    readonly shown: string;
    /** True when it is not there yet. */
    readonly isNew: boolean;
    /** What is appended to it, byte for byte. */
    readonly text: string;
  };
  /** The value of `core.hooksPath` that goes, and the config file it stands in. */
  readonly unset:
    | { readonly value: string; readonly file: string; readonly path: string }
    | undefined;
  /** What is worth knowing, one sentence each. */
  readonly notes: readonly string[];
  /** What a split changes, one sentence each. */
  readonly changes: readonly string[];
  /** What cannot be preserved, one sentence each. */
  readonly lost: readonly string[];
  /** Lines of tracked files that would undo it. */
  readonly undoers: readonly Undoer[];
  /** What was migrated earlier: how many scripts, and when (`2026-12-01`). */
  readonly earlier: { readonly count: number; readonly date: string } | undefined;
  /** Changes when a file changes that the plan is about. */
  readonly fingerprint: string;
}

/** A hook that a plan configures. */
export interface PlannedHook {
  /** Its event. */
  readonly event: string;
  /** Its friendly name. */
  readonly hook: string;
  /** What it runs. */
  readonly program: MigratedProgram;
}

/**
 * Lists the hooks that files become.
 *
 * @param plan a plan, or its files
 * @returns the hooks, in the plan's order; of a dispatcher that is split, several
 */
export function migratedBy(plan: Pick<MigrationPlan, "files">): readonly PlannedHook[] {
  return plan.files.flatMap(({ name, fate }): readonly PlannedHook[] => {
    if (fate.kind === "becomes") return [{ event: name, hook: fate.hook, program: fate.program }];
    if (fate.kind !== "splits") return [];
    return fate.parts.map(({ hook, program }) => ({ event: name, hook, program }));
  });
}

/**
 * Lists the files that become hooks.
 *
 * @param plan a plan, or its files
 * @returns those files, whether each becomes one hook or several
 */
export function movingIn(plan: Pick<MigrationPlan, "files">): readonly PlannedFile[] {
  return plan.files.filter(({ fate }) => fate.kind === "becomes" || fate.kind === "splits");
}

/**
 * Lists the files that run today and stay files.
 *
 * @param plan a plan
 * @returns those files
 */
export function stayingIn(plan: MigrationPlan): readonly PlannedFile[] {
  return plan.files.filter(({ fate }) => fate.kind === "stays");
}
