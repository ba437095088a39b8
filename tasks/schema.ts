/**
 * Writes `share/hooks.schema.json`, which editors use to complete and check a hooks.toml, from the one
 * definition of its keys.
 *
 * @module
 */

import { allEvents } from "../lib/events.ts";
import {
  type TomlKey,
  tomlKeysOf,
  type TomlKeyType,
  type TomlPlace,
} from "../lib/config/toml_keys.ts";

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/**
 * Draws the JSON schema.
 *
 * @returns its text, as it is committed
 */
export function schemaText(): string {
  return `${JSON.stringify(schema(), null, 2)}\n`;
}

function schema(): Json {
  const events = allEvents().map((event) => event.name);
  const hook = {
    type: "object",
    additionalProperties: false,
    required: ["event"],
    oneOf: [{ required: ["command"] }, { required: ["script"] }],
    properties: properties("hook.<name>"),
  };
  const event = {
    type: "object",
    additionalProperties: false,
    properties: properties("hook.<event>"),
  };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "hooks.toml of git-hooks",
    type: "object",
    additionalProperties: false,
    properties: {
      ...properties("top level"),
      hook: {
        type: "object",
        description:
          "One table for each hook, named freely; a table named as an event has its switches.",
        properties: {
          ...properties("hook"),
          ...Object.fromEntries(events.map((name) => [name, event])),
        },
        propertyNames: { pattern: "^(?![0-9]+$)[^=\\x00-\\x1f\\x7f]+$" },
        additionalProperties: hook,
      },
    },
  };
}

function properties(place: TomlPlace): { readonly [key: string]: Json } {
  return Object.fromEntries(
    [...tomlKeysOf(place).values()].map((key) => [key.name, property(key)]),
  );
}

function property(key: TomlKey): Json {
  return { description: key.doc, ...typeOf(key.type) };
}

function typeOf(type: TomlKeyType): { readonly [key: string]: Json } {
  switch (type) {
    case "version":
      return { type: "string", pattern: "^[0-9]+\\.[0-9]+(\\.[0-9]+)?$" };
    case "text":
      return { type: "string", pattern: "\\S" };
    case "events":
      return oneOrMore({
        enum: allEvents().filter((event) => !event.fileOnly || event.name === "proc-receive")
          .map((event) => event.name),
      });
    case "refs":
      return oneOrMore({ type: "string", pattern: "^!?(refs/|[*?\\[]|[A-Z_]+$)" });
    case "boolean":
      return { type: "boolean" };
    case "jobs":
      return { anyOf: [{ type: "integer", minimum: 1 }, { const: -1 }] };
    case "duration":
      return {
        anyOf: [{ type: "string", pattern: "^[0-9]+[smh]?$" }, { type: "integer", minimum: 1 }],
      };
  }
}

function oneOrMore(item: Json): { readonly [key: string]: Json } {
  return { anyOf: [item, { type: "array", minItems: 1, uniqueItems: true, items: item }] };
}

if (import.meta.main) {
  await Deno.writeTextFile(new URL("../share/hooks.schema.json", import.meta.url), schemaText());
}
