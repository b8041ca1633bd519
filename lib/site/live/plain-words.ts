// Site room: a sentence of the reader's as a page says it. The codes in it are for programs, which get them from the tools and the status document.

const plain: readonly (readonly [code: RegExp, words: string])[] = [
  [/\b(?:upstream_unavailable|no_clock|amount_too_small|fees_too_high|halt_due): /g, ""],
  [/\bproviders_disagree: /g, "providers disagree: "],
  [/\bdust_threshold\b/g, "the dust threshold"],
  [/\brecommended_min_amount\b/g, "the recommended minimum"],
  [/\bfit tolerance_bps\b/g, "fit the tolerance"],
  [/\btolerance_bps\b/g, "tolerance"],
];

/** Only for sentences of our own: what others wrote is data and is shown as it is. */
export function toPlainText(text: string): string {
  return plain.reduce((said, [code, words]) => said.replace(code, words), text);
}
