// Protocol room: a node's quote → figures. What the node did not say is null; parts of time are added here, never taken as a sum.
import { divRound } from "./amounts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "./chains.ts";
import type { QuoteFee, QuoteReading, QuoteRequest } from "./model.ts";
import { type Prices, toMoney } from "./prices.ts";
import type { QuoteSwap } from "./schemas.ts";

/** The liquidity, outbound and affiliate fee, in the target asset, with their part of the whole output in bps. */
export function toQuoteFees(quote: QuoteSwap, to: string, prices: Prices): QuoteFee[] {
  const { fees } = quote;
  // A fee in another asset than the target cannot be told apart from a mistake: its amount is not passed on.
  const isTarget = fees.asset.toUpperCase() === to;
  const stated = [fees.liquidity, fees.outbound, fees.affiliate];
  const total =
    fees.total ??
    (stated.every((fee) => fee != null) ? stated.reduce((sum: bigint, fee) => sum + (fee ?? 0n), 0n) : null);
  const whole = total === null ? null : quote.expected_amount_out + total;
  return (["liquidity", "outbound", "affiliate"] as const).map((kind) => {
    const base = isTarget ? (fees[kind] ?? null) : null;
    const bps = base === null || !whole ? null : Number(divRound(base * 10_000n, whole));
    return { kind, amount: base === null ? null : toMoney(prices, to, base), bps };
  });
}

/** Seconds by phase. `total` is their sum, null when a phase is not known. */
export function toQuoteSeconds(
  quote: QuoteSwap,
  request: QuoteRequest,
  isNativeSource: boolean,
): QuoteReading["seconds"] {
  const streams = (request.streaming?.quantity ?? 1) !== 1;
  const inboundConfirmation = quote.inbound_confirmation_seconds ?? (isNativeSource ? 0 : null);
  const streaming = quote.streaming_swap_seconds ?? toBlockSeconds(quote.streaming_swap_blocks) ?? (streams ? null : 0);
  // MAYAChain's seconds have counted 15 s a block: blocks are the sounder figure on both.
  const outboundDelay = toBlockSeconds(quote.outbound_delay_blocks) ?? quote.outbound_delay_seconds ?? null;
  const parts = [inboundConfirmation, PROTOCOL_BLOCK_SECONDS, streaming, outboundDelay];
  const total = parts.every((part) => part !== null) ? parts.reduce((sum: number, part) => sum + (part ?? 0), 0) : null;
  return { inboundConfirmation, swap: PROTOCOL_BLOCK_SECONDS, streaming, outboundDelay, total };
}

export const unreadSeconds: QuoteReading["seconds"] = {
  inboundConfirmation: null,
  swap: null,
  streaming: null,
  outboundDelay: null,
  total: null,
};

function toBlockSeconds(blocks: number | undefined): number | null {
  return blocks === undefined ? null : blocks * PROTOCOL_BLOCK_SECONDS;
}
