// get_swap_status. lib/protocol decides the state. This file words it, and says when to ask again.
import * as z from "zod";
import {
  GIVE_UP_AFTER,
  orderStatuses,
  refundCause,
  type StreamingProgress,
  type SwapReading,
  type SwapStage,
  swapDoubts,
  swapStages,
  swapStates,
} from "../../protocol/model/swap.ts";
import { formatUnits } from "../../protocol/values/amounts.ts";
import { presets } from "../../protocol/values/chains.ts";
import { rawRecordUrls } from "../../protocol/values/explorers.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { AmountShape, formatBase, MoneyShape, moneyAnswer, NumberShape, TextShape, VerdictShape } from "./shapes.ts";
import { assetNames, formatMoney, quoteData, quoteWord } from "./text.ts";
import { createTool } from "./tool.ts";

const StageShape = z.object({
  stage: z.enum(swapStages),
  done: z.boolean(),
  streaming: z
    .object({ count: z.number(), quantity: z.number(), in: TextShape, out: TextShape, failed: NumberShape })
    .nullable()
    .optional(),
  seconds_left: NumberShape.optional(),
});
const SwapShape = z.object({
  txid: TextShape,
  state: z.enum(swapStates),
  terminal: z.boolean(),
  refund_expected: z.boolean(),
  doubt: z.enum(swapDoubts).nullable(),
  explanation: z.string(),
  stages: z.array(StageShape),
  in: z
    .object({ chain: z.string(), asset: z.string(), amount: AmountShape, from: TextShape, memo: TextShape })
    .nullable(),
  out: z.array(
    z.object({
      kind: z.enum(["swap", "refund", "affiliate"]),
      chain: z.string(),
      asset: z.string(),
      amount: AmountShape,
      to: TextShape,
      txid: TextShape,
    }),
  ),
  refund_reason: TextShape,
  order: z
    .object({
      status: z.enum(orderStatuses).nullable(),
      limit_price: TextShape,
      limit_asset: TextShape,
      filled_bps: NumberShape,
      expires_at: TextShape,
    })
    .nullable(),
  node_url: TextShape,
  indexer_url: TextShape,
  fees: z.object({ liquidity: MoneyShape, outbound: z.array(MoneyShape).nullable() }),
  started_at: TextShape,
  estimated_seconds_left: NumberShape,
  next_poll_seconds: NumberShape,
  payout_chain: TextShape,
  signing: VerdictShape,
  held: z.boolean(),
  decided_by: z.enum(["node", "indexer"]).nullable(),
});
export type SwapAnswer = z.output<typeof SwapShape>;

/** The one rule of polling and stopping. Every document that tells it takes it from here. */
export const POLL_RULE =
  "Ask again after `next_poll_seconds`, never sooner. While `state` is `unknown`, double the wait each time, up to 5 minutes. " +
  "Stop when `terminal` is true or `next_poll_seconds` is null. " +
  `Stop too when \`state\` is still \`unknown\` ${GIVE_UP_AFTER} after the first question.`;

export const getSwapStatus = createTool({
  name: "get_swap_status",
  title: "Swap status: where a transaction stands",
  view: "swap",
  description:
    "Follows one swap by its inbound transaction id: state, stages, payouts, refund and what to do next. " +
    "Use it after sending. Before that use get_swap_quote. " +
    "Returns state, terminal, stages, out and next_poll_seconds. Amounts are decimals in whole units, usd at today's prices. " +
    `${POLL_RULE.replaceAll("`", "")} unknown means not seen yet, never failed: do not send again.`,
  input: z.strictObject({
    txid: z.string().min(1).max(128).describe("Inbound transaction id"),
    chain: z.string().min(1).max(12).describe("Chain it was sent on: BTC").optional(),
  }),
  body: SwapShape,
  unread: {
    state: "unavailable",
    terminal: false,
    refund_expected: false,
    explanation: "Nothing was read; see error.",
    held: false,
  },
  failed: ({ retryAfterSeconds }) => ({ next_poll_seconds: retryAfterSeconds }),
  async read(network, input, options) {
    const envelope = await network.getSwap(input.txid, input.chain ?? null, options);
    return { envelope, body: swapAnswer(envelope) };
  },
  toLines: swapLines,
});

