/**
 * Signals that reach us while hooks run: passed on to the hooks, and then died of, as git does
 * (run-command.c, handle_children_on_signal()).
 *
 * @module
 */

// sigchain.c, sigchain_push_common(), without SIGPIPE, which Deno ignores.
const PASSED_ON: readonly Deno.Signal[] = ["SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT"];

/** Passes signals on to children while it stands. */
export interface SignalWatch {
  /** The first signal that came, if one did: no further hook is to be started. */
  readonly caught: Deno.Signal | undefined;
  /** Fulfilled when a signal has come. */
  readonly whenCaught: Promise<void>;
  /** Tells of a child that runs. */
  readonly add: (child: Deno.ChildProcess) => void;
  /** Tells that a child has ended. */
  readonly remove: (child: Deno.ChildProcess) => void;
  /** Ends the watch; signals have their usual effect again. */
  readonly end: () => void;
}

/**
 * Begins to pass signals on.
 *
 * @returns the watch; it must be ended
 */
export function watchSignals(): SignalWatch {
  const children = new Set<Deno.ChildProcess>();
  const arrival = Promise.withResolvers<void>();
  let caught: Deno.Signal | undefined;
  const listeners = PASSED_ON.map((signal) => {
    const listener = (): void => {
      caught ??= signal;
      arrival.resolve();
      for (const child of children) send(child, signal);
    };
    Deno.addSignalListener(signal, listener);
    return { signal, listener };
  });
  return {
    get caught(): Deno.Signal | undefined {
      return caught;
    },
    whenCaught: arrival.promise,
    add(child): void {
      children.add(child);
      // It came while the child was being started.
      if (caught !== undefined) send(child, caught);
    },
    remove(child): void {
      children.delete(child);
    },
    end(): void {
      for (const { signal, listener } of listeners) Deno.removeSignalListener(signal, listener);
    },
  };
}

function send(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Dies of a signal, so that whoever started us sees what happened.
 *
 * @param signal the signal that was caught; its watch must have ended
 * @returns never, in effect; an exit code as sh would give it, if the signal is blocked
 */
export function dieOf(signal: Deno.Signal): number {
  Deno.kill(Deno.pid, signal);
  // Deno takes signals in a thread of its own, so death comes a moment after.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);
  return 128 + (NUMBERS.get(signal) ?? 0);
}

const NUMBERS: ReadonlyMap<Deno.Signal, number> = new Map([
  ["SIGHUP", 1],
  ["SIGINT", 2],
  ["SIGQUIT", 3],
  ["SIGTERM", 15],
]);
