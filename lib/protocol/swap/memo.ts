// The memo of an inbound transaction. A memo is written by its sender, so every field is untrusted text.

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
  const [word, target, way] = [
    fieldOf(fields, ":", 0).trim(),
    fieldOf(fields, ":", 1),
    fieldOf(fields, ":", 3),
  ];
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
const fieldOf = (text: string, separator: ":" | "/" | "|", at: number) =>
  text.split(separator)[at] ?? "";

const addressPrefix = /^(?:0x|(?:bc|ltc|thor|maya|cosmos|noble|kujira)1)/i;

/** Names have at most 30 characters and real addresses at least 25; between the two an address is assumed, which proves less. */
export function isName(destination: string): boolean {
  return (
    destination.length < 25 &&
    /^[a-z0-9+_.-]+$/i.test(destination) &&
    !addressPrefix.test(destination)
  );
}
