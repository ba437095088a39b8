/**
 * Every command there is: its words, and how its code is loaded. Dispatch, help, "did you mean" and
 * completions read this table, so a command is known everywhere as soon as it stands here.
 *
 * @module
 */

import { DOCTOR, EXPLAIN } from "./explain_words.ts";
import { CHECK, HOOK, LIST, RUN } from "./hook_path_commands.ts";
import { INSTALL, UNINSTALL } from "./install_words.ts";
import { MIGRATE } from "./migrate_words.ts";
import type { CommandSpec } from "./options.ts";
import { TRUST } from "./trust_words.ts";
import type { Console } from "./ui/console.ts";

/** A command's code: takes the words after its name, prints, answers the exit code. */
export type CommandCode = (args: readonly string[], console: Console) => Promise<number>;

/** One command. */
export interface CommandEntry {
  /** Its words. */
  readonly spec: CommandSpec;
  /** The heading it stands under in the help; a hidden one has none. */
  readonly group: "Look" | "Run" | "Change" | "Explain" | undefined;
  /** Loads its code. */
  readonly load: () => Promise<CommandCode>;
}

// The paths stand here as literals so that the bundler sees them.
const TABLE: readonly CommandEntry[] = [
  {
    spec: LIST,
    group: "Look",
    load: async () => (await import("./commands/list.ts")).listCommand,
  },
  {
    spec: CHECK,
    group: "Look",
    load: async () => (await import("./commands/check.ts")).checkCommand,
  },
  {
    spec: RUN,
    group: "Run",
    load: async () => (await import("./commands/run.ts")).runCommand,
  },
  {
    spec: HOOK,
    group: undefined,
    load: async () => (await import("./commands/hook.ts")).hookCommand,
  },
  {
    spec: MIGRATE,
    group: "Change",
    load: async () => (await import("./commands/migrate.ts")).migrateCommand,
  },
  {
    spec: TRUST,
    group: "Change",
    load: async () => (await import("./commands/trust.ts")).trustCommand,
  },
  {
    spec: INSTALL,
    group: "Change",
    load: async () => (await import("./commands/install.ts")).installCommand,
  },
  {
    spec: UNINSTALL,
    group: "Change",
    load: async () => (await import("./commands/uninstall.ts")).uninstallCommand,
  },
  {
    spec: EXPLAIN,
    group: "Explain",
    load: async () => (await import("./commands/explain.ts")).explainCommand,
  },
  {
    spec: DOCTOR,
    group: "Explain",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
];

/**
 * Lists the commands.
 *
 * @returns every command, hidden ones included, in the order of the help
 */
export function allCommands(): readonly CommandEntry[] {
  return TABLE;
}

/**
 * Finds a command.
 *
 * @param name its name
 * @returns the command, or undefined when there is none of that name
 */
export function findCommand(name: string): CommandEntry | undefined {
  return TABLE.find((entry) => entry.spec.name === name);
}
