/**
 * Kinds of scripts and of hookdirs: each is built, probed with real git, migrated, probed again, and
 * restored; what differs is a fault.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type Said, Sandbox, testGits } from "../support/sandbox.ts";
import { snapshot } from "../support/snapshot.ts";

/** One kind. */
interface Kind {
  /** What it is about. */
  readonly name: string;
  /** Makes the repository and answers its path; git commands run in it. */
  readonly build: (box: Sandbox) => Promise<string>;
  /** Fires events; answers what was seen. */
  readonly probe: (box: Sandbox, repo: string) => Promise<string>;
  /** The exit code of `migrate --yes`. */
  readonly code: number;
  /** Lines that must be in what it prints. */
  readonly says?: readonly RegExp[];
  /** Events that must have a hook of a hooks.toml afterwards. */
  readonly migrated: readonly string[];
}

/** Written by a hook, so that before and after can be compared word by word. */
const RECORD = `
{
  printf '%s' "\${0##*/}"; for one in "$@"; do printf ' <%s>' "$one"; done; echo
  echo "cwd=\${PWD##*/}"; env | grep '^GIT_[DIWPQO]' | grep -v '^GIT_QUARANTINE_PATH' | sort
  case \${0##*/} in pre-push|pre-receive|post-receive|post-rewrite|reference-transaction) cat ;; esac
} | sed 's/[0-9a-f]\\{40\\}/OID/g; s/incoming-[A-Za-z0-9]*/incoming/g' >>"$TRACE"`;

async function said(box: Sandbox, label: string, result: Said): Promise<string> {
  const text = `[${label}] ${result.code}\n${box.trace()}`;
  return await Promise.resolve(text.replaceAll(box.root, "@"));
}

async function commit(box: Sandbox, repo: string, label = "commit"): Promise<string> {
  return await said(
    box,
    label,
    await box.git(["commit", "-q", "--allow-empty", "-m", "A message"], { cwd: repo }),
  );
}

async function plain(box: Sandbox, hooks: Readonly<Record<string, string>>): Promise<string> {
  const repo = await box.repository("repo");
  for (const [name, text] of Object.entries(hooks)) {
    box.write(`${repo}/.git/hooks/${name}`, text, 0o755);
  }
  return repo;
}

