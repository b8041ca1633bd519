// The memo of an inbound transaction. Its sender writes it, so every field is untrusted text.

export interface SwapMemo {
  readonly target: string;
  readonly destination: string | null;
  /** An order without a limit is swapped at once: THORNode, `memo_swap.go` (ParseSwapMemo). */
  readonly limitOrder: boolean;
  /** Blocks between two parts, or in which a limit order may rest. 0 where it is left out. */
  readonly intervalBlocks: number;
}

const swapFunctions: readonly string[] = ["=", "S", "SWAP", "=<"];

/** `=:ETH.ETH:0x…/refund:limit/interval/quantity:affiliate:bps|text`; null if it is no swap. */
export function parseSwapMemo(memo: string): SwapMemo | null {
  // The sender's own text follows the bar.
  const fields = fieldOf(memo, "|", 0);
  const functionName = fieldOf(fields, ":", 0).trim();
  const target = fieldOf(fields, ":", 1);
  const limitText = fieldOf(fields, ":", 3);
  if (!swapFunctions.includes(functionName.toUpperCase()) || target === "") return null;
  const interval = fieldOf(limitText, "/", 1);
  return {
    target,
    destination: fieldOf(fieldOf(fields, ":", 2), "/", 0) || null,
    limitOrder: functionName === "=<" && !noLimitGrammar.test(fieldOf(limitText, "/", 0)),
    intervalBlocks: /^\d{1,9}$/.test(interval) ? Number(interval) : 0,
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
