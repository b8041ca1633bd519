// An answer of get_swap_status in the words of /track.
import type { EnvelopeAnswer } from "../../../mcp/tools/envelope.ts";
import type { SwapAnswer } from "../../../mcp/tools/get-swap-status.ts";
import type { SwapReading, SwapStage } from "../../../protocol/model/swap.ts";
import { swapHeadline } from "../../../protocol/swap/words.ts";
import { parseUnits } from "../../../protocol/values/amounts.ts";
import type { ReasonWords } from "../track/reason-words.ts";
import { type SwapSummary, swapSummary } from "../track/swap-summary.ts";
import { answeredEnvelope, baseOf, moneyOf, presetOf, timeOf } from "./envelope.ts";

/** @param chain as the question named it. `readAtMs`: when the answer was received. */
export function answeredSwap(answer: EnvelopeAnswer & SwapAnswer, chain: string | null, readAtMs: number): SwapSummary {
  const summary = swapSummary(swapReading(answer), { preset: presetOf(answer), chain, readAtMs });
  // An indexer's own words are for people who read the page, and not in the answer.
  const { quote: _, ...reason } = summary.reason ?? {};
  return { ...summary, reason: summary.reason && (reason as ReasonWords) };
}

function swapReading(answer: EnvelopeAnswer & SwapAnswer): SwapReading {
  const { state, terminal, doubt, explanation, signing, refund_expected: refundExpected } = answer;
  const out = answer.out.flatMap(({ kind, chain, asset, amount, to, txid }) => {
    const base = baseOf(amount, asset);
    return base === null ? [] : [{ kind, chain, asset, amount: base, address: to, txid }];
  });
  const order = answer.order && {
    status: answer.order.status,
    bought: answer.order.limit_asset,
    limitPrice: answer.order.limit_price === null ? null : parseUnits(answer.order.limit_price, 8),
    filledBps: answer.order.filled_bps,
    expiresAtMs: timeOf(answer.order.expires_at),
  };
  const sent = answer.in && baseOf(answer.in.amount, answer.in.asset);
  return {
    ...answeredEnvelope(answer),
    txid: answer.txid ?? "",
    state,
    terminal,
    refundExpected,
    doubt,
    headline: swapHeadline({
      state,
      terminal,
      refundExpected,
      signing,
      order,
      limitOrder: order !== null,
      shown: new Set(out.map(({ kind }) => kind)),
      doubt,
    }),
    explanation,
    stages: answer.stages.map((stage) => stageOf(stage, answer.in?.asset ?? null)),
    in:
      answer.in && sent !== null
        ? {
            chain: answer.in.chain,
            asset: answer.in.asset,
            amount: sent,
            address: answer.in.from,
            memo: answer.in.memo,
          }
        : null,
    out,
    refundReason: answer.refund_reason,
    order,
    liquidityFee: moneyOf(answer.fees.liquidity),
    outboundFees: answer.fees.outbound?.flatMap((fee) => moneyOf(fee) ?? []) ?? null,
    startedAtMs: timeOf(answer.started_at),
    estimatedSecondsLeft: answer.estimated_seconds_left,
    nextPollSeconds: answer.next_poll_seconds,
    payoutChain: answer.payout_chain,
    signing,
    held: answer.held,
    decidedBy: answer.decided_by,
  };
}

function stageOf(
  { stage, done, streaming, seconds_left }: SwapAnswer["stages"][number],
  sold: string | null,
): SwapStage {
  return {
    stage,
    done,
    ...(streaming !== undefined && {
      streaming: streaming && {
        count: streaming.count,
        quantity: streaming.quantity,
        asset: null,
        in: baseOf(streaming.in, sold),
        out: null,
        failed: streaming.failed,
      },
    }),
    ...(seconds_left !== undefined && { secondsLeft: seconds_left }),
  };
}
