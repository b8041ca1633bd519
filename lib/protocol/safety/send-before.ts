// Computes the latest time to send, for an inbound address and for a quote.

import { because, type Reason } from "../model/reasons.ts";
import type { ScheduledHalt } from "../model/verdicts.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../values/chains.ts";
import type { Evidence } from "./evidence.ts";
import { findComingHalts, findScopeDoubt, type HaltScope } from "./scheduled-halts.ts";

/** How long an address or quote may be used, in ms. THORNode's quotes also last 15 minutes. */
export const LONGEST_USE_MS = 15 * 60_000;
const MIN_NOTICE_SECONDS = 30 * 60;
/** Confirmations may take this many times their average, because block times are random. */
const SLOW_CONFIRMATIONS = 6;

/**
 * The longest that parts of a swap may take: StreamingSwapMaxLength and, where both assets live on
 * the protocol's own chain, StreamingSwapMaxLengthNative. Source: `helpers.go` of THORNode and
 * mayanode (getMaxSwapQuantity).
 */
export const LONGEST_SWAP_SECONDS = 14_400 * PROTOCOL_BLOCK_SECONDS;
export const LONGEST_NATIVE_SWAP_SECONDS = 365 * LONGEST_SWAP_SECONDS;

export interface SwapPath extends HaltScope {
  readonly confirmationSeconds: number;
  /** Seconds from confirmation to signed payout. */
  readonly payoutSeconds: number;
}

export function maxBlockSeconds(chain: string | null, preset: Preset): number {
  const slowestBlockSeconds = Math.max(...preset.chains.map(({ blockSeconds }) => blockSeconds));
  return findChainRow(chain, preset)?.blockSeconds ?? slowestBlockSeconds;
}

/**
 * Returns the time before a halt, in ms, in which nobody should start a swap, because the halt
 * could start before the payout.
 */
export function noticeMs({
  confirmationSeconds,
  payoutSeconds,
}: Omit<SwapPath, keyof HaltScope>): number {
  const depositToPayoutSeconds = SLOW_CONFIRMATIONS * confirmationSeconds + payoutSeconds;
  return Math.max(MIN_NOTICE_SECONDS, depositToPayoutSeconds) * 1_000;
}

export function isHaltTooSoon({ estimatedTimeMs }: ScheduledHalt, nowMs: number): boolean {
  return estimatedTimeMs !== null && estimatedTimeMs - MIN_NOTICE_SECONDS * 1_000 <= nowMs;
}

/**
 * Returns the latest time to send, in epoch ms: 15 minutes from now, or earlier because of a
 * scheduled halt. Returns a `Reason` if that time is past, or if the nodes schedule the halt
 * differently.
 */
export function sendDeadline(evidence: Evidence, path: SwapPath): number | Reason {
  const scheduleDoubtReason = findScopeDoubt(evidence, path);
  if (scheduleDoubtReason !== null) return scheduleDoubtReason;
  const marginBeforeHaltMs = noticeMs(path);
  const latestSendMs = evidence.nowMs + LONGEST_USE_MS;
  const [nextHalt] = findComingHalts(evidence, path, latestSendMs + marginBeforeHaltMs);
  if (!nextHalt || nextHalt.estimatedTimeMs === null) return latestSendMs;
  const deadlineMs = nextHalt.estimatedTimeMs - marginBeforeHaltMs;
  return deadlineMs <= evidence.nowMs
    ? because("halt_on_the_way")
    : Math.min(latestSendMs, deadlineMs);
}
