// When a quote expires, in English. Browsers load this file alone.
import { formatSpan } from "./figures.en.ts";

export const expiryStart = "This quote expires ";

/** What follows the time of expiry in that sentence. */
export const leftText = (leftMs: number) =>
  `, in ${formatSpan(leftMs / 1000)}. Do not send after that.`;
