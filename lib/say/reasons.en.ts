// English texts of all reasons, without a full stop. Only names in them come from the network.
import type { CostShare, OptionalMemoField, WordsOfReasons } from "../protocol/model/reasons.ts";
import { formatAge, formatBpsAsPercent, formatSpan, formatWholePercent } from "./figures.en.ts";

export const optionalFieldNames: Readonly<Record<OptionalMemoField, string>> = {
  affiliate: "the affiliate",
  refund_address: "the refund address",
};

export const costText = ({ of, bps }: CostShare) =>
  of === "total"
    ? `the total cost is ${formatBpsAsPercent(bps)} of the amount sent`
    : `the fees alone take at least ${formatWholePercent(bps)} of the output`;

/**
 * End of a sentence on pools that are too small. `mostText`: the largest amount that the pools can
 * take. Null if that amount is not known. If undefined, the sentence says nothing on the amount.
 */
const poolLimitText = (mostText: string | null | undefined) =>
  mostText ? `; up to ${mostText}, they are large enough` : "";

const shorterMemoText = (droppableFields: readonly OptionalMemoField[]) => {
  const fieldNamesText = droppableFields.map((field) => optionalFieldNames[field]).join(" and ");
  const leaveOutText = fieldNamesText === "" ? "" : `leave out ${fieldNamesText}, or `;
  return `${leaveOutText}give a shorter receiving address`;
};

