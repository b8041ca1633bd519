// The one moment after which nobody should send what an answer gives: of an inbound address, and of a quote.

import type { Reason, ScheduledHalt } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../values/chains.ts";
import type { Evidence } from "./evidence.ts";
import { findComingHalts, type HaltScope } from "./halt-parameters.ts";
import { haltReasons } from "./reasons.ts";

/** Vaults change and halts are voted: no answer is to be used longer than nodes give a quote. */
export const LONGEST_USE_MS = 15 * 60_000;
const BLOCK_MS = PROTOCOL_BLOCK_SECONDS * 1_000;
/** What a deadline before a halt means. */
export const LATE_CHANCE = "Sent before the deadline, at most 1 deposit in 100 is late.";
/** The standard normal distribution's quantile of 99 %. */
const Z_99 = 2.326_35;

/** How long confirmations take on average, and one block of the chain. */
interface Confirmations {
  readonly confirmationSeconds: number;
  readonly blockSeconds: number;
}

/** The halts that a deposit could meet. */
type DepositScope = HaltScope & Confirmations;

/**
 * How long 99 of 100 deposits wait at most. Blocks that come at random are gamma distributed, here by the approximation of
 * Wilson and Hilferty: 4.6 times the average for one block, 2.2 times for six. Blocks at a steady pace are no later.
 */
export function slowConfirmationMs({ confirmationSeconds, blockSeconds }: Confirmations): number {
  const blocks = Math.max(1, confirmationSeconds / blockSeconds);
  const times = (1 - 1 / (9 * blocks) + Z_99 / (3 * Math.sqrt(blocks))) ** 3;
  return Math.ceil(confirmationSeconds * times) * 1_000;
}

/** One confirmation: a block of the chain. A chain that the preset does not know may be as slow as the slowest that it knows. */
export function oneConfirmation(chain: string | null, { chains }: Preset): Confirmations {
  const known = chains.find(({ code }) => code === chain)?.blockSeconds;
  const blockSeconds = known ?? Math.max(...chains.map((one) => one.blockSeconds));
  return { confirmationSeconds: blockSeconds, blockSeconds };
}

/** How long before a halt a deposit must be sent, so that it is confirmed in a block before it. */
const leadMsOf = (confirmations: Confirmations) => slowConfirmationMs(confirmations) + BLOCK_MS;

/** Whether a deposit sent now would come too late before this halt of trading. */
export function isTooLate(halt: ScheduledHalt, confirmations: Confirmations, nowMs: number): boolean {
  return halt.estimatedTimeMs !== null && halt.estimatedTimeMs - leadMsOf(confirmations) <= nowMs;
}

/**
 * The deadline in epoch milliseconds: 15 minutes from now, or earlier where a halt of trading is scheduled. A deposit must be
 * confirmed, with a margin, in a block before the halt. A reason where a deposit sent now would come too late.
 */
export function sendDeadline(evidence: Evidence, scope: DepositScope): number | Reason {
  const leadMs = leadMsOf(scope);
  const lastMs = evidence.nowMs + LONGEST_USE_MS;
  const [coming] = findComingHalts(evidence, scope, lastMs + leadMs);
  if (!coming || coming.estimatedTimeMs === null) return lastMs;
  if (isTooLate(coming, scope, evidence.nowMs)) return haltReasons.due;
  return Math.min(lastMs, coming.estimatedTimeMs - leadMs);
}
