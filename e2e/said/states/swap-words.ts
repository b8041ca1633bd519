// What is said of a swap where two things come together, or one source alone claims a step of it.

import {
  action,
  deposit,
  inParts,
  kept,
  lateBy,
  legs,
  MEMO,
  paid,
  partly,
  planned,
  plannedAt,
  queued,
  queuedBefore,
  record,
  recordsOf,
  type SwapRecords,
  scriptSwap,
  sent,
  stages,
  swapping,
  swapRecord,
  TXID,
  unseen,
} from "../../support/transactions.ts";
import { type Alike, inWorld, type State, type States, swap, swapOf } from "../state.ts";

/** After this time, a deposit that was processed has its payouts planned. */
const PLANNED_MS = 66_000;
const later = (records: SwapRecords): State => ({
  setting: inWorld(async (world) => {
    scriptSwap(world, records);
    await world.network.getSwap(TXID, null);
    world.nowMs += PLANNED_MS;
  }),
  questions: [swap(TXID)],
});

const ENDS = { MAXOUTBOUNDATTEMPTS: 100 };
/** A payout that a queue has is not given up. */
const IN_QUEUE = { paths: { outbound: [{ in_hash: TXID }] } };
const both = (at: object) => plannedAt(at, planned.payout, planned.refund);
const halted = (...chains: string[]) =>
  Object.fromEntries(chains.map((chain) => [`HALTSIGNING${chain}`, 1]));
const alone = (node: string) =>
  swapOf(
    recordsOf(`${node}, unread`, {
      observing: kept(stages.observing),
      scheduled: plannedAt(stages.scheduled, planned.payout),
    }),
  );
const trade = { ...deposit(), coins: [{ asset: "BTC~BTC", amount: "5000000" }] };
const nowhere = { ...planned.payout, chain: "NEW" };

const ORDER = `=<:ETH.ETH:0x90f79bf6eb2c4f870365e785982e1f101e93b906:95000000/14400/0`;
const failedParts = (failedSwaps: readonly string[] | undefined) => {
  const streamingSwapMeta = { count: "5", quantity: "9", failedSwaps };
  const list = [
    record("swap", "success", [legs.payout, legs.refund], {
      metadata: { swap: { memo: MEMO, streamingSwapMeta } },
    }),
    record("refund", "success", [legs.payout, legs.refund]),
  ];
  return swapOf({ nodes: partly, indexers: [list, list] }, { indexers: 2 });
};
const REFUND_TO = "bc1qrefundexample0000000000000000000000000";
const noSwapMemo = `swap-to:ETH.ETH:0x90f79bf6eb2c4f870365e785982e1f101e93b906/${REFUND_TO}`;
const swapMemo = `${MEMO}/${REFUND_TO}`;
const memoed = (memo: string, at: object, more: object = {}) =>
  swapOf({ nodes: kept(at, { tx: deposit(memo), ...more }) });
const orderEnd = (blocks: number, nodes: object): State =>
  later({
    nodes,
    heights: { consensus_height: 24_980_000, finalised_height: 24_980_000 + blocks },
  });

const native = "thor1recipientexample00000000000000000000000";
const nativePaid = kept(stages.swapped, {
  tx: deposit(`=:THOR.RUNE:${native}`),
  out_txs: [{ ...sent.affiliate, to_address: native }],
});

