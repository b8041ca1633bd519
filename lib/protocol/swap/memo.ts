// The memo of an inbound transaction. Its sender writes it, so every field is untrusted text.

export interface SwapMemo {
  readonly target: string;
  readonly destination: string | null;
  /** Without a limit, an order is swapped at once: THORNode, `memo_swap.go` (ParseSwapMemo). */
  readonly limitOrder: boolean;
  /** Blocks between two parts, or the longest rest of a limit order. 0 if the memo omits it. */
  readonly intervalBlocks: number;
}

const swapFunctions: readonly string[] = ["=", "S", "SWAP", "=<"];

/** `=:ETH.ETH:0x…/refund:limit/interval/quantity:affiliate:bps|text`. Null if it is no swap. */
export function parseSwapMemo(memo: string): SwapMemo | null {
  const memoFields = fieldOf(memo, "|", 0);
  const functionName = fieldOf(memoFields, ":", 0).trim();
  const targetText = fieldOf(memoFields, ":", 1);
  const limitText = fieldOf(memoFields, ":", 3);
  if (!swapFunctions.includes(functionName.toUpperCase()) || targetText === "") return null;
  const intervalText = fieldOf(limitText, "/", 1);
  return {
    target: targetText,
    destination: fieldOf(fieldOf(memoFields, ":", 2), "/", 0) || null,
    limitOrder: functionName === "=<" && !noLimitGrammar.test(fieldOf(limitText, "/", 0)),
    intervalBlocks: /^\d{1,9}$/.test(intervalText) ? Number(intervalText) : 0,
  };
}

/** Nodes also read `0e6` as no limit. */
const noLimitGrammar = /^(?:0{1,40}(?:e\d{1,2})?)?$/i;

const fieldOf = (text: string, separator: ":" | "/" | "|", index: number) =>
  text.split(separator)[index] ?? "";

const addressPrefix = /^(?:0x|(?:bc|ltc|thor|maya|cosmos|noble|kujira)1)/i;

/** A text of 25 to 30 characters may be a name or an address. It counts as an address. */
export function isName(destination: string): boolean {
  return (
    destination.length < 25 &&
    /^[a-z0-9+_.-]+$/i.test(destination) &&
    !addressPrefix.test(destination)
  );
}
