import assert from "node:assert/strict";
import fc from "fast-check";
import { UserError } from "../../../lib/errors.ts";
import { parseHooksToml, readHooksToml, type TomlScope } from "../../../lib/config/hooks_toml.ts";
import { projectRoot, Sandbox } from "../../support/sandbox.ts";

function parse(text: string, scope: TomlScope = "local"): ReturnType<typeof parseHooksToml> {
  return parseHooksToml(text, { path: "/r/hooks.toml", file: "hooks.toml", scope });
}

/** Every fault as `line:column: message`, followed by its hints. */
function faultsOf(text: string, scope: TomlScope = "local"): readonly string[] {
  try {
    parse(text, scope);
    return [];
  } catch (error) {
    assert.ok(error instanceof UserError);
    assert.equal(error.exitCode, 128);
    return error.faults.flatMap(({ message, place, hints = [] }) => {
      const where = [place?.line, place?.column].filter((part) => part !== undefined).join(":");
      return [`${where}: ${message}`, ...hints.map((hint) => `hint: ${hint}`)];
    });
  }
}

Deno.test("parseHooksToml() gives settings in the order of the file, with the line of their table", () => {
  const toml = parse(`requires = "1.0"
[hook]
jobs = -1

[hook.b]
event = ["pre-commit", "pre-push"]
command = "npm test"
args = false
timeout = 90

[hook."a.b"]
script = "tools/a"
event = "update"
refs = ["refs/heads/*"]
parallel = true

[hook.pre-commit]
enabled = false
`);
  const shown = toml.settings.map(({ name, key, value, origin }) =>
    `${origin.path}:${origin.line} ${name ?? "-"} ${key}=${value}`
  );
  assert.equal(toml.requires, "1.0");
  assert.deepEqual(shown, [
    "hooks.toml:3 - jobs=-1",
    "hooks.toml:5 b event=pre-commit",
    "hooks.toml:5 b event=pre-push",
    "hooks.toml:5 b command=npm test",
    "hooks.toml:5 b args=false",
    "hooks.toml:5 b timeout=90",
    "hooks.toml:11 a.b script=tools/a",
    "hooks.toml:11 a.b event=update",
    "hooks.toml:11 a.b refs=refs/heads/*",
    "hooks.toml:11 a.b parallel=true",
    "hooks.toml:17 pre-commit enabled=false",
  ]);
});

Deno.test("parseHooksToml() reads dotted keys and inline tables as it reads headers", () => {
  const texts = [
    'hook.a.event = "pre-commit"\nhook.a.command = "x"\n',
    '[hook]\na.event = "pre-commit"\na.command = "x"\n',
    '[hook]\na = { event = "pre-commit", command = "x" }\n',
  ];
  const lines = [1, 2, 2];
  for (const [index, text] of texts.entries()) {
    const settings = parse(text).settings.map((one) => [one.key, one.value, one.origin.line]);
    const line = lines[index];
    assert.deepEqual(settings, [["event", "pre-commit", line], ["command", "x", line]]);
  }
});

Deno.test("parseHooksToml() reads a file with a BOM and CRLF, and gives sh plain newlines", () => {
  const text = "\ufeff[hook.a]\r\nevent = 'pre-commit'\r\ncommand = '''\r\nx\r\ny'''\r\n";
  const toml = parse(text);
  assert.equal(toml.text, text);
  assert.equal(toml.settings[1]?.value, "x\ny");
  assert.equal(toml.settings[1]?.origin.line, 1);
});

Deno.test("parseHooksToml() accepts an empty file, and one with comments only", () => {
  assert.deepEqual(parse("").settings, []);
  assert.deepEqual(parse("# nothing\n[hook]\n").settings, []);
});

Deno.test("parseHooksToml() underlines the fault in its line", () => {
  try {
    parse('[hook.types]\nevent = "pre-commit"\n  comand = "deno check ."\n');
    assert.fail();
  } catch (error) {
    assert.ok(error instanceof UserError);
    assert.deepEqual(error.faults[0]?.place, {
      file: "hooks.toml",
      line: 3,
      column: 3,
      width: 6,
      text: '  comand = "deno check ."',
    });
  }
});

