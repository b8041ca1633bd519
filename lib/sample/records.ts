// What the node and the indexer keep of the sample transactions. Like a real node, it also answers for an unknown id.
import { PROTOCOL_BLOCK_SECONDS } from "../protocol/values/chains.ts";
import { blockTimeMs, NATIVE, NATIVE_CHAIN, placeholder } from "./network.ts";
import { allTxids, type Moment, momentAt } from "./transactions.ts";

const NODES = 103;
const paidStates = ["done", "refunded", "partially_refunded"];
const plannedStates = [...paidStates, "outbound_scheduled", "outbound_signing", "dropped"];

const roles = { in: "sender", out: "recipient", refund: "sender", affiliate: "affiliate" } as const;
type Party = ReturnType<typeof toParty>;

/** Who pays or is paid, and by which transaction. */
function toParty(kind: keyof typeof roles, txid: string, asset: string, amount: bigint) {
  const [chain = ""] = asset.split(".");
  const isNative = chain === NATIVE_CHAIN;
  const [letter, word] = kind === "refund" ? ["E", "REFUND"] : ["F", "OUT"];
  return {
    kind,
    chain,
    isNative,
    address: placeholder(chain, `${roles[kind]}-address`),
    vault: placeholder(chain, isNative ? "module-do-not-send" : "vault-do-not-send"),
    coin: { asset, amount },
    outputId: isNative ? "0".repeat(64) : `${letter}${txid.slice(1, 4)}`.repeat(16),
    outputMemo: `${word}:${txid}`,
  };
}

const senderOf = ({ txid, order }: Moment) => toParty("in", txid, order.from, order.amount);

function receiversOf({ txid, order }: Moment) {
  const { from, to, swapped, affiliatePaid, refused } = order;
  return [
    ...(swapped ? [toParty("out", txid, to, swapped[0])] : []),
    ...(refused ? [toParty("refund", txid, from, refused[0] - refused[1])] : []),
    ...(affiliatePaid ? [toParty("affiliate", txid, NATIVE, affiliatePaid)] : []),
  ];
}

/** The affiliate is paid at once, all others after signing. */
const isPaid = ({ shows }: Moment, { kind }: Party) =>
  paidStates.includes(shows) || (kind === "affiliate" && plannedStates.includes(shows));

function txBody(party: Party, id: string, memo: string) {
  const { kind, chain, address, vault, coin } = party;
  const [from_address, to_address] = kind === "in" ? [address, vault] : [vault, address];
  return { id, chain, from_address, to_address, coins: [coin], gas: [], memo };
}

/** The body of `tx/status/{txid}`. */
export function txStatusBody(txid: string, height: number) {
  const moment = momentAt(txid, height);
  if (!moment || ["unknown", "failed"].includes(moment.shows))
    return { stages: { inbound_observed: { final_count: 0, completed: false } } };
  const sender = senderOf(moment);
  const planned = plannedStates.includes(moment.shows) ? receiversOf(moment) : [];
  return {
    tx: txBody(sender, txid, moment.order.memo),
    planned_out_txs: planned.map(({ kind, chain, address: to_address, coin }) => {
      return { chain, to_address, coin, refund: kind === "refund" };
    }),
    out_txs: planned
      .filter((party) => isPaid(moment, party))
      .map((party) => txBody(party, party.outputId, party.outputMemo)),
    stages: stagesOf(moment, sender.isNative ? 0 : NODES, planned),
  };
}

