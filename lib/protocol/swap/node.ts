// What one node's answer says of a swap. One rule decides the state.

import type { SwapOut, SwapReading, SwapState } from "../model/swap.ts";
import type { TxStatus } from "../upstream/schemas.ts";
import { payoutChainCode } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { cleanTextOrNull, isAddressText } from "../values/clean-text.ts";
import { isLeftUnpaid } from "./dropped.ts";
import { parseSwapMemo, type SwapMemo } from "./memo.ts";
import { type AssetNames, nodeOutputs, type Output, userPayouts } from "./outputs.ts";

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

export function nodeFactsOf(status: TxStatus, names: AssetNames): NodeFacts {
  const memoText = status.tx?.memo || null;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  const outputs = nodeOutputs(status, memoText !== null, memo, names);
  const rule = findRule(status, outputs, memoText, memo);
  const isSwapOver = !beforeOutbound.includes(rule);
  const isRefundPlanned = outputs.some(({ sent, kind }) => !sent && kind === "refund");
  return {
    rule,
    ...rules[rule],
    isSwapOver,
    isFinalised: status.stages.inbound_finalised?.completed === true,
    refundExpected: isSwapOver && rule !== "recipientPaid" && isRefundPlanned,
    in: nodeDeposit(status, names.preset),
    outputs,
    hasUserOutput: outputs.some(({ kind }) => kind === "swap"),
    memoText,
    memo,
  };
}

function nodeDeposit({ tx }: TxStatus, preset: Preset): SwapReading["in"] {
  const coin = tx?.coins?.[0];
  if (!tx || !coin) return null;
  const { from_address: address } = tx;
  return {
    chain: tx.chain || payoutChainCode(coin.asset, preset),
    asset: coin.asset,
    amount: coin.amount,
    address: address && isAddressText(address) ? address : null,
    memo: cleanTextOrNull(tx.memo),
  };
}

function findRule(
  status: TxStatus,
  outputs: readonly Output[],
  memoText: string | null,
  memo: SwapMemo | null,
): RuleName {
  const { outbound_delay: delay, outbound_signed: signed } = status.stages;
  const earlyRule = ruleBeforeOutbound(status);
  if (earlyRule !== null) return earlyRule;
  const { sent, awaited } = userPayouts(outputs);
  // A node also waits for the affiliate's payout, on MAYAChain for ever.
  const isPaid = sent.length > 0 && awaited.length === 0;
  if (isPaid) return paidRule(sent);
  if (isOpen(signed) || (signed && isLeftUnpaid(status)))
    return isOpen(delay) ? "outboundDelayed" : "outboundUnsigned";
  if (outputs.length === 0) return ruleWithoutOutput(status, memoText, memo);
  // A native output is not signed: it stays planned until the node has matched it.
  if (!signed)
    return outputs.some((output) => output.sent) ? "recipientUnpaid" : "outboundUnmatched";
  // If its chain reversed a deposit, the record counts as signed, and a payout may still come.
  return awaited.length > 0 ? "payoutUnseen" : "recipientUnclear";
}

function ruleBeforeOutbound(status: TxStatus): RuleName | null {
  const { inbound_observed, inbound_finalised, swap_status, swap_finalised } = status.stages;
  if (inbound_observed.completed !== true) return hasTrace(status) ? "observing" : "notSeen";
  if (inbound_finalised?.completed !== true) return "awaitingConfirmations";
  if (swap_status?.pending === true || isOpen(swap_finalised)) return "swapPending";
  return null;
}

function paidRule(sentKinds: readonly SwapOut["kind"][]): RuleName {
  if (!sentKinds.includes("refund")) return "recipientPaid";
  return sentKinds.includes("swap") ? "partlyRefunded" : "refunded";
}

function ruleWithoutOutput(
  status: TxStatus,
  memoText: string | null,
  memo: SwapMemo | null,
): RuleName {
  // Only swaps have `swap_finalised`, so it stands in for a memo that was left out.
  if (memo || (memoText === null && status.stages.swap_finalised)) return "nothingPlanned";
  return status.tx ? "notASwap" : "recipientUnpaid";
}

function hasTrace({ tx, stages }: TxStatus): boolean {
  const { started, pre_confirmation_count = 0, final_count = 0 } = stages.inbound_observed;
  return started === true || pre_confirmation_count + final_count > 0 || tx !== undefined;
}

/** Nodes leave a false out of the JSON, so anything but true counts as false. */
function isOpen(stage: { readonly completed?: boolean | undefined } | undefined): boolean {
  return stage !== undefined && stage.completed !== true;
}
