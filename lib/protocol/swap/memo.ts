// The memo of an inbound transaction. A memo is written by its sender, so every field is untrusted text.

import { type SwapOut, type SwapReading, stateRows } from "../model/swap.ts";
import { isAddressText } from "../values/clean-text.ts";
import { isSameAddress } from "../values/destination.ts";
export interface SwapMemo {
  /** The target field as written: a short code, an asset with or without its contract. */
  readonly target: string;
  /** Address or name of the recipient; null when the memo leaves it to the protocol. */
  readonly destination: string | null;
  /** A limit order (`=<`) may stay open for days. Without a limit it is swapped at once: THORNode, `memo_swap.go` (ParseSwapMemo). */
  readonly limitOrder: boolean;
  /** Blocks between two parts; of a limit order, the blocks that it may rest. 0 where it is left out. */
  readonly intervalBlocks: number;
}

const swapWords: readonly string[] = ["=", "S", "SWAP", "=<"];

/** `=:ETH.ETH:0x…/refund:limit/interval/quantity:affiliate:bps|text` → its parts; null when the memo is not a swap. */
export function parseSwapMemo(memo: string): SwapMemo | null {
  // All from the bar on is the sender's own text.
  const fields = fieldOf(memo, "|", 0);
  const [word, target, way] = [fieldOf(fields, ":", 0).trim(), fieldOf(fields, ":", 1), fieldOf(fields, ":", 3)];
  if (!swapWords.includes(word.toUpperCase()) || target === "") return null;
  const interval = fieldOf(way, "/", 1);
  return {
    target,
    destination: fieldOf(fieldOf(fields, ":", 2), "/", 0) || null,
    limitOrder: word === "=<" && !noLimit.test(fieldOf(way, "/", 0)),
    intervalBlocks: /^\d{1,9}$/.test(interval) ? Number(interval) : 0,
  };
}

/** Nodes read `0e6` too. */
const noLimit = /^(?:0{1,40}(?:e\d{1,2})?)?$/i;

/** Blank where a memo leaves the field out. */
const fieldOf = (text: string, separator: ":" | "/" | "|", at: number) => text.split(separator)[at] ?? "";

const addressPrefix = /^(?:0x|(?:bc|ltc|thor|maya|cosmos|noble|kujira)1)/i;

/** Names have at most 30 characters and real addresses at least 25; between the two an address is assumed, which proves less. */
export function isName(destination: string): boolean {
  return destination.length < 25 && /^[a-z0-9+_.-]+$/i.test(destination) && !addressPrefix.test(destination);
}

/** "no_swap": it will not be used, by the memo. "sender": it is not, by a refund that is planned or made. */
export type UnusedRefundAddress = "no_swap" | "sender";

/**
 * THORNode and mayanode, helpers.go (refundTx): the refund address of a memo counts where the memo can be read as a swap and the address is
 * of the deposit's chain, which a native deposit's never is. Else the sender gets the refund. Null where it is used, where that is not known, and where the memo names none, or a name.
 */
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
