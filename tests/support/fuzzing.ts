/**
 * Random and damaged input for everything that reads what others wrote. Each function takes how many inputs
 * to try, throws what it finds with the input that shows it, and answers how many it tried.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { allCommands } from "../../cli/commands_table.ts";
import { type GitConfigRecord, parseGitConfig } from "../../lib/config/git_config.ts";
import { configLines } from "../../lib/config/git_config_lines.ts";
import { parseHooksToml } from "../../lib/config/hooks_toml.ts";
import { gitConfigSection } from "../../lib/convert/git_config_text.ts";
import { UserError } from "../../lib/errors.ts";
import { findEvent } from "../../lib/events.ts";
import { printable } from "../../lib/quote.ts";
import { configText } from "../../lib/receive/config_text.ts";
import { projectRoot, Sandbox } from "./sandbox.ts";

/** Texts that mean something to somebody who reads them carelessly. */
export const TOKENS: readonly string[] = [
  ..."'\"`$\\;&|<>(){}[]*?!#~=%@:,.+-^ \t\n\r".split(""),
  "\0",
  "\x1b[2J",
  "\u009b",
  "\u202e",
  "\ufeff",
  "\r\n",
  "é",
  "日本",
  "😀",
  "\ud800",
  "$(touch c1)",
  "`touch c2`",
  ";touch c3;",
  "'\ntouch c4\n'",
  "${IFS}",
  "\\n",
  '"""',
  "'''",
  "[[",
  "]]",
  "hook",
  "event",
  "command",
  "script",
  "refs",
  "timeout",
  "enabled",
  "jobs",
  "requires",
  "pre-commit",
  "update",
  "pre-receive",
  "__proto__",
  "constructor",
  "toString",
  "true",
  "false",
  "1e999",
  "-1",
  "0x7fffffff",
  "1979-05-27T07:32:00Z",
  "../",
  "/",
  "-x",
  "--",
];

/** A text of such tokens and of anything else. */
export const anyText: fc.Arbitrary<string> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...TOKENS) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
    { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  ),
  { maxLength: 24 },
).map((parts) => parts.join(""));

interface Damage {
  readonly at: number;
  readonly length: number;
  readonly text: string;
  readonly twice: boolean;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.constant(0), fc.nat({ max: 40 })),
  text: fc.oneof(fc.constant(""), fc.constantFrom(...TOKENS), anyText),
  twice: fc.boolean(),
});

// Cuts out a piece, or writes it twice, and puts something in.
function damaged(text: string, damages: readonly Damage[]): string {
  return damages.reduce((whole, { at, length, text: put, twice }) => {
    const start = Math.floor(at * whole.length);
    const piece = whole.slice(start, start + length);
    return whole.slice(0, start) + (twice ? piece + piece : "") + put + whole.slice(start + length);
  }, text);
}

/** Damages real texts. */
export function damagedFrom(texts: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...texts), fc.array(damage, { minLength: 1, maxLength: 4 }))
    .map(([text, damages]) => damaged(text, damages));
}

/** Reads the files below a folder of the checkout whose names end in a text. */
export async function realFiles(folder: string, end: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const entry of Deno.readDir(`${projectRoot}/${folder}`)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) texts.push(...await realFiles(path, end));
    else if (entry.isFile && entry.name.endsWith(end)) {
      texts.push(await Deno.readTextFile(`${projectRoot}/${path}`));
    }
  }
  return texts;
}

function onlyUserErrors(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    for (const { message, hints } of error.faults) {
      assert.equal(typeof message, "string");
      assert.ok(message !== "" && (hints ?? []).every((hint) => hint !== ""));
    }
  }
}

