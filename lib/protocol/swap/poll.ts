// When to ask again: at most once per protocol block, and per block of the chain waited for.

import type { Quorum } from "../model/agreed.ts";
import { GIVE_UP_AFTER_MS, type SwapState, stateRows } from "../model/swap.ts";
import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import type { Evidence } from "../safety/evidence.ts";
import type { Stages } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import { areNearCounts, type Progress } from "./queue.ts";

const LEAST_SECONDS = PROTOCOL_BLOCK_SECONDS;
const WAIT_AT_MOST_SECONDS = 300;
const UNNAMED_SECONDS = 30;
const SLOW_SECONDS = 60;
const SLOW_AFTER_MS = 10 * 60_000;
const BACK_OFF_SECONDS = { first: 0.5, most: 30, retryAfterMost: 3600 };

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

export function isGivenUp(askedForMs: number | null): boolean {
  return (askedForMs ?? 0) >= GIVE_UP_AFTER_MS;
}

/** Whole seconds without jitter; null when there is no more to learn. */
export function nextPollSeconds(input: PollInput): number | null {
  if (input.terminal || (input.state === "unknown" && isGivenUp(input.askedForMs))) return null;
  return Math.ceil(Math.max(toSeconds(input), LEAST_SECONDS));
}

function toSeconds(input: PollInput): number {
  const { stages, preset } = input;
  const known = blockSeconds(input.sourceChain, preset);
  const sourceSeconds = known ?? LEAST_SECONDS;
  const askedForMs = input.askedForMs ?? 0;
  const isSlow = askedForMs >= SLOW_AFTER_MS;
  if (input.isHeld) return WAIT_AT_MOST_SECONDS;
  if (input.isUnconfirmed) return isSlow ? SLOW_SECONDS : LEAST_SECONDS;
  switch (stateRows[input.state].awaits) {
    case "sight":
      // The wait is as long as the time asked so far, so it doubles.
      return Math.max(known ?? UNNAMED_SECONDS, Math.min(askedForMs / 1000, WAIT_AT_MOST_SECONDS));
    case "nodes":
      return sourceSeconds;
    case "confirmations": {
      const left = stages?.inbound_confirmation_counted?.remaining_confirmation_seconds ?? 0;
      const wait = Math.min(Math.max(left / 2, sourceSeconds), WAIT_AT_MOST_SECONDS);
      // After the count a node needs about one block to report the confirmation.
      return left > 0 ? Math.min(wait, left + PROTOCOL_BLOCK_SECONDS) : wait;
    }
    case "parts":
      return input.isLimitOrder
        ? SLOW_SECONDS
        : (input.progress?.intervalBlocks ?? 0) * PROTOCOL_BLOCK_SECONDS;
    case "delay":
      return Math.min(
        (stages?.outbound_delay?.remaining_delay_seconds ?? 0) / 2,
        WAIT_AT_MOST_SECONDS,
      );
    case "signature": {
      const blocks = stages?.outbound_signed?.blocks_since_scheduled ?? 0;
      if (blocks >= SIGNING_PERIOD_BLOCKS) return SLOW_SECONDS;
      return blockSeconds(input.payoutChain, preset) ?? LEAST_SECONDS;
    }
    case "nothing":
      return WAIT_AT_MOST_SECONDS;
    case "plan":
      return LEAST_SECONDS;
    default:
      return backOffSeconds(input);
  }
}

