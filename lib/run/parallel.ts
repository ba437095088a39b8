/**
 * Hooks side by side, their output never mixed: one of them is shown live, the others are kept until
 * their turn, as git's `run_processes_parallel()` (run-command.c) does it.
 *
 * @module
 */

import type { Hook } from "../hook.ts";
import type { Outcome } from "./outcome.ts";
import { type RunContext, type Running, startHook } from "./start_hook.ts";

/**
 * Runs several hooks at once. Once one cannot be started, no further one is, and those that run go on.
 *
 * @param hooks the hooks that run, in their order
 * @param context what they have in common; `buffered` is true
 * @param jobs how many at once
 * @returns what became of each, in their order
 */
export async function runParallel(
  hooks: readonly Hook[],
  context: RunContext,
  jobs: number,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<Hook, Outcome>();
  const slots = new Slots(Math.min(jobs, hooks.length), context);
  const waiting = [...hooks];
  let stopped = false;
  while (true) {
    while (!stopped && waiting.length > 0 && !slots.full) {
      if (context.signals.caught !== undefined) break;
      const [hook] = waiting.splice(0, 1);
      if (hook === undefined) break;
      const started = await startHook(hook, context);
      if ("end" in started) {
        slots.put(started);
        continue;
      }
      outcomes.set(hook, started);
      stopped = started.kind === "not-started";
    }
    const outcome = await slots.next();
    if (outcome === undefined) break;
    outcomes.set(outcome.hook, outcome);
  }
  return hooks.map((hook): Outcome => outcomes.get(hook) ?? { hook, kind: "not-run", code: 0 });
}

interface Slot {
  readonly index: number;
  readonly kept: Uint8Array[];
  readonly done: Promise<readonly [Slot, Outcome]>;
}

// The places of git's `struct parallel_processes`, one of which owns the output.
class Slots {
  readonly #slots: (Slot | undefined)[];
  readonly #context: RunContext;
  /** What hooks that have ended printed, in the order in which they ended. */
  #ofEnded: Uint8Array[] = [];
  #owner = 0;

  constructor(count: number, context: RunContext) {
    this.#slots = new Array<Slot | undefined>(count).fill(undefined);
    this.#context = context;
  }

  get full(): boolean {
    return !this.#slots.includes(undefined);
  }

  put(running: Running): void {
    const index = this.#slots.indexOf(undefined);
    // All had ended: the next one to start is shown live.
    if (this.#slots[this.#owner] === undefined) this.#owner = index;
    const kept: Uint8Array[] = [];
    const slot: Slot = {
      index,
      kept,
      done: this.#read(running, index, kept).then((outcome) => [slot, outcome] as const),
    };
    this.#slots[index] = slot;
  }

  /** Waits until one ends; undefined when none runs. */
  async next(): Promise<Outcome | undefined> {
    const running = this.#slots.filter((slot) => slot !== undefined);
    if (running.length === 0) return undefined;
    const [slot, outcome] = await Promise.race(running.map((one) => one.done));
    this.#slots[slot.index] = undefined;
    if (slot.index === this.#owner) {
      this.#show(slot.kept.splice(0));
      this.#show(this.#ofEnded.splice(0));
      this.#passOn();
    } else {
      this.#ofEnded.push(...slot.kept.splice(0));
    }
    return outcome;
  }

  // A hook has ended when nothing holds its output any more, as in git; but once we are to die, what it
  // left behind is not waited for.
  async #read(running: Running, index: number, kept: Uint8Array[]): Promise<Outcome> {
    const reader = running.child.stderr.getReader();
    Promise.all([running.child.status, this.#context.signals.whenCaught])
      .then(() => reader.cancel())
      .catch(() => {});
    while (true) {
      const { done, value } = await reader.read();
      if (done) return await running.end();
      kept.push(value);
      if (index === this.#owner) this.#show(kept.splice(0));
    }
  }

  // The next one that runs, going round.
  #passOn(): void {
    const count = this.#slots.length;
    for (let step = 0; step < count; step++) {
      const index = (this.#owner + step) % count;
      const slot = this.#slots[index];
      if (slot === undefined) continue;
      this.#owner = index;
      this.#show(slot.kept.splice(0));
      return;
    }
  }

  #show(parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      const take = this.#context.options.sink.hookOutput ?? toStandardError;
      take(part);
    }
  }
}

function toStandardError(bytes: Uint8Array): void {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(Deno.stderr.writeSync(rest));
  } catch (error) {
    // Nobody reads it any more.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
