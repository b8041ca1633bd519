// Finds which nodes answer slowly, by their calls within the last minute.

import type { Provider } from "../upstream/provider.ts";
import type { NodeReading } from "./node-reading.ts";

const SLOW_MS = 1_000;
const WINDOW_MS = 60_000;
const MIN_SAMPLES = 3;

export interface Pace {
  note(reading: Pick<NodeReading, "provider" | "calls">): void;
  isSlow(node: Provider): boolean;
}

export function createPace(now: () => number): Pace {
  /**
   * For each node: start of a call (epoch ms) → duration of the slowest call of that start (ms).
   */
  const callsByNode = new Map<Provider, ReadonlyMap<number, number>>();
  const listRecentCalls = (node: Provider) =>
    [...(callsByNode.get(node) ?? new Map<number, number>())].filter(
      ([askedAtMs]) => Math.abs(now() - askedAtMs) <= WINDOW_MS,
    );

  return {
    note({ provider, calls }) {
      const recentCalls = new Map(listRecentCalls(provider));
      for (const { askedAtMs, tookMs } of calls)
        recentCalls.set(askedAtMs, Math.max(tookMs, recentCalls.get(askedAtMs) ?? 0));
      callsByNode.set(provider, recentCalls);
    },
    isSlow(node) {
      const durationsMs = listRecentCalls(node).map(([, tookMs]) => tookMs);
      durationsMs.sort((a, b) => a - b);
      const medianMs = durationsMs[durationsMs.length >> 1] ?? 0;
      return durationsMs.length >= MIN_SAMPLES && medianMs > SLOW_MS;
    },
  };
}
