/**
 * The one definition of the keys of a hooks.toml. The reader, the JSON schema, completions and the
 * documentation read it.
 *
 * @module
 */

/** The tables that have keys: the file's own, `[hook]`, `[hook.<name>]`, `[hook.<event>]`. */
export type TomlPlace = "top level" | "hook" | "hook.<name>" | "hook.<event>";

/** What a key takes. */
export type TomlKeyType = "version" | "text" | "events" | "refs" | "boolean" | "jobs" | "duration";

/** One key. */
export interface TomlKey {
  /** Its name, for example `command`. */
  readonly name: string;
  /** What it takes. */
  readonly type: TomlKeyType;
  /** The tables it may stand in. */
  readonly places: readonly TomlPlace[];
  /** What it does, one sentence. */
  readonly doc: string;
}

/**
 * The keys of a hooks.toml, in the order in which they are best written.
 *
 * @example Usage
 * ```ts
 * import { TOML_KEYS } from "@git-hooks/git-hooks";
 * console.assert(TOML_KEYS.some((key) => key.name === "command"));
 * ```
 */
export const TOML_KEYS: readonly TomlKey[] = [
  {
    name: "requires",
    type: "version",
    places: ["top level"],
    doc: "The oldest version of git-hooks that understands this file.",
  },
  {
    name: "event",
    type: "events",
    places: ["hook.<name>"],
    doc: "The event that runs the hook, or a list of events.",
  },
  {
    name: "command",
    type: "text",
    places: ["hook.<name>"],
    doc: "What to run, as in git config: through sh where it needs one, " +
      "with the event's arguments appended.",
  },
  {
    name: "script",
    type: "text",
    places: ["hook.<name>"],
    doc: "A file to run instead of a command, without a shell; " +
      "a relative path starts at the folder of this hooks.toml.",
  },
  {
    name: "args",
    type: "boolean",
    places: ["hook.<name>"],
    doc: "With false the event's arguments are not appended to the command.",
  },
  {
    name: "timeout",
    type: "duration",
    places: ["hook.<name>"],
    doc: "How long the hook may run, for example 30s, 5m or 1h; then it is killed and has failed.",
  },
  {
    name: "refs",
    type: "refs",
    places: ["hook.<name>"],
    doc:
      "Patterns of sh's case for full ref names, on events that bring refs: the hook runs for matching " +
      "refs only; * matches slashes, too, and a pattern behind ! takes refs away.",
  },
  {
    name: "parallel",
    type: "boolean",
    places: ["hook.<name>"],
    doc: "With true the hook may run beside other hooks of the event that may, too.",
  },
  {
    name: "enabled",
    type: "boolean",
    places: ["hook.<name>", "hook.<event>"],
    doc: "With false the hook, or every hook of the event, is switched off.",
  },
  {
    name: "jobs",
    type: "jobs",
    places: ["hook", "hook.<event>"],
    doc: "How many hooks may run at the same time; -1 is as many as there are processors.",
  },
];

/**
 * The events whose hooks can be limited to some refs.
 *
 * @example Usage
 * ```ts
 * import { REF_EVENTS } from "@git-hooks/git-hooks";
 * console.assert(REF_EVENTS.includes("update"));
 * ```
 */
export const REF_EVENTS: readonly string[] = [
  "pre-receive",
  "update",
  "proc-receive",
  "post-receive",
  "post-update",
  "reference-transaction",
];

const BY_PLACE: ReadonlyMap<TomlPlace, ReadonlyMap<string, TomlKey>> = new Map(
  (["top level", "hook", "hook.<name>", "hook.<event>"] as const).map((place) => [
    place,
    new Map(TOML_KEYS.filter((key) => key.places.includes(place)).map((key) => [key.name, key])),
  ]),
);

/**
 * Lists the keys that a table may have.
 *
 * @param place the kind of table
 * @returns the keys by their names, in the order in which they are best written
 * @example Usage
 * ```ts
 * import { tomlKeysOf } from "@git-hooks/git-hooks";
 * console.assert(tomlKeysOf("hook.<name>").has("command"));
 * console.assert(!tomlKeysOf("hook.<event>").has("command"));
 * ```
 */
export function tomlKeysOf(place: TomlPlace): ReadonlyMap<string, TomlKey> {
  return BY_PLACE.get(place) ?? new Map();
}