function stagesOf(
  { shows, blocksDone, blocksLeft }: Moment,
  observers: number,
  planned: readonly Party[],
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
  const waiting = { blocks_since_scheduled: isScheduled ? undefined : blocksDone, ...open };
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
export function txRecordBody(txid: string, height: number) {
  const moment = momentAt(txid, height);
  if (!moment || ["unknown", "failed"].includes(moment.shows)) return null;
  const { startHeight: consensus_height, order, shows } = moment;
  const swapBlocks = plannedStates.includes(shows) ? (order.swapBlocks ?? 0) : 0;
  const finalised_height = consensus_height + swapBlocks;
  return shows === "observing" ? {} : { consensus_height, finalised_height };
}

/** The body of `cosmos/tx/v1beta1/txs/{txid}`; null unless the native chain rejected the message. */
export function rejectedMessageBody(txid: string, height: number) {
  const isRejected = momentAt(txid, height)?.shows === "failed";
  return isRejected ? { tx_response: { txhash: txid, codespace: "sdk", code: 5 } } : null;
}

/** The body of `queue/outbound` or of `queue/scheduled`; null where it is empty. */
export function payoutQueueBody(shows: Moment["shows"], height: number) {
  const waiting = allTxids.filter((txid) => momentAt(txid, height)?.shows === shows);
  return waiting.length > 0 ? waiting.map((in_hash) => ({ in_hash })) : null;
}

function countParts({ order, shows, blocksDone, blocksLeft }: Moment): number {
  const [, quantity = 1, done] = order.parts ?? [];
  if (shows !== "swapping") return done ?? quantity;
  if (order.isLimitOrder) return done ?? 0;
  return Math.floor((blocksDone * quantity) / (blocksDone + blocksLeft));
}

/** The body of `queue/swap/details/{txid}`; null where the queue does not have the swap. */
export function swapDetailsBody(txid: string, height: number) {
  const moment = momentAt(txid, height);
  if (moment?.shows !== "swapping") return null;
  const { order, startHeight: initial_block_height } = moment;
  const { amount: deposit, memo, swapped, to: target_asset } = order;
  const trade_target = BigInt(/:(\d+)\//.exec(memo)?.[1] ?? 0);
  const [interval, quantity] = order.parts ?? [0, 1];
  const count = countParts(moment);
  const swappedPart = (whole: bigint) => (whole / BigInt(quantity)) * BigInt(count);
  // A limit order is filled at its price.
  const out = swappedPart(swapped ? swapped[0] + swapped[1] : trade_target);
  const state = { interval, count, quantity, deposit, in: swappedPart(deposit), out };
  return { swap: { target_asset, trade_target, initial_block_height, state } };
}

/** Actions of one id, also as that of a payout, or of all sample transactions; newest first. */
export function actionsBody(txid: string | undefined, height: number) {
  const actions = allTxids
    .flatMap((one) => actionsOf(momentAt(one, height)))
    .filter((action) => !txid || [...action.in, ...action.out].some(({ txID }) => txID === txid))
    .sort((a, b) => Number(b.height) - Number(a.height));
  return { actions, count: String(actions.length), meta: { nextPageToken: "", prevPageToken: "" } };
}

function actionsOf(moment: Moment | null) {
  const listed = ["swapping", "failed", ...plannedStates];
  // An order that rests has no record.
  const isResting = moment?.shows === "swapping" && moment.order.isLimitOrder;
  if (!moment || !listed.includes(moment.shows) || isResting) return [];
  const { order, txid, shows, startHeight } = moment;
  const { from, amount, memo } = order;
  const [refused, refundFee, reason] = order.refused ?? [0n, 0n, ""];
  const height = String(startHeight);
  const action = (type: "swap" | "refund" | "failed", amount: bigint, metadata: object) => ({
    date: `${blockTimeMs(startHeight)}000000`,
    height,
    in: [{ address: senderOf(moment).address, coins: [{ amount, asset: from }], txID: txid }],
    metadata: { [type]: { memo, ...metadata } },
    out: receiversOf(moment)
      .filter((party) => isPaid(moment, party) && (party.kind === "refund") === (type === "refund"))
      .map(({ kind, address, coin, isNative, outputId }) => ({
        address,
        ...(kind === "affiliate" && { affiliate: true }),
        coins: [coin],
        height,
        txID: isNative ? "" : outputId,
      })),
    status: type === "failed" || paidStates.includes(shows) ? "success" : "pending",
    type,
  });
  if (shows === "failed")
    return [action("failed", amount, { code: "5", reason: "insufficient funds" })];
  const networkFees = [{ amount: refundFee, asset: from }];
  return [
    ...(refused < amount ? [action("swap", amount - refused, swapMetadata(moment))] : []),
    ...(refused > 0n ? [action("refund", refused, { networkFees, reason })] : []),
  ];
}

function swapMetadata(moment: Moment) {
  const { to, parts, swapped, refused } = moment.order;
  const [, outboundFee, liquidityFee] = swapped ?? [0n, 0n, 0n];
  const networkFees = swapped ? [{ amount: outboundFee, asset: to }] : [];
  if (!parts) return { liquidityFee, networkFees };
  const [, quantity] = parts;
  const count = countParts(moment);
  // A part that fails counts too. What was cancelled did not fail.
  const failed = refused && !moment.order.isLimitOrder ? quantity - count : 0;
  const failedSwaps = Array.from({ length: failed }, (_, index) => String(count + index + 1));
  const counts = { count: String(count + failed), quantity: String(quantity), failedSwaps };
  return { liquidityFee, networkFees, streamingSwapMeta: counts };
}
