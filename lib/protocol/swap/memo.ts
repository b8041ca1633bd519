// The memo of an inbound transaction. Its sender writes it, so every field is untrusted text.

export interface SwapMemo {
  readonly target: string;
  readonly destination: string | null;
  /** Without a limit, `=<` is swapped at once: THORNode, `memo_swap.go` (ParseSwapMemo). */
  readonly limitOrder: boolean;
  /** Between two parts; of a limit order, how long it may rest. 0 where it is left out. */
  readonly intervalBlocks: number;
}

const swapFunctions: readonly string[] = ["=", "S", "SWAP", "=<"];

/** `=:ETH.ETH:0x…/refund:limit/interval/quantity:affiliate:bps|text`; null if it is no swap. */
export function parseSwapMemo(memo: string): SwapMemo | null {
  // All from the bar on is the sender's own text.
  const fields = fieldOf(memo, "|", 0);
  const [functionName, target, limitText] = [
    fieldOf(fields, ":", 0).trim(),
    fieldOf(fields, ":", 1),
    fieldOf(fields, ":", 3),
  ];
  if (!swapFunctions.includes(functionName.toUpperCase()) || target === "") return null;
  const interval = fieldOf(limitText, "/", 1);
  return {
    target,
    destination: fieldOf(fieldOf(fields, ":", 2), "/", 0) || null,
    limitOrder: functionName === "=<" && !noLimitGrammar.test(fieldOf(limitText, "/", 0)),
    intervalBlocks: /^\d{1,9}$/.test(interval) ? Number(interval) : 0,
  };
}

/** Nodes read `0e6` too. */
const noLimitGrammar = /^(?:0{1,40}(?:e\d{1,2})?)?$/i;

const fieldOf = (text: string, separator: ":" | "/" | "|", at: number) =>
  text.split(separator)[at] ?? "";

const addressPrefix = /^(?:0x|(?:bc|ltc|thor|maya|cosmos|noble|kujira)1)/i;

/** From 25 to 30 characters a text may be either. It counts as an address, which proves less. */
export function isName(destination: string): boolean {
  return (
    destination.length < 25 &&
    /^[a-z0-9+_.-]+$/i.test(destination) &&
    !addressPrefix.test(destination)
  );
}
