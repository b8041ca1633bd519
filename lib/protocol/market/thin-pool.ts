// Warns where the pools are small for a quote.
// A quote in parts assumes that the pools refill between the parts.

import { type Warning, warnOf } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QuoteReading } from "../model/quote.ts";
import { lesser } from "../values/amounts.ts";
import { layer1Asset, parseAsset } from "../values/assets.ts";
import { amountText } from "../values/figure-text.ts";
import type { Depths } from "./fees.ts";
import { type ForecastQuote, forecastOf, roundDown } from "./forecast.ts";
import { amountInTarget, depthsOf, type PoolDepths } from "./swap-worth.ts";

/** Beyond 1/10 of a pool's depth sent, or 1/20 of its asset taken out, a quote says little. */
const THIN = { sent: 10n, taken: 20n };
/** From half of that on, a swap in parts states how much the pools bear. */
export const NEAR_THIN_FACTOR = 2n;
/** The whole, in hundredths of a bps. */
const CENTI_BPS = 1_000_000n;
/** Rounded down, for "up to" and "send at most". */
const ROUGH = { digits: 4, bound: "most" } as const;
const FORECAST_DIGITS = 5;
const BEARABLE_DIGITS = 2;

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

/** Null where the pools are deep enough for `factor` times the amount, or unknown. */
export function findThinPool(
  quote: ForecastQuote,
  pools: readonly PoolDepths[],
  nativeAsset: string,
  factor = 1n,
): ThinPool | null {
  const { from, to, amount, quotedOut } = quote;
  if (layer1Asset(from) === layer1Asset(to)) return null;
  const [source, target] = [depthsOf(from, pools), depthsOf(to, pools)];
  const nativeDepths = [source, target].flatMap((pool) => pool?.native ?? []);
  if (nativeDepths.length === 0) return null;
  const thinnest = nativeDepths.reduce(lesser);
  const paying = to === nativeAsset ? source?.native : target?.asset;
  const holdings = parseAsset(to)?.kind === "synth" ? null : (paying ?? null);
  const sent = share(source === null ? amount : nativeWorth(amount, source), thinnest);
  const taken = share(quotedOut, holdings);
  const isThin = factor * sent * THIN.sent > CENTI_BPS || factor * taken * THIN.taken > CENTI_BPS;
  if (!isThin) return null;
  const isWorthKnown = amountInTarget(quote, { pools, nativeAsset }) !== null;
  const forecast = forecastOf(quote, pools, nativeAsset);
  const holdingsNative = holdings === null || target === null ? holdings : target.native;
  return {
    sent,
    taken: holdings === null ? null : taken,
    unfilled:
      forecast === null || forecast >= quotedOut ? null : roundDown(forecast, FORECAST_DIGITS),
    bearable: isWorthKnown ? bearableInput(source, thinnest, holdingsNative) : null,
  };
}

const nativeWorth = (amount: bigint, { asset, native }: Depths) =>
  asset === 0n ? 0n : (amount * native) / asset;

/**
 * Ignores slip and fees. In the native asset: `thinnest` is the smaller pool's side, and `holdings`
 * is what the paying pool holds.
 */
function bearableInput(
  source: Depths | null,
  thinnest: bigint,
  holdings: bigint | null,
): bigint | null {
  if (source?.native === 0n) return null;
  const sent = thinnest / THIN.sent;
  const native = holdings === null ? sent : lesser(sent, holdings / THIN.taken);
  const base = source === null ? native : (native * source.asset) / source.native;
  return base === 0n ? null : roundDown(base, BEARABLE_DIGITS);
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
  const forecast =
    unfilled === null ? null : { leastText: rough(to, unfilled), mostText: rough(to, quotedOut) };
  return warnOf("thin_pool")(
    message("pools_small", {
      sent,
      taken,
      sendAtMostText: sensibleMaxAmount === null ? null : rough(from, sensibleMaxAmount),
      forecast,
      isInParts: quantity !== 1 && order === null,
    }),
  );
}
