// The figures in a node's stages: which of them a second node confirms, and how long they may be.

import type { Quorum } from "../model/agreed.ts";
import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import type { Evidence } from "../safety/evidence.ts";
import type { Stages } from "../upstream/schemas.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { areNearCounts } from "./queue.ts";

/** THORNode and mayanode, constants TxOutDelayMax and MaxTxOutOffset, without votes. */
const DEFAULT_MAX_DELAY_BLOCKS = { TXOUTDELAYMAX: 17_280, MAXTXOUTOFFSET: 720 } as const;
/** The bound for a chain without a vote on MaxConfirmations. */
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
    const votes = nodes.flatMap(({ mimir }) => mimir?.[key] ?? []).filter((vote) => vote > 0);
    return votes.length > 0 ? Math.max(...votes) : null;
  };
  const delayBlocks = Object.entries(DEFAULT_MAX_DELAY_BLOCKS).map(
    ([key, defaultBlocks]) => highestVote(key) ?? defaultBlocks,
  );
  const confirmations = chain === null ? null : highestVote(`MAXCONFIRMATIONS-${chain}`);
  const blockSeconds = findChainRow(chain, preset)?.blockSeconds;
  return {
    // Blocks come at random, so a wait may take twice as long.
    confirmationSeconds:
      confirmations !== null && blockSeconds !== undefined
        ? Math.max(2 * confirmations * blockSeconds, NODES_LAG_SECONDS)
        : MAX_CONFIRMATION_SECONDS,
    delaySeconds: delayBlocks.reduce((sum, blocks) => sum + blocks, 0) * PROTOCOL_BLOCK_SECONDS,
  };
}

/** A time or part count stays only if a second node confirms it. The longer time counts. */
export function agreedStages(
  stages: Stages,
  secondNodeStages: Stages | null,
  quorum: Quorum,
  limits: MaxWaits,
): Stages {
  const secondStages = quorum === 1 ? stages : secondNodeStages;
  const { inbound_confirmation_counted: counted, outbound_delay: delay } = stages;
  const { swap_status: swap, outbound_signed: signed } = stages;
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
  const streaming = agreedParts(swap?.streaming, secondStages?.swap_status?.streaming);
  const waitedBlocks = agreedWaitedBlocks(signed, secondStages?.outbound_signed);
  return {
    ...stages,
    ...(counted && {
      inbound_confirmation_counted: {
        ...counted,
        remaining_confirmation_seconds: confirmationSeconds,
      },
    }),
    ...(swap && { swap_status: { ...swap, streaming } }),
    ...(delay && { outbound_delay: { ...delay, remaining_delay_seconds: delaySeconds } }),
    ...(signed && { outbound_signed: { ...signed, blocks_since_scheduled: waitedBlocks } }),
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

function agreedWaitedBlocks(
  signed: Stages["outbound_signed"],
  secondSigned: Stages["outbound_signed"],
): number | undefined {
  const blocks = signed?.blocks_since_scheduled ?? 0;
  const secondBlocks = secondSigned?.blocks_since_scheduled ?? 0;
  const isNear = Math.abs(blocks - secondBlocks) <= MAX_LAG_BLOCKS;
  return isNear ? Math.min(blocks, secondBlocks) : undefined;
}

type StageParts = NonNullable<Stages["swap_status"]>["streaming"];

function agreedParts(parts: StageParts, secondParts: StageParts): StageParts {
  const isSamePlan =
    parts?.interval === secondParts?.interval && parts?.quantity === secondParts?.quantity;
  if (!parts || !secondParts || !isSamePlan) return undefined;
  const [count, secondCount] = [parts.count ?? 0, secondParts.count ?? 0];
  return areNearCounts(count, secondCount, parts.interval ?? 0)
    ? { ...parts, count: Math.min(count, secondCount) }
    : undefined;
}
