// The judgement of the network and of each chain, and the clock that dates it.

import type { Reason } from "./reason.ts";

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
