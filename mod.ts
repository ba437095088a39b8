/**
 * git-hooks: migrates the scripts of a hookdir into config-defined hooks, and lists, checks and runs
 * them with one resolver.
 *
 * @module
 */

export * from "./lib/bytes.ts";
export * from "./lib/config/check_file.ts";
export * from "./lib/config/fold.ts";
export * from "./lib/config/git_config.ts";
export * from "./lib/config/git_config_lines.ts";
export * from "./lib/config/hooks_toml.ts";
export * from "./lib/config/setting.ts";
export * from "./lib/config/toml_keys.ts";
export * from "./lib/config/toml_quote.ts";
export * from "./lib/convert/converted.ts";
export * from "./lib/convert/export.ts";
export * from "./lib/convert/git_config_text.ts";
export * from "./lib/convert/import.ts";
export * from "./lib/did_you_mean.ts";
export * from "./lib/doctor/diagnose.ts";
export * from "./lib/doctor/finding.ts";
export * from "./lib/errors.ts";
export * from "./lib/events.ts";
export * from "./lib/explain/explain.ts";
export * from "./lib/explain/explanation.ts";
export * from "./lib/git/capability.ts";
export * from "./lib/git/git.ts";
export * from "./lib/git/repository.ts";
export * from "./lib/hook.ts";
export * from "./lib/install/missing_shims.ts";
export * from "./lib/install/needed_events.ts";
export * from "./lib/migrate/recognise.ts";
export * from "./lib/overview.ts";
export * from "./lib/paths.ts";
export * from "./lib/plan/shim.ts";
export * from "./lib/quote.ts";
export * from "./lib/resolver.ts";
export * from "./lib/run/environment.ts";
export * from "./lib/run/options.ts";
export * from "./lib/run/project_news.ts";
export * from "./lib/run/run_hooks.ts";
export * from "./lib/run/untrusted_stop.ts";
export * from "./lib/sources.ts";
export * from "./lib/trust/difference.ts";
export * from "./lib/trust/policy.ts";
export * from "./lib/trust/project_text.ts";
export * from "./lib/trust/project_trust.ts";
export * from "./lib/trust/store.ts";
export * from "./lib/version.ts";
