// The one moment after which nobody should send what an answer gives: of an inbound address, and of a quote.

import type { Reason, ScheduledHalt } from "../model/verdicts.ts";
import type { Preset } from "../values/chains.ts";
import type { Evidence } from "./evidence.ts";
import {
  findComingHalts,
  HALT_HORIZON_MS,
  type HaltScope,
  isScopeDisputed,
} from "./halt-parameters.ts";
import { haltReasons, nodeReasons } from "./reasons.ts";

/** Vaults change and halts are voted: no answer is to be used longer than nodes give a quote. */
export const LONGEST_USE_MS = 15 * 60_000;
/** However fast a swap is, nobody sends so shortly before a halt. */
const SHORTEST_NOTICE_SECONDS = 30 * 60;
/** Blocks come at random: confirmations may take several times their average. */
const SLOW_CONFIRMATIONS = 6;

/** All that a deposit passes until it is paid out, and how long that takes. */
export interface SwapPath extends HaltScope {
  /** On average, for this amount. */
  readonly confirmationSeconds: number;
  /** From the confirmation to the signed payout: the swap with its parts, and the payout's delay. Null where nobody knows it. */
  readonly payoutSeconds: number | null;
}

/** The block time of a chain. A chain that the preset does not know may be as slow as the slowest that it knows. */
export function blockSecondsOf(chain: string | null, { chains }: Preset): number {
  const known = chains.find(({ code }) => code === chain)?.blockSeconds;
  return known ?? Math.max(...chains.map(({ blockSeconds }) => blockSeconds));
}

/** How long before a halt a deposit must be sent. */
export function noticeMs({
  confirmationSeconds,
  payoutSeconds,
}: Omit<SwapPath, keyof HaltScope>): number {
  const swapSeconds = payoutSeconds ?? HALT_HORIZON_MS / 1_000;
  return (
    Math.max(SHORTEST_NOTICE_SECONDS, SLOW_CONFIRMATIONS * confirmationSeconds + swapSeconds) *
    1_000
  );
}

/** Whether no swap that is sent now would be done before this halt. */
export function isHaltTooSoon({ estimatedTimeMs }: ScheduledHalt, nowMs: number): boolean {
  return estimatedTimeMs !== null && estimatedTimeMs - SHORTEST_NOTICE_SECONDS * 1_000 <= nowMs;
}

/**
 * The deadline in epoch milliseconds: 15 minutes from now, or so long before a scheduled halt that the whole path is done by then. A
 * reason where a deposit sent now would come too late, and where the nodes differ about such a halt.
 */
export function sendDeadline(evidence: Evidence, path: SwapPath): number | Reason {
  if (isScopeDisputed(evidence, path)) return nodeReasons.schedulesApart;
  const notice = noticeMs(path);
  const lastMs = evidence.nowMs + LONGEST_USE_MS;
  const [coming] = findComingHalts(evidence, path, lastMs + notice);
  if (!coming || coming.estimatedTimeMs === null) return lastMs;
  const deadlineMs = coming.estimatedTimeMs - notice;
  return deadlineMs <= evidence.nowMs ? haltReasons.soon : Math.min(lastMs, deadlineMs);
}
