// get_swap_status. lib/protocol decides the state. This file words it, and says when to ask again.

import * as z from "zod";
import { answerTable } from "../../answers/answer-table.ts";
import {
  AmountShape,
  formatBase,
  formatBaseOrNull,
  MoneyShape,
  moneyAnswer,
  NumberShape,
  TextShape,
  VerdictShape,
} from "../../answers/shapes.ts";
import { formatMoney, quoteData, quoteWord } from "../../answers/text.ts";
import {
  isInPools,
  orderStatuses,
  type StreamingProgress,
  type SwapReading,
  type SwapStage,
  swapDoubts,
  swapStages,
  swapStates,
} from "../../protocol/model/swap.ts";
import { formatUnits } from "../../protocol/values/amounts.ts";
import { shortAsset } from "../../protocol/values/assets.ts";
import { presets } from "../../protocol/values/chains.ts";
import { rawRecordUrls } from "../../protocol/values/explorer-links.ts";
import { toIsoTime } from "../../protocol/values/figure-text.ts";
import { explainSwap, GIVE_UP_AFTER, refundCauseText } from "../../say/swap.en.ts";
import { createTool } from "./tool.ts";

type Parts = { readonly parts: StreamingProgress; readonly sold: string | null };
const partsTable = answerTable<Parts>()({
  count: [z.number(), ({ parts }) => parts.count],
  quantity: [z.number(), ({ parts }) => parts.quantity],
  in: [TextShape, ({ parts, sold }) => formatBaseOrNull(parts.in, sold)],
  out: [TextShape, ({ parts }) => formatBaseOrNull(parts.out, parts.asset)],
  failed: [NumberShape, ({ parts }) => parts.failed],
});
const stageTable = answerTable<{ readonly stage: SwapStage; readonly sold: string | null }>()({
  stage: [z.enum(swapStages), ({ stage }) => stage.stage],
  done: [z.boolean(), ({ stage }) => stage.done],
  streaming: [
    partsTable.shape.nullable().optional(),
    ({ stage: { streaming: parts }, sold }) => parts && partsTable.of({ parts, sold }),
  ],
  seconds_left: [NumberShape.optional(), ({ stage }) => stage.secondsLeft],
});
const depositTable = answerTable<NonNullable<SwapReading["in"]>>()({
  chain: [z.string(), (sent) => sent.chain],
  asset: [z.string(), (sent) => sent.asset],
  amount: [AmountShape, (sent) => formatBase(sent.amount, sent.asset)],
  from: [TextShape, (sent) => sent.address],
  memo: [TextShape, (sent) => sent.memo],
});
const payoutTable = answerTable<SwapReading["out"][number]>()({
  kind: [z.enum(["swap", "refund", "affiliate"]), (leg) => leg.kind],
  chain: [z.string(), (leg) => leg.chain],
  asset: [z.string(), (leg) => leg.asset],
  amount: [AmountShape, (leg) => formatBase(leg.amount, leg.asset)],
  to: [TextShape, (leg) => leg.address],
  txid: [TextShape, (leg) => leg.txid],
});
const orderTable = answerTable<NonNullable<SwapReading["order"]>>()({
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
const swapTable = answerTable<SwapReading>()({
  txid: [TextShape, (swap) => swap.txid],
  state: [z.enum(swapStates), (swap) => swap.state],
  terminal: [z.boolean(), (swap) => swap.terminal],
  refund_expected: [z.boolean(), (swap) => swap.refundExpected],
  doubt: [z.enum(swapDoubts).nullable(), (swap) => swap.doubt],
  explanation: [z.string(), (swap) => explainSwap(swap.situation)],
  stages: [
    z.array(stageTable.shape),
    (swap) => swap.stages.map((stage) => stageTable.of({ stage, sold: swap.in?.asset ?? null })),
  ],
  in: [depositTable.shape.nullable(), (swap) => swap.in && depositTable.of(swap.in)],
  out: [z.array(payoutTable.shape), (swap) => swap.out.map(payoutTable.of)],
  refund_reason: [TextShape, ({ refundReason }) => refundCauseText(refundReason)],
  order: [orderTable.shape.nullable(), (swap) => swap.order && orderTable.of(swap.order)],
  node_url: [TextShape, (swap) => recordsOf(swap).node],
  indexer_url: [TextShape, (swap) => recordsOf(swap).indexer],
  fees: [feeTable.shape, feeTable.of],
  started_at: [TextShape, (swap) => toIsoTime(swap.startedAtMs)],
  estimated_seconds_left: [NumberShape, (swap) => swap.estimatedSecondsLeft],
  next_poll_seconds: [NumberShape, (swap) => swap.nextPollSeconds],
  payout_chain: [TextShape, (swap) => swap.payoutChain],
  signing: [VerdictShape, (swap) => swap.signing],
  held: [z.boolean(), (swap) => swap.held],
  decided_by: [z.enum(["node", "indexer"]).nullable(), (swap) => swap.decidedBy],
});
type SwapAnswer = z.output<typeof swapTable.shape>;

const recordsOf = ({ txid, network }: SwapReading) => rawRecordUrls(txid, presets[network]);

export const POLL_RULE =
  "Ask again after `next_poll_seconds`, never sooner. While `state` is `unknown`, double the wait each time, up to 5 minutes. " +
  "Stop when `terminal` is true or `next_poll_seconds` is null. " +
  `Stop too when \`state\` is still \`unknown\` ${GIVE_UP_AFTER} after the first question.`;

export const getSwapStatus = createTool({
  name: "get_swap_status",
  title: "Swap status: where a transaction stands",
  purpose:
    "Follows one swap by its inbound transaction id: state, stages, payouts, refund and what to do next.",
  usage:
    "Use it after sending. Before that use get_swap_quote. " +
    "Returns state, terminal, stages, out and next_poll_seconds. Amounts are decimals in whole units, usd at today's prices. " +
    `${POLL_RULE.replaceAll("`", "")} unknown means not seen yet, never failed: do not send again.`,
  input: z.strictObject({
    txid: z.string().min(1).max(128).describe("Inbound transaction id"),
    chain: z.string().min(1).max(12).describe("Chain it was sent on: BTC").optional(),
  }),
  body: swapTable.shape,
  unread: {
    state: "unavailable",
    terminal: false,
    refund_expected: false,
    explanation: "Nothing was read; see error.",
    held: false,
  },
  failed: ({ retryAfterSeconds }) => ({ next_poll_seconds: retryAfterSeconds }),
  read: (network, input, options) => network.getSwap(input.txid, input.chain ?? null, options),
  structured: swapTable.of,
  toLines: swapLines,
});

function swapLines(swap: SwapAnswer): string[] {
  const { in: sent, out, fees, order, terminal, refund_reason: reason } = swap;
  const feeAmounts = [fees.liquidity, ...(fees.outbound ?? [])].filter((money) => money !== null);
  const amounts = [sent, ...out, ...feeAmounts];
  const nameOf = createAssetNamer([
    ...amounts.flatMap((amount) => amount?.asset ?? []),
    ...(order?.limit_asset ? [order.limit_asset] : []),
  ]);
  const state = terminal ? "terminal" : `not terminal, refund_expected ${swap.refund_expected}`;
  const next = terminal
    ? ""
    : `, estimated_seconds_left ${swap.estimated_seconds_left}, next_poll_seconds ${swap.next_poll_seconds}, signing ${swap.signing}`;
  return [
    `txid ${swap.txid}: ${swap.state}, ${state}${swap.doubt === null ? "" : `, doubt ${swap.doubt}`}. ${swap.explanation}`,
    ...stageLines(swap),
    sent
      ? `in: ${sent.amount} ${nameOf(sent.asset)}${chainText(sent)} from ${quoteData(sent.from)} memo ${quoteData(sent.memo)}`
      : "in: null",
    ...out.map(
      (leg) =>
        `out: ${leg.kind} ${leg.amount} ${nameOf(leg.asset)}${chainText(leg)} to ${receiverText(leg.to, sent)}${leg.txid === null && terminal ? "" : ` txid ${quoteData(leg.txid)}`}`,
    ),
    ...(isDoubtful(swap) && swap.node_url !== null
      ? [
          `node_url ${withoutId(swap.node_url, swap)}, indexer_url ${withoutId(swap.indexer_url, swap)}`,
        ]
      : []),
    `${reason === null ? "" : `refund_reason ${quoteData(reason)}; `}${order === null ? "" : `${orderText(order, swap, nameOf)}; `}fees: liquidity ${formatMoney(fees.liquidity, nameOf)}, outbound ${fees.outbound?.map((fee) => formatMoney(fee, nameOf)).join(", ") || "null"}`,
    `started_at ${swap.started_at}${next}, decided_by ${swap.decided_by}`,
  ];
}

/** Drops the contract of an asset after its first use, if its short name is unique. */
function createAssetNamer(repeatedAssets: readonly string[]): (asset: string) => string {
  const assets = [...new Set(repeatedAssets)];
  const namedAssets = new Set<string>();
  return (asset) => {
    const isNamed = namedAssets.has(asset);
    namedAssets.add(asset);
    return quoteWord(isNamed ? shortAsset(asset, assets) : asset);
  };
}

const isDoubtful = ({ state, doubt }: SwapAnswer) =>
  doubt !== null || state === "unknown" || state === "unavailable";

const withoutId = (url: string | null, { txid }: SwapAnswer) =>
  url?.replace(txid ?? "", "{txid}") ?? null;

/** The name of a layer-1 asset begins with its chain. */
const chainText = ({ asset, chain }: { readonly asset: string; readonly chain: string }) =>
  asset.startsWith(`${chain}.`) ? "" : ` on ${quoteWord(chain)}`;

function receiverText(to: string | null, sent: SwapAnswer["in"]): string {
  if (to === null || sent === null) return quoteData(to);
  if (to === sent.from) return "the sender";
  return sent.memo?.split(":")[2]?.split("/")[0] === to ? "the memo's address" : quoteData(to);
}

/** The status of an ended order implies how much was filled. */
function orderText(
  {
    status,
    limit_price: price,
    limit_asset: bought,
    filled_bps: filled,
    expires_at: expires,
  }: NonNullable<SwapAnswer["order"]>,
  { in: sent, terminal }: SwapAnswer,
  nameOf: (asset: string) => string,
): string {
  if (terminal) return `order ${status}`;
  const unit =
    price === null || bought === null || sent === null
      ? ""
      : ` ${nameOf(bought)} for 1 ${nameOf(sent.asset)}`;
  return `order ${status}, limit_price ${price}${unit}, filled_bps ${filled}, expires_at ${expires}`;
}

/** If all stages of a final swap are done, the state implies it. */
function stageLines({ state, stages, terminal, refund_expected: refunds }: SwapAnswer): string[] {
  const isOver = terminal && stages.every(({ done, streaming }) => done && !streaming);
  if (isOver && stages.length > 0) return [];
  const text = stages.map((stage) =>
    formatStage(stage, terminal || (stage.stage === "swapped" && refunds && !isInPools({ state }))),
  );
  return [`stages: ${text.join("; ") || "none"}`];
}

function formatStage(stage: SwapAnswer["stages"][number], isSettled: boolean): string {
  const { streaming, seconds_left: left } = stage;
  const moved =
    streaming && streaming.in !== null ? ` (in ${streaming.in}, out ${streaming.out})` : "";
  const failed = streaming?.failed ? `, ${streaming.failed} failed` : "";
  const parts = streaming ? ` ${streaming.count} of ${streaming.quantity}${failed}${moved}` : "";
  const wait = left === undefined || left === null ? "" : ` ${left} s left`;
  return `${stage.stage} ${stage.done ? "done" : isSettled ? "not done" : "waiting"}${parts}${wait}`;
}
