// Which nodes have been slow for a while. One slow answer says nothing.

import type { Provider } from "../upstream/provider.ts";
import type { NodeReading } from "./node-reading.ts";

/** Nobody waits for a node whose answers take longer than this at the median of a minute. */
export const SLOW_MS = 1_000;
const WATCHED_MS = 60_000;
const LEAST_SAMPLES = 3;

export interface Pace {
  note(reading: NodeReading): void;
  isSlow(node: Provider): boolean;
}

export function createPace(now: () => number): Pace {
  /** By node: what the slowest of the calls took that were made at one instant. */
  const samples = new Map<Provider, ReadonlyMap<number, number>>();
  const listRecent = (node: Provider) =>
    [...(samples.get(node) ?? new Map<number, number>())].filter(
      ([askedAtMs]) => Math.abs(now() - askedAtMs) <= WATCHED_MS,
    );

  return {
    note({ provider, calls }) {
      const own = new Map(listRecent(provider));
      for (const { askedAtMs, tookMs } of calls) own.set(askedAtMs, Math.max(tookMs, own.get(askedAtMs) ?? 0));
      samples.set(provider, own);
    },
    isSlow(node) {
      const took = listRecent(node)
        .map(([, tookMs]) => tookMs)
        .sort((a, b) => a - b);
      return took.length >= LEAST_SAMPLES && (took[took.length >> 1] as number) > SLOW_MS;
    },
  };
}
