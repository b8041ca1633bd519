// The quotes of all sources → one set of figures, each the worst that a source states. What one of them left out is null.
// The total time is added up here, never taken from a node.

import { inboundGas, isPlainUnit } from "../market/costs.ts";
import type { Market } from "../market/market.ts";
import { priceAmount } from "../market/prices.ts";
import { lossBps, quoteWorth } from "../market/swap-worth.ts";
import { findThinPool, NEAR, type ThinPool } from "../market/thin-pool.ts";
import {
  type Agreed,
  agreeOn,
  agreeOnLeast,
  agreeOnWorst,
  areOfOneHeight,
  deriveAgreed,
  type Quorum,
  type Within,
} from "../model/agreed.ts";
import { feeKinds, type QuoteFee, type QuoteReading, type QuoteRequest, unknownCosts } from "../model/quote.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { payoutChainOf } from "../values/assets.ts";
import type { ChainFamily } from "../values/chain-rows.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../values/chains.ts";
import { mostParts } from "./bound.ts";
import { swapWay } from "./way.ts";

/** Outputs of one swap, and limits that follow from them, differ by a block or two of prices. Further apart, one of the sources is wrong. */
export const OUTPUT_TOLERANCE_BPS = 100n;
/** Bps are cut to whole ones, and times counted in blocks. */
export const SLACK = { bps: 2n, seconds: 60n };

/** What is told of the quotes, before anything is judged by it. */
export type QuoteFigures = ReturnType<typeof quoteFigures>;

export interface QuotesAsked {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  /** Of each source. */
  readonly quotes: readonly StatedQuote[];
  readonly quorum: Quorum;
}

type ReadFigure = (quote: QuoteSwap) => bigint | null | undefined;
/** A node's quote, and the height of the state that it is made from. */
export type StatedQuote = QuoteSwap & { readonly height?: number | null | undefined };

/** The smallest of the outputs; null where they are too far apart. Base units of `to`. */
export function agreedOutput({ quotes, quorum }: Pick<QuotesAsked, "quotes" | "quorum">): Agreed<bigint> | null {
  const outputs = quotes.map((quote) => quote.expected_amount_out);
  return agreeOnLeast(outputs, quorum, OUTPUT_TOLERANCE_BPS);
}

/**
 * The figures of one quote out of those of all sources. `quotedOut` is theirs, from `agreedOutput`. What one source leaves out or
 * two state too far apart is null. What pools do not bear is told, and costed, as if nobody refilled them.
 */
