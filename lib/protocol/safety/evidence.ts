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
import { areNear, dataAgeMs, REPEAT_HALTED_MS } from "./freshness.ts";

export interface NodeEvidence {
  /** Nodes of one operator count as one source. A node without an operator counts alone. */
  readonly operator?: string;
  readonly height: number | null;
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
  /**
   * The newest earlier verdicts with a fresh newest block. Their halts are repeated while newer
   * data is missing. Null if there are none.
   */
  readonly previousVerdicts: Verdicts | null;
}

export interface Verdicts {
  readonly network: Judgement;
  readonly chains: ReadonlyMap<string, ChainJudgement>;
  readonly blockTimeMs: number | null;
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
 * Age of a node's data. `fresh`: the newest block is fresh, and the node is within five blocks of
 * it. `aged`: at most 10 minutes old, so its halts still count. `undated`: unknown, because the
 * node did not report its height.
 */
export type Staleness = "fresh" | "aged" | "undated";

export interface DatedNode extends NodeEvidence {
  /** The higher of the node's height and the newest block's height. */
  readonly height: number;
  /**
   * The lower of the node's height and the newest block's height. An `until_height` halt is
   * compared with this height, so that the halt does not seem to end too early.
   */
  readonly lowHeight: number;
  readonly staleness: Staleness;
}

/**
 * Lists the nodes whose halts count (halts of an `undated` node give only `unknown`). Leaves out
 * nodes with data older than REPEAT_HALTED_MS, and nodes far ahead of the newest block.
 */
export const listDatedNodes = /* @__PURE__ */ onceFor(
  ({ nodes, clock }: Evidence): readonly DatedNode[] =>
    nodes.flatMap((node) => toDatedNode(node, clock) ?? []),
);

function toDatedNode(node: NodeEvidence, clock: Clock): DatedNode | null {
  if (clock.height === null) return null;
  if (node.height === null)
    return { ...node, height: clock.height, lowHeight: clock.height, staleness: "undated" };
  const ageMs = dataAgeMs(clock, node.height);
  if (ageMs === null || ageMs > REPEAT_HALTED_MS) return null;
  const isNodeFresh = clock.freshness === "fresh" && areNear(clock.height, node.height);
  return {
    ...node,
    height: Math.max(node.height, clock.height),
    lowHeight: Math.min(node.height, clock.height),
    staleness: isNodeFresh ? "fresh" : "aged",
  };
}

export function listNodesWithHeight(evidence: Evidence): DatedNode[] {
  return listDatedNodes(evidence).filter(({ staleness }) => staleness !== "undated");
}

/**
 * Height of the next block, the first in which a deposit can land. Halts are compared with it
 * (`until_height` with `lowHeight`), because a halt in that block already stops the deposit's swap.
 */
export const landingHeight = ({ height }: Pick<DatedNode, "height">): number => height + 1;

export function countSources(nodes: readonly NodeEvidence[]): number {
  return new Set(nodes.map((node) => node.operator ?? node)).size;
}

export function topHeight({ nodes, clock }: Pick<Evidence, "nodes" | "clock">): number | null {
  const maxPlausibleHeight = (clock.height ?? Number.POSITIVE_INFINITY) + MAX_LAG_BLOCKS;
  const plausibleNodeHeights = nodes.flatMap(({ height }) =>
    height !== null && height <= maxPlausibleHeight ? height : [],
  );
  return plausibleNodeHeights.length === 0 ? null : Math.max(...plausibleNodeHeights);
}

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
