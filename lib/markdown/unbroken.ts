// Keeps a number and its unit on one line, on pages of prose and on live pages.

/** Puts a no-break space into "12 minutes" and "0.16 %", but not before the name of an asset. */
export function withoutBreaks(text: string): string {
  return text.replace(
    /(?<=\d) (?=(?:(?:second|minute|hour|day|block)s?|bps|%|UTC)(?!\w))/g,
    "\u00a0",
  );
}
