// Quotes and refusals of THORNode 3.17 to 3.20 with the advanced swap queue on.
// The same state and question always give the same answer.
import { lesser } from "../protocol/values/amounts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../protocol/values/chains.ts";
import { isHalted, type SampleState } from "./network.ts";
import { addressChains, BPS, parseNumber, parseQuestion, type QuoteQuestion } from "./question.ts";
import {
  assetWorth,
  type Crossing,
  convert,
  crossPools,
  handlerRefusal,
  larger,
  NodeRefusal,
  parameter,
  type Side,
  share,
} from "./side.ts";

const NOTES = "Sample network: every address is a placeholder. Nothing can be sent to it.";
const EXPIRY_SECONDS = 15 * 60;
/** Blocks of the source chain until the network counts a deposit. */
const confirmationBlocks: Readonly<Record<string, number>> = {
  BASE: 12,
  BCH: 1,
  BTC: 1,
  DOGE: 2,
  ETH: 2,
  LTC: 1,
  TRON: 3,
  ZEC: 1,
};
/** Blocks until a payout to another chain may leave. */
const PAYOUT_DELAY_BLOCKS = 10;

export function answerQuote(state: SampleState, kind: string, query: URLSearchParams) {
  const quote = kind === "swap" ? swapQuote : limitQuote;
  try {
    return { status: 200, body: quote(state, query) };
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    const message = `${error.message}: invalid request`;
    return { status: 400, body: { code: 3, message, details: [] } };
  }
}

function swapQuote(state: SampleState, query: URLSearchParams) {
  const question = parseQuestion(state, query);
  const { from, to, amount, leastAmount, destination } = question;
  const splitting = parseSplitting(state, question, query);
  const { intervalBlocks, maxParts, parts } = splitting;
  const limit = parseLimit(question, query);
  refuseRoute(state, question);
  const whole = swapPart(state, question, amount, limit);
  const part = swapPart(state, question, amount / parts, limit / parts);
  const fees = quoteFees(question, part, parts);
  const output = larger(part.emitted * parts - fees.affiliate - whole.outboundFee, 0n);
  const numbers = memoNumbers(parseMemoLimit(query, output) ?? limit, splitting);
  const confirmationSeconds = Math.floor((confirmationBlocks[from.chain] ?? 0) * from.blockSeconds);
  const swapBlocks = blocksOfParts(state, parts, intervalBlocks);
  const swapSeconds = swapBlocks * PROTOCOL_BLOCK_SECONDS;
  const delaySeconds = to.isNative ? 0 : PAYOUT_DELAY_BLOCKS * PROTOCOL_BLOCK_SECONDS;
  return {
    outbound_delay_seconds: delaySeconds,
    fees,
    expiry: state.height * PROTOCOL_BLOCK_SECONDS + EXPIRY_SECONDS,
    notes: NOTES,
    recommended_min_amount_in: leastAmount,
    expected_amount_out: output,
    max_streaming_quantity: Number(maxParts),
    streaming_swap_blocks: swapBlocks,
    ...withoutBlanks({
      ...depositMembers(from),
      inbound_confirmation_seconds: confirmationSeconds,
      memo: destination && formatMemo("=", to.memoName, question, numbers),
      streaming_swap_seconds: swapSeconds,
      total_swap_seconds: confirmationSeconds + Math.max(swapSeconds, delaySeconds),
    }),
  };
}

interface Splitting {
  /** Blocks from one part to the next; 0 is at once. */
  readonly intervalBlocks: bigint;
  /** As asked for; 0 leaves the number to the node. */
  readonly quantity: bigint;
  readonly maxParts: bigint;
  readonly parts: bigint;
}

function parseSplitting(
  state: SampleState,
  { from, to, amount }: QuoteQuestion,
  query: URLSearchParams,
): Splitting {
  const intervalBlocks = parseNumber(query, "streaming_interval", "streaming interval amount");
  const askedQuantity = parseNumber(query, "streaming_quantity", "streaming quantity amount");
  const maxParts = mostParts(state, from, to, amount, intervalBlocks);
  const quantity = lesser(askedQuantity, maxParts);
  return { intervalBlocks, quantity, maxParts, parts: quantity || maxParts };
}

/** More and smaller parts would still pay the minimum slip. A vote limits the time of all parts. */
function mostParts(
  state: SampleState,
  from: Side,
  to: Side,
  amount: bigint,
  intervalBlocks: bigint,
) {
  const floorBps = parameter(state, "L1SLIPMINBPS");
  const [leastRune = 0n] = [from, to]
    .flatMap(({ pool }) => (pool ? share(floorBps, BPS, pool.balance_rune) : []))
    .sort((a, b) => (a < b ? -1 : 1));
  const leastPart = assetWorth(from.pool, leastRune);
  if (leastPart === 0n) return 1n;
  const isNativeOnly = from.isNative && to.isNative;
  const maxBlocks = parameter(state, `STREAMINGSWAPMAXLENGTH${isNativeOnly ? "NATIVE" : ""}`);
  return lesser(amount / leastPart, maxBlocks / (intervalBlocks || 1n)) || 1n;
}

