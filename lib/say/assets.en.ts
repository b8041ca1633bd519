// English texts of the page /assets.

export const assetsWords = {
  title: "What can be swapped",
  table: "Every asset, the deepest pool first",
  lead: (worth: string) => `Choose an asset to see what ${worth} of it brings.`,
  asset: "Asset",
  swap: "Can I swap it?",
  sendAndReceive: (send: string, receive: string) => `to send: ${send}. To receive: ${receive}`,
  poolDepth: "Pool depth",
  outboundFee: "Outbound fee",
  inEveryPool: "in all pools",
  meanings: [
    "Pool depth counts both sides of the pool.",
    "The outbound fee is taken from a payout of this asset. It is shown in dollars where its price is known.",
    "The least amount to send depends on what you receive: a quote says it.",
  ],
} as const;

export const poolsNotCheckedText = (meaning: string | null | undefined) =>
  `The pools could not be checked, so no asset is listed. ${meaning}`;