interface Case {
  readonly when: string;
  readonly text: string;
  readonly scope?: TomlScope;
  readonly says: readonly string[];
}

const HEAD = '[hook.lint]\nevent = "pre-commit"\n';
const WHOLE = `${HEAD}command = "lint"\n`;
const MSG = '[hook.lint]\nevent = "commit-msg"\n';
const NO_ARGS = "hint: or write args = false if it needs no arguments";

const CASES: readonly Case[] = [
  {
    when: "a key is unknown",
    text: `${HEAD}comand = "x"\n`,
    says: ["3:1: unknown key 'comand' in [hook.lint]; did you mean 'command'?"],
  },
  {
    when: "a key comes from another hook manager",
    text: `${HEAD}run = "x"\n`,
    says: ["3:1: unknown key 'run' in [hook.lint]; did you mean 'command'?"],
  },
  {
    when: "a key is nothing like one",
    text: `${WHOLE}priority = 1\n`,
    says: [
      "4:1: unknown key 'priority' in [hook.lint]",
      "hint: [hook.lint] takes event, command, script, args, timeout, refs, parallel, enabled",
    ],
  },
  {
    when: "a key stands at the top level",
    text: 'jobs = 2\ncommand = "x"\nother = 1\n[hooks.lint]\n[pre-commit]\n',
    says: [
      "1:1: unknown key 'jobs' at the top level",
      "hint: write it below [hook]",
      "2:1: unknown key 'command' at the top level",
      "hint: write it below the [hook.NAME] that it belongs to",
      "3:1: unknown key 'other' at the top level",
      "4:1: unknown table [hooks]",
      "hint: hooks are tables [hook.NAME]",
      "5:1: unknown table [pre-commit]",
      'hint: write [hook.NAME] with the line event = "pre-commit"',
    ],
  },
  {
    when: "values have the wrong type",
    text: '[hook]\njobs = "2"\n[hook.a]\nevent = 1\ncommand = ["x"]\nenabled = "no"\n' +
      "parallel = 1\nargs = 2000-01-01\ntimeout = 1.5\nrefs = [1]\n",
    says: [
      "2:8: 'jobs' must be a whole number from 1 up, or -1, not a string",
      "hint: write jobs = 2",
      "4:9: 'event' must be a string or a list of strings, not an integer",
      "5:11: 'command' must be a string, not a list",
      "6:11: 'enabled' must be true or false, not a string",
      "hint: write enabled = false",
      "7:12: 'parallel' must be true or false, not an integer",
      "hint: write parallel = true",
      "8:8: 'args' must be true or false, not a date",
      `9:11: 'timeout' must be a string such as "30s", "5m" or "1h", or a number of seconds, not a float`,
      "10:8: 'refs' must be a string or a list of strings, and an integer is in the list",
    ],
  },
  {
    when: "values are empty",
    text: '[hook.a]\nevent = []\ncommand = " "\nrefs = ""\n[hook.b]\nevent = ["update", ""]\n' +
      'script = ""\n',
    says: [
      "2:9: 'event' must not be empty",
      "3:11: 'command' must not be empty",
      "4:8: 'refs' must not be empty",
      "6:9: 'event' must not be empty, and an empty string is in the list",
      "7:10: 'script' must not be empty",
    ],
  },
  {
    when: "jobs is no number of jobs",
    text: "[hook]\njobs = 0\n[hook.pre-push]\njobs = -2\n",
    says: [
      "2:8: 'jobs' must be a whole number from 1 up, or -1, not 0",
      "4:8: 'jobs' must be a whole number from 1 up, or -1, not -2",
    ],
  },
  {
    when: "a timeout is none",
    text:
      `${WHOLE}timeout = "5 min"\n[hook.b]\nevent = "pre-commit"\ncommand = "x"\ntimeout = 0\n` +
      '[hook.c]\nevent = "pre-commit"\ncommand = "x"\ntimeout = "999h"\n',
    says: [
      `4:11: 'timeout' must be a string such as "30s", "5m" or "1h", or a number of seconds, ` +
      'not "5 min"',
      "8:11: 'timeout' must be at least one second; leave it out to set no limit",
      "12:11: 'timeout' must not be longer than 24 days",
    ],
  },
  {
    when: "an event is unknown",
    text: '[hook.lint]\nevent = ["pre-push", "precommit"]\ncommand = "x"\n',
    says: ["2:22: unknown event 'precommit'; did you mean 'pre-commit'?"],
  },
  {
    when: "an event is nothing like one",
    text: '[hook.lint]\nevent = "banana"\ncommand = "x"\n',
    says: [
      "2:9: unknown event 'banana'",
      "hint: the events are those of githooks(5): git help githooks",
    ],
  },
  {
    when: "an event is in the list twice",
    text: '[hook.lint]\nevent = ["pre-push", "pre-push"]\ncommand = "x"\n',
    says: ["2:22: 'pre-push' is in the list twice"],
  },
  {
    when: "an event is used as a name",
    text: '[hook.pre-commit]\ncommand = "npm test"\n',
    says: [
      "1:1: 'pre-commit' is an event, and a hook needs a name of its own",
      "hint: write",
      "hint:   [hook.test]",
      'hint:   event = "pre-commit"',
      'hint:   command = "npm test"',
    ],
  },
  {
    when: "an event is used as a name and the obvious name is taken",
    text: "[hook.check]\nevent = 'pre-push'\ncommand = 'x'\n" +
      "[hook.pre-commit]\nevent = ['pre-commit']\nscript = 'tools/check.sh'\ntimeout = '5m'\n",
    says: [
      "4:1: 'pre-commit' is an event, and a hook needs a name of its own",
      "hint: write",
      "hint:   [hook.pre-commit-hook]",
      "hint:   event = ['pre-commit']",
      "hint:   script = 'tools/check.sh'",
      "hint:   timeout = '5m'",
    ],
  },
  {
    when: "hooks are sorted below an event",
    text: '[hook.pre-commit.lint]\ncommand = "deno lint"\n',
    says: [
      "1:1: 'pre-commit' is an event, and a hook's table is named after the hook",
      "hint: write",
      "hint:   [hook.lint]",
      'hint:   event = "pre-commit"',
      'hint:   command = "deno lint"',
    ],
  },
  {
    when: "an event's table has other keys",
    text: "[hook.pre-commit]\nfoo = 1\n",
    says: [
      "2:1: unknown key 'foo' in [hook.pre-commit]",
      "hint: [hook.pre-commit] takes enabled, jobs",
    ],
  },
  {
    when: "the name was forgotten",
    text: "[hook]\nevent = \"pre-push\"\ncommand = '''\nmake check\nmake test'''\n",
    says: [
      "2:1: 'event' is in [hook], and a hook needs a name of its own",
      "hint: write",
      "hint:   [hook.check]",
      'hint:   event = "pre-push"',
      "hint:   command = '''",
      "hint:   make check",
      "hint:   make test'''",
    ],
  },
  {
    when: "a hook is a string",
    text: '[hook]\nlint = "deno lint"\n',
    says: [
      "2:1: unknown key 'lint' in [hook]",
      "hint: write",
      "hint:   [hook.lint]",
      'hint:   event = "pre-commit"',
      'hint:   command = "deno lint"',
    ],
  },
  {
    when: "a hook is a list of tables",
    text: '[[hook.lint]]\nevent = "pre-commit"\n',
    says: ["1:1: [[hook.lint]] is a list of tables", "hint: write [hook.lint]"],
  },
  {
    when: "'hook' is no table",
    text: "hook = 1\n",
    says: [
      "1:1: 'hook' must be a table, not an integer",
      "hint: write [hook.NAME] above the keys of each hook",
    ],
  },
  {
    when: "the event has no program",
    text: HEAD,
    says: [
      "1:1: [hook.lint] has no 'command' or 'script'",
      'hint: add for example: command = "npm test"',
    ],
  },
  {
    when: "the program has no event",
    text: '[hook.lint]\ncommand = "x"\n',
    says: ["1:1: [hook.lint] has no 'event'", 'hint: add for example: event = "pre-commit"'],
  },
  {
    when: "the table is empty",
    text: "[hook.lint]\n",
    says: [
      "1:1: [hook.lint] has no 'event' and no 'command' or 'script'",
      'hint: add for example: event = "pre-commit"',
      'hint: and: command = "npm test"',
    ],
  },
  {
    when: "the table only switches",
    text: "[hook.lint]\nenabled = false\n",
    says: [
      "1:1: [hook.lint] has no 'event' and no 'command' or 'script'",
      "hint: to switch a hook of another file: git config hook.lint.enabled false",
    ],
  },
  {
    when: "there are a command and a script",
    text: `${WHOLE}script = "x"\n`,
    says: [
      "4:1: [hook.lint] has both 'command' and 'script'",
      "hint: keep one of them; for two programs write two hooks",
    ],
  },
  {
    when: "the text is git config",
    text: '[hook "lint"]\n\tevent = pre-commit\n',
    says: ['1:1: [hook "lint"] is how git config writes it', "hint: write [hook.lint]"],
  },
  {
    when: "the text is git config and the name needs quotes",
    text: '# x\n  [hook "my lint"]\n',
    says: ['2:3: [hook "my lint"] is how git config writes it', 'hint: write [hook."my lint"]'],
  },
  {
    when: "a name has a dot",
    text: '[hook.my.lint]\nevent = "pre-commit"\ncommand = "x"\n',
    says: [
      "1:1: [hook.my.lint] is a table in a table; a name with a dot needs quotes",
      'hint: write [hook."my.lint"]',
    ],
  },
  {
    when: "a name is a number",
    text: '[hook.12]\nevent = "pre-commit"\ncommand = "x"\n',
    says: ["1:1: a hook's name must not be a number", "hint: write for example [hook.hook-12]"],
  },
  {
    when: "a name has a '='",
    text: '[hook."a=b"]\nevent = "pre-commit"\ncommand = "x"\n',
    says: ["1:1: a hook's name must not contain '=': git -c could not switch the hook off"],
  },
  {
    when: "a name has a control character",
    text: '[hook."a\\nb"]\nevent = "pre-commit"\ncommand = "x"\n',
    says: ["1:1: a hook's name must not contain control characters"],
  },
  {
    when: "a name is empty",
    text: '[hook.""]\nevent = "pre-commit"\ncommand = "x"\n',
    says: ["1:1: a hook's name must not be empty"],
  },
  {
    when: "a name is 'jobs'",
    text: '[hook.jobs]\nevent = "pre-commit"\ncommand = "x"\n',
    says: ["1:1: 'jobs' is a setting of [hook] and cannot be a hook's name"],
  },
  {
    when: "the file requires a newer version, whatever else it holds",
    text: 'requires = "1.0.1"\nfuture = true\n',
    says: [
      "1:12: this file requires git-hooks 1.0.1, and this is git-hooks 1.0.0",
      "hint: install a newer git-hooks",
    ],
  },
  {
    when: "'requires' is a number",
    text: "requires = 1.0\n",
    says: [
      `1:12: 'requires' must be a string such as "1.0", not a float`,
      'hint: write requires = "1.0"',
    ],
  },
  {
    when: "'requires' is no version",
    text: 'requires = "new"\n',
    says: [`1:12: 'requires' must be a string such as "1.0"`],
  },
  {
    when: "TOML made a tab of a path",
    text: `${HEAD}command = "tools\\test"\n`,
    says: [
      "3:11: 'command' contains a tab made from '\\t': in double quotes a backslash begins an escape",
      "hint: write command = 'tools\\test'",
    ],
  },
  {
    when: "TOML made a newline of a path",
    text: `${HEAD}script = "it's\\new"\n`,
    says: [
      "3:10: 'script' contains a newline made from '\\n': in double quotes a backslash begins an escape",
      "hint: write the backslash twice: \\\\",
    ],
  },
  {
    when: "a backslash begins no escape",
    text: `${HEAD}command = "tools\\lint"\n`,
    says: [
      "3:18: in double quotes a backslash begins an escape, and this is none",
      "hint: write command = 'tools\\lint'",
    ],
  },
  {
    when: "a command has a NUL",
    text: `${HEAD}command = "a\\u0000b"\n`,
    says: ["3:11: 'command' contains NUL, and no program can be started with that"],
  },
  {
    when: "a command has another control character",
    text: `${HEAD}command = "a\\u0001b"\n`,
    says: ["3:11: 'command' contains a control character"],
  },
  {
    when: "a command repeats the arguments",
    text: `${MSG}command = 'lint "$@"'\n`,
    says: [
      `3:11: 'command' ends in "$@", and on commit-msg git appends <file>`,
      'hint: it would come twice: take the "$@" away',
      NO_ARGS,
    ],
  },
  {
    when: "a command ends in ';'",
    text: `${MSG}command = "lint;"\n`,
    says: [
      "3:11: 'command' ends in ';', and on commit-msg git appends <file>",
      "hint: sh would run that as a command: take the ';' away",
      NO_ARGS,
    ],
  },
  {
    when: "a command ends in a newline",
    text: `${MSG}command = '''\nlint\n'''\n`,
    says: [
      "3:11: 'command' ends in a newline, and on commit-msg git appends <file>",
      "hint: sh would run that as a command: write the closing quotes on the last line",
      NO_ARGS,
    ],
  },
  {
    when: "a command ends in a comment",
    text: `${MSG}command = "lint # all"\n`,
    says: [
      "3:11: 'command' ends in a comment, and on commit-msg git appends <file>",
      "hint: the comment would swallow that: move it out of the command",
      NO_ARGS,
    ],
  },
  {
    when: "a command ends in 'fi'",
    text: `${MSG}command = "if a; then b; fi"\n`,
    says: [
      "3:11: 'command' ends in 'fi', and on commit-msg git appends <file>",
      "hint: sh would call that a syntax error: write f() { ...; }; f",
      NO_ARGS,
    ],
  },
  {
    when: "a command ends in a here-document",
    text: `${MSG}command = '''\ncat <<E\nE'''\n`,
    says: [
      "3:11: 'command' ends in a here-document, and on commit-msg git appends <file>",
      "hint: its last line would no longer end it: put a line with ':' behind it",
      NO_ARGS,
    ],
  },
  {
    when: "a command ends in a backslash",
    text: `${MSG}command = 'lint \\'\n`,
    says: [
      "3:11: 'command' ends in a backslash, and on commit-msg git appends <file>",
      "hint: sh would join that to the last word: take the backslash away",
      NO_ARGS,
    ],
  },
  {
    when: "refs are on an event without",
    text: `${WHOLE}refs = "refs/heads/main"\n`,
    says: [
      "4:1: 'refs' has no meaning on pre-commit",
      "hint: it limits hooks of pre-receive, update, proc-receive, post-receive, post-update, " +
      "reference-transaction",
    ],
  },
  {
    when: "a ref pattern matches nothing",
    text:
      '[hook.a]\nevent = "update"\ncommand = "x"\nrefs = ["refs/heads/*", "main", "refs/a b"]\n',
    says: [
      '4:25: "main" matches no ref: a pattern is compared with the full name',
      'hint: write "refs/heads/main"',
      '4:33: "refs/a b" matches no ref: git allows no such characters in a name',
      "hint: the rules are those of git check-ref-format",
    ],
  },
  {
    when: "git looks for the file itself",
    text: '[hook.a]\nevent = ["sendemail-validate", "fsmonitor-watchman"]\ncommand = "x"\n',
    says: [
      "2:10: 'sendemail-validate' cannot be configured here: git looks for the file itself",
      `hint: put the script into the hookdir: "$(git rev-parse --git-path hooks)/sendemail-validate"`,
      "2:32: 'fsmonitor-watchman' cannot be configured here: git looks for the file itself",
      "hint: set core.fsmonitor to the file's path",
    ],
  },
  {
    when: "a project declares what it may not",
    scope: "project",
    text: '[hook.a]\nevent = ["reference-transaction", "post-index-change", "proc-receive"]\n' +
      'command = "x"\nargs = false\n',
    says: [
      "2:10: 'reference-transaction' cannot be declared by a project's hooks.toml",
      "hint: write it into the hooks.toml of the git directory, or into git config",
      "2:35: 'post-index-change' cannot be declared by a project's hooks.toml",
      "hint: write it into the hooks.toml of the git directory, or into git config",
      "2:56: 'proc-receive' cannot be declared by a project's hooks.toml",
      "hint: write it into the hooks.toml of the git directory on the server",
    ],
  },
  {
    when: "there are two of proc-receive",
    text: '[hook.a]\nevent = "proc-receive"\nscript = "a"\n' +
      '[hook.b]\nevent = ["proc-receive"]\nscript = "b"\n' +
      '[hook.c]\nevent = "proc-receive"\nscript = "c"\nenabled = false\n',
    says: [
      "5:9: there can be only one hook of 'proc-receive'",
      "hint: [hook.a] is one already",
    ],
  },
  {
    when: "a project's script is absolute",
    scope: "project",
    text: `${HEAD}script = "/bin/x"\n`,
    says: [
      "3:10: 'script' must not be an absolute path in a project's hooks.toml",
      "hint: a project's script lies in the worktree and is named relative to hooks.toml",
    ],
  },
  {
    when: "a project's script climbs",
    scope: "project",
    text: `${HEAD}script = "a/../../x"\n`,
    says: [
      "3:10: 'script' must not contain '..' in a project's hooks.toml",
      "hint: a project's script lies in the worktree and is named relative to hooks.toml",
    ],
  },
  {
    when: "a script begins with '~'",
    scope: "project",
    text: `${HEAD}script = "~/x"\n`,
    says: ["3:10: 'script' is a path and '~' is not expanded in it"],
  },
  {
    when: "a value has no quotes",
    text: "[hook.lint]\nevent = pre-commit # x\n",
    says: ["2:9: the value of 'event' needs quotes", 'hint: write event = "pre-commit"'],
  },
  {
    when: "a duration has no quotes",
    text: `${WHOLE}timeout = 30s\n`,
    says: ["4:11: the value of 'timeout' needs quotes", 'hint: write timeout = "30s"'],
  },
  {
    when: "a command without quotes begins like a boolean",
    text: `${HEAD}command = true && npm test\n`,
    says: [
      "3:11: the value of 'command' needs quotes",
      'hint: write command = "true && npm test"',
    ],
  },
  {
    when: "a boolean is git's",
    text: `${WHOLE}parallel = Yes\n`,
    says: ["4:12: Yes is no boolean in TOML", "hint: write parallel = true"],
  },
  {
    when: "a key has no value",
    text: `${HEAD}command =\n`,
    says: ["3:1: 'command' has no value"],
  },
  {
    when: "the text is YAML",
    text: "event: pre-commit\n",
    says: [
      "1:1: a key and its value are joined by '=' in TOML",
      'hint: write event = "pre-commit"',
    ],
  },
  {
    when: "a string is not closed",
    text: `${HEAD}command = "npm test\n`,
    says: [
      "3:11: this string is not closed on its line",
      "hint: a text of several lines stands between ''' and '''",
    ],
  },
  {
    when: "a comment is git config's",
    text: "; note\n",
    says: ["1:1: a comment begins with '#' in TOML"],
  },
  {
    when: "a merge stopped half-way",
    text: "<<<<<<< HEAD\n",
    says: ["1:1: an unresolved merge conflict stands here"],
  },
  {
    when: "a table is there twice",
    text: `${WHOLE}[hook.lint]\n`,
    says: ["4:1: [hook.lint] is there twice", "hint: the first one is on line 1"],
  },
  {
    when: "events have a line each, as in git config",
    text: '[hook.lint]\nevent = "pre-commit"\nevent = "pre-push"\n',
    says: [
      "3:1: 'event' is there twice in one table",
      'hint: write event = ["pre-commit", "pre-push"]',
    ],
  },
  {
    when: "another key is there twice",
    text: `${WHOLE}command = "x"\n`,
    says: ["4:1: 'command' is there twice in one table", "hint: the first one is on line 3"],
  },
  {
    when: "a list is not closed",
    text: '[hook.lint]\nevent = ["pre-commit",\n',
    says: ["3:1: not TOML: the file ends in the middle of a value"],
  },
  {
    when: "a list lacks a comma",
    text: '[hook.lint]\nevent = ["pre-commit" "pre-push"]\n',
    says: ["2:23: not TOML: a ',' or the end of the list is missing here"],
  },
  {
    when: "a table's name is not closed",
    text: "[hook.lint\n",
    says: ["1:1: this table's name is not closed with ']'"],
  },
  {
    when: "something else is no TOML",
    text: "a = 1\nb c = 2\n",
    says: ["2:3: not TOML: illegal character in key"],
  },
];

