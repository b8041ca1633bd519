// An amount with its worth, as /status and /assets show a cost.

import type { Money } from "../protocol/model/envelope.ts";
import { formatAmount, formatDollars, NOT_KNOWN } from "../say/figures.en.ts";
import { priceNotKnown } from "../say/status.en.ts";

/** "0.00001103 BTC ($0.93)". */
export function moneyText(money: Money | null): string {
  if (money === null) return NOT_KNOWN;
  const worth = money.usd === null ? priceNotKnown : formatDollars(money.usd);
  return `${formatAmount(money, undefined, { bound: "least" })} (${worth})`;
}
