// What the node and the indexer keep of the sample transactions. Like a real node, it also answers for an unknown id.
import { cutToDecimals } from "../protocol/values/amounts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../protocol/values/chains.ts";
import { blockTimeMs, dayStart, NATIVE, placeholder, type Sample } from "./network.ts";
import * as quote from "./quote.ts";
import { allTxids, type Moment, momentAt } from "./transactions.ts";

const BPS = 10_000n;
const NODES = 103;
const paidStates = ["done", "refunded", "partially_refunded"];
const plannedStates = [...paidStates, "outbound_scheduled", "outbound_signing", "dropped"];

const roles = { in: "sender", out: "recipient", refund: "sender", affiliate: "affiliate" } as const;
type Party = ReturnType<typeof toParty>;

/** Who pays or is paid, and by which transaction. */
function toParty(kind: keyof typeof roles, txid: string, side: quote.Side, exact: bigint) {
  const { asset, chain, isNative, pool, home } = side;
  const [letter, word] = kind === "refund" ? ["E", "REFUND"] : ["F", "OUT"];
  return {
    kind,
    chain,
    isNative,
    address: placeholder(chain, `${roles[kind]}-address`),
    vault: placeholder(chain, isNative ? "module-do-not-send" : "vault-do-not-send"),
    coin: { asset, amount: cutToDecimals(exact, pool?.decimals ?? 8) },
    gas: [{ asset: home?.gasAsset, amount: 1_000n }],
    outputId: isNative ? "0".repeat(64) : `${letter}${txid.slice(1, 4)}`.repeat(16),
    outputMemo: `${word}:${txid}`,
  };
}

export type SampleQuestion = readonly [sample: Sample, txid: string, height: number];

/** At the pools of the day's first block, so that the figures stay the same during a day. */
function settle(sample: Sample, { txid, order, startHeight }: Moment) {
  const state = sample(dayStart(startHeight));
  const { amount, affiliateBps = 0n, priceBps = 0n, rest, streaming, refund } = order;
  const { interval = 0, quantity = 1 } = streaming ?? {};
  const [from, to] = [quote.findSide(state, order.from), quote.findSide(state, order.to)];
  const refused = (amount * (refund?.bps ?? 0n)) / BPS;
  const swapped = amount - refused;
  const partsDone = (BigInt(quantity) * swapped) / amount || 1n;
  const part = quote.crossPools(state, from, to, swapped / partsDone);
  const emitted = part.emitted * partsDone;
  const affiliateFee = quote.share(affiliateBps, BPS, emitted);
  const [outFee, refundFee] = [quote.outboundFee(state, to), quote.outboundFee(state, from)];
  const paid = emitted - affiliateFee - outFee;
  const limit = (quote.convert(from, to, amount) * priceBps) / BPS;
  const tooLow = `emit asset ${(limit * 995n) / 1000n} less than price limit ${limit}`;
  const native = quote.findSide(state, NATIVE);
  const recipient = toParty("out", txid, to, paid);
  const affiliate = toParty("affiliate", txid, native, quote.runeWorth(to.pool, affiliateFee));
  return {
    inbound: toParty("in", txid, from, amount),
    outputs: [
      ...(paid > 0n ? [recipient] : []),
      ...(refused > 0n ? [toParty("refund", txid, from, refused - refundFee)] : []),
      ...(affiliateFee > 0n ? [affiliate] : []),
    ],
    memo: quote.formatMemo({
      kind: rest ? "=<" : "=",
      asset: rest ? order.to : (order.to.split("-")[0] ?? ""),
      receivers: [recipient.address],
      limit,
      interval: BigInt(rest?.blocks ?? interval),
      quantity: BigInt(streaming && !rest ? quantity : 0),
      affiliate: affiliateBps ? quote.AFFILIATE_NAME : "",
      affiliateBps,
    }),
    limit,
    emitted,
    swap: { amount: swapped, fee: outFee, feeRune: part.liquidityFeeRune * partsDone, partsDone },
    refund: { amount: refused, fee: refundFee, reason: refund?.reason ?? tooLow },
  };
}

/** The affiliate is paid at once, all others after signing. */
const isPaid = ({ shows }: Moment, { kind }: Party) =>
  paidStates.includes(shows) || (kind === "affiliate" && plannedStates.includes(shows));

function txBody(party: Party, id: string, memo: string) {
  const { kind, chain, address, vault, coin, gas } = party;
  const [from_address, to_address] = kind === "in" ? [address, vault] : [vault, address];
  return { id, chain, from_address, to_address, coins: [coin], gas, memo };
}

