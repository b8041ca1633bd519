// What the actions of one hash record of its costs, its parts and its start.

import type { Money } from "../model/envelope.ts";
import type { StreamingProgress } from "../model/swap.ts";
import type { Action } from "../upstream/schemas.ts";
import { coinLegs } from "./action-legs.ts";

export type Fee = Pick<Money, "asset" | "base">;

/** Base units of the native asset, added over the parts; null where no action states it. */
export function liquidityFee(swaps: readonly Action[]): bigint | null {
  const feesByPart = new Map(
    swaps.map((swap) => [partKey(swap), swap.metadata?.swap?.liquidityFee]),
  );
  const isFee = (fee: bigint | undefined): fee is bigint => fee !== undefined && fee >= 0n;
  const fees = [...feesByPart.values()].filter(isFee);
  return fees.length === 0 ? null : fees.reduce((sum, fee) => sum + fee, 0n);
}

function partKey({ height, date, in: legs }: Action): string {
  const deposits = coinLegs(legs).map(({ txID, asset, amount }) => `${txID} ${asset} ${amount}`);
  return JSON.stringify([height, date, deposits]);
}

/** `count` includes failed parts. An older indexer does not list failed parts. */
export function swapParts(swaps: readonly Action[]): StreamingProgress | null {
  const parts = swaps
    .map(({ metadata }) => metadata?.swap?.streamingSwapMeta)
    .find((meta) => meta !== undefined);
  if (!parts) return null;
  const { count, quantity, failedSwaps } = parts;
  const failed = failedSwaps?.length ?? null;
  if (quantity <= 1 || count > quantity || (failed ?? 0) > count) return null;
  return { count, quantity, asset: null, in: null, out: null, failed };
}

/** Each action lists the fees of the whole hash, so equal fees are counted in one action. */
export function outboundFees(actions: readonly Action[]): Fee[] {
  const fees = new Map<string, Fee>();
  const maxCounts = new Map<string, number>();
  for (const { metadata } of actions) {
    const counts = new Map<string, number>();
    const networkFees = metadata?.swap?.networkFees ?? metadata?.refund?.networkFees ?? [];
    for (const { asset, amount } of networkFees) {
      const key = `${asset} ${amount}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      fees.set(key, { asset, base: amount });
      maxCounts.set(key, Math.max(maxCounts.get(key) ?? 0, count));
    }
  }
  return [...fees].flatMap(([key, fee]) =>
    Array.from({ length: maxCounts.get(key) ?? 0 }, () => fee),
  );
}

/** Null without a readable date. An action's date counts nanoseconds since the epoch. */
export function startTimeMs(actions: readonly Action[]): number | null {
  const dates = actions.map(({ date }) => date).filter((date) => /^\d{16,19}$/.test(date));
  if (dates.length === 0) return null;
  return Math.min(...dates.map((date) => Number(BigInt(date) / 1_000_000n)));
}
