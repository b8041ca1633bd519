// The quotes of all sources → one set of figures, each the worst that a source states. What one of them left out is null.

import { inboundGas } from "../market/inbound-gas.ts";
import type { Market } from "../market/market.ts";
import { priceAmount } from "../market/prices.ts";
import { type Agreed, agreeOn, agreeOnLeast, agreeOnMost, type Quorum } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import type { QuoteFee, QuoteReading, QuoteRequest } from "../model/quote.ts";
import type { Evidence } from "../safety/evidence.ts";
import { rowsOf } from "../safety/evidence.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { payoutChainOf } from "../values/assets.ts";
import { feeBps, quoteSeconds, readSlipBps, readStatedFees, totalBps } from "./facts.ts";

/** Outputs of one swap differ by a block or two of prices. Further apart, one of the sources is wrong. */
const OUTPUT_TOLERANCE_BPS = 100n;
/** Of what is told at its worst, any difference is allowed. */
const ANY_BPS = 10_000n;

/** What is told of the quotes, before anything is judged by it. */
export type QuoteFigures = Pick<
  QuoteReading,
  | "fees"
  | "inboundGasEstimate"
  | "slipBps"
  | "totalBps"
  | "recommendedMinAmount"
  | "dustThreshold"
  | "maxStreamingQuantity"
  | "seconds"
> & {
  readonly expectedAmountOut: Agreed<bigint>;
  /** The number of parts at which every source caps a streaming swap; null where they do not say the same. */
  readonly cap: Agreed<number> | null;
};

export interface QuotesAsked {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  readonly quotes: readonly QuoteSwap[];
  readonly quorum: Quorum;
}

/** The smallest of the outputs; null where they are too far apart. Base units of `to`. */
export function agreedOutput({ quotes, quorum }: Pick<QuotesAsked, "quotes" | "quorum">): Agreed<bigint> | null {
  const outputs = quotes.map((quote) => quote.expected_amount_out);
  return agreeOnLeast(outputs, quorum, OUTPUT_TOLERANCE_BPS);
}

export function quoteFigures(
  asked: QuotesAsked,
  expectedAmountOut: Agreed<bigint>,
  market: Market,
  evidence: Evidence,
): QuoteFigures {
  const { request, from, to, quotes, quorum } = asked;
  const most = (read: (quote: QuoteSwap) => number | null) => mostOf(quotes.map(read));
  const chain = payoutChainOf(from, market.preset) ?? "";
  const isNative = chain === market.preset.nativeChain;
  const caps = quotes.flatMap((quote) => quote.max_streaming_quantity ?? []);
  return {
    expectedAmountOut,
    cap: caps.length === quotes.length ? agreeOn(caps, quorum) : null,
    fees: quoteFees(asked, market),
    inboundGasEstimate: dearest(
      quotes.map((quote) => {
        const rate = { rate: quote.recommended_gas_rate, units: quote.gas_rate_units };
        return inboundGas(market, chain, rate);
      }),
    ),
    slipBps: most(readSlipBps),
    totalBps: most((quote) => totalBps(quote, to)),
    recommendedMinAmount: agreedMost(
      quotes.map((quote) => quote.recommended_min_amount_in),
      quorum,
    ),
    dustThreshold: agreedDust(asked, market.preset.chains, evidence),
    maxStreamingQuantity: caps.length === quotes.length ? Math.min(...caps) : null,
    seconds: latestSeconds(quotes.map((quote) => quoteSeconds(quote, request, isNative))),
  };
}

/** The liquidity, outbound and affiliate fee, in the target asset, with their part of the whole output in bps. */
function quoteFees({ to, quotes, quorum }: QuotesAsked, { prices }: Market): QuoteFee[] {
  return (["liquidity", "outbound", "affiliate"] as const).map((kind) => {
    const base = agreedMost(
      quotes.map((quote) => readStatedFees(quote, to)[kind]),
      quorum,
    );
    return {
      kind,
      amount: base === null ? null : { ...priceAmount(prices, to, base), base },
      bps: mostOf(quotes.map((quote) => feeBps(quote, to, kind))),
    };
  });
}

/**
 * The higher of what the quotes state and of what the rows of the source chain state. A row's is in the chain's gas asset, so it
 * is known for that asset alone.
 */
function agreedDust(
  { from, quotes, quorum }: QuotesAsked,
  chains: Market["preset"]["chains"],
  evidence: Evidence,
): Agreed<bigint> | null {
  const quoted = agreedMost(
    quotes.map((quote) => quote.dust_threshold),
    quorum,
  );
  const listed = rowDust(from, chains, evidence, quorum);
  if (quoted === null || listed === null) return quoted ?? listed;
  const isQuotedHigher = quoted > listed;
  return isQuotedHigher ? quoted : listed;
}

/** Of the rows of the judged nodes, in base units of `from`. */
export function rowDust(
  from: string,
  chains: Market["preset"]["chains"],
  evidence: Evidence,
  quorum: Quorum,
): Agreed<bigint> | null {
  const chain = chains.find((one) => one.gasAsset === from && !one.native);
  if (!chain) return null;
  const stated = evidence.nodes.flatMap((node) => rowsOf(node, chain.code)[0]?.dust_threshold ?? []);
  return agreeOnMost(stated, quorum, ANY_BPS);
}

function agreedMost(stated: readonly (bigint | null | undefined)[], quorum: Quorum): Agreed<bigint> | null {
  const known = stated.filter((one) => one !== null && one !== undefined);
  return known.length === stated.length ? agreeOnMost(known, quorum, ANY_BPS) : null;
}

function mostOf(stated: readonly (number | null)[]): number | null {
  const known = stated.filter((one) => one !== null);
  return known.length === stated.length && known.length > 0 ? Math.max(...known) : null;
}

function dearest(stated: readonly (Money | null)[]): Money | null {
  const known = stated.filter((one) => one !== null);
  if (known.length !== stated.length) return null;
  return known.reduce<Money | null>((most, one) => (most === null || one.base > most.base ? one : most), null);
}

/** Each phase at its longest; `total` is their sum, null when a phase is not known. */
function latestSeconds(all: readonly QuoteReading["seconds"][]): QuoteReading["seconds"] {
  const latest = (phase: keyof QuoteReading["seconds"]) => mostOf(all.map((seconds) => seconds[phase]));
  const phases = {
    inboundConfirmation: latest("inboundConfirmation"),
    swap: latest("swap"),
    streaming: latest("streaming"),
    outboundDelay: latest("outboundDelay"),
  };
  const parts = Object.values(phases);
  const total = parts.every((part) => part !== null) ? parts.reduce((sum: number, part) => sum + (part ?? 0), 0) : null;
  return { ...phases, total };
}
