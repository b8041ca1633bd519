// A reason says why a value is not known, or why something is withheld. A reason is an id with a
// code, and the parameters of its text. The texts are in `lib/say/reasons.en.ts`.

import type { ParamsOf, WordRow, WordsOf } from "../values/word-rows.ts";

export const reasonCodes = [
  "amount_too_small",
  "clock_skew",
  "contract_destination",
  "cost_too_high",
  "depth_implausible",
  "destination_is_vault",
  "halted",
  "halts_soon",
  "height_rollback",
  "limit_orders_off",
  "memo_mismatch",
  "memo_too_long",
  "native_chain",
  "no_clock",
  "node_lag",
  "not_listed",
  "odd_asset_name",
  "one_source",
  "providers_disagree",
  "deposit_not_known",
  "stale",
  "thin_pool",
  "unreadable",
  "upstream_unavailable",
  "vault_alarm",
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

interface ReasonRow<Params> extends WordRow<Params> {
  readonly code: ReasonCode;
}

const row = <Params extends object | null = null>(code: ReasonCode) =>
  ({ code }) as ReasonRow<Params>;

interface InSeconds {
  readonly seconds: number;
}
interface InBlocks {
  readonly blocks: number;
}
interface OnChain {
  readonly chain: string;
}

export type OptionalMemoField = "affiliate" | "refund_address";

const reasonRows = {
  clock_not_read: row("no_clock"),
  newest_block_ahead: row<InSeconds>("clock_skew"),
  newest_block_late: row<InSeconds>("stale"),
  newest_block_very_late: row<InSeconds>("stale"),

  no_node_usable: row("upstream_unavailable"),
  no_node_reached: row("upstream_unavailable"),
  no_node_secure: row("upstream_unavailable"),
  no_node_in_time: row("upstream_unavailable"),
  one_whole_answer: row("one_source"),
  node_rolled_back: row("height_rollback"),
  answers_unreadable: row("unreadable"),
  newest_block_not_told: row("unreadable"),
  halts_not_told: row("unreadable"),
  chains_not_listed: row("unreadable"),
  node_behind_network: row("stale"),
  node_behind_last_reading: row<InBlocks>("node_lag"),
  node_off_newest_block: row<InBlocks>("node_lag"),
  sources_apart: row<InBlocks>("providers_disagree"),
  schedules_differ: row("providers_disagree"),
  halt_disputed: row("providers_disagree"),
  vault_alarm: row<{ readonly parameter: string }>("vault_alarm"),
  end_disputed: row("providers_disagree"),
  undated_halt: row("providers_disagree"),
  swap_not_read: row("upstream_unavailable"),

  chain_not_listed: row("not_listed"),
  chain_listed_by_some: row("providers_disagree"),
  chain_listed_twice: row("unreadable"),
  no_deposit_address: row("unreadable"),
  no_chain_open: row<{ readonly isNativeOpen: boolean }>("unreadable"),
  chain_state_incomplete: row("unreadable"),
  addresses_differ: row("providers_disagree"),
  routers_differ: row("providers_disagree"),
  outbound_fee_not_stated: row("unreadable"),
  outbound_fees_differ: row("providers_disagree"),
  network_fees_differ: row<OnChain>("providers_disagree"),
  network_fee_not_known: row<OnChain>("unreadable"),
  native_chain: row("native_chain"),
  deposit_not_known: row<OnChain>("deposit_not_known"),
  address_invalid: row("unreadable"),
  router_invalid: row("unreadable"),

  pools_not_read: row("upstream_unavailable"),
  pools_unreadable: row("unreadable"),
  asset_chain_not_listed: row("not_listed"),
  no_pool: row("unreadable"),
  pool_listed_twice: row("unreadable"),
  pool_depths_differ: row("providers_disagree"),
  pool_trading_disputed: row("providers_disagree"),
  depth_implausible: row("depth_implausible"),
  odd_asset_name: row("odd_asset_name"),

  trading_halted: row("halted"),
  halted_by: row<{ readonly parameters: readonly string[] }>("halted"),
  /** An earlier halt is repeated. The reason's `cause` says why no newer state is known. */
  halted_before: row<InSeconds>("stale"),
  halt_on_the_way: row("halts_soon"),
  halt_on_some_way: row("halts_soon"),

  memo_missing: row("memo_mismatch"),
  memo_not_plain: row("memo_mismatch"),
  memo_not_a_swap: row("memo_mismatch"),
  memo_other_target: row("memo_mismatch"),
  memo_refund_address: row("memo_mismatch"),
  memo_other_refund_address: row("memo_mismatch"),
  memo_without_refund_address: row("memo_mismatch"),
  memo_other_destination: row("memo_mismatch"),
  /**
   * The request names a THORName, but nodes write its address into the memo.
   * THORNode: `querier_quotes.go` (quoteParseAddress).
   */
  memo_name_for_address: row("memo_mismatch"),
  memo_more_fields: row("memo_mismatch"),
  memo_other_affiliate: row("memo_mismatch"),
  memo_without_affiliate: row("memo_mismatch"),
  memo_bad_limit: row("memo_mismatch"),
  memo_other_streaming: row("memo_mismatch"),
  memo_other_limit: row("memo_mismatch"),
  memo_ambiguous_target: row("memo_mismatch"),
  memo_too_long: row<{
    readonly maxBytes: number;
    readonly optional: readonly OptionalMemoField[];
  }>("memo_too_long"),

  below_dust: row("amount_too_small"),
  nothing_paid_out: row("amount_too_small"),
  below_minimum: row("amount_too_small"),
  cost_too_high: row<CostShare>("cost_too_high"),
  /** `most`: the largest amount, with its asset, that pools can take. Null if unknown. */
  parts_below_limit: row<PoolLimit>("thin_pool"),
  quote_above_pools: row<PoolLimit>("thin_pool"),
  quote_below_pools: row("cost_too_high"),

  destination_is_vault: row("destination_is_vault"),
  destination_is_contract: row("contract_destination"),
  destination_is_nobody: row("contract_destination"),
  /** This reason gets the `code` of its `cause` in place of the code in this row. */
  payouts_not_checked: row<OnChain>("unreadable"),
  deposits_not_open: row("unreadable"),
  one_quote: row("one_source"),
  one_refusal: row("one_source"),
  refusals_differ: row("providers_disagree"),
  one_refuses: row("providers_disagree"),
  outputs_differ: row("providers_disagree"),
  limits_differ: row("providers_disagree"),
  figures_differ: row("providers_disagree"),
  quote_address_differs: row("providers_disagree"),
  orders_off: row("limit_orders_off"),
  orders_not_checked: row("unreadable"),
  order_other_target: row("memo_mismatch"),
  order_lifetimes_differ: row("providers_disagree"),
  no_router: row("unreadable"),
  no_expiry: row("unreadable"),
  expiry_too_long: row("unreadable"),
  quote_expired: row("stale"),
};

/** Fees are in bps of the output before fees, the total cost in bps of the amount sent. */
export interface CostShare {
  readonly of: "fees" | "total";
  readonly bps: number;
}
interface PoolLimit {
  readonly most?: string | null;
}

export type ReasonId = keyof typeof reasonRows;
export interface Reason {
  readonly id: ReasonId;
  readonly code: ReasonCode;
  readonly params: object;
  readonly cause?: Reason;
}

export type ReasonParams<Id extends ReasonId> = ParamsOf<typeof reasonRows, Id>;

export type WordsOfReasons = WordsOf<typeof reasonRows>;

export function because<Id extends ReasonId>(
  id: Id,
  ...[params, cause]: ReasonParams<Id> extends null
    ? [params?: null, cause?: Reason | null]
    : [params: ReasonParams<Id>, cause?: Reason | null]
): Reason {
  return { id, code: reasonRows[id].code, params: params ?? {}, ...(cause && { cause }) };
}

export const isSameReason = (reason: Reason | null, otherReason: Reason | null): boolean =>
  JSON.stringify(reason) === JSON.stringify(otherReason);

export const doubts = ["sources_disagree", "not_listed", "not_checked"] as const;
export type Doubt = (typeof doubts)[number];

export function doubtOf(reason: Reason | null): Doubt {
  if (reason?.code === "not_listed") return "not_listed";
  return reason?.code === "providers_disagree" ? "sources_disagree" : "not_checked";
}

/** Why a node refuses a quote. If nodes give several reasons, the first in this list counts. */
export const refusalCodes = [
  "halted",
  "form_disabled",
  "trade_asset_only",
  "pool_not_available",
  "invalid_asset",
  "invalid_destination",
  "invalid_refund_address",
  "no_destination",
  "invalid_affiliate",
  "invalid_affiliate_bps",
  "memo_not_parsed",
  "memo_too_long",
  "pool_too_shallow",
  "limit_orders_off",
  "amount_too_small",
  "limit_not_met",
] as const;
export type RefusalCode = (typeof refusalCodes)[number];
