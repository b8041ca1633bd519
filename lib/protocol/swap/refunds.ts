// Finds why a swap is refunded, and why a refund did not go to the memo's refund address.

import { type SwapReading, stateRows, type UnusedRefundAddress } from "../model/swap.ts";
import { isPaidAs } from "../values/address-match.ts";
import { parseAsset } from "../values/assets.ts";
import { isAddressText } from "../values/clean-text.ts";
import type { Sources } from "./claim.ts";
import type { Decision } from "./final.ts";
import type { SwapInput } from "./input.ts";
import { isName, parseSwapMemo } from "./memo.ts";
import type { SwapTransfers } from "./transfers.ts";

export function isBookedBack(deposit: SwapReading["in"]): boolean {
  const assetKind = deposit && parseAsset(deposit.asset)?.kind;
  return assetKind === "trade" || assetKind === "secured";
}

export function agreedRefundReason(
  { state, refundExpected }: Decision,
  { indexerFacts, secondIndexerFacts }: Sources,
  { secondIndexerActions }: SwapInput,
): string | null {
  const { back: refundedShare, awaits } = stateRows[state];
  const isRefund = refundExpected || refundedShare !== undefined;
  if (!isRefund && state !== "failed" && awaits !== "plan") return null;
  const refundReason = indexerFacts?.refundReason ?? null;
  const isDisputed = secondIndexerActions && secondIndexerFacts?.refundReason !== refundReason;
  return isDisputed ? null : refundReason;
}

/**
 * Why the memo's refund address is unused, or null. Nodes refund the sender if the memo asks for no
 * swap, or if a non-native deposit names an address on another chain: `helpers.go` (refundTx).
 */
export function findUnusedRefundAddress({
  memoText,
  deposit,
  out,
}: SwapTransfers): UnusedRefundAddress | null {
  const refundAddress = memoText?.split("|")[0]?.split(":")[2]?.split("/")[1] ?? "";
  if (memoText === null || !isAddressText(refundAddress) || isName(refundAddress)) return null;
  const senderAddress = deposit?.address ?? null;
  const isSender = (address: string | null) =>
    senderAddress !== null && address !== null && isPaidAs(address, senderAddress);
  if (isSender(refundAddress)) return null;
  const refunds = out.filter(({ kind }) => kind === "refund");
  if (refunds.some(({ address }) => isSender(address))) return "sender";
  return refunds.length === 0 && parseSwapMemo(memoText) === null ? "no_swap" : null;
}
