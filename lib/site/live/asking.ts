// What live pages share. What only one page needs belongs in that page's folder.
// This file: how long an answer may take, and what a form says while it waits.
import { READING_LIMIT_MS, withDeadline } from "../../protocol/upstream/deadline.ts";
import { formatDuration } from "../../say/figures.en.ts";

/** Short, because the comparison delays a quote that is already read. */
const COMPARISON_TIMEOUT_MS = 1_000;

export function compareInTime<T>(compare: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withDeadline(undefined, COMPARISON_TIMEOUT_MS, compare);
}

const maxWaitMs = {
  "/quote": 3 * READING_LIMIT_MS + COMPARISON_TIMEOUT_MS,
  "/track": READING_LIMIT_MS,
} as const;

export function askingText(page: keyof typeof maxWaitMs): string {
  return `Asking the network: at most ${formatDuration(maxWaitMs[page] / 1000)}.`;
}
