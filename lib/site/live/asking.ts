// What the live pages share: how they are asked, read and judged. What only one page needs belongs in that page's folder.
// This file has the text of a form while its answer is read, with the longest time that this may take.
import { READING_LIMIT_MS, withDeadline } from "../../protocol/upstream/deadline.ts";
import { formatDuration } from "../../protocol/values/figure-text.ts";

/** The longest time that a comparison may delay a quote. The quote's verdict and address were read before, so this must be short. */
export const COMPARISON_MS = 1_000;

/** The signal aborts when the comparison has delayed the quote for so long. */
export function compareInTime<T>(compare: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withDeadline(undefined, COMPARISON_MS, compare);
}

/** A quote reads in turn: the pools, the quote, the comparison, and then the quote again or the minimum. A swap is one reading. */
const waitsMs = {
  "/quote": 3 * READING_LIMIT_MS + COMPARISON_MS,
  "/track": READING_LIMIT_MS,
} as const;

export function askingText(page: keyof typeof waitsMs): string {
  return `Asking the network: at most ${formatDuration(waitsMs[page] / 1000)}.`;
}
