// Finds why nothing may be judged `open`: data is missing or old, or the nodes differ.

import { because, type Reason } from "../model/reasons.ts";
import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import type { InboundAddress } from "../upstream/network-schemas.ts";
import { onceFor } from "../values/once.ts";
import { type Evidence, isWhole, rowsOf } from "./evidence.ts";
import { areNear } from "./freshness.ts";

export function findDoubt(evidence: Evidence, needsRows: boolean): Reason | null {
  const doubtReasons = doubtReasonsOf(evidence);
  return needsRows ? doubtReasons.withRows : doubtReasons.withoutRows;
}

const doubtReasonsOf = /* @__PURE__ */ onceFor((evidence: Evidence) => ({
  withRows: findDoubtReason(evidence, true),
  withoutRows: findDoubtReason(evidence, false),
}));

function findDoubtReason(
  { nodes, quorum, noNodesReason, clock }: Evidence,
  needsRows: boolean,
): Reason | null {
  if (nodes.length === 0 && clock.height === null) return noNodesReason;
  if (clock.freshness !== "fresh" || clock.height === null)
    return clock.reason ?? because("clock_not_read");
  if (nodes.every((node) => node.hasRolledBack)) return noNodesReason;
  const nodeHeights = nodes.flatMap((node) => node.height ?? []);
  const heightDoubtReason = findHeightDoubt(nodeHeights, clock.height);
  if (heightDoubtReason !== null) return heightDoubtReason;
  const completeNodeCount = nodes.filter((node) => isWhole(node, needsRows)).length;
  if (completeNodeCount >= quorum) return null;
  if (completeNodeCount > 0) return because("one_whole_answer");
  const [firstNode] = nodes;
  if (!firstNode) return noNodesReason;
  if (firstNode.height === null) return because("newest_block_not_told");
  return because(firstNode.mimir === null ? "halts_not_told" : "chains_not_listed");
}

function findHeightDoubt(heights: readonly number[], newestBlockHeight: number): Reason | null {
  const blocksApart = Math.max(...heights) - Math.min(...heights);
  if (blocksApart > MAX_LAG_BLOCKS) return because("sources_apart", { blocks: blocksApart });
  const distantHeight = heights.find((height) => !areNear(height, newestBlockHeight));
  if (distantHeight === undefined) return null;
  return because("node_off_newest_block", { blocks: Math.abs(distantHeight - newestBlockHeight) });
}

/**
 * Returns why the nodes' `inbound_addresses` rows of this chain forbid the verdict `open`. Null if
 * each node that has rows lists the chain once, with an address and all required flags, and if all
 * these nodes state the same address and router.
 */
export function findRowDoubt(
  { nodes }: Evidence,
  chain: string,
  requiredFlags: readonly (keyof InboundAddress & string)[],
): Reason | null {
  const rowsByNode = nodes.filter((node) => node.rows?.length).map((node) => rowsOf(node, chain));
  if (rowsByNode.every((rows) => rows.length === 0)) return because("chain_not_listed");
  const inboundRows: InboundAddress[] = [];
  for (const rows of rowsByNode) {
    const [row, ...repeatedRows] = rows;
    if (!row) return because("chain_listed_by_some");
    if (repeatedRows.length > 0) return because("chain_listed_twice");
    if (!row.address) return because("no_deposit_address");
    if (requiredFlags.some((flag) => typeof row[flag] !== "boolean"))
      return because("chain_state_incomplete");
    inboundRows.push(row);
  }
  const isEqualInAllRows = (field: "address" | "router") =>
    new Set(inboundRows.map((row) => row[field] || "")).size <= 1;
  if (!isEqualInAllRows("address")) return because("addresses_differ");
  return isEqualInAllRows("router") ? null : because("routers_differ");
}
