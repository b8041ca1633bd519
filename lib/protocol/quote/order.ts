// A limit order: it rests until the pools pay the asked output, or until its time is over. The fees, times and expiry
// of a node's answer to it cannot be believed. Only the memo and where to send are read from the answer.

import { type Agreed, agreeOn, type Quorum } from "../model/agreed.ts";
import { type Warning, warnOf } from "../model/envelope.ts";
import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import type { Reason } from "../model/verdicts.ts";
import type { Evidence } from "../safety/evidence.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../values/chains.ts";
import { formatAmount, formatBpsAsPercent, formatDuration } from "../values/figure-text.ts";
import { type StatedQuote, worstOf } from "./figures.ts";
import { readMemoTerms } from "./memo.ts";
import { quoteReasons } from "./reasons.ts";

/** THORNode: 0 has no orders, 1 fills them, 2 keeps them and fills none, though it quotes them. */
const ORDER_MODE = "ENABLEADVSWAPQUEUE";
const FILLS_ORDERS = 1;

type Order = NonNullable<QuoteReading["order"]>;

/**
 * Why an order would not be filled whatever the price does; null where every node that told its parameters says that orders are filled. Where
 * too few told them, no pair is open. A release whose parameters do not list orders has none: THORNode, EnableAdvSwapQueue, is 0 by default.
 */
function findOrderModeFault({ nodes }: Pick<Evidence, "nodes">): Reason | null {
  const fills = nodes.flatMap(({ mimir }) =>
    mimir === null ? [] : mimir[ORDER_MODE] === FILLS_ORDERS,
  );
  if (!fills.includes(false)) return null;
  return fills.includes(true) ? quoteReasons.ordersNotChecked : quoteReasons.ordersOff;
}

interface OrderAsked {
  readonly request: QuoteRequest;
  /** Null for a swap. */
  readonly target: bigint | null;
  readonly quorum: Quorum;
  /** Of each source, to a swap at the price of now. */
  readonly marketQuotes: readonly StatedQuote[];
  /** Of each source, to the limit order. */
  readonly orderQuotes: readonly StatedQuote[];
  readonly evidence: Pick<Evidence, "nodes">;
}

/** The quotes that a deposit would follow. */
export interface Chosen {
  readonly request: QuoteRequest;
  readonly quotes: readonly StatedQuote[];
  readonly output: Agreed<bigint>;
  /** For a swap now; null where one source states none, or two too far apart. Base units of the target. */
  readonly outboundFee: bigint | null;
  readonly order: Order | null;
}

/** Those of the swap, or of the order; a reason where the sources do not say the same of it, or not what was asked. */
export function chooseQuotes(asked: OrderAsked, marketOut: Agreed<bigint>): Chosen | Reason {
  const { request, target, marketQuotes, orderQuotes, quorum } = asked;
  const fees = marketQuotes.map((quote) => quote.fees.outbound);
  const outboundFee = worstOf(marketQuotes, quorum)(fees, { slack: marketOut / 10_000n });
  if (target === null)
    return { request, quotes: marketQuotes, output: marketOut, outboundFee, order: null };
  const modeFault = findOrderModeFault(asked.evidence);
  if (modeFault !== null) return modeFault;
  const outputs = orderQuotes.map((quote) => quote.expected_amount_out);
  const output = agreeOn(outputs, quorum);
  if (output !== target) return quoteReasons.otherTarget;
  const lifetimes = orderQuotes.map(
    (quote) => readMemoTerms(quote.memo ?? "")?.streaming?.interval ?? 0,
  );
  const ttlBlocks = agreeOn(lifetimes, quorum);
  if (ttlBlocks === null || ttlBlocks === 0) return quoteReasons.lifetimesApart;
  return {
    request: { ...request, streaming: { interval: ttlBlocks, quantity: 0 } },
    quotes: withConfirmation(asked),
    output,
    outboundFee,
    order: { marketOut, ttlBlocks, ttlSeconds: ttlBlocks * PROTOCOL_BLOCK_SECONDS },
  };
}

/** An order's answer has no time for the confirmations, which are those of any deposit. */
function withConfirmation({ orderQuotes, marketQuotes }: OrderAsked): StatedQuote[] {
  return orderQuotes.map((quote, index) => ({
    ...quote,
    inbound_confirmation_seconds: marketQuotes[index]?.inbound_confirmation_seconds ?? 0,
    height: quote.height === marketQuotes[index]?.height ? quote.height : null,
  }));
}

interface OrderTerms {
  readonly to: string;
  /** Base units of the source asset. */
  readonly amount: bigint;
  /** Base units of `to`. */
  readonly target: bigint;
  readonly affiliateBps: number;
}

/**
 * By what a network looks an order up: how much goes in for one unit out, cut to a whole number. An order is tried when that of the pools
 * is less. THORNode, `keeper_adv_swap_queue.go` (getRatio) and `manager_adv_swap_queue_current.go` (checkFeelessSwap).
 */
export function orderRatio(amount: bigint, output: bigint): bigint {
  return (amount * 100_000_000n) / output;
}

/** Below this, the whole numbers are more than half a percent apart. */
const COARSE_RATIO = 200n;

/** What an order is, before anybody sends it. */
export function orderWarning(
  order: Order,
  { to, amount, target, affiliateBps }: OrderTerms,
  preset: Preset,
): Warning {
  const text = (base: bigint, names?: Preset) =>
    formatAmount({ base, asset: to }, names, { bound: "most" });
  const ratio = orderRatio(amount, target);
  const isCoarse = ratio < COARSE_RATIO;
  const isMet =
    order.marketOut >= target && (!isCoarse || ratio > orderRatio(amount, order.marketOut));
  const now = `The network would pay ${text(order.marketOut)} now${isMet ? ", so it may be filled at once" : ""}.`;
  const share =
    affiliateBps === 0 ? "" : ` and the affiliate's ${formatBpsAsPercent(affiliateBps)}`;
  const step = formatBpsAsPercent(Number(10_000n / ratio));
  const coarse = `Prices are compared in steps here: it may wait for one ${step} better.`;
  return warnOf("limit_order")(
    `This limit order waits until the swap brings at least ${text(target, preset)}, before the outbound fee${share}.`,
    `${now}${isCoarse ? ` ${coarse}` : ""} It expires about ${formatDuration(order.ttlSeconds)} after your deposit. What is not filled then is refunded, less any outbound fee.`,
  );
}
