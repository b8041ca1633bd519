// What a quote says beside the amounts: the minimum, how many parts, how long it takes, and the memo in the node's short form.

import { hasOpReturn } from "../../protocol/values/chain-rows.ts";
import { outboundFee } from "./outbound-fee.ts";
import type { Affiliates } from "./question.ts";
import { convert, isDollarPair, NoPool, slipFloorBps } from "./simulate.ts";
import { NATIVE_CHAIN, type QuoteState, Refusal, type Side, setting } from "./state.ts";
import { assetWorth, runeWorth, share } from "./worth.ts";

const BPS = 10_000n;
const ONE = 100_000_000n;
const MINIMUM_FACTOR = 3n;

/** The larger of what a payout and a refund need (fee and dust), in the source asset, times three and the affiliate's share on top. */
export function recommendedMinimum(state: QuoteState, from: Side, to: Side, affiliateBps: bigint): bigint {
  const needs = (side: Side) => outboundFee(state, side) + (state.rows.get(side.payoutChain)?.dustThreshold ?? 0n);
  try {
    const target = convert(to, from, needs(to));
    let larger = needs(from);
    if (target > larger) larger = target;
    return (larger * MINIMUM_FACTOR * (BPS + affiliateBps)) / BPS;
  } catch (error) {
    if (!(error instanceof NoPool)) throw error;
    throw new Refusal("failed to calculate min swap amount: fail to convert dest fee to src asset pool does not exist");
  }
}

/** How many parts still pay no more than the least slip, within the time that a swap may take. */
export function mostParts(state: QuoteState, from: Side, to: Side, amount: bigint, interval: bigint): bigint {
  const isStable = isDollarPair(state, from, to);
  const sizes = [from, to].flatMap((side) => {
    const floor = side.isRune ? 0n : slipFloorBps(state, side, isStable);
    return floor > 0n && side.pool ? [share(floor < BPS ? floor : BPS, BPS, side.pool.balanceRune)] : [];
  });
  const least = sizes.reduce((low, size) => (low === 0n || size < low ? size : low), 0n);
  const size = from.isRune ? least : from.pool ? assetWorth(from.pool, least) : 0n;
  if (size === 0n) return 1n;
  const parts = amount / size;
  const isNative = from.payoutChain === NATIVE_CHAIN && to.payoutChain === NATIVE_CHAIN;
  const length = BigInt(setting(state, isNative ? "STREAMINGSWAPMAXLENGTHNATIVE" : "STREAMINGSWAPMAXLENGTH"));
  const cap = length / (interval > 0n ? interval : 1n);
  if (parts > cap) return cap;
  return parts > 0n ? parts : 1n;
}

/** Blocks that the parts take: so many a block where they are rapid, else one and then one an interval. */
export function streamingBlocks(state: QuoteState, interval: bigint, quantity: bigint): bigint {
  if (quantity === 0n) return 0n;
  if (interval > 0n) return interval * (quantity - 1n);
  const aBlock = BigInt(Math.max(setting(state, "ADVSWAPQUEUERAPIDSWAPMAX"), 1));
  return (quantity + aBlock - 1n) / aBlock;
}

/** Whole coins of the block reward, as the node counts them: a fraction is cut. */
const coinbases: Readonly<Record<string, bigint>> = { BTC: 3n, LTC: 6n, BCH: 3n, DOGE: 10_000n, ZEC: 1n };
const leastConfirmations: Readonly<Record<string, bigint>> = { ETH: 2n, DOGE: 2n, BASE: 12n, TRON: 3n };
/** Twice the worth of a deposit against three coins a block. */
const ETH_REWARD = 3n * ONE;

/** Blocks of a chain until a deposit on it counts. */
export function confirmations(state: QuoteState, chain: string, from: Side, amount: bigint): bigint {
  const multiplier = BigInt(state.settings[`CONFMULTIPLIERBASISPOINTS-${chain}`] ?? 10_000);
  const coinbase = coinbases[chain];
  let blocks = 0n;
  if (coinbase) {
    const secured = share(multiplier, BPS, coinbase * ONE);
    blocks = (amount + secured - 1n) / secured;
  } else if (chain === "ETH") {
    const gasPool = state.pools.get("ETH.ETH");
    if (!gasPool || !from.pool) throw new Refusal("unable to convert asset: pool does not exist");
    const gas = from.asset === gasPool.asset ? amount : assetWorth(gasPool, runeWorth(from.pool, amount));
    blocks = (2n * gas) / share(multiplier, BPS, ETH_REWARD);
  }
  if (chain === "BTC" || chain === "ETH") {
    const most = BigInt(setting(state, `MAXCONFIRMATIONS-${chain}`));
    if (most > 0n && blocks > most) blocks = most;
  }
  const least = leastConfirmations[chain] ?? 0n;
  return blocks < least ? least : blocks;
}

/** Blocks until a payout may leave, while nothing else is waiting. */
export function delayBlocks(state: QuoteState, to: Side, amount: bigint): bigint {
  const threshold = BigInt(setting(state, "MINTXOUTVOLUMETHRESHOLD"));
  const rate = BigInt(setting(state, "TXOUTDELAYRATE"));
  const most = BigInt(setting(state, "MAXTXOUTOFFSET"));
  if (to.chain === NATIVE_CHAIN || threshold <= 0n || rate <= 0n || most <= 0n) return 0n;
  const value = to.pool ? runeWorth(to.pool, amount) : 0n;
  const reduction = (ONE * value) / threshold;
  const blocks = value / (reduction >= rate ? 1n : rate - reduction);
  return blocks > most ? most : blocks;
}

/** The same state with the least fee that holds for a swap by these affiliates. It concerns layer-1 assets alone. */
export function withDynamicFee(state: QuoteState, { names, bps }: Affiliates, from: Side, to: Side): QuoteState {
  const [largest] = names
    .map((name, place) => ({ name, bps: bps[place] ?? 0n }))
    .sort((a, b) => (a.bps > b.bps ? -1 : a.bps < b.bps ? 1 : 0));
  const pair = [from.asset, to.asset].sort().join("|");
  const found = state.dynamicFees.find(
    (fee) => fee.name === largest?.name && fee.pair.join("|") === pair && fee.whitelisted === "active",
  );
  if (!found) return state;
  return { ...state, settings: { ...state.settings, L1SLIPMINBPS: found.bps, STABLESLIPMINBPS: 0 } };
}

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