for (const { when, text, scope, says } of CASES) {
  Deno.test(`parseHooksToml() names the fault and its cure when ${when}`, () => {
    assert.deepEqual(faultsOf(text, scope), says);
  });
}

Deno.test("parseHooksToml() takes what only looks like a fault", () => {
  const events = ["pre-commit", "pre-merge-commit"];
  for (const event of events) {
    const commands = [
      "'lint \"$@\"'",
      '"lint;"',
      "'''\nlint\n'''",
      '"if a; then b; fi"',
      '"a # b"',
    ];
    for (const command of commands) {
      assert.deepEqual(faultsOf(`[hook.a]\nevent = "${event}"\ncommand = ${command}\n`), []);
    }
  }
  for (
    const line of [
      'command = "lint;"\nargs = false',
      "command = 'f() { lint \"$@\"; }; f'",
      `command = "printf '%s\\\\n'"`,
      'command = "set -e\\nnpm test"',
      'command = "a\\n\\tb"',
      "command = 'a\tb'",
      'script = "../x"',
      'script = "/x y"',
      'script = \'a"b\'\ntimeout = "24h"',
    ]
  ) {
    assert.deepEqual(faultsOf(`${MSG}${line}\n`), [], line);
  }
  const receive = '[hook.a]\nevent = ["pre-receive", "push-to-checkout"]\ncommand = "x"\n';
  assert.deepEqual(faultsOf(receive, "project"), []);
});

