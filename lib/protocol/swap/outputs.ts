// Sorts outputs into payouts to the user, refunds and affiliate payouts.

import type { SwapOut } from "../model/swap.ts";
import type { TxStatus } from "../upstream/schemas.ts";
import { isPaidAs, isSameAddress } from "../values/address-match.ts";
import { type KnownAsset, payoutChainCode } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { isAddressText } from "../values/clean-text.ts";
import { memoMatcher } from "../values/memo-asset.ts";
import { parseOutputTxid } from "../values/txid.ts";
import { isName, type SwapMemo } from "./memo.ts";

/**
 * Why an output counts as paid to the user: it has the address or the asset of the memo, or the
 * memo is unknown ("no_memo"), or the memo asks for no swap ("no_swap").
 */
type UserProof = "address" | "asset" | "no_memo" | "no_swap";

export interface Output extends SwapOut {
  /** As the node states it, so possibly not valid. `swapOutputs` turns invalid text into null. */
  readonly address: string | null;
  readonly isSent: boolean;
  readonly userProof: UserProof | null;
}

export interface AssetNames {
  readonly knownAssets: readonly KnownAsset[];
  readonly preset: Preset;
}

export function targetMatcher(
  memo: SwapMemo | null,
  { knownAssets, preset }: AssetNames,
): (asset: string) => boolean {
  return memo === null ? () => false : memoMatcher(memo.target, knownAssets, preset);
}

type OutputTarget = Pick<Output, "asset" | "address">;

export function findUserProof(
  output: OutputTarget,
  memo: SwapMemo,
  isAddressMissing: boolean,
  isTargetAsset: (asset: string) => boolean,
): UserProof | null {
  const { destination } = memo;
  if (destination && output.address && isPaidAs(destination, output.address)) return "address";
  const isAddressUnknown = destination === null || isName(destination) || isAddressMissing;
  return isAddressUnknown && isTargetAsset(output.asset) ? "asset" : null;
}

type UnprovenOutput = Omit<Output, "kind" | "userProof"> & { readonly isRefund: boolean };

export function nodeOutputs(
  status: TxStatus,
  hasMemo: boolean,
  memo: SwapMemo | null,
  assetNames: AssetNames,
): Output[] {
  const isTargetAsset = targetMatcher(memo, assetNames);
  const plannedOutputs = plannedOutputsOf(status);
  const sentOutputs = sentOutputsOf(status, plannedOutputs, assetNames.preset);
  return [...plannedOutputs, ...sentOutputs].map(({ isRefund, ...output }) => {
    const userProof = isRefund ? null : userProofOf(output);
    return { ...output, kind: outputKind(isRefund, userProof), userProof };
  });

  function userProofOf(output: OutputTarget & Pick<Output, "isSent">): UserProof | null {
    if (!hasMemo) return output.isSent ? null : "no_memo";
    if (memo === null) return "no_swap";
    return findUserProof(output, memo, output.address === null, isTargetAsset);
  }
}

function plannedOutputsOf(status: TxStatus): UnprovenOutput[] {
  return status.planned_out_txs.map((output) => ({
    isSent: false,
    isRefund: output.refund === true,
    chain: output.chain,
    asset: output.coin.asset,
    amount: output.coin.amount,
    address: output.to_address || null,
    txid: null,
  }));
}

function sentOutputsOf(
  status: TxStatus,
  plannedOutputs: readonly UnprovenOutput[],
  preset: Preset,
): UnprovenOutput[] {
  const plannedRefunds = plannedOutputs.filter(({ isRefund }) => isRefund);
  return status.out_txs.flatMap((tx) =>
    (tx.coins ?? []).map(({ asset, amount }) => {
      const address = tx.to_address || null;
      return {
        isSent: true,
        isRefund: isSentRefund(tx.memo, { asset, address }, plannedRefunds),
        chain: tx.chain ?? payoutChainCode(asset, preset),
        asset,
        amount,
        address,
        txid: parseOutputTxid(tx.id),
      };
    }),
  );
}

function outputKind(isRefund: boolean, userProof: UserProof | null): SwapOut["kind"] {
  if (isRefund) return "refund";
  return userProof ? "swap" : "affiliate";
}

/** A sent output without a memo is a refund if a planned refund has its asset and address. */
const isSentRefund = (
  memoText: string | undefined,
  output: OutputTarget,
  plannedRefunds: readonly OutputTarget[],
): boolean =>
  memoText ? /^refund:/i.test(memoText) : plannedRefunds.some((plan) => isSameTarget(plan, output));

export function swapOutputs(outputs: readonly Output[]): SwapOut[] {
  const { sentOutputs, awaitedOutputs } = matchPlans(outputs);
  return [...sentOutputs, ...awaitedOutputs].map(
    ({ kind, chain, asset, amount, address, txid }) => ({
      kind,
      chain,
      asset,
      amount,
      address: address && isAddressText(address) ? address : null,
      txid,
    }),
  );
}

export const isUserPayout = ({ kind }: Pick<SwapOut, "kind">): boolean => kind !== "affiliate";

export function userPayoutKinds(
  outputs: readonly Output[],
): Readonly<Record<"sentKinds" | "awaitedKinds", readonly SwapOut["kind"][]>> {
  const { sentOutputs, awaitedOutputs } = matchPlans(outputs);
  const userKindsOf = (payouts: readonly Output[]) =>
    payouts.filter(isUserPayout).map(({ kind }) => kind);
  return { sentKinds: userKindsOf(sentOutputs), awaitedKinds: userKindsOf(awaitedOutputs) };
}

/**
 * Pairs sent outputs with planned outputs. A sent output of kind "affiliate" takes the kind of its
 * plan. `awaitedOutputs` are planned outputs that were not sent.
 */
function matchPlans(
  outputs: readonly Output[],
): Readonly<Record<"sentOutputs" | "awaitedOutputs", readonly Output[]>> {
  const awaitedOutputs = outputs.filter((output) => !output.isSent);
  const sentOutputs = outputs.filter((output) => output.isSent);
  const planByOutput = new Map<Output, Output>();
  for (const isPlanOf of [isExactPlan, isSameTarget, isPlanOfAmount, isPlanOfKind]) {
    for (const output of sentOutputs) {
      if (planByOutput.has(output)) continue;
      const planIndex = awaitedOutputs.findIndex((plan) => isPlanOf(plan, output));
      const [plan] = planIndex < 0 ? [] : awaitedOutputs.splice(planIndex, 1);
      if (plan) planByOutput.set(output, plan);
    }
  }
  const withPlannedKind = (output: Output): Output => {
    const plan = isUserPayout(output) ? undefined : planByOutput.get(output);
    return plan ? { ...output, kind: plan.kind } : output;
  };
  return { sentOutputs: sentOutputs.map(withPlannedKind), awaitedOutputs };
}

type IsPlan = (plan: Output, output: Output) => boolean;

const isSameTarget = (plan: OutputTarget, output: OutputTarget) =>
  plan.asset === output.asset &&
  (!plan.address || !output.address || isSameAddress(plan.address, output.address));
const isExactPlan: IsPlan = (plan, output) =>
  isSameTarget(plan, output) && plan.amount === output.amount;
const isPlanOfAmount: IsPlan = (plan, output) =>
  plan.asset === output.asset && plan.amount === output.amount;
const isPlanOfKind: IsPlan = (plan, output) =>
  plan.asset === output.asset && plan.kind === output.kind && isUserPayout(output);
