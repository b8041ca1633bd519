// Why something is not open, not shown or not known: a code for programs and words for people.

export const reasonCodes = [
  "amount_too_small",
  "clock_skew",
  "contract_destination",
  "cost_too_high",
  "depth_implausible",
  "destination_is_vault",
  "halt_due",
  "halted",
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
  "router_only",
  "stale",
  "thin_pool",
  "unreadable",
  "upstream_unavailable",
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export interface Reason {
  readonly code: ReasonCode;
  /** Our own words, without a full stop. No upstream text is in them. */
  readonly text: string;
  /** The reason behind this one. */
  readonly cause?: Reason;
}

/** Makes the reasons of one code: `withCode("stale")("the newest block is 42 seconds old")`. */
export const withCode =
  (code: ReasonCode) =>
  (text: string, cause: Reason | null = null): Reason => ({ code, text, ...(cause && { cause }) });

/** For programs: "stale: halted when last read, 9 seconds ago; no_clock: too few sources told the time of a block". */
export function codedReason(reason: Reason): string {
  return writeReason(reason, ({ code, text }) => `${code}: ${text}`);
}

/** For people: the same without the codes. */
export function plainReason(reason: Reason): string {
  return writeReason(reason, ({ text }) => text);
}

function writeReason(reason: Reason, write: (reason: Reason) => string): string {
  const { cause } = reason;
  return cause ? `${write(reason)}; ${writeReason(cause, write)}` : write(reason);
}
