// Quotes and refusals of THORNode 3.17 to 3.20 with the advanced swap queue on.
import { larger, lesser } from "../protocol/values/amounts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../protocol/values/chains.ts";
import { isHalted, type SampleState } from "./network.ts";
import { addressChains, FULL_BPS, type ParsedQuery, parseNumber, parseQuery } from "./question.ts";
import {
  assetWorth,
  convert,
  handlerRefusal,
  NodeRefusal,
  parameterValue,
  type Side,
  type SwapResult,
  share,
  simulateSwap,
} from "./side.ts";

const NOTES = "Sample network: every address is a placeholder. Nothing can be sent to it.";
const EXPIRY_SECONDS = 15 * 60;
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
const PAYOUT_DELAY_BLOCKS = 10;

export function answerQuote(state: SampleState, quoteKind: string, query: URLSearchParams) {
  const createBody = quoteKind === "swap" ? swapQuote : limitQuote;
  try {
    return { status: 200, body: createBody(state, query) };
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    const message = `${error.message}: invalid request`;
    return { status: 400, body: { code: 3, message, details: [] } };
  }
}

function swapQuote(state: SampleState, query: URLSearchParams) {
  const parsedQuery = parseQuery(state, query);
  const { from, to, amount, leastAmount, destination } = parsedQuery;
  const splitPlan = parseSplitPlan(state, parsedQuery, query);
  const { intervalBlocks, maxPartCount, partCount } = splitPlan;
  const priceLimit = parsePriceLimit(parsedQuery, query);
  refuseRoute(state, parsedQuery);
  const wholeResult = swapPart(state, parsedQuery, amount, priceLimit);
  const partResult = swapPart(state, parsedQuery, amount / partCount, priceLimit / partCount);
  const fees = quoteFees(parsedQuery, partResult, partCount);
  const emittedTotal = partResult.emittedAmount * partCount;
  const outputAmount = larger(emittedTotal - fees.affiliate - wholeResult.outboundFee, 0n);
  const memoLimit = parseMemoLimit(query, outputAmount) ?? priceLimit;
  const confirmationSeconds = Math.floor((confirmationBlocks[from.chain] ?? 0) * from.blockSeconds);
  const swapBlocks = countSwapBlocks(state, partCount, intervalBlocks);
  const swapSeconds = swapBlocks * PROTOCOL_BLOCK_SECONDS;
  const delaySeconds = to.isNative ? 0 : PAYOUT_DELAY_BLOCKS * PROTOCOL_BLOCK_SECONDS;
  return {
    outbound_delay_seconds: delaySeconds,
    fees,
    expiry: state.height * PROTOCOL_BLOCK_SECONDS + EXPIRY_SECONDS,
    notes: NOTES,
    recommended_min_amount_in: leastAmount,
    expected_amount_out: outputAmount,
    max_streaming_quantity: Number(maxPartCount),
    streaming_swap_blocks: swapBlocks,
    ...withoutBlanks({
      ...depositMembers(from),
      inbound_confirmation_seconds: confirmationSeconds,
      memo:
        destination &&
        formatMemo("=", to.memoName, parsedQuery, memoLimitAndParts(memoLimit, splitPlan)),
      streaming_swap_seconds: swapSeconds,
      total_swap_seconds: confirmationSeconds + Math.max(swapSeconds, delaySeconds),
    }),
  };
}

interface SplitPlan {
  /** Blocks between two parts of the swap. 0: the parts follow each other at once. */
  readonly intervalBlocks: bigint;
  /** The number of parts in the memo. 0: the node chooses the number. */
  readonly quantity: bigint;
  readonly maxPartCount: bigint;
  readonly partCount: bigint;
}

function parseSplitPlan(
  state: SampleState,
  { from, to, amount }: ParsedQuery,
  query: URLSearchParams,
): SplitPlan {
  const intervalBlocks = parseNumber(query, "streaming_interval", "streaming interval amount");
  const requestedQuantity = parseNumber(query, "streaming_quantity", "streaming quantity amount");
  const maxPartCount = countMaxParts(state, from, to, amount, intervalBlocks);
  const quantity = lesser(requestedQuantity, maxPartCount);
  return { intervalBlocks, quantity, maxPartCount, partCount: quantity || maxPartCount };
}

/**
 * The most parts that save slip: each is just large enough for the network's minimum slip. With an
 * interval, the longest time that a swap may take can allow only fewer parts.
 */
function countMaxParts(
  state: SampleState,
  from: Side,
  to: Side,
  amount: bigint,
  intervalBlocks: bigint,
) {
  const minSlipBps = parameterValue(state, "L1SLIPMINBPS");
  const [minPartRune = 0n] = [from, to]
    .flatMap(({ pool }) => (pool ? share(minSlipBps, FULL_BPS, pool.balance_rune) : []))
    .sort((a, b) => (a < b ? -1 : 1));
  const minPartAmount = assetWorth(from.pool, minPartRune);
  if (minPartAmount === 0n) return 1n;
  const areBothNative = from.isNative && to.isNative;
  const maxBlocks = parameterValue(state, `STREAMINGSWAPMAXLENGTH${areBothNative ? "NATIVE" : ""}`);
  return lesser(amount / minPartAmount, maxBlocks / (intervalBlocks || 1n)) || 1n;
}

