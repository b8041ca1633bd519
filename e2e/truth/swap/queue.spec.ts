// What waits in the queues of nodes: parts, limit orders, and payouts that are tried no more.
import { expect, test } from "@playwright/test";
import type { LimitOrder } from "../../../lib/protocol/model/swap.ts";
import { scriptNodes } from "../../support/changes.ts";
import { rowsBelow } from "../../support/rows.ts";
import {
  deposit,
  inParts,
  kept,
  lateBy,
  nothing,
  paid,
  planned,
  plannedAt,
  queued,
  queuedBefore,
  RECIPIENT,
  refundRecord,
  sent,
  signing,
  stages,
  swapping,
  TXID,
} from "../../support/transactions.ts";
import { down, type Reply } from "../../support/world.ts";
import { ask, kindsOf, type Scene, stateOf, worldOf } from "./asked.ts";

type Terms = Readonly<Record<string, unknown>>;
const partsOf = async (scene: Scene) => {
  const { count, quantity, in: sold, out, failed } = (await ask(scene)).stages[2]?.streaming ?? {};
  return quantity === undefined
    ? null
    : `${count} of ${quantity}, ${sold} for ${out}, ${failed} failed`;
};
const TOLD = "3 of 10, 1500000 for 90, 1 failed";
const empty = { quantity: 2, interval: undefined, count: undefined, in: "0", out: "0" };
const queueWords: Readonly<Record<string, object>> = {
  parts: queued({ failed_swaps: [2] }),
  others: queued({}, { trade_target: "8" }),
  single: queued({ quantity: 1 }),
  untold: queued(empty),
  older: queuedBefore(),
  "older none": queuedBefore({ quantity: 0 }),
  "older others": queuedBefore({ count: 9 }),
};
/** By node, the queue of each and its older record of parts: as "parts, - | older, older". */
const tellers = rowsBelow(`
  ${TOLD}
    parts
    - | older
    parts | older others
    parts, parts
    -, - | older, older
    parts, -, parts
    others, parts, parts
  null
    - | older none
    parts, -
    -, parts
    parts, - | -, older
    parts, -, -
    -, -, parts
    single, single
  0 of 2, 0 for 0, 0 failed
    untold, untold
`);
for (const [expected, text] of tellers)
  test(`parts that wait: ${text}: ${expected}`, async () => {
    const [details = [], streaming] = text
      .split(" | ")
      .map((part) => part.split(", ").map((word) => queueWords[word]));
    const nodes = details.map(() => swapping);
    const scene = { nodes, details, indexers: [down], ...(streaming && { streaming }) };
    expect(`${await partsOf(scene)}`).toBe(expected);
  });

test("MAYAChain has the older record alone", async () => {
  const details = queued({ count: 9 });
  const records = { nodes: swapping, streaming: queuedBefore(), details, indexers: [down] };
  expect(await partsOf({ ...records, options: { network: "mayachain" } })).toBe(TOLD);
});

const ahead = { count: 4, in: "2000000", out: "120" };
const slow = { interval: 4 };
/** What a second node may tell that is some blocks ahead: the lesser progress is told. */
const secondReports: readonly [isNear: boolean, change: Terms, terms?: Terms][] = [
  [true, ahead],
  [true, { count: 10, in: "5000000", out: "300" }],
  [false, { count: 11, in: "5000000", out: "300" }],
  [true, { out: "110" }],
  [false, { out: "111" }],
  [false, { out: "0" }],
  [false, { in: "0", out: "0" }],
  [false, { in: "4000000" }],
  [false, { failed_swaps: [1, 2] }],
  [true, { ...ahead, failed_swaps: [1, 2] }],
  [false, { quantity: 9 }],
  [false, { interval: 2 }],
  [false, { deposit: "5000001" }],
  [true, { count: 5, in: "2500000", out: "150" }, slow],
  [false, { count: 6, in: "3000000", out: "180" }, slow],
  [false, { in: "1800000", out: "108" }, { quantity: 20 }],
];
for (const [isNear, change, terms] of secondReports)
  test(`another tells: ${JSON.stringify([change, terms])}: ${isNear}`, async () => {
    const pair = [{}, change].map((more) => queued({ failed_swaps: [2], ...terms, ...more }));
    for (const details of [pair, pair.toReversed()])
      expect(await partsOf({ nodes: [swapping, swapping], details })).toBe(isNear ? TOLD : null);
  });

