// Remembers which nodes failed recently. Other nodes are read first.

import type { Provider } from "../upstream/provider.ts";
import type { NodeReading } from "./node-reading.ts";

/** Time in which a failed node is read last, and after a disagreement a third node is read. */
const REST_MS = 30_000;

/** False for a future event: otherwise a clock that was set back would lengthen the rest. */
export function isRecent(eventAtMs: number, nowMs: number): boolean {
  return nowMs >= eventAtMs && nowMs - eventAtMs < REST_MS;
}

export interface RestingNodes {
  has(node: Provider): boolean;
  /** Epoch ms. Minus infinity if the node did not fail. */
  getFailedAtMs(node: Provider): number;
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