/** Feeds hooks.toml to its reader. */
export async function fuzzToml(count: number): Promise<number> {
  const example = await Deno.readTextFile(`${projectRoot}/hooks.example.toml`);
  const pieces = example.split(/\n\n+/);
  const texts = [example, ...pieces, ...await realFiles("tests/fixtures", ".toml")];
  const text = fc.oneof(
    { weight: 6, arbitrary: damagedFrom(texts) },
    { weight: 1, arbitrary: anyText },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((some) =>
        some.join("\n")
      ),
    },
  );
  const scope = fc.constantFrom("system" as const, "project" as const, "local" as const);
  fc.assert(
    fc.property(text, scope, (one, of) => {
      onlyUserErrors(() => {
        const toml = parseHooksToml(one, { path: "/r/hooks.toml", file: "hooks.toml", scope: of });
        for (const { name, key, value } of toml.settings) {
          assert.ok(value === undefined || !value.includes("\0"));
          if (name !== undefined) assert.ok(!/[\x00-\x1f\x7f-\x9f=]/.test(name), name);
          if (key === "event") assert.notEqual(findEvent(value ?? ""), undefined);
          if (key === "timeout") assert.match(value ?? "", /^\d+[smh]?$/);
          if (of === "project" && key === "script") {
            assert.ok(!/^\/|(^|\/)\.\.(\/|$)/.test(value ?? ""), value);
          }
        }
      });
    }),
    { numRuns: count, endOnFailure: true },
  );
  return count;
}

/** Feeds git's answers and git's files to their readers. */
export async function fuzzGitConfig(count: number): Promise<number> {
  const encoder = new TextEncoder();
  const answer = [
    "local\0file:.git/config\0hook.lint.event\npre-commit\0" +
    "global\0file:/home/a/.gitconfig\0hook.a.b.enabled\0command\0command line:\0hook.x.command\nx\n\0",
  ];
  const file = [
    '[hook "lint"] ; a\n\tevent = pre-commit # b\n\tcommand = "a \\"b\\" \\\n c"\n[hook "a.b"]enabled\n',
    await Deno.readTextFile(`${projectRoot}/hooks.example.toml`),
  ];
  const bytes = fc.oneof(
    damagedFrom(answer).map((text) => encoder.encode(text)),
    fc.uint8Array({ maxLength: 60 }),
  );
  const half = Math.floor(count / 2);
  fc.assert(
    fc.property(bytes, (one) => {
      onlyUserErrors(() => {
        const records: readonly GitConfigRecord[] = parseGitConfig(one);
        assert.ok(records.length <= one.length);
      });
    }),
    { numRuns: half, endOnFailure: true },
  );
  fc.assert(
    fc.property(fc.oneof(damagedFrom(file), anyText), (one) => {
      const lines = configLines(one);
      const last = one.split("\n").length;
      assert.ok(lines.every(({ line }) => line >= 1 && line <= last));
    }),
    { numRuns: count - half, endOnFailure: true },
  );
  return count;
}

/** Writes git config in both of our ways and reads it back with git. */
export async function fuzzConfigText(count: number): Promise<number> {
  using box = new Sandbox();
  const plain = anyText.filter((text) => !text.includes("\0") && text.isWellFormed());
  const name = plain.filter((text) => !/[\n]/.test(text));
  const entries = fc.array(fc.tuple(name, plain), { minLength: 1, maxLength: 100 });
  let done = 0;
  while (done < count) {
    const [some = []] = fc.sample(entries, 1);
    const expected = some.map(([one, value]) => `hook.${one}.command\n${value}`);
    const ours = some.map(([one, value]) =>
      gitConfigSection({ section: "hook", name: one, entries: [{ key: "command", value }] })
    ).join("");
    const pushed = configText(
      some.map(([one, value]) => ({ section: "hook", name: one, entries: [["command", value]] })),
    );
    for (const text of [ours, pushed]) {
      box.write("config", text);
      const said = await box.git(["config", "-z", "--list", "--file", box.path("config")]);
      assert.equal(said.code, 0, said.stderr);
      assert.deepEqual(said.stdout.split("\0").slice(0, -1), expected);
    }
    done += some.length;
  }
  return done;
}

