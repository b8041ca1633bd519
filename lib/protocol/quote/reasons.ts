// Why a quote's memo or address is withheld, or its amount should not be sent.

import { type Reason, withCode } from "../model/verdicts.ts";

const disagree = withCode("providers_disagree");
const mismatch = withCode("memo_mismatch");
const ordersOff = withCode("limit_orders_off");
const stale = withCode("stale");
const tooSmall = withCode("amount_too_small");
const unreadable = withCode("unreadable");

export const memoReasons = {
  missing: mismatch("the memo is missing"),
  notPlain: mismatch("the memo is not plain text of at most 250 characters"),
  notASwap: mismatch("the memo is not that of a swap"),
  otherTarget: mismatch("the memo does not name the target asset alone"),
  refundAddress: mismatch("the memo names a refund address that was not asked for"),
  otherDestination: mismatch("the memo names another receiving address"),
  /** THORNode, `querier_quotes.go`, quoteParseAddress: a quote's memo never has the name. */
  nameForAddress: mismatch(
    "the network writes an address in place of this name; give the address itself",
  ),
  moreFields: mismatch("the memo has a field that was not asked for"),
  badLimit: mismatch("the memo's limit is not a number"),
  otherStreaming: mismatch("the memo does not stream as asked"),
  otherLimit: mismatch("the memo's limit does not fit the tolerance that was asked for"),
  ambiguousTarget: mismatch("no memo names the target asset alone"),
  /** `spare`: what the request could do without. */
  tooLong: (most: number, spare: readonly string[]) =>
    withCode("memo_too_long")(
      `the memo is longer than the ${most} bytes that a transaction of this chain carries; ${spare.length > 0 ? `leave out ${spare.join(" and ")}, or ` : ""}give a shorter receiving address`,
    ),
};

/** `most`: what the pools can take, with its asset; null where no amount is known. */
export const withSmallerAmount = ({ code, text }: Reason, most: string | null): Reason => ({
  code,
  text: `${text}; ${most === null ? "no amount is known that they bear" : `they bear up to ${most}`}`,
});

export const sizeReasons = {
  dust: tooSmall(
    "a deposit must be above the dust threshold, and the network ignores a smaller deposit",
  ),
  nothingOut: tooSmall("nothing would be paid out"),
  belowMinimum: tooSmall(
    "the amount is below the recommended minimum, so fees may take everything, even from a refund",
  ),
  tooCostly: withCode("cost_too_high"),
  belowLimit: withCode("thin_pool")(
    "if nobody refills the pools, parts of this swap bring less than its limit and are refunded",
  ),
};

export const quoteReasons = {
  toVault: withCode("destination_is_vault")(
    "the receiving address is a vault or a router of the network, not a wallet",
  ),
  toContract: withCode("contract_destination")(
    "the receiving address is the contract of a token, not a wallet",
  ),
  toNobody: withCode("contract_destination")(
    "the receiving address belongs to nobody, so a payout to it would be lost",
  ),
  signingUnknown: (chain: string, cause: Reason) =>
    withCode(cause.code)(`we could not check whether payouts on ${chain} run`, cause),
  depositsNotOpen: unreadable("deposits are not known to be open"),
  oneSource: withCode("one_source")("only one of two sources gave a quote"),
  oneAnswered: withCode("one_source")("only one of two sources answered, and it refuses this swap"),
  refusedApart: disagree("both sources refuse this swap, for two reasons"),
  oneRefused: disagree("one source quotes this swap, the other refuses it"),
  outputsApart: disagree("the sources expect outputs more than 1 % apart"),
  limitsApart: disagree("the sources write limits more than 1 % apart into the memo"),
  figuresApart: disagree("the sources state fees, dust or a minimum that are too far apart"),
  abovePools: withCode("thin_pool")("the quote promises more than the pools can give"),
  belowPools: withCode("cost_too_high")("the quote gives less than half of what the pools give"),
  otherAddress: disagree("the quote names another inbound address or router"),
  ordersOff: ordersOff("the network fills no limit orders now"),
  ordersNotChecked: unreadable("the sources do not both say that limit orders are filled"),
  otherTarget: mismatch("the order's output is not the one that was asked for"),
  lifetimesApart: disagree("the sources do not say the same of how long the order rests"),
  noRouter: unreadable("no router is named for a token of this chain"),
  noExpiry: unreadable("the quote does not say when it expires"),
  longExpiry: unreadable("the quote claims to hold for more than an hour"),
  expired: stale("the quote had expired"),
};
