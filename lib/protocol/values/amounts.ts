// Amounts are integers (bigint) in base units, never floats. A name with E8 is in units of 1e-8.

/** Decimals of an amount in an answer of a node or indexer, except for `DECIMALS_OF_ASSET`. */
export const FIXED_DECIMALS = 8;
export const USD_UNITS = 10n ** BigInt(FIXED_DECIMALS);
const DECIMALS_OF_ASSET: Readonly<Record<string, number>> = { "MAYA.CACAO": 10, "MAYA.MAYA": 4 };

export function decimalsOf(asset: string): number {
  return DECIMALS_OF_ASSET[asset] ?? FIXED_DECIMALS;
}

/** Accepts text like "1" or "0.05". Null if the text has another form or too many decimals. */
export function parseUnits(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[2] ?? "").replace(/(?<!0)0+$/, "");
  if (fraction.length > decimals) return null;
  return BigInt(`${match[1]}${fraction.padEnd(decimals, "0")}`);
}

export function formatUnits(baseUnits: bigint, decimals: number): string {
  const sign = baseUnits < 0n ? "-" : "";
  const digits = (baseUnits < 0n ? -baseUnits : baseUnits).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, "");
  return `${sign}${whole}${fraction ? `.${fraction}` : ""}`;
}

export const lesser = <T extends bigint | number>(a: T, b: T): T => (a < b ? a : b);
export const larger = <T extends bigint | number>(a: T, b: T): T => (a > b ? a : b);

export function mulDiv(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b) / c;
}

/** Divides and rounds half up. Both numbers must be positive, or `a` zero. */
export function divRound(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b);
}

export function cutToDecimals(amountE8: bigint, decimals: number): bigint {
  return amountE8 - (amountE8 % 10n ** BigInt(Math.max(0, FIXED_DECIMALS - decimals)));
}

/** Dollars with two decimals. An amount below one cent has two significant digits instead. */
export function formatUsd(usdE8: bigint): string {
  if (usdE8 < 0n) return `-${formatUsd(-usdE8)}`;
  return roundedUsd(usdE8, usdE8 >= 1_000_000n ? 2 : 10 - usdE8.toString().length);
}

/** A price in dollars with six significant digits, but two to eight decimals. */
export function formatPrice(usdE8: bigint): string {
  return roundedUsd(usdE8, Math.max(2, 6 - (usdE8.toString().length - FIXED_DECIMALS)));
}

function roundedUsd(usdE8: bigint, decimals: number): string {
  const roundingStepE8 = 10n ** BigInt(FIXED_DECIMALS - Math.min(decimals, FIXED_DECIMALS));
  const roundedE8 = divRound(usdE8, roundingStepE8) * roundingStepE8;
  const [whole, fraction = ""] = formatUnits(roundedE8, FIXED_DECIMALS).split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

export function unitsOfUsd(usdE8: bigint, decimals: number, priceE8: bigint): bigint {
  return mulDiv(usdE8, 10n ** BigInt(decimals), priceE8);
}

/** Worth in 1e-8 dollars, rounded down. `priceE8`: price of one whole coin, in 1e-8 dollars. */
export function usdOfUnits(baseUnits: bigint, decimals: number, priceE8: bigint): bigint {
  return mulDiv(baseUnits, priceE8, 10n ** BigInt(decimals));
}