function swapAnswer(reading: SwapReading): SwapAnswer {
  const raw = rawRecordUrls(reading.txid, presets[reading.network]);
  return {
    txid: reading.txid,
    state: reading.state,
    terminal: reading.terminal,
    refund_expected: reading.refundExpected,
    doubt: reading.doubt,
    explanation: reading.explanation,
    stages: reading.stages.map((stage) => stageAnswer(stage, reading.in?.asset ?? null)),
    in: reading.in && {
      chain: reading.in.chain,
      asset: reading.in.asset,
      amount: formatBase(reading.in.amount, reading.in.asset),
      from: reading.in.address,
      memo: reading.in.memo,
    },
    out: reading.out.map((leg) => ({
      kind: leg.kind,
      chain: leg.chain,
      asset: leg.asset,
      amount: formatBase(leg.amount, leg.asset),
      to: leg.address,
      txid: leg.txid,
    })),
    refund_reason: reading.refundReason === null ? null : refundCause(reading.refundReason),
    order: reading.order && {
      status: reading.order.status,
      limit_price: reading.order.limitPrice === null ? null : formatUnits(reading.order.limitPrice, 8),
      limit_asset: reading.order.bought,
      filled_bps: reading.order.filledBps,
      expires_at: toIsoTime(reading.order.expiresAtMs),
    },
    node_url: raw.node,
    indexer_url: raw.indexer,
    fees: { liquidity: moneyAnswer(reading.liquidityFee), outbound: reading.outboundFees?.map(moneyAnswer) ?? null },
    started_at: toIsoTime(reading.startedAtMs),
    estimated_seconds_left: reading.estimatedSecondsLeft,
    next_poll_seconds: reading.nextPollSeconds,
    payout_chain: reading.payoutChain,
    signing: reading.signing,
    held: reading.held,
    decided_by: reading.decidedBy,
  };
}

function stageAnswer(
  { stage, done, streaming, secondsLeft }: SwapStage,
  sold: string | null,
): SwapAnswer["stages"][number] {
  return {
    stage,
    done,
    ...(streaming !== undefined && { streaming: streaming && progressAnswer(streaming, sold) }),
    ...(secondsLeft !== undefined && { seconds_left: secondsLeft }),
  };
}

function progressAnswer({ count, quantity, asset, in: swapped, out, failed }: StreamingProgress, sold: string | null) {
  const amount = (base: bigint | null, of: string | null) =>
    base === null || of === null ? null : formatBase(base, of);
  return { count, quantity, in: amount(swapped, sold), out: amount(out, asset), failed };
}

function swapLines(swap: SwapAnswer): string[] {
  const { in: sent, out, fees, order, terminal, refund_reason: reason } = swap;
  const moneys = [fees.liquidity, ...(fees.outbound ?? [])].filter((money) => money !== null);
  const nameOf = assetNames(
    [...[sent, ...out, ...moneys].flatMap((one) => one?.asset ?? []), order?.limit_asset ?? []].flat(),
  );
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
      ? [`node_url ${withoutId(swap.node_url, swap)}, indexer_url ${withoutId(swap.indexer_url, swap)}`]
      : []),
    `${reason === null ? "" : `refund_reason ${quoteData(reason)}; `}${order === null ? "" : `${orderText(order, swap, nameOf)}; `}fees: liquidity ${formatMoney(fees.liquidity, nameOf)}, outbound ${fees.outbound?.map((fee) => formatMoney(fee, nameOf)).join(", ") || "null"}`,
    `started_at ${swap.started_at}${next}, decided_by ${swap.decided_by}`,
  ];
}

/** Only then the raw records say more. Otherwise they stand in the structured answer alone. */
const isDoubtful = ({ state, doubt }: SwapAnswer) => doubt !== null || state === "unknown" || state === "unavailable";

/** The id is long, and said once already. */
const withoutId = (url: string | null, { txid }: SwapAnswer) => url?.replace(txid ?? "", "{txid}") ?? null;

/** Of a layer-1 asset the name begins with its chain. */
const chainText = ({ asset, chain }: { readonly asset: string; readonly chain: string }) =>
  asset.startsWith(`${chain}.`) ? "" : ` on ${quoteWord(chain)}`;

/** An address that the line of the deposit shows already is named by what it is there. */
function receiverText(to: string | null, sent: SwapAnswer["in"]): string {
  if (to === null || sent === null) return quoteData(to);
  if (to === sent.from) return "the sender";
  return sent.memo?.split(":")[2]?.split("/")[0] === to ? "the memo's address" : quoteData(to);
}

/** How an order ended says how much of it was filled. */
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
    price === null || bought === null || sent === null ? "" : ` ${nameOf(bought)} for 1 ${nameOf(sent.asset)}`;
  return `order ${status}, limit_price ${price}${unit}, filled_bps ${filled}, expires_at ${expires}`;
}

/** In a final swap, a stage that is not done will never be done; where all are, the state says it. */
function stageLines({ stages, terminal, refund_expected: refunds }: SwapAnswer): string[] {
  const isOver = terminal && stages.every(({ done, streaming }) => done && !streaming);
  if (isOver && stages.length > 0) return [];
  const text = stages.map((stage) => formatStage(stage, terminal || (stage.stage === "swapped" && refunds)));
  return [`stages: ${text.join("; ") || "none"}`];
}

function formatStage(stage: SwapAnswer["stages"][number], isSettled: boolean): string {
  const { streaming, seconds_left: left } = stage;
  const moved = streaming && streaming.in !== null ? ` (in ${streaming.in}, out ${streaming.out})` : "";
  const failed = streaming?.failed ? `, ${streaming.failed} failed` : "";
  const parts = streaming ? ` ${streaming.count} of ${streaming.quantity}${failed}${moved}` : "";
  const wait = left === undefined || left === null ? "" : ` ${left} s left`;
  return `${stage.stage} ${stage.done ? "done" : isSettled ? "not done" : "waiting"}${parts}${wait}`;
}
