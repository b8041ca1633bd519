// What a form says between its question and the answer: how long that may take, by the limits that hold for each reading.
import { READING_LIMIT_MS } from "../../protocol/upstream/deadline.ts";

/** So long may a comparison hold a quote back: what its verdict and address rest on was read up to 5 s before, and is shown for 6 s at most. */
export const COMPARISON_MS = 1_000;

/** What one answer may wait for, one after the other: the pools, the quote, the other way of the swap, and the quote again or the least amount; or the swap alone. */
const waitsMs = { "/quote": 3 * READING_LIMIT_MS + COMPARISON_MS, "/track": READING_LIMIT_MS } as const;

export function askingText(page: keyof typeof waitsMs): string {
  return `Asking the network: at most ${waitsMs[page] / 1000} s.`;
}