function backOffSeconds({ failures, retryAfterSeconds }: PollInput): number {
  if (retryAfterSeconds !== null)
    return Math.min(retryAfterSeconds, BACK_OFF_SECONDS.retryAfterMost);
  return Math.min(BACK_OFF_SECONDS.first * 2 ** Math.max(failures - 1, 0), BACK_OFF_SECONDS.most);
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
  const signing = Math.max(lastBlock, PROTOCOL_BLOCK_SECONDS);
  const { outbound_delay: delay, outbound_signed: signed } = input.stages;
  const { awaits } = stateRows[input.state];
  if (awaits === "delay") {
    const waiting = delay?.remaining_delay_seconds;
    return waiting === undefined ? null : Math.ceil(waiting + signing);
  }
  if (awaits === "signature" && signed !== undefined && signed.completed !== true) {
    return (signed.blocks_since_scheduled ?? 0) * PROTOCOL_BLOCK_SECONDS < signing
      ? Math.ceil(signing)
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
const LONGEST_DELAY_BLOCKS = { TXOUTDELAYMAX: 17_280, MAXTXOUTOFFSET: 720 } as const;
/** The bound for a chain without a vote on MaxConfirmations. */
const LONGEST_CONFIRMATION_SECONDS = 86_400;
const APART_SECONDS = MAX_LAG_BLOCKS * PROTOCOL_BLOCK_SECONDS;

export interface LongestWaits {
  readonly confirmationSeconds: number;
  readonly delaySeconds: number;
}

/** Blocks come at random, so a wait may take twice as long. */
export function longestWaits(
  { nodes, preset }: Pick<Evidence, "nodes" | "preset">,
  chain: string | null,
): LongestWaits {
  const voted = (name: string) => {
    const values = nodes.flatMap(({ mimir }) => mimir?.[name] ?? []).filter((value) => value > 0);
    return values.length > 0 ? Math.max(...values) : null;
  };
  const blocks = Object.entries(LONGEST_DELAY_BLOCKS).map(([name, usual]) => voted(name) ?? usual);
  const confirmations = chain === null ? null : voted(`MAXCONFIRMATIONS-${chain}`);
  const blockSeconds = preset.chains.find(({ code }) => code === chain)?.blockSeconds;
  return {
    confirmationSeconds:
      confirmations !== null && blockSeconds !== undefined
        ? Math.max(2 * confirmations * blockSeconds, APART_SECONDS)
        : LONGEST_CONFIRMATION_SECONDS,
    delaySeconds: blocks.reduce((sum, count) => sum + count, 0) * PROTOCOL_BLOCK_SECONDS,
  };
}

/** A time or part count stays only if a second node confirms it. The longer time counts. */
export function agreedStages(
  stages: Stages,
  second: Stages | null,
  quorum: Quorum,
  longest: LongestWaits,
): Stages {
  const secondStages = quorum === 1 ? stages : second;
  const time = (read: (one: Stages) => number | undefined, atMost: number): number | undefined => {
    const [own, others] = [read(stages), secondStages ? read(secondStages) : undefined];
    if (own === undefined || others === undefined || Math.abs(own - others) > APART_SECONDS)
      return undefined;
    const most = Math.max(own, others);
    return most <= atMost ? most : undefined;
  };
  const {
    inbound_confirmation_counted: counted,
    outbound_delay: delay,
    outbound_signed: signed,
  } = stages;
  const { swap_status: swap } = stages;
  const confirmationSeconds = time(
    (one) => one.inbound_confirmation_counted?.remaining_confirmation_seconds,
    longest.confirmationSeconds,
  );
  const delaySeconds = time(
    (one) => one.outbound_delay?.remaining_delay_seconds,
    longest.delaySeconds,
  );
  const waited = [
    signed?.blocks_since_scheduled ?? 0,
    secondStages?.outbound_signed?.blocks_since_scheduled ?? 0,
  ] as const;
  const blocks =
    Math.abs(waited[0] - waited[1]) <= MAX_LAG_BLOCKS ? Math.min(...waited) : undefined;
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

type Parts = NonNullable<Stages["swap_status"]>["streaming"];

function agreedParts(own: Parts, other: Parts): Parts {
  if (!own || !other || own.interval !== other.interval || own.quantity !== other.quantity)
    return undefined;
  const [count, others] = [own.count ?? 0, other.count ?? 0];
  return areNearCounts(count, others, own.interval ?? 0)
    ? { ...own, count: Math.min(count, others) }
    : undefined;
}
