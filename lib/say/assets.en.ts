// English texts of the page /assets.

export const assetsWords = {
  title: "What can be swapped",
  table: "Every asset, chain by chain",
  asset: "Asset",
  poolDepth: "Pool depth",
  outboundFee: "Outbound fee",
  inEveryPool: "in every pool",
  meanings: [
    "Pool depth counts both sides of the pool.",
    "The outbound fee is taken from a payout of this asset.",
    "The least amount to send depends on what you receive: a quote says it.",
  ],
} as const;

export const poolsNotCheckedText = (meaning: string | null | undefined) =>
  `The pools could not be checked, so no asset is listed. ${meaning}`;
