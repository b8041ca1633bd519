// The state of a swap by one node's answer. The first rule that applies decides.
import {
  type StreamingProgress,
  type SwapReading,
  type SwapStage,
  type SwapState,
  stateRows,
  swapStages,
} from "../model/swap.ts";
import type { Stages, TxStatus } from "../upstream/schemas.ts";
import { payoutChainOf } from "../values/assets.ts";
import { cleanTextOrNull, isAddressText } from "../values/clean-text.ts";
import { parseSwapMemo, type SwapMemo } from "./memo.ts";
import { type AssetNames, nodeOutputs, type Output, userPayouts } from "./outputs.ts";
import { isLeftUnpaid } from "./queue.ts";

export interface NodeFacts {
  readonly rule: RuleName;
  readonly state: SwapState;
  readonly terminal: boolean;
  readonly isSwapOver: boolean;
  readonly isFinalised: boolean;
  readonly refundExpected: boolean;
  readonly in: SwapReading["in"];
  readonly outputs: readonly Output[];
  readonly hasUserOutput: boolean;
  readonly memoText: string | null;
  readonly memo: SwapMemo | null;
}

/** In the order in which `findRule` tries them. */
export const rules = {
  notSeen: { state: "unknown", terminal: false },
  observing: { state: "observing", terminal: false },
  awaitingConfirmations: { state: "confirming", terminal: false },
  swapPending: { state: "swapping", terminal: false },
  outboundDelayed: { state: "outbound_scheduled", terminal: false },
  outboundUnsigned: { state: "outbound_signing", terminal: false },
  outboundUnmatched: { state: "outbound_signing", terminal: false },
  partlyRefunded: { state: "partially_refunded", terminal: true },
  refunded: { state: "refunded", terminal: true },
  recipientPaid: { state: "done", terminal: true },
  payoutUnseen: { state: "outbound_signing", terminal: false },
  recipientUnclear: { state: "outbound_signing", terminal: false },
  nothingPlanned: { state: "no_output", terminal: false },
  notASwap: { state: "unknown", terminal: true },
  recipientUnpaid: { state: "outbound_signing", terminal: false },
} as const satisfies Readonly<Record<string, Pick<NodeFacts, "state" | "terminal">>>;

export type RuleName = keyof typeof rules;

const beforeOutbound: readonly RuleName[] = [
  "notSeen",
  "observing",
  "awaitingConfirmations",
  "swapPending",
];

export function readNodeFacts(node: TxStatus, context: AssetNames): NodeFacts {
  const memoText = node.tx?.memo || null;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  const outputs = nodeOutputs(node, memoText !== null, memo, context);
  const rule = findRule(node, outputs, memoText, memo);
  const isSwapOver = !beforeOutbound.includes(rule);
  const isReturnPlanned = outputs.some((out) => !out.sent && out.kind === "refund");
  const refundExpected = isSwapOver && rule !== "recipientPaid" && isReturnPlanned;
  const hasUserOutput = outputs.some((out) => out.kind === "swap");
  const isFinalised = node.stages.inbound_finalised?.completed === true;
  const statedFacts = {
    in: readDeposit(node, context.preset),
    outputs,
    hasUserOutput,
    memoText,
    memo,
  };
  return { rule, ...rules[rule], isSwapOver, isFinalised, refundExpected, ...statedFacts };
}

function readDeposit({ tx }: TxStatus, preset: AssetNames["preset"]): SwapReading["in"] {
  const coin = tx?.coins?.[0];
  if (!tx || !coin) return null;
  const { from_address: from } = tx;
  return {
    chain: tx.chain || (payoutChainOf(coin.asset, preset) ?? ""),
    asset: coin.asset,
    amount: coin.amount,
    address: from && isAddressText(from) ? from : null,
    memo: cleanTextOrNull(tx.memo),
  };
}

