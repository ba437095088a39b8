/**
 * What a plan was compiled from besides the resolver's answer: all that, when it has changed, makes the
 * plan worthless.
 *
 * @module
 */

import type { ShimHead } from "./shim.ts";

/** A file that takes part in the answer. */
export type FileFact =
  /** Not there, and its coming would change the answer. */
  | { readonly kind: "absent"; readonly path: string }
  | {
    readonly kind: "present";
    /** The file, absolute. */
    readonly path: string;
    /** Paths that must not be symbolic links: the file itself and folders above it. */
    readonly noLinks: readonly string[];
    /** What it holds; undefined when it is too large or no text, then only the references tell. */
    readonly text: string | undefined;
    /** Names of reference files in the plan folder, with the mtimes of the file and of its directory. */
    readonly references: { readonly file: string; readonly directory: string } | undefined;
  };

/** A git whose capability was probed. */
export interface ProbedGit {
  /** The executable, a real path. */
  readonly path: string;
  /** True when it runs config-defined hooks itself. */
  readonly knows: boolean;
  /** The name of a reference file in the plan folder with its mtime. */
  readonly reference: string;
}

/** The shim through which the plan is reached. */
export interface ShimFact {
  /** Its path, absolute. */
  readonly path: string;
  /** Its second and third line, which say what it stands for. */
  readonly lines: readonly [string, string];
  /** What they say. */
  readonly head: ShimHead;
}

/** The facts of one plan. */
export interface PlanFacts {
  /** The directory in which the hooks run, absolute. */
  readonly directory: string;
  /** `$GIT_DIR`, absolute. */
  readonly gitDir: string;
  /** `$GIT_DIR` and `$GIT_COMMON_DIR` as git spells them in that directory. */
  readonly spelled: { readonly gitDir: string; readonly commonDir: string };
  /** Variables that decide which files take part and what is trusted; undefined means unset. */
  readonly environment: readonly (readonly [string, string | undefined])[];
  /** The shim. */
  readonly shim: ShimFact;
  /** What git answered to the question of `sh_fragments.ts`. */
  readonly answer: string;
  /** hooks.toml files and scripts of the project's. */
  readonly files: readonly FileFact[];
  /** The file that exists as long as the project's text is accepted. */
  readonly acceptance: string | undefined;
  /** The gits that were probed; only for an event with hooks from git config. */
  readonly gits: readonly ProbedGit[];
  /** A program with which a hook gets back the SIGPIPE that git took from it. */
  readonly signalReset: string | undefined;
  /** False when git's advice about scripts without their x bit is off. */
  readonly advisesIgnoredHook: boolean;
  /** Tells this plan from every other. */
  readonly nonce: string;
  /** The user's home directory, for the way in which paths are shown. */
  readonly home: string | undefined;
}
