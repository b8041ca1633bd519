// The English sentence on when a quote expires. Browsers load this file too.
import { formatSpan } from "./figures.en.ts";

export const expiryStart = "This quote expires ";

export const leftText = (leftMs: number) =>
  `, in ${formatSpan(leftMs / 1000)}. Do not send after that.`;
