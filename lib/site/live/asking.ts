// Site room: what a form says between its question and the answer: how long that may take, by the limits that hold for each reading.
import { READING_LIMIT_MS } from "../../protocol/deadline.ts";

/** Readings that one answer may need, one after the other: the pools, the quote and the other way of the swap; or the swap alone. */
const readings = { "/quote": 3, "/track": 1 } as const;

export function toAskingText(page: keyof typeof readings): string {
  return `Asking the network: at most ${(readings[page] * READING_LIMIT_MS) / 1000} s.`;
}