Deno.test("parseHooksToml() shows the first faults of very many, and ends", () => {
  const list = Array.from({ length: 20_000 }, (_, index) => `"e${index}"`).join(",");
  const faults = faultsOf(`[hook.a]\ncommand = "x"\nevent = [${list}]\n`);
  assert.equal(faults.at(-1), ": only the first 50 faults of this file are shown");
});

Deno.test("parseHooksToml() refuses what is nested too deep, in every way to nest", () => {
  for (const text of [`a = ${"[".repeat(10_000)}`, `a = ${"{a=".repeat(10_000)}`]) {
    assert.match(faultsOf(text)[0] ?? "", /nested too deep$/);
  }
  const dotted = `[hook.${"a.".repeat(10_000)}a]\n`;
  assert.match(faultsOf(dotted)[0] ?? "", /is a table in a table/);
  assert.match(faultsOf(`${"a.".repeat(10_000)}a = 1\n`)[0] ?? "", /unknown table/);
});

Deno.test("parseHooksToml() reads 5000 hooks in their order", () => {
  const text = Array.from({ length: 5000 }, (_, index) => `[hook.h${index}]\n${WHOLE.slice(12)}`);
  const settings = parse(text.join("")).settings;
  assert.equal(settings.length, 10_000);
  assert.equal(settings.at(-1)?.name, "h4999");
  assert.equal(settings.at(-1)?.origin.line, 4999 * 3 + 1);
});

