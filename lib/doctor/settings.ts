/**
 * Settings that stop git, that nobody reads, or that mean something else than they say.
 *
 * @module
 */

import { explainTrap } from "../config/toml_command.ts";
import { findCommandTrap } from "../config/command_traps.ts";
import { findFoldFaults, foldError, type FoldFault } from "../config/fold.ts";
import { parseGitBool } from "../config/git_config.ts";
import type { Setting } from "../config/setting.ts";
import { didYouMean } from "../did_you_mean.ts";
import { allEvents, findEvent } from "../events.ts";
import type { Finding } from "./finding.ts";
import { allHooks, configCommand, nameOf, type Patient } from "./patient.ts";

/**
 * Looks at git config and at what is wrong with hooks.toml files.
 *
 * @param patient who is examined
 * @returns the findings
 */
export function settingFindings(patient: Patient): readonly Finding[] {
  const settings = patient.sources.gitConfig.hooks;
  return [
    ...findFoldFaults(settings).map((fault) => faultFinding(fault, patient)),
    ...brokenFiles(patient),
    ...settings.flatMap((setting) => oneSetting(setting, patient)),
    ...commandsWithoutEvent(patient),
    ...argumentTraps(patient),
  ];
}

function faultFinding(fault: FoldFault, patient: Patient): Finding {
  const { setting } = fault;
  const { name = "", key } = setting;
  const said = foldError(fault).faults[0]?.message ?? "";
  const place = patient.places.of(setting.origin);
  const command = (words: readonly string[]): { readonly cure?: string } => {
    const cure = configCommand(setting, words, patient);
    return cure === undefined ? {} : { cure };
  };
  switch (fault.kind) {
    case "no-command":
      return {
        severity: "error",
        id: "no-command",
        message:
          `hook '${name}' has an event and no command: git 2.54 and later stop every command that ` +
          "runs hooks, and so do shims",
        place,
        ...command(["--unset-all", `hook.${name}.event`]),
      };
    case "event-as-name":
      return {
        severity: "error",
        id: "event-as-name",
        message:
          `hook '${name}' has the name of an event: git 2.55 and later stop every command that runs ` +
          "hooks, and so do shims",
        place,
        ...command(["--rename-section", `hook.${name}`, `hook.${name}-hook`]),
      };
    case "no-value":
      return {
        severity: "error",
        id: "no-value",
        message: said,
        place,
        ...command(["--unset-all", `hook.${name}.${key}`]),
      };
  }
}

function brokenFiles({ sources }: Patient): readonly Finding[] {
  return (sources.broken?.faults ?? []).map((fault) => {
    const { file, line, column } = fault.place ?? {};
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    return {
      severity: "error" as const,
      id: "broken-file",
      message: `${fault.message}; no hook of hooks.toml runs, and gates are closed`,
      ...(place === "" ? {} : { place }),
      cure: fault.hints?.[0] ?? "see all of it: git hooks check",
    };
  });
}

// What git (hook.c, hook_config_lookup_all()) reads below `hook.<name>.`.
const KEYS = ["command", "event", "enabled", "parallel", "jobs"];
const OURS = ["script", "args", "timeout", "refs"];

function oneSetting(setting: Setting, patient: Patient): readonly Finding[] {
  const { name, key, value, origin } = setting;
  if (name === undefined || value === undefined) return [];
  const place = patient.places.of(origin);
  const full = `hook.${name}.${key}`;
  if ((key === "enabled" || key === "parallel") && parseGitBool(value) === undefined) {
    const cure = configCommand(setting, [full, "false"], patient);
    const then = key === "enabled" ? "it switches nothing off" : "the hook is not parallel";
    return [{
      severity: "warning",
      id: "no-boolean",
      message: `${full} = ${value} is no boolean, so ${then}`,
      place,
      ...(cure === undefined ? {} : { cure }),
    }];
  }
  if (key === "event" && value !== "" && findEvent(value) === undefined) {
    return [unknownEvent(setting, patient)];
  }
  if (key === "enabled") return strangeSwitch(setting, patient);
  return KEYS.includes(key) ? [] : [unknownKey(setting, patient)];
}

