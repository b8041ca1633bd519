// Turns a reason into text: a clause, a sentence, or a clause with a code for programs.

import type { Reason } from "../protocol/model/reasons.ts";
import { wordsFor } from "../protocol/values/word-rows.ts";
import { capitalize } from "./figures.en.ts";
import { reasons } from "./reasons.en.ts";

/**
 * The reason and its causes, each with its code for programs: "stale: halted when last read, 9
 * seconds ago; no_clock: too few sources told the time".
 */
export function codedReason(reason: Reason): string {
  return withCauses(reason, (reason) => `${reason.code}: ${reasonClause(reason)}`);
}

export function plainReason(reason: Reason): string {
  return withCauses(reason, reasonClause);
}

export const sentenceOf = (reason: Reason) => `${capitalize(plainReason(reason))}.`;

/** The text of one reason. A reason can have another reason as its cause, which is left out. */
export const reasonClause = ({ id, params }: Reason): string => wordsFor(reasons[id], params);

function withCauses(reason: Reason, toClause: (reason: Reason) => string): string {
  const { cause } = reason;
  return cause ? `${toClause(reason)}; ${withCauses(cause, toClause)}` : toClause(reason);
}