test("parts of the queue come first, with their asset and their time", async () => {
  const node = kept(inParts({ interval: 2, quantity: 6, count: 1 }));
  const shown = async (details?: object) => (await ask({ nodes: node, details })).stages[2];
  const progress = { count: 3, quantity: 10, in: 1_500_000n, out: 90n, failed: 0 };
  const streaming = { asset: "ETH.ETH", ...progress };
  const swapped = { stage: "swapped", done: false, streaming, secondsLeft: 42 };
  expect(await shown(queued())).toEqual(swapped);
  for (const details of [undefined, queued({ quantity: 1 })])
    expect(await shown(details)).toMatchObject({
      streaming: { count: 1, quantity: 6, asset: null },
      secondsLeft: 60,
    });
});

const failing = queued({ failed_swaps: [1, 2] });
const memoOf = (limit: string) => `=<:ETH.ETH:${RECIPIENT}:${limit}`;
const [MEMO, ENDLESS] = [memoOf("7000000/100/0"), memoOf("7000000/0/0")];
const ordered = (at: object, more: object = {}, memo = MEMO) =>
  kept(at, { tx: deposit(memo), ...more });
const resting = ordered(stages.swapping);
/** The last part tries a part of a market swap again, and an order tries its own. */
const goesBack: readonly [what: string, isBack: boolean, scene: Scene][] = [
  ["no part failed", false, { nodes: swapping, details: queued() }],
  ["a part failed", true, { nodes: swapping, details: failing }],
  ["it is tried again", false, { nodes: swapping, streaming: queuedBefore() }],
  ["a part of an order failed", false, { nodes: resting, details: failing }],
];
for (const [what, refundExpected, scene] of goesBack)
  test(`a refund is expected where ${what}: ${refundExpected}`, async () =>
    expect(await ask(scene)).toMatchObject({ state: "swapping", refundExpected, terminal: false }));

const orderOf = (order: LimitOrder | null, nowMs: number) => {
  if (order === null) return null;
  const { status, bought, limitPrice, filledBps, expiresAtMs } = order;
  const blocks = expiresAtMs === null ? "?" : (expiresAtMs - nowMs) / 6_000;
  return `${status} ${filledBps} of ${bought} at ${limitPrice}, ${blocks} blocks`;
};
const atRest = { in: "0", out: "0", count: 0, interval: 100, quantity: 10 };
const inPools = (state: Terms = {}, terms: Terms = {}): Scene => ({
  nodes: resting,
  details: queued({ ...atRest, ...state }, terms),
});
const until = (blocks: number | "?") => `resting 0 of ETH.ETH at 150000000, ${blocks} blocks`;
const RESTS = until(50);
const votes = (...ages: (number | undefined)[]): Scene => ({
  nodes: ages.map(() => resting),
  details: queued(atRest),
  change(world) {
    for (const [index, age] of ages.entries()) {
      const vote = age === undefined ? {} : { STREAMINGLIMITSWAPMAXAGE: age };
      scriptNodes(world, { mimir: { ...world.mimir, ...vote } }, [`node${index}`]);
    }
  },
});
/** The other node tells that more is filled. */
const filledTo = (sold: string): Scene => ({
  nodes: [resting, resting],
  details: [
    { in: "1500000", out: "90" },
    { in: sold, out: "120" },
  ].map((filled) => queued({ ...atRest, quantity: 1, ...filled })),
});
const FILLED = "partly_filled 3000 of ETH.ETH at 150000000, 50 blocks";
const UNREAD = "null null of null at null, ? blocks";
const endless = { ...inPools({ interval: 0 }), nodes: ordered(stages.swapping, {}, ENDLESS) };
const unpriced = { ...inPools(), nodes: ordered(stages.swapping, {}, memoOf("0/100/0")) };
const orders: readonly [what: string, expected: string | null, scene: Scene][] = [
  ["a market swap", null, { ...inPools(), nodes: swapping }],
  ["resting, as long as its memo asks", RESTS, inPools()],
  ["resting, with a longer vote", RESTS, votes(101, 101)],
  ["resting, with a shorter vote", until(10), votes(60, 60)],
  ["resting, with votes that differ", until("?"), votes(60, 50)],
  ["resting, with a vote of one", until("?"), votes(60, undefined)],
  ["resting, with a vote of nothing", RESTS, votes(0, -1)],
  ["resting, with the shortest vote", until(-49), votes(1, 1)],
  ["resting, as long as the network allows", until(43150), endless],
  ["no beginning", until("?"), inPools({}, { initial_block_height: undefined })],
  ["no limit", RESTS.replace("150000000", "null"), inPools({}, { trade_target: "0" })],
  ["no deposit", "resting null of ETH.ETH at null, 50 blocks", inPools({ deposit: "0" })],
  ["partly filled", FILLED, inPools({ count: 3, in: "1500000", out: "2200000" })],
  ["partly filled, a tenth more by the other", FILLED, filledTo("2000000")],
  ["partly filled, more than a tenth more", UNREAD, filledTo("2000001")],
  ["the queue not read", UNREAD, { nodes: resting }],
  ["not confirmed", null, { nodes: ordered(stages.confirming) }],
  ["without a price, swapped at once", null, unpriced],
];
for (const [what, expected, scene] of orders)
  test(`a limit order in the queue: ${what}: ${expected}`, async () => {
    const world = worldOf(scene);
    const { order } = await world.network.getSwap(TXID, null);
    expect(orderOf(order, world.nowMs)).toBe(expected);
  });

