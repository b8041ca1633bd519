// The figures of the fee guide: four figures of an asset, cents below $1,000, tenths of a basis point below 100. Each has its unit.
import { decimalsOf, divRound, FIXED_DECIMALS, formatUnits, formatUsd } from "../../protocol/values/amounts.ts";

const FIGURES = 4;
const DOLLAR = 10n ** BigInt(FIXED_DECIMALS);

/** "85.49 ETH", "14,543 USDC": rounded half up to four figures, never above one whole unit. */
export function formatBase(asset: string, base: bigint): string {
  const places = Math.max(0, Math.min(base.toString().length - FIGURES, decimalsOf(asset)));
  const unit = 10n ** BigInt(places);
  return formatExact(asset, divRound(base, unit) * unit);
}

/** "1,279.68365638 BTC": to the last base unit. */
export function formatExact(asset: string, base: bigint): string {
  return `${group(formatUnits(base, decimalsOf(asset)))} ${tickerOf(asset)}`;
}

/** From dollars in 1e8: "$3,690", "$23.40"; below one cent the first two figures. */
export function formatDollars(usd: bigint): string {
  // From half a cent below $1,000 on, cents would show as "$1000.00".
  return usd < 1_000n * DOLLAR - DOLLAR / 200n ? `$${formatUsd(usd)}` : formatWholeDollars(divRound(usd, DOLLAR));
}

/** From whole dollars: "$20,000". */
export function formatWholeDollars(dollars: bigint): string {
  return `$${group(String(dollars))}`;
}

/** From hundredths of a basis point: "218", "26.5" below 100, and "<0.1" for less than a tenth. */
export function formatCentiBps(centiBps: bigint): string {
  // From 99.95 on, tenths would show as "100.0".
  if (centiBps >= 9_995n) return group(String(divRound(centiBps, 100n)));
  const tenths = divRound(centiBps, 10n);
  return tenths === 0n ? "<0.1" : `${tenths / 10n}.${tenths % 10n}`;
}

/** "ETH.USDC-0X…" → "USDC". */
export function tickerOf(asset: string): string {
  return /^[^.]+\.([^-]+)/.exec(asset)?.[1] ?? asset;
}

function group(text: string): string {
  return text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
}
