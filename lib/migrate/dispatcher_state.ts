/**
 * What is known of a dispatcher while its commands are followed.
 *
 * @module
 */

import { HOOKDIR, type Status, type WordPlace, Words } from "./dispatcher_words.ts";

/** A file of `<event>.d/`. */
export interface DispatchedFile {
  /** Its name. */
  readonly name: string;
  /** What it is; a link is what it leads to. */
  readonly kind: "file" | "folder" | "missing" | "other";
  /** True when we may execute it. */
  readonly executable: boolean;
}

/** Why the commands behind one are not reached. */
export type Signal =
  | { readonly kind: "continue" | "break" }
  | { readonly kind: "exit"; readonly status: Status; readonly line: number };

/** How a command ended. */
export interface Outcome {
  /** Its exit status. */
  readonly status: Status;
  /** True when that is turned round. */
  readonly negated: boolean;
  /** Why the commands behind it are not reached, if they are not. */
  readonly signal?: Signal | undefined;
}

/** It ended well. */
export const WELL: Outcome = { status: "zero", negated: false };

/** It failed. */
export const BADLY: Outcome = { status: "failed", negated: false };

/** Where a dispatcher stands. */
export interface DispatcherPlace extends WordPlace {
  /** The files of its folder, in the order of a pattern. */
  readonly files: readonly DispatchedFile[];
}

/** What is known at one moment. */
export class DispatcherState {
  /** Where it stands. */
  readonly place: DispatcherPlace;
  /** Its variables. */
  readonly words: Words;
  /** The folder of its parts. */
  readonly folder: string;
  /** True for bash, which has more than sh. */
  readonly bash: boolean;
  /** For each part that was started: whether its failure ends the dispatcher. */
  readonly stops: Map<string, boolean> = new Map();
  /** `set -e`. */
  errexit: boolean;
  /** The part that is gone through now. */
  part: DispatchedFile | undefined = undefined;
  /** True once the loop was met. */
  looped = false;
  /** True where commands are followed that may be reached or not. */
  inBranch = false;
  /** True where the commands of a trap are looked at. */
  inTrap = false;
  /** True when the standard input was put into a file. */
  inputKept = false;
  /** True when a part was given the standard input itself. */
  inputTaken = false;
  /** True when it prints something. */
  prints = false;

  /**
   * @param place where it stands
   * @param shell which shell, and whether its first line says `-e`
   */
  constructor(
    place: DispatcherPlace,
    shell: { readonly bash: boolean; readonly errexit: boolean },
  ) {
    this.place = place;
    this.bash = shell.bash;
    this.errexit = shell.errexit;
    this.folder = `${HOOKDIR}/${place.event.name}.d`;
    this.words = new Words({ ...place, bash: shell.bash });
  }

  /**
   * Tells whether a path is that of the part that is gone through now.
   *
   * @param path a text of the words
   * @returns the part
   */
  partAt(path: string): DispatchedFile | undefined {
    const part = this.part;
    return part !== undefined && path === `${this.folder}/${part.name}` ? part : undefined;
  }
}
