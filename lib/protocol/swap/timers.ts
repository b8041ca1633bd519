// What nodes say of the time and the parts that are left: what two tell alike, and never more than the network allows.

import type { Quorum } from "../model/agreed.ts";
import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import type { Evidence } from "../safety/evidence.ts";
import type { Stages } from "../upstream/schemas.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { areNearCounts } from "./queue.ts";

/** THORNode and mayanode, constants TxOutDelayMax and MaxTxOutOffset: the longest delay of a payout, and how far it may be moved then. */
const LONGEST_DELAY_BLOCKS = { TXOUTDELAYMAX: 17_280, MAXTXOUTOFFSET: 720 } as const;
/** A chain whose MaxConfirmations is not voted has no bound of its own. */
const LONGEST_CONFIRMATION_SECONDS = 86_400;
const APART_SECONDS = MAX_LAG_BLOCKS * PROTOCOL_BLOCK_SECONDS;

export interface LongestWaits {
  readonly confirmationSeconds: number;
  readonly delaySeconds: number;
}

/** The longest that nodes may name for a deposit of this chain, by what the network votes. Blocks come at random: they may take twice their time. */
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

/** A node's stages with those times and parts alone that a second node tells too, the longer of the times. */
export function agreedStages(stages: Stages, second: Stages | null, quorum: Quorum, longest: LongestWaits): Stages {
  const other = quorum === 1 ? stages : second;
  const time = (read: (one: Stages) => number | undefined, atMost: number): number | undefined => {
    const [own, others] = [read(stages), other ? read(other) : undefined];
    if (own === undefined || others === undefined || Math.abs(own - others) > APART_SECONDS) return undefined;
    const most = Math.max(own, others);
    return most <= atMost ? most : undefined;
  };
  const { inbound_confirmation_counted: counted, outbound_delay: delay, outbound_signed: signed } = stages;
  const { swap_status: swap } = stages;
  const confirmationSeconds = time(
    (one) => one.inbound_confirmation_counted?.remaining_confirmation_seconds,
    longest.confirmationSeconds,
  );
  const delaySeconds = time((one) => one.outbound_delay?.remaining_delay_seconds, longest.delaySeconds);
  const waited = [signed?.blocks_since_scheduled ?? 0, other?.outbound_signed?.blocks_since_scheduled ?? 0] as const;
  const blocks = Math.abs(waited[0] - waited[1]) <= MAX_LAG_BLOCKS ? Math.min(...waited) : undefined;
  return {
    ...stages,
    ...(counted && {
      inbound_confirmation_counted: { ...counted, remaining_confirmation_seconds: confirmationSeconds },
    }),
    ...(swap && { swap_status: { ...swap, streaming: agreedParts(swap.streaming, other?.swap_status?.streaming) } }),
    ...(delay && { outbound_delay: { ...delay, remaining_delay_seconds: delaySeconds } }),
    ...(signed && { outbound_signed: { ...signed, blocks_since_scheduled: blocks } }),
  };
}

type Parts = NonNullable<Stages["swap_status"]>["streaming"];

/** The terms alike; of the count, which one node knows some blocks earlier, the lesser. */
function agreedParts(own: Parts, other: Parts): Parts {
  if (!own || !other || own.interval !== other.interval || own.quantity !== other.quantity) return undefined;
  const [count, others] = [own.count ?? 0, other.count ?? 0];
  return areNearCounts(count, others, own.interval ?? 0) ? { ...own, count: Math.min(count, others) } : undefined;
}
