// Warns where the pools are small beside a quote. A quote in several parts assumes that the pools refill after each part.

import { type Warning, warnOf } from "../model/envelope.ts";
import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import { lesser } from "../values/amounts.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { formatAmount, formatPercent } from "../values/figure-text.ts";
import { type Depths, swapLeg } from "./fees.ts";
import { amountInTarget, depthsOf, type PoolDepths } from "./swap-worth.ts";

/** Parts of a pool from which on a quote, made at unchanged depths, says little: of its depth sent, and of its asset taken out. */
const THIN = { sent: 10n, received: 20n };
/** From this part of what the pools bear on, a swap in parts says how much that is. */
export const NEAR = 2n;
const CENTI_BPS = 1_000_000n;
/** An estimate, never too large: "up to", "send at most". */
const ROUGH = { digits: 4, bound: "most" } as const;
const FORECAST_DIGITS = 5;
const BEARABLE_DIGITS = 2;
/** More parts change the result by less than what pools move meanwhile. */
const MAX_PARTS = 1_000;

type Quoted = Pick<QuoteReading, "from" | "to"> & {
  /** Base units of `from`. */
  readonly amount: bigint;
  /** By the network. Base units of `to`. */
  readonly quotedOut: bigint;
  readonly streaming: Pick<QuoteReading["streaming"], "quantity">;
  readonly fees: readonly Pick<QuoteFee, "kind" | "amount">[];
};

/** How large an amount is for the pools, where it is too large for what is quoted at unchanged depths. */
export interface ThinPool {
  /** In hundredths of a bps: its part of the smaller pool's side, and of what the paying pool holds; null where that does not count. */
  readonly sent: bigint;
  readonly taken: bigint | null;
  /** Base units of `to`: what comes out where nobody refills the pools between the parts. Null of one part, and where it is not known. */
  readonly unfilled: bigint | null;
  /** Base units of `from`: what these pools bear, rounded down; null where it is not known. */
  readonly bearable: bigint | null;
}

/** Null where the pools are deep enough for so many times the amount, or not known. */
export function findThinPool(
  quoted: Quoted,
  pools: readonly PoolDepths[],
  nativeAsset: string,
  times = 1n,
): ThinPool | null {
  const { from, to, amount, quotedOut: out } = quoted;
  const [source, target] = [depthsOf(from, pools), depthsOf(to, pools)];
  if (layer1Asset(from) === layer1Asset(to)) return null;
  const worth =
    source === null ? amount : source.asset === 0n ? 0n : (amount * source.native) / source.asset;
  const depths = [source, target].flatMap((pool) => (pool === null ? [] : [pool.native]));
  if (depths.length === 0) return null;
  const thinnest = depths.reduce(lesser);
  const paying = to === nativeAsset ? source?.native : target?.asset;
  const held = parseAsset(to)?.kind === "synth" ? null : (paying ?? null);
  const [sent, taken] = [share(worth, thinnest), share(out, held)];
  if (times * sent * THIN.sent <= CENTI_BPS && times * taken * THIN.received <= CENTI_BPS)
    return null;
  const isKnown = amountInTarget(quoted, { pools, nativeAsset }) !== null;
  const base = forecastOf(quoted, pools, nativeAsset);
  const heldNative = held === null || target === null ? held : target.native;
  return {
    sent,
    taken: held === null ? null : taken,
    unfilled: base === null || base >= out ? null : roundedDown(base, FORECAST_DIGITS),
    bearable: isKnown ? bearableInput(source, thinnest, heldNative) : null,
  };
}

/** The output where nobody refills the pools between parts; null of one part, and where a pool is not known or none is used. */
export function forecastOf(
  quoted: Quoted,
  pools: readonly PoolDepths[],
  nativeAsset: string,
): bigint | null {
  const { from, to, streaming } = quoted;
  if (streaming.quantity === 1 || layer1Asset(from) === layer1Asset(to)) return null;
  return amountInTarget(quoted, { pools, nativeAsset }) === null
    ? null
    : outputWithoutRefill(quoted, pools);
}

/** The most that is within both bounds, whatever slip and fees leave of it. `held`: worth of what the paying pool holds, in the native asset. */
function bearableInput(
  source: Depths | null,
  thinnest: bigint,
  held: bigint | null,
): bigint | null {
  const sent = thinnest / THIN.sent;
  const native = held === null ? sent : lesser(sent, held / THIN.received);
  if (source?.native === 0n) return null;
  const base = source === null ? native : (native * source.asset) / source.native;
  return base === 0n ? null : roundedDown(base, BEARABLE_DIGITS);
}

function roundedDown(base: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(base).length - digits));
  return (base / unit) * unit;
}

/** Hundredths of a bps; all of it where there is nothing, and nothing where it does not count. */
const share = (part: bigint, whole: bigint | null) =>
  whole === null ? 0n : whole === 0n ? CENTI_BPS : (part * CENTI_BPS) / whole;

interface WarnedQuote extends Pick<QuoteReading, "from" | "to" | "order" | "sensibleMaxAmount"> {
  readonly quotedOut: bigint;
  readonly quantity: number | null;
}

