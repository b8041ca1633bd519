// Formats amounts as text for people.
import { decimalsOf, formatUnits } from "./amounts.ts";
import { assetName, longAssetName, tickerOf } from "./assets.ts";
import type { Preset } from "./chains.ts";

/** Default number of significant digits in the text of an amount. */
const AMOUNT_DIGITS = 8;

/**
 * How to round to `digits` significant digits. `bound`: "least" rounds up (for a minimum amount),
 * "most" rounds down (for a maximum amount). Without `bound`, half a unit rounds up.
 */
export interface Rounding {
  readonly digits?: number;
  readonly bound?: "least" | "most";
}

export interface Amount {
  /** In base units of the asset, such as satoshis. */
  readonly base: bigint;
  readonly asset: string;
}

/** Text such as "1,195.49 BTC". With `preset`, the text may name the chain: "0.05 ETH on Base". */
export function amountText({ base, asset }: Amount, preset?: Preset, rounding?: Rounding): string {
  const unitName = preset ? assetName(asset, preset) : tickerOf(asset);
  return `${formatNumber(base, decimalsOf(asset), rounding)} ${unitName}`;
}

/** The whole amount with its chain, for texts about sending: "1 ETH on Ethereum". */
export const sentAmountText = ({ base, asset }: Amount, preset: Preset): string =>
  `${formatNumber(base, decimalsOf(asset), ALL_DIGITS)} ${longAssetName(asset, preset)}`;
const ALL_DIGITS = { digits: Number.POSITIVE_INFINITY };

/** Rounds only the digits after the decimal point. Digits before the point are never changed. */
function formatNumber(baseUnits: bigint, decimals: number, rounding: Rounding = {}): string {
  if (baseUnits < 0n) return `-${formatNumber(-baseUnits, decimals, rounding)}`;
  const { digits = AMOUNT_DIGITS, bound } = rounding;
  const cutDigitCount = Math.max(0, Math.min(baseUnits.toString().length - digits, decimals));
  const roundingStep = 10n ** BigInt(cutDigitCount);
  const roundingOffset = { least: roundingStep - 1n, most: 0n, half: roundingStep / 2n }[
    bound ?? "half"
  ];
  const stepCount = (baseUnits + roundingOffset) / roundingStep;
  return groupDigits(formatUnits(stepCount * roundingStep, decimals));
}

export function groupDigits(numberText: string): string {
  return numberText.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
}