const KINDS: readonly Kind[] = [
  {
    name: "arguments, input, directory and environment of many events",
    build: async (box) => {
      const script = `#!/bin/sh\n${RECORD}\n`;
      const repo = await plain(box, {
        "pre-commit": script,
        "prepare-commit-msg": script,
        "commit-msg": script,
        "post-commit": script,
        "post-checkout": script,
        "post-merge": script,
        "post-rewrite": script,
        "pre-push": script,
        "pre-rebase": script,
        "pre-merge-commit": script,
      });
      await box.mustGit(["init", "-q", "--bare", box.path("up it's.git")]);
      await box.mustGit(["remote", "add", "up", box.path("up it's.git")], { cwd: repo });
      return repo;
    },
    probe: async (box, repo) => {
      const steps: readonly (readonly string[])[] = [
        ["commit", "-q", "--allow-empty", "-m", "one"],
        ["checkout", "-q", "-b", "side"],
        ["commit", "-q", "--allow-empty", "--amend", "-m", "two"],
        ["checkout", "-q", "-b", "other", "HEAD"],
        ["commit", "-q", "--allow-empty", "-m", "three"],
        ["checkout", "-q", "side"],
        ["merge", "-q", "--no-ff", "-m", "merged", "other"],
        ["push", "-q", "up", "side", "other"],
        ["rebase", "-q", "HEAD^"],
      ];
      let seen = "";
      for (const step of steps) {
        seen += await said(box, step.join(" "), await box.git(step, { cwd: repo }));
      }
      return seen;
    },
    code: 0,
    migrated: ["pre-commit", "commit-msg", "post-checkout", "pre-push", "post-rewrite"],
  },
  {
    name: "scripts without an interpreter, empty ones, and CRLF in the body",
    build: (box) =>
      plain(box, {
        "pre-commit": 'echo "no shebang $#" >>"$TRACE"\n',
        "commit-msg": '###!/bin/sh\necho "odd shebang" >>"$TRACE"\n',
        "prepare-commit-msg": "",
        "post-commit": 'echo crlf >>"$TRACE"\r\nexit 0\r\n',
      }),
    probe: (box, repo) => commit(box, repo),
    code: 0,
    migrated: ["pre-commit", "commit-msg", "prepare-commit-msg", "post-commit"],
  },
  {
    name: "scripts that git cannot start go on stopping the commit",
    build: (box) =>
      plain(box, {
        "pre-commit": "#!/bin/sh\r\nexit 0\r\n",
        "commit-msg": "#!/nonexistent/interpreter\nexit 0\n",
        "post-checkout": '#!/bin/sh\necho out >>"$TRACE"\n',
      }),
    probe: async (box, repo) =>
      await commit(box, repo) +
      await said(
        box,
        "message",
        await box.git(["commit", "--allow-empty", "-m", "x"], { cwd: repo }),
      ),
    code: 3,
    says: [/pre-commit +stays +.*carriage return/, /commit-msg +stays +line 1 names \/nonexistent/],
    migrated: ["post-checkout"],
  },
  {
    name: "a hard link to a tracked file stays one file",
    build: async (box) => {
      const repo = await box.repository("repo");
      box.script(`${repo}/tools/check`, 'echo "check $#" >>"$TRACE"');
      await box.mustGit(["add", "."], { cwd: repo });
      await Deno.link(box.path(`${repo}/tools/check`), box.path(`${repo}/.git/hooks/pre-commit`));
      return repo;
    },
    probe: async (box, repo) => {
      const first = await commit(box, repo);
      // Edited in place, it is another script at once, as before.
      await Deno.writeTextFile(
        box.path(`${repo}/tools/check`),
        '#!/bin/sh\necho "edited" >>"$TRACE"\n',
      );
      return first + await commit(box, repo, "edited");
    },
    code: 0,
    migrated: ["pre-commit"],
  },
  {
    name: "links that lead out of the hookdir, to files that come and go",
    build: async (box) => {
      const repo = await box.repository("repo");
      box.script("shared/central script", 'echo "central ${0##*/}" >>"$TRACE"');
      await Deno.symlink(
        box.path("shared/central script"),
        box.path(`${repo}/.git/hooks/pre-commit`),
      );
      await box.mustGit(["commit", "-q", "--no-verify", "--allow-empty", "-m", "base"], {
        cwd: repo,
      });
      await box.mustGit(["branch", "bare"], { cwd: repo });
      box.script(`${repo}/tools/msg`, 'echo "tracked ${0##*/} $#" >>"$TRACE"');
      await box.mustGit(["add", "."], { cwd: repo });
      await box.mustGit(["commit", "-q", "--no-verify", "-m", "tools"], { cwd: repo });
      await Deno.symlink("../../tools/msg", box.path(`${repo}/.git/hooks/commit-msg`));
      await box.mustGit(["worktree", "add", "-q", "-b", "linked", box.path("linked tree")], {
        cwd: repo,
      });
      return repo;
    },
    probe: async (box, repo) => {
      let seen = await commit(box, repo);
      seen += await commit(box, box.path("linked tree"), "linked");
      await box.mustGit(["checkout", "-q", "bare"], { cwd: repo });
      seen += await commit(box, repo, "without the file");
      await Deno.rename(box.path("shared"), box.path("away"));
      seen += await commit(box, repo, "nothing left");
      await Deno.rename(box.path("away"), box.path("shared"));
      await box.mustGit(["checkout", "-q", "main"], { cwd: repo });
      return seen;
    },
    code: 0,
    migrated: ["pre-commit", "commit-msg"],
  },
  {
    name: "programs that are no scripts",
    build: async (box) => {
      const repo = await box.repository("repo");
      await Deno.copyFile("/bin/true", box.path(`${repo}/.git/hooks/pre-commit`));
      const bytes = await Deno.readFile("/bin/false");
      const end = new TextEncoder().encode("/.git/hooks/");
      const both = new Uint8Array(bytes.length + end.length);
      both.set(bytes);
      both.set(end, bytes.length);
      box.write(`${repo}/.git/hooks/commit-msg`, both, 0o755);
      return repo;
    },
    probe: (box, repo) => commit(box, repo),
    code: 3,
    says: [/commit-msg +stays +is a program that mentions hooks/],
    migrated: ["pre-commit"],
  },
  {
    name: "a hookdir inside the repository, with spaces, and a script that goes one up",
    build: async (box) => {
      const repo = await box.repository("repo");
      box.script(
        `${repo}/my hooks/pre-commit`,
        'cd "$(dirname "$0")/.." && cat marker "my hooks/a b" >>"$TRACE"',
      );
      box.write(`${repo}/my hooks/a b`, "neighbour\n");
      box.write(`${repo}/marker`, "root\n");
      box.write(`${repo}/.git/info/exclude`, "/my hooks/\n");
      box.script(`${repo}/my hooks/post-receive`, 'echo "receive" >>"$TRACE"');
      box.script(`${repo}/.git/hooks/pre-commit`, 'echo "dead" >>"$TRACE"');
      box.script(`${repo}/.git/hooks/commit-msg`, 'echo "dead" >>"$TRACE"');
      await box.mustGit(["config", "core.hooksPath", "my hooks"], { cwd: repo });
      await box.mustGit(["config", "receive.denyCurrentBranch", "ignore"], { cwd: repo });
      return repo;
    },
    probe: async (box, repo) => {
      const seen = await commit(box, repo);
      const status = await box.git(["status", "--porcelain"], { cwd: repo });
      const push = await box.git(["push", "-q", ".", "HEAD:refs/heads/in"], { cwd: repo });
      return seen + status.stdout + await said(box, "push", push);
    },
    code: 0,
    says: [
      /my hooks\/post-receive: core\.hooksPath is relative/,
      /\.git\/hooks\/pre-commit: core\.hooksPath is my hooks/,
    ],
    migrated: ["pre-commit"],
  },
  {
    name: "worktrees of which one has a hookdir of its own",
    build: async (box) => {
      const repo = await plain(box, { "pre-commit": '#!/bin/sh\necho "main hook" >>"$TRACE"\n' });
      await box.mustGit(["commit", "-q", "--no-verify", "--allow-empty", "-m", "base"], {
        cwd: repo,
      });
      await box.mustGit(["worktree", "add", "-q", "-b", "a", box.path("tree a")], { cwd: repo });
      await box.mustGit(["worktree", "add", "-q", "-b", "b", box.path("tree b")], { cwd: repo });
      await box.mustGit(["config", "extensions.worktreeConfig", "true"], { cwd: repo });
      await box.mustGit(["config", "--worktree", "core.hooksPath", box.path("b hooks")], {
        cwd: box.path("tree b"),
      });
      box.script("b hooks/pre-commit", 'echo "hook of b" >>"$TRACE"');
      return repo;
    },
    probe: async (box, repo) =>
      await commit(box, repo) + await commit(box, box.path("tree a"), "a") +
      await commit(box, box.path("tree b"), "b"),
    code: 3,
    says: [/stays +worktree .*tree b has a core\.hooksPath of its own/],
    migrated: ["pre-commit"],
  },
  {
    name: "a submodule",
    build: async (box) => {
      const inner = await box.repository("inner");
      await box.mustGit(["commit", "-q", "--allow-empty", "-m", "base"], { cwd: inner });
      const outer = await box.repository("outer");
      await box.mustGit(["submodule", "--quiet", "add", box.path(inner), "sub module"], {
        cwd: outer,
      });
      box.script(`${outer}/.git/modules/sub module/hooks/pre-commit`, 'echo "sub $PWD" >>"$TRACE"');
      box.script(`${outer}/.git/hooks/pre-commit`, 'echo "outer" >>"$TRACE"');
      return `${outer}/sub module`;
    },
    probe: async (box, repo) => await commit(box, repo) + await commit(box, "outer", "outer"),
    code: 0,
    migrated: ["pre-commit"],
  },
  {
    name: "a tracked folder with scripts on other branches, and scripts that would wake",
    build: async (box) => {
      const repo = await box.repository("repo");
      await box.mustGit(["commit", "-q", "--allow-empty", "-m", "base"], { cwd: repo });
      box.script(`${repo}/git hooks/pre-commit`, 'echo "v1 $0" >>"$TRACE"');
      await box.mustGit(["add", "."], { cwd: repo });
      await box.mustGit(["commit", "-q", "-m", "hooks"], { cwd: repo });
      await box.mustGit(["checkout", "-q", "-b", "more"], { cwd: repo });
      box.script(`${repo}/git hooks/commit-msg`, 'echo "more $#" >>"$TRACE"');
      await box.mustGit(["add", "."], { cwd: repo });
      await box.mustGit(["commit", "-q", "-m", "more"], { cwd: repo });
      await box.mustGit(["checkout", "-q", "main"], { cwd: repo });
      await box.mustGit(["config", "core.hooksPath", "git hooks"], { cwd: repo });
      box.script(`${repo}/.git/hooks/pre-commit`, 'echo "WOKE" >>"$TRACE"');
      box.script(`${repo}/.git/hooks/post-commit`, 'echo "WOKE" >>"$TRACE"');
      box.script(`${repo}/.git/hooks/post-receive`, 'echo "WOKE" >>"$TRACE"');
      return repo;
    },
    probe: async (box, repo) => {
      let seen = await commit(box, repo);
      await box.mustGit(["checkout", "-q", "more"], { cwd: repo });
      seen += await commit(box, repo, "more");
      await box.mustGit(["checkout", "-q", "main"], { cwd: repo });
      seen += await said(
        box,
        "push",
        await box.git(["push", "-q", ".", "HEAD:refs/heads/in"], { cwd: repo }),
      );
      return seen + (await box.git(["status", "--porcelain"], { cwd: repo })).stdout;
    },
    code: 0,
    says: [/commit-msg \(branch more\) +becomes/, /post-commit: .*kept in/],
    migrated: ["pre-commit", "commit-msg"],
  },
  {
    name: "a tracked folder of which one script asks git for the hooks folder",
    build: async (box) => {
      const repo = await box.repository("repo");
      box.script(
        `${repo}/hooks/pre-commit`,
        'cat "$(git rev-parse --git-path hooks)/text" >>"$TRACE"',
      );
      box.script(`${repo}/hooks/commit-msg`, 'echo "message" >>"$TRACE"');
      box.write(`${repo}/hooks/text`, "the text\n");
      await box.mustGit(["add", "."], { cwd: repo });
      await box.mustGit(["config", "core.hooksPath", "hooks"], { cwd: repo });
      return repo;
    },
    probe: (box, repo) => commit(box, repo),
    code: 3,
    says: [
      /pre-commit +stays +line 2 asks git/,
      /commit-msg +stays +core\.hooksPath has to stay for pre-commit/,
    ],
    migrated: [],
  },
  {
    name: "what hooks print, and what they find on standard input",
    build: async (box) => {
      const talk =
        '#!/bin/sh\necho "out ${0##*/} $(cat | wc -c | tr -d " ")"; echo "err ${0##*/}" >&2\n';
      const repo = await plain(box, {
        "pre-commit": talk,
        "commit-msg": talk,
        "post-commit": talk,
        "pre-push": talk,
        "post-checkout": talk,
      });
      await box.mustGit(["init", "-q", "--bare", box.path("up.git")]);
      box.script("up.git/hooks/pre-receive", 'echo "out"; echo "err" >&2');
      box.script("up.git/hooks/update", 'echo "out $1"; echo "err" >&2');
      return repo;
    },
    probe: async (box, repo) => {
      let seen = "";
      for (
        const words of [
          ["commit", "--allow-empty", "-m", "x"],
          ["push", box.path("up.git"), "HEAD:refs/heads/x"],
          ["checkout", "-b", "other"],
        ]
      ) {
        const { code, stdout, stderr } = await box.git(words, { cwd: repo });
        seen += `[${words[0]}] ${code}\n${stdout}---\n${stderr}`;
      }
      return seen.replaceAll(box.root, "@").replace(/[0-9a-f]{7,40}/g, "OID");
    },
    code: 0,
    migrated: ["pre-commit", "pre-push"],
  },
  {
    name: "a script that refuses: exit codes and what is not done",
    build: (box) =>
      plain(box, {
        "pre-commit": '#!/bin/sh\necho "pre" >>"$TRACE"; exit 7\n',
        "post-checkout": "#!/bin/sh\nexit 9\n",
        "reference-transaction":
          '#!/bin/sh\necho "$1 $(cat | cut -d" " -f3 | tr "\\n" " ")" >>"$TRACE"; case $1 in prepared) [ ! -e stop ] ;; esac\n',
      }),
    probe: async (box, repo) => {
      let seen = await commit(box, repo);
      seen += await said(
        box,
        "no-verify",
        await box.git(["commit", "-q", "--no-verify", "--allow-empty", "-m", "x"], { cwd: repo }),
      );
      seen += await said(
        box,
        "checkout",
        await box.git(["checkout", "-q", "-b", "b"], { cwd: repo }),
      );
      box.write(`${repo}/stop`, "");
      seen += await said(box, "branch", await box.git(["branch", "c"], { cwd: repo }));
      await Deno.remove(box.path(`${repo}/stop`));
      return seen + await box.mustGit(["for-each-ref", "--format=%(refname)"], { cwd: repo });
    },
    code: 0,
    migrated: ["pre-commit", "post-checkout", "reference-transaction"],
  },
  {
    name: "mail, a push that updates the worktree, and a push that is refused",
    build: async (box) => {
      const script = `#!/bin/sh\n${RECORD}\n`;
      const repo = await plain(box, {
        "applypatch-msg": script,
        "pre-applypatch": script,
        "post-applypatch": script,
        "push-to-checkout": `${script}git read-tree -u -m HEAD "$1"\n`,
        "pre-receive": `${script}\n`,
        "update": `${script}case $1 in *no*) exit 1 ;; esac\n`,
        "post-update": script,
      });
      await box.mustGit(["config", "receive.denyCurrentBranch", "updateInstead"], { cwd: repo });
      box.write(`${repo}/file`, "one\n");
      await box.mustGit(["add", "."], { cwd: repo });
      await box.mustGit(["commit", "-q", "-m", "base"], { cwd: repo });
      await box.mustGit(["clone", "-q", "--template=", box.path(repo), box.path("clone")]);
      box.write("clone/file", "two\n");
      await box.mustGit(["commit", "-q", "-a", "-m", "change"], { cwd: "clone" });
      const patch = await box.mustGit(["format-patch", "-1", "--stdout"], { cwd: "clone" });
      box.write("patch", patch);
      return repo;
    },
    probe: async (box, repo) => {
      let seen = await said(
        box,
        "push",
        await box.git(["push", "-q", "origin", "main", "main:no"], { cwd: "clone" }),
      );
      seen += await box.mustGit(["status", "--porcelain"], { cwd: repo });
      await box.mustGit(["reset", "-q", "--hard", "HEAD^"], { cwd: repo });
      seen += await said(box, "am", await box.git(["am", "-q", box.path("patch")], { cwd: repo }));
      return seen + (box.read(`${repo}/file`) ?? "");
    },
    code: 0,
    migrated: ["applypatch-msg", "push-to-checkout", "update"],
  },
  {
    name: "a core.hooksPath that names the repository's own hooks, from wherever it is asked",
    build: async (box) => {
      const repo = await plain(box, {
        "pre-commit": '#!/bin/sh\necho "${0##*/}" >>"$TRACE"\n',
        "post-receive": '#!/bin/sh\necho "receive" >>"$TRACE"\n',
      });
      await box.mustGit(["commit", "-q", "--allow-empty", "-m", "base"], { cwd: repo });
      await box.mustGit(["worktree", "add", "-q", box.path("linked")], { cwd: repo });
      await box.mustGit(["config", "core.hooksPath", ".git/hooks"], { cwd: repo });
      return repo;
    },
    probe: async (box, repo) =>
      await commit(box, repo) + await commit(box, "linked", "linked: dead") +
      await said(
        box,
        "push",
        await box.git(["push", "-q", ".", "HEAD:refs/heads/in"], { cwd: repo }),
      ),
    code: 0,
    says: [/\.git\/hooks\/post-receive: core\.hooksPath is relative/],
    migrated: ["pre-commit"],
  },
  {
    name: "a tracked folder by its absolute path, seen from a linked worktree",
    build: async (box) => {
      const repo = await box.repository("repo");
      box.script(`${repo}/tools/git's hooks/pre-commit`, 'echo "v1 ${0%/*}" >>"$TRACE"');
      box.script(`${repo}/tools/git's hooks/post-receive`, 'echo "receive" >>"$TRACE"');
      await box.mustGit(["add", "."], { cwd: repo });
      await box.mustGit(["commit", "-q", "-m", "base"], { cwd: repo });
      await box.mustGit(["worktree", "add", "-q", "-b", "w", box.path("linked")], { cwd: repo });
      box.script("linked/tools/git's hooks/pre-commit", 'echo "v2" >>"$TRACE"');
      await box.mustGit(["config", "core.hooksPath", `${box.path(repo)}/tools/git's hooks`], {
        cwd: repo,
      });
      return repo;
    },
    probe: async (box, repo) =>
      await commit(box, repo) + await commit(box, "linked", "linked runs main's") +
      await said(
        box,
        "push",
        await box.git(["push", "-q", ".", "HEAD:refs/heads/in"], { cwd: repo }),
      ),
    code: 0,
    migrated: ["pre-commit", "post-receive"],
  },
  {
    name: "a tracked folder with ./ and a slash at the end",
    build: async (box) => {
      const repo = await box.repository("repo");
      box.script(`${repo}/h/pre-commit`, 'echo "${0##*/}" >>"$TRACE"');
      await box.mustGit(["add", "."], { cwd: repo });
      await box.mustGit(["config", "core.hooksPath", "./h/"], { cwd: repo });
      return repo;
    },
    probe: (box, repo) => commit(box, repo),
    code: 0,
    migrated: ["pre-commit"],
  },
  {
    name: "events that work only as files, and one that a setting would switch off",
    build: async (box) => {
      const repo = await plain(box, {
        "sendemail-validate": "#!/bin/sh\nexit 0\n",
        "proc-receive": "#!/bin/sh\nexit 0\n",
        "pre-commit": '#!/bin/sh\necho "off?" >>"$TRACE"\n',
        "commit-msg": '#!/bin/sh\necho "message" >>"$TRACE"\n',
      });
      await box.mustGit(["config", "hook.pre-commit.enabled", "false"], { cwd: repo });
      return repo;
    },
    probe: (box, repo) => commit(box, repo),
    code: 3,
    says: [
      /sendemail-validate +stays +git send-email looks for the file itself/,
      /proc-receive +stays +git receive-pack looks/,
      /pre-commit +stays +hook\.pre-commit\.enabled=false would switch it off \(\.git\/config\)/,
    ],
    migrated: ["commit-msg"],
  },
  {
    name: "a hooks.toml that is there already, without a newline at its end, and taken names",
    build: async (box) => {
      const repo = await plain(box, { "pre-commit": '#!/bin/sh\necho "script" >>"$TRACE"\n' });
      box.write(
        `${repo}/.git/hooks.toml`,
        '# mine\n[hook.pre-commit-script]\nevent = "post-merge"\ncommand = "true"',
      );
      await box.mustGit(["config", "--global", "hook.pre-commit-script-2.enabled", "true"]);
      return repo;
    },
    probe: (box, repo) => commit(box, repo),
    code: 0,
    says: [/becomes +pre-commit-script-3/],
    migrated: ["pre-commit"],
  },
  {
    name: "helpers that do for a script what forbids moving it",
    build: (box) =>
      plain(box, {
        "pre-commit": '#!/bin/sh\n. "$(dirname "$0")/common"\n',
        "common": '[ "$0" = .git/hooks/pre-commit ] && echo "in place" >>"$TRACE"\n',
        "pre-push": '#!/bin/sh\n. "$(git rev-parse --git-dir)/hooks/commit-msg"\n',
        "commit-msg": '#!/bin/sh\necho "message" >>"$TRACE"\n',
        "post-commit": '#!/bin/sh\necho "post" >>"$TRACE"\n',
      }),
    probe: (box, repo) => commit(box, repo),
    code: 3,
    says: [
      /pre-commit +stays +common line 1 compares \$0/,
      /commit-msg +stays +pre-push line 2 reads it by its path/,
    ],
    migrated: ["post-commit"],
  },
];

