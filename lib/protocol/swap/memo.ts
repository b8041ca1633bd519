// The memo of an inbound transaction. A memo is written by its sender, so every field is untrusted text.

export interface SwapMemo {
  /** The target field as written: a short code, an asset with or without its contract. */
  readonly target: string;
  /** Address or name of the recipient; null when the memo leaves it to the protocol. */
  readonly destination: string | null;
  /** A limit order (`=<`) may stay open for days. Without a limit it is swapped at once: THORNode, `memo_swap.go` (ParseSwapMemo). */
  readonly limitOrder: boolean;
  /** The least output in base units of the target, 0 where it is left out; null where it cannot be read. */
  readonly limit: bigint | null;
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
  const limit = parseLimit(fieldOf(way, "/", 0));
  return {
    target,
    destination: fieldOf(fieldOf(fields, ":", 2), "/", 0) || null,
    limitOrder: word === "=<" && limit !== 0n,
    limit,
    intervalBlocks: /^\d{1,9}$/.test(interval) ? Number(interval) : 0,
  };
}

/** Nodes read `12e6` too. */
function parseLimit(text: string): bigint | null {
  if (text === "") return 0n;
  const [, digits, zeros = "0"] = /^(\d{1,40})(?:e(\d{1,2}))?$/i.exec(text) ?? [];
  return digits === undefined ? null : BigInt(digits) * 10n ** BigInt(zeros);
}

/** Blank where a memo leaves the field out. */
const fieldOf = (text: string, separator: ":" | "/" | "|", at: number) => text.split(separator)[at] ?? "";

const addressPrefix = /^(?:0x|(?:bc|ltc|thor|maya|cosmos|noble|kujira)1)/i;

/** Names have at most 30 characters and real addresses at least 25; between the two an address is assumed, which proves less. */
export function isName(destination: string): boolean {
  return destination.length < 25 && /^[a-z0-9+_.-]+$/i.test(destination) && !addressPrefix.test(destination);
}
