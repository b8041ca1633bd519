// What the indexer says of one hash. An empty list means "not seen", never success or failure.

import type { StreamingProgress, SwapOut, SwapReading } from "../model/swap.ts";
import type { Action, Actions } from "../upstream/schemas.ts";
import { payoutChainCode } from "../values/assets.ts";
import { cleanTextOrNull } from "../values/clean-text.ts";
import { parseOutputTxid } from "../values/txid.ts";
import { type Fee, liquidityFee, outboundFees, startTimeMs, swapParts } from "./action-figures.ts";
import { type CoinLeg, coinLegs, depositActions } from "./action-legs.ts";
import { parseSwapMemo, type SwapMemo } from "./memo.ts";
import { type AssetNames, findUserProof, targetMatcher } from "./outputs.ts";

type IndexerState =
  | "failed"
  | "refunded"
  | "partially_refunded"
  | "done"
  | "swapping"
  | "outbound_signing";

export interface IndexerFacts {
  readonly state: IndexerState;
  readonly isSettled: boolean;
  readonly isRejected: boolean;
  readonly refundExpected: boolean;
  readonly isUserPaid: boolean;
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

export function indexerFactsOf(
  listedActions: Actions,
  txid: string,
  nodeMemo: string | null,
  assetNames: AssetNames,
): IndexerFacts | null {
  const actions = depositActions(listedActions, txid);
  if (actions.length === 0) return null;
  const actionsByType: ActionsByType = {
    swaps: actions.filter(({ type }) => type === "swap"),
    refunds: actions.filter(({ type }) => type === "refund"),
    failures: actions.filter(({ type }) => type === "failed"),
  };
  const memoText = actions.map(memoOf).find((text) => text !== undefined) ?? nodeMemo;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  const payouts = recordedPayouts(actions, actionsByType, memoText, memo, assetNames);
  const isUserPaid = memo !== null && payouts.some(({ kind }) => kind === "swap");
  // Without a payout to the user, a "success" only means that the affiliate was paid.
  const isOnlyAffiliatePaid = memo !== null && payouts.length > 0 && !isUserPaid;
  return {
    ...recordedState(actionsByType, isUserPaid, isOnlyAffiliatePaid),
    isRejected: actionsByType.failures.length > 0,
    isUserPaid,
    memo: memoText,
    in: recordedDeposit(actions, actionsByType, memoText, assetNames),
    out: payouts,
    refundReason: cleanTextOrNull(actions.map(refundReasonOf).find((text) => text)),
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

const refundReasonOf = ({ metadata }: Action): string | undefined =>
  metadata?.refund?.reason ?? metadata?.failed?.reason;

const hasStatus = (actions: readonly Action[], status: string) =>
  actions.some((action) => action.status === status);

type RecordedState = Pick<IndexerFacts, "state" | "isSettled" | "refundExpected">;

function recordedState(
  { swaps, refunds, failures }: ActionsByType,
  isUserPaid: boolean,
  isOnlyAffiliatePaid: boolean,
): RecordedState {
  const isSwapPending = hasStatus(swaps, "pending");
  const settledWithoutRefund = { isSettled: true, refundExpected: false };
  const openWithoutRefund = { isSettled: false, refundExpected: false };
  if (failures.length > 0) {
    const refundLegs = failures.flatMap(({ out }) => out);
    const isRefundSent = refundLegs.some(({ txID = "" }) => txID.trim() !== "");
    return { state: isRefundSent ? "refunded" : "failed", ...settledWithoutRefund };
  }
  if (hasStatus(refunds, "pending"))
    return { state: "outbound_signing", isSettled: false, refundExpected: true };
  if (hasStatus(refunds, "success")) {
    const isPartlyRefunded = hasStatus(swaps, "success") && isUserPaid;
    const refundState = isPartlyRefunded ? "partially_refunded" : "refunded";
    return { state: refundState, isSettled: !isSwapPending, refundExpected: false };
  }
  if (isSwapPending) return { state: "swapping", ...openWithoutRefund };
  return isOnlyAffiliatePaid
    ? { state: "outbound_signing", ...openWithoutRefund }
    : { state: "done", ...settledWithoutRefund };
}

function recordedDeposit(
  actions: readonly Action[],
  { swaps, refunds }: ActionsByType,
  memoText: string | null,
  { preset }: AssetNames,
): SwapReading["in"] {
  // Indexers list a partly refunded deposit in different ways, so its amount is unknown.
  if (swaps.length > 0 && refunds.length > 0) return null;
  const depositLegs = coinLegs(actions.flatMap((action) => action.in));
  const [firstLeg] = depositLegs;
  if (!firstLeg || depositLegs.some(({ asset }) => asset !== firstLeg.asset)) return null;
  const { asset, address } = firstLeg;
  const chain = payoutChainCode(asset, preset);
  const amount = depositLegs.reduce((sum, leg) => sum + leg.amount, 0n);
  return { chain, asset, amount, address, memo: cleanTextOrNull(memoText) };
}

function recordedPayouts(
  actions: readonly Action[],
  { refunds, failures }: ActionsByType,
  memoText: string | null,
  memo: SwapMemo | null,
  assetNames: AssetNames,
): SwapOut[] {
  const refundedDepositLegs = coinLegs([...refunds, ...failures].flatMap((action) => action.in));
  const refundedAssets = new Set(refundedDepositLegs.map(({ asset }) => asset));
  const isTargetAsset = targetMatcher(memo, assetNames);
  return coinLegs(actions.flatMap((action) => action.out)).map((leg) => {
    const { asset, amount, address } = leg;
    return {
      kind: payoutKind(leg),
      chain: payoutChainCode(asset, assetNames.preset),
      asset,
      amount,
      address,
      txid: parseOutputTxid(leg.txID),
    };
  });

  function payoutKind(leg: CoinLeg): SwapOut["kind"] {
    if (leg.affiliate) return "affiliate";
    // A refund's action lists all payouts. The payout in the deposit's asset is the refund.
    if (refundedAssets.has(leg.asset)) return "refund";
    // Without a memo the recipient is not known. The payout then counts as the user's.
    if (memoText === null) return "swap";
    const userProof = memo && findUserProof(leg, memo, leg.address === null, isTargetAsset);
    return userProof === null ? "affiliate" : "swap";
  }
}
