// Verdicts (open, halted, unknown) on the network and its chains, and the age of the newest block.

import type { Reason } from "./reasons.ts";

export type Verdict = "open" | "halted" | "unknown";
type Freshness = "fresh" | "stale" | "unknown";

export type Judgement = {
  /** Exact names of the halt parameters, in a stable order. Empty if nothing is halted. */
  readonly haltedBy: readonly string[];
} & (
  | { readonly verdict: "open"; readonly reason: null }
  | { readonly verdict: "halted"; readonly reason: Reason | null }
  | { readonly verdict: "unknown"; readonly reason: Reason }
);

/** The protocol's newest block. `fresh`: new enough for an `open` verdict. Time in epoch ms. */
export interface Clock {
  readonly freshness: Freshness;
  readonly height: number | null;
  readonly blockTimeMs: number | null;
  readonly ageMs: number | null;
  readonly reason: Reason | null;
}

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
