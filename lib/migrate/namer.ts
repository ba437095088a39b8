/**
 * Friendly names for migrated hooks.
 *
 * @module
 */

import { findEvent } from "../events.ts";

/** Gives friendly names that no scope has. */
export class Namer {
  readonly #taken: Set<string>;

  /** @param taken the names that are taken */
  constructor(taken: ReadonlySet<string>) {
    this.#taken = new Set(taken);
  }

  /**
   * Names the hook of an event.
   *
   * @param event the event
   * @returns `<event>-script`, with a number where that is taken; never the name of an event
   */
  name(event: string): string {
    return this.#free(`${event}-script`);
  }

  /**
   * Names the hook of a dispatcher's part.
   *
   * @param event the event
   * @param part the part's file name
   * @returns `<event>-<part>`, with `-` for what would need quotes, and a number where that is taken
   */
  partName(event: string, part: string): string {
    const plain = part.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+|[.-]+$/g, "");
    return this.#free(`${event}-${plain === "" ? "part" : plain}`);
  }

  #free(base: string): string {
    let name = base;
    for (let number = 2; this.#taken.has(name) || findEvent(name) !== undefined; number++) {
      name = `${base}-${number}`;
    }
    this.#taken.add(name);
    return name;
  }
}
