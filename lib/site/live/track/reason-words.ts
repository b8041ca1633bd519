// What a refund or a rejection means, and what an indexer's words for it usually mean. Those words are data and never enter a sentence
// of ours.

import { refundCause, type SwapReading, stateRows } from "../../../protocol/model/swap.ts";
import { stateWords } from "../../../protocol/swap/words.ts";
import { formatAmount } from "../../../protocol/values/figure-text.ts";

export interface ReasonWords {
  readonly heading: string;
  /** What happens to the deposit. */
  readonly meaning: string;
  /** What reasons like the network's usually mean; null where none is known, or none like it. */
  readonly cause: string | null;
  /** What to do. */
  readonly next: string;
}

/** Null for a swap that is neither refunded nor rejected, nor about to be. */
export function reasonWords(reading: SwapReading): ReasonWords | null {
  const { state, terminal, refundReason } = reading;
  const meaning = stateWords[state].reason ?? expectedMeaning(reading);
  if (meaning === null) return null;
  const isFailed = state === "failed";
  return {
    heading: isFailed ? "The rejection" : "The refund",
    meaning: isFailed ? meaning : `${meaning} ${costText(reading)}`.trim(),
    cause: refundReason === null ? null : refundCause(refundReason),
    next: terminal
      ? "To try again, ask for a new quote. Never reuse an old address or memo."
      : "Wait until this is final.",
  };
}

/** The figure is known of a refund that is made. */
function costText({ state, terminal, outboundFees }: SwapReading): string {
  const [fee, ...others] = outboundFees ?? [];
  return stateRows[state].back === "all" && terminal && fee !== undefined && others.length === 0
    ? `The refund cost the outbound fee of ${formatAmount(fee)}.`
    : "A refund costs the outbound fee.";
}

function expectedMeaning({ refundExpected, refundReason, out }: SwapReading): string | null {
  const isPart = out.some((one) => one.kind === "swap");
  if (refundExpected && isPart) return "Some of the deposit was swapped for the recipient. The rest goes back.";
  if (refundExpected) return "The deposit, or a part of it, goes back.";
  return refundReason === null ? null : "The records name a reason for a refund, but none is planned or made yet.";
}
