// Which parameters and flags halt something now, by the nodes that say so.

import type { Preset } from "../values/chains.ts";
import {
  countSources,
  type DatedNode,
  type Evidence,
  isWhole,
  landingHeight,
  listDatedNodes,
  type Staleness,
} from "./evidence.ts";
import { type HaltKey, isOn } from "./halt-keys.ts";

/** Names of parameters and flags that are on, by the staleness of their node. */
export interface ActiveHalts extends Readonly<Record<Staleness, readonly string[]>> {
  /** Too few sources for an `open` say halted, and a whole, fresh node denies it. */
  readonly isDisputed?: boolean;
}

/** In force now, or at the block in which a deposit can land. */
export function isInForce(preset: Preset, node: DatedNode, key: HaltKey): boolean {
  const height = key.kind === "until_height" ? node.lowHeight : landingHeight(node);
  return node.mimir !== null && isOn(key, preset.haltRule, node.mimir[key.name], height);
}

/** Lists the parameters and flags that are on at one node. */
type ListNames = (node: DatedNode, isKeyOn: (key: HaltKey) => boolean) => readonly string[];

export function findActiveHalts(evidence: Evidence, listNames: ListNames): ActiveHalts {
  const namesAt = (node: DatedNode) =>
    listNames(node, (key) => isInForce(evidence.preset, node, key));
  const nodes = listDatedNodes(evidence);
  const reports = nodes
    .map((node) => ({ node, names: namesAt(node) }))
    .filter(({ names }) => names.length > 0);
  const namesOf = (staleness: Staleness) => {
    const names = reports.flatMap((report) =>
      report.node.staleness === staleness ? report.names : [],
    );
    return [...new Set(names)];
  };
  const active = {
    fresh: namesOf("fresh"),
    aged: namesOf("aged"),
    undated: namesOf("undated"),
  };
  const haltingNodes = reports.map(({ node }) => node);
  if (haltingNodes.length === 0 || countSources(haltingNodes) >= evidence.quorum) return active;
  return { ...active, isDisputed: isHaltDenied(nodes, haltingNodes, namesAt) };
}

function isHaltDenied(
  nodes: readonly DatedNode[],
  haltingNodes: readonly DatedNode[],
  namesAt: (node: DatedNode) => readonly string[],
): boolean {
  const freshNodes = nodes.filter(({ staleness }) => staleness === "fresh");
  // A node one block behind would say the same at the height that another has reached.
  const height = Math.max(...freshNodes.map((node) => node.height));
  const lowHeight = Math.min(...freshNodes.map((node) => node.lowHeight));
  return freshNodes.some(
    (node) =>
      !haltingNodes.includes(node) &&
      isWhole(node) &&
      namesAt({ ...node, height, lowHeight }).length === 0,
  );
}
