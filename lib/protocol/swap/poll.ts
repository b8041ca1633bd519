// When to ask again: at most once per protocol block, and per block of the chain waited for.

import { GIVE_UP_AFTER_MS, type SwapState, stateRows } from "../model/swap.ts";
import type { Stages } from "../upstream/schemas.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import type { PartsProgress } from "./queue.ts";

const MIN_SECONDS = PROTOCOL_BLOCK_SECONDS;
const MAX_SECONDS = 300;
const UNKNOWN_CHAIN_SECONDS = 30;
const SLOW_SECONDS = 60;
const SLOW_AFTER_MS = 10 * 60_000;
const FIRST_RETRY_SECONDS = 0.5;
const MAX_RETRY_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 3600;

export interface PollInput {
  readonly state: SwapState;
  readonly terminal: boolean;
  readonly isUnconfirmed: boolean;
  readonly stages: Stages | null;
  readonly progress: PartsProgress | null;
  readonly isHeld: boolean;
  readonly isLimitOrder: boolean;
  readonly preset: Preset;
  readonly sourceChain: string | null;
  readonly payoutChain: string | null;
  readonly askedForMs: number | null;
  readonly failures: number;
  readonly retryAfterSeconds: number | null;
}

export function isAskedTooLong({ askedForMs }: Pick<PollInput, "askedForMs">): boolean {
  return (askedForMs ?? 0) >= GIVE_UP_AFTER_MS;
}

/** Whole seconds without jitter; null when there is no more to learn. */
export function nextPollSeconds(input: PollInput): number | null {
  if (input.terminal || (input.state === "unknown" && isAskedTooLong(input))) return null;
  return Math.ceil(Math.max(pollSeconds(input), MIN_SECONDS));
}

function pollSeconds(input: PollInput): number {
  const { stages, preset } = input;
  const chainSeconds = findChainRow(input.sourceChain, preset)?.blockSeconds;
  const askedForMs = input.askedForMs ?? 0;
  const isSlow = askedForMs >= SLOW_AFTER_MS;
  if (input.isHeld) return MAX_SECONDS;
  if (input.isUnconfirmed) return isSlow ? SLOW_SECONDS : MIN_SECONDS;
  switch (stateRows[input.state].awaits) {
    case "sight":
      // The wait is as long as the time asked so far, so it doubles.
      return Math.max(
        chainSeconds ?? UNKNOWN_CHAIN_SECONDS,
        Math.min(askedForMs / 1000, MAX_SECONDS),
      );
    case "nodes":
      return chainSeconds ?? MIN_SECONDS;
    case "confirmations":
      return confirmationPollSeconds(stages, chainSeconds ?? MIN_SECONDS);
    case "parts":
      return input.isLimitOrder
        ? SLOW_SECONDS
        : (input.progress?.intervalBlocks ?? 0) * PROTOCOL_BLOCK_SECONDS;
    case "delay":
      return Math.min((stages?.outbound_delay?.remaining_delay_seconds ?? 0) / 2, MAX_SECONDS);
    case "signature": {
      const waitedBlocks = stages?.outbound_signed?.blocks_since_scheduled ?? 0;
      if (waitedBlocks >= SIGNING_PERIOD_BLOCKS) return SLOW_SECONDS;
      return findChainRow(input.payoutChain, preset)?.blockSeconds ?? MIN_SECONDS;
    }
    case "nothing":
      return MAX_SECONDS;
    case "plan":
      return MIN_SECONDS;
    default:
      return retrySeconds(input);
  }
}

function confirmationPollSeconds(stages: Stages | null, blockSeconds: number): number {
  const secondsLeft = stages?.inbound_confirmation_counted?.remaining_confirmation_seconds ?? 0;
  const waitSeconds = Math.min(Math.max(secondsLeft / 2, blockSeconds), MAX_SECONDS);
  // After the count a node needs about one block to report the confirmation.
  return secondsLeft > 0
    ? Math.min(waitSeconds, secondsLeft + PROTOCOL_BLOCK_SECONDS)
    : waitSeconds;
}

function retrySeconds({ failures, retryAfterSeconds }: PollInput): number {
  if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS);
  return Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(failures - 1, 0), MAX_RETRY_SECONDS);
}
