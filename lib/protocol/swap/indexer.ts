// What the indexer says of one hash. An empty list means "not seen", never success or failure.

import type { StreamingProgress, SwapOut, SwapReading } from "../model/swap.ts";
import type { Action, Actions } from "../upstream/schemas.ts";
import { payoutChainCode } from "../values/assets.ts";
import { cleanTextOrNull } from "../values/clean-text.ts";
import { parseOutputTxid } from "../values/txid.ts";
import { type Fee, liquidityFee, outboundFees, startTimeMs, swapParts } from "./action-figures.ts";
import { type CoinLeg, coinLegs, depositActions } from "./action-legs.ts";
import { parseSwapMemo, type SwapMemo } from "./memo.ts";
import { type AssetNames, findProof, targetMatcher } from "./outputs.ts";

type IndexerState =
  | "failed"
  | "refunded"
  | "partially_refunded"
  | "done"
  | "swapping"
  | "outbound_signing";

export interface IndexerFacts {
  readonly state: IndexerState;
  readonly settled: boolean;
  readonly rejected: boolean;
  readonly refundExpected: boolean;
  readonly paidUser: boolean;
  readonly memo: string | null;
  readonly in: SwapReading["in"];
  readonly out: readonly SwapOut[];
  readonly refundReason: string | null;
  readonly liquidityFee: bigint | null;
  readonly outboundFees: readonly Fee[];
  readonly startedAtMs: number | null;
  readonly parts: StreamingProgress | null;
}

interface ActionsByType {
  readonly swaps: readonly Action[];
  readonly refunds: readonly Action[];
  readonly failures: readonly Action[];
}

/** Null without an action that counts. `nodeMemo` is for 2021 to 2022, when actions had no memo. */
export function indexerFactsOf(
  record: Actions,
  txid: string,
  nodeMemo: string | null,
  names: AssetNames,
): IndexerFacts | null {
  const actions = depositActions(record, txid);
  if (actions.length === 0) return null;
  const actionsByType: ActionsByType = {
    swaps: actions.filter(({ type }) => type === "swap"),
    refunds: actions.filter(({ type }) => type === "refund"),
    failures: actions.filter(({ type }) => type === "failed"),
  };
  const memoText = actions.map(memoOf).find((text) => text !== undefined) ?? nodeMemo;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  const out = recordedPayouts(actions, actionsByType, memoText, memo, names);
  const paidUser = memo !== null && out.some(({ kind }) => kind === "swap");
  // If all payouts are others', a "success" only means that the affiliate was paid.
  const isOnlyAffiliatePaid = memo !== null && out.length > 0 && !paidUser;
  return {
    ...recordedState(actionsByType, paidUser, isOnlyAffiliatePaid),
    rejected: actionsByType.failures.length > 0,
    paidUser,
    memo: memoText,
    in: recordedDeposit(actions, actionsByType, memoText, names),
    out,
    refundReason: cleanTextOrNull(actions.map(reasonOf).find((text) => text)),
    liquidityFee: liquidityFee(actionsByType.swaps),
    outboundFees: outboundFees(actions),
    startedAtMs: startTimeMs(actions),
    parts: swapParts(actionsByType.swaps),
  };
}

function memoOf({ metadata }: Action): string | undefined {
  const { swap, refund, failed } = metadata ?? {};
  return swap?.memo || refund?.memo || failed?.memo || undefined;
}

const reasonOf = ({ metadata }: Action): string | undefined =>
  metadata?.refund?.reason ?? metadata?.failed?.reason;

const hasStatus = (actions: readonly Action[], status: string) =>
  actions.some((action) => action.status === status);

type RecordedState = Pick<IndexerFacts, "state" | "settled" | "refundExpected">;

function recordedState(
  { swaps, refunds, failures }: ActionsByType,
  paidUser: boolean,
  isOnlyAffiliatePaid: boolean,
): RecordedState {
  const isPending = hasStatus(swaps, "pending");
  const ended = { settled: true, refundExpected: false };
  const open = { settled: false, refundExpected: false };
  if (failures.length > 0) {
    const sentLegs = failures.flatMap(({ out }) => out);
    const isReturned = sentLegs.some(({ txID = "" }) => txID.trim() !== "");
    return { state: isReturned ? "refunded" : "failed", ...ended };
  }
  if (hasStatus(refunds, "pending"))
    return { state: "outbound_signing", settled: false, refundExpected: true };
  if (hasStatus(refunds, "success")) {
    const isPartial = hasStatus(swaps, "success") && paidUser;
    const state = isPartial ? "partially_refunded" : "refunded";
    return { state, settled: !isPending, refundExpected: false };
  }
  if (isPending) return { state: "swapping", ...open };
  return isOnlyAffiliatePaid ? { state: "outbound_signing", ...open } : { state: "done", ...ended };
}

function recordedDeposit(
  actions: readonly Action[],
  { swaps, refunds }: ActionsByType,
  memoText: string | null,
  { preset }: AssetNames,
): SwapReading["in"] {
  // Versions of the indexer differ in how a refund and a swap share one deposit.
  if (swaps.length > 0 && refunds.length > 0) return null;
  const legs = coinLegs(actions.flatMap((action) => action.in));
  const [firstLeg] = legs;
  if (!firstLeg || legs.some(({ asset }) => asset !== firstLeg.asset)) return null;
  const { asset, address } = firstLeg;
  const chain = payoutChainCode(asset, preset);
  const amount = legs.reduce((sum, leg) => sum + leg.amount, 0n);
  return { chain, asset, amount, address, memo: cleanTextOrNull(memoText) };
}

function recordedPayouts(
  actions: readonly Action[],
  { refunds, failures }: ActionsByType,
  memoText: string | null,
  memo: SwapMemo | null,
  names: AssetNames,
): SwapOut[] {
  const returnedLegs = coinLegs([...refunds, ...failures].flatMap((action) => action.in));
  const refundAssets = new Set(returnedLegs.map(({ asset }) => asset));
  const isTarget = targetMatcher(memo, names);
  return coinLegs(actions.flatMap((action) => action.out)).map((leg) => {
    const { asset, amount, address } = leg;
    const chain = payoutChainCode(asset, names.preset);
    return {
      kind: payoutKind(leg),
      chain,
      asset,
      amount,
      address,
      txid: parseOutputTxid(leg.txID),
    };
  });

  function payoutKind(leg: CoinLeg): SwapOut["kind"] {
    if (leg.affiliate) return "affiliate";
    // Both actions of a hash list all payouts. One in the refunded asset is the refund.
    if (refundAssets.has(leg.asset)) return "refund";
    // Without a memo nothing shows whose a payout is. It counts as the user's.
    if (memoText === null) return "swap";
    const isProven = memo !== null && findProof(leg, memo, leg.address === null, isTarget) !== null;
    return isProven ? "swap" : "affiliate";
  }
}
