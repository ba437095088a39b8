/**
 * What a journal can do and undo: the steps a command asks for, and the records that are kept of them.
 *
 * @module
 */

/** One change to the file system or to a git config file; every path is absolute. */
export type Step =
  /** Makes one directory; nothing is done when it is there. */
  | { readonly kind: "make-directory"; readonly path: string }
  /** Gives the file or symbolic link `from` a second name, link(2). */
  | { readonly kind: "link"; readonly path: string; readonly from: string }
  /** Makes a symbolic link with this text. */
  | { readonly kind: "symlink"; readonly path: string; readonly target: string }
  /** Puts a file where nothing is, or in place of the file or link that is there, by one rename. */
  | {
    readonly kind: "write-file";
    readonly path: string;
    readonly bytes: Uint8Array;
    /** The permission bits; left out: those of the file that is replaced, else what the umask leaves of 0666. */
    readonly mode?: number;
    /** True for a program: the umask then leaves its part of 0777. */
    readonly executable?: boolean;
  }
  /**
   * Adds text at the end of a file by one rename, or makes the file. Its undo gives the old file back
   * when nothing was changed since, else takes out the text that was added.
   */
  | { readonly kind: "append-file"; readonly path: string; readonly text: string }
  /** Takes a file or a symbolic link away. */
  | { readonly kind: "remove-file"; readonly path: string }
  /** Gives a key of a git config file one value, or takes the key out (`value` undefined). */
  | {
    readonly kind: "set-config";
    readonly path: string;
    readonly key: string;
    readonly value: string | undefined;
  };

/** What stands at a path. */
export type PathState =
  | { readonly type: "absent" }
  | { readonly type: "directory" }
  | { readonly type: "link"; readonly target: string }
  /** `copy` is the file's content, a file of the entry's own folder. */
  | { readonly type: "file"; readonly copy: string; readonly mode: number; readonly links: number };

/** A step as it is remembered; paths are relative to the common git directory. */
export interface StepRecord {
  /** The step's kind. */
  readonly kind: Step["kind"];
  /** The path that is changed. */
  readonly path: string;
  /** What stood there before. */
  readonly before: PathState;
  /** What stands there afterwards. */
  readonly after: PathState;
  /** For a link: the file that got a second name. For a file that was replaced: where it still is itself. */
  readonly original?: string;
  /** For a config file: the key, its values before, and those after. */
  readonly config?: {
    readonly key: string;
    readonly before: readonly string[];
    readonly after: readonly string[];
  };
  /** For an appended text: the text. */
  readonly text?: string;
  /** True when an undo of an older entry has given the path back since: nothing is left to take back. */
  readonly void?: boolean;
}

/** One run of a command that changed something. */
export interface Entry {
  /** Its name: a number, counted up. */
  readonly id: string;
  /** The command, for example `install` or `migrate`. */
  readonly command: string;
  /** When it was made, ISO 8601. */
  readonly time: string;
  /** What the command wants to remember, for example the names of hooks. */
  readonly notes: Readonly<Record<string, string>>;
  /** False while the steps are being done: a journal opened then takes them back. */
  readonly done: boolean;
  /** The steps, in the order in which they are done. */
  readonly records: readonly StepRecord[];
}

/**
 * Reads an entry from its text.
 *
 * @param text the content of an `entry.json`
 * @returns the entry, or undefined when the text is not one
 */
export function parseEntry(text: string): Entry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { id, command, time, done, notes, records } = value;
  if (typeof id !== "string" || typeof command !== "string" || typeof time !== "string") {
    return undefined;
  }
  if (typeof done !== "boolean" || !Array.isArray(records)) return undefined;
  const parsed = records.map(parseRecord);
  const known = parsed.filter((record) => record !== undefined);
  if (known.length !== parsed.length) return undefined;
  return { id, command, time, done, notes: texts(notes), records: known };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function texts(value: unknown): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  if (!isObject(value)) return found;
  for (const [key, text] of Object.entries(value)) if (typeof text === "string") found[key] = text;
  return found;
}

const KINDS: readonly Step["kind"][] = [
  "make-directory",
  "link",
  "symlink",
  "write-file",
  "append-file",
  "remove-file",
  "set-config",
];

function parseRecord(value: unknown): StepRecord | undefined {
  if (!isObject(value)) return undefined;
  const kind = KINDS.find((known) => known === value["kind"]);
  const { path, original, text } = value;
  const before = parseState(value["before"]);
  const after = parseState(value["after"]);
  if (kind === undefined || typeof path !== "string" || before === undefined) return undefined;
  if (after === undefined) return undefined;
  const config = parseConfig(value["config"]);
  return {
    kind,
    path,
    before,
    after,
    ...(typeof original === "string" ? { original } : {}),
    ...(config === undefined ? {} : { config }),
    ...(typeof text === "string" ? { text } : {}),
    ...(value["void"] === true ? { void: true } : {}),
  };
}

function parseConfig(value: unknown): StepRecord["config"] {
  if (!isObject(value) || typeof value["key"] !== "string") return undefined;
  return { key: value["key"], before: list(value["before"]), after: list(value["after"]) };
}

function list(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function parseState(value: unknown): PathState | undefined {
  if (!isObject(value)) return undefined;
  switch (value["type"]) {
    case "absent":
      return { type: "absent" };
    case "directory":
      return { type: "directory" };
    case "link":
      return typeof value["target"] === "string"
        ? { type: "link", target: value["target"] }
        : undefined;
    case "file": {
      const { copy, mode, links } = value;
      return typeof copy === "string" && /^(?:old|new)-\d+$/.test(copy) &&
          typeof mode === "number" && typeof links === "number"
        ? { type: "file", copy, mode, links }
        : undefined;
    }
    default:
      return undefined;
  }
}
