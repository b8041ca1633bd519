// Remembers which nodes failed recently. Other nodes are read first.

import type { Provider } from "../upstream/provider.ts";
import type { NodeReading } from "./node-reading.ts";

/**
 * Time in ms that counts as recent. A node with a recent failure is read after all other nodes.
 * After a recent disagreement of two nodes, a third node is read too.
 */
const REST_MS = 30_000;

/**
 * True if the event happened less than 30 s ago. False for a time in the future, because the system
 * clock may have been set back.
 */
export function isRecent(eventAtMs: number, nowMs: number): boolean {
  return nowMs >= eventAtMs && nowMs - eventAtMs < REST_MS;
}

export interface NodeFailures {
  has(node: Provider): boolean;
  /**
   * Time of the last failure in epoch ms. Minus infinity if the node has not failed since its last
   * current reading (complete, and near the other nodes' height).
   */
  getFailedAtMs(node: Provider): number;
  record(reading: NodeReading, isCurrent: boolean): void;
  listOtherFailedReadings(judgedReadings: readonly NodeReading[]): NodeReading[];
}

export function createNodeFailures(now: () => number): NodeFailures {
  const failureByNode = new Map<
    Provider,
    { readonly reading: NodeReading; readonly failedAtMs: number }
  >();
  return {
    has: (node) => failureByNode.has(node),
    getFailedAtMs: (node) => failureByNode.get(node)?.failedAtMs ?? Number.NEGATIVE_INFINITY,
    record(reading, isCurrent) {
      if (isCurrent) failureByNode.delete(reading.provider);
      else if (!reading.faults.includes("aborted"))
        failureByNode.set(reading.provider, { reading, failedAtMs: now() });
    },
    listOtherFailedReadings(judgedReadings) {
      const judgedNodes = new Set(judgedReadings.map(({ provider }) => provider));
      const failedReadings = [...failureByNode.values()].map(({ reading }) => reading);
      return failedReadings.filter(({ provider }) => !judgedNodes.has(provider));
    },
  };
}
