// The judgement of the network and of each chain, its reasons, and the clock that dates it.

export type Verdict = "open" | "halted" | "unknown";
type Freshness = "fresh" | "stale" | "unknown";

/** A verdict and why: a `halted` names what is in force, an `unknown` has a reason. */
export type Judgement = {
  /** Exact names of the parameters and row flags in force, in a stable order; empty unless halted. */
  readonly haltedBy: readonly string[];
} & (
  | { readonly verdict: "open"; readonly reason: null }
  /** With a reason where the data is not fresh. */
  | { readonly verdict: "halted"; readonly reason: Reason | null }
  | { readonly verdict: "unknown"; readonly reason: Reason }
);

/** How old the newest block is, and whether that is fresh enough for an `open`. Times are epoch milliseconds. */
export interface Clock {
  readonly freshness: Freshness;
  readonly height: number | null;
  readonly blockTimeMs: number | null;
  readonly ageMs: number | null;
  /** Null when fresh. */
  readonly reason: Reason | null;
}

/** Two nodes, or a node and the clock, that are further apart describe different moments. */
export const MAX_LAG_BLOCKS = 5;

/** A halt whose height is ahead: reported, not in force. */
export interface ScheduledHalt {
  readonly parameter: string;
  readonly value: number;
  readonly height: number;
  /** Approximate, at the protocol's block time. */
  readonly estimatedTimeMs: number | null;
}

/** What is asked of a chain. */
export const questions = ["trading", "deposits", "signing", "liquidity"] as const;
export type Question = (typeof questions)[number];

export interface ChainJudgement extends Readonly<Record<Question, Judgement>> {
  readonly chain: string;
  readonly scheduled: readonly ScheduledHalt[];
}

export interface PayoutEnd {
  /** From when a payment is planned until the network stops trying, whether signing is halted or not. */
  readonly afterSeconds: number | "never" | "unknown";
  /** Whether it then swaps what was not paid out back, at any price; else it does nothing more. */
  readonly isSwappedBack: boolean;
}

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
