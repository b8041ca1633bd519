// A limit order rests until the pools pay its output. Its quote has wrong fees and times.

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

/** A release without this parameter has no orders: in THORNode it is 0 by default. */
function findOrderModeFault({ nodes }: Pick<Evidence, "nodes">): Reason | null {
  const fills = nodes.flatMap(({ mimir }) =>
    mimir === null ? [] : mimir[ORDER_MODE] === FILLS_ORDERS,
  );
  if (!fills.includes(false)) return null;
  return fills.includes(true) ? quoteReasons.ordersNotChecked : quoteReasons.ordersOff;
}

interface OrderAsked {
  readonly request: QuoteRequest;
  readonly target: bigint | null;
  readonly quorum: Quorum;
  readonly marketQuotes: readonly StatedQuote[];
  readonly orderQuotes: readonly StatedQuote[];
  readonly evidence: Pick<Evidence, "nodes">;
}

export interface Chosen {
  readonly request: QuoteRequest;
  readonly quotes: readonly StatedQuote[];
  readonly output: Agreed<bigint>;
  /** For a swap at the price of now, in base units of the target. */
  readonly outboundFee: bigint | null;
  readonly order: Order | null;
}

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

/** An answer to an order has no confirmation time. */
function withConfirmation({ orderQuotes, marketQuotes }: OrderAsked): StatedQuote[] {
  return orderQuotes.map((quote, index) => ({
    ...quote,
    inbound_confirmation_seconds: marketQuotes[index]?.inbound_confirmation_seconds ?? 0,
    height: quote.height === marketQuotes[index]?.height ? quote.height : null,
  }));
}

interface OrderTerms {
  readonly to: string;
  readonly amount: bigint;
  readonly target: bigint;
  readonly affiliateBps: number;
}

/**
 * THORNode, `keeper_adv_swap_queue.go` (getRatio) and `manager_adv_swap_queue_current.go`
 * (checkFeelessSwap): an order is tried when the pools' ratio, cut to a whole number, is lower.
 */
export function orderRatio(amount: bigint, output: bigint): bigint {
  return (amount * 100_000_000n) / output;
}

/** Below this, the whole numbers are more than half a percent apart. */
const COARSE_RATIO = 200n;

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
