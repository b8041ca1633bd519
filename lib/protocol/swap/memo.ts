// The memo of an inbound transaction. A memo is written by its sender, so every field is untrusted text.

export interface SwapMemo {
  /** The target field as written: a short code, an asset with or without its contract. */
  readonly target: string;
  /** Address or name of the recipient; null when the memo leaves it to the protocol. */
  readonly destination: string | null;
  /** A limit order (`=<`) may stay open for days. */
  readonly limitOrder: boolean;
}

const swapWords: readonly string[] = ["=", "S", "SWAP", "=<"];

/** `=:ETH.ETH:0x…/refund:limit/interval/quantity:affiliate:bps` → its parts; null when the memo is not a swap. */
export function parseSwapMemo(memo: string): SwapMemo | null {
  const [word = "", target = "", recipient = ""] = memo.split(":");
  if (!swapWords.includes(word.trim().toUpperCase()) || target === "") return null;
  const [destination = ""] = recipient.split("/");
  return { target, destination: destination || null, limitOrder: word.trim() === "=<" };
}

const addressPrefix = /^(?:0x|(?:bc|ltc|thor|maya|cosmos|noble|kujira)1)/i;

/** Names have at most 30 characters and real addresses at least 25; between the two an address is assumed, which proves less. */
export function isName(destination: string): boolean {
  return destination.length < 25 && /^[a-z0-9+_.-]+$/i.test(destination) && !addressPrefix.test(destination);
}
