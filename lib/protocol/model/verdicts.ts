// Verdicts on the network and its chains, their reasons, and the clock that dates them.

export type Verdict = "open" | "halted" | "unknown";
type Freshness = "fresh" | "stale" | "unknown";

export type Judgement = {
  /** Exact names, in a stable order; empty unless halted. */
  readonly haltedBy: readonly string[];
} & (
  | { readonly verdict: "open"; readonly reason: null }
  | { readonly verdict: "halted"; readonly reason: Reason | null }
  | { readonly verdict: "unknown"; readonly reason: Reason }
);

/** `fresh`: the newest block is new enough for an `open`. Times are epoch milliseconds. */
export interface Clock {
  readonly freshness: Freshness;
  readonly height: number | null;
  readonly blockTimeMs: number | null;
  readonly ageMs: number | null;
  readonly reason: Reason | null;
}

/** Nodes that are further apart describe different moments. */
export const MAX_LAG_BLOCKS = 5;

/** Not in force yet. */
export interface ScheduledHalt {
  readonly parameter: string;
  readonly value: number;
  readonly height: number;
  /** An estimate from the protocol's block time. */
  readonly estimatedTimeMs: number | null;
}

export const questions = ["trading", "deposits", "signing", "liquidity"] as const;
export type Question = (typeof questions)[number];

export interface ChainJudgement extends Readonly<Record<Question, Judgement>> {
  readonly chain: string;
  readonly scheduled: readonly ScheduledHalt[];
}

export interface PayoutEnd {
  readonly afterSeconds: number | "never" | "unknown";
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
  readonly cause?: Reason;
}

export const withCode =
  (code: ReasonCode) =>
  (text: string, cause: Reason | null = null): Reason => ({ code, text, ...(cause && { cause }) });

/** "stale: halted when last read, 9 seconds ago; no_clock: too few sources told the time". */
export function codedReason(reason: Reason): string {
  return writeReason(reason, ({ code, text }) => `${code}: ${text}`);
}

export function plainReason(reason: Reason): string {
  return writeReason(reason, ({ text }) => text);
}

function writeReason(reason: Reason, write: (reason: Reason) => string): string {
  const { cause } = reason;
  return cause ? `${write(reason)}; ${writeReason(cause, write)}` : write(reason);
}
