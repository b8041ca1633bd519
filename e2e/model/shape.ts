// The members that every reading must have, whatever went wrong: a missing key is a broken answer.
type Members = { readonly [key: string]: Members | readonly [Members] | true };

const named = (names: string): Members => Object.fromEntries(names.split(" ").map((name) => [name, true]));
const envelope: Members = {
  ...named("network source advice failure"),
  clock: named("freshness height blockTimeMs ageMs reason"),
};
const judgement = named("verdict haltedBy reason");
const four: Members = { chain: true, trading: judgement, deposits: judgement, signing: judgement };
export const shapes: Readonly<Record<"status" | "inbounds" | "pools" | "quote", Members>> = {
  status: {
    ...envelope,
    trading: judgement,
    chains: [
      {
        ...{ ...four, liquidity: judgement },
        ...named("scheduled native reason outboundFee dustThreshold gasAsset gasRate gasRateUnits"),
        ...named("blockSeconds lastObservedHeight"),
      },
    ],
    ...named("nativeTransactionFee nativeOutboundFee outboundMultiplierBps haltParameters queue"),
    minimumSlipBps: named("l1 synth trade secured derived stable"),
    providers: [named("kind ok height lagBlocks observedAtMs")],
  },
  inbounds: {
    ...envelope,
    chains: [{ ...four, ...named("address router gasRate gasRateUnits dustThreshold gasAsset sendBeforeMs reason") }],
  },
  pools: {
    ...envelope,
    pools: [
      {
        ...named("asset chain status priceUsd assetDepth nativeDepth nativeAsset depthUsd outboundFee"),
        trading: judgement,
      },
    ],
  },
  quote: {
    ...envelope,
    trading: judgement,
    ...named("from to amount expectedAmountOut fees inboundGasEstimate slipBps totalBps recommendedMinAmount"),
    ...named("dustThreshold maxStreamingQuantity sendBeforeMs memo inboundAddress affiliateFloor reason adviceLevel"),
    ...named("payoutSigning"),
    seconds: named("inboundConfirmation swap streaming outboundDelay total"),
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