/** What git changes by itself, and our cache. */
const LEAVE = ["objects", "logs", "trace", "home", "index", "git-hooks"];

for (const git of testGits()) {
  for (const kind of KINDS) {
    Deno.test(`migrate keeps ${kind.name} (${git.name})`, async () => {
      using before = new Sandbox(git);
      const first = await kind.build(before);
      before.trace();
      const expected = await kind.probe(before, first);
      const start = await snapshot(before.root, LEAVE);
      await before.hooks(["migrate", "--yes"], { cwd: first });
      const undone = await before.hooks(["migrate", "--undo", "--yes"], { cwd: first });
      assert.equal(undone.code, 0, undone.stdout + undone.stderr);
      assert.deepEqual(await snapshot(before.root, LEAVE), start);

      using box = new Sandbox(git);
      const repo = await kind.build(box);
      box.trace();
      const migrated = await box.hooks(["migrate", "--yes"], { cwd: repo });
      assert.equal(migrated.code, kind.code, migrated.stdout + migrated.stderr);
      for (const line of kind.says ?? []) assert.match(migrated.stdout, line);
      for (const event of kind.migrated) {
        const listed = await box.hooks(["list", event], { cwd: repo });
        assert.match(listed.stdout, /^(?!hook from hookdir).+$/m, `${event}: ${listed.stdout}`);
      }
      const once = await snapshot(box.root, LEAVE);
      const again = await box.hooks(["migrate", "--yes"], { cwd: repo });
      assert.equal(again.code, kind.code, again.stdout + again.stderr);
      assert.deepEqual(
        await snapshot(box.root, LEAVE),
        once,
      );
      box.trace();
      assert.equal(await kind.probe(box, repo), expected);
    });
  }
}