const over = (outs: object, at: object = stages.signed, memo = MEMO) => ordered(at, outs, memo);
const back = { out_txs: [sent.refund] };
const heightsOf = (finalised_height: number) => ({ consensus_height: 800, finalised_height });
const rested = (blocks: number | undefined, nodes: object = over(back)): Scene => ({
  nodes,
  heights: blocks === undefined ? undefined : heightsOf(800 + blocks),
});
const eachRested = (...heights: (object | undefined)[]): Scene => ({
  nodes: heights.map(() => over(back)),
  heights,
  indexers: [[{ ...refundRecord, metadata: {} }]],
});
const both = {
  planned_out_txs: [planned.payout, planned.refund],
  out_txs: [sent.payout, sent.refund],
};
const toPay = { planned_out_txs: [planned.refund] };
const [at900, at901] = [heightsOf(900), heightsOf(901)];
const ends: readonly [what: string, expected: string | null, scene: Scene][] = [
  ["a market swap", null, rested(100, paid)],
  ["paid out", "filled 10000", rested(undefined, over({ out_txs: [sent.payout] }))],
  ["at its end", "expired 0", rested(100)],
  ["a block before its end", "cancelled 0", rested(99)],
  ["partly filled", "cancelled null", rested(30, over(both))],
  ["no heights", "null 0", rested(undefined)],
  ["refused when it arrived", null, rested(0)],
  ["a block after it arrived", "cancelled 0", rested(1)],
  ["a refund is scheduled", "expired 0", rested(100, over(toPay, stages.scheduled))],
  ["a refund is signed", "expired 0", rested(100, over(toPay, stages.signing))],
  ["a refund is tried no more", null, rested(100, over(toPay, lateBy(300)))],
  ["nothing to pay out", "expired 0", rested(100, over({}, stages.swapped))],
  ["no end in its memo", "cancelled 0", rested(100, over(back, stages.signed, ENDLESS))],
  ["votes that differ", "null 0", { ...rested(100), ...votes(60, 50), nodes: over(back) }],
  ["the one node", "expired 0", eachRested(at900)],
  ["one of two", "null 0", eachRested(at900, undefined)],
  ["another end by the other", "null 0", eachRested(at900, at901)],
  ["another start by the other", "null 0", eachRested(at900, { ...at900, consensus_height: 801 })],
  ["no end", "null 0", eachRested({ consensus_height: 800 })],
  ["no beginning", "null 0", eachRested({ finalised_height: 900 })],
  ["a third that is not asked", "expired 0", eachRested(at900, at900, at901)],
];
for (const [what, expected, scene] of ends)
  test(`a limit order that is over: ${what}: ${expected}`, async () => {
    const { order } = await ask({ indexers: [down], ...scene });
    expect(order && `${order.status} ${order.filledBps}`).toBe(expected);
  });

