import assert from "node:assert/strict";
import { UserError } from "../../../lib/errors.ts";
import {
  PROJECT_SCRIPT_LIMIT,
  PROJECT_TEXT_LIMIT,
  type ProjectText,
  readProjectText,
} from "../../../lib/trust/project_text.ts";

const TICKET = '[hook.ticket]\nevent = "commit-msg"\nscript = "tools/ticket"\n';

/** A worktree of files; a worktree's own path may lead through a link, so this one does. */
class Worktree implements Disposable {
  readonly #base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "git-hooks-test-" }));
  readonly outside = `${this.#base}/outside`;
  readonly path = `${this.#base}/link/it's a worktree\n`;

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    Deno.mkdirSync(`${this.#base}/real/it's a worktree\n`, { recursive: true });
    Deno.mkdirSync(this.outside);
    Deno.symlinkSync("real", `${this.#base}/link`);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string | Uint8Array): void {
    const target = `${this.path}/${path}`;
    Deno.mkdirSync(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(target, content);
    else Deno.writeFileSync(target, content);
  }

  read(): Promise<ProjectText | undefined> {
    return readProjectText(this.path);
  }

  async digest(): Promise<string | undefined> {
    return (await this.read())?.digest;
  }

  async faults(): Promise<readonly string[]> {
    const project = await this.read();
    assert.equal(project?.digest, undefined);
    return project?.faults.map((fault) => fault.message) ?? [];
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#base, { recursive: true });
  }
}

async function refusal(worktree: Worktree): Promise<string> {
  try {
    await worktree.read();
  } catch (error) {
    assert.ok(error instanceof UserError);
    assert.equal(error.exitCode, 128);
    assert.equal(error.faults[0]?.place?.file, "hooks.toml");
    return error.message;
  }
  assert.fail("hooks.toml was read");
}

Deno.test("readProjectText() answers undefined when there is no hooks.toml", async () => {
  using worktree = new Worktree();
  assert.equal(await worktree.read(), undefined);
});

Deno.test("readProjectText() reads the text and each script once", async () => {
  const text = `${TICKET}[hook.again]\nevent = "pre-push"\nscript = "./tools//ticket"\n`;
  const bytes = new Uint8Array([0x23, 0x21, 0, 0xff, 0x0a]);
  using worktree = new Worktree({ "hooks.toml": text, "tools/ticket": bytes });
  const project = await worktree.read();
  assert.equal(project?.text, text);
  assert.deepEqual(project?.scripts, [{ path: "tools/ticket", content: bytes }]);
  assert.match(project?.digest ?? "", /^[0-9a-f]{64}$/);
  assert.deepEqual(project?.faults, []);
});

Deno.test("readProjectText() gives another digest when text, script or absence changes", async () => {
  using worktree = new Worktree({ "hooks.toml": TICKET });
  const digests = [await worktree.digest()];
  worktree.write("tools/ticket", "");
  digests.push(await worktree.digest());
  worktree.write("tools/ticket", "absent");
  digests.push(await worktree.digest());
  worktree.write("hooks.toml", `${TICKET}# a comment\n`);
  digests.push(await worktree.digest());
  assert.ok(digests.every((digest) => digest !== undefined));
  assert.equal(new Set(digests).size, 4);
  worktree.write("hooks.toml", TICKET);
  assert.equal(await worktree.digest(), digests[2]);
});

Deno.test("readProjectText() records a script as absent when a file stands in its folder's place", async () => {
  using worktree = new Worktree({ "hooks.toml": TICKET, "tools": "" });
  assert.deepEqual((await worktree.read())?.scripts, [{
    path: "tools/ticket",
    content: undefined,
  }]);
});

Deno.test("readProjectText() refuses a hooks.toml that is a symbolic link", async () => {
  using worktree = new Worktree({ "other.toml": TICKET });
  await Deno.symlink("other.toml", `${worktree.path}/hooks.toml`);
  assert.equal(await refusal(worktree), "is a symbolic link");
});

Deno.test("readProjectText() refuses a hooks.toml that is no regular file, without opening it", async () => {
  using worktree = new Worktree();
  await Deno.mkdir(`${worktree.path}/hooks.toml`);
  assert.equal(await refusal(worktree), "is not a regular file");
  await Deno.remove(`${worktree.path}/hooks.toml`);
  // Opening a FIFO would wait for a writer for ever.
  await new Deno.Command("mkfifo", { args: [`${worktree.path}/hooks.toml`] }).output();
  assert.equal(await refusal(worktree), "is not a regular file");
});

Deno.test("readProjectText() refuses a hooks.toml of 100 MB and one byte above the limit", async () => {
  using worktree = new Worktree({ "hooks.toml": "" });
  for (const size of [100_000_000, PROJECT_TEXT_LIMIT + 1]) {
    await Deno.truncate(`${worktree.path}/hooks.toml`, size);
    assert.equal(await refusal(worktree), "is larger than 1 MiB");
  }
  worktree.write("hooks.toml", `#${" ".repeat(PROJECT_TEXT_LIMIT - 2)}\n`);
  assert.notEqual(await worktree.digest(), undefined);
});

