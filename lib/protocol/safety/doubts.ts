// Finds why nothing may be judged `open`: data is missing or old, or the nodes differ.

import { because, type Reason } from "../model/reasons.ts";
import { MAX_LAG_BLOCKS } from "../model/verdicts.ts";
import type { InboundAddress } from "../upstream/network-schemas.ts";
import { onceFor } from "../values/once.ts";
import { countSources, type Evidence, heightsOf, isWhole, rowsOf } from "./evidence.ts";
import { areNear } from "./freshness.ts";

export function findDoubt(evidence: Evidence, needsRows: boolean): Reason | null {
  const doubtReasons = doubtReasonsOf(evidence);
  return needsRows ? doubtReasons.withRows : doubtReasons.withoutRows;
}

const doubtReasonsOf = /* @__PURE__ */ onceFor((evidence: Evidence) => ({
  withRows: findDoubtReason(evidence, true),
  withoutRows: findDoubtReason(evidence, false),
}));

function findDoubtReason(evidence: Evidence, needsRows: boolean): Reason | null {
  const { nodes, noNodesReason, clock } = evidence;
  if (nodes.every((node) => node.hasRolledBack)) return noNodesReason;
  return findHeightDoubt(evidence) ?? findIncompleteness(evidence, needsRows) ?? clock.reason;
}

function findHeightDoubt({ nodes, quorum, indexerHeight }: Evidence): Reason | null {
  const heights = heightsOf(nodes);
  if (heights.length === 0) return null;
  const topHeight = Math.max(...heights);
  const blocksApart = topHeight - Math.min(...heights);
  if (blocksApart > MAX_LAG_BLOCKS) return because("sources_apart", { blocks: blocksApart });
  // Two operators agree on their height, so an indexer, which is one, does not contradict them.
  if (quorum > 1 || indexerHeight === null || areNear(indexerHeight, topHeight)) return null;
  return because("node_off_newest_block", { blocks: Math.abs(indexerHeight - topHeight) });
}

function findIncompleteness({ nodes, quorum }: Evidence, needsRows: boolean): Reason | null {
  const completeNodes = nodes.filter((node) => isWhole(node, needsRows));
  if (countSources(completeNodes) >= quorum) return null;
  if (completeNodes.length > 0) return because("one_whole_answer");
  const [firstNode] = nodes;
  if (firstNode?.height === null) return because("newest_block_not_told");
  return because(firstNode?.mimir === null ? "halts_not_told" : "chains_not_listed");
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
