// Finds the parameters and flags that halt something now, and the nodes that say so.

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

export interface ActiveHalts extends Readonly<Record<Staleness, readonly string[]>> {
  /**
   * True if fewer operators than the quorum report the halt, and another node with fresh, complete
   * data reports no halt.
   */
  readonly isDisputed?: boolean;
}

export function isInForce(preset: Preset, node: DatedNode, key: HaltKey): boolean {
  const comparedHeight = key.kind === "until_height" ? node.lowHeight : landingHeight(node);
  return node.mimir !== null && isOn(key, preset.haltRule, node.mimir[key.name], comparedHeight);
}

type ListNames = (node: DatedNode, isKeyOn: (key: HaltKey) => boolean) => readonly string[];

export function findActiveHalts(evidence: Evidence, listNames: ListNames): ActiveHalts {
  const activeHaltNamesOf = (node: DatedNode) =>
    listNames(node, (key) => isInForce(evidence.preset, node, key));
  const datedNodes = listDatedNodes(evidence);
  const haltReports = datedNodes
    .map((node) => ({ node, names: activeHaltNamesOf(node) }))
    .filter(({ names }) => names.length > 0);
  const haltNamesWith = (staleness: Staleness) => {
    const reportedHaltNames = haltReports.flatMap((report) =>
      report.node.staleness === staleness ? report.names : [],
    );
    return [...new Set(reportedHaltNames)];
  };
  const activeHalts = {
    fresh: haltNamesWith("fresh"),
    aged: haltNamesWith("aged"),
    undated: haltNamesWith("undated"),
  };
  const haltingNodes = haltReports.map(({ node }) => node);
  if (haltingNodes.length === 0 || countSources(haltingNodes) >= evidence.quorum)
    return activeHalts;
  return { ...activeHalts, isDisputed: isHaltDenied(datedNodes, haltingNodes, activeHaltNamesOf) };
}

function isHaltDenied(
  nodes: readonly DatedNode[],
  haltingNodes: readonly DatedNode[],
  activeHaltNamesOf: (node: DatedNode) => readonly string[],
): boolean {
  const freshNodes = nodes.filter(({ staleness }) => staleness === "fresh");
  // Compares all nodes at one height. A node one block behind would otherwise seem to deny a halt.
  const topHeight = Math.max(...freshNodes.map((node) => node.height));
  const lowestHeight = Math.min(...freshNodes.map((node) => node.lowHeight));
  return freshNodes.some(
    (node) =>
      !haltingNodes.includes(node) &&
      isWhole(node) &&
      activeHaltNamesOf({ ...node, height: topHeight, lowHeight: lowestHeight }).length === 0,
  );
}
