// Texts for a chain's dust threshold, and for an amount with its worth in dollars.

import type { Money } from "../protocol/model/envelope.ts";
import { formatAmount, formatWorth, NOT_KNOWN } from "../say/figures.en.ts";

interface DustLimit {
  readonly dustThreshold: bigint | null;
  readonly gasAsset: string | null;
}

export function dustText({ dustThreshold: base, gasAsset: asset }: DustLimit): string {
  const dustMoney = base === null || asset === null ? null : { base, asset };
  return formatAmount(dustMoney, undefined, { bound: "least" });
}

export function moneyText(money: Money | null): string {
  if (money === null) return NOT_KNOWN;
  return `${formatAmount(money, undefined, { bound: "least" })} (${formatWorth(money.usd)})`;
}
