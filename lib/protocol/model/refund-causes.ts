// What an indexer's words for a refund usually mean. The words themselves are one indexer's free text: people see them as such, agents do not.

/** Kinds of reasons, told apart by the nodes' fixed wording. The first that fits decides. */
const causes: readonly (readonly [pattern: RegExp, cause: string])[] = [
  [
    /less than price limit/i,
    "The swap would have paid less than the limit in its memo. Prices had moved, or the limit was too close to the price.",
  ],
  [/limit swap expired/i, "The limit order reached its end before its price came."],
  [/limit swap cancelled/i, "The sender cancelled the limit order."],
  [/halted|paused/i, "Trading between these assets was halted when the deposit arrived."],
  [/not enough (fee|asset to pay)/i, "The amount did not cover the fees."],
  [/pool (doesn't|does not) exist/i, "The network had no pool for one of the two assets."],
  [
    /memo|parameters|limit: ?[\d.]{1,40} is invalid|destination address|invalid \w+ address|address format/i,
    "The memo could not be carried out. It was empty or misspelt, or its address belongs to another chain. If it is no swap, its refund address is not used: the refund goes to the sender.",
  ],
];

/** In our own words; null for words that are like none that nodes write. What this gave is given again. */
export function refundCause(reason: string): string | null {
  return causes.find(([pattern, cause]) => cause === reason || pattern.test(reason))?.[1] ?? null;
}
