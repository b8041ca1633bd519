// The members that every reading must have, whatever went wrong: a missing key is a broken answer.
type Members = { readonly [key: string]: Members | readonly [Members] | true };

const judgement: Members = { verdict: true, haltedBy: true, reason: true };
const envelope: Members = {
  network: true,
  source: true,
  clock: { freshness: true, height: true, blockTimeMs: true, ageMs: true, reason: true },
  advice: true,
  failure: true,
};
const four: Members = { chain: true, trading: judgement, deposits: judgement, signing: judgement };
export const shapes: Readonly<Record<"status" | "inbounds" | "pools" | "quote", Members>> = {
  status: {
    ...envelope,
    trading: judgement,
    chains: [
      {
        ...four,
        liquidity: judgement,
        scheduled: true,
        native: true,
        reason: true,
        outboundFee: true,
        dustThreshold: true,
        gasAsset: true,
        gasRate: true,
        gasRateUnits: true,
        blockSeconds: true,
        lastObservedHeight: true,
      },
    ],
    nativeTransactionFee: true,
    nativeOutboundFee: true,
    outboundMultiplierBps: true,
    minimumSlipBps: { l1: true, synth: true, trade: true, secured: true, derived: true, stable: true },
    haltParameters: true,
    queue: true,
    providers: [{ kind: true, ok: true, height: true, lagBlocks: true, observedAtMs: true }],
  },
  inbounds: {
    ...envelope,
    chains: [
      {
        ...four,
        address: true,
        router: true,
        gasRate: true,
        gasRateUnits: true,
        dustThreshold: true,
        gasAsset: true,
        sendBeforeMs: true,
        reason: true,
      },
    ],
  },
  pools: {
    ...envelope,
    pools: [
      {
        asset: true,
        chain: true,
        status: true,
        trading: judgement,
        priceUsd: true,
        assetDepth: true,
        nativeDepth: true,
        nativeAsset: true,
        depthUsd: true,
        outboundFee: true,
      },
    ],
  },
  quote: {
    ...envelope,
    from: true,
    to: true,
    amount: true,
    trading: judgement,
    expectedAmountOut: true,
    fees: true,
    inboundGasEstimate: true,
    slipBps: true,
    totalBps: true,
    recommendedMinAmount: true,
    dustThreshold: true,
    maxStreamingQuantity: true,
    seconds: { inboundConfirmation: true, swap: true, streaming: true, outboundDelay: true, total: true },
    sendBeforeMs: true,
    memo: true,
    inboundAddress: true,
    affiliateFloor: true,
    reason: true,
    adviceLevel: true,
    payoutSigning: true,
  },
};

/** Paths of members that are missing or undefined. */
export function toMissing(members: Members, value: unknown, path = ""): string[] {
  return Object.entries(members).flatMap(([key, below]) => {
    const here = `${path}${key}`;
    const told = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
    if (told === undefined) return [here];
    if (below === true) return [];
    if (!isList(below)) return toMissing(below, told, `${here}.`);
    if (!Array.isArray(told)) return [here];
    return told.flatMap((item: unknown, index) => toMissing(below[0], item, `${here}[${index}].`));
  });
}

function isList(members: Members | readonly [Members]): members is readonly [Members] {
  return Array.isArray(members);
}
