/**
 * The journal of a repository: every change that `install` and `migrate` make goes through it. The
 * intent is on disk with copies of all that will change before the first write; killed at any point,
 * the next command of ours takes an unfinished change back, or finishes an unfinished undo.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { applyStep } from "./apply.ts";
import { Disk, lstatIfThere, readOwnership } from "./disk.ts";
import { takeLock } from "./lock.ts";
import { type Recorded, recordSteps } from "./record.ts";
import { recover } from "./recover.ts";
import {
  dropEntry,
  journalFolder,
  makeHome,
  readEntries,
  removeHome,
  writeEntry,
} from "./store.ts";
import type { Entry, Step } from "./step.ts";
import { takeBack } from "./take_back.ts";
import {
  finishUndo,
  isCompanion,
  planUndo,
  type UndoPlan,
  withCompanions,
  writeUndo,
} from "./undo.ts";

/** What a command is about to do. */
export interface Intent {
  /** The command, for example `install` or `migrate`. */
  readonly command: string;
  /** Its steps, in order. */
  readonly steps: readonly Step[];
  /**
   * What the command wants to find again in {@linkcode Journal.entries}; `companion: "yes"` says that
   * nobody asked for it, and that it goes with the last entry that somebody asked for.
   */
  readonly notes?: Readonly<Record<string, string>>;
}

/** The journal of one repository, open for one command: nobody else changes hooks meanwhile. */
export class Journal implements AsyncDisposable {
  /** The common git directory, absolute and real. */
  readonly commonDir: string;
  /** What an interrupted command had left, and was put right; for people. */
  readonly recovered: readonly string[];
  readonly #disk: Disk;
  readonly #unlock: () => Promise<void>;
  #entries: readonly Entry[];
  #open: { readonly entry: Entry; readonly recorded: readonly Recorded[] } | undefined;

  private constructor(parts: {
    readonly commonDir: string;
    readonly recovered: readonly string[];
    readonly disk: Disk;
    readonly unlock: () => Promise<void>;
    readonly entries: readonly Entry[];
  }) {
    this.commonDir = parts.commonDir;
    this.recovered = parts.recovered;
    this.#disk = parts.disk;
    this.#unlock = parts.unlock;
    this.#entries = parts.entries;
  }

