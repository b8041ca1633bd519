// Which nodes failed a moment ago. They rest: other nodes are read first.

import type { Provider } from "../upstream/provider.ts";
import type { NodeReading } from "./node-reading.ts";

/** For this long a failed node is read last, and nodes that disagreed are read with a third. */
const REST_MS = 30_000;

/** A clock that was set back prolongs nothing. */
export function isRecent(sinceMs: number, nowMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < REST_MS;
}

export interface RestingNodes {
  has(node: Provider): boolean;
  /** Epoch milliseconds; minus infinity where the node did not fail. */
  failedAtMs(node: Provider): number;
  /** An aborted call says nothing about the node. */
  note(reading: NodeReading, isGood: boolean): void;
  /** The failed readings of nodes that are not among `heard`. */
  listUnheard(heard: readonly NodeReading[]): NodeReading[];
}

export function createRestingNodes(now: () => number): RestingNodes {
  const failures = new Map<Provider, { readonly reading: NodeReading; readonly sinceMs: number }>();
  return {
    has: (node) => failures.has(node),
    failedAtMs: (node) => failures.get(node)?.sinceMs ?? Number.NEGATIVE_INFINITY,
    note(reading, isGood) {
      if (isGood) failures.delete(reading.provider);
      else if (!reading.faults.includes("aborted"))
        failures.set(reading.provider, { reading, sinceMs: now() });
    },
    listUnheard(heard) {
      const heardNodes = new Set(heard.map(({ provider }) => provider));
      const readings = [...failures.values()].map(({ reading }) => reading);
      return readings.filter(({ provider }) => !heardNodes.has(provider));
    },
  };
}
