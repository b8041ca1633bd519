// Which nodes answer slowly, by their last calls.

import type { Provider } from "../upstream/provider.ts";
import type { NodeReading } from "./node-reading.ts";

/** Median within a minute from which on a node is slow, and no longer waited for. */
const SLOW_MS = 1_000;
const WINDOW_MS = 60_000;
const MIN_SAMPLES = 3;

export interface Pace {
  note(reading: Pick<NodeReading, "provider" | "calls">): void;
  isSlow(node: Provider): boolean;
}

export function createPace(now: () => number): Pace {
  /** By node: when calls began → the slowest call of that moment. */
  const samples = new Map<Provider, ReadonlyMap<number, number>>();
  const listRecent = (node: Provider) =>
    [...(samples.get(node) ?? new Map<number, number>())].filter(
      ([askedAtMs]) => Math.abs(now() - askedAtMs) <= WINDOW_MS,
    );

  return {
    note({ provider, calls }) {
      const recent = new Map(listRecent(provider));
      for (const { askedAtMs, tookMs } of calls)
        recent.set(askedAtMs, Math.max(tookMs, recent.get(askedAtMs) ?? 0));
      samples.set(provider, recent);
    },
    isSlow(node) {
      const sortedMs = listRecent(node).map(([, tookMs]) => tookMs);
      sortedMs.sort((a, b) => a - b);
      const medianMs = sortedMs[sortedMs.length >> 1] ?? 0;
      return sortedMs.length >= MIN_SAMPLES && medianMs > SLOW_MS;
    },
  };
}
