/**
 * Every command there is: its words, and how its code is loaded. Dispatch, help, "did you mean" and
 * completions read this table, so a command is known everywhere as soon as it stands here.
 *
 * @module
 */

import { checkCommand } from "./commands/check.ts";
import { hookCommand } from "./commands/hook.ts";
import { listCommand } from "./commands/list.ts";
import { runCommand } from "./commands/run.ts";
import { EXPORT, IMPORT } from "./convert_words.ts";
import { COMPLETE, COMPLETION, DOCTOR, EXPLAIN } from "./explain_words.ts";
import { CHECK, HOOK, LIST, RUN } from "./hook_path_commands.ts";
import { INSTALL, UNINSTALL } from "./install_words.ts";
import { MIGRATE } from "./migrate_words.ts";
import type { CommandSpec } from "./options.ts";
import { RECEIVE_PLAN } from "./receive_words.ts";
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

// The paths stand here as literals so that the bundler sees them. The commands on the way to running a
// hook are loaded at once: to find and open a file late costs more than their code.
const TABLE: readonly CommandEntry[] = [
  {
    spec: LIST,
    group: "Look",
    load: () => Promise.resolve(listCommand),
  },
  {
    spec: CHECK,
    group: "Look",
    load: () => Promise.resolve(checkCommand),
  },
  {
    spec: RUN,
    group: "Run",
    load: () => Promise.resolve(runCommand),
  },
  {
    spec: HOOK,
    group: undefined,
    load: () => Promise.resolve(hookCommand),
  },
  {
    spec: RECEIVE_PLAN,
    group: undefined,
    load: async () => (await import("./commands/receive_pack.ts")).receivePackCommand,
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
    spec: EXPORT,
    group: "Change",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  {
    spec: IMPORT,
    group: "Change",
    load: async () => (await import("./commands/import.ts")).importCommand,
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
  {
    spec: COMPLETION,
    group: "Explain",
    load: async () => (await import("./commands/completion.ts")).completionCommand,
  },
  {
    spec: COMPLETE,
    group: undefined,
    load: async () => (await import("./commands/complete.ts")).completeCommand,
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
