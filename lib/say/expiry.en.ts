// When a quote expires, in English. Browsers load this file alone.
import { formatSpan } from "./figures.en.ts";

export const expiryStart = "This quote expires ";

/** After the time. */
export const leftText = (leftMs: number) =>
  `, in ${formatSpan(leftMs / 1000)}. Do not send after that.`;
