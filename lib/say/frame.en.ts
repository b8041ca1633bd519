// English texts of the frames that other sites show: /embed/status and /embed/quote.

export const frameWords = {
  wholeStatus: "The network's status, chain by chain",
  wholeChain: "This chain's status, with halts and fees",
  wholeQuote: "Add your address, and see every fee",
  quotePage: "The page of this quote",
  old: "Out of date. Load this page again before you send anything.",
  noTheme: "theme is light or dark. Leave it out for what the reader's system shows.",
  noChain: (codes: string) => `chain is one of: ${codes}.`,
  noQuestion: "Give from, to and amount, for example ?from=BTC&to=ETH&amount=0.1.",
} as const;
