// Keeps a number and its unit on one line, on pages of prose and on live pages.

/** Puts a no-break space before a unit, as in "12 minutes" or "0.16 %". Not before asset names. */
export function withoutBreaks(text: string): string {
  return text.replace(
    /(?<=\d) (?=(?:(?:second|minute|hour|day|block)s?|bps|%|UTC)(?!\w))/g,
    "\u00a0",
  );
}