Deno.test("readProjectText() refuses a hooks.toml that is not UTF-8", async () => {
  using worktree = new Worktree({ "hooks.toml": new Uint8Array([0x23, 0xff]) });
  assert.equal(await refusal(worktree), "this file is not UTF-8");
});

Deno.test("readProjectText() finds a fault in a script that is a symbolic link", async () => {
  using worktree = new Worktree({ "hooks.toml": TICKET, "tools/real": "" });
  await Deno.symlink("real", `${worktree.path}/tools/ticket`);
  const [fault] = await worktree.faults();
  assert.equal(
    fault,
    "script 'tools/ticket' is a symbolic link, so it cannot be trusted",
  );
  assert.deepEqual((await worktree.read())?.faults[0]?.place, { file: "hooks.toml", line: 1 });
});

Deno.test("readProjectText() finds a fault in a script behind a linked folder", async () => {
  using worktree = new Worktree({ "hooks.toml": TICKET });
  await Deno.writeTextFile(`${worktree.outside}/ticket`, "");
  await Deno.symlink(worktree.outside, `${worktree.path}/tools`);
  assert.deepEqual(await worktree.faults(), [
    "script 'tools/ticket' is reached through a symbolic link, tools, so it cannot be trusted",
  ]);
});

Deno.test("readProjectText() finds a fault in a script that is a folder, or too large", async () => {
  using worktree = new Worktree({ "hooks.toml": TICKET });
  await Deno.mkdir(`${worktree.path}/tools/ticket`, { recursive: true });
  assert.match((await worktree.faults())[0] ?? "", /is not a regular file/);
  await Deno.remove(`${worktree.path}/tools/ticket`);
  worktree.write("tools/ticket", "");
  await Deno.truncate(`${worktree.path}/tools/ticket`, PROJECT_SCRIPT_LIMIT + 1);
  assert.match((await worktree.faults())[0] ?? "", /is larger than 16 MiB/);
});

Deno.test("readProjectText() finds a fault in scripts that are too large together", async () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const tables = names.map((name) => `[hook.${name}]\nevent = "pre-push"\nscript = "${name}"\n`);
  using worktree = new Worktree({ "hooks.toml": tables.join("") });
  for (const name of names) {
    worktree.write(name, "");
    await Deno.truncate(`${worktree.path}/${name}`, PROJECT_SCRIPT_LIMIT);
  }
  assert.deepEqual(await worktree.faults(), [
    "script 'e' makes all scripts larger than 64 MiB together, so it cannot be trusted",
  ]);
});

/** Lets something happen between the look at a file and its opening. */
async function betweenLookAndOpen(
  path: string,
  swap: () => void,
  test: () => Promise<void>,
): Promise<void> {
  const open = Deno.open;
  Deno.open = (target, options) => {
    if (String(target).endsWith(path)) swap();
    return open(target, options);
  };
  try {
    await test();
  } finally {
    Deno.open = open;
  }
}

Deno.test("readProjectText() finds a fault when a script is swapped for a link before it is opened", async () => {
  using worktree = new Worktree({ "hooks.toml": TICKET, "tools/ticket": "good" });
  await Deno.writeTextFile(`${worktree.outside}/ticket`, "evil");
  const swap = (): void => {
    Deno.removeSync(`${worktree.path}/tools/ticket`);
    Deno.symlinkSync(`${worktree.outside}/ticket`, `${worktree.path}/tools/ticket`);
  };
  await betweenLookAndOpen("tools/ticket", swap, async () => {
    assert.match((await worktree.faults())[0] ?? "", /was replaced while it was read/);
  });
});

Deno.test("readProjectText() finds a fault when a script's folder is swapped for a link to the same file", async () => {
  using worktree = new Worktree({ "hooks.toml": TICKET, "tools/ticket": "good" });
  // A second name of the same file, outside: the inode alone tells nothing.
  await Deno.link(`${worktree.path}/tools/ticket`, `${worktree.outside}/ticket`);
  const swap = (): void => {
    Deno.renameSync(`${worktree.path}/tools`, `${worktree.path}/was`);
    Deno.symlinkSync(worktree.outside, `${worktree.path}/tools`);
  };
  await betweenLookAndOpen("tools/ticket", swap, async () => {
    assert.match((await worktree.faults())[0] ?? "", /was replaced while it was read/);
  });
});

Deno.test("readProjectText() refuses a hooks.toml that is swapped before it is opened", async () => {
  using worktree = new Worktree({ "hooks.toml": TICKET });
  const swap = (): void => {
    worktree.write("new.toml", "# another\n");
    Deno.renameSync(`${worktree.path}/new.toml`, `${worktree.path}/hooks.toml`);
  };
  await betweenLookAndOpen("hooks.toml", swap, async () => {
    assert.equal(await refusal(worktree), "was replaced while it was read");
  });
});
