// The facts of a swap that two sources agree on: payouts and the deposit. A fact that one source leaves out or contradicts is not here.

import type { SwapOut, SwapReading } from "../model/swap.ts";
import { isSameAddress } from "../values/destination.ts";

type Deposit = NonNullable<SwapReading["in"]>;

/** Payouts that both lists have, each once, in the order of `a`. One whose id or address is left out is another payout. */
export function sharedOuts(a: readonly SwapOut[], b: readonly SwapOut[]): SwapOut[] {
  const rest = [...b];
  return a.filter((out) => {
    const at = rest.findIndex((other) => isSameOut(out, other));
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** The deposit, with what both tell of it; null where one tells of none, and undefined where they tell of two. */
export function sharedDeposit(a: Deposit | null, b: Deposit | null): Deposit | null | undefined {
  if (a === null || b === null) return null;
  const isSame =
    a.chain === b.chain &&
    isSameAsset(a, b) &&
    a.amount === b.amount &&
    isLike(a.address, b.address, isSameAddress) &&
    isLike(a.memo, b.memo, (one, other) => one === other);
  return isSame ? { ...a, address: b.address && a.address, memo: b.memo && a.memo } : undefined;
}

function isSameOut(a: SwapOut, b: SwapOut): boolean {
  const isSameMoney = a.kind === b.kind && a.chain === b.chain && isSameAsset(a, b) && a.amount === b.amount;
  const isSameGoal =
    a.address === null || b.address === null ? a.address === b.address : isSameAddress(a.address, b.address);
  return isSameMoney && isSameGoal && a.txid === b.txid;
}

const isSameAsset = (a: Pick<Deposit, "asset">, b: Pick<Deposit, "asset">) =>
  a.asset.toUpperCase() === b.asset.toUpperCase();
/** Whether two sources contradict each other in no way. */
const isLike = (a: string | null, b: string | null, isSame: (a: string, b: string) => boolean) =>
  a === null || b === null || isSame(a, b);
