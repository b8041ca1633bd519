// The advanced swap queue of the node: the swaps that still run, each by its id, and how far its parts are. A zero is left out, as the node does.
import { partyAddress } from "./chains.ts";
import { NATIVE_CHAIN } from "./quote/state.ts";
import { settleSwap } from "./settlement.ts";
import type { SampleNetwork } from "./state.ts";
import { momentAt, partsDone } from "./transactions.ts";
import { txStatusBody } from "./tx-status.ts";

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

/** A swap of the queue, whole; null where the queue does not have it. */
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
