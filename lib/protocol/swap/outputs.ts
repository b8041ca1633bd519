// Whose an output is. Only a payout to the memo's own destination is known to be the user's.

import type { SwapOut } from "../model/swap.ts";
import type { TxStatus } from "../upstream/schemas.ts";
import { isPaidAs, isSameAddress } from "../values/address-match.ts";
import { type KnownAsset, payoutChainOf } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { isAddressText } from "../values/clean-text.ts";
import { memoMatcher } from "../values/memo-asset.ts";
import { parseOutputTxid } from "../values/txid.ts";
import { isName, type SwapMemo } from "./memo.ts";

/** "no_memo": there is nothing to compare. "no_swap": only swaps pay affiliates. */
type Proof = "address" | "asset" | "no_memo" | "no_swap";

/** `address` is not cleaned. */
export interface Output extends SwapOut {
  readonly sent: boolean;
  readonly proof: Proof | null;
}

export interface AssetNames {
  readonly knownAssets: readonly KnownAsset[];
  readonly preset: Preset;
}

export function targetMatcher(
  memo: SwapMemo | null,
  { knownAssets: known, preset }: AssetNames,
): (asset: string) => boolean {
  return memo === null ? () => false : memoMatcher(memo.target, known, preset);
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
  const isAddressSilent = destination === null || isName(destination) || isAddressMissing;
  return isAddressSilent && isTarget(output.asset) ? "asset" : null;
}

export function nodeOutputs(
  node: TxStatus,
  hasMemo: boolean,
  memo: SwapMemo | null,
  context: AssetNames,
): Output[] {
  const isTarget = targetMatcher(memo, context);
  const planned = node.planned_out_txs.map((out) => ({
    sent: false,
    refund: out.refund === true,
    chain: out.chain,
    asset: out.coin.asset,
    amount: out.coin.amount,
    address: out.to_address || null,
    txid: null,
  }));
  const plannedRefunds = planned.filter((out) => out.refund);
  const sent = node.out_txs.flatMap((out) =>
    (out.coins ?? []).map(({ asset, amount }) => {
      const address = out.to_address || null;
      return {
        sent: true,
        refund: isRefund(out.memo, { asset, address }, plannedRefunds),
        chain: out.chain ?? payoutChainOf(asset, context.preset) ?? "",
        asset,
        amount,
        address,
        txid: parseOutputTxid(out.id),
      };
    }),
  );
  return [...planned, ...sent].map(({ refund, ...out }) => {
    const proof = refund ? null : proofOf(out);
    return { ...out, kind: refund ? "refund" : proof ? "swap" : "affiliate", proof };
  });

  function proofOf(out: { sent: boolean; asset: string; address: string | null }): Proof | null {
    if (!hasMemo) return out.sent ? null : "no_memo";
    // Only a swap pays an affiliate.
    if (memo === null) return "no_swap";
    return findProof(out, memo, out.address === null, isTarget);
  }
}

/** A refund without a memo is known by the planned refund that it carries out. */
const isRefund = (
  memo: string | undefined,
  out: OutputTarget,
  plannedRefunds: readonly OutputTarget[],
): boolean =>
  memo ? /^refund:/i.test(memo) : plannedRefunds.some((plan) => isSameTarget(plan, out));

/** Each payout once: a planned one is left out when its sent one is there. */
export function swapOutputs(outputs: readonly Output[]): SwapOut[] {
  const { sent, open } = matchPlans(outputs);
  return [...sent, ...open].map(({ kind, chain, asset, amount, address, txid }) => {
    return {
      kind,
      chain,
      asset,
      amount,
      address: address && isAddressText(address) ? address : null,
      txid,
    };
  });
}

export function userPayouts(
  outputs: readonly Output[],
): Readonly<Record<"sent" | "awaited", readonly SwapOut["kind"][]>> {
  const { sent, open } = matchPlans(outputs);
  const kinds = (outputs: readonly Output[]) =>
    outputs.flatMap(({ kind }) => (kind === "affiliate" ? [] : kind));
  return { sent: kinds(sent), awaited: kinds(open) };
}

/** `sent`: with its plan's kind where its own is not known. `open`: plans without a payment. */
function matchPlans(
  outputs: readonly Output[],
): Readonly<Record<"sent" | "open", readonly Output[]>> {
  const open = outputs.filter((out) => !out.sent);
  const sent = outputs.filter((out) => out.sent);
  const plans = new Map<Output, Output>();
  for (const isPlanOf of [isExactPlan, isSameTarget, isPlanOfAmount, isPlanOfKind]) {
    for (const out of sent) {
      const planIndex = plans.has(out) ? -1 : open.findIndex((plan) => isPlanOf(plan, out));
      if (planIndex >= 0) plans.set(out, open.splice(planIndex, 1)[0] as Output);
    }
  }
  return {
    sent: sent.map((out) =>
      out.kind === "affiliate" ? { ...out, kind: plans.get(out)?.kind ?? out.kind } : out,
    ),
    open,
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
  plan.asset === sent.asset && plan.kind === sent.kind && sent.kind !== "affiliate";
