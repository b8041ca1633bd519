// Decides how soon to ask again: once per block of the chain that the swap waits for, or sooner
// if its blocks are rare.

import { GIVE_UP_AFTER_MS, MAX_POLL_SECONDS, type SwapState, stateRows } from "../model/swap.ts";
import type { Stages } from "../upstream/schemas.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import type { PartsProgress } from "./queue.ts";

const MIN_POLL_SECONDS = PROTOCOL_BLOCK_SECONDS;
const UNKNOWN_CHAIN_POLL_SECONDS = 30;
const SLOW_POLL_SECONDS = 60;
const SLOW_POLL_AFTER_MS = 10 * 60_000;
const FIRST_RETRY_SECONDS = 0.5;
const MAX_RETRY_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 3600;
/** Nodes record a payment within a day: see `MAX_RECORDING_SECONDS` in dropped.ts. */
const DROPPED_POLL_SECONDS = 3600;
const maxSecondsOf: Partial<Record<SwapState, number>> = {
  unavailable: MAX_RETRY_AFTER_SECONDS,
  dropped: DROPPED_POLL_SECONDS,
};

export interface PollInput {
  readonly state: SwapState;
  readonly terminal: boolean;
  readonly isUnconfirmed: boolean;
  readonly stages: Stages | null;
  readonly partsProgress: PartsProgress | null;
  readonly isSwapHalted: boolean;
  readonly isLimitOrder: boolean;
  readonly preset: Preset;
  readonly sourceChain: string | null;
  readonly payoutChain: string | null;
  readonly pollingMs: number | null;
  readonly failureCount: number;
  readonly retryAfterSeconds: number | null;
}

export function isPolledTooLong({ pollingMs }: Pick<PollInput, "pollingMs">): boolean {
  return (pollingMs ?? 0) >= GIVE_UP_AFTER_MS;
}

export function nextPollSeconds(input: PollInput): number | null {
  if (input.terminal || (input.state === "unknown" && isPolledTooLong(input))) return null;
  const maxSeconds = maxSecondsOf[input.state] ?? MAX_POLL_SECONDS;
  return Math.ceil(Math.min(Math.max(pollSeconds(input), MIN_POLL_SECONDS), maxSeconds));
}

function pollSeconds(input: PollInput): number {
  const { stages, preset } = input;
  const sourceBlockSeconds = findChainRow(input.sourceChain, preset)?.blockSeconds;
  const pollingMs = input.pollingMs ?? 0;
  const isPolledLong = pollingMs >= SLOW_POLL_AFTER_MS;
  if (input.isSwapHalted) return MAX_POLL_SECONDS;
  if (input.isUnconfirmed) return isPolledLong ? SLOW_POLL_SECONDS : MIN_POLL_SECONDS;
  switch (stateRows[input.state].awaits) {
    case "sight":
      return Math.max(sourceBlockSeconds ?? UNKNOWN_CHAIN_POLL_SECONDS, pollingMs / 1000);
    case "nodes":
      return sourceBlockSeconds ?? MIN_POLL_SECONDS;
    case "confirmations":
      return confirmationPollSeconds(stages, sourceBlockSeconds ?? MIN_POLL_SECONDS);
    case "parts":
      return input.isLimitOrder
        ? SLOW_POLL_SECONDS
        : (input.partsProgress?.intervalBlocks ?? 0) * PROTOCOL_BLOCK_SECONDS;
    case "delay":
      return (stages?.outbound_delay?.remaining_delay_seconds ?? 0) / 2;
    case "signature": {
      const waitedBlocks = stages?.outbound_signed?.blocks_since_scheduled ?? 0;
      if (waitedBlocks >= SIGNING_PERIOD_BLOCKS) return SLOW_POLL_SECONDS;
      return findChainRow(input.payoutChain, preset)?.blockSeconds ?? MIN_POLL_SECONDS;
    }
    case "nothing":
      return DROPPED_POLL_SECONDS;
    case "plan":
      return MIN_POLL_SECONDS;
    default:
      return retrySeconds(input);
  }
}

function confirmationPollSeconds(stages: Stages | null, blockSeconds: number): number {
  const secondsLeft = stages?.inbound_confirmation_counted?.remaining_confirmation_seconds ?? 0;
  const waitSeconds = Math.max(secondsLeft / 2, blockSeconds);
  // A node reports the last confirmation about one block later.
  return secondsLeft > 0
    ? Math.min(waitSeconds, secondsLeft + PROTOCOL_BLOCK_SECONDS)
    : waitSeconds;
}

function retrySeconds({ failureCount, retryAfterSeconds }: PollInput): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds;
  return Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(failureCount - 1, 0), MAX_RETRY_SECONDS);
}
