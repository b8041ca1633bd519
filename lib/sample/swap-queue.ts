// The advanced swap queue of the node: the swaps that still run, each by its id, and how far its parts are. A zero is left out, as the node does.
import { partyAddress } from "./chains.ts";
import type { SampleNetwork } from "./network.ts";
import { NATIVE_CHAIN } from "./quote/native.ts";
import { type Settlement, settleSwap } from "./settlement.ts";
import { allTxids, type Moment, momentAt, partsDone } from "./transactions.ts";
import { txStatusBody } from "./tx-status.ts";

interface Running {
  readonly moment: Moment;
  readonly settlement: Settlement;
}

/** `tx_id` in capitals, as the node lists it. */
function findRunning(sample: SampleNetwork, txid: string, height: number): Running | null {
  const moment = momentAt(txid, height);
  if (moment?.shows !== "swapping") return null;
  return { moment, settlement: settleSwap(sample, moment.order, moment.startHeight) };
}

/** The progress of one swap; for an id that is not in the queue the node answers with nothing in it. */
export function streamingSwapBody(sample: SampleNetwork, text: string, height: number) {
  const txid = text.toUpperCase();
  const running = findRunning(sample, txid, height);
  const none = {
    tx_id: txid,
    trade_target: "0",
    source_asset: ".",
    target_asset: ".",
    deposit: "0",
    in: "0",
    out: "0",
  };
  return running ? streamingRow(running) : none;
}

/** Every swap of more than one part; null where there is none. */
export function streamingSwapsBody(sample: SampleNetwork, height: number) {
  const rows = allTxids
    .flatMap((txid) => findRunning(sample, txid, height) ?? [])
    .filter(({ moment }) => moment.order.streaming !== undefined)
    .map(streamingRow);
  return rows.length > 0 ? rows : null;
}

/** A swap of the queue, whole; null where the queue does not have it. */
export function swapDetailsBody(sample: SampleNetwork, text: string, height: number) {
  const txid = text.toUpperCase();
  const running = findRunning(sample, txid, height);
  const status = txStatusBody(sample, txid, height);
  if (!running || !("tx" in status)) return null;
  const { moment, settlement } = running;
  const { streaming, to } = moment.order;
  const { interval, quantity, count, last_height, deposit, ...moved } = streamingRow(running);
  return {
    swap: {
      tx: status.tx,
      target_asset: to,
      destination: recipientOf(settlement),
      trade_target: "0",
      affiliate_basis_points: String(moment.order.affiliateBps ?? 0),
      signer: partyAddress(NATIVE_CHAIN, "sender"),
      ...(streaming ? { stream_quantity: streaming.quantity, stream_interval: streaming.interval } : {}),
      initial_block_height: moment.startHeight,
      state: {
        ...(interval ? { interval } : {}),
        quantity,
        ...(count ? { count, last_height } : {}),
        deposit,
        withdrawn: "0",
        in: moved.in,
        out: moved.out,
      },
    },
    status: "queued",
    queue_type: "advanced",
  };
}

const recipientOf = ({ memo }: Settlement) => memo.split(":")[2] ?? "";

function streamingRow({ moment, settlement }: Running) {
  const { order, startHeight } = moment;
  const { interval = 0, quantity = 1 } = order.streaming ?? {};
  const count = order.streaming ? partsDone(moment) : 0;
  const part = { in: order.amount / BigInt(quantity), out: settlement.emitted / BigInt(quantity) };
  return {
    tx_id: moment.txid,
    ...(interval > 0 ? { interval } : {}),
    quantity,
    ...(count > 0 ? { count, last_height: startHeight + interval * count } : {}),
    trade_target: "0",
    source_asset: order.from,
    target_asset: order.to,
    destination: recipientOf(settlement),
    deposit: String(order.amount),
    in: String(part.in * BigInt(count)),
    out: String(part.out * BigInt(count)),
  };
}

/** No order rests in the sample network. */
export const limitSwaps = {
  limit_swaps: [],
  pagination: { offset: "0", limit: "100", total: "0", has_next: false, has_prev: false },
};

export const limitSwapsSummary = {
  total_limit_swaps: "0",
  total_value_usd: "0",
  asset_pairs: [],
  oldest_swap_blocks: "0",
  average_age_blocks: "0",
};
