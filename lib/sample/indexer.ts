// The bodies of the indexer, as far as they are read. It is one block behind the node, and lists a transaction after its confirmation.
import { formatUnits } from "../protocol/values/amounts.ts";
import { blockTimeMs } from "./clock.ts";
import { type PoolRow, runePriceAt, samplePools } from "./pools.ts";
import { NATIVE, NATIVE_CHAIN } from "./quote/state.ts";
import { type Party, type Settlement, settleSwap } from "./settlement.ts";
import type { SampleNetwork } from "./state.ts";
import { allTxids, type Moment, momentAt, partsDone } from "./transactions.ts";
import { outboundTxid } from "./tx-status.ts";

const LAG_BLOCKS = 1;
const DECIMALS = 12;

export function healthBody(height: number) {
  const mark = (at: number) => ({ height: at, timestamp: Math.floor(blockTimeMs(at) / 1000) });
  return {
    database: true,
    inSync: true,
    lastAggregated: mark(height - LAG_BLOCKS),
    lastCommitted: mark(height - LAG_BLOCKS),
    lastFetched: mark(height),
    lastThorNode: mark(height),
    scannerHeight: String(height),
  };
}

export function poolsBody(rows: readonly PoolRow[], height: number) {
  const runePrice = runePriceAt(height);
  return samplePools(rows, height).map(({ asset, balanceAsset, balanceRune, status }) => ({
    asset,
    assetDepth: String(balanceAsset),
    assetPriceUSD: formatUnits(
      ((balanceRune * 10n ** BigInt(DECIMALS)) / balanceAsset) * runePrice,
      DECIMALS + 8,
    ),
    runeDepth: String(balanceRune),
    status: status.toLowerCase(),
  }));
}

/** Actions of one id, or of all sample transactions, newest first. */
export function actionsBody(sample: SampleNetwork, txid: string | null, height: number) {
  const id = txid?.toUpperCase();
  // An id is also found as that of a payout.
  const actions = allTxids
    .flatMap((one) => {
      const moment = momentAt(one, height);
      return moment ? actionsOf(sample, moment) : [];
    })
    .filter(
      (action) => id === undefined || [...action.in, ...action.out].some((leg) => leg.txID === id),
    )
    .sort((a, b) => Number(b.height) - Number(a.height));
  return { actions, count: String(actions.length), meta: { nextPageToken: "", prevPageToken: "" } };
}

function actionsOf(sample: SampleNetwork, moment: Moment) {
  const settlement = settleSwap(sample, moment.order, moment.startHeight);
  const { out, refund, affiliate } = settlement;
  const payouts = [
    ...(affiliate ? [legOf(moment, affiliate, "F", true)] : []),
    ...(out ? [legOf(moment, out, "F")] : []),
  ];
  const swap = (status: "success" | "pending", legs: readonly { readonly txID: string }[]) =>
    toAction(moment, settlement, "swap", status, legs, { swap: swapMetadata(moment, settlement) });
  const refundAction = (
    status: "success" | "pending",
    legs: readonly { readonly txID: string }[],
  ) => toAction(moment, settlement, "refund", status, legs, { refund: refundMetadata(settlement) });
  const refunds = refund ? [legOf(moment, refund, "E")] : [];

  // An order that rests has no record of a swap.
  if (moment.order.limit && moment.shows === "swapping") return [];
  switch (moment.shows) {
    case "swapping":
    case "outbound_scheduled":
    case "dropped":
      return [swap("pending", [])];
    case "outbound_signing":
      return refund
        ? [refundAction("pending", [])]
        : [swap("pending", payouts.slice(0, affiliate ? 1 : 0))];
    case "done":
      return [swap("success", payouts)];
    case "refunded":
      return [refundAction("success", refunds)];
    case "partially_refunded":
      return [swap("success", payouts), refundAction("success", refunds)];
    case "failed":
      return [
        toAction(moment, settlement, "failed", "success", [], {
          failed: { code: "5", memo: settlement.memo, reason: "insufficient funds" },
        }),
      ];
    default:
      return [];
  }
}

function legOf(moment: Moment, party: Party, kind: "F" | "E", affiliate = false) {
  return {
    address: party.address,
    ...(affiliate ? { affiliate } : {}),
    coins: [{ amount: String(party.amount), asset: party.asset }],
    height: String(moment.startHeight),
    txID: party.chain === NATIVE_CHAIN ? "" : outboundTxid(moment.txid, kind, party.chain),
  };
}

function toAction(
  moment: Moment,
  { in: inbound, refused }: Settlement,
  type: "swap" | "refund" | "failed",
  status: "success" | "pending",
  out: readonly { readonly txID: string }[],
  metadata: object,
) {
  const { from, to } = moment.order;
  const part = { swap: inbound.amount - refused, refund: refused, failed: inbound.amount }[type];
  return {
    date: `${blockTimeMs(moment.startHeight)}000000`,
    height: String(moment.startHeight),
    in: [
      {
        address: inbound.address,
        coins: [{ amount: String(part), asset: inbound.asset }],
        txID: moment.txid,
      },
    ],
    metadata,
    out,
    pools: type === "swap" ? [from, to].filter((asset) => asset !== NATIVE) : [],
    status,
    type,
  };
}

function swapMetadata(moment: Moment, settlement: Settlement) {
  const { order, shows } = moment;
  const quantity = order.streaming?.quantity ?? 1;
  const swapped = shows === "swapping" ? partsDone(moment) : settlement.partsDone;
  // A part that fails counts too.
  const failed = order.refund?.cause === "limit" ? quantity - swapped : 0;
  const parts = {
    count: String(swapped + failed),
    failedSwaps: Array.from({ length: failed }, (_, index) => String(swapped + index + 1)),
    quantity: String(quantity),
  };
  return {
    liquidityFee: String(settlement.liquidityFeeRune),
    memo: settlement.memo,
    networkFees: [{ amount: String(settlement.outboundFee), asset: order.to }],
    ...(order.streaming ? { streamingSwapMeta: parts } : {}),
  };
}

function refundMetadata({ memo, refundFee, refundReason: reason, in: { asset } }: Settlement) {
  return { memo, networkFees: [{ amount: String(refundFee), asset }], reason };
}
