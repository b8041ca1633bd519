// Amounts as people read them, without a word but names of assets.
import { decimalsOf, formatUnits } from "./amounts.ts";
import { assetName, tickerOf } from "./assets.ts";
import type { Preset } from "./chains.ts";

/** A wallet shows no more. */
const AMOUNT_DIGITS = 8;

/** Rounds half up. `bound` keeps a least amount from looking too small, and a most too large. */
export interface Rounding {
  readonly digits?: number;
  readonly bound?: "least" | "most";
}

export interface Amount {
  /** Base units. */
  readonly base: bigint;
  readonly asset: string;
}

/** "1,195.49 BTC"; with `preset` also "0.05 ETH on Base". */
export function amountText({ base, asset }: Amount, preset?: Preset, rounding?: Rounding): string {
  const name = preset ? assetName(asset, preset) : tickerOf(asset);
  return `${formatNumber(base, decimalsOf(asset), rounding)} ${name}`;
}

/** Whole units are never cut. */
function formatNumber(base: bigint, decimals: number, rounding: Rounding = {}): string {
  if (base < 0n) return `-${formatNumber(-base, decimals, rounding)}`;
  const { digits = AMOUNT_DIGITS, bound } = rounding;
  const cutDigits = Math.max(0, Math.min(base.toString().length - digits, decimals));
  const unit = 10n ** BigInt(cutDigits);
  const roundingBase = { least: unit - 1n, most: 0n, half: unit / 2n }[bound ?? "half"];
  return groupDigits(formatUnits(((base + roundingBase) / unit) * unit, decimals));
}

export function groupDigits(text: string): string {
  return text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
}