/** What comes out, how large the amount is, and what to send instead. */
export function thinPoolWarning({ sent, taken, unfilled }: ThinPool, quote: WarnedQuote): Warning {
  const { from, to, order, quantity, quotedOut, sensibleMaxAmount } = quote;
  const rough = (asset: string, base: bigint) => formatAmount({ asset, base }, undefined, ROUGH);
  const takes = taken === null ? "" : `, and takes ${formatPercent(taken)} of what the pool holds`;
  const instead =
    sensibleMaxAmount === null
      ? "Send a smaller amount."
      : `Send at most ${rough(from, sensibleMaxAmount)}.`;
  const size = `worth ${formatPercent(sent)} of the smaller pool's side${takes}.`;
  const warn = warnOf("thin_pool");
  if (quantity === 1 || order !== null)
    return warn(`The pools are small for this amount: it is ${size}`, instead);
  const rest = `The amount is ${size} ${instead}`;
  if (unfilled === null)
    return warn("The pools are small: expect to receive less than quoted.", rest);
  return warn(
    `The pools are small: about ${rough(to, unfilled)} comes out, and up to ${rough(to, quotedOut)} if somebody refills them between parts.`,
    rest,
  );
}

/**
 * Base units of `to` after the fixed fees, where each part finds the pools as the part before left them; by `swapLeg`, without any floor of the fee.
 * Null where a figure is missing, and for a synth, whose pools are deeper than they look.
 */
export function outputWithoutRefill(quoted: Quoted, pools: readonly PoolDepths[]): bigint | null {
  const { amount, streaming, fees } = quoted;
  if (streaming.quantity === null || isOfSynth(quoted)) return null;
  const out = grossWithoutRefill(
    quoted,
    pools,
    amount,
    Math.max(1, Math.min(streaming.quantity, MAX_PARTS)),
  );
  const fixed = fees
    .filter(({ kind }) => kind !== "liquidity")
    .map((fee) => fee.amount?.base ?? null);
  const taken = fixed.reduce(
    (sum: bigint | null, fee) => (sum === null || fee === null ? null : sum + fee),
    0n,
  );
  return taken === null ? null : out > taken ? out - taken : 0n;
}

const isOfSynth = ({ from, to }: Pick<Quoted, "from" | "to">) =>
  [from, to].some((asset) => parseAsset(asset)?.kind === "synth");

/** Before any fixed fee. */
function grossWithoutRefill(
  { from, to }: Pick<Quoted, "from" | "to">,
  pools: readonly PoolDepths[],
  amount: bigint,
  quantity: number,
): bigint {
  const parts = BigInt(quantity);
  let [source, target] = [depthsOf(from, pools), depthsOf(to, pools)];
  let out = 0n;
  for (let part = 1n; part <= parts; part += 1n) {
    const sent = (amount * part) / parts - (amount * (part - 1n)) / parts;
    const native = source === null ? sent : swapLeg(sent, source, "to_native", 0n).output;
    const received = target === null ? native : swapLeg(native, target, "from_native", 0n).output;
    source = source && moved(source, sent, -native);
    target = target && moved(target, -received, native);
    out += received;
  }
  return out;
}

/** Each halves what is not known of the amount. */
const SEARCH_STEPS = 20;
/** Fewer parts cost more, so that an amount is never too large for it. */
const SEARCH_PARTS = 50;

/**
 * The largest amount whose parts all hold a limit where nobody refills the pools, rounded down, in base units of `from`; `upTo` at most.
 * `limit`: of `quotedOut`. Held against the output at the price of now, so that the network's own quote is held too. Null where none
 * is, or where that is not known.
 */
export function largestWithinLimit(
  quoted: Quoted,
  pools: readonly PoolDepths[],
  nativeAsset: string,
  limit: bigint,
  upTo: bigint,
): bigint | null {
  const { amount, quotedOut, streaming, fees } = quoted;
  const outboundFee = fees.find(({ kind }) => kind === "outbound")?.amount?.base;
  if (
    streaming.quantity === null ||
    outboundFee === undefined ||
    isOfSynth(quoted) ||
    quotedOut === 0n
  )
    return null;
  const quantity = BigInt(streaming.quantity);
  const holds = (one: bigint) => {
    const atOnce =
      (amountInTarget({ ...quoted, amount: one }, { pools, nativeAsset }) ?? 0n) - outboundFee;
    const parts = Math.min(SEARCH_PARTS, Math.max(1, Number((quantity * one) / amount)));
    const paid = grossWithoutRefill(quoted, pools, one, parts);
    return atOnce > 0n && (paid - outboundFee) * quotedOut >= atOnce * limit;
  };
  let [most, tooMuch] = [0n, upTo];
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const middle = (most + tooMuch) / 2n;
    if (holds(middle)) most = middle;
    else tooMuch = middle;
  }
  return most === 0n ? null : roundedDown(most, BEARABLE_DIGITS);
}

const moved = (pool: Depths, asset: bigint, native: bigint): Depths => ({
  ...pool,
  asset: pool.asset + asset,
  native: pool.native + native,
});
