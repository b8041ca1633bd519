// Why a quote's memo or address is withheld, or its amount should not be sent: each reason once, by name.

import { withCode } from "../model/reason.ts";

const stale = withCode("stale");
const tooSmall = withCode("amount_too_small");
const unreadable = withCode("unreadable");

export const memoReasons = {
  missing: unreadable("the memo is missing"),
  notPlain: unreadable("the memo is not plain text of at most 250 characters"),
  notASwap: unreadable("the memo is not that of a swap"),
  otherTarget: unreadable("the memo does not name the target asset alone"),
  refundAddress: unreadable("the memo names a refund address that was not asked for"),
  otherDestination: unreadable("the memo names another destination"),
  moreFields: unreadable("the memo has a field that was not asked for"),
  badLimit: unreadable("the memo's limit is not a number"),
  otherStreaming: unreadable("the memo does not stream as asked"),
  otherLimit: unreadable("the memo's limit does not fit tolerance_bps"),
};

export const sizeReasons = {
  dust: tooSmall("the network ignores a deposit that is not above dust_threshold"),
  nothingOut: tooSmall("nothing would be paid out"),
  belowMinimum: tooSmall("it is below recommended_min_amount, and fees may take all of it, in a refund as well"),
  feesTooHigh: (share: string) => withCode("fees_too_high")(`the fees ${share}`),
};

export const quoteReasons = {
  depositsNotOpen: unreadable("deposits are not known to be open"),
  otherAddress: withCode("providers_disagree")("the quote names another inbound address or router"),
  noRouter: unreadable("no router is named for a token of this chain"),
  noExpiry: unreadable("the quote does not say when it expires"),
  longExpiry: unreadable("the quote claims to hold for more than an hour"),
  expired: stale("the quote had expired"),
};
