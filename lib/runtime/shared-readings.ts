// Readings that all who ask within one moment share, as they share a page in a cache.
import type { Network } from "../protocol/network.ts";

/** Judges what has no argument once in `lastsMs`. The other answers are each caller's own. */
export function shareReadings(network: Network, lastsMs: number, now: () => number): Network {
  function share<Reading>(read: () => Promise<Reading>): () => Promise<Reading> {
    let untilMs = Number.NEGATIVE_INFINITY;
    let reading: Promise<Reading>;
    return () => {
      if (now() < untilMs) return reading;
      untilMs = now() + lastsMs;
      reading = read();
      return reading;
    };
  }
  const getStatus = share(() => network.getStatus());
  const getInbounds = share(() => network.getInbounds());
  return {
    ...network,
    getStatus: (options) =>
      options?.chain === undefined ? getStatus() : network.getStatus(options),
    getPools: share(() => network.getPools()),
    getInbounds: (options) =>
      options?.chain === undefined ? getInbounds() : network.getInbounds(options),
  };
}
