// Amounts are integers (bigint) in base units until they are shown. Nothing here is a float.

/** Nodes and indexers state amounts with eight decimals, whatever the asset's own. */
export const FIXED_DECIMALS = 8;
/** Of one dollar: worths have eight decimals too. */
export const USD_UNITS = 10n ** BigInt(FIXED_DECIMALS);
const OWN_DECIMALS: Readonly<Record<string, number>> = { "MAYA.CACAO": 10, "MAYA.MAYA": 4 };

export function decimalsOf(asset: string): number {
  return OWN_DECIMALS[asset] ?? FIXED_DECIMALS;
}

/** Strict: "1" or "0.05". Null for other text, and where it is finer than `decimals`. */
export function parseUnits(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[2] ?? "").replace(/(?<!0)0+$/, "");
  if (fraction.length > decimals) return null;
  return BigInt(`${match[1]}${fraction.padEnd(decimals, "0")}`);
}

/** Without trailing zeros: (1050000000n, 8) → "10.5". */
export function formatUnits(base: bigint, decimals: number): string {
  const sign = base < 0n ? "-" : "";
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, "");
  return `${sign}${whole}${fraction ? `.${fraction}` : ""}`;
}

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Rounds down. c must not be 0. */
export function mulDiv(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b) / c;
}

/** Rounds half up, for non-negative integers. */
export function divRound(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b);
}

/** `amount` is in 1e8. Rounds down. */
export function cutToDecimals(amount: bigint, decimals: number): bigint {
  return amount - (amount % 10n ** BigInt(Math.max(0, FIXED_DECIMALS - decimals)));
}

/** From 1e8: two decimals, or two significant digits below one cent. */
export function formatUsd(usd: bigint): string {
  if (usd < 0n) return `-${formatUsd(-usd)}`;
  return roundedUsd(usd, usd >= 1_000_000n ? 2 : 10 - usd.toString().length);
}

/** From 1e8: six significant digits, and at least two decimals. */
export function formatPrice(usd: bigint): string {
  return roundedUsd(usd, Math.max(2, 6 - (usd.toString().length - FIXED_DECIMALS)));
}

function roundedUsd(usd: bigint, decimals: number): string {
  const unit = 10n ** BigInt(FIXED_DECIMALS - Math.min(decimals, FIXED_DECIMALS));
  const [whole, fraction = ""] = formatUnits(divRound(usd, unit) * unit, FIXED_DECIMALS).split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

/** `usd` is in 1e8, `price` in 1e8 dollars a whole unit. Rounds down. */
export function unitsOfUsd(usd: bigint, decimals: number, price: bigint): bigint {
  return mulDiv(usd, 10n ** BigInt(decimals), price);
}

/** In 1e8. `price` is in 1e8 dollars a whole unit. */
export function usdOfUnits(base: bigint, decimals: number, price: bigint): bigint {
  return mulDiv(base, price, 10n ** BigInt(decimals));
}
