// Why a swap is refunded or rejected, by the words of an indexer, and what a refund costs.

import { isInPools, type SwapReading, stateRows } from "../../protocol/model/swap.ts";
import { isKeptUntilSwapped, payoutChainOf } from "../../protocol/values/assets.ts";
import { presets } from "../../protocol/values/chains.ts";
import type { Blocks } from "../../render/blocks.ts";
import { refundCauseClause } from "../../say/swap.en.ts";
import { refundTexts } from "../../say/track.en.ts";

/** Blocks for the headline box. Empty if nothing is refunded or rejected, or not yet. */
export function causeBlocks(reading: SwapReading): Blocks {
  const { refundReason, situation, terminal } = reading;
  if (isInPools(reading)) return [];
  if (refundReason === null)
    return isSentBack(reading) && !isOrderOver(reading)
      ? [{ text: refundTexts.causeNotKnown, rank: 3 }]
      : [];
  const causeClause = isOrderOver(reading) ? null : refundCauseClause(refundReason, situation);
  return [
    !isSentBack(reading) && !terminal && { text: refundTexts.reasonAlone },
    causeClause !== null && { text: refundTexts.cause(causeClause) },
    { text: refundTexts.quote, rank: 3 },
    { quotation: refundReason, rank: 3 },
  ];
}

function isSentBack({ state, refundExpected }: SwapReading): boolean {
  return refundExpected || stateRows[state].back !== undefined || state === "failed";
}

/** True if the text of the swap's state already tells why: the limit order expired, for example. */
const isOrderOver = ({ order }: SwapReading): boolean =>
  order?.status === "expired" || order?.status === "cancelled";

/** What a refund that is still to come costs. Null if there is none. */
export function refundCostText(reading: SwapReading): string | null {
  const { state, terminal, refundExpected, in: deposit, network } = reading;
  if (!refundExpected || terminal || state === "dropped" || deposit === null) return null;
  // THORNode takes no outbound fee for a refund on THORChain itself. See GetAssetOutboundFee in its
  // `manager_gas_current.go`.
  const preset = presets[network];
  const isRefundFree =
    preset.nativeChain === "THOR"
      ? payoutChainOf(deposit.asset, preset) === "THOR"
      : isKeptUntilSwapped(deposit.asset, preset);
  return isRefundFree ? refundTexts.noFee : refundTexts.fee;
}
