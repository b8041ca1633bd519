// The memo of an inbound transaction. Its sender writes it, so every field is untrusted text.

import type { Preset } from "../values/chains.ts";

export interface SwapMemo {
  readonly target: string;
  readonly destination: string | null;
  /** True for `=<` with a limit. Without a limit, nodes swap at once: `memo_swap.go`. */
  readonly limitOrder: boolean;
  /** Blocks between two parts. For a limit order: its lifetime in blocks. 0 if not in the memo. */
  readonly intervalBlocks: number;
}

const swapFunctions: readonly string[] = ["=", "S", "SWAP", "=<"];

/** Reads `=:ETH.ETH:0x…/refund:limit/interval/quantity:affiliate:bps|text`. Null for others. */
export function parseSwapMemo(memo: string): SwapMemo | null {
  const memoBeforeBar = fieldOf(memo, "|", 0);
  const functionName = fieldOf(memoBeforeBar, ":", 0).trim();
  const targetText = fieldOf(memoBeforeBar, ":", 1);
  const limitFieldText = fieldOf(memoBeforeBar, ":", 3);
  if (!swapFunctions.includes(functionName.toUpperCase()) || targetText === "") return null;
  const intervalText = fieldOf(limitFieldText, "/", 1);
  return {
    target: targetText,
    destination: fieldOf(fieldOf(memoBeforeBar, ":", 2), "/", 0) || null,
    limitOrder: functionName === "=<" && !noLimitGrammar.test(fieldOf(limitFieldText, "/", 0)),
    intervalBlocks: /^\d{1,9}$/.test(intervalText) ? Number(intervalText) : 0,
  };
}

/**
 * The asset that a memo asks for, if it is a chain's own or has a short code. Null for others: the
 * sender may have made up a token, its chain or its contract.
 */
export function askedAsset(
  memo: string | null | undefined,
  { chains, nativeAsset, shortCodes }: Pick<Preset, "chains" | "nativeAsset" | "shortCodes">,
): string | null {
  const target = parseSwapMemo(memo ?? "")?.target.toUpperCase();
  if (target === undefined) return null;
  const knownAssets = [
    nativeAsset,
    ...chains.map(({ gasAsset }) => gasAsset),
    ...Object.keys(shortCodes),
  ];
  const isTarget = (asset: string) =>
    asset === target || shortCodes[asset]?.toUpperCase() === target;
  return knownAssets.find(isTarget) ?? null;
}

/** Matches a limit field that sets no limit: empty, `0`, or `0e6`, which nodes also read as 0. */
const noLimitGrammar = /^(?:0{1,40}(?:e\d{1,2})?)?$/i;

const fieldOf = (text: string, separator: ":" | "/" | "|", index: number) =>
  text.split(separator)[index] ?? "";

const addressPrefix = /^(?:0x|(?:bc|ltc|thor|maya|cosmos|noble|kujira)1)/i;

/** True for a name, such as a THORName. A text of 25 or more characters counts as an address. */
export function isName(destination: string): boolean {
  return (
    destination.length < 25 &&
    /^[a-z0-9+_.-]+$/i.test(destination) &&
    !addressPrefix.test(destination)
  );
}