/** The least output of the whole swap, after the outbound fee; 0 is no limit. */
function parseLimit({ from, to, amount }: QuoteQuestion, query: URLSearchParams): bigint {
  const toleranceBps = parseNumber(query, "tolerance_bps", "tolerance basis points");
  return query.get("tolerance_bps") ? (convert(from, to, amount) * (BPS - toleranceBps)) / BPS : 0n;
}

/** The limit that only the memo has; null where the question asks for none. */
function parseMemoLimit(query: URLSearchParams, output: bigint): bigint | null {
  const toleranceBps = parseNumber(query, "liquidity_tolerance_bps");
  return toleranceBps > 0n ? (output * (BPS - toleranceBps)) / BPS : null;
}

function refuseRoute(state: SampleState, { from, to, destination }: QuoteQuestion): void {
  if (destination && !addressChains(state, destination).includes(to.chain))
    throw handlerRefusal("swap destination address is not the same chain as the target asset");
  if ([from, to].some(({ chain }) => isHalted(state, chain)))
    throw handlerRefusal("trading is halted, can't process swap");
}

/** `limit`: the least output after the outbound fee. */
function swapPart(
  state: SampleState,
  { from, to, leastAmount }: QuoteQuestion,
  amount: bigint,
  limit: bigint,
): Crossing {
  const crossing = crossPools(state, from, to, amount);
  const output = larger(crossing.emitted - crossing.outboundFee, 0n);
  if (output < limit) throw handlerRefusal(`emit asset ${output} less than price limit ${limit}`);
  const leastOutput = to.asset === to.gasAsset ? larger(to.dustThreshold, 1n) : 1n;
  if (output < leastOutput)
    throw new NodeRefusal(
      `amount less than min swap amount (recommended_min_amount_in: ${leastAmount})`,
    );
  return crossing;
}

/** In the target asset. Every part pays the liquidity fee, the outbound fee is paid once. */
function quoteFees({ to, affiliateBps }: QuoteQuestion, part: Crossing, parts: bigint) {
  const emitted = part.emitted * parts;
  const affiliate = share(affiliateBps, BPS, emitted);
  const liquidity = assetWorth(to.pool, part.liquidityFeeRune) * parts;
  const total = liquidity + part.outboundFee + affiliate;
  return {
    asset: to.asset,
    affiliate,
    outbound: part.outboundFee,
    liquidity,
    total,
    slippage_bps: Number((liquidity * BPS) / (emitted + liquidity)),
    total_bps: Number((total * BPS) / (emitted + total)),
  };
}

function blocksOfParts(state: SampleState, parts: bigint, intervalBlocks: bigint): number {
  const partsPerBlock = parameter(state, "ADVSWAPQUEUERAPIDSWAPMAX");
  const rapidBlocks = (parts + partsPerBlock - 1n) / partsPerBlock;
  return Number(intervalBlocks > 0n ? intervalBlocks * (parts - 1n) : rapidBlocks);
}

/** A swap without numbers runs at once, in as many parts as the node finds best. */
function memoNumbers(limit: bigint, { intervalBlocks, quantity }: Splitting): string {
  const isStreamed = intervalBlocks > 0n || quantity > 1n;
  return isStreamed ? `${limit}/${intervalBlocks}/${quantity}` : `${limit || ""}`;
}

function limitQuote(state: SampleState, query: URLSearchParams) {
  const question = parseQuestion(state, query);
  const { from, to, leastAmount } = question;
  const targetOutput = parseNumber(query, "target_out");
  if (targetOutput === 0n) throw new NodeRefusal("target_out must be positive");
  const maxAgeBlocks = parameter(state, "STREAMINGLIMITSWAPMAXAGE");
  return {
    ...depositMembers(from),
    expected_amount_out: targetOutput,
    memo: formatMemo("=<", to.asset, question, `${targetOutput}/${maxAgeBlocks}/0`),
    notes: NOTES,
    recommended_min_amount_in: leastAmount,
  };
}

function formatMemo(
  kind: "=" | "=<",
  targetAsset: string,
  { destination, refundAddress, affiliate, affiliateBps }: QuoteQuestion,
  numbers: string,
): string {
  const receivers = [destination, refundAddress].filter(Boolean).join("/");
  const terms = affiliate ? [numbers, affiliate, affiliateBps] : [numbers].filter(Boolean);
  return [kind, targetAsset, receivers, ...terms].join(":");
}

/** Blank where the native chain has none. */
const depositMembers = ({ inbound }: Side) => ({
  inbound_address: inbound?.address ?? "",
  router: inbound?.router ?? "",
  dust_threshold: inbound?.dust_threshold ?? "",
  recommended_gas_rate: inbound?.gas_rate ?? "",
  gas_rate_units: inbound?.gas_rate_units ?? "",
});

/** A quote of a swap leaves out what is blank or zero. */
const withoutBlanks = (members: Readonly<Record<string, string | number | bigint>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value));
