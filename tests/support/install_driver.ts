/**
 * Runs one command of this program in a process of its own, so that a test may choose its launcher.
 *
 * @module
 */

import { main } from "../../cli/main.ts";
import { processConsole } from "../../cli/ui/console.ts";

Deno.exit(await main(Deno.args, processConsole()));
