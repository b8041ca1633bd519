// Protocol room: the node's half of the decision procedure. Rows are tried in order and the first match wins.
import type { SwapStage, SwapState } from "./model.ts";
import type { Stages, TxStatus } from "./schemas.ts";
import { parseSwapMemo, type SwapMemo } from "./swap-memo.ts";
import { type AssetContext, type Output, toNodeOutputs } from "./swap-outputs.ts";

export interface NodeFacts {
  readonly state: SwapState;
  readonly terminal: boolean;
  /** Number of the row that matched, 1 to 14. */
  readonly row: number;
  readonly refundExpected: boolean;
  readonly outputs: readonly Output[];
  readonly hasUserOutput: boolean;
  readonly memoText: string | null;
  readonly memo: SwapMemo | null;
}

/** Rows 1 to 14 for an answer of the node, before the indexer is asked: rows 11 and 12 leave the outcome to it. */
export function toNodeFacts(node: TxStatus, context: AssetContext): NodeFacts {
  const memoText = node.tx?.memo || null;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  const outputs = toNodeOutputs(node, memoText !== null, memo, context);
  const [row, state, terminal] = toRow(node, outputs, memoText, memo);
  const refundExpected = row >= 5 && outputs.some((out) => !out.sent && out.kind === "refund");
  const hasUserOutput = outputs.some((out) => out.kind === "swap");
  return { state, terminal, row, refundExpected, outputs, hasUserOutput, memoText, memo };
}

type Row = readonly [row: number, state: SwapState, terminal: boolean];

function toRow(node: TxStatus, outputs: readonly Output[], memoText: string | null, memo: SwapMemo | null): Row {
  const { inbound_observed: observed, swap_status: swap, outbound_signed: signed } = node.stages;
  if (observed.completed !== true) return hasTrace(node) ? [2, "observing", false] : [1, "unknown", false];
  if (node.stages.inbound_finalised?.completed !== true) return [3, "confirming", false];
  if (swap?.pending === true || isOpen(node.stages.swap_finalised)) return [4, "swapping", false];
  if (isOpen(signed)) {
    return isOpen(node.stages.outbound_delay) ? [5, "outbound_scheduled", false] : [6, "outbound_signing", false];
  }
  const sent = outputs.filter((out) => out.sent);
  if (!signed && sent.length === 0 && outputs.length > 0) return [7, "outbound_signing", false];

  const users = outputs.filter((out) => out.kind === "swap");
  if (outputs.some((out) => out.kind === "refund")) {
    return users.length > 0 ? [8, "partially_refunded", true] : [9, "refunded", true];
  }
  if (users.some((out) => out.sent) || (signed && users.length > 0)) return [10, "done", true];
  if (signed && outputs.length > 0) return [11, "outbound_signing", false];
  if (outputs.length === 0) {
    // `swap_finalised` is there for swaps only, so it stands in for a memo that was left out.
    if (memo || (memoText === null && node.stages.swap_finalised)) return [12, "no_output", false];
    if (memoText !== null) return [13, "unknown", true];
  }
  return [14, "outbound_signing", false];
}

function hasTrace(node: TxStatus): boolean {
  const observed = node.stages.inbound_observed;
  const counts = (observed.pre_confirmation_count ?? 0) + (observed.final_count ?? 0);
  return counts > 0 || observed.started === true || node.tx !== undefined;
}

/** Present and not completed. A false may be left out of the JSON, so anything but true is false. */
function isOpen(stage: { readonly completed?: boolean | undefined } | undefined): boolean {
  return stage !== undefined && stage.completed !== true;
}

const stageNames = ["observed", "confirmed", "swapped", "outbound_scheduled", "outbound_signed"] as const;
/** How many of the five stages lie behind a state. A state with an outcome takes all five, or what the node shows. */
const stagesBehind: Readonly<Record<SwapState, number>> = {
  unknown: 0,
  unavailable: 0,
  failed: 1,
  observing: 0,
  confirming: 1,
  swapping: 2,
  no_output: 3,
  outbound_scheduled: 3,
  outbound_signing: 4,
  done: 5,
  refunded: 5,
  partially_refunded: 5,
};

/** The five stages in order; none when nothing could be read. A deposit that was sent back was not swapped. `secondsLeft` stands on a stage that the node has timed. */
export function toStages(state: SwapState, stages: Stages | null): SwapStage[] {
  if (state === "unavailable") return [];
  // A transaction that is not a swap is "unknown", yet its deposit was seen and confirmed.
  const confirmed = stages?.inbound_finalised?.completed === true ? 2 : 0;
  const behind = Math.max(stagesBehind[state], confirmed);
  return stageNames.map((stage, index) => {
    const done = index < behind && !(stage === "swapped" && state === "refunded");
    return { stage, done, ...toDetail(stage, done, stages) };
  });
}

function toDetail(stage: SwapStage["stage"], done: boolean, stages: Stages | null): Partial<SwapStage> {
  if (stage === "swapped") return { streaming: toStreaming(stages) };
  if (done) return {};
  const secondsLeft =
    stage === "confirmed"
      ? stages?.inbound_confirmation_counted?.remaining_confirmation_seconds
      : stage === "outbound_scheduled"
        ? stages?.outbound_delay?.remaining_delay_seconds
        : undefined;
  return secondsLeft === undefined ? {} : { secondsLeft };
}

/** Sub-swaps executed of all; null when the swap does not stream, or no longer. */
export function toStreaming(stages: Stages | null): { count: number; quantity: number } | null {
  const streaming = stages?.swap_status?.streaming;
  if (!streaming?.quantity) return null;
  return { count: streaming.count ?? 0, quantity: streaming.quantity };
}
