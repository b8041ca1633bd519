// Site room: what a form says between its question and the answer: how long that may take, by the limits that hold for each reading.
import { READING_LIMIT_MS } from "../../protocol/deadline.ts";

/** Readings that one answer may wait for, one after the other: the pools, the quote, and the other way of the swap or the least amount; or the swap alone. */
const waits = { "/quote": 3, "/track": 1 } as const;

export function toAskingText(page: keyof typeof waits): string {
  return `Asking the network: at most ${(waits[page] * READING_LIMIT_MS) / 1000} s.`;
}