function unknownEvent(setting: Setting, patient: Patient): Finding {
  const { name = "", value = "", origin } = setting;
  const near = didYouMean(value, allEvents().map((event) => event.name));
  const cure = near === undefined
    ? undefined
    : configCommand(setting, [`hook.${name}.event`, near], patient);
  return {
    severity: near === undefined ? "note" : "error",
    id: "unknown-event",
    message: near === undefined
      ? `git fires no event '${value}', so hook '${name}' runs by hand only`
      : `git fires no event '${value}', so hook '${name}' never runs; did you mean '${near}'?`,
    place: patient.places.of(origin),
    ...(cure === undefined ? {} : { cure }),
  };
}

// A switch for a hook that is on another branch is nothing strange; one for a misspelt name is.
function strangeSwitch(setting: Setting, patient: Patient): readonly Finding[] {
  const { name = "", origin } = setting;
  const { git, user, project } = patient.sources;
  const folds = [git, user, project];
  const names = folds.flatMap((fold) => [...fold.hooks.keys()]);
  const known = names.includes(name) || findEvent(name) !== undefined ||
    folds.some((fold) => fold.events.has(name));
  const near = known
    ? undefined
    : didYouMean(name, [...names, ...allEvents().map((event) => event.name)]);
  if (near === undefined) return [];
  const cure = configCommand(
    setting,
    ["--rename-section", `hook.${name}`, `hook.${near}`],
    patient,
  );
  return [{
    severity: "warning",
    id: "unknown-switch",
    message: `there is no hook '${name}' to switch; did you mean '${near}'?`,
    place: patient.places.of(origin),
    ...(cure === undefined ? {} : { cure }),
  }];
}

function unknownKey(setting: Setting, patient: Patient): Finding {
  const { name = "", key, origin } = setting;
  const full = `hook.${name}.${key}`;
  const near = didYouMean(key, KEYS);
  const place = patient.places.of(origin);
  if (OURS.includes(key)) {
    return {
      severity: "warning",
      id: "unread-key",
      message: `${full} is read by nobody: '${key}' works in hooks.toml only`,
      place,
    };
  }
  return {
    severity: "warning",
    id: "unknown-key",
    message: `git does not know ${full}` +
      (near === undefined ? "" : `; did you mean '${near}'?`),
    place,
  };
}

function commandsWithoutEvent(patient: Patient): readonly Finding[] {
  const { git, user, project } = patient.sources;
  const used = new Set(
    [git, user, project].flatMap((fold) =>
      [...fold.events.values()].flatMap((hooks) => [...hooks.keys()])
    ),
  );
  return [...git.hooks].flatMap(([name, { program }]) => {
    if (program === undefined || used.has(name)) return [];
    const cure = configCommand(program, [`hook.${name}.event`, "<event>"], patient);
    return [{
      severity: "warning" as const,
      id: "no-event",
      message: `hook '${name}' has a command and no event, so nothing starts it`,
      place: patient.places.of(program.origin),
      ...(cure === undefined ? {} : { cure: cure.replace("'<event>'", "<event>") }),
    }];
  });
}

// A hooks.toml with such a command is refused; git takes it.
function argumentTraps(patient: Patient): readonly Finding[] {
  return allHooks(patient).flatMap(({ hook, reason }) => {
    const args = findEvent(hook.event)?.args ?? [];
    if (hook.source !== "git-config" || hook.program?.kind !== "command") return [];
    if (args.length === 0 || (reason !== undefined && reason !== "not-installed")) return [];
    const trap = findCommandTrap(hook.program.text);
    if (trap === undefined) return [];
    const { ends, cure } = explainTrap(trap);
    return [{
      severity: "error" as const,
      id: "argument-trap",
      message: `the command of ${nameOf(hook)} ends in ${ends}, and git appends ${args.join(" ")}`,
      place: patient.places.of(hook.origin),
      cure,
    }];
  });
}
