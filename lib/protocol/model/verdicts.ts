// Verdicts on the network and its chains, their reasons, and the clock that dates them.

import type { Reason } from "./reasons.ts";

export type Verdict = "open" | "halted" | "unknown";
type Freshness = "fresh" | "stale" | "unknown";

export type Judgement = {
  /** Exact names of the halt parameters, in a stable order; empty unless halted. */
  readonly haltedBy: readonly string[];
} & (
  | { readonly verdict: "open"; readonly reason: null }
  | { readonly verdict: "halted"; readonly reason: Reason | null }
  | { readonly verdict: "unknown"; readonly reason: Reason }
);

/** `fresh`: the newest block is new enough for an `open` verdict. Times are epoch milliseconds. */
export interface Clock {
  readonly freshness: Freshness;
  readonly height: number | null;
  readonly blockTimeMs: number | null;
  readonly ageMs: number | null;
  readonly reason: Reason | null;
}

/** Nodes further apart describe different moments. */
export const MAX_LAG_BLOCKS = 5;

/** A halt that is not in force yet. */
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
