/**
 * Asks a journal whether a file can be linked, as whoever starts this.
 *
 * @module
 */

import { Journal } from "../../lib/journal/journal.ts";

const [common = "", path = ""] = Deno.args;
await using journal = await Journal.open(common);
await Deno.stdout.write(new TextEncoder().encode(`${await journal.canLink(path)}\n`));