const scenes: States = {
  "seen-by-one-source": alone("observing"),
  "confirming-by-one-source": alone("confirming"),
  "swapping-by-one-source": alone("swapping"),
  "scheduled-by-one-source": alone("scheduled"),
  "nothing-to-pay-by-one-source": alone("nothing"),
  "partly-refunded-by-one-source": alone("partly"),
  "rejected-by-one-source": swapOf(recordsOf("both unseen | failed")),
  "forgotten-by-the-nodes": swapOf({
    nodes: unseen,
    actions: [{ ...swapRecord, date: "1600000000000000000" }],
  }),
  "swapping-by-the-indexer-of-an-unread-node": swapOf(recordsOf("unread | swap waits"), {
    nodes: 1,
  }),
  "no-payout-shown-by-the-indexer": swapOf(recordsOf("unread | swap without a payout"), {
    nodes: 1,
  }),
  "no-refund-shown-by-the-indexer": swapOf(
    { isNodeSilent: true, actions: [record("refund")] },
    { nodes: 1 },
  ),
  "halted-payout-of-an-unread-node": swapOf(
    { isNodeSilent: true, actions: [record("refund", "pending")], mimir: halted("BTC") },
    { nodes: 1 },
  ),
  "not-seen-of-a-named-chain": {
    setting: inWorld((world) => scriptSwap(world, { mimir: { HALTBTCTRADING: 1 } })),
    questions: [swap(TXID, "BTC")],
  },
  "deposit-of-a-chain-that-ended": swapOf({
    nodes: kept(stages.confirming),
    mimir: { "RAGNAROK-ETH-ETH": 1 },
  }),
  "parts-of-a-chain-that-ended": swapOf({
    nodes: kept(inParts({ interval: 4, quantity: 16, count: 6 })),
    mimir: { "RAGNAROK-ETH-ETH": 1, HALTBTCTRADING: 1 },
  }),
  "one-part-held-by-a-halt": swapOf({ nodes: swapping, mimir: { HALTETHTRADING: 1 } }),
  "parts-paused": swapOf({
    nodes: kept(inParts({ interval: 4, quantity: 16, count: 6 })),
    mimir: { STREAMINGSWAPPAUSE: 1 },
  }),
  "one-part-while-parts-are-paused": swapOf({ nodes: swapping, mimir: { STREAMINGSWAPPAUSE: 1 } }),
  "order-while-parts-are-paused": swapOf({
    nodes: kept(stages.swapping, { tx: deposit(ORDER) }),
    mimir: { STREAMINGSWAPPAUSE: 1 },
  }),
  "failed-parts-go-back": swapOf({ nodes: swapping, details: queued({ failed_swaps: [1, 2] }) }),
  "failed-parts-are-tried-again": swapOf({
    nodes: swapping,
    streaming: queuedBefore(),
  }),
  "two-parts-failed-of-five": failedParts(["4", "5"]),
  "no-part-failed-of-five": failedParts([]),
  "parts-that-failed-not-known": failedParts(undefined),
  "payout-and-refund-scheduled": swapOf({ nodes: both(stages.scheduled) }),
  "payout-and-refund-signed": swapOf({ nodes: both(stages.signing) }),
  "payout-halted-beside-a-refund": swapOf({ nodes: both(stages.scheduled), mimir: halted("ETH") }),
  "refund-halted-beside-a-payout": swapOf({ nodes: both(stages.scheduled), mimir: halted("BTC") }),
  "payout-and-refund-halted": swapOf({ nodes: both(stages.signing), mimir: halted("BTC", "ETH") }),
  "refund-to-an-unknown-chain-beside-a-payout": swapOf({
    nodes: plannedAt(stages.signing, planned.payout, { ...planned.refund, chain: "NEW" }),
  }),
  "native-refund-beside-a-payout": swapOf({
    nodes: plannedAt(stages.scheduled, planned.payout, { ...planned.refund, chain: "THOR" }),
  }),
  "refund-left-after-a-payout": swapOf({
    nodes: kept(stages.signing, {
      planned_out_txs: [planned.payout, planned.refund],
      out_txs: [sent.payout],
    }),
  }),
  "refund-of-an-order": memoed(ORDER, stages.signing, { planned_out_txs: [planned.refund] }),
  "payout-to-an-unknown-chain": swapOf({ nodes: plannedAt(stages.signing, nowhere) }),
  "payout-counted-and-not-shown-unchecked": swapOf({ nodes: plannedAt(stages.signed, nowhere) }),
  "refund-counted-and-not-shown": swapOf({ nodes: plannedAt(stages.signed, planned.refund) }),
  "payout-late-with-an-end": swapOf({
    nodes: plannedAt(lateBy(1_800), planned.payout),
    mimir: ENDS,
    ...IN_QUEUE,
  }),
  "refund-late-with-an-end": swapOf({
    nodes: plannedAt(lateBy(1_800), planned.refund),
    mimir: ENDS,
    ...IN_QUEUE,
  }),
  "payout-late-of-which-a-share-is-paid": swapOf({
    nodes: kept(lateBy(1_800), {
      planned_out_txs: [planned.payout, planned.affiliate],
      out_txs: [sent.affiliate],
    }),
    mimir: ENDS,
    ...IN_QUEUE,
  }),
  "payout-and-refund-late": swapOf({ nodes: both(lateBy(1_800)), ...IN_QUEUE }),
  "payout-late-and-halted": swapOf({
    nodes: plannedAt(lateBy(1_800), planned.payout),
    mimir: { ...ENDS, ...halted("ETH") },
    ...IN_QUEUE,
  }),
  "payout-given-up-with-an-end": swapOf({
    nodes: plannedAt(lateBy(1_800), planned.payout),
    mimir: ENDS,
  }),
  "refund-given-up-with-an-end": swapOf({
    nodes: plannedAt(lateBy(1_800), planned.refund),
    mimir: ENDS,
  }),
  "payout-given-up-of-which-a-share-is-paid": swapOf({
    nodes: kept(lateBy(1_800), {
      planned_out_txs: [planned.payout, planned.affiliate],
      out_txs: [sent.affiliate],
    }),
    mimir: ENDS,
  }),
  "refund-given-up-beside-a-payout": swapOf({
    nodes: kept(lateBy(1_800), {
      planned_out_txs: [planned.payout, planned.refund],
      out_txs: [sent.payout],
    }),
    mimir: ENDS,
  }),
  "paid-out-on-the-native-chain": swapOf({ nodes: nativePaid }),
  "trade-asset-booked-back": later({ nodes: kept(stages.swapped, { tx: trade }) }),
  "order-expired-and-booked-back": orderEnd(
    20_000,
    kept(stages.swapped, { tx: { ...trade, memo: ORDER } }),
  ),
  "order-cancelled-and-partly-filled": orderEnd(
    100,
    kept(stages.signed, { tx: deposit(ORDER), out_txs: [sent.payout, sent.refund] }),
  ),
  "no-swap-with-a-refund-address": memoed(noSwapMemo, stages.confirming),
  "no-swap-goes-back-to-the-sender": memoed(noSwapMemo, stages.signing, {
    planned_out_txs: [planned.refund],
  }),
  "no-swap-goes-to-its-refund-address": memoed(noSwapMemo, stages.signing, {
    planned_out_txs: [{ ...planned.refund, to_address: REFUND_TO }],
  }),
  "no-swap-and-nothing-goes-back": memoed(noSwapMemo, stages.swapped),
  "no-swap-with-a-name": memoed(noSwapMemo.replace(REFUND_TO, "mario"), stages.confirming),
  "no-swap-with-its-sender": memoed(
    noSwapMemo.replace(REFUND_TO, deposit().from_address),
    stages.confirming,
  ),
  "no-swap-behind-the-bar": memoed(`|${noSwapMemo}`, stages.confirming),
  "swap-with-a-refund-address": memoed(swapMemo, stages.confirming),
  "swap-refunded-to-the-sender": memoed(swapMemo, stages.signed, { out_txs: [sent.refund] }),
  "swap-refunded-to-its-refund-address": memoed(swapMemo, stages.signed, {
    out_txs: [{ ...sent.refund, to_address: REFUND_TO }],
  }),
  "swap-paid-with-a-refund-address": memoed(swapMemo, stages.signed, { out_txs: [sent.payout] }),
  "stored-memo-found": swapOf({
    nodes: kept(stages.confirming, { tx: deposit("") }),
    paths: { 5000000: { memo: MEMO } },
  }),
  "refunded-by-two-indexers": swapOf(recordsOf("both unseen | refund | refund"), { indexers: 2 }),
  "paid-with-fees-of-two-indexers": swapOf(
    { nodes: paid, indexers: [[action("swap", [legs.payout])], [action("swap", [legs.payout])]] },
    { indexers: 2 },
  ),
};

export const swapWordScenes: Alike = { surface: "head", scenes };
