// Verdicts (open, halted, unknown) on the network and its chains, and the age of the newest block.

import { because, type Reason } from "./reasons.ts";

export type Verdict = "open" | "halted" | "unknown";

export type Judgement = {
  /** Exact names of the halt parameters, in a stable order. Empty if nothing is halted. */
  readonly haltedBy: readonly string[];
} & (
  | { readonly verdict: "open"; readonly reason: null }
  | { readonly verdict: "halted"; readonly reason: Reason | null }
  | { readonly verdict: "unknown"; readonly reason: Reason }
);

interface DatedClock {
  readonly height: number;
  readonly blockTimeMs: number;
  /** Maximum age of what the nodes say, in ms: they are at this block or at a later one. */
  readonly ageMs: number;
}

/** Too few operators dated what the nodes say: two are needed, or the only one that is configured. */
export const unreadClock = {
  freshness: "unknown",
  height: null,
  blockTimeMs: null,
  ageMs: null,
  reason: because("clock_not_read"),
} as const;

/**
 * The block that dates what the nodes say: the oldest of those that the operators state, two of
 * them, or the only one that is configured.
 * `fresh`: new enough for an `open` verdict. Time in epoch ms.
 */
export type Clock =
  | (DatedClock & { readonly freshness: "fresh"; readonly reason: null })
  | (DatedClock & { readonly freshness: "stale" | "unknown"; readonly reason: Reason })
  | typeof unreadClock;

/** Two nodes with more blocks between them are not compared: their states differ too much. */
export const MAX_LAG_BLOCKS = 5;

export interface ScheduledHalt {
  readonly parameter: string;
  readonly value: number;
  readonly height: number;
  /** Time of the halt in epoch ms, estimated from the number of blocks left. */
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
