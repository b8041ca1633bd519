// When to ask again: at most once per protocol block, and per block of the chain waited for.

import type { Quorum } from "../model/agreed.ts";
import { GIVE_UP_AFTER_MS, type SwapState, stateRows } from "../model/swap.ts";
import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import type { Evidence } from "../safety/evidence.ts";
import type { Stages } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import { areNearCounts, type Progress } from "./queue.ts";

const MIN_SECONDS = PROTOCOL_BLOCK_SECONDS;
const MAX_SECONDS = 300;
const UNKNOWN_CHAIN_SECONDS = 30;
const SLOW_SECONDS = 60;
const SLOW_AFTER_MS = 10 * 60_000;
const RETRY_SECONDS = { first: 0.5, most: 30, retryAfterMost: 3600 };

export interface PollInput {
  readonly state: SwapState;
  readonly terminal: boolean;
  readonly isUnconfirmed?: boolean;
  readonly stages: Stages | null;
  readonly progress?: Progress | null;
  readonly isHeld?: boolean;
  readonly isLimitOrder?: boolean;
  readonly preset: Preset;
  readonly sourceChain: string | null;
  readonly payoutChain: string | null;
  readonly askedForMs: number | null;
  readonly failures: number;
  readonly retryAfterSeconds: number | null;
}

function blockSeconds(chain: string | null, preset: Preset): number | null {
  return preset.chains.find((entry) => entry.code === chain)?.blockSeconds ?? null;
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
  const chainSeconds = blockSeconds(input.sourceChain, preset);
  const sourceSeconds = chainSeconds ?? MIN_SECONDS;
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
      return sourceSeconds;
    case "confirmations": {
      const secondsLeft = stages?.inbound_confirmation_counted?.remaining_confirmation_seconds ?? 0;
      const waitSeconds = Math.min(Math.max(secondsLeft / 2, sourceSeconds), MAX_SECONDS);
      // After the count a node needs about one block to report the confirmation.
      return secondsLeft > 0
        ? Math.min(waitSeconds, secondsLeft + PROTOCOL_BLOCK_SECONDS)
        : waitSeconds;
    }
    case "parts":
      return input.isLimitOrder
        ? SLOW_SECONDS
        : (input.progress?.intervalBlocks ?? 0) * PROTOCOL_BLOCK_SECONDS;
    case "delay":
      return Math.min((stages?.outbound_delay?.remaining_delay_seconds ?? 0) / 2, MAX_SECONDS);
    case "signature": {
      const blocks = stages?.outbound_signed?.blocks_since_scheduled ?? 0;
      if (blocks >= SIGNING_PERIOD_BLOCKS) return SLOW_SECONDS;
      return blockSeconds(input.payoutChain, preset) ?? MIN_SECONDS;
    }
    case "nothing":
      return MAX_SECONDS;
    case "plan":
      return MIN_SECONDS;
    default:
      return retrySeconds(input);
  }
}

function retrySeconds({ failures, retryAfterSeconds }: PollInput): number {
  if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds, RETRY_SECONDS.retryAfterMost);
  return Math.min(RETRY_SECONDS.first * 2 ** Math.max(failures - 1, 0), RETRY_SECONDS.most);
}

/**
 * Null for rapid parts: with interval 0, one block takes as many parts as it can. Null also for
 * limit orders, and while a halt stops the swap.
 */
export function partsSecondsLeft({
  state,
  progress,
  isLimitOrder,
  isHeld,
}: PollInput): number | null {
  if (stateRows[state].phase !== "pools" || isLimitOrder || isHeld || !progress) return null;
  const { parts, intervalBlocks } = progress;
  return (
    Math.max(0, parts.quantity - parts.count) * intervalBlocks * PROTOCOL_BLOCK_SECONDS || null
  );
}

/** Seconds to the payout; null unless the node has timed every phase that is left. */
export function secondsLeft(input: PollInput, signingOpen: boolean): number | null {
  const lastBlock = blockSeconds(input.payoutChain, input.preset);
  if (!signingOpen || lastBlock === null || input.stages === null) return null;
  const signingSeconds = Math.max(lastBlock, PROTOCOL_BLOCK_SECONDS);
  const { outbound_delay: delay, outbound_signed: signed } = input.stages;
  const { awaits } = stateRows[input.state];
  if (awaits === "delay") {
    const delaySeconds = delay?.remaining_delay_seconds;
    return delaySeconds === undefined ? null : Math.ceil(delaySeconds + signingSeconds);
  }
  if (awaits === "signature" && signed !== undefined && signed.completed !== true) {
    return (signed.blocks_since_scheduled ?? 0) * PROTOCOL_BLOCK_SECONDS < signingSeconds
      ? Math.ceil(signingSeconds)
      : null;
  }
  return null;
}

