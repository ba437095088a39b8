/**
 * The events that a push fires in the repository that receives it.
 *
 * @module
 */

import { allEvents } from "../events.ts";

/**
 * The events whose hooks the wrapper gives to git: those of receive-pack itself, the transactions of the
 * refs, and the question before automatic maintenance (builtin/receive-pack.c).
 */
export const RECEIVE_EVENTS: readonly string[] = [
  ...allEvents().filter(({ side }) => side === "receive").map(({ name }) => name),
  "reference-transaction",
  "pre-auto-gc",
];