export function quoteFigures(asked: QuotesAsked, quotedOut: Agreed<bigint>, market: Market) {
  const { request, from, to, amount, quorum } = asked;
  const { preset, prices, pools } = market;
  const { nativeAsset, nativeChain } = preset;
  const chain = payoutChainOf(from, preset) ?? "";
  const quotes = withPlainRates(asked, market, chain);
  let isApart = false;
  let isUneven = false;
  const note = <T>(stated: readonly unknown[], agreed: T | null, isDecisive = true): T | null => {
    isUneven ||= agreed === null && stated.some(isKnown);
    isApart ||= isDecisive && agreed === null && stated.every(isKnown);
    return agreed;
  };
  const agree = worstOf(quotes, quorum);
  const settle: typeof agree = (stated, within) => note(stated, agree(stated, within));
  const worst = (read: ReadFigure, within: Within = {}) => settle(quotes.map(read), within);
  const worstBps = (read: (quote: QuoteSwap) => number | null) =>
    numberOf(worst((quote) => toBigint(read(quote)), { slack: SLACK.bps }));
  const fees = feeKinds.map((kind): QuoteFee => {
    // What is less than 1 bps of the output is no difference.
    const base = worst((quote) => readStatedFees(quote, to)[kind], { slack: quotedOut / 10_000n });
    const bps = worstBps((quote) => feeBps(quote, to, kind));
    return { kind, amount: base === null ? null : { ...priceAmount(prices, to, base), base }, bps };
  });
  const gas = quotes.map(({ recommended_gas_rate: rate, gas_rate_units: units }) =>
    inboundGas(market, chain, { rate, units }),
  );
  const gasBase = settle(gas.map((one) => one?.base));
  const quotedDust = worst((quote) => quote.dust_threshold, { withinBps: 0n });
  const leastBps = quotes.map((quote) => leastTotalBps(quote, to));
  settle(leastBps.map(BigInt), { slack: SLACK.bps });
  const caps = quotes.flatMap((quote) => quote.max_streaming_quantity ?? []);
  const agreedMaxParts = note(caps, caps.length === quotes.length ? agreeOn(caps, quorum) : null, false);
  const recommendedMinAmount = worst((quote) => quote.recommended_min_amount_in);
  const streaming = swapWay(request.streaming, quotes, agreedMaxParts);
  const quoted = { from, to, amount, quotedOut, fees, streaming };
  const [thinPool, bearable] = poolSizes(quoted, request, pools ?? [], nativeAsset);
  // An order waits for its price, whoever refills the pools.
  const unfilled = request.targetOut === undefined ? (thinPool?.unfilled ?? null) : null;
  const expectedAmountOut = unfilled === null ? quotedOut : deriveAgreed([quotedOut], (_) => unfilled);
  const inboundGasEstimate = gas.find((one) => one !== null && one.base === gasBase) ?? null;
  const sources = { prices, pools, nativeAsset };
  const worth = quoteWorth({ from, to, amount, expectedAmountOut, fees }, sources, inboundGasEstimate);
  const times = quotes.map((quote) => quoteSeconds(quote, request, chain === nativeChain));
  const seconds = latestSeconds(times, agree);
  const isTimeLost = phases.some((phase) => seconds[phase] === null && times.some((one) => one[phase] !== null));
  return {
    /** By the network, at unchanged depths. */
    quotedOut,
    expectedAmountOut,
    /** Null where the pools bear the amount. */
    thinPool,
    thinPoolLossBps: unfilled === null ? null : lossBps(asked, quotedOut - unfilled, sources),
    // Below the recommended minimum no amount works.
    sensibleMaxAmount: (bearable ?? 0n) > (recommendedMinAmount ?? 0n) ? bearable : null,
    /** The number of parts at which every source caps a streaming swap; null where they do not say the same. */
    agreedMaxParts,
    fees,
    inboundGasEstimate,
    ...agreedGasRate(quotes, familyOf(chain, preset), quorum, agree),
    slipBps: worstBps(readSlipBps),
    /** What the fees take at least, in bps of the whole output, by the source that says most. */
    leastTotalBps: Math.max(...leastBps),
    totalBps: worstBps((quote) => totalBps(quote, to)),
    recommendedMinAmount,
    dustThreshold: higherOf(quotedDust, listedDust(from, market)),
    maxStreamingQuantity: agreedMaxParts,
    /** In seconds, by the source that says most, however far another one is from it; null where none says it. */
    longestConfirmation: Math.max(...times.map(({ inboundConfirmation }) => inboundConfirmation ?? 0)) || null,
    seconds,
    // A deposit on the network's own chain is a message, and has no dust threshold.
    statedBy: { ...(chain === nativeChain && { dustThreshold: "absent" as const }), ...countStated(quotes, times, to) },
    // After the figures above, which note both.
    /** Two sources state a fee, a minimum, dust or gas of which one cannot be true. */
    isApart,
    /** That, or a figure which one source alone states, or of which two state something else. */
    isUneven: isUneven || isTimeLost,
    ...worth,
  };
}

