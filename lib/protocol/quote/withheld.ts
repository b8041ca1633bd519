// Why a quote has no memo and no address, by a code of its own, and what to do.

import type { Failure } from "../model/envelope.ts";
import type { QuoteReading, Withheld } from "../model/quote.ts";
import type { ReasonCode } from "../model/verdicts.ts";
import { failureOf, hintText } from "../safety/sentences.ts";
import { doNotSendText } from "./advice.ts";

/** The codes that are named otherwise where something is withheld. */
const codes: Partial<Readonly<Record<ReasonCode, string>>> = {
  providers_disagree: "sources_disagree",
  cost_too_high: "costly",
};

/** What asking again cannot change. */
const lasting: readonly string[] = [
  "amount_too_small",
  "contract_destination",
  "costly",
  "destination_is_vault",
  "halts_soon",
  "limit_orders_off",
  "memo_too_long",
  "memo_mismatch",
  "deposit_not_known",
  "thin_pool",
  "vault_alarm",
];

/** The code where nobody was named whom the swap pays. */
export const NO_DESTINATION = "no_destination";

const noDestination: Withheld = {
  code: NO_DESTINATION,
  text: "Give the receiving address to get a memo.",
  retryAfterSeconds: null,
};

/** Of a question without an answer: as the failure says. */
export function withheldByFailure(failure: Failure): Withheld {
  return {
    code: failure.code,
    text: hintText(failure),
    retryAfterSeconds: failure.retryAfterSeconds,
  };
}

/** Null where a memo is given. */
export function withheldOf({
  memo,
  reason,
}: Pick<QuoteReading, "memo" | "reason">): Withheld | null {
  if (memo !== null) return null;
  if (reason === null) return noDestination;
  const code = codes[reason.code] ?? reason.code;
  const retryAfterSeconds = lasting.includes(code) ? null : failureOf(reason).retryAfterSeconds;
  return { code, text: doNotSendText(reason), retryAfterSeconds };
}
