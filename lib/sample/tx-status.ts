// What the node keeps of the sample transactions: their status, their records, and the queues. Like a real node, it also answers for an
// unknown id, and leaves out a zero.
import { PROTOCOL_BLOCK_SECONDS } from "../protocol/values/chains.ts";
import { partyAddress, type SampleChain, vaultAddress } from "./chains.ts";
import { externalHeight } from "./clock.ts";
import { NATIVE, NATIVE_CHAIN } from "./quote/state.ts";
import { type Party, type Settlement, settleSwap } from "./settlement.ts";
import type { SampleNetwork } from "./state.ts";
import { allTxids, type Moment, momentAt, partsDone } from "./transactions.ts";

const NODES = 103;
const NATIVE_TXID = "0".repeat(64);

/** The id of a payout (F…) or refund (E…) of a sample transaction. Native outputs have only zeros. */
export function outboundTxid(txid: string, kind: "F" | "E", chain: string): string {
  return chain === NATIVE_CHAIN ? NATIVE_TXID : `${kind}${txid.slice(1, 4)}`.repeat(16);
}

/** The body of `tx/status/{txid}`. As in the node, the id may be in lower case. */
export function txStatusBody(sample: SampleNetwork, text: string, height: number) {
  const moment = momentAt(text.toUpperCase(), height);
  if (!moment || moment.shows === "unknown" || moment.shows === "failed") {
    return { stages: { inbound_observed: { final_count: 0, completed: false } } };
  }
  const settlement = settleSwap(sample, moment.order, moment.startHeight);
  const planned = plannedOutputs(moment, settlement);
  const sent = sentOutputs(sample.chains, moment, settlement);
  return {
    tx: toTx(sample.chains, moment, settlement),
    ...(planned.length > 0 ? { planned_out_txs: planned } : {}),
    ...(sent.length > 0 ? { out_txs: sent } : {}),
    stages: stageBodies(sample.chains, moment, settlement, height),
  };
}

/** The body of `tx/{txid}` as far as it is read: the heights of consensus and of the end of the swap; null for an id that no node has seen. */
export function txRecordBody(sample: SampleNetwork, text: string, height: number) {
  const moment = momentAt(text.toUpperCase(), height);
  const status = txStatusBody(sample, text, height);
  if (!moment || !("tx" in status)) return null;
  const { startHeight, order } = moment;
  const parts = order.streaming
    ? order.streaming.quantity * Math.max(1, order.streaming.interval)
    : 1;
  const rested = order.limit ? order.limit.restedBlocks : parts - 1;
  const isFinalised = status.stages.inbound_observed.completed;
  return {
    observed_tx: { tx: status.tx, ...(isSettled(moment) ? { status: "done" } : {}) },
    ...(isFinalised
      ? {
          consensus_height: startHeight,
          finalised_height: startHeight + (isSettled(moment) ? rested : 0),
        }
      : {}),
    keysign_metric: { tx_id: moment.txid, node_tss_times: null },
  };
}

/** The body of `cosmos/tx/v1beta1/txs/{txid}` of a rejected message, as far as it is read; null for every other id. */
export function rejectedMessageBody(text: string, height: number) {
  const moment = momentAt(text.toUpperCase(), height);
  if (moment?.shows !== "failed") return null;
  return {
    tx_response: {
      height: String(moment.startHeight),
      txhash: moment.txid,
      codespace: "sdk",
      code: 5,
    },
  };
}

const gasCoins = (chains: readonly SampleChain[], chain: string) => {
  const row = chains.find((entry) => entry.code === chain);
  if (!row) return [{ asset: NATIVE, amount: "2000000" }];
  return [{ asset: row.gasAsset, amount: String(row.dustThreshold / 2n) }];
};

const toCoin = (party: Party) => ({
  asset: party.asset,
  amount: String(party.amount),
  ...(party.decimals < 8 ? { decimals: party.decimals } : {}),
});

function toTx(chains: readonly SampleChain[], { txid }: Moment, { in: inbound, memo }: Settlement) {
  return {
    id: txid,
    chain: inbound.chain,
    from_address: inbound.address,
    to_address: vaultAddress(inbound.chain),
    coins: [toCoin(inbound)],
    gas: inbound.chain === NATIVE_CHAIN ? null : gasCoins(chains, inbound.chain),
    memo,
  };
}

const isSettled = ({ shows }: Moment) =>
  [
    "outbound_scheduled",
    "outbound_signing",
    "done",
    "refunded",
    "partially_refunded",
    "dropped",
  ].includes(shows);

const toPlanned = (party: Party) => ({
  chain: party.chain,
  to_address: party.address,
  coin: { asset: party.asset, amount: String(party.amount) },
});

const outputMemo = (isRefund: boolean, txid: string) => `${isRefund ? "REFUND" : "OUT"}:${txid}`;

function plannedOutputs(moment: Moment, { out, refund, affiliate }: Settlement) {
  if (!isSettled(moment)) return [];
  return [out, refund, affiliate].flatMap((party) =>
    party === null ? [] : [{ ...toPlanned(party), refund: party === refund }],
  );
}

/** The affiliate's native payout is sent at once, the others after signing. */
function sentOutputs(
  chains: readonly SampleChain[],
  moment: Moment,
  { out, refund, affiliate }: Settlement,
) {
  if (!isSettled(moment)) return [];
  const signed = !["outbound_scheduled", "outbound_signing", "dropped"].includes(moment.shows);
  return (signed ? [refund, affiliate, out] : [affiliate])
    .filter((party) => party !== null)
    .map((party) => ({
      id: outboundTxid(moment.txid, party === refund ? "E" : "F", party.chain),
      chain: party.chain,
      from_address: vaultAddress(party.chain),
      to_address: party.address,
      coins: [toCoin(party)],
      gas: gasCoins(chains, party.chain),
      memo: outputMemo(party === refund, moment.txid),
    }));
}