function findRule(
  node: TxStatus,
  outputs: readonly Output[],
  memoText: string | null,
  memo: SwapMemo | null,
): RuleName {
  const { inbound_observed: observed, swap_status: swap, outbound_signed: signed } = node.stages;
  if (observed.completed !== true) return hasTrace(node) ? "observing" : "notSeen";
  if (node.stages.inbound_finalised?.completed !== true) return "awaitingConfirmations";
  if (swap?.pending === true || isOpen(node.stages.swap_finalised)) return "swapPending";
  const { sent, awaited } = userPayouts(outputs);
  // A node also waits for the affiliate's payout, on MAYAChain for ever.
  const isPaid = sent.length > 0 && awaited.length === 0;
  if (!isPaid && (isOpen(signed) || (signed && isLeftUnpaid(node))))
    return isOpen(node.stages.outbound_delay) ? "outboundDelayed" : "outboundUnsigned";
  // A native output is not signed: it stays planned until the node has matched it.
  if (!signed && outputs.length > 0 && !outputs.some((out) => out.sent)) return "outboundUnmatched";

  if (isPaid && sent.includes("refund"))
    return sent.includes("swap") ? "partlyRefunded" : "refunded";
  if (isPaid) return "recipientPaid";
  // If its chain reversed a deposit, the record counts as signed, and a payout may still come.
  if (signed && awaited.length > 0) return "payoutUnseen";
  if (signed && outputs.length > 0) return "recipientUnclear";
  if (outputs.length === 0) {
    // Only swaps have `swap_finalised`, so it stands in for a memo that was left out.
    if (memo || (memoText === null && node.stages.swap_finalised)) return "nothingPlanned";
    if (node.tx) return "notASwap";
  }
  return "recipientUnpaid";
}

function hasTrace(node: TxStatus): boolean {
  const observed = node.stages.inbound_observed;
  const counts = (observed.pre_confirmation_count ?? 0) + (observed.final_count ?? 0);
  return (
    observed.completed === true || counts > 0 || observed.started === true || node.tx !== undefined
  );
}

/** Nodes leave a false out of the JSON, so anything but true counts as false. */
function isOpen(stage: { readonly completed?: boolean | undefined } | undefined): boolean {
  return stage !== undefined && stage.completed !== true;
}

interface SwapProgress {
  readonly streaming: StreamingProgress | null;
  readonly partsSecondsLeft: number | null;
  readonly isUnconfirmed: boolean;
  readonly isWholeBack: boolean;
}

export function readStages(
  state: SwapState,
  stages: Stages | null,
  swap: SwapProgress,
): SwapStage[] {
  if (state === "unavailable") return [];
  // The state of a transaction that is no swap is "unknown", yet its deposit was confirmed.
  const stagesConfirmed =
    state === "unknown" && stages?.inbound_finalised?.completed === true ? 2 : 0;
  // Without confirmation, no stage after the swap is shown as done.
  const stagesDone = Math.min(
    stateRows[state].stagesBehind,
    swap.isUnconfirmed ? 3 : swapStages.length,
  );
  const doneCount = Math.max(stagesDone, stagesConfirmed);
  return swapStages.map((stage, index) => {
    const done =
      index < doneCount &&
      !(stage === "swapped" && (stateRows[state].back === "all" || swap.isWholeBack));
    return { stage, done, ...stageDetail(stage, done, stages, swap) };
  });
}

function stageDetail(
  stage: SwapStage["stage"],
  done: boolean,
  stages: Stages | null,
  { streaming, partsSecondsLeft: secondsLeftOfParts }: SwapProgress,
): Partial<SwapStage> {
  if (stage === "swapped") {
    return { streaming, ...(secondsLeftOfParts !== null && { secondsLeft: secondsLeftOfParts }) };
  }
  if (done) return {};
  const secondsLeft =
    stage === "confirmed"
      ? stages?.inbound_confirmation_counted?.remaining_confirmation_seconds
      : stage === "outbound_scheduled"
        ? stages?.outbound_delay?.remaining_delay_seconds
        : undefined;
  return secondsLeft === undefined ? {} : { secondsLeft };
}
