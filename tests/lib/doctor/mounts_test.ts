import assert from "node:assert/strict";
import { isNoexecIn } from "../../../lib/doctor/mounts.ts";

const LIST = [
  "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
  "30 22 0:30 / /srv rw,nosuid,noexec - tmpfs tmpfs rw",
  "31 30 0:31 / /srv/with\\040space rw,relatime - tmpfs tmpfs rw",
  "32 22 0:32 / /over rw,noexec - tmpfs tmpfs rw",
  "33 32 0:33 / /over rw - tmpfs tmpfs rw",
].join("\n");

Deno.test("isNoexecIn() asks the mount nearest to the path", () => {
  assert.equal(isNoexecIn(LIST, "/home/a"), false);
  assert.equal(isNoexecIn(LIST, "/srv/git/x"), true);
  assert.equal(isNoexecIn(LIST, "/srv"), true);
  assert.equal(isNoexecIn(LIST, "/srvother/x"), false);
  assert.equal(isNoexecIn(LIST, "/srv/with space/x"), false);
});

Deno.test("isNoexecIn() asks the later of two mounts on one point", () => {
  assert.equal(isNoexecIn(LIST, "/over/x"), false);
});

Deno.test("isNoexecIn() says no where there is no list", () => {
  assert.equal(isNoexecIn("", "/x"), false);
});
