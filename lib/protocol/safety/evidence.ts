// Holds the answers of each node and their age. Answers of two nodes are never mixed.

import type { Quorum } from "../model/agreed.ts";
import type { Reason } from "../model/reasons.ts";
import {
  type ChainJudgement,
  type Clock,
  type Judgement,
  MAX_LAG_BLOCKS,
} from "../model/verdicts.ts";
import type { InboundAddress, Mimir } from "../upstream/network-schemas.ts";
import type { Preset } from "../values/chains.ts";
import { onceFor } from "../values/once.ts";
import {
  areNear,
  type DatedBlock,
  isFreshTime,
  judgeClock,
  REPEAT_HALTED_MS,
  SKEW_MS,
} from "./freshness.ts";

export interface NodeEvidence {
  /** Nodes of one operator count as one source. A node without an operator counts alone. */
  readonly operator?: string;
  readonly height: number | null;
  /**
   * A block of this node near `height`, with its time: what the node says is at most as old.
   * Null if the node stated none, or no height.
   */
  readonly block: DatedBlock | null;
  readonly mimir: Mimir | null;
  readonly rows: readonly InboundAddress[] | null;
  readonly rowsHeight?: number | null;
  /** True if the node reported a much higher block before. Such a node cannot support `open`. */
  readonly hasRolledBack?: boolean;
}

export interface Evidence {
  readonly preset: Preset;
  readonly nodes: readonly NodeEvidence[];
  readonly quorum: Quorum;
  readonly noNodesReason: Reason;
  readonly clock: Clock;
  readonly nowMs: number;
  /** Epoch ms until which a cache may show the answer. Ages count to this time. */
  readonly shownUntilMs: number;
  /** Height of an indexer's newest block. Null if no indexer tells a block of the last 30 s. */
  readonly indexerHeight: number | null;
  /**
   * The newest earlier verdicts with fresh data of a node. Their halts are repeated while newer
   * data is missing. Null if there are none.
   */
  readonly previousVerdicts: Verdicts | null;
}

export interface Verdicts {
  readonly network: Judgement;
  readonly chains: ReadonlyMap<string, ChainJudgement>;
  /** Time in epoch ms that dates the fresh halts. Null if no node had fresh data. */
  readonly blockTimeMs: number | null;
  /** Null if fewer operators than the quorum told a height. */
  readonly height: number | null;
}

const MAX_OTHER_CHAINS = 16;

/**
 * Lists the codes of all chains to judge: the chains of the preset, then other chains that at least
 * `quorum` nodes list in `inbound_addresses`, because a single node could invent a chain.
 */
export function listChainCodes({ preset, nodes, quorum }: Evidence): string[] {
  const presetChainCodes = new Set(preset.chains.map((chain) => chain.code));
  const listedChainCodes = new Set(
    nodes.flatMap((node) => node.rows ?? []).map((row) => row.chain),
  );
  const isListedByQuorum = (code: string) =>
    nodes.filter((node) => rowsOf(node, code).length > 0).length >= quorum;
  const otherChainCodes = [...listedChainCodes].filter(
    (code) => !presetChainCodes.has(code) && isListedByQuorum(code),
  );
  return [...presetChainCodes, ...otherChainCodes.sort().slice(0, MAX_OTHER_CHAINS)];
}

/**
 * Age of a node's data, by a block of its own. `fresh`: at most 30 s old. `aged`: at most 10
 * minutes old, so its halts still count. `undated`: unknown, because the node did not report its
 * height or a block, or the block's time is in the future.
 */
export type Staleness = "fresh" | "aged" | "undated";

interface NodeAtHeight extends NodeEvidence {
  /** The highest height of this node and of the nodes and the indexer near it. */
  readonly height: number;
  /**
   * The lowest of these heights. An `until_height` halt is compared with this height, so that the
   * halt does not seem to end too early.
   */
  readonly lowHeight: number;
}

/** A node whose own block tells how old its data is. */
export interface NodeWithBlock extends NodeAtHeight {
  readonly block: DatedBlock;
  readonly staleness: "fresh" | "aged";
}

export type DatedNode = NodeWithBlock | (NodeAtHeight & { readonly staleness: "undated" });

/**
 * Lists the nodes whose halts count (halts of an `undated` node give only `unknown`). Leaves out
 * nodes with data older than REPEAT_HALTED_MS.
 */
export const listDatedNodes = /* @__PURE__ */ onceFor((evidence: Evidence): readonly DatedNode[] =>
  evidence.nodes.map((node) => toDatedNode(node, evidence)).filter((node) => node !== null),
);

