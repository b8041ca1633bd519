// The section on a refund or a rejection: the meaning, the network's words and the cost.

import { line, link } from "../../markdown/nodes.ts";
import { isInPools, type SwapReading, stateRows } from "../../protocol/model/swap.ts";
import { payoutChainOf } from "../../protocol/values/assets.ts";
import { presets } from "../../protocol/values/chains.ts";
import { type Blocks, section } from "../../render/blocks.ts";
import { formatAmount } from "../../say/figures.en.ts";
import { goesBack, refundCauseText, stateWords } from "../../say/swap.en.ts";
import { refundTexts, trackWords } from "../../say/track.en.ts";
import { hrefOf } from "../../site/registry/links.ts";

export function refundBlock(reading: SwapReading): Blocks[number] {
  const { state, terminal, refundReason } = reading;
  const explanationText = stateWords[state].reasonText ?? expectedRefundText(reading);
  if (explanationText === null) return false;
  const isFailed = state === "failed";
  const hasCost = !isFailed && state !== "dropped";
  const causeText = refundCauseText(refundReason);
  const adviceText = terminal ? trackWords.tryAgain : trackWords.waitForFinal;
  return section(
    isFailed ? trackWords.rejection : trackWords.refund,
    { text: hasCost ? `${explanationText} ${refundCostText(reading)}`.trim() : explanationText },
    { text: refundReason === null ? trackWords.noQuote : trackWords.quote, rank: 3 },
    refundReason !== null && { quotation: refundReason, rank: 3 },
    causeText !== null && { text: `${trackWords.cause} ${causeText}` },
    { text: line`${adviceText} ${link(trackWords.newQuote, hrefOf("/quote"))}`, rank: 3 },
  );
}

function expectedRefundText(reading: SwapReading): string | null {
  const { state, refundExpected, refundReason, out } = reading;
  if (!refundExpected) return refundReason === null ? null : refundTexts.reasonAlone;
  if (isInPools(reading)) return refundTexts.failedParts;
  const isPartPaidOut = out.some(({ kind }) => kind === "swap");
  return isPartPaidOut ? refundTexts.inPart(goesBack(state)) : refundTexts.whole(goesBack(state));
}

function refundCostText({
  state,
  terminal,
  outboundFees,
  in: deposit,
  network,
}: SwapReading): string {
  const [fee, ...otherFees] = outboundFees ?? [];
  const isWholeRefundFinal = stateRows[state].back === "all" && terminal;
  if (isWholeRefundFinal && fee !== undefined && otherFees.length === 0)
    return refundTexts.cost(formatAmount(fee, undefined, { bound: "least" }));
  // THORNode takes no outbound fee for a refund on THORChain itself. See GetAssetOutboundFee in its
  // `manager_gas_current.go`.
  const isRefundFree =
    network !== "mayachain" && deposit && payoutChainOf(deposit.asset, presets[network]) === "THOR";
  return isRefundFree ? refundTexts.noFee : refundTexts.fee;
}