/** The body of `queue/outbound` or of `queue/scheduled`, as far as it is read; null where it is empty. */
export function payoutQueueBody(
  sample: SampleNetwork,
  list: "outbound" | "scheduled",
  height: number,
) {
  const shows = list === "outbound" ? "outbound_signing" : "outbound_scheduled";
  const payouts = allTxids.flatMap((txid) => {
    const moment = momentAt(txid, height);
    if (moment?.shows !== shows) return [];
    const { out, refund } = settleSwap(sample, moment.order, moment.startHeight);
    return [out, refund].flatMap((party) =>
      party === null
        ? []
        : [{ in_hash: txid, ...toPlanned(party), memo: outputMemo(party === refund, txid) }],
    );
  });
  return payouts.length > 0 ? payouts : null;
}

/** The record of parts from before that queue: the node answers with nothing in it. */
export const streamingSwapBody = (txid: string) => ({
  tx_id: txid.toUpperCase(),
  trade_target: "0",
  source_asset: ".",
  target_asset: ".",
  deposit: "0",
  in: "0",
  out: "0",
});

/** A swap of the advanced queue, whole; null where the queue does not have it. */
export function swapDetailsBody(sample: SampleNetwork, text: string, height: number) {
  const txid = text.toUpperCase();
  const moment = momentAt(txid, height);
  const status = txStatusBody(sample, txid, height);
  if (moment?.shows !== "swapping" || !("tx" in status)) return null;
  const { order, startHeight } = moment;
  const { streaming, limit, to, amount, affiliateBps = 0 } = order;
  const { memo, limit: target, emitted } = settleSwap(sample, order, startHeight);
  const { interval = 0, quantity = 1 } = streaming ?? {};
  const count = streaming ? partsDone(moment) : 0;
  return {
    swap: {
      tx: status.tx,
      target_asset: to,
      destination: memo.split(":")[2] ?? "",
      trade_target: String(target),
      affiliate_basis_points: String(affiliateBps),
      signer: partyAddress(NATIVE_CHAIN, "sender"),
      ...(limit ? { swap_type: "limit" } : {}),
      ...(streaming && !limit ? { stream_quantity: quantity, stream_interval: interval } : {}),
      initial_block_height: startHeight,
      state: {
        ...(interval > 0 ? { interval } : {}),
        quantity,
        ...(count > 0 ? { count, last_height: startHeight + interval * count } : {}),
        deposit: String(amount),
        withdrawn: "0",
        in: String((amount / BigInt(quantity)) * BigInt(count)),
        out: String((emitted / BigInt(quantity)) * BigInt(count)),
      },
    },
    status: "queued",
    queue_type: "advanced",
  };
}

function stageBodies(
  chains: readonly SampleChain[],
  moment: Moment,
  settlement: Settlement,
  height: number,
) {
  const { shows, blocksDone, blocksLeft } = moment;
  const native = settlement.in.chain === NATIVE_CHAIN;
  if (shows === "observing") {
    return {
      inbound_observed: {
        started: true,
        pre_confirmation_count: 12,
        final_count: 0,
        completed: false,
      },
    };
  }
  if (shows === "confirming") {
    const row = chains.find((entry) => entry.code === settlement.in.chain);
    const seen = externalHeight(height, row?.blockSeconds ?? PROTOCOL_BLOCK_SECONDS);
    return {
      inbound_observed: { pre_confirmation_count: 80, final_count: 0, completed: true },
      inbound_confirmation_counted: {
        counting_start_height: height - blocksDone,
        chain: settlement.in.chain,
        external_observed_height: seen,
        external_confirmation_delay_height: seen + (row?.confirmations ?? 1),
        remaining_confirmation_seconds: blocksLeft * PROTOCOL_BLOCK_SECONDS,
        completed: false,
      },
      inbound_finalised: { completed: false },
      swap_status: { pending: false },
    };
  }
  const counted = {
    inbound_observed: native
      ? { final_count: 0, completed: true }
      : { pre_confirmation_count: NODES, final_count: NODES, completed: true },
    inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: true },
    inbound_finalised: { completed: true },
  };
  // The parts of a swap stand in the queue alone: this record names them for the queue of before 2025 only.
  const pending = shows === "swapping";
  return {
    ...counted,
    swap_status: { pending },
    swap_finalised: { completed: !pending },
    ...(pending ? {} : outboundStages(moment, settlement, height)),
  };
}

/** Native outputs are never scheduled or signed, so they have neither stage. */
function outboundStages(
  { shows, blocksDone, blocksLeft }: Moment,
  settlement: Settlement,
  height: number,
) {
  const external = [settlement.out, settlement.refund].some(
    (party) => party && party.chain !== NATIVE_CHAIN,
  );
  if (!external || shows === "no_output") return {};
  if (shows === "outbound_scheduled") {
    return {
      outbound_delay: {
        remaining_delay_blocks: blocksLeft,
        remaining_delay_seconds: blocksLeft * PROTOCOL_BLOCK_SECONDS,
        completed: false,
      },
      outbound_signed: { scheduled_outbound_height: height + blocksLeft, completed: false },
    };
  }
  const delay = settlement.refund ? {} : { outbound_delay: { completed: true } };
  if (shows !== "outbound_signing" && shows !== "dropped")
    return { ...delay, outbound_signed: { completed: true } };
  return {
    ...delay,
    outbound_signed: {
      scheduled_outbound_height: height - blocksDone,
      blocks_since_scheduled: blocksDone,
      completed: false,
    },
  };
}
