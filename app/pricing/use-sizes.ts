"use client";
import { useEffect, useSyncExternalStore } from "react";
import { createPartReader } from "@/lib/site/live/read-part.ts";

const TIMEOUT_MS = 20_000;

interface Asked {
  /** Null where no answer came. */
  readonly part: HTMLElement | null;
  /** The time before the question, so a shown age is never too small. */
  readonly atMs: number;
}

// The table and the chart show one reading.
let asked: Asked | null = null;
let asking = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What three sizes cost, read once a visit; null until it is there. */
export function useSizes(address: string): Asked | null {
  useEffect(() => {
    if (asking) return;
    asking = true;
    const atMs = Date.now();
    const read = createPartReader("/pricing/now", TIMEOUT_MS);
    const tell = (part: HTMLElement | null) => {
      asked = { part, atMs };
      for (const listener of listeners) listener();
    };
    read(address, null).then(
      ({ part }) => tell(part),
      () => tell(null),
    );
  }, [address]);
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
}
