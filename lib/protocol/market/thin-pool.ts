// Warns where the pools are small beside a quote. A quote in several parts assumes that the pools refill after each part.

import type { QuoteFee, QuoteReading } from "../model/quote.ts";
import { type Warning, warnOf } from "../model/warning.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { formatAmount, formatPercent } from "../values/figure-text.ts";
import { type Depths, swapLeg } from "./fees.ts";
import { depthsOf, type PoolDepths } from "./swap-worth.ts";

/** Parts of a pool from which on a quote, made at unchanged depths, says little: of its depth sent, and of its asset taken out. */
const THIN = { sent: 10n, received: 20n };
const CENTI_BPS = 1_000_000n;
/** An estimate. */
const ROUGH = { digits: 4 } as const;
/** More parts change the result by less than what pools move meanwhile. */
const MAX_PARTS = 1_000;

type Quoted = Pick<QuoteReading, "from" | "to" | "order"> & {
  /** Base units of `from`. */
  readonly amount: bigint;
  /** Base units of `to`. */
  readonly expectedAmountOut: bigint;
  readonly streaming: Pick<QuoteReading["streaming"], "quantity">;
  readonly fees: readonly Pick<QuoteFee, "kind" | "amount">[];
};

/** Why the pools may not hold what the quote expects; null where they are deep enough, or not known. */
export function findThinPool(quoted: Quoted, pools: readonly PoolDepths[], nativeAsset: string): Warning | null {
  const { from, to, amount, expectedAmountOut: out } = quoted;
  const [source, target] = [depthsOf(from, pools), depthsOf(to, pools)];
  if (layer1Asset(from) === layer1Asset(to)) return null;
  const worth = source === null ? amount : source.asset === 0n ? 0n : (amount * source.native) / source.asset;
  const depths = [source, target].flatMap((pool) => (pool === null ? [] : [pool.native]));
  const thinnest = depths.reduce((least: bigint | null, one) => (least === null || one < least ? one : least), null);
  const paying = to === nativeAsset ? source?.native : target?.asset;
  const held = parseAsset(to)?.kind === "synth" ? null : (paying ?? null);
  const [sent, taken] = [share(worth, thinnest), share(out, held)];
  if (sent * THIN.sent <= CENTI_BPS && taken * THIN.received <= CENTI_BPS) return null;
  const takes = held === null ? "" : `, and takes ${formatPercent(taken)} of what the pool holds`;
  const size = `worth ${formatPercent(sent)} of the smaller pool's side${takes}. Send a smaller amount.`;
  const unfilled = unfilledText(quoted, pools);
  const small = "The pools are small";
  return warnOf("thin_pool")(
    unfilled === null ? `${small} for this amount: it is ${size}` : `${small}: ${unfilled} The amount is ${size}`,
  );
}

/** Hundredths of a bps; all of it where there is nothing, and nothing where it does not count. */
const share = (part: bigint, whole: bigint | null) =>
  whole === null ? 0n : whole === 0n ? CENTI_BPS : (part * CENTI_BPS) / whole;

/** What comes out where nobody refills the pools between the parts. Null of one part: the quote says it already. */
function unfilledText(quoted: Quoted, pools: readonly PoolDepths[]): string | null {
  const { to, expectedAmountOut: quote, order, streaming } = quoted;
  if (streaming.quantity === 1 || order !== null) return null;
  const base = outputWithoutRefill(quoted, pools);
  if (base === null || base >= quote) return "expect to receive less than quoted.";
  const less = formatPercent(((quote - base) * CENTI_BPS) / quote);
  return `about ${formatAmount({ asset: to, base }, undefined, ROUGH)} comes out, ${less} less than quoted, unless somebody refills them between parts.`;
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