/** The body of `tx/status/{txid}`. */
export function txStatusBody(...[sample, txid, height]: SampleQuestion) {
  const moment = momentAt(txid, height);
  if (!moment || ["unknown", "failed"].includes(moment.shows))
    return { stages: { inbound_observed: { final_count: 0, completed: false } } };
  const { inbound, outputs, memo } = settle(sample, moment);
  const planned = plannedStates.includes(moment.shows) ? outputs : [];
  return {
    tx: txBody(inbound, txid, memo),
    planned_out_txs: planned.map(({ kind, chain, address: to_address, coin }) => {
      return { chain, to_address, coin, refund: kind === "refund" };
    }),
    out_txs: planned
      .filter((party) => isPaid(moment, party))
      .map((party) => txBody(party, party.outputId, party.outputMemo)),
    stages: stagesOf(moment, inbound.isNative ? 0 : NODES, planned, height),
  };
}

function stagesOf(
  { shows, blocksDone, blocksLeft }: Moment,
  observers: number,
  planned: readonly Party[],
  height: number,
) {
  const [done, open] = [{ completed: true }, { completed: false }];
  if (shows === "observing")
    return { inbound_observed: { started: true, final_count: 0, ...open } };
  const secondsLeft = blocksLeft * PROTOCOL_BLOCK_SECONDS;
  const [isConfirming, isScheduled] = [shows === "confirming", shows === "outbound_scheduled"];
  const confirmed = { completed: !isConfirming };
  // Native outputs are never scheduled or signed, so they have neither stage.
  const isExternal = planned.some(({ kind, isNative }) => kind !== "affiliate" && !isNative);
  const isRefund = planned.some(({ kind }) => kind === "refund");
  const delay = isScheduled ? { remaining_delay_seconds: secondsLeft, ...open } : done;
  const waiting = {
    scheduled_outbound_height: isScheduled ? height + blocksLeft : height - blocksDone,
    blocks_since_scheduled: isScheduled ? undefined : blocksDone,
    ...open,
  };
  return {
    inbound_observed: { final_count: isConfirming ? 0 : observers, ...done },
    inbound_confirmation_counted: {
      remaining_confirmation_seconds: isConfirming ? secondsLeft : 0,
      ...confirmed,
    },
    inbound_finalised: confirmed,
    // The parts of a swap stand in the queue alone.
    swap_status: { pending: shows === "swapping" },
    ...(!isConfirming && { swap_finalised: { completed: shows !== "swapping" } }),
    ...(isExternal && !isRefund && { outbound_delay: delay }),
    ...(isExternal && { outbound_signed: paidStates.includes(shows) ? done : waiting }),
  };
}

/** The body of `tx/{txid}`; null for an id that no node has seen. */
export function txRecordBody(...[sample, txid, height]: SampleQuestion) {
  const moment = momentAt(txid, height);
  const { tx } = txStatusBody(sample, txid, height);
  if (!moment || !tx) return null;
  const { startHeight: consensus_height, order, shows } = moment;
  const { interval = 1, quantity = 1 } = order.streaming ?? {};
  const swapBlocks = order.rest ? (order.rest.done ?? 0) : interval * quantity - 1;
  const finalised_height = consensus_height + (plannedStates.includes(shows) ? swapBlocks : 0);
  return {
    observed_tx: { tx },
    ...(shows !== "observing" && { consensus_height, finalised_height }),
    keysign_metric: { tx_id: txid, node_tss_times: null },
  };
}

/** The body of `cosmos/tx/v1beta1/txs/{txid}`; null unless the native chain rejected the message. */
export function rejectedMessageBody(...[, txid, height]: SampleQuestion) {
  const isRejected = momentAt(txid, height)?.shows === "failed";
  return isRejected ? { tx_response: { txhash: txid, codespace: "sdk", code: 5 } } : null;
}

/** The body of `swap/streaming/{txid}`: nothing, as parts are in the queue of today. */
export function streamingSwapBody(...[, tx_id]: SampleQuestion) {
  const amounts = { trade_target: 0n, deposit: 0n, in: 0n, out: 0n };
  return { tx_id, source_asset: ".", target_asset: ".", ...amounts };
}

/** The body of `queue/outbound` or of `queue/scheduled`; null where it is empty. */
export function payoutQueueBody(sample: Sample, shows: Moment["shows"], height: number) {
  const moments = allTxids.flatMap((txid) => momentAt(txid, height) ?? []);
  const payouts = moments
    .filter((moment) => moment.shows === shows)
    .flatMap((moment) =>
      settle(sample, moment)
        .outputs.filter((party) => !isPaid(moment, party))
        .map(({ chain, address: to_address, coin, outputMemo: memo }) => {
          return { in_hash: moment.txid, chain, to_address, coin, memo };
        }),
    );
  return payouts.length > 0 ? payouts : null;
}

