"use client";
import { useEffect, useSyncExternalStore } from "react";
import { type ExampleAnswer, type ExampleSwap, notChecked, readExample } from "@/lib/site/pages/live-examples.ts";

const TIMEOUT_MS = 20_000;

interface Asked {
  readonly answers: readonly ExampleAnswer[];
  /** The time before the questions, so a shown age is never too small. */
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

/** The answers to the examples, read once a visit; null until they are there. */
export function useExamples(swaps: readonly ExampleSwap[]): Asked | null {
  useEffect(() => {
    if (asking || asked) return;
    asking = true;
    const atMs = Date.now();
    Promise.all(swaps.map((swap) => ask(swap))).then((answers) => {
      asked = { answers, atMs };
      for (const listener of listeners) listener();
    });
  }, [swaps]);
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
}

async function ask({ json }: ExampleSwap): Promise<ExampleAnswer> {
  try {
    const response = await fetch(json, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return readExample(await response.json());
  } catch {
    return notChecked;
  }
}