/** Whether the pools are small for it, and what they bear; null where that is far more. One part has no step in its cost. */
function poolSizes(
  quoted: Parameters<typeof findThinPool>[0],
  { targetOut }: QuoteRequest,
  pools: Parameters<typeof findThinPool>[1],
  nativeAsset: string,
): [ThinPool | null, bearable: bigint | null] {
  const thinPool = findThinPool(quoted, pools, nativeAsset);
  const isInParts = quoted.streaming.quantity !== 1 && targetOut === undefined;
  const near = thinPool ?? (isInParts ? findThinPool(quoted, pools, nativeAsset, NEAR) : null);
  return [thinPool, near?.bearable ?? null];
}

/** What all quotes state, at its worst: exactly where they are of one height, else within what blocks move. */
export function worstOf(quotes: readonly StatedQuote[], quorum: Quorum) {
  const isOneHeight = areOfOneHeight(quotes);
  return (stated: Parameters<typeof agreeOnWorst>[0], within: Within = {}): Agreed<bigint> | null =>
    agreeOnWorst(stated, quorum, { ...within, isOneHeight });
}

const familyOf = (chain: string, { chains }: Preset): ChainFamily | undefined =>
  chains.find(({ code }) => code === chain)?.family;

/**
 * The rate of the chain's row where mayanode's quote does not state it in the unit that it names: of Ethereum it counts 10 gwei there:
 * `ethereum_block_scanner.go` (FetchTxs), `querier.go` (queryInboundAddresses), `querier_quotes.go` (queryQuoteSwap).
 */
function withPlainRates(
  { quotes, quorum }: Pick<QuotesAsked, "quotes" | "quorum">,
  { preset, chainCosts }: Market,
  chain: string,
): readonly StatedQuote[] {
  if (preset.nativeChain !== "MAYA" || familyOf(chain, preset) !== "evm") return quotes;
  // Quotes whose rates differ stay as they are: one of them is wrong.
  if (agreedGasRate(quotes, "evm", quorum, worstOf(quotes, quorum)).gasRate === null) return quotes;
  const { gasRate, gasRateUnits } = chainCosts?.get(chain) ?? {};
  const rate = { recommended_gas_rate: gasRate ?? undefined, gas_rate_units: gasRateUnits ?? undefined };
  return quotes.map((quote) => ({ ...quote, ...rate }));
}

/** The higher rate, where all name one unit and the rates are as near as blocks move them. */
function agreedGasRate(
  quotes: readonly QuoteSwap[],
  family: ChainFamily | undefined,
  quorum: Quorum,
  agree: ReturnType<typeof worstOf>,
): Pick<QuoteReading, "gasRate" | "gasRateUnits"> {
  const named = quotes.map(({ gas_rate_units: unit = "" }) => unit);
  const units = agreeOn(named, quorum);
  const rates = quotes.map(({ recommended_gas_rate: rate = "" }) => (/^\d{1,20}$/.test(rate) ? BigInt(rate) : null));
  const rate = agree(rates);
  if (units === null || rate === null || rate === 0n || !isPlainUnit(units, family)) {
    return { gasRate: null, gasRateUnits: null };
  }
  return { gasRate: deriveAgreed([rate], String), gasRateUnits: units };
}

/** The dust of the source chain, which is in the chain's gas asset and so known for that asset alone. */
export function listedDust(from: string, { preset, chainCosts }: Market): Agreed<bigint> | null {
  const chain = preset.chains.find((one) => one.gasAsset === from && !one.native);
  return (chain && chainCosts?.get(chain.code)?.dustThreshold) ?? null;
}

function higherOf(a: Agreed<bigint> | null, b: Agreed<bigint> | null): Agreed<bigint> | null {
  return (a ?? 0n) > (b ?? 0n) ? a : (b ?? a);
}

const isKnown = (one: unknown) => one !== null && one !== undefined;

