// Whose an output is. Only a payout to the memo's own destination is known to be the user's.

import type { SwapOut } from "../model/swap.ts";
import type { TxStatus } from "../upstream/schemas.ts";
import { isPaidAs, isSameAddress } from "../values/address-match.ts";
import { type KnownAsset, payoutChainCode } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { isAddressText } from "../values/clean-text.ts";
import { memoMatcher } from "../values/memo-asset.ts";
import { parseOutputTxid } from "../values/txid.ts";
import { isName, type SwapMemo } from "./memo.ts";

/** "no_memo": there is nothing to compare. "no_swap": only a swap pays an affiliate. */
type Proof = "address" | "asset" | "no_memo" | "no_swap";

export interface Output extends SwapOut {
  /** Upstream text, not cleaned. */
  readonly address: string | null;
  readonly sent: boolean;
  readonly proof: Proof | null;
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

export function findProof(
  output: OutputTarget,
  memo: SwapMemo,
  isAddressMissing: boolean,
  isTarget: (asset: string) => boolean,
): Proof | null {
  const { destination } = memo;
  if (destination && output.address && isPaidAs(destination, output.address)) return "address";
  const isAddressUnknown = destination === null || isName(destination) || isAddressMissing;
  return isAddressUnknown && isTarget(output.asset) ? "asset" : null;
}

type UnprovenOutput = Omit<Output, "kind" | "proof"> & { readonly isRefund: boolean };

export function nodeOutputs(
  status: TxStatus,
  hasMemo: boolean,
  memo: SwapMemo | null,
  names: AssetNames,
): Output[] {
  const isTarget = targetMatcher(memo, names);
  const planned = plannedOutputs(status);
  const sent = sentOutputs(status, planned, names.preset);
  return [...planned, ...sent].map(({ isRefund, ...output }) => {
    const proof = isRefund ? null : proofOf(output);
    return { ...output, kind: outputKind(isRefund, proof), proof };
  });

  function proofOf(output: OutputTarget & Pick<Output, "sent">): Proof | null {
    if (!hasMemo) return output.sent ? null : "no_memo";
    if (memo === null) return "no_swap";
    return findProof(output, memo, output.address === null, isTarget);
  }
}

function plannedOutputs(status: TxStatus): UnprovenOutput[] {
  return status.planned_out_txs.map((output) => ({
    sent: false,
    isRefund: output.refund === true,
    chain: output.chain,
    asset: output.coin.asset,
    amount: output.coin.amount,
    address: output.to_address || null,
    txid: null,
  }));
}

function sentOutputs(
  status: TxStatus,
  planned: readonly UnprovenOutput[],
  preset: Preset,
): UnprovenOutput[] {
  const plannedRefunds = planned.filter(({ isRefund }) => isRefund);
  return status.out_txs.flatMap((tx) =>
    (tx.coins ?? []).map(({ asset, amount }) => {
      const address = tx.to_address || null;
      return {
        sent: true,
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

function outputKind(isRefund: boolean, proof: Proof | null): SwapOut["kind"] {
  if (isRefund) return "refund";
  return proof ? "swap" : "affiliate";
}

/** A refund without a memo is known by the planned refund that it carries out. */
const isSentRefund = (
  memo: string | undefined,
  output: OutputTarget,
  plannedRefunds: readonly OutputTarget[],
): boolean =>
  memo ? /^refund:/i.test(memo) : plannedRefunds.some((plan) => isSameTarget(plan, output));

/** Each payout once: a planned payout is left out once it is sent. */
export function swapOutputs(outputs: readonly Output[]): SwapOut[] {
  const { sent, awaited } = matchPlans(outputs);
  return [...sent, ...awaited].map(({ kind, chain, asset, amount, address, txid }) => ({
    kind,
    chain,
    asset,
    amount,
    address: address && isAddressText(address) ? address : null,
    txid,
  }));
}

export const isUserPayout = ({ kind }: Pick<SwapOut, "kind">): boolean => kind !== "affiliate";

export function userPayouts(
  outputs: readonly Output[],
): Readonly<Record<"sent" | "awaited", readonly SwapOut["kind"][]>> {
  const { sent, awaited } = matchPlans(outputs);
  const userKinds = (payouts: readonly Output[]) =>
    payouts.filter(isUserPayout).map(({ kind }) => kind);
  return { sent: userKinds(sent), awaited: userKinds(awaited) };
}

/**
 * `sent`: each with the kind of its plan, if its own kind is not known.
 * `awaited`: planned outputs that are not sent yet.
 */
function matchPlans(
  outputs: readonly Output[],
): Readonly<Record<"sent" | "awaited", readonly Output[]>> {
  const awaited = outputs.filter((output) => !output.sent);
  const sent = outputs.filter((output) => output.sent);
  const plans = new Map<Output, Output>();
  for (const isPlanOf of [isExactPlan, isSameTarget, isPlanOfAmount, isPlanOfKind]) {
    for (const output of sent) {
      const planIndex = plans.has(output)
        ? -1
        : awaited.findIndex((plan) => isPlanOf(plan, output));
      if (planIndex >= 0) plans.set(output, awaited.splice(planIndex, 1)[0] as Output);
    }
  }
  const withPlannedKind = (output: Output) => ({
    ...output,
    kind: plans.get(output)?.kind ?? output.kind,
  });
  return {
    sent: sent.map((output) => (isUserPayout(output) ? output : withPlannedKind(output))),
    awaited,
  };
}

type IsPlan = (plan: Output, sent: Output) => boolean;

const isSameTarget = (plan: OutputTarget, sent: OutputTarget) =>
  plan.asset === sent.asset &&
  (!plan.address || !sent.address || isSameAddress(plan.address, sent.address));
const isExactPlan: IsPlan = (plan, sent) => isSameTarget(plan, sent) && plan.amount === sent.amount;
const isPlanOfAmount: IsPlan = (plan, sent) =>
  plan.asset === sent.asset && plan.amount === sent.amount;
const isPlanOfKind: IsPlan = (plan, sent) =>
  plan.asset === sent.asset && plan.kind === sent.kind && isUserPayout(sent);
