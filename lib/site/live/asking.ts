// This folder: code that live pages share. Code of one page belongs in that page's folder.
// This file: how long a page waits for the network, and the text that its form shows meanwhile.
import { READING_LIMIT_MS, withDeadline } from "../../protocol/upstream/deadline.ts";
import { formatDuration } from "../../say/figures.en.ts";

/** Time limit for the second quote of /quote, a comparison. Short, since the page waits for it. */
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
