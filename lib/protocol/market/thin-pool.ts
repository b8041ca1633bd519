// Warns where the pools are small for a quote.
// A quote in parts assumes that the pools refill between the parts.

import { type Warning, warnOf } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import { lesser } from "../values/amounts.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { amountText } from "../values/figure-text.ts";
import { type Depths, swapLeg } from "./fees.ts";
import { amountInTarget, depthsOf, type PoolDepths } from "./swap-worth.ts";

/** Beyond 1/10 of a pool's depth sent, or 1/20 of its asset taken out, a quote says little. */
const THIN = { sent: 10n, received: 20n };
/** From half of that on, a swap in parts states how much the pools bear. */
export const NEAR_THIN_FACTOR = 2n;
const CENTI_BPS = 1_000_000n;
/** Rounded down, for "up to" and "send at most". */
const ROUGH = { digits: 4, bound: "most" } as const;
const FORECAST_DIGITS = 5;
const BEARABLE_DIGITS = 2;
/** More parts change the result by less than pools move meanwhile. */
const MAX_PARTS = 1_000;

type Quoted = Pick<QuoteReading, "from" | "to"> & {
  /** Base units of `from`. */
  readonly amount: bigint;
  /** Base units of `to`. */
  readonly quotedOut: bigint;
  readonly streaming: Pick<QuoteReading["streaming"], "quantity">;
  readonly fees: readonly Pick<QuoteFee, "kind" | "amount">[];
};

export interface ThinPool {
  /**
   * Hundredths of a bps: share of the smaller pool's side, and of the paying pool's holdings.
   * `taken` is null for a synth, and where it is unknown.
   */
  readonly sent: bigint;
  readonly taken: bigint | null;
  /** Base units of `to` if nobody refills the pools; null for one part, or unknown. */
  readonly unfilled: bigint | null;
  /** Base units of `from` that the pools bear, rounded down; null where unknown. */
  readonly bearable: bigint | null;
}

/** Null where the pools are deep enough for `times` the amount, or unknown. */
export function findThinPool(
  quoted: Quoted,
  pools: readonly PoolDepths[],
  nativeAsset: string,
  times = 1n,
): ThinPool | null {
  const { from, to, amount, quotedOut: out } = quoted;
  const [source, target] = [depthsOf(from, pools), depthsOf(to, pools)];
  if (layer1Asset(from) === layer1Asset(to)) return null;
  const worth = source === null ? amount : nativeWorth(amount, source);
  const depths = [source, target].flatMap((pool) => (pool === null ? [] : [pool.native]));
  if (depths.length === 0) return null;
  const thinnest = depths.reduce(lesser);
  const paying = to === nativeAsset ? source?.native : target?.asset;
  const held = parseAsset(to)?.kind === "synth" ? null : (paying ?? null);
  const [sent, taken] = [share(worth, thinnest), share(out, held)];
  if (times * sent * THIN.sent <= CENTI_BPS && times * taken * THIN.received <= CENTI_BPS)
    return null;
  const isKnown = amountInTarget(quoted, { pools, nativeAsset }) !== null;
  const forecast = forecastOf(quoted, pools, nativeAsset);
  const heldNative = held === null || target === null ? held : target.native;
  return {
    sent,
    taken: held === null ? null : taken,
    unfilled: forecast === null || forecast >= out ? null : roundedDown(forecast, FORECAST_DIGITS),
    bearable: isKnown ? bearableInput(source, thinnest, heldNative) : null,
  };
}

const nativeWorth = (amount: bigint, { asset, native }: Depths) =>
  asset === 0n ? 0n : (amount * native) / asset;

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

/** `held`: worth of the paying pool's holdings in the native asset. Slip and fees are ignored. */
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

/** Hundredths of a bps. */
function share(part: bigint, whole: bigint | null): bigint {
  if (whole === null) return 0n;
  return whole === 0n ? CENTI_BPS : (part * CENTI_BPS) / whole;
}

interface WarnedQuote extends Pick<QuoteReading, "from" | "to" | "order" | "sensibleMaxAmount"> {
  readonly quotedOut: bigint;
  readonly quantity: number | null;
}

export function thinPoolWarning({ sent, taken, unfilled }: ThinPool, quote: WarnedQuote): Warning {
  const { from, to, order, quantity, quotedOut, sensibleMaxAmount } = quote;
  const rough = (asset: string, base: bigint) => amountText({ asset, base }, undefined, ROUGH);
  const forecast = unfilled !== null && {
    leastText: rough(to, unfilled),
    mostText: rough(to, quotedOut),
  };
  return warnOf("thin_pool")(
    message("pools_small", {
      sent,
      taken,
      sendAtMostText: sensibleMaxAmount === null ? null : rough(from, sensibleMaxAmount),
      forecast: forecast || null,
      isInParts: quantity !== 1 && order === null,
    }),
  );
}

/**
 * Base units of `to` after the fixed fees, without a minimum slip. Null where a figure is missing,
 * and for a synth, whose pools are deeper than they look.
 */
export function outputWithoutRefill(quoted: Quoted, pools: readonly PoolDepths[]): bigint | null {
  const { amount, streaming, fees } = quoted;
  if (streaming.quantity === null || isOfSynth(quoted)) return null;
  const parts = Math.max(1, Math.min(streaming.quantity, MAX_PARTS));
  const gross = grossWithoutRefill(quoted, pools, amount, parts);
  let fixedFees = 0n;
  for (const fee of fees.filter(({ kind }) => kind !== "liquidity")) {
    if (fee.amount === null) return null;
    fixedFees += fee.amount.base;
  }
  return gross > fixedFees ? gross - fixedFees : 0n;
}

const isOfSynth = ({ from, to }: Pick<Quoted, "from" | "to">) =>
  [from, to].some((asset) => parseAsset(asset)?.kind === "synth");

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
    source = source && withChange(source, sent, -native);
    target = target && withChange(target, -received, native);
    out += received;
  }
  return out;
}

const SEARCH_STEPS = 20;
/** Fewer parts cost more, so the result is never too large. */
const SEARCH_PARTS = 50;

/**
 * The largest amount up to `upTo` (base units of `from`, rounded down) whose parts all hold the
 * limit if nobody refills the pools. `limit` applies to `quotedOut`. The reference is the output
 * without slip, so the network's own quote is checked too. Null where none holds, or unknown.
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
  const isWithinLimit = (input: bigint) => {
    const target = amountInTarget({ ...quoted, amount: input }, { pools, nativeAsset }) ?? 0n;
    const withoutSlip = target - outboundFee;
    const parts = Math.min(SEARCH_PARTS, Math.max(1, Number((quantity * input) / amount)));
    const gross = grossWithoutRefill(quoted, pools, input, parts);
    return withoutSlip > 0n && (gross - outboundFee) * quotedOut >= withoutSlip * limit;
  };
  let [largest, tooMuch] = [0n, upTo];
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const middle = (largest + tooMuch) / 2n;
    if (isWithinLimit(middle)) largest = middle;
    else tooMuch = middle;
  }
  return largest === 0n ? null : roundedDown(largest, BEARABLE_DIGITS);
}

const withChange = (pool: Depths, asset: bigint, native: bigint): Depths => ({
  ...pool,
  asset: pool.asset + asset,
  native: pool.native + native,
});
