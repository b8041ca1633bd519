// Keeps the waiting times and counts of a node only if a second node confirms them.

import type { Quorum } from "../model/agreed.ts";
import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import type { Evidence } from "../safety/evidence.ts";
import type { Stages } from "../upstream/schemas.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { arePartCountsNear } from "./queue.ts";

/** Constants TxOutDelayMax and MaxTxOutOffset. They apply if node operators did not vote. */
const DEFAULT_MAX_DELAY_BLOCKS = { TXOUTDELAYMAX: 17_280, MAXTXOUTOFFSET: 720 } as const;
/** Longest confirmation wait that is shown if operators did not vote on MaxConfirmations. */
const MAX_CONFIRMATION_SECONDS = 86_400;
const NODES_LAG_SECONDS = MAX_LAG_BLOCKS * PROTOCOL_BLOCK_SECONDS;

export interface MaxWaits {
  readonly confirmationSeconds: number;
  readonly delaySeconds: number;
}

export function maxWaits(
  { nodes, preset }: Pick<Evidence, "nodes" | "preset">,
  chain: string | null,
): MaxWaits {
  const highestVote = (key: string) => {
    const mimirVotes = nodes.flatMap(({ mimir }) => mimir?.[key] ?? []).filter((vote) => vote > 0);
    return mimirVotes.length > 0 ? Math.max(...mimirVotes) : null;
  };
  const maxBlocksPerDelay = Object.entries(DEFAULT_MAX_DELAY_BLOCKS).map(
    ([key, defaultBlocks]) => highestVote(key) ?? defaultBlocks,
  );
  const maxConfirmations = chain === null ? null : highestVote(`MAXCONFIRMATIONS-${chain}`);
  const blockSeconds = findChainRow(chain, preset)?.blockSeconds;
  return {
    // Blocks come at random times, so confirmations may take twice as long as on average.
    confirmationSeconds:
      maxConfirmations !== null && blockSeconds !== undefined
        ? Math.max(2 * maxConfirmations * blockSeconds, NODES_LAG_SECONDS)
        : MAX_CONFIRMATION_SECONDS,
    delaySeconds:
      maxBlocksPerDelay.reduce((sum, blocks) => sum + blocks, 0) * PROTOCOL_BLOCK_SECONDS,
  };
}

export function agreedStages(
  stages: Stages,
  secondNodeStages: Stages | null,
  quorum: Quorum,
  waitLimits: MaxWaits,
): Stages {
  const secondStages = quorum === 1 ? stages : secondNodeStages;
  const { inbound_confirmation_counted: countingStage, outbound_delay: delayStage } = stages;
  const { swap_status: swapStage, outbound_signed: signingStage } = stages;
  const confirmationSeconds = agreedSeconds(
    countingStage?.remaining_confirmation_seconds,
    secondStages?.inbound_confirmation_counted?.remaining_confirmation_seconds,
    waitLimits.confirmationSeconds,
  );
  const delaySeconds = agreedSeconds(
    delayStage?.remaining_delay_seconds,
    secondStages?.outbound_delay?.remaining_delay_seconds,
    waitLimits.delaySeconds,
  );
  const agreedStreaming = agreedParts(swapStage?.streaming, secondStages?.swap_status?.streaming);
  const countedHeights = agreedHeights(countingStage, secondStages?.inbound_confirmation_counted);
  const waitedBlocks = agreedWaitedBlocks(signingStage, secondStages?.outbound_signed);
  return {
    ...stages,
    ...(countingStage && {
      inbound_confirmation_counted: {
        ...countingStage,
        ...countedHeights,
        remaining_confirmation_seconds: confirmationSeconds,
      },
    }),
    ...(swapStage && { swap_status: { ...swapStage, streaming: agreedStreaming } }),
    ...(delayStage && { outbound_delay: { ...delayStage, remaining_delay_seconds: delaySeconds } }),
    ...(signingStage && {
      outbound_signed: { ...signingStage, blocks_since_scheduled: waitedBlocks },
    }),
  };
}

function agreedSeconds(
  seconds: number | undefined,
  secondSeconds: number | undefined,
  maxSeconds: number,
): number | undefined {
  if (seconds === undefined || secondSeconds === undefined) return undefined;
  if (Math.abs(seconds - secondSeconds) > NODES_LAG_SECONDS) return undefined;
  const longerSeconds = Math.max(seconds, secondSeconds);
  return longerSeconds <= maxSeconds ? longerSeconds : undefined;
}

type CountingStage = Stages["inbound_confirmation_counted"];

function agreedHeights(stage: CountingStage, secondStage: CountingStage) {
  const { external_observed_height, external_confirmation_delay_height } = stage ?? {};
  const isAgreed =
    external_observed_height === secondStage?.external_observed_height &&
    external_confirmation_delay_height === secondStage?.external_confirmation_delay_height;
  return isAgreed
    ? { external_observed_height, external_confirmation_delay_height }
    : { external_observed_height: undefined, external_confirmation_delay_height: undefined };
}

function agreedWaitedBlocks(
  signingStage: Stages["outbound_signed"],
  secondSigningStage: Stages["outbound_signed"],
): number | undefined {
  const waitedBlocks = signingStage?.blocks_since_scheduled ?? 0;
  const secondWaitedBlocks = secondSigningStage?.blocks_since_scheduled ?? 0;
  const isWithinLag = Math.abs(waitedBlocks - secondWaitedBlocks) <= MAX_LAG_BLOCKS;
  return isWithinLag ? Math.min(waitedBlocks, secondWaitedBlocks) : undefined;
}

type StageParts = NonNullable<Stages["swap_status"]>["streaming"];

function agreedParts(parts: StageParts, secondParts: StageParts): StageParts {
  const isSamePlan =
    parts?.interval === secondParts?.interval && parts?.quantity === secondParts?.quantity;
  if (!parts || !secondParts || !isSamePlan) return undefined;
  const [count, secondCount] = [parts.count ?? 0, secondParts.count ?? 0];
  return arePartCountsNear(count, secondCount, parts.interval ?? 0)
    ? { ...parts, count: Math.min(count, secondCount) }
    : undefined;
}
