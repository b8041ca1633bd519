// A quote that the network refused: what is wrong, what to do, and which field it concerns.

import type { QuoteReading } from "../../../protocol/model/quote.ts";
import { payoutChainOf } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { shortChainName } from "../../../protocol/values/chains.ts";
import { formatAmount } from "../../../protocol/values/figure-text.ts";
import { hintText } from "../../../say/message-text.ts";
import { fieldOf, type QuoteFieldName } from "./view.ts";

interface Refusal {
  readonly title: string;
  readonly text?: string;
}

const refusals: Readonly<Record<string, Refusal>> = {
  halted: { title: "No quote: this swap is halted.", text: "Ask again when it trades." },
  amount_too_small: { title: "No quote: the amount is too small." },
  limit_not_met: { title: "No quote within this tolerance." },
  invalid_destination: { title: "No quote: the receiving address does not fit." },
  no_destination: { title: "No quote: this asset needs a receiving address." },
  invalid_asset: {
    title: "No quote: the network does not swap one of these assets.",
    text: "Choose both from the list of the form.",
  },
  form_disabled: { title: "No quote: the network has this form of the asset switched off." },
  trade_asset_only: { title: "No quote: a trade asset is swapped for trade assets only." },
  pool_not_available: {
    title: "No quote: the pool of one of these assets is not available.",
    text: "Choose both from the list of the form.",
  },
  pool_too_shallow: { title: "No quote: the pools cannot hold this amount." },
  invalid_affiliate: { title: "No quote: the network knows no such affiliate." },
  invalid_affiliate_bps: { title: "No quote: the affiliate's part is too large." },
  memo_not_parsed: { title: "No quote: the network cannot read the memo of this swap." },
  memo_too_long: { title: "No quote." },
};

export const isRefusal = (failure: QuoteReading["failure"]) => failure?.retryAfterSeconds === null;

/** A refused amount that is not below the recommended minimum. */
const isOtherAmount = ({ failure, recommendedMinAmount }: QuoteReading) =>
  failure?.code === "pool_too_shallow" && recommendedMinAmount !== null;

export function refusalView(
  quote: QuoteReading,
): { field: QuoteFieldName | null; title: string } | null {
  if (!quote.failure) return null;
  const { code, argument } = quote.failure;
  const field = fieldOf(argument);
  if (isOtherAmount(quote)) return { field, title: "No quote: the network refuses this amount." };
  return { field, title: refusals[code]?.title ?? "No quote: nothing could be checked." };
}

export function refusalText(quote: QuoteReading, preset: Preset): string {
  const { failure, from, recommendedMinAmount: least } = quote;
  const own = refusals[failure?.code ?? ""]?.text;
  if (own !== undefined) return own;
  if (failure?.code === "invalid_destination")
    return `Write your ${shortChainName(payoutChainOf(quote.to, preset) ?? "", preset)} address.`;
  const named =
    least === null
      ? ""
      : `The network recommends at least ${formatAmount({ base: least, asset: from }, preset, { bound: "least" })}`;
  if (isOtherAmount(quote)) {
    return `${named}, and your amount is not below it. The amount may be too large for the pools. Ask for another amount.`;
  }
  if (failure?.code !== "amount_too_small") return failure ? hintText(failure) : "";
  return `The amount does not cover the fees, or is so small that the network ignores it. Ask for a larger one. ${named || "We know of no minimum"}.`;
}