function countStated(quotes: readonly QuoteSwap[], times: readonly QuoteReading["seconds"][], to: string) {
  const fees = quotes.map((quote) => readStatedFees(quote, to));
  const figures = {
    ...Object.fromEntries(feeKinds.map((kind) => [kind, fees.map((one) => one[kind])])),
    recommendedMinAmount: quotes.map((quote) => quote.recommended_min_amount_in),
    dustThreshold: quotes.map((quote) => quote.dust_threshold),
    maxStreamingQuantity: quotes.map((quote) => quote.max_streaming_quantity),
    ...Object.fromEntries(phases.map((phase) => [phase, times.map((one) => one[phase])])),
  };
  const stated = Object.entries<readonly unknown[]>(figures).filter(([, all]) => all.some(isKnown));
  return Object.fromEntries(stated.map(([name, all]) => [name, all.every(isKnown) ? "all" : "some"] as const));
}

const toBigint = (one: number | null) => (one === null ? null : BigInt(one));
const numberOf = (one: bigint | null) => (one === null ? null : Number(one));

const phases = ["inboundConfirmation", "swap", "streaming", "outboundDelay"] as const;

/** Each phase at its longest. */
function latestSeconds(
  all: readonly QuoteReading["seconds"][],
  agree: ReturnType<typeof worstOf>,
): QuoteReading["seconds"] {
  const latest = (phase: (typeof phases)[number]) => {
    const stated = all.map((seconds) => toBigint(seconds[phase]));
    return numberOf(agree(stated, { slack: SLACK.seconds }));
  };
  return withTotal({
    inboundConfirmation: latest("inboundConfirmation"),
    swap: latest("swap"),
    streaming: latest("streaming"),
    outboundDelay: latest("outboundDelay"),
  });
}

/** A fee's part of the whole output, in bps. */
export function feeBps(quote: QuoteSwap, to: string, kind: QuoteFee["kind"]): number | null {
  const stated = readStatedFees(quote, to);
  return partBps(stated[kind], stated.total, quote);
}

/** All fees, in bps of the whole output: the node's own figure, else from its amounts; null where neither says it. */
export function totalBps(quote: QuoteSwap, to: string): number | null {
  const { total } = readStatedFees(quote, to);
  return isLiquidityLeftOut(quote) ? null : (quote.fees.total_bps ?? partBps(total, total, quote));
}

/** What the fees take at least, in bps of the whole output, where their total is not known: enough to warn, and to forbid. */
export function leastTotalBps(quote: QuoteSwap, to: string): number {
  const { outbound, affiliate } = readStatedFees(quote, to);
  const fixedFees = (outbound ?? 0n) + (affiliate ?? 0n);
  return Math.max(totalBps(quote, to) ?? quote.fees.total_bps ?? 0, partBps(fixedFees, fixedFees, quote) ?? 0);
}

/** Slip over both pools, in bps. */
function readSlipBps({ fees, slippage_bps: slip }: QuoteSwap): number | null {
  return fees.slippage_bps ?? slip ?? null;
}

type StatedFees = Readonly<Record<QuoteFee["kind"] | "total", bigint | null>>;

/** In base units of the target asset; null where the node does not say it, or cannot be believed. */
export function readStatedFees(quote: QuoteSwap, to: string): StatedFees {
  const { fees } = quote;
  // A fee in another asset than the target cannot be told apart from a mistake: its amount is not passed on.
  if (fees.asset.toUpperCase() !== to) return { liquidity: null, outbound: null, affiliate: null, total: null };
  const { outbound = null, affiliate = null } = fees;
  if (isLiquidityLeftOut(quote)) return { liquidity: null, outbound, affiliate, total: null };
  const { liquidity = null } = fees;
  const isSummable = liquidity !== null && outbound !== null && affiliate !== null;
  return {
    liquidity,
    outbound,
    affiliate,
    total: fees.total ?? (isSummable ? liquidity + outbound + affiliate : null),
  };
}

/** Nodes of MAYAChain have answered a liquidity fee of 0 beside a slip, and a total without it. */
function isLiquidityLeftOut(quote: QuoteSwap): boolean {
  return quote.fees.liquidity === 0n && (readSlipBps(quote) ?? 0) > 0;
}