const late = (blocks: number, more: object = {}) => ({
  ...plannedAt(lateBy(blocks), planned.payout),
  ...more,
});
const others = [{ in_hash: "00".repeat(32) }];
const own = [...others, { in_hash: TXID.toLowerCase() }];
const inTurn = (...replies: Reply[]) => {
  const rest = [...replies];
  return () => (rest.length > 1 ? rest.shift() : rest[0]);
};
/** What the second node answers in place of what both do. */
const secondTells = (paths: Record<string, Reply>): Scene => ({
  nodes: late(300),
  change: (world) => scriptNodes(world, paths, ["node1"]),
});
const statusTold = (...replies: Reply[]) =>
  secondTells({ [`thorchain/tx/status/${TXID}`]: inTurn(late(300), ...replies) });
const signedAlready = { ...paid, planned_out_txs: [planned.payout] };
const periodOf = (SIGNINGTRANSACTIONPERIOD: number) => ({ SIGNINGTRANSACTIONPERIOD });
const ENDING = { MAXOUTBOUNDATTEMPTS: 100 };
const [DROPPED, WAITS] = ["dropped: ", "outbound_signing: swap"];
const refundLeft = { planned_out_txs: [planned.payout, planned.refund], out_txs: [sent.payout] };
const refundAt = (at: object = stages.signed) => kept(at, refundLeft);
const delayedBy = (outbound_delay: object) => ({ ...stages.signed, outbound_delay });
const delayed = refundAt(delayedBy({ remaining_delay_seconds: 60, completed: false }));
const BACK = "dropped, goes back: swap";
const dropped: readonly [what: string, expected: string, scene: Scene][] = [
  ["no queue of either node has it", DROPPED, secondTells({ outbound: others, scheduled: others })],
  ["one node has it to be signed", WAITS, secondTells({ outbound: own })],
  ["one node has it scheduled", WAITS, secondTells({ scheduled: own })],
  ["it is to be signed again", WAITS, secondTells({ outbound: inTurn(others, own) })],
  ["one node does not tell its queue", WAITS, secondTells({ outbound: down })],
  ["one node does not tell what is scheduled", WAITS, secondTells({ scheduled: down })],
  ["it was signed meanwhile", WAITS, statusTold(signedAlready)],
  ["its record is not read again", WAITS, statusTold(down)],
  ["it was not tried for a period", WAITS, { nodes: late(299) }],
  ["a shorter period is over", DROPPED, { nodes: late(30), mimir: periodOf(30) }],
  ["a longer period than the queues show", WAITS, { nodes: late(100_000), mimir: periodOf(301) }],
  ["the one node", DROPPED, { nodes: [late(300)] }],
  ["on MAYAChain", DROPPED, { nodes: late(300), options: { network: "mayachain" } }],
  ["a day after the end of a vote", "dropped, final: ", { nodes: late(44_400), mimir: ENDING }],
  ["less than a day after it", DROPPED, { nodes: late(44_399), mimir: ENDING }],
  ["without a vote there is no end", DROPPED, { nodes: late(999_999) }],
  ["a part is paid", BACK, { nodes: late(300, refundLeft) }],
  ["a refund is left", BACK, { nodes: refundAt() }],
  [
    "a refund is left in a queue",
    "outbound_signing, goes back: swap refund",
    { nodes: refundAt(), paths: { outbound: own } },
  ],
  ["a delayed refund is left", "outbound_scheduled, goes back: swap refund", { nodes: delayed }],
  ["its delay is over", BACK, { nodes: refundAt(delayedBy({ completed: true })) }],
];
for (const [what, expected, scene] of dropped)
  test(`a payout that is late: ${what}: ${expected}`, async () => {
    const reading = await ask({ indexers: [down], ...scene });
    expect(`${stateOf(reading)}: ${kindsOf(reading)}`).toBe(expected);
  });

test("the queues are asked only where a payout is late", async () => {
  const callsOf = async (scene: Scene) => {
    const world = worldOf(scene);
    await world.network.getSwap(TXID, null);
    return world.calls.filter((call) => /queue\/(outbound|scheduled)/.test(call)).length;
  };
  for (const nodes of [late(299), nothing, signing]) expect(await callsOf({ nodes })).toBe(0);
  expect(await callsOf({ nodes: late(300), paths: { outbound: own } })).toBe(2);
});
