// This folder: code that live pages share. Code of one page belongs in that page's folder.
// This file: time limits of answers, and the text that a form shows while it waits.
import { READING_LIMIT_MS, withDeadline } from "../../protocol/upstream/deadline.ts";
import { formatDuration } from "../../say/figures.en.ts";

/** Short, because the page's quote is already read and waits for this comparison. */
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