function toDatedNode(
  node: NodeEvidence,
  { nodes, indexerHeight, shownUntilMs }: Evidence,
): DatedNode | null {
  const heights = heightsOf([...nodes, { height: indexerHeight }]);
  if (heights.length === 0) return null;
  const { height: ownHeight, block } = node;
  const nearHeights =
    ownHeight === null ? heights : heights.filter((height) => areNear(height, ownHeight));
  const nodeAtHeight = {
    ...node,
    height: Math.max(...nearHeights),
    lowHeight: Math.min(...nearHeights),
  };
  if (block === null || shownUntilMs - block.timeMs < -SKEW_MS)
    return { ...nodeAtHeight, staleness: "undated" };
  if (isFreshTime(block.timeMs, shownUntilMs))
    return { ...nodeAtHeight, block, staleness: "fresh" };
  const isTooOld = shownUntilMs - block.timeMs > REPEAT_HALTED_MS;
  return isTooOld ? null : { ...nodeAtHeight, block, staleness: "aged" };
}

export const listNodesWithBlock = (evidence: Evidence): NodeWithBlock[] =>
  listDatedNodes(evidence).filter((node) => node.staleness !== "undated");

export const listFreshNodes = (evidence: Evidence): NodeWithBlock[] =>
  listNodesWithBlock(evidence).filter(({ staleness }) => staleness === "fresh");

/** The heights that were told. */
export const heightsOf = (nodes: readonly Pick<NodeEvidence, "height">[]): number[] =>
  nodes.map(({ height }) => height).filter((height) => height !== null);

/**
 * Height of the next block, the first in which a deposit can land. Halts are compared with it
 * (`until_height` with `lowHeight`), because a halt in that block already stops the deposit's swap.
 */
export const landingHeight = ({ height }: Pick<DatedNode, "height">): number => height + 1;

export function countSources(nodes: readonly NodeEvidence[]): number {
  return new Set(nodes.map((node) => node.operator ?? node)).size;
}

/**
 * The highest height that `quorum` operators reached, or a height near it. Null if fewer operators
 * told a height: one alone could tell any.
 */
export function agreedHeight({ nodes, quorum }: Pick<Evidence, "nodes" | "quorum">): number | null {
  const heights = heightsOf(nodes);
  const hasReached = ({ height: nodeHeight }: NodeEvidence, height: number) =>
    nodeHeight !== null && nodeHeight >= height;
  const reachedHeights = heights.filter(
    (height) => countSources(nodes.filter((node) => hasReached(node, height))) >= quorum,
  );
  if (reachedHeights.length === 0) return null;
  const maxPlausibleHeight = Math.max(...reachedHeights) + MAX_LAG_BLOCKS;
  return Math.max(...heights.filter((height) => height <= maxPlausibleHeight));
}

/** Dates the nodes by their blocks. Unknown if fewer operators than the quorum state a block. */
export function clockOf({
  nodes,
  quorum,
  shownUntilMs,
}: Pick<Evidence, "nodes" | "quorum" | "shownUntilMs">): Clock {
  const datedNodes = nodes.filter((node) => isWhole(node, false)).filter(hasBlock);
  const blocks = datedNodes.map(({ block }) => block);
  return judgeClock(countSources(datedNodes) >= quorum ? blocks : [], shownUntilMs);
}

export const hasBlock = (node: NodeEvidence): node is NodeEvidence & { block: DatedBlock } =>
  node.block !== null;

export function isWhole(node: NodeEvidence, needsRows = true): boolean {
  return (
    !node.hasRolledBack &&
    node.height !== null &&
    node.mimir !== null &&
    (!needsRows || (node.rows?.length ?? 0) > 0)
  );
}

/**
 * True if `outbound_tx_size` is 0. The gas rate and fee are then placeholders, and the network
 * makes no payouts on the chain. See mayanode, `manager_gas_current.go` (GetGasRate, GetFee).
 */
export const isGasUnknown = ({
  outbound_tx_size: outboundSize,
}: Pick<InboundAddress, "outbound_tx_size">): boolean =>
  outboundSize !== undefined && /^0*$/.test(outboundSize);

export function rowsOf({ rows }: NodeEvidence, chain: string): readonly InboundAddress[] {
  return (rows && groupByChain(rows).get(chain)) ?? [];
}

const groupByChain = /* @__PURE__ */ onceFor((rows: readonly InboundAddress[]) => {
  const rowsByChain = new Map<string, InboundAddress[]>();
  for (const row of rows) {
    const rowsOfChain = rowsByChain.get(row.chain);
    if (rowsOfChain) rowsOfChain.push(row);
    else rowsByChain.set(row.chain, [row]);
  }
  return rowsByChain;
});
