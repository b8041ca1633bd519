// Words that pages and documents must not use outside code, and the words to use instead.
export interface WordRule {
  readonly not: RegExp;
  readonly use: string;
}

export const wordRules: readonly WordRule[] = [
  { not: /\bslip(?:page)?\b/i, use: "price impact, or the fee of the pool" },
  { not: /\bsent less received\b|\bloss(?:es)?\b/i, use: "total cost" },
  { not: /\binbound gas\b/i, use: "network fee" },
  { not: /\bnone set\b/i, use: "minimum received, or no limit" },
  { not: /\bvalid until\b/i, use: "send before" },
  { not: /\bopen for now\b|\bnot open\b/i, use: "halted, paused or halts soon" },
  { not: /\bunreadable\b|\bunknown\b/i, use: "not checked, or not seen yet" },
  { not: /\bproviders? disagrees?\b/i, use: "sources disagree" },
  { not: /\boutbound scheduled\b/i, use: "waiting to be paid out" },
  { not: /\bterminal\b/i, use: "final" },
  { not: /\bsub-swaps?\b/i, use: "parts" },
  { not: /\bvouch(?:es)?\b|\bslip through\b/i, use: "say what was checked, and how often" },
  { not: /\bwhat stands here\b/i, use: "this page" },
  {
    not: /\b(?:rooms?|doors?|shelf|shelves|houses?|lessons?|wish(?:es)?|owed|said again)\b/i,
    use: "the plain word",
  },
];
