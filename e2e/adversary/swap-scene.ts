// One swap from Bitcoin to Ether, as text: what each node says, and what each indexer records.
import {
  deposit,
  kept,
  legs,
  MEMO,
  planned,
  plannedAt,
  RECIPIENT,
  record,
  recordsOf,
  returning,
  type SwapRecords,
  scriptSwap,
  sent,
  sentOut,
  stages,
  TXID,
  type Words,
} from "../support/transactions.ts";
import { createWorld, type World } from "../support/world.ts";

const THIEF = "0xbad0000000000000000000000000000000000000";
const OTHER_ID = "EF".repeat(32);
/** So long that what an indexer recorded began before it. */
const BEFORE_MS = 6_000_000;

const paidWith = (change: object) => sentOut({ ...sent.payout, ...change });
const paidFor = (change: object) => ({
  ...sentOut(sent.payout),
  tx: { ...deposit(), ...change },
});
const thief = { from_address: "bc1qthief" };
const toThief = { ...planned.refund, to_address: "bc1qthief" };
const counting = (seconds: number) => ({
  ...stages.confirming,
  inbound_confirmation_counted: { remaining_confirmation_seconds: seconds, completed: false },
});
const delayedBy = (remaining_delay_seconds: number) =>
  plannedAt(
    { ...stages.scheduled, outbound_delay: { remaining_delay_seconds, completed: false } },
    planned.payout,
  );
const orderFor = (blocks: number) => ({
  tx: deposit(`=<:ETH.ETH:${RECIPIENT}:500/${blocks}/0`),
});
const early = { inbound_observed: { started: true, completed: false, final_count: 3 } };

/** Beside the words of `support/transactions.ts`. */
const nodeWords: Words = {
  "an open limit order": kept(stages.swapping, orderFor(100)),
  "an order of a month": kept(stages.swapping, orderFor(43_200)),
  "an order given back": { ...sentOut(sent.refund), ...orderFor(100) },
  "1 of 100 parts": kept({
    ...stages.swapping,
    swap_status: { pending: true, streaming: { interval: 1, quantity: 100, count: 1 } },
  }),
  "a day of confirmation": kept(counting(86_399)),
  "a minute of confirmation": kept(counting(60)),
  "13 days of delay": delayedBy(1_123_200),
  "4000 s of delay": delayedBy(4_000),
  "366 s of delay": delayedBy(366),
  "360 s of delay": delayedBy(360),
  "a payout beside it": plannedAt(stages.signing, planned.payout, planned.refund),
  "a refund to a thief": plannedAt(stages.signing, toThief),
  "returning to another": { ...returning, tx: { ...deposit(), ...thief } },
  "refunded to another": { ...sentOut(sent.refund), tx: { ...deposit(), ...thief } },
  "a payout called a refund": {
    ...sentOut(sent.payout),
    planned_out_txs: [{ ...planned.payout, refund: true }],
  },
  "a refund called sent": { ...returning, stages: stages.signed },
  "half paid": { ...returning, out_txs: [sent.payout] },
  "half to a thief": kept(stages.signing, { out_txs: [{ ...sent.payout, to_address: THIEF }] }),
  "paid to nobody": paidWith({ to_address: "" }),
  "paid to a thief": paidWith({ to_address: THIEF }),
  "paid to the thief of its memo": {
    ...paidWith({ to_address: THIEF }),
    tx: deposit(`=:ETH.ETH:${THIEF}`),
  },
  "paid without an id": paidWith({ id: "" }),
  "paid by another id": paidWith({ id: OTHER_ID }),
  "paid on another chain": paidWith({ chain: "BASE" }),
  "paid less": paidWith({ coins: [{ asset: "ETH.ETH", amount: "80" }] }),
  "paid twice": sentOut(sent.payout, sent.payout),
  "paid of less": paidFor({ coins: [{ asset: "BTC.BTC", amount: "900" }] }),
  "paid of a thief": paidFor(thief),
  "paid by asset": paidFor({ memo: "=:ETH.ETH:name" }),
  "paid of another": paidFor({ id: OTHER_ID }),
  "still signing": kept(stages.signing),
  "seen with a reference": { tx: deposit("r:12345"), stages: early },
  "seen without a memo": { tx: deposit(""), stages: early },
  "seen with its memo": { tx: deposit(), stages: early },
  "seen alone": { stages: early },
  "confirmed before it is seen": kept({ ...stages.swapped, ...early }),
};

const [eth, btc, moreBtc] = ["ETH.ETH 9", "BTC.BTC 5000000", "BTC.BTC 5000001"].map((coin) => ({
  asset: coin.split(" ")[0],
  amount: coin.split(" ")[1],
}));
/** Years before the deposit of the others. */
const old = { date: "1600000000000000000" };
const saying = (said: object = {}, more: object = {}) =>
  record("swap", "success", [legs.payout], {
    metadata: { swap: { memo: MEMO, liquidityFee: "1000", networkFees: [eth], ...said } },
    ...more,
  });
export const WORDS = "payouts have failed, claim at claims.example";
const reason = { metadata: { refund: { reason: WORDS, memo: MEMO } } };
const recordWords: Readonly<Record<string, object>> = {
  "old swap": record("swap", "success", [legs.payout], old),
  "old start": record("swap", "pending", [], old),
  "swap of less": record("swap", "success", [
    { ...legs.payout, coins: [{ asset: "ETH.ETH", amount: "4" }] },
  ]),
  "refund without a payout": record("refund"),
  "refund with words": record("refund", "success", [legs.refund], reason),
  "refund of nothing with words": record("refund", "success", [], reason),
  "swap with words": record("swap", "success", [legs.payout], reason),
  fees: saying(),
  "fees of old": saying({}, old),
  "fees of another payout": saying({}, { out: [{ ...legs.payout, txID: OTHER_ID }] }),
  "7.5 million dollars": saying({ liquidityFee: "500000000000000", networkFees: [] }),
  "1001 RUNE": saying({ liquidityFee: "1001" }),
  "8 ETH": saying({ networkFees: [{ ...eth, amount: "8" }] }),
  "ETH and BTC": saying({ networkFees: [eth, btc] }),
  "BTC and ETH": saying({ networkFees: [btc, eth] }),
  "more than the deposit": saying({ networkFees: [moreBtc] }),
};

export interface Scene extends SwapRecords {
  readonly urls?: Readonly<Record<string, string>>;
}

/** As "paid, unread | swap | refund": a word for each node, and the actions of each indexer. */
export function worldOf(text: string, { urls = {}, ...more }: Scene = {}): World {
  const records = { ...recordsOf(text, { ...nodeWords, ...recordWords }), ...more };
  const world = createWorld({
    nodes: [records.nodes].flat().length,
    indexers: records.indexers?.length ?? 1,
    urls,
  });
  world.nowMs += BEFORE_MS;
  scriptSwap(world, records);
  return world;
}

export const askSwap = ({ network }: World) => network.getSwap(TXID, null);
export const read = (text: string, scene?: Scene) => askSwap(worldOf(text, scene));

/** The node and the indexer of one operator, as the presets have it. */
export const gateway = (node: string) => ({
  [node]: "https://node.gateway.test/base",
  indexer0: "https://indexer.gateway.test/base",
});

/** As either node tells either. */
export const inBothOrders = (one: string, other: string) => [
  `${one}, ${other}`,
  `${other}, ${one}`,
];

/** The lie of each of three nodes, with the truth of the two others. */
export const ofThree = (lie: string, truth: string) =>
  [0, 1, 2].map((liar) => [0, 1, 2].map((node) => (node === liar ? lie : truth)).join(", "));
