// What goes back to the sender: whether, why, and which refund address of a memo has no effect.

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
  const kind = deposit && parseAsset(deposit.asset)?.kind;
  return kind === "trade" || kind === "secured";
}

export function agreedRefundReason(
  { state, refundExpected }: Decision,
  { indexerFacts, secondIndexerFacts }: Sources,
  { secondIndexerActions }: SwapInput,
): string | null {
  const { back, awaits } = stateRows[state];
  const isReturned = refundExpected || back !== undefined;
  if (!isReturned && state !== "failed" && awaits !== "plan") return null;
  const reason = indexerFacts?.refundReason ?? null;
  const isContradicted = secondIndexerActions && secondIndexerFacts?.refundReason !== reason;
  return isContradicted ? null : reason;
}

/**
 * THORNode and mayanode, `helpers.go` (refundTx): a refund address counts only with the memo of a
 * swap, and on the deposit's chain if that is not native. Else the sender gets the refund.
 */
export function findUnusedRefundAddress({
  memoText,
  deposit,
  out,
}: SwapTransfers): UnusedRefundAddress | null {
  const refundAddress = memoText?.split("|")[0]?.split(":")[2]?.split("/")[1] ?? "";
  if (memoText === null || !isAddressText(refundAddress) || isName(refundAddress)) return null;
  const sender = deposit?.address ?? null;
  const isSender = (address: string | null) =>
    sender !== null && address !== null && isPaidAs(address, sender);
  if (isSender(refundAddress)) return null;
  const refunds = out.filter(({ kind }) => kind === "refund");
  if (refunds.some(({ address }) => isSender(address))) return "sender";
  return refunds.length === 0 && parseSwapMemo(memoText) === null ? "no_swap" : null;
}
