// Amounts in the decimals of their own chain. Nodes count more, which no wallet can send.

import { type Agreed, deriveAgreed } from "../model/agreed.ts";
import { decimalsOf } from "../values/amounts.ts";
import type { Market } from "./market.ts";

type Pools = Market["pools"];

/** Decimals of an amount that a wallet can send. Those of nodes, if no pool states fewer. */
export function payableDecimals(asset: string, pools: Pools): number {
  const unitDecimals = decimalsOf(asset);
  const chainDecimals = pools?.find((pool) => pool.asset === asset)?.decimals ?? unitDecimals;
  return Math.min(unitDecimals, chainDecimals);
}

/** The least amount of the asset's chain, in base units. */
const payableStep = (asset: string, pools: Pools): bigint =>
  10n ** BigInt(decimalsOf(asset) - payableDecimals(asset, pools));

export const cutToPayable = (amount: bigint, asset: string, pools: Pools): bigint =>
  amount - (amount % payableStep(asset, pools));

/** The least amount that can be sent and is not below a minimum. */
export function payableMin(
  min: Agreed<bigint> | null,
  asset: string,
  pools: Pools,
): Agreed<bigint> | null {
  const step = payableStep(asset, pools);
  return min && deriveAgreed([min], (base) => base + ((step - (base % step)) % step));
}
