// The reserve of newer THORNodes (3.20): it fills swaps between dollar assets one to one.

import type { Quorum } from "../model/agreed.ts";
import type { Mimir } from "../upstream/network-schemas.ts";
import { layer1Asset } from "../values/assets.ts";
import { agreeParameters } from "./agreement.ts";

const ENABLED_KEY = "STABLERESERVEENABLED";
/** Begins the key of each asset that the network counts as a dollar. */
const DOLLAR_KEY_PREFIX = "TORANCHOR-";

export interface StableReserve {
  /** Keys of the assets that the reserve fills, such as "TORANCHOR-ETH-USDC-0X…". */
  readonly reserveKeys: readonly string[];
}

/** No assets unless nodes agree that the reserve is on. */
export function agreeReserve(nodeMimirs: readonly Mimir[], quorum: Quorum): StableReserve {
  const namedKeys = nodeMimirs.flatMap((mimir) => Object.keys(mimir));
  const dollarKeys = [...new Set(namedKeys)].filter((key) => key.startsWith(DOLLAR_KEY_PREFIX));
  const votes = agreeParameters(nodeMimirs, quorum, [ENABLED_KEY, ...dollarKeys]);
  const isOn = (key: string) => {
    const vote = votes.get(key);
    return vote !== undefined && vote !== "unset" && vote > 0;
  };
  return { reserveKeys: isOn(ENABLED_KEY) ? dollarKeys.filter(isOn) : [] };
}

/** Of a fill, one to one: what the quote may differ by before its fees. */
const FILL_TOLERANCE_DIVISOR = 500n;

/** True if the output, before its fees, is what the reserve pays, and no pool's price. */
export const isOneToOne = (amount: bigint, leastOutBeforeFees: bigint): boolean =>
  leastOutBeforeFees >= amount - amount / FILL_TOLERANCE_DIVISOR;

/** True if the reserve may fill the swap beyond what the pools hold. */
export const isReserveFilled = (
  { from, to }: { readonly from: string; readonly to: string },
  { reserveKeys }: StableReserve,
): boolean =>
  [from, to].every((asset) => {
    const key = `${DOLLAR_KEY_PREFIX}${layer1Asset(asset)?.replace(".", "-")}`;
    return reserveKeys.includes(key);
  });
