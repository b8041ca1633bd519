// Amounts are integers (bigint) in base units until they are shown; nothing here touches a float.

/** Node and indexer figures are fixed at eight decimals, whatever the asset's own; CACAO and MAYA are the exceptions. */
export const FIXED_DECIMALS = 8;
const OWN_DECIMALS: Readonly<Record<string, number>> = { "MAYA.CACAO": 10, "MAYA.MAYA": 4 };

/** Decimals of the integers in which a node states amounts of this asset. */
export function decimalsOf(asset: string): number {
  return OWN_DECIMALS[asset] ?? FIXED_DECIMALS;
}

/** Reads a strict decimal string ("1", "0.05") in whole units; returns base units, or null when it is not one, or is finer than `decimals`. */
export function parseUnits(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[2] ?? "").replace(/(?<!0)0+$/, "");
  if (fraction.length > decimals) return null;
  return BigInt(`${match[1]}${fraction.padEnd(decimals, "0")}`);
}

/** Base units → whole units as a decimal string without trailing zeros: (1050000000n, 8) → "10.5". */
export function formatUnits(base: bigint, decimals: number): string {
  const sign = base < 0n ? "-" : "";
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, "");
  return `${sign}${whole}${fraction ? `.${fraction}` : ""}`;
}

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** floor(a × b / c) on integers; c must not be 0. */
export function mulDiv(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b) / c;
}

/** Half-up rounding of a / b on non-negative integers. */
export function divRound(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b);
}

/** An amount in 1e8 rounded down to an asset's decimals. */
export function cutToDecimals(amount: bigint, decimals: number): bigint {
  return amount - (amount % 10n ** BigInt(Math.max(0, FIXED_DECIMALS - decimals)));
}

/** US dollars in 1e8 units → a decimal string: two places, or two significant figures below one cent. */
export function formatUsd(usd: bigint): string {
  if (usd < 0n) return `-${formatUsd(-usd)}`;
  return roundedUsd(usd, usd >= 1_000_000n ? 2 : 10 - usd.toString().length);
}

/** A price in US dollars (1e8) → a decimal string with six significant digits, and the cents at least. */
export function formatPrice(usd: bigint): string {
  return roundedUsd(usd, Math.max(2, 6 - (usd.toString().length - FIXED_DECIMALS)));
}

/** Half up to so many places, of which the first two are always written. */
function roundedUsd(usd: bigint, places: number): string {
  const unit = 10n ** BigInt(FIXED_DECIMALS - Math.min(places, FIXED_DECIMALS));
  const [whole, fraction = ""] = formatUnits(divRound(usd, unit) * unit, FIXED_DECIMALS).split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

/** Base units that `usd` (1e8) buy at `price`, rounded down. */
export function unitsOfUsd(usd: bigint, decimals: number, price: bigint): bigint {
  return mulDiv(usd, 10n ** BigInt(decimals), price);
}

/** Value in US dollars (1e8) of `base` units at `price` (1e8 dollars a whole unit). */
export function priceInUsd(base: bigint, decimals: number, price: bigint): bigint {
  return mulDiv(base, price, 10n ** BigInt(decimals));
}
