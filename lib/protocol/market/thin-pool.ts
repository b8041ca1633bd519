// Warns where the pools are small beside a quote. A quote in several parts assumes that the pools refill after each part.

import { type Money, type Warning, warnOf } from "../model/envelope.ts";
import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { formatAmount, formatDollars, formatPercent } from "../values/figure-text.ts";
import { type Depths, swapLeg } from "./fees.ts";
import { depthsOf, type PoolDepths } from "./swap-worth.ts";

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
  const { from, to, amount, quotedOut: out, streaming } = quoted;
  const [source, target] = [depthsOf(from, pools), depthsOf(to, pools)];
  if (layer1Asset(from) === layer1Asset(to)) return null;
  const worth = source === null ? amount : source.asset === 0n ? 0n : (amount * source.native) / source.asset;
  const depths = [source, target].flatMap((pool) => (pool === null ? [] : [pool.native]));
  if (depths.length === 0) return null;
  const thinnest = depths.reduce(lesser);
  const paying = to === nativeAsset ? source?.native : target?.asset;
  const held = parseAsset(to)?.kind === "synth" ? null : (paying ?? null);
  const [sent, taken] = [share(worth, thinnest), share(out, held)];
  if (times * sent * THIN.sent <= CENTI_BPS && times * taken * THIN.received <= CENTI_BPS) return null;
  const isKnown = [source, target].every((pool, at) => pool !== null || [from, to][at] === nativeAsset);
  const base = streaming.quantity === 1 || !isKnown ? null : outputWithoutRefill(quoted, pools);
  const heldNative = held === null || target === null ? held : target.native;
  return {
    sent,
    taken: held === null ? null : taken,
    unfilled: base === null || base >= out ? null : roundedDown(base, FORECAST_DIGITS),
    bearable: isKnown ? bearableInput(source, thinnest, heldNative) : null,
  };
}

/** The most that is within both bounds, whatever slip and fees leave of it. `held`: worth of what the paying pool holds, in the native asset. */
function bearableInput(source: Depths | null, thinnest: bigint, held: bigint | null): bigint | null {
  const sent = thinnest / THIN.sent;
  const native = held === null ? sent : lesser(sent, held / THIN.received);
  if (source?.native === 0n) return null;
  const base = source === null ? native : (native * source.asset) / source.native;
  return base === 0n ? null : roundedDown(base, BEARABLE_DIGITS);
}

const lesser = (a: bigint, b: bigint) => (a < b ? a : b);

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
  /** What the limit leaves at least if all parts run. Base units of `to`; null where there is none, or it is not known. */
  readonly minimum: bigint | null;
  /** Of the chain that was sent from; null where it is not known. */
  readonly refundFee: Money | null;
}

/** What comes out, what a limit makes of it, how large the amount is, and what to send instead. */
export function thinPoolWarning({ sent, taken, unfilled }: ThinPool, quote: WarnedQuote): Warning {
  const { from, to, order, quantity, quotedOut, minimum, sensibleMaxAmount } = quote;
  const rough = (asset: string, base: bigint) => formatAmount({ asset, base }, undefined, ROUGH);
  const takes = taken === null ? "" : `, and takes ${formatPercent(taken)} of what the pool holds`;
  const instead =
    sensibleMaxAmount === null ? "Send a smaller amount." : `Send at most ${rough(from, sensibleMaxAmount)}.`;
  const size = `worth ${formatPercent(sent)} of the smaller pool's side${takes}.`;
  const warn = warnOf("thin_pool");
  if (quantity === 1 || order !== null) return warn(`The pools are small for this amount: it is ${size}`, instead);
  const rest = `The amount is ${size} ${instead}`;
  if (unfilled === null) return warn("The pools are small: expect to receive less than quoted.", rest);
  const refund = (minimum ?? 0n) > unfilled ? `${partsRefundedText(quote.refundFee)} ` : "";
  return warn(
    `The pools are small: about ${rough(to, unfilled)} comes out, and up to ${rough(to, quotedOut)} if somebody refills them between parts.`,
    `${refund}${rest}`,
  );
}

function partsRefundedText(fee: Money | null): string {
  const refunded = "The minimum is above that: some parts would be refunded";
  if (fee?.base === 0n) return `${refunded}.`;
  const cost =
    fee === null ? "" : ` of about ${fee.usd === null ? formatAmount(fee, undefined, ROUGH) : formatDollars(fee.usd)}`;
  return `${refunded}, less the outbound fee${cost}.`;
}

/**
 * Base units of `to` after the fixed fees, where each part finds the pools as the part before left them; by `swapLeg`, without any floor of the fee.
 * Null where a figure is missing, and for a synth, whose pools are deeper than they look.
 */
export function outputWithoutRefill(quoted: Quoted, pools: readonly PoolDepths[]): bigint | null {
  const { from, to, amount, streaming, fees } = quoted;
  const isSynth = [from, to].some((asset) => parseAsset(asset)?.kind === "synth");
  if (streaming.quantity === null || isSynth) return null;
  const parts = BigInt(Math.max(1, Math.min(streaming.quantity, MAX_PARTS)));
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
  const fixed = fees.filter(({ kind }) => kind !== "liquidity").map((fee) => fee.amount?.base ?? null);
  const taken = fixed.reduce((sum: bigint | null, fee) => (sum === null || fee === null ? null : sum + fee), 0n);
  return taken === null ? null : out > taken ? out - taken : 0n;
}

const moved = (pool: Depths, asset: bigint, native: bigint): Depths => ({
  ...pool,
  asset: pool.asset + asset,
  native: pool.native + native,
});
