import assert from "node:assert/strict";
import { parseHooksToml } from "../lib/config/hooks_toml.ts";
import { TOML_KEYS } from "../lib/config/toml_keys.ts";
import { projectRoot } from "./support/sandbox.ts";

const example = await Deno.readTextFile(`${projectRoot}/hooks.example.toml`);

Deno.test("hooks.example.toml is valid in every scope", () => {
  for (const scope of ["system", "project", "local"] as const) {
    const options = { path: "/etc/git-hooks/hooks.toml", file: "hooks.toml", scope };
    assert.ok(parseHooksToml(example, options).settings.length > 0);
  }
});

Deno.test("hooks.example.toml has every key", () => {
  for (const { name } of TOML_KEYS) {
    assert.match(example, new RegExp(`^${name} = `, "m"), name);
  }
});

Deno.test("hooks.example.toml has a comment above every key that stands there first", () => {
  const lines = example.split("\n");
  for (const { name } of TOML_KEYS) {
    const first = lines.findIndex((line) => line.startsWith(`${name} = `));
    assert.match(lines.slice(Math.max(0, first - 2), first).join("\n"), /^#/m, name);
  }
});
