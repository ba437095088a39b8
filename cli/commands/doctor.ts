/**
 * `git-hooks doctor`: what is wrong here, why, and what mends it.
 *
 * @module
 */

import { diagnose } from "../../lib/doctor/diagnose.ts";
import { DOCTOR } from "../explain_words.ts";
import { parseOptions, UsageError } from "../options.ts";
import { coloursFor } from "../ui/colours.ts";
import type { Console } from "../ui/console.ts";
import { jsonText } from "../ui/json_text.ts";
import { diagnosisText } from "../ui/doctor_view.ts";

/**
 * Examines the repository; never writes.
 *
 * @param args what follows `doctor`
 * @param console where it prints
 * @returns 1 when there is an error among the findings, else 0
 */
export async function doctorCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, DOCTOR);
  if (rest.length > 0) throw new UsageError("doctor takes no arguments", DOCTOR);
  const diagnosis = await diagnose(Deno.cwd());
  console.out(
    options.get("json") === true
      ? jsonText(diagnosis)
      : diagnosisText(diagnosis, coloursFor(console.colourOut)),
  );
  return diagnosis.findings.some(({ severity }) => severity === "error") ? 1 : 0;
}
