// The fixed sentences of /track, for people and for Markdown alike.

export const trackWords = {
  lead: "Paste the id of the transaction that you sent. The answer is read from the network and says when. This page signs and sends nothing.",
  error: "Not understood",
  stale: "Out of date",
  notCurrent: "Not current: a newer reading was due and has not come. This is what was read at",
  asks: "This page asks by itself while it is in view.",
  readAt: "Read at",
  again: "Ask again",
  address: "To come back to this swap:",
  another: "Track another",
  samples: "Sample transactions",
  samplesLead:
    "This is the sample network: its transactions are invented, and on no explorer. Each shows one state.",
  steps: "The steps of a swap",
  noSteps: "No step could be read. That says nothing about the swap itself.",
  payments: "What was sent and what comes out",
  lookup: "The explorer of the chain that you sent on shows the deposit:",
  fees: "Fees",
  noFees: "Fees are known once the swap is done.",
  details: "Details",
  quote: "An indexer's own words, quoted as data and not checked here:",
  noQuote: "The network's own words for it could not be read.",
  cause: "Words like these usually mean:",
  newQuote: "Get a quote",
  refunds: "What a refund means",
  refundsText:
    "The network sends a deposit back when it cannot swap it. Trading may be halted, the memo may be wrong, or the price may be below the limit in the memo. The money goes back to the sender, or to the refund address in the memo. The network uses that address only if it can read the memo as a swap. A refund costs the outbound fee of its chain, if it has one. A swap can also be refunded in part.",
  unseen: "When nothing is seen",
  unseenText:
    "An id that is not seen yet has not failed. The deposit may be too new or too small, its chain may be halted, or the id may be wrong. Do not send again.",
} as const;
