// Chooses the quotes for a swap or a limit order, which waits until pools pay the requested output.

import { type Agreed, agreeOn, type Quorum } from "../model/agreed.ts";
import { type Warning, warnOf } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { Evidence } from "../safety/evidence.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../values/chains.ts";
import { amountText } from "../values/figure-text.ts";
import { worstAgreement } from "./figure-agreement.ts";
import { parseMemoTerms } from "./memo.ts";
import type { StatedQuote } from "./stated-figures.ts";

/** Mimir key of THORNode. 0: no orders. 1: fills orders. 2: quotes and keeps orders, fills none. */
const ORDER_MODE_KEY = "ENABLEADVSWAPQUEUE";
const MODE_THAT_FILLS = 1;

type Order = NonNullable<QuoteReading["order"]>;

/** The reason if nodes fill no limit orders. A node without the mimir key has the default 0. */
function findOrderModeFault({ nodes }: Pick<Evidence, "nodes">): Reason | null {
  const fillsOrdersByNode = nodes.flatMap(({ mimir }) =>
    mimir === null ? [] : mimir[ORDER_MODE_KEY] === MODE_THAT_FILLS,
  );
  if (!fillsOrdersByNode.includes(false)) return null;
  return fillsOrdersByNode.includes(true) ? because("orders_not_checked") : because("orders_off");
}

interface QuoteCandidates {
  readonly request: QuoteRequest;
  readonly targetOutBase: bigint | null;
  readonly quorum: Quorum;
  readonly marketQuotes: readonly StatedQuote[];
  readonly orderQuotes: readonly StatedQuote[];
  readonly evidence: Pick<Evidence, "nodes">;
}

export interface ChosenQuotes {
  readonly request: QuoteRequest;
  readonly quotes: readonly StatedQuote[];
  readonly output: Agreed<bigint>;
  readonly outboundFee: bigint | null;
  readonly order: Order | null;
}

export function chooseQuotes(
  candidates: QuoteCandidates,
  marketOut: Agreed<bigint>,
): ChosenQuotes | Reason {
  const { request, targetOutBase, marketQuotes, orderQuotes, quorum } = candidates;
  // Nodes state wrong fees for orders, so the outbound fee comes from quotes of a normal swap.
  const outboundFees = marketQuotes.map((quote) => quote.fees.outbound);
  const agreeOnWorstFee = worstAgreement({ quotes: marketQuotes, quorum });
  const outboundFee = agreeOnWorstFee(outboundFees, { slack: marketOut / 10_000n });
  if (targetOutBase === null)
    return { request, quotes: marketQuotes, output: marketOut, outboundFee, order: null };
  const orderModeFault = findOrderModeFault(candidates.evidence);
  if (orderModeFault !== null) return orderModeFault;
  const orderOutputs = orderQuotes.map((quote) => quote.expected_amount_out);
  const orderOutput = agreeOn(orderOutputs, quorum);
  if (orderOutput !== targetOutBase) return because("order_other_target");
  const orderLifetimesBlocks = orderQuotes.map(
    (quote) => parseMemoTerms(quote.memo ?? "")?.streaming?.interval ?? 0,
  );
  const lifetimeBlocks = agreeOn(orderLifetimesBlocks, quorum);
  if (lifetimeBlocks === null || lifetimeBlocks === 0) return because("order_lifetimes_differ");
  return {
    request: { ...request, streaming: { interval: lifetimeBlocks, quantity: 0 } },
    quotes: withConfirmationTimes(candidates),
    output: orderOutput,
    outboundFee,
    order: {
      marketOut,
      ttlBlocks: lifetimeBlocks,
      ttlSeconds: lifetimeBlocks * PROTOCOL_BLOCK_SECONDS,
    },
  };
}

/** Takes confirmation times from quotes of a normal swap: nodes state wrong times for orders. */
function withConfirmationTimes({ orderQuotes, marketQuotes }: QuoteCandidates): StatedQuote[] {
  return orderQuotes.map((quote, index) => ({
    ...quote,
    inbound_confirmation_seconds: marketQuotes[index]?.inbound_confirmation_seconds,
    height: quote.height === marketQuotes[index]?.height ? quote.height : null,
  }));
}

interface OrderTerms {
  readonly to: string;
  readonly amount: bigint;
  readonly targetOutBase: bigint;
  readonly affiliateBps: number;
}

/**
 * Input divided by output, times 1e8. THORNode tries a limit order when the ratio of the pools is
 * below the ratio of the order: `keeper_adv_swap_queue.go` (getRatio),
 * `manager_adv_swap_queue_current.go` (checkFeelessSwap).
 */
export function orderRatio(amount: bigint, output: bigint): bigint {
  return (amount * 100_000_000n) / output;
}

/** Below this ratio, rounding to a whole number changes the price by more than 0.5 %. */
const MIN_PRECISE_RATIO = 200n;

export function orderWarning(
  order: Order,
  { to, amount, targetOutBase, affiliateBps }: OrderTerms,
  preset: Preset,
): Warning {
  const formatOutput = (base: bigint, namingPreset?: Preset) =>
    amountText({ base, asset: to }, namingPreset, { bound: "most" });
  const targetRatio = orderRatio(amount, targetOutBase);
  const isRatioCoarse = targetRatio < MIN_PRECISE_RATIO;
  const isFilledNow =
    order.marketOut >= targetOutBase &&
    (!isRatioCoarse || targetRatio > orderRatio(amount, order.marketOut));
  return warnOf("limit_order")(
    message("limit_order", {
      leastText: formatOutput(targetOutBase, preset),
      affiliateBps,
      nowText: formatOutput(order.marketOut),
      isMet: isFilledNow,
      stepBps: isRatioCoarse ? Number(10_000n / targetRatio) : null,
      ttlSeconds: order.ttlSeconds,
    }),
  );
}