function countParts({ order, shows, blocksDone, blocksLeft }: Moment, partsDone: bigint): number {
  if (shows !== "swapping") return Number(partsDone);
  if (order.rest || !order.streaming) return order.rest?.filled ?? 0;
  return Math.floor((blocksDone * order.streaming.quantity) / (blocksDone + blocksLeft));
}

/** The body of `queue/swap/details/{txid}`; null where the queue does not have the swap. */
export function swapDetailsBody(...[sample, txid, height]: SampleQuestion) {
  const moment = momentAt(txid, height);
  if (moment?.shows !== "swapping") return null;
  const { order, startHeight: initial_block_height } = moment;
  const { inbound, memo, limit, emitted, swap } = settle(sample, moment);
  const { interval, quantity } = order.streaming ?? { interval: 0, quantity: 1 };
  const count = countParts(moment, swap.partsDone);
  const swappedPart = (whole: bigint) => (whole / BigInt(quantity)) * BigInt(count);
  return {
    swap: {
      tx: txBody(inbound, txid, memo),
      target_asset: order.to,
      destination: memo.split(":")[2],
      trade_target: limit,
      affiliate_basis_points: order.affiliateBps ?? 0n,
      signer: placeholder("THOR", "sender-address"),
      initial_block_height,
      state: {
        ...(interval > 0 && { interval }),
        ...(count > 0 && { count }),
        quantity,
        deposit: order.amount,
        withdrawn: 0n,
        in: swappedPart(order.amount),
        // A limit order is filled at its price.
        out: swappedPart(order.rest ? limit : emitted),
      },
    },
    status: "queued",
    queue_type: "advanced",
  };
}

/** Actions of one id, also as that of a payout, or of all sample transactions; newest first. */
export function actionsBody(sample: Sample, txid: string | undefined, height: number) {
  const actions = allTxids
    .flatMap((one) => actionsOf(sample, momentAt(one, height)))
    .filter((one) => !txid || [...one.in, ...one.out].some(({ txID }) => txID === txid))
    .sort((a, b) => Number(b.height) - Number(a.height));
  return { actions, count: String(actions.length), meta: { nextPageToken: "", prevPageToken: "" } };
}

function actionsOf(sample: Sample, moment: Moment | null) {
  const listed = ["swapping", "failed", ...plannedStates];
  // An order that rests has no record.
  const isResting = moment?.shows === "swapping" && moment.order.rest;
  if (!moment || !listed.includes(moment.shows) || isResting) return [];
  const { order, txid, shows, startHeight } = moment;
  const { inbound, outputs, memo, swap, refund } = settle(sample, moment);
  const height = String(startHeight);
  const action = (type: "swap" | "refund" | "failed", amount: bigint, metadata: object) => ({
    date: `${blockTimeMs(startHeight)}000000`,
    height,
    in: [{ address: inbound.address, coins: [{ amount, asset: order.from }], txID: txid }],
    metadata: { [type]: { memo, ...metadata } },
    out: outputs
      .filter((party) => isPaid(moment, party) && (party.kind === "refund") === (type === "refund"))
      .map(({ kind, address, coin, isNative, outputId }) => ({
        address,
        ...(kind === "affiliate" && { affiliate: true }),
        coins: [coin],
        height,
        txID: isNative ? "" : outputId,
      })),
    pools: [order.from, order.to].filter((asset) => type === "swap" && asset !== NATIVE),
    status: type === "failed" || paidStates.includes(shows) ? "success" : "pending",
    type,
  });
  if (shows === "failed")
    return [action("failed", order.amount, { code: "5", reason: "insufficient funds" })];
  const networkFees = [{ amount: refund.fee, asset: order.from }];
  return [
    ...(swap.amount > 0n ? [action("swap", swap.amount, swapMetadata(moment, swap))] : []),
    ...(refund.amount > 0n
      ? [action("refund", refund.amount, { networkFees, reason: refund.reason })]
      : []),
  ];
}

type Swapped = ReturnType<typeof settle>["swap"];

function swapMetadata(moment: Moment, { fee, feeRune: liquidityFee, partsDone }: Swapped) {
  const { to, streaming, refund } = moment.order;
  const quantity = streaming?.quantity ?? 1;
  const count = countParts(moment, partsDone);
  // A part that fails counts too.
  const failed = refund && !refund.reason ? quantity - count : 0;
  const failedSwaps = Array.from({ length: failed }, (_, index) => String(count + index + 1));
  const counts = { count: String(count + failed), quantity: String(quantity), failedSwaps };
  const networkFees = [{ amount: fee, asset: to }];
  return { liquidityFee, networkFees, ...(streaming && { streamingSwapMeta: counts }) };
}
