// The one moment after which nobody should send what an answer gives: of an inbound address, and of a quote.

import type { Reason } from "../model/reason.ts";
import type { ScheduledHalt } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../values/chains.ts";
import type { Evidence } from "./evidence.ts";
import { findComingHalts, type HaltScope } from "./halt-parameters.ts";
import { haltReasons } from "./reasons.ts";

/** Vaults change and halts are voted: no answer is to be used longer than nodes give a quote. */
export const LONGEST_USE_MS = 15 * 60_000;
const BLOCK_MS = PROTOCOL_BLOCK_SECONDS * 1_000;
/** A deposit may wait twice as long for its confirmations as they take on average. */
const CONFIRMATION_MARGIN = 2;

/** The halts that a deposit could meet, and how long its confirmations take on average. */
export interface DepositScope extends HaltScope {
  readonly confirmationSeconds: number;
}

/** One confirmation on average: a block of the chain. A chain that the preset does not know may be as slow as the slowest that it knows. */
export function oneConfirmationSeconds(chain: string | null, { chains }: Preset): number {
  const seconds = chains.find(({ code }) => code === chain)?.blockSeconds;
  return seconds ?? Math.max(...chains.map(({ blockSeconds }) => blockSeconds));
}

/** How long a deposit that is sent at the last moment may take until it is confirmed. */
export const confirmedWithinMs = (confirmationSeconds: number) =>
  LONGEST_USE_MS + confirmationSeconds * CONFIRMATION_MARGIN * 1_000;

/** How long before a halt a deposit must be sent, so that it is confirmed in a block before it. */
const leadMsOf = (confirmationSeconds: number) => confirmationSeconds * CONFIRMATION_MARGIN * 1_000 + BLOCK_MS;

/** Whether a deposit sent now would come too late before this halt of trading. */
export function isTooLate(halt: ScheduledHalt, confirmationSeconds: number, nowMs: number): boolean {
  return halt.estimatedTimeMs !== null && halt.estimatedTimeMs - leadMsOf(confirmationSeconds) <= nowMs;
}

/**
 * The deadline in epoch milliseconds: 15 minutes from now, or earlier where a halt of trading is scheduled. A deposit must be
 * confirmed, with a margin, in a block before the halt. A reason where a deposit sent now would come too late.
 */
export function sendDeadline(evidence: Evidence, scope: DepositScope): number | Reason {
  const leadMs = leadMsOf(scope.confirmationSeconds);
  const lastMs = evidence.nowMs + LONGEST_USE_MS;
  const [coming] = findComingHalts(evidence, scope, lastMs + leadMs);
  if (!coming || coming.estimatedTimeMs === null) return lastMs;
  if (isTooLate(coming, scope.confirmationSeconds, evidence.nowMs)) return haltReasons.due;
  return Math.min(lastMs, coming.estimatedTimeMs - leadMs);
}
