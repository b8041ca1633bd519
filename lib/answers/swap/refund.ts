// Why a swap is refunded or rejected, in its own section: the meaning, the nodes' words, the cost.

import { line, link } from "../../markdown/nodes.ts";
import { isInPools, type SwapReading, stateRows } from "../../protocol/model/swap.ts";
import { payoutChainOf } from "../../protocol/values/assets.ts";
import { presets } from "../../protocol/values/chains.ts";
import { type Blocks, section } from "../../render/blocks.ts";
import { formatAmount } from "../../say/figures.en.ts";
import { goesBack, refundCauseText, stateWords } from "../../say/swap.en.ts";
import { refundTexts, trackWords } from "../../say/track.en.ts";
import { hrefOf } from "../../site/registry/links.ts";

/** False for a swap that is neither refunded nor rejected, nor about to be. */
export function refundBlock(reading: SwapReading): Blocks[number] {
  const { state, terminal, refundReason } = reading;
  const meaning = stateWords[state].reason ?? expectedRefundText(reading);
  if (meaning === null) return false;
  const isFailed = state === "failed";
  const hasCost = !isFailed && state !== "dropped";
  const cause = refundCauseText(refundReason);
  const advice = terminal ? trackWords.tryAgain : trackWords.waitForFinal;
  return section(
    isFailed ? trackWords.rejection : trackWords.refund,
    { text: hasCost ? `${meaning} ${refundCostText(reading)}`.trim() : meaning },
    { text: refundReason === null ? trackWords.noQuote : trackWords.quote, rank: 3 },
    refundReason !== null && { quotation: refundReason, rank: 3 },
    cause !== null && { text: `${trackWords.cause} ${cause}` },
    { text: line`${advice} ${link(trackWords.newQuote, hrefOf("/quote"))}`, rank: 3 },
  );
}

function expectedRefundText(reading: SwapReading): string | null {
  const { state, refundExpected, refundReason, out } = reading;
  if (!refundExpected) return refundReason === null ? null : refundTexts.reasonAlone;
  if (isInPools(reading)) return refundTexts.failedParts;
  const isPartPaid = out.some(({ kind }) => kind === "swap");
  return isPartPaid ? refundTexts.inPart(goesBack(state)) : refundTexts.whole(goesBack(state));
}

/** Exact only for a finished refund. */
function refundCostText({ state, terminal, outboundFees, in: sent, network }: SwapReading): string {
  const [fee, ...otherFees] = outboundFees ?? [];
  const isWhole = stateRows[state].back === "all" && terminal;
  if (isWhole && fee !== undefined && otherFees.length === 0)
    return refundTexts.cost(formatAmount(fee, undefined, { bound: "least" }));
  // THORNode, `manager_gas_current.go` (GetAssetOutboundFee).
  const isFree =
    network !== "mayachain" && sent && payoutChainOf(sent.asset, presets[network]) === "THOR";
  return isFree ? refundTexts.noFee : refundTexts.fee;
}