/** Least output of the whole swap, after the outbound fee, by `tolerance_bps`. 0: no limit. */
function parsePriceLimit({ from, to, amount }: ParsedQuery, query: URLSearchParams): bigint {
  const toleranceBps = parseNumber(query, "tolerance_bps", "tolerance basis points");
  return query.get("tolerance_bps")
    ? (convert(from, to, amount) * (FULL_BPS - toleranceBps)) / FULL_BPS
    : 0n;
}

function parseMemoLimit(query: URLSearchParams, outputAmount: bigint): bigint | null {
  const toleranceBps = parseNumber(query, "liquidity_tolerance_bps");
  return toleranceBps > 0n ? (outputAmount * (FULL_BPS - toleranceBps)) / FULL_BPS : null;
}

function refuseRoute(state: SampleState, { from, to, destination }: ParsedQuery): void {
  if (destination && !addressChains(state, destination).includes(to.chain))
    throw handlerRefusal("swap destination address is not the same chain as the target asset");
  if ([from, to].some(({ chain }) => isHalted(state, chain)))
    throw handlerRefusal("trading is halted, can't process swap");
}

function swapPart(
  state: SampleState,
  { from, to, leastAmount }: ParsedQuery,
  amount: bigint,
  priceLimit: bigint,
): SwapResult {
  const swapResult = simulateSwap(state, from, to, amount);
  const outputAmount = larger(swapResult.emittedAmount - swapResult.outboundFee, 0n);
  if (outputAmount < priceLimit)
    throw handlerRefusal(`emit asset ${outputAmount} less than price limit ${priceLimit}`);
  const minOutput = to.asset === to.gasAsset ? larger(to.dustThreshold, 1n) : 1n;
  if (outputAmount < minOutput)
    throw new NodeRefusal(
      `amount less than min swap amount (recommended_min_amount_in: ${leastAmount})`,
    );
  return swapResult;
}

/** Fees in the target asset. Each part has a liquidity fee. The outbound fee is paid only once. */
function quoteFees({ to, affiliateBps }: ParsedQuery, partResult: SwapResult, partCount: bigint) {
  const emittedTotal = partResult.emittedAmount * partCount;
  const affiliateFee = share(affiliateBps, FULL_BPS, emittedTotal);
  const liquidityFee = assetWorth(to.pool, partResult.liquidityFeeRune) * partCount;
  const totalFees = liquidityFee + partResult.outboundFee + affiliateFee;
  return {
    asset: to.asset,
    affiliate: affiliateFee,
    outbound: partResult.outboundFee,
    liquidity: liquidityFee,
    total: totalFees,
    slippage_bps: Number((liquidityFee * FULL_BPS) / (emittedTotal + liquidityFee)),
    total_bps: Number((totalFees * FULL_BPS) / (emittedTotal + totalFees)),
  };
}

function countSwapBlocks(state: SampleState, partCount: bigint, intervalBlocks: bigint): number {
  const partsPerBlock = parameterValue(state, "ADVSWAPQUEUERAPIDSWAPMAX");
  const rapidBlocks = (partCount + partsPerBlock - 1n) / partsPerBlock;
  return Number(intervalBlocks > 0n ? intervalBlocks * (partCount - 1n) : rapidBlocks);
}

/**
 * Limit and parts in a memo: "limit/interval/quantity", or only the limit. With only the limit, the
 * parts follow each other at once, and the node chooses their number.
 */
function memoLimitAndParts(priceLimit: bigint, { intervalBlocks, quantity }: SplitPlan): string {
  const hasPartNumbers = intervalBlocks > 0n || quantity > 1n;
  return hasPartNumbers ? `${priceLimit}/${intervalBlocks}/${quantity}` : `${priceLimit || ""}`;
}

function limitQuote(state: SampleState, query: URLSearchParams) {
  const parsedQuery = parseQuery(state, query);
  const { from, to, leastAmount } = parsedQuery;
  const targetOutput = parseNumber(query, "target_out");
  if (targetOutput === 0n) throw new NodeRefusal("target_out must be positive");
  const maxAgeBlocks = parameterValue(state, "STREAMINGLIMITSWAPMAXAGE");
  return {
    ...depositMembers(from),
    expected_amount_out: targetOutput,
    memo: formatMemo("=<", to.asset, parsedQuery, `${targetOutput}/${maxAgeBlocks}/0`),
    notes: NOTES,
    recommended_min_amount_in: leastAmount,
  };
}

function formatMemo(
  memoPrefix: "=" | "=<",
  targetAsset: string,
  { destination, refundAddress, affiliate, affiliateBps }: ParsedQuery,
  limitAndPartsText: string,
): string {
  const receiversText = [destination, refundAddress].filter(Boolean).join("/");
  const lastFields = affiliate
    ? [limitAndPartsText, affiliate, affiliateBps]
    : [limitAndPartsText].filter(Boolean);
  return [memoPrefix, targetAsset, receiversText, ...lastFields].join(":");
}

const depositMembers = ({ inboundRow }: Side) => ({
  inbound_address: inboundRow?.address ?? "",
  router: inboundRow?.router ?? "",
  dust_threshold: inboundRow?.dust_threshold ?? "",
  recommended_gas_rate: inboundRow?.gas_rate ?? "",
  gas_rate_units: inboundRow?.gas_rate_units ?? "",
});

const withoutBlanks = (members: Readonly<Record<string, string | number | bigint>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value));