Deno.test("parseHooksToml() throws nothing but faults, whatever is done to a good file", async () => {
  const example = await Deno.readTextFile(`${projectRoot}/hooks.example.toml`);
  const pieces = [
    "[",
    "]",
    '"',
    "'",
    '"""',
    "\n",
    "=",
    ".",
    "{",
    "}",
    "#",
    "\\",
    "\0",
    "\u2028",
    "1",
    ",",
  ];
  const mutation = fc.record({
    at: fc.nat(example.length),
    remove: fc.nat(12),
    insert: fc.oneof(
      fc.constant(""),
      fc.constantFrom(...pieces),
      fc.string({ maxLength: 4 }),
      fc.tuple(fc.nat(example.length), fc.nat(60)).map(([start, length]) =>
        example.slice(start, start + length)
      ),
    ),
  });
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 5 }), (mutations) => {
      const text = mutations.reduce(
        (before, { at, remove, insert }) =>
          before.slice(0, at) + insert + before.slice(at + remove),
        example,
      );
      for (const scope of ["system", "project"] as const) {
        try {
          parse(text, scope);
        } catch (error) {
          assert.ok(error instanceof UserError, String(error));
          assert.ok(error.faults.length > 0);
          for (const { place } of error.faults) {
            if (place?.line === undefined) continue;
            const line = text.split("\n")[place.line - 1];
            assert.ok(line !== undefined && (place.column ?? 1) <= line.length + 1);
          }
        }
      }
    }),
    { numRuns: 500 },
  );
});

