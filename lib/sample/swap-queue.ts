// The advanced swap queue of the node: the swaps that still run, each by its id, and how far its parts are. A zero is left out, as the node does.
import { partyAddress, vaultAddress } from "./chains.ts";
import { NATIVE_CHAIN } from "./quote/state.ts";
import { type Settlement, settleSwap } from "./settlement.ts";
import type { SampleNetwork } from "./state.ts";
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

const isInParts = ({ moment }: Running) => moment.order.streaming !== undefined;

/** The progress of one swap in parts; for an id that is not in the queue the node answers with nothing in it. */
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
  return running && isInParts(running) ? streamingRow(running) : none;
}

/** Every swap of more than one part; null where there is none. */
export function streamingSwapsBody(sample: SampleNetwork, height: number) {
  const rows = allTxids
    .flatMap((txid) => findRunning(sample, txid, height) ?? [])
    .filter(isInParts)
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
  const { streaming, limit, to } = moment.order;
  const { interval, quantity, count, last_height, deposit, ...moved } = streamingRow(running);
  return {
    swap: {
      tx: status.tx,
      target_asset: to,
      destination: recipientOf(settlement),
      trade_target: String(settlement.limit),
      affiliate_basis_points: String(moment.order.affiliateBps ?? 0),
      signer: partyAddress(NATIVE_CHAIN, "sender"),
      ...(limit ? { swap_type: "limit" } : {}),
      ...(streaming && !limit ? { stream_quantity: streaming.quantity, stream_interval: streaming.interval } : {}),
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
    trade_target: String(settlement.limit),
    source_asset: order.from,
    target_asset: order.to,
    destination: recipientOf(settlement),
    deposit: String(order.amount),
    in: String(part.in * BigInt(count)),
    out: String(part.out * BigInt(count)),
  };
}

function restingOrders(sample: SampleNetwork, height: number): Running[] {
  return allTxids
    .flatMap((txid) => findRunning(sample, txid, height) ?? [])
    .filter(({ moment }) => moment.order.limit !== undefined);
}

const ONE = 100_000_000n;

function limitRow(running: Running, height: number) {
  const { moment, settlement } = running;
  const { limit, amount, to } = moment.order;
  const { quantity, count = 0, last_height = 0, deposit, in: sold, out } = streamingRow(running);
  const age = height - moment.startHeight;
  return {
    swap: {
      tx: depositTx(moment, settlement),
      target_asset: to,
      destination: recipientOf(settlement),
      trade_target: String(settlement.limit),
      affiliate_address: "",
      affiliate_basis_points: "0",
      signer: partyAddress(NATIVE_CHAIN, "sender"),
      aggregator: "",
      aggregator_target_address: "",
      aggregator_target_limit: null,
      swap_type: "limit",
      stream_quantity: "0",
      stream_interval: "0",
      initial_block_height: String(moment.startHeight),
      state: {
        interval: "0",
        quantity: String(quantity),
        ttl: "0",
        count: String(count),
        last_height: String(last_height),
        deposit,
        withdrawn: "0",
        in: sold,
        out,
        failed_swaps: [],
        failed_swap_reasons: [],
      },
      version: "v2",
      index: 0,
    },
    ratio: String((settlement.limit * ONE) / amount),
    blocks_since_created: String(age),
    time_to_expiry_blocks: String((limit?.blocks ?? 0) - age),
    created_timestamp: "0",
  };
}

/** As the list of limit orders writes a deposit: its decimals are a text. */
function depositTx({ txid }: Moment, { in: { chain, address, asset, amount, decimals }, memo }: Settlement) {
  return {
    id: txid,
    chain,
    from_address: address,
    to_address: vaultAddress(chain),
    coins: [{ asset, amount: String(amount), decimals: String(decimals < 8 ? decimals : 0) }],
    gas: [],
    memo,
  };
}

/** The limit orders that rest, as `queue/limit_swaps` lists them: there every figure is a text, and a zero is not left out. */
export function limitSwapsBody(sample: SampleNetwork, height: number) {
  const rows = restingOrders(sample, height).map((running) => limitRow(running, height));
  return {
    limit_swaps: rows,
    pagination: { offset: "0", limit: "100", total: String(rows.length), has_next: false, has_prev: false },
  };
}

export function limitSwapsSummaryBody(sample: SampleNetwork, height: number) {
  const orders = restingOrders(sample, height);
  const ages = orders.map(({ moment }) => height - moment.startHeight);
  const pairs = new Map(orders.map(({ moment: { order } }) => [`${order.from}>${order.to}`, order]));
  return {
    total_limit_swaps: String(orders.length),
    total_value_usd: "0",
    asset_pairs: [...pairs.values()].map(({ from, to }) => ({
      source_asset: from,
      target_asset: to,
      count: String(orders.filter(({ moment: { order } }) => order.from === from && order.to === to).length),
      total_value_usd: "0",
    })),
    oldest_swap_blocks: String(Math.max(0, ...ages)),
    average_age_blocks: String(Math.floor(ages.reduce((sum, age) => sum + age, 0) / Math.max(1, ages.length))),
  };
}
