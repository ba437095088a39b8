/**
 * What whoever runs hooks tells the runner: in whose place it stands, where, with which arguments and
 * input, and where its own messages go.
 *
 * @module
 */

/** Where the runner's own messages go; what hooks print goes to the standard streams they inherit. */
export interface RunSink {
  /** Takes whole lines for standard error. */
  readonly err: (text: string) => void;
  /**
   * Takes what hooks that run side by side printed, unchanged; when left out it is written to this
   * process's standard error.
   */
  readonly hookOutput?: (bytes: Uint8Array) => void;
}

/** How to run the hooks of an event. */
export interface RunOptions {
  /**
   * `run` is `git hook run`: no input unless `toStdin`, in parallel if the configuration says so.
   * `hook` is what git's own callers do: input is passed on, the standard output of pre-push is kept
   * apart, some events are always serial, and each failure is named.
   */
  readonly mode: "run" | "hook";
  /** The directory in which the hooks run, absolute. */
  readonly directory: string;
  /** The event's arguments. */
  readonly args: readonly string[];
  /**
   * A file that is opened anew as each hook's input. As in git, which opens it after it has gone there,
   * a relative path is relative to `directory`.
   */
  readonly toStdin?: string;
  /** What git wrote to our standard input; each hook gets all of it. */
  readonly stdin?: Uint8Array;
  /** An explicit number of jobs (`-j`), which overrides the configuration; at least 1. */
  readonly jobs?: number;
  /** Where messages go. */
  readonly sink: RunSink;
  /** Variables added to the environment of the hooks, which is this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that the hooks do not get, for example those a launcher set for us. */
  readonly unset?: readonly string[];
}
