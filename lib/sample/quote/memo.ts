// The memo of a quote, in the node's short form, and how long a memo may be.
import { hasOpReturn } from "../../protocol/values/chain-rows.ts";
import type { Side } from "./state.ts";

/** What an OP_RETURN output holds, and what the node reads at most. */
const UTXO_BYTES = 80;
const MOST_BYTES = 250;

export interface MemoTerms {
  readonly kind: "=" | "=<";
  readonly asset: string;
  readonly destination: string;
  readonly refundAddress: string;
  readonly limit: bigint;
  readonly interval: bigint;
  readonly quantity: bigint;
  readonly affiliates: readonly string[];
  readonly affiliatesBps: readonly bigint[];
}

/** The numbers are left out where a swap is rapid with at most one part, so that `0/1` and nothing are the same memo. */
export function formatMemo(terms: MemoTerms): string {
  const { limit, interval, quantity, affiliates } = terms;
  const streams = interval > 0n || quantity > 1n;
  const numbers = streams ? `${limit}/${interval}/${quantity}` : limit > 0n ? String(limit) : "";
  const address = terms.refundAddress ? `${terms.destination}/${terms.refundAddress}` : terms.destination;
  const parts = [terms.kind, terms.asset, address];
  if (affiliates.length > 0) parts.push(numbers, affiliates.join("/"), terms.affiliatesBps.join("/"));
  else if (numbers) parts.push(numbers);
  return parts.join(":");
}

export function maxMemoBytes({ row, payoutChain, chain }: Side): number {
  return hasOpReturn(row?.family) && payoutChain === chain ? UTXO_BYTES : MOST_BYTES;
}