/** Cut to whole bps, as the node cuts its total, so that no part is larger than the whole. */
function partBps(part: bigint | null, total: bigint | null, { expected_amount_out: out }: QuoteSwap): number | null {
  const whole = total === null ? 0n : out + total;
  return part === null || whole === 0n ? null : Number((part * 10_000n) / whole);
}

/** Seconds by phase, and in all. `isNative`: the source is on the protocol's own chain. */
export function quoteSeconds(quote: QuoteSwap, request: QuoteRequest, isNative: boolean): QuoteReading["seconds"] {
  // A swap that is split by the network alone has its blocks stated.
  const streams = (request.streaming?.quantity ?? 1) !== 1;
  const inboundConfirmation = quote.inbound_confirmation_seconds ?? (isNative ? 0 : null);
  const stated = quote.streaming_swap_seconds ?? blockSeconds(quote.streaming_swap_blocks) ?? (streams ? null : 0);
  const streaming = stated && Math.max(stated, rapidSeconds(quote, request));
  // MAYAChain's seconds have counted 15 s a block: blocks are the sounder figure on both.
  const outboundDelay = blockSeconds(quote.outbound_delay_blocks) ?? quote.outbound_delay_seconds ?? null;
  return withTotal({ inboundConfirmation, swap: PROTOCOL_BLOCK_SECONDS, streaming, outboundDelay });
}

/**
 * Of parts without a pause between them: one in a block. The node's own figure is its best case, in which the pools are traded the other
 * way between the parts: THORNode, `manager_adv_swap_queue_current.go` (shouldSkipRapidSwapDirection).
 */
function rapidSeconds({ max_streaming_quantity: most }: QuoteSwap, { streaming }: QuoteRequest): number {
  return (streaming?.interval ?? 0) > 0 ? 0 : mostParts(streaming, [most]) * PROTOCOL_BLOCK_SECONDS;
}

/** The payout's delay counts from the inbound's consensus, beside the parts: THORNode, `querier_quotes.go`. Null where a phase is not known. */
export function withTotal(phases: Omit<QuoteReading["seconds"], "total">): QuoteReading["seconds"] {
  const { inboundConfirmation, swap, streaming, outboundDelay } = phases;
  const isKnown = inboundConfirmation !== null && swap !== null && streaming !== null && outboundDelay !== null;
  const total = isKnown ? inboundConfirmation + Math.max(swap, streaming, outboundDelay) : null;
  return { inboundConfirmation, swap, streaming, outboundDelay, total };
}

function blockSeconds(blocks: number | undefined): number | null {
  return blocks === undefined ? null : blocks * PROTOCOL_BLOCK_SECONDS;
}

/** What is there only of what can be sent. */
export const unsent = {
  memo: null,
  inboundAddress: null,
  router: null,
  networkNotes: null,
  sourcesAgreeing: null,
  minReceived: null,
  sendBeforeMs: null,
  reason: null,
} as const;

/** All figures of a quote that is not told. */
export const unreadQuote = {
  expectedAmountOut: null,
  bestCaseOut: null,
  thinPoolLossBps: null,
  sensibleMaxAmount: null,
  fees: [],
  inboundGasEstimate: null,
  gasRate: null,
  gasRateUnits: null,
  slipBps: null,
  totalBps: null,
  recommendedMinAmount: null,
  dustThreshold: null,
  maxStreamingQuantity: null,
  statedBy: {},
  seconds: { inboundConfirmation: null, swap: null, streaming: null, outboundDelay: null, total: null },
  ...unsent,
  belowLimit: null,
  refundFee: null,
  sentUsd: null,
  receivedUsd: null,
  ...unknownCosts,
  feeShares: [],
  affiliateFloor: null,
  streaming: { mode: null, interval: null, quantity: null, isApplied: null },
  order: null,
  withheld: null,
  sizeFault: null,
  adviceLevel: "forbidden",
  howToSend: null,
  payoutSigning: "unknown",
} as const;
