/**
 * Friendly names for migrated hooks.
 *
 * @module
 */

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
    const base = `${event}-script`;
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}-${number}`;
    this.#taken.add(name);
    return name;
  }
}