async function refusal(path: string): Promise<string> {
  try {
    await readHooksToml({ path, file: "hooks.toml", scope: "local" });
  } catch (error) {
    assert.ok(error instanceof UserError);
    assert.equal(error.exitCode, 128);
    assert.equal(error.faults.length, 1);
    assert.equal(error.faults[0]?.place?.file, "hooks.toml");
    return error.message;
  }
  return "";
}

Deno.test("readHooksToml() gives undefined when there is no file", async () => {
  using box = new Sandbox();
  const options = { file: "hooks.toml", scope: "local" } as const;
  assert.equal(await readHooksToml({ ...options, path: `${box.root}/hooks.toml` }), undefined);
  await Deno.writeTextFile(`${box.root}/file`, "");
  assert.equal(await readHooksToml({ ...options, path: `${box.root}/file/hooks.toml` }), undefined);
});

Deno.test("readHooksToml() refuses what is no readable text, with one message", async () => {
  using box = new Sandbox();
  const path = `${box.root}/hooks.toml`;
  await Deno.mkdir(path);
  assert.equal(await refusal(path), "this is a directory");
  await Deno.remove(path);
  await new Deno.Command("mkfifo", { args: [path] }).output();
  assert.equal(await refusal(path), "this is not a regular file");
  await Deno.remove(path);
  await Deno.symlink("nowhere", path);
  assert.equal(await refusal(path), "is a symbolic link to a file that is not there");
  await Deno.remove(path);
  await Deno.symlink("hooks.toml", path);
  assert.match(await refusal(path), /^cannot be read: .*symbolic links/);
  await Deno.remove(path);
  await Deno.writeFile(path, Uint8Array.of(0x23, 0xff, 0xfe, 0x0a));
  assert.equal(await refusal(path), "this file is not UTF-8");
});

Deno.test("readHooksToml() does not read a file of 100 MB", async () => {
  using box = new Sandbox();
  const path = `${box.root}/hooks.toml`;
  await Deno.writeTextFile(path, "");
  await Deno.truncate(path, 100_000_000);
  assert.equal(await refusal(path), "a hooks.toml larger than 1 MiB is not read");
});

Deno.test("readHooksToml() refuses a file that may not be read", async (t) => {
  using box = new Sandbox();
  const path = `${box.root}/hooks.toml`;
  await Deno.writeTextFile(path, "");
  await Deno.chmod(path, 0);
  await t.step({
    name: "as a user who is bound by modes",
    ignore: Deno.uid() === 0,
    fn: async () => assert.equal(await refusal(path), "cannot be read: Permission denied"),
  });
});
