// Warns of a payout or a refund on a chain whose signing is not open.

import { type Warning, warnOf } from "../model/envelope.ts";
import { type ChainNames, message } from "../model/messages.ts";
import type { PayoutEnd, Verdict } from "../model/verdicts.ts";

interface Payment {
  readonly payment: "payout" | "refund";
  readonly chains: ChainNames;
  readonly signing: Verdict;
  readonly payoutEnd: PayoutEnd;
  /** True if the network may never pay: see `payoutEndText`. */
  readonly mayBeLost: boolean;
}

export function paymentWarning({ signing, payoutEnd, ...payment }: Payment): Warning | null {
  if (signing === "open") return null;
  return signing === "unknown"
    ? warnOf("not_checked")(message("payouts_not_checked", { chains: payment.chains }))
    : warnOf("signing_halted")(message("payment_would_wait", { ...payment, end: payoutEnd }));
}
