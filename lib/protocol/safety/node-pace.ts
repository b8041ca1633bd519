// Finds which nodes answer slowly, by their calls within the last minute.

import type { Provider } from "../upstream/provider.ts";
import type { NodeReading } from "./node-reading.ts";

const SLOW_MS = 1_000;
const WINDOW_MS = 60_000;
const MIN_SAMPLES = 3;

export interface NodeSpeeds {
  record(reading: Pick<NodeReading, "provider" | "calls">): void;
  isSlow(node: Provider): boolean;
}

export function createNodeSpeeds(now: () => number): NodeSpeeds {
  /**
   * Maps each node to its calls: the start time (epoch ms) → the duration of the slowest call that
   * started at that time (ms).
   */
  const durationsByNode = new Map<Provider, ReadonlyMap<number, number>>();
  const listRecentDurations = (node: Provider) =>
    [...(durationsByNode.get(node) ?? new Map<number, number>())].filter(
      ([askedAtMs]) => Math.abs(now() - askedAtMs) <= WINDOW_MS,
    );

  return {
    record({ provider, calls }) {
      const recentDurations = new Map(listRecentDurations(provider));
      for (const { askedAtMs, tookMs } of calls)
        recentDurations.set(askedAtMs, Math.max(tookMs, recentDurations.get(askedAtMs) ?? 0));
      durationsByNode.set(provider, recentDurations);
    },
    isSlow(node) {
      const callDurationsMs = listRecentDurations(node).map(([, tookMs]) => tookMs);
      callDurationsMs.sort((a, b) => a - b);
      const medianMs = callDurationsMs[callDurationsMs.length >> 1] ?? 0;
      return callDurationsMs.length >= MIN_SAMPLES && medianMs > SLOW_MS;
    },
  };
}
