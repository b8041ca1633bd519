// What a person or program must know before it acts, by code. Pages and tools tell the same warnings in the same words.

import type { Reason, ReasonCode } from "./reason.ts";

export const warningCodes = [
  "halted",
  "halt_scheduled",
  "signing_halted",
  "sources_disagree",
  "one_source",
  "outvoted",
  "stale",
  "not_checked",
  "thin_pool",
  "costly",
  "amount_small",
  "no_price_limit",
  "streaming_not_applied",
  "parts_wait",
  "memo_too_long",
  "affiliate_floor_unknown",
  "contract_destination",
  "router_only",
  "odd_asset_name",
  "limit_order",
  "do_not_resend",
  "sample",
] as const;
export type WarningCode = (typeof warningCodes)[number];

export interface Warning {
  readonly code: WarningCode;
  /** Whole sentences of our own. */
  readonly text: string;
}

/** Makes the warnings of one code: `warnOf("costly")("The fees take 12 % of what comes out.")`. */
export const warnOf =
  (code: WarningCode) =>
  (text: string): Warning => ({ code, text });

/** The codes of reasons that have a warning of their own; any other reason means that something could not be checked. */
const codesOfReasons: Partial<Readonly<Record<ReasonCode, WarningCode>>> = {
  halted: "halted",
  halt_due: "halt_scheduled",
  providers_disagree: "sources_disagree",
  one_source: "one_source",
  stale: "stale",
  amount_too_small: "amount_small",
  contract_destination: "contract_destination",
  destination_is_vault: "contract_destination",
  cost_too_high: "costly",
  memo_too_long: "memo_too_long",
  router_only: "router_only",
  thin_pool: "thin_pool",
  limit_orders_off: "limit_order",
};

export function warningOf(reason: Reason, text: string): Warning {
  return { code: codesOfReasons[reason.code] ?? "not_checked", text };
}
