// The JSON of a swap. lib/protocol decides the state of the swap.

import * as z from "zod";
import {
  type LimitOrder,
  orderStatuses,
  type StreamingProgress,
  type SwapPayout,
  type SwapReading,
  type SwapStage,
  swapDoubts,
  swapStages,
  swapStates,
} from "../../protocol/model/swap.ts";
import { formatUnits } from "../../protocol/values/amounts.ts";
import { presets } from "../../protocol/values/chains.ts";
import { rawRecordUrls } from "../../protocol/values/explorer-links.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { explainSwap, refundCauseText } from "../../say/swap.en.ts";
import { answerTable } from "../answer-table.ts";
import {
  AmountShape,
  formatBase,
  formatBaseOrNull,
  MoneyShape,
  moneyAnswer,
  NumberShape,
  TextShape,
  VerdictShape,
} from "../shapes.ts";

interface StageSource {
  readonly stage: SwapStage;
  readonly soldAsset: string | null;
}
interface StreamingSource {
  readonly streaming: StreamingProgress;
  readonly soldAsset: string | null;
}
const streamingTable = answerTable<StreamingSource>()({
  count: [z.number(), ({ streaming }) => streaming.count],
  quantity: [z.number(), ({ streaming }) => streaming.quantity],
  in: [TextShape, ({ streaming, soldAsset }) => formatBaseOrNull(streaming.in, soldAsset)],
  out: [TextShape, ({ streaming }) => formatBaseOrNull(streaming.out, streaming.asset)],
  failed: [NumberShape, ({ streaming }) => streaming.failed],
});
const stageTable = answerTable<StageSource>()({
  stage: [z.enum(swapStages), ({ stage }) => stage.stage],
  done: [z.boolean(), ({ stage }) => stage.done],
  streaming: [
    streamingTable.shape.nullable().optional(),
    ({ stage: { streaming }, soldAsset }) =>
      streaming && streamingTable.of({ streaming, soldAsset }),
  ],
  seconds_left: [NumberShape.optional(), ({ stage }) => stage.secondsLeft],
});
const depositTable = answerTable<NonNullable<SwapReading["in"]>>()({
  chain: [z.string(), (deposit) => deposit.chain],
  asset: [z.string(), (deposit) => deposit.asset],
  amount: [AmountShape, (deposit) => formatBase(deposit.amount, deposit.asset)],
  from: [TextShape, (deposit) => deposit.address],
  memo: [TextShape, (deposit) => deposit.memo],
});
const outTable = answerTable<SwapPayout>()({
  kind: [z.enum(["swap", "refund", "affiliate"]), (outTx) => outTx.kind],
  chain: [z.string(), (outTx) => outTx.chain],
  asset: [z.string(), (outTx) => outTx.asset],
  amount: [AmountShape, (outTx) => formatBase(outTx.amount, outTx.asset)],
  to: [TextShape, (outTx) => outTx.address],
  txid: [TextShape, (outTx) => outTx.txid],
  signing: [VerdictShape.nullable(), (outTx) => outTx.signing],
});
const orderTable = answerTable<LimitOrder>()({
  status: [z.enum(orderStatuses).nullable(), (order) => order.status],
  limit_price: [
    TextShape,
    ({ limitPrice: price }) => (price === null ? null : formatUnits(price, 8)),
  ],
  limit_asset: [TextShape, (order) => order.bought],
  filled_bps: [NumberShape, (order) => order.filledBps],
  expires_at: [TextShape, (order) => toIsoTime(order.expiresAtMs)],
});
const feeTable = answerTable<SwapReading>()({
  liquidity: [MoneyShape, (swap) => moneyAnswer(swap.liquidityFee)],
  outbound: [z.array(MoneyShape).nullable(), (swap) => swap.outboundFees?.map(moneyAnswer) ?? null],
});
export const swapTable = answerTable<SwapReading>()({
  txid: [TextShape, (swap) => swap.txid],
  state: [z.enum(swapStates), (swap) => swap.state],
  terminal: [z.boolean(), (swap) => swap.terminal],
  refund_expected: [z.boolean(), (swap) => swap.refundExpected],
  doubt: [z.enum(swapDoubts).nullable(), (swap) => swap.doubt],
  explanation: [z.string(), (swap) => explainSwap(swap.situation)],
  stages: [
    z.array(stageTable.shape),
    ({ stages, in: deposit }) =>
      stages.map((stage) => stageTable.of({ stage, soldAsset: deposit?.asset ?? null })),
  ],
  in: [depositTable.shape.nullable(), (swap) => swap.in && depositTable.of(swap.in)],
  out: [z.array(outTable.shape), (swap) => swap.out.map(outTable.of)],
  refund_reason: [
    TextShape,
    ({ refundReason, situation }) => refundCauseText(refundReason, situation),
  ],
  order: [orderTable.shape.nullable(), (swap) => swap.order && orderTable.of(swap.order)],
  node_url: [TextShape, (swap) => recordUrls(swap).node],
  indexer_url: [TextShape, (swap) => recordUrls(swap).indexer],
  fees: [feeTable.shape, feeTable.of],
  started_at: [TextShape, (swap) => toIsoTime(swap.startedAtMs)],
  estimated_seconds_left: [NumberShape, (swap) => swap.estimatedSecondsLeft],
  next_poll_seconds: [NumberShape, (swap) => swap.nextPollSeconds],
  payout_chain: [TextShape, (swap) => swap.payoutChain],
  signing: [VerdictShape, (swap) => swap.signing],
  held: [z.boolean(), (swap) => swap.held],
  decided_by: [z.enum(["node", "indexer"]).nullable(), (swap) => swap.decidedBy],
});
const recordUrls = ({ txid, network }: SwapReading) => rawRecordUrls(txid, presets[network]);
