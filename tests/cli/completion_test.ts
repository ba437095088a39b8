/** Completions, in the shells themselves where they are installed. */
import assert from "node:assert/strict";
import { complete, type Completion } from "../../cli/completion/candidates.ts";
import { outdatedCompletions } from "../../tasks/completions.ts";
import { projectRoot, Sandbox } from "../support/sandbox.ts";

const LOOKUP = {
  events: () =>
    Promise.resolve(
      new Map([["pre-commit", ["lint", "types", "bad\nname"]], ["my-event", ["own"]]]),
    ),
};

async function values(...words: readonly string[]): Promise<readonly string[] | string> {
  const completion: Completion = await complete(words, LOOKUP);
  return typeof completion === "string" ? completion : completion.map(({ value }) => value);
}

Deno.test("complete() offers commands, without those that are not for people", async () => {
  assert.deepEqual(await values("li"), ["list"]);
  assert.deepEqual(await values("hook"), []);
  assert.deepEqual(await values("complet"), ["completion"]);
  assert.ok((await values("")).includes("--version"));
});

Deno.test("complete() offers a command's options, events and hooks", async () => {
  assert.deepEqual(await values("list", "--sh"), ["--show-scope", "--show-origin"]);
  assert.deepEqual(await values("list", "pre-c"), ["pre-commit"]);
  assert.deepEqual(await values("check", "-v", "my"), ["my-event"]);
  assert.deepEqual(await values("explain", "pre-commit", ""), ["lint", "types"]);
  assert.deepEqual(await values("explain", "--json", "pre-commit", "t"), ["types"]);
  assert.deepEqual(await values("explain", "pre-commit", "lint", ""), []);
  assert.deepEqual(await values("completion", ""), ["bash", "fish", "zsh"]);
});

Deno.test("complete() offers what an option takes", async () => {
  assert.equal(await values("check", "--file", ""), "files");
  assert.equal(await values("check", "--file=ho"), "files");
  assert.deepEqual(await values("check", "--scope", "p"), ["project"]);
  assert.deepEqual(await values("check", "--scope=l"), ["local"]);
  assert.equal(await values("install", "--recursive", ""), "directories");
  assert.deepEqual(await values("run", "-j", ""), []);
  assert.deepEqual(await values("run", "-j", "2", "pre-c"), ["pre-commit"]);
  assert.deepEqual(await values("run", "pre-commit", "--", ""), []);
});

Deno.test("the completion scripts in share/ are what the code says", async () => {
  assert.deepEqual(await outdatedCompletions(), []);
});

async function prepared(): Promise<Sandbox> {
  const box = new Sandbox();
  await box.repository("app");
  box.write(
    "app/.git/hooks.toml",
    '[hook.lint]\nevent = "pre-commit"\ncommand = "true"\n\n[hook."two words"]\nevent = "pre-commit"\ncommand = "true"\n',
  );
  return box;
}

async function inShell(box: Sandbox, shell: string, text: string): Promise<string | undefined> {
  box.write("ask", text);
  try {
    const said = await box.start(
      shell,
      shell === "zsh" ? ["-f", box.path("ask")] : [box.path("ask")],
      {
        cwd: "app",
        env: { PATH: `${projectRoot}/bin:${box.env["PATH"] ?? ""}` },
      },
    );
    assert.equal(said.stderr, "");
    return said.stdout;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

const SHARE = `${projectRoot}/share/completions`;

const BASH = `source '${SHARE}/bash/git-hooks'
try() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  __git_hooks_main
  printf '[%s]' "\${COMPREPLY[@]}"
  echo
}
complete -p git-hooks
try git-hooks li
try git-hooks explain pre-commit ''
try git-hooks check --scope = pro
try git-hooks check --file = .git/hooks.
try git-hooks explain '$(touch pwned)' '\`touch pwned\`'
git_words() { words=("$@") cword=$(($# - 1)); COMPREPLY=(); _git_hooks; printf '[%s]' "\${COMPREPLY[@]}"; echo; }
git_words git hooks explain pre-co
git_words git -C . hooks explain pre-commit l
__git_cmd_idx=3
git_words git -C . hooks explain pre-commit l
`;

Deno.test("bash completes git-hooks and git hooks", async () => {
  using box = await prepared();
  const said = await inShell(box, "bash", BASH);
  if (said === undefined) return;
  assert.equal(
    said,
    "complete -o bashdefault -o nospace -F __git_hooks_main git-hooks\n" +
      "[list ]\n[lint ][two\\ words ]\n[project ]\n[.git/hooks.toml]\n[]\n" +
      "[pre-commit ]\n[lint ]\n[lint ]\n",
  );
  assert.equal(box.read("app/pwned"), undefined);
});

const FISH = `set -p fish_complete_path '${SHARE}/fish'
complete -C 'git-hooks li' | string replace -r '\\t.*' ''
complete -C 'git-hooks explain pre-commit '
complete -C 'git-hooks check --scope=pro'
complete -C 'git-hooks check --file=.git/hooks.' | string replace -r '\\t.*' ''
`;

Deno.test("fish completes git-hooks", async () => {
  using box = await prepared();
  const said = await inShell(box, "fish", FISH);
  if (said === undefined) return;
  const lines = said.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "");
  assert.deepEqual(lines, [
    "list",
    "lint",
    "two words",
    "--scope=project",
    "--file=.git/hooks.toml",
  ]);
});

// A terminal of zsh's own, as a person has it; what it draws ends with the completed words.
const ZSH = `zmodload zsh/zpty
zpty -b z 'zsh -f -i'
see() {
  local all part tries=0
  while (( tries++ < 100 )); do
    while zpty -r -t z part; do all+=$part; done
    [[ $all == *$1* ]] && break
    sleep 0.1
  done
  [[ $all == *$1* ]] && print -r -- "$1" || print -r -- "no $1 in: \${(V)all}"
}
zpty -w z "PS1='ready> '; fpath=('${SHARE}/zsh' \\$fpath); autoload -Uz compinit; compinit -u -d \\$HOME/zcompdump; unsetopt zle_bracketed_paste; print up\${:-ready}"
see upready
zpty -n -w z $'git-hooks expl\\t'
see 'git-hooks explain'
zpty -n -w z $'pre-commit l\\t'
see 'pre-commit lint'
zpty -n -w z $'\\C-ugit-hooks check --scope=pro\\t'
see '--scope=project'
zpty -n -w z $'\\C-ugit hooks explain pre-comm\\t'
see 'git hooks explain pre-commit'
zpty -d z
`;

Deno.test("zsh completes git-hooks and git hooks", async () => {
  using box = await prepared();
  const said = await inShell(box, "zsh", ZSH);
  if (said === undefined) return;
  assert.equal(
    said,
    "upready\ngit-hooks explain\npre-commit lint\n--scope=project\ngit hooks explain pre-commit\n",
  );
});
