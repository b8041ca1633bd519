// What live pages share. What only one page needs belongs in that page's folder.
// This file: how long an answer may take, and what a form says meanwhile.
import { READING_LIMIT_MS, withDeadline } from "../../protocol/upstream/deadline.ts";
import { formatDuration } from "../../say/figures.en.ts";

/** The quote's verdict and address are read before the comparison, so it must be short. */
const COMPARISON_MS = 1_000;

export function compareInTime<T>(compare: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withDeadline(undefined, COMPARISON_MS, compare);
}

const waitsMs = {
  "/quote": 3 * READING_LIMIT_MS + COMPARISON_MS,
  "/track": READING_LIMIT_MS,
} as const;

export function askingText(page: keyof typeof waitsMs): string {
  return `Asking the network: at most ${formatDuration(waitsMs[page] / 1000)}.`;
}