export const reasons: WordsOfReasons = {
  clock_not_read: "too few sources gave the time of a block",
  newest_block_ahead: ({ seconds }) =>
    `the newest block is ${formatSpan(seconds)} ahead of our clock`,
  newest_block_late: ({ seconds }) => `the newest block is ${formatSpan(seconds)} old`,
  newest_block_very_late: ({ seconds }) =>
    `the newest block is ${formatSpan(seconds)} old, so the network or node stopped, or our clock is wrong`,

  no_node_usable: "no node gave a usable answer",
  no_node_reached: "no node could be reached",
  no_node_secure: "no node could be reached over a secure connection",
  no_node_in_time: "no node answered in time",
  one_whole_answer: "only one of our sources gave a whole answer",
  node_rolled_back: "the node shows an older block than before",
  answers_unreadable: "the nodes answered in a form that we do not know",
  newest_block_not_told: "the node did not name its newest block",
  halts_not_told: "the node did not say what is halted",
  chains_not_listed: "the node did not list its chains",
  node_behind_network: "the node is behind the network",
  node_behind_last_reading: ({ blocks }) =>
    `the node is ${blocks} ${blocks === 1 ? "block" : "blocks"} behind what was read before`,
  node_off_newest_block: ({ blocks }) => `a node is ${blocks} blocks away from the newest block`,
  sources_apart: ({ blocks }) => `our two sources are ${blocks} blocks apart`,
  schedules_differ: "our two sources disagree about a scheduled halt",
  halt_disputed: "one of our sources says halted, and another says that it is not",
  vault_alarm: ({ parameter }) =>
    `${parameter} is set, so nobody knows what becomes of a deposit sent now`,
  end_disputed: "one of our sources alone says that trading there has ended",
  undated_halt: "one source says halted, and does not say when",
  swap_not_read: "no source said anything of this swap",

  chain_not_listed: "the network does not list this chain",
  chain_listed_by_some: "one of our sources does not list this chain",
  chain_listed_twice: "the node listed this chain twice",
  no_deposit_address: "the node named no deposit address for this chain",
  no_chain_open: ({ isNativeOpen }) =>
    `no chain ${isNativeOpen ? "but the network's own " : ""}could be checked as open`,
  chain_state_incomplete: "the node left out a part of this chain's state",
  addresses_differ:
    "our two sources name different deposit addresses, so one may be wrong or forged",
  routers_differ: "our two sources name different routers, so one may be wrong or forged",
  outbound_fee_not_stated: "too few of our sources stated an outbound fee",
  outbound_fees_differ: "our sources differ about the outbound fee",
  network_fees_differ: ({ chain }) =>
    `our sources differ about what a transaction on ${chain} costs`,
  network_fee_not_known: ({ chain }) =>
    `the network does not know what a transaction on ${chain} costs, so it may not pay or refund there`,
  native_chain: "send a MsgDeposit on the protocol's own chain",
  deposit_not_known: ({ chain }) =>
    `we do not know the form of a deposit on ${chain}, and a wrong one is lost`,
  address_invalid: "the node named no valid deposit address",
  router_invalid: "the node named no valid router",

  pools_not_read: "the list of pools could not be read",
  pools_unreadable: "the pools could not be read",
  asset_chain_not_listed: "the network does not list the asset's chain",
  no_pool: "the asset has no pool",
  pool_listed_twice: "the node listed this pool twice",
  pool_depths_differ: "our two sources give different depths for this pool",
  pool_trading_disputed: "our two sources disagree whether this pool trades",
  depth_implausible: "the depth would be worth more than ten times all other pools",
  odd_asset_name: "the name does not follow the asset grammar",

  trading_halted: "trading is halted",
  halted_by: ({ parameters }) => parameters.join(","),
  halted_before: ({ seconds }) => `halted when last read, ${formatAge(seconds)}`,
  halt_on_the_way: "a halt or change of the network is scheduled that a swap sent now may meet",
  halt_on_some_way:
    "a halt or change of the network is scheduled that some swap sent now may meet. Ask for a quote with a destination: it counts the way of one swap, and gives the address where that is done before",

  memo_missing: "the memo is missing",
  memo_not_plain: "the memo is not plain text of at most 250 characters",
  memo_not_a_swap: "the memo does not ask for a swap",
  memo_other_target: "the memo does not name the target asset alone",
  memo_refund_address: "the memo names a refund address that was not asked for",
  memo_other_refund_address: "the memo names another refund address than was asked for",
  memo_without_refund_address: "the memo lacks the refund address that was asked for",
  memo_other_destination: "the memo names another receiving address",
  memo_name_for_address:
    "the network writes an address in place of this name; give the address itself",
  memo_more_fields: "the memo has a field that was not asked for",
  memo_other_affiliate: "the memo names another affiliate or share than was asked for",
  memo_without_affiliate: "the memo lacks the affiliate that was asked for",
  memo_bad_limit: "the memo's limit is not a number",
  memo_other_streaming: "the memo does not stream as asked",
  memo_other_limit: "the memo's limit does not fit the tolerance that was asked for",
  memo_ambiguous_target: "no memo names the target asset alone",
  memo_too_long: ({ maxBytes, optional }) =>
    `the memo is longer than the ${maxBytes} bytes of one output, and we give no memo for several; ${shorterMemoText(optional)}`,

  below_dust:
    "a deposit must be above the dust threshold, and the network ignores a smaller deposit",
  nothing_paid_out: "nothing would be paid out",
  below_minimum:
    "the amount is below the recommended minimum, so fees may take everything, even from a refund",
  cost_too_high: costText,
  parts_below_limit: ({ most }) =>
    `if nobody refills the pools, parts of this swap bring less than its limit and are refunded${poolLimitText(most)}`,
  quote_above_pools: ({ most }) =>
    most
      ? `this is more than the pools can swap${poolLimitText(most)}`
      : "the pools cannot pay as much as this quote says",
  quote_below_pools: "the quote gives less than half of what the pools give",

  destination_is_vault: "the receiving address is a vault or a router of the network, not a wallet",
  destination_is_contract: "the receiving address is the contract of a token, not a wallet",
  destination_is_nobody: "the receiving address belongs to nobody, so a payout to it would be lost",
  payouts_not_checked: ({ chain }) => `we could not check whether payouts on ${chain} run`,
  deposits_not_open: "we could not check that deposits are open",
  one_quote: "only one of two sources gave a quote",
  one_refusal: "only one of two sources answered, and it refuses this swap",
  refusals_differ: "both sources refuse this swap, for two reasons",
  one_refuses: "one source quotes this swap, the other refuses it",
  outputs_differ: "the sources expect outputs more than 1 % apart",
  limits_differ: "the sources write limits more than 1 % apart into the memo",
  figures_differ: "the sources state fees, dust or a minimum that are too far apart",
  quote_address_differs: "the quote names another inbound address or router",
  orders_off: "the network fills no limit orders now",
  orders_not_checked: "the sources do not both say that limit orders are filled",
  order_other_target: "the order's output is not the one that was asked for",
  order_lifetimes_differ: "the sources differ on how long the order lasts",
  no_router: "no router is named for a token of this chain",
  no_expiry: "the quote does not say when it expires",
  expiry_too_long: "the quote claims to hold for more than an hour",
  quote_expired: "the quote had expired",
};
