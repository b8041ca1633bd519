// Says why a quote has no memo and no address, and what to do.

import type { Failure } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QuoteReading, Withheld } from "../model/quote.ts";
import type { ReasonCode } from "../model/reasons.ts";
import { failureOf } from "../safety/failures.ts";
import { doNotSend } from "./advice.ts";

const withheldCodes: Partial<Readonly<Record<ReasonCode, string>>> = {
  providers_disagree: "sources_disagree",
  cost_too_high: "costly",
};

const lastingCodes: readonly string[] = [
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

export const NO_DESTINATION = "no_destination";

const noDestination: Withheld = {
  code: NO_DESTINATION,
  message: message("give_destination"),
  retryAfterSeconds: null,
};

export function withheldByFailure(failure: Failure): Withheld {
  return {
    code: failure.code,
    message: failure.hint,
    retryAfterSeconds: failure.retryAfterSeconds,
  };
}

export function withheldOf({
  memo,
  reason,
}: Pick<QuoteReading, "memo" | "reason">): Withheld | null {
  if (memo !== null) return null;
  if (reason === null) return noDestination;
  const code = withheldCodes[reason.code] ?? reason.code;
  const retryAfterSeconds = lastingCodes.includes(code)
    ? null
    : failureOf(reason).retryAfterSeconds;
  return { code, message: doNotSend(reason), retryAfterSeconds };
}
