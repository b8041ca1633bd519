// The refund address in a memo, where the network does not use it. THORNode and mayanode, helpers.go (refundTx): it counts where the memo
// can be read as a swap and the address is of the deposit's chain, which a native deposit's never is. Else the sender gets the refund.

import { type SwapOut, type SwapReading, stateRows } from "../model/swap.ts";
import { isAddressText } from "../values/clean-text.ts";
import { isSameAddress } from "../values/destination.ts";
import { isName, parseSwapMemo } from "./memo.ts";

/** "no_swap": it will not be used, by the memo. "sender": it is not, by a refund that is planned or made. */
export type UnusedRefundAddress = "no_swap" | "sender";

/** Null where it is used, where that is not known, and where the memo names none, or a name. */
export function findUnusedRefundAddress(
  memo: string | null,
  deposit: SwapReading["in"],
  out: readonly SwapOut[],
): UnusedRefundAddress | null {
  const asked = memo?.split("|")[0]?.split(":")[2]?.split("/")[1] ?? "";
  if (memo === null || !isAddressText(asked) || isName(asked)) return null;
  const sender = deposit?.address ?? null;
  const isSenders = (address: string | null) => sender !== null && address !== null && isSameAddress(address, sender);
  if (isSenders(asked)) return null;
  const refunds = out.filter(({ kind }) => kind === "refund");
  if (refunds.some(({ address }) => isSenders(address))) return "sender";
  return refunds.length === 0 && parseSwapMemo(memo) === null ? "no_swap" : null;
}

export function refundAddressText({
  state,
  refundExpected,
  unusedRefundAddress: why,
}: Pick<SwapReading, "state" | "refundExpected"> & {
  readonly unusedRefundAddress?: UnusedRefundAddress | null | undefined;
}): string | null {
  const { phase, back } = stateRows[state];
  if (why === "no_swap" && (refundExpected || phase === "inbound" || back)) {
    return "The memo is no swap, so the network does not use its refund address. A refund goes to the sender.";
  }
  if (why !== "sender") return null;
  return `The refund ${refundExpected ? "goes" : "went"} to the sender, not to the refund address in the memo. The network uses that address only if memo and address are valid.`;
}
