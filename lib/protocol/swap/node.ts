// Reads a swap's state from one node's answer: the first rule that fits decides.

import type { SwapOut, SwapReading, SwapState } from "../model/swap.ts";
import type { TxStatus } from "../upstream/schemas.ts";
import { payoutChainCode } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { cleanTextOrNull, isAddressText } from "../values/clean-text.ts";
import { isPartlyPaid } from "./dropped.ts";
import { parseSwapMemo, type SwapMemo } from "./memo.ts";
import { type AssetNames, nodeOutputs, type Output, userPayoutKinds } from "./outputs.ts";

export interface NodeFacts {
  readonly rule: RuleName;
  readonly state: SwapState;
  readonly terminal: boolean;
  readonly isSwapFinished: boolean;
  readonly isFinalised: boolean;
  readonly refundExpected: boolean;
  readonly in: SwapReading["in"];
  readonly outputs: readonly Output[];
  readonly hasUserOutput: boolean;
  readonly memoText: string | null;
  readonly memo: SwapMemo | null;
}

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

const rulesBeforeOutbound: readonly RuleName[] = [
  "notSeen",
  "observing",
  "awaitingConfirmations",
  "swapPending",
];

export function nodeFactsOf(status: TxStatus, assetNames: AssetNames): NodeFacts {
  const memoText = status.tx?.memo || null;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  const outputs = nodeOutputs(status, memoText !== null, memo, assetNames);
  const rule = findRule(status, outputs, memoText, memo);
  const isSwapFinished = !rulesBeforeOutbound.includes(rule);
  const isRefundPlanned = outputs.some(({ isSent, kind }) => !isSent && kind === "refund");
  return {
    rule,
    ...rules[rule],
    isSwapFinished,
    isFinalised: status.stages.inbound_finalised?.completed === true,
    refundExpected: isSwapFinished && rule !== "recipientPaid" && isRefundPlanned,
    in: nodeDeposit(status, assetNames.preset),
    outputs,
    hasUserOutput: outputs.some(({ kind }) => kind === "swap"),
    memoText,
    memo,
  };
}

function nodeDeposit({ tx }: TxStatus, preset: Preset): SwapReading["in"] {
  const depositCoin = tx?.coins?.[0];
  if (!tx || !depositCoin) return null;
  const { from_address: sender } = tx;
  return {
    chain: tx.chain || payoutChainCode(depositCoin.asset, preset),
    asset: depositCoin.asset,
    amount: depositCoin.amount,
    address: sender && isAddressText(sender) ? sender : null,
    memo: cleanTextOrNull(tx.memo),
  };
}

function findRule(
  status: TxStatus,
  outputs: readonly Output[],
  memoText: string | null,
  memo: SwapMemo | null,
): RuleName {
  const { outbound_delay: delayStage, outbound_signed: signingStage } = status.stages;
  const preOutboundRule = ruleBeforeOutbound(status);
  if (preOutboundRule !== null) return preOutboundRule;
  const { sentKinds, awaitedKinds } = userPayoutKinds(outputs);
  // An affiliate's payout is ignored: MAYAChain nodes may list it as planned forever.
  const isUserPaid = sentKinds.length > 0 && awaitedKinds.length === 0;
  if (isUserPaid) return ruleAfterPayouts(sentKinds);
  if (isStageOpen(signingStage) || (signingStage && isPartlyPaid(status)))
    return isStageOpen(delayStage) ? "outboundDelayed" : "outboundUnsigned";
  if (outputs.length === 0) return ruleWithoutOutput(status, memoText, memo);
  // A payout on the native chain has no signing stage. It is planned until the node sees it sent.
  if (!signingStage)
    return outputs.some((output) => output.isSent) ? "recipientUnpaid" : "outboundUnmatched";
  // The node reports all payouts as signed, also if the source chain reversed the deposit. So a
  // planned payout that the node does not list as sent may still come.
  return awaitedKinds.length > 0 ? "payoutUnseen" : "recipientUnclear";
}

function ruleBeforeOutbound(status: TxStatus): RuleName | null {
  const { inbound_observed, inbound_finalised, swap_status, swap_finalised } = status.stages;
  if (inbound_observed.completed !== true) return isDepositSeen(status) ? "observing" : "notSeen";
  if (inbound_finalised?.completed !== true) return "awaitingConfirmations";
  if (swap_status?.pending === true || isStageOpen(swap_finalised)) return "swapPending";
  return null;
}

function ruleAfterPayouts(sentKinds: readonly SwapOut["kind"][]): RuleName {
  if (!sentKinds.includes("refund")) return "recipientPaid";
  return sentKinds.includes("swap") ? "partlyRefunded" : "refunded";
}

function ruleWithoutOutput(
  status: TxStatus,
  memoText: string | null,
  memo: SwapMemo | null,
): RuleName {
  // If the memo is missing, the stage `swap_finalised` shows a swap: only swaps have this stage.
  if (memo || (memoText === null && status.stages.swap_finalised)) return "nothingPlanned";
  return status.tx ? "notASwap" : "recipientUnpaid";
}

function isDepositSeen({ tx, stages }: TxStatus): boolean {
  const { started, pre_confirmation_count = 0, final_count = 0 } = stages.inbound_observed;
  return started === true || pre_confirmation_count + final_count > 0 || tx !== undefined;
}

/** Nodes omit `false` in JSON, so a missing `completed` means false. */
function isStageOpen(stage: { readonly completed?: boolean | undefined } | undefined): boolean {
  return stage !== undefined && stage.completed !== true;
}
