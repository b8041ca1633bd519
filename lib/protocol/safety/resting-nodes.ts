// Remembers which nodes failed a moment ago. They rest: other nodes are read first.

import type { Provider } from "../upstream/provider.ts";
import type { NodeReading } from "./node-reading.ts";

/** For this long a failed node is read last, and nodes that disagreed are read with a third. */
const REST_MS = 30_000;

/** False for a future event: a clock that was set back prolongs no rest. */
export function isRecent(eventAtMs: number, nowMs: number): boolean {
  return nowMs >= eventAtMs && nowMs - eventAtMs < REST_MS;
}

export interface RestingNodes {
  has(node: Provider): boolean;
  /** Epoch milliseconds; minus infinity where the node did not fail. */
  getFailedAtMs(node: Provider): number;
  /** An aborted call says nothing about the node. */
  note(reading: NodeReading, isGood: boolean): void;
  listUnheardReadings(heardReadings: readonly NodeReading[]): NodeReading[];
}

export function createRestingNodes(now: () => number): RestingNodes {
  const failures = new Map<
    Provider,
    { readonly reading: NodeReading; readonly failedAtMs: number }
  >();
  return {
    has: (node) => failures.has(node),
    getFailedAtMs: (node) => failures.get(node)?.failedAtMs ?? Number.NEGATIVE_INFINITY,
    note(reading, isGood) {
      if (isGood) failures.delete(reading.provider);
      else if (!reading.faults.includes("aborted"))
        failures.set(reading.provider, { reading, failedAtMs: now() });
    },
    listUnheardReadings(heardReadings) {
      const heardNodes = new Set(heardReadings.map(({ provider }) => provider));
      const readings = [...failures.values()].map(({ reading }) => reading);
      return readings.filter(({ provider }) => !heardNodes.has(provider));
    },
  };
}
