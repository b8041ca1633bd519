// English texts on why a node refuses a quote, and what to ask for instead.

import type { OptionalMemoField, RefusalCode } from "../protocol/model/reasons.ts";
import { optionalFieldNames } from "./reasons.en.ts";

const refusalTexts: Readonly<Record<RefusalCode, string>> = {
  halted: "Do not send. The network does not swap between these assets now.",
  form_disabled: "The network has this form of the asset switched off. Ask for the asset itself.",
  trade_asset_only:
    "A trade asset is swapped for trade assets only. Ask for both assets as trade assets (CHAIN~SYMBOL).",
  pool_not_available:
    "The pool of one of these assets is not available. Ask for an asset that list_pools names as available.",
  invalid_asset: "The network does not swap one of these assets. Name assets as list_pools does.",
  invalid_destination:
    "The receiving address is not one that the target chain accepts. Ask with an address of the chain of the asset received.",
  invalid_refund_address:
    "The network does not accept this refund address. Ask with an address of the chain of the asset sent, or without one.",
  no_destination:
    "The network quotes this asset only with a receiving address. Ask with one: trade and secured assets are received on the protocol's own chain.",
  invalid_affiliate:
    "The network knows no affiliate of this name or address. Ask with another affiliate, or without one.",
  invalid_affiliate_bps:
    "The affiliate's part is larger than the network allows. Ask with a smaller affiliate_bps.",
  memo_not_parsed: memoRefusalText("memo_not_parsed", []),
  memo_too_long: memoRefusalText("memo_too_long", []),
  pool_too_shallow: "The pools cannot hold this amount. Ask for a smaller one.",
  limit_orders_off:
    "The network takes no limit orders now. Ask without target_out for a swap at the current price.",
  amount_too_small:
    "The amount does not cover the fees, or is so small that the network ignores it. Ask for a larger one.",
  limit_not_met:
    "You would receive less than the limit. Ask with a larger tolerance, for a smaller amount, or later.",
};

export const refusalText = (code: RefusalCode) => refusalTexts[code];

export function memoRefusalText(
  code: "memo_too_long" | "memo_not_parsed",
  droppableFields: readonly OptionalMemoField[],
): string {
  const fieldNames = droppableFields.map((field) => optionalFieldNames[field]);
  const withoutText = fieldNames.length === 0 ? "" : `without ${fieldNames.join(" and ")}, or `;
  return code === "memo_not_parsed"
    ? `The network cannot read the memo of this swap. Ask ${withoutText}with another receiving address.`
    : `The memo is too long for the source chain. Ask ${withoutText}with a shorter receiving address. A wallet with memoless deposits can register the memo first.`;
}