/** Hands random words to `main` in a process of its own, inside a repository; nothing outside changes. */
export async function fuzzMain(count: number): Promise<number> {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncommand = "true"\n');
  box.write("repo/.git/hooks.toml", '[hook.b]\nevent = "commit-msg"\ncommand = "true"\n');
  box.script("repo/.git/hooks/pre-push", "exit 0");
  box.write("outside/keep", "");
  const words = anyText.map((text) =>
    // No word may lead out: install and migrate take folders.
    text.replaceAll("/", "").replaceAll("..", "").replaceAll("~", "").replaceAll("\0", "")
      .toWellFormed().slice(0, 60)
  );
  const values = [
    "pre-commit",
    "commit-msg",
    "pre-push",
    "a",
    "b",
    ".",
    "2",
    "local",
    "hooks.toml",
    "--",
  ];
  const fitting = fc.constantFrom(...allCommands().map(({ spec }) => spec)).chain((spec) => {
    const options = spec.options.flatMap(({ long, short, kind, value }) => {
      const names = [
        ...(long === undefined ? [] : [`--${long}`]),
        ...(short === undefined ? [] : [`-${short}`]),
      ];
      return kind === "flag"
        ? names
        : names.flatMap((name) =>
          (value === "<target>" ? ["local", "project", "git-config"] : values).map((one) =>
            name.startsWith("--") ? `${name}=${one}` : `${name}${one}`
          )
        );
    });
    const more = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...values) },
      { weight: 3, arbitrary: fc.constantFrom(...options, "pre-commit") },
      { weight: 1, arbitrary: words },
    );
    return fc.array(more, { maxLength: 3 }).map((some) => [spec.name, ...some]);
  });
  const line = fc.oneof(
    { weight: 9, arbitrary: fitting },
    { weight: 1, arbitrary: fc.array(words, { maxLength: 4 }) },
  );
  box.write("lines.json", JSON.stringify(fc.sample(line, count)));
  const said = await box.start(Deno.execPath(), [
    "run",
    "--quiet",
    "--allow-all",
    "--no-prompt",
    `--config=${projectRoot}/deno.json`,
    `${projectRoot}/tests/support/fuzz_main_driver.ts`,
    box.path("lines.json"),
  ], { cwd: "repo" });
  assert.equal(said.code, 0, `${printable(said.stdout)}\n${said.stderr}`);
  assert.ok(said.stdout.endsWith(`${count} done\n`), said.stdout);
  const outside: string[] = [];
  for await (const { name } of Deno.readDir(box.root)) outside.push(name);
  assert.deepEqual(outside.sort(), ["home", "lines.json", "outside", "repo"]);
  const home = (await Array.fromAsync(Deno.readDir(box.home))).map(({ name }) => name).sort();
  assert.deepEqual(home.filter((name) => ![".gitconfig", ".cache", ".local"].includes(name)), []);
  assert.equal((await Array.fromAsync(Deno.readDir(box.path("outside")))).length, 1);
  return count;
}

/** Hands random words to the two launchers, in front of programs that only say what they got. */
export async function fuzzLaunchers(count: number): Promise<number> {
  using box = new Sandbox();
  await box.repository("bare.git", { bare: true });
  box.write("bin/deno", '#!/bin/sh\nprintf "%s\\0" "$@"\n', 0o755);
  box.write("bin/git", '#!/bin/sh\nprintf "%s\\0" "$@"\n', 0o755);
  const path = `${box.path("bin")}:${box.env["PATH"]}`;
  const word = anyText.map((text) => text.replaceAll("\0", "").toWellFormed());
  const some = fc.array(
    fc.oneof(
      word,
      fc.constantFrom(
        "check",
        "hook",
        "list",
        "pre-commit",
        "--",
        "bare.git",
        "./bare.git",
        "-x",
        "~",
        "~root",
      ),
    ),
    { maxLength: 5 },
  );
  const words = fc.sample(some, count);
  const env = { PATH: path, GIT_HOOKS_DENO: box.path("bin/deno") };
  for (const [index, one] of words.entries()) {
    if (index % 2 === 0) {
      const said = await box.start(`${projectRoot}/bin/git-hooks`, one, { env });
      const got = said.stdout.split("\0").slice(0, -1);
      const at = got.findIndex((arg) => /\/cli\/main\.ts$/.test(arg));
      assert.equal(said.code, 0, said.stderr);
      assert.deepEqual(got.slice(at + 1), one);
    } else {
      const said = await box.start(`${projectRoot}/bin/git-hooks-receive-pack`, one, { env });
      const got = said.stdout.split("\0").slice(0, -1);
      if (said.code === 0) assert.deepEqual(got.slice(-one.length - 1), ["receive-pack", ...one]);
      else assert.match(said.stderr, /^fatal: /, JSON.stringify(one));
    }
  }
  const left = (await Array.fromAsync(Deno.readDir(box.root))).map(({ name }) => name).sort();
  assert.deepEqual(left, ["bare.git", "bin", "home"]);
  return count;
}