  /**
   * Takes the lock and puts right what an interrupted command left.
   *
   * @param commonDir the common git directory, absolute
   * @param options `patience` is how long to wait for another command, in milliseconds
   * @returns the journal; dispose of it to give the lock back
   * @throws {UserError} when another command holds the lock, or an entry cannot be read
   */
  static async open(
    commonDir: string,
    options: { readonly patience?: number } = {},
  ): Promise<Journal> {
    const real = await Deno.realPath(commonDir);
    const disk = new Disk(await readOwnership(real));
    const unlock = await takeLock(real, options.patience);
    try {
      const recovered = await recover(disk, real);
      const entries = await readEntries(real);
      return new Journal({ commonDir: real, recovered, disk, unlock, entries });
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  /** What was done and not undone, oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /**
   * Writes an intent down, with copies of all that it will change.
   *
   * @param intent what is to be done
   * @throws {UserError} when `hooks.d` is somebody else's
   */
  async begin(intent: Intent): Promise<void> {
    if (this.#open !== undefined) throw new TypeError("Cannot begin: an intent is open already");
    await makeHome(this.#disk, this.commonDir);
    const last = this.#entries.at(-1)?.id ?? "0";
    const id = String(Number(last) + 1).padStart(4, "0");
    const folder = `${journalFolder(this.commonDir)}/${id}`;
    await this.#disk.makeDirectory(folder);
    const recorded = await recordSteps(this.#disk, intent.steps, {
      commonDir: this.commonDir,
      folder,
    });
    const entry: Entry = {
      id,
      command: intent.command,
      time: new Date().toISOString(),
      notes: intent.notes ?? {},
      done: false,
      records: recorded.map(({ record }) => record),
    };
    await writeEntry(this.#disk, this.commonDir, entry);
    this.#open = { entry, recorded };
  }

  /**
   * Does one step of the open intent; steps are done in their order.
   *
   * @param step one of the intent's steps, the same object
   * @throws {UserError} when somebody else changed the path meanwhile, or a link is refused
   */
  async apply(step: Step): Promise<void> {
    const { entry, recorded } = this.#opened();
    const found = recorded.find((one) => one.step === step);
    if (found === undefined) throw new TypeError("Cannot apply a step that was not begun");
    await applyStep(this.#disk, found, `${journalFolder(this.commonDir)}/${entry.id}`);
  }

  /** Marks the open intent as done: from here on it stays. */
  async commit(): Promise<void> {
    const { entry } = this.#opened();
    const done = { ...entry, done: true };
    await writeEntry(this.#disk, this.commonDir, done);
    this.#entries = [...this.#entries, done];
    this.#open = undefined;
  }

  /** Takes the steps of the open intent back that were done. */
  async rollback(): Promise<void> {
    const { entry } = this.#opened();
    this.#open = undefined;
    const rest = await takeBack(this.#disk, this.commonDir, entry);
    if (rest === undefined) await dropEntry(this.#disk, this.commonDir, entry.id);
    else this.#entries = [...this.#entries, rest];
    if (this.#entries.length === 0) await removeHome(this.#disk, this.commonDir);
  }

  /**
   * Does a whole intent, or nothing of it.
   *
   * @param intent what is to be done; without steps nothing is written
   * @throws {UserError} when a step fails; all steps have then been taken back
   */
  async run(intent: Intent): Promise<void> {
    if (intent.steps.length === 0) return;
    try {
      await this.begin(intent);
      for (const step of intent.steps) await this.apply(step);
      await this.commit();
    } catch (error) {
      if (this.#open !== undefined) await this.rollback();
      else if (this.#entries.length === 0) await recover(this.#disk, this.commonDir);
      throw error;
    }
  }

  /**
   * Looks at what an undo would do, and what stands in its way; nothing is changed.
   *
   * @param ids the entries to undo
   * @returns what would be restored, and what somebody changed since
   */
  planUndo(ids: readonly string[]): Promise<UndoPlan> {
    return planUndo(this.commonDir, this.#entries, ids);
  }

  /**
   * Undoes entries, newest first; with the last entry `hooks.d` goes too.
   *
   * @param ids the entries to undo
   * @param options `leave` names paths (as in {@linkcode UndoPlan}) that stay as somebody left them;
   *   only paths at which nothing stood before
   * @throws {UserError} when something was changed since that is not in `leave`; nothing is changed then
   */
  async undo(
    ids: readonly string[],
    options: { readonly leave?: readonly string[] } = {},
  ): Promise<void> {
    const leave = options.leave ?? [];
    const plan = await this.planUndo(ids);
    const obstacles = plan.obstacles.filter((one) => one.needed || !leave.includes(one.path));
    if (obstacles.length > 0) {
      throw new UserError(
        obstacles.map(({ path, reason }) => ({ message: `${path} ${reason}` })),
        { exitCode: 1, level: "error" },
      );
    }
    if (ids.length === 0) return;
    await writeUndo(this.#disk, this.commonDir, withCompanions(this.#entries, ids));
    await finishUndo(this.#disk, this.commonDir);
    this.#entries = await readEntries(this.commonDir);
  }

  /** Makes entries that nobody had asked for stand on their own, as somebody has asked by now. */
  async adopt(): Promise<void> {
    const adopted: Entry[] = [];
    for (const entry of this.#entries) {
      const wanted = isCompanion(entry) && entry.command === "install";
      const own = wanted ? { ...entry, notes: { ...entry.notes, companion: "no" } } : entry;
      if (wanted) await writeEntry(this.#disk, this.commonDir, own);
      adopted.push(own);
    }
    this.#entries = adopted;
  }

  /**
   * Tells whether a file can get a second name in the common git directory, by trying it.
   *
   * @param path the file or link, absolute
   * @returns true when link(2) allows it: one file system, no `protected_hardlinks` in the way
   */
  async canLink(path: string): Promise<boolean> {
    const probe = `${this.commonDir}/.hooks.d.git-hooks-new`;
    await this.#disk.remove(probe);
    try {
      await this.#disk.link(path, probe);
      return true;
    } catch {
      return false;
    } finally {
      if (await lstatIfThere(probe) !== undefined) await this.#disk.remove(probe);
    }
  }

  /** Gives the lock back. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#unlock();
  }

  #opened(): { readonly entry: Entry; readonly recorded: readonly Recorded[] } {
    if (this.#open === undefined) throw new TypeError("Cannot go on: no intent is open");
    return this.#open;
  }
}
