// Reads a swap's fees, part counts and start time from an indexer's actions.

import type { Money } from "../model/envelope.ts";
import type { StreamingProgress } from "../model/swap.ts";
import type { Action } from "../upstream/schemas.ts";
import { coinLegs } from "./action-legs.ts";

export type Fee = Pick<Money, "asset" | "base">;

/** Liquidity fees of all parts, in base units of the native asset. Null if no action has a fee. */
export function liquidityFee(swapActions: readonly Action[]): bigint | null {
  const feeByPart = new Map(
    swapActions.map((action) => [partKey(action), action.metadata?.swap?.liquidityFee]),
  );
  const isValidFee = (fee: bigint | undefined): fee is bigint => fee !== undefined && fee >= 0n;
  const partFees = [...feeByPart.values()].filter(isValidFee);
  return partFees.length === 0 ? null : partFees.reduce((sum, fee) => sum + fee, 0n);
}

function partKey({ height, date, in: depositLegs }: Action): string {
  const depositLegTexts = coinLegs(depositLegs).map(
    ({ txID, asset, amount }) => `${txID} ${asset} ${amount}`,
  );
  return JSON.stringify([height, date, depositLegTexts]);
}

/**
 * Parts done (`count`, includes failed parts) and planned (`quantity`). Null for one part or wrong
 * counts. `failed` is null if an old indexer omits it.
 */
export function swapParts(swapActions: readonly Action[]): StreamingProgress | null {
  const streamingMeta = swapActions
    .map(({ metadata }) => metadata?.swap?.streamingSwapMeta)
    .find((meta) => meta !== undefined);
  if (!streamingMeta) return null;
  const { count, quantity, failedSwaps } = streamingMeta;
  const failedCount = failedSwaps?.length ?? null;
  if (quantity <= 1 || count > quantity || (failedCount ?? 0) > count) return null;
  return { count, quantity, asset: null, in: null, out: null, failed: failedCount };
}

/** The outbound fees of a swap. Each action lists all of these fees, so actions are not summed. */
export function outboundFees(actions: readonly Action[]): Fee[] {
  const feeByKey = new Map<string, Fee>();
  const maxCountInOneAction = new Map<string, number>();
  for (const { metadata } of actions) {
    const countInThisAction = new Map<string, number>();
    const networkFees = metadata?.swap?.networkFees ?? metadata?.refund?.networkFees ?? [];
    for (const { asset, amount } of networkFees) {
      const feeKey = `${asset} ${amount}`;
      const feeCount = (countInThisAction.get(feeKey) ?? 0) + 1;
      countInThisAction.set(feeKey, feeCount);
      feeByKey.set(feeKey, { asset, base: amount });
      maxCountInOneAction.set(feeKey, Math.max(maxCountInOneAction.get(feeKey) ?? 0, feeCount));
    }
  }
  return [...feeByKey].flatMap(([feeKey, fee]) =>
    Array.from({ length: maxCountInOneAction.get(feeKey) ?? 0 }, () => fee),
  );
}

export function startTimeMs(actions: readonly Action[]): number | null {
  const dateTexts = actions.map(({ date }) => date).filter((date) => /^\d{16,19}$/.test(date));
  if (dateTexts.length === 0) return null;
  return Math.min(...dateTexts.map((date) => Number(BigInt(date) / 1_000_000n)));
}