/** Null within the period that the first signers have. */
export function secondsLate({ state, stages }: Pick<PollInput, "state" | "stages">): number | null {
  const blocks = stages?.outbound_signed?.blocks_since_scheduled ?? 0;
  const isLate = stateRows[state].awaits === "signature" && blocks >= SIGNING_PERIOD_BLOCKS;
  return isLate ? blocks * PROTOCOL_BLOCK_SECONDS : null;
}

/** THORNode and mayanode, constants TxOutDelayMax and MaxTxOutOffset, without votes. */
const DEFAULT_MAX_DELAY_BLOCKS = { TXOUTDELAYMAX: 17_280, MAXTXOUTOFFSET: 720 } as const;
/** The bound for a chain without a vote on MaxConfirmations. */
const MAX_CONFIRMATION_SECONDS = 86_400;
const NODES_LAG_SECONDS = MAX_LAG_BLOCKS * PROTOCOL_BLOCK_SECONDS;

export interface MaxWaits {
  readonly confirmationSeconds: number;
  readonly delaySeconds: number;
}

/** Blocks come at random, so a wait may take twice as long. */
export function maxWaits(
  { nodes, preset }: Pick<Evidence, "nodes" | "preset">,
  chain: string | null,
): MaxWaits {
  const highestVote = (name: string) => {
    const values = nodes.flatMap(({ mimir }) => mimir?.[name] ?? []).filter((value) => value > 0);
    return values.length > 0 ? Math.max(...values) : null;
  };
  const delayBlocks = Object.entries(DEFAULT_MAX_DELAY_BLOCKS).map(
    ([name, usual]) => highestVote(name) ?? usual,
  );
  const votedConfirmations = chain === null ? null : highestVote(`MAXCONFIRMATIONS-${chain}`);
  const blockSeconds = preset.chains.find(({ code }) => code === chain)?.blockSeconds;
  return {
    confirmationSeconds:
      votedConfirmations !== null && blockSeconds !== undefined
        ? Math.max(2 * votedConfirmations * blockSeconds, NODES_LAG_SECONDS)
        : MAX_CONFIRMATION_SECONDS,
    delaySeconds: delayBlocks.reduce((sum, count) => sum + count, 0) * PROTOCOL_BLOCK_SECONDS,
  };
}

/** A time or part count stays only if a second node confirms it. The longer time counts. */
export function agreedStages(
  stages: Stages,
  second: Stages | null,
  quorum: Quorum,
  limits: MaxWaits,
): Stages {
  const { inbound_confirmation_counted: counted, outbound_delay: delay } = stages;
  const { swap_status: swap, outbound_signed: signed } = stages;
  const secondStages = quorum === 1 ? stages : second;
  const confirmationSeconds = agreedSeconds(
    counted?.remaining_confirmation_seconds,
    secondStages?.inbound_confirmation_counted?.remaining_confirmation_seconds,
    limits.confirmationSeconds,
  );
  const delaySeconds = agreedSeconds(
    delay?.remaining_delay_seconds,
    secondStages?.outbound_delay?.remaining_delay_seconds,
    limits.delaySeconds,
  );
  const waited = signed?.blocks_since_scheduled ?? 0;
  const secondWaited = secondStages?.outbound_signed?.blocks_since_scheduled ?? 0;
  const isNear = Math.abs(waited - secondWaited) <= MAX_LAG_BLOCKS;
  const blocks = isNear ? Math.min(waited, secondWaited) : undefined;
  return {
    ...stages,
    ...(counted && {
      inbound_confirmation_counted: {
        ...counted,
        remaining_confirmation_seconds: confirmationSeconds,
      },
    }),
    ...(swap && {
      swap_status: {
        ...swap,
        streaming: agreedParts(swap.streaming, secondStages?.swap_status?.streaming),
      },
    }),
    ...(delay && { outbound_delay: { ...delay, remaining_delay_seconds: delaySeconds } }),
    ...(signed && { outbound_signed: { ...signed, blocks_since_scheduled: blocks } }),
  };
}

function agreedSeconds(
  seconds: number | undefined,
  secondSeconds: number | undefined,
  maxSeconds: number,
): number | undefined {
  if (seconds === undefined || secondSeconds === undefined) return undefined;
  if (Math.abs(seconds - secondSeconds) > NODES_LAG_SECONDS) return undefined;
  const longer = Math.max(seconds, secondSeconds);
  return longer <= maxSeconds ? longer : undefined;
}

type StageParts = NonNullable<Stages["swap_status"]>["streaming"];

function agreedParts(parts: StageParts, secondParts: StageParts): StageParts {
  if (
    !parts ||
    !secondParts ||
    parts.interval !== secondParts.interval ||
    parts.quantity !== secondParts.quantity
  )
    return undefined;
  const [count, secondCount] = [parts.count ?? 0, secondParts.count ?? 0];
  return areNearCounts(count, secondCount, parts.interval ?? 0)
    ? { ...parts, count: Math.min(count, secondCount) }
    : undefined;
}
