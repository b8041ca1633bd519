// What waits in the queues of nodes: parts, limit orders, and payouts that are tried no more.
import { expect, test } from "@playwright/test";
import type { LimitOrder } from "../../../lib/protocol/model/swap.ts";
import { scriptNodes } from "../../support/changes.ts";
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
import { ask, callsOf, holdRows, kindsOf, type Scene, stateOf, worldOf } from "./asked.ts";

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
  untold: queued(empty),
  older: queuedBefore(),
  "older none": queuedBefore({ quantity: 0 }),
};
/** By node, the queue of each and its older record of parts: as "parts, - | older, older". */
const tellers = `
  ${TOLD}
    parts
    - | older
    -, - | older, older
    parts, -, parts
    others, parts, parts
  null
    - | older none
    parts, -, -
  0 of 2, 0 for 0, 0 failed
    untold, untold
`;
holdRows("parts that wait", tellers, (text) => {
  const [details = [], streaming] = text
    .split(" | ")
    .map((part) => part.split(", ").map((word) => queueWords[word]));
  const nodes = details.map(() => swapping);
  return partsOf({ nodes, details, indexers: [down], ...(streaming && { streaming }) });
});

test("MAYAChain has the older record alone", async () => {
  const details = queued({ count: 9 });
  const records = { nodes: swapping, streaming: queuedBefore(), details, indexers: [down] };
  expect(await partsOf({ ...records, options: { network: "mayachain" } })).toBe(TOLD);
});

/** What a second node may tell that is some blocks ahead: the lesser progress is told. */
const secondReports: readonly [isNear: boolean, change: Terms, terms?: Terms][] = [
  [true, { count: 10, in: "5000000", out: "300" }],
  [false, { count: 11, in: "5000000", out: "300" }],
  [true, { out: "110" }],
  [false, { out: "111" }],
  [false, { failed_swaps: [1, 2] }],
  [true, { count: 4, in: "2000000", out: "120", failed_swaps: [1, 2] }],
  [false, { quantity: 9 }],
  [false, { interval: 2 }],
  [false, { deposit: "5000001" }],
  [false, { count: 6, in: "3000000", out: "180" }, { interval: 4 }],
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
  expect(await shown(queued())).toEqual({
    stage: "swapped",
    done: false,
    streaming: { asset: "ETH.ETH", ...progress },
    secondsLeft: 42,
  });
  const streaming = { count: 1, quantity: 6, asset: null };
  for (const details of [undefined, queued({ quantity: 1 })])
    expect(await shown(details)).toMatchObject({ streaming, secondsLeft: 60 });
});

const memoOf = (limit: string) => `=<:ETH.ETH:${RECIPIENT}:${limit}`;
const [MEMO, ENDLESS] = [memoOf("7000000/100/0"), memoOf("7000000/0/0")];
const ordered = (at: object, more: object = {}, memo = MEMO) =>
  kept(at, { tx: deposit(memo), ...more });
const resting = ordered(stages.swapping);
test("a failed part of an order does not go back: the order tries it again", async () => {
  const scene = { nodes: resting, details: queued({ failed_swaps: [1, 2] }) };
  expect(await ask(scene)).toMatchObject({ state: "swapping", refundExpected: false });
});

const orderOf = (order: LimitOrder | null, nowMs: number) => {
  if (order === null) return null;
  const { status, bought, limitPrice, filledBps, expiresAtMs } = order;
  const blocks = expiresAtMs === null ? "?" : (expiresAtMs - nowMs) / 6_000;
  return `${status} ${filledBps} of ${bought} at ${limitPrice}, ${blocks} blocks`;
};
const atRest = { in: "0", out: "0", count: 0, interval: 100, quantity: 10 };
const inPools = (state: Terms = {}, terms: Terms = {}, nodes: object = resting): Scene => ({
  nodes,
  details: queued({ ...atRest, ...state }, terms),
});
const until = (blocks: number | "?") => `resting 0 of ETH.ETH at 150000000, ${blocks} blocks`;
const RESTS = until(50);
/** What each node votes on how long an order may rest. */
const votes = (...ages: (number | undefined)[]): Scene => ({
  ...inPools(),
  change(world) {
    for (const [index, STREAMINGLIMITSWAPMAXAGE] of ages.entries())
      if (STREAMINGLIMITSWAPMAXAGE !== undefined)
        scriptNodes(world, { mimir: { ...world.mimir, STREAMINGLIMITSWAPMAXAGE } }, [
          `node${index}`,
        ]);
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
const UNREAD = "null null of null at null, ? blocks";
const orders: readonly [what: string, expected: string | null, scene: Scene][] = [
  ["a market swap", null, inPools({}, {}, swapping)],
  ["a longer vote", RESTS, votes(101, 101)],
  ["a shorter vote", until(10), votes(60, 60)],
  ["a vote of one node", until("?"), votes(60, undefined)],
  ["votes of nothing", RESTS, votes(0, -1)],
  ["the shortest vote", until(-49), votes(1, 1)],
  ["no end", until(43150), inPools({ interval: 0 }, {}, ordered(stages.swapping, {}, ENDLESS))],
  ["no beginning", until("?"), inPools({}, { initial_block_height: undefined })],
  ["no limit", RESTS.replace("150000000", "null"), inPools({}, { trade_target: "0" })],
  ["no deposit", "resting null of ETH.ETH at null, 50 blocks", inPools({ deposit: "0" })],
  [
    "a tenth more filled by the other",
    "partly_filled 3000 of ETH.ETH at 150000000, 50 blocks",
    filledTo("2000000"),
  ],
  ["more than a tenth more", UNREAD, filledTo("2000001")],
  ["the queue not read", UNREAD, { nodes: resting }],
  ["no price", null, inPools({}, {}, ordered(stages.swapping, {}, memoOf("0/100/0")))],
];
for (const [what, expected, scene] of orders)
  test(`a limit order in the queue: ${what}: ${expected}`, async () => {
    const world = worldOf(scene);
    const { order } = await world.network.getSwap(TXID, null);
    expect(orderOf(order, world.nowMs)).toBe(expected);
  });

const over = (outs: object, at: object = stages.signed, memo = MEMO) => ordered(at, outs, memo);
const back = over({ out_txs: [sent.refund] });
const heightsOf = (finalised_height: number) => ({ consensus_height: 800, finalised_height });
const rested = (blocks: number, nodes: object = back): Scene => ({
  nodes,
  heights: heightsOf(800 + blocks),
});
const eachRested = (...heights: (object | undefined)[]): Scene => ({
  nodes: heights.map(() => back),
  heights,
  indexers: [[{ ...refundRecord, metadata: {} }]],
});
const both = {
  planned_out_txs: [planned.payout, planned.refund],
  out_txs: [sent.payout, sent.refund],
};
const at900 = heightsOf(900);
const ends: readonly [what: string, expected: string | null, scene: Scene][] = [
  ["paid out", "filled 10000", { nodes: over({ out_txs: [sent.payout] }) }],
  ["a block before its end", "cancelled 0", rested(99)],
  ["no heights", "null 0", { nodes: back }],
  ["refused when it arrived", null, rested(0)],
  ["a block after it arrived", "cancelled 0", rested(1)],
  [
    "a refund is tried no more",
    null,
    rested(100, over({ planned_out_txs: [planned.refund] }, lateBy(300))),
  ],
  ["nothing to pay out", "expired 0", rested(100, over({}, stages.swapped))],
  ["no end", "cancelled 0", rested(100, over({ out_txs: [sent.refund] }, stages.signed, ENDLESS))],
  ["the one node", "expired 0", eachRested(at900)],
  ["another start by the other", "null 0", eachRested(at900, { ...at900, consensus_height: 801 })],
  ["no height of its end", "null 0", eachRested({ consensus_height: 800 })],
  ["a third that is not asked", "expired 0", eachRested(at900, at900, heightsOf(901))],
];
for (const [what, expected, scene] of ends)
  test(`a limit order that is over: ${what}: ${expected}`, async () => {
    const { order } = await ask({ indexers: [down], ...scene });
    expect(order && `${order.status} ${order.filledBps}`).toBe(expected);
  });

const late = (blocks: number) => plannedAt(lateBy(blocks), planned.payout);
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
const statusTold = (reply: Reply) =>
  secondTells({ [`thorchain/tx/status/${TXID}`]: inTurn(late(300), reply) });
const periodOf = (SIGNINGTRANSACTIONPERIOD: number) => ({ SIGNINGTRANSACTIONPERIOD });
const ENDING = { MAXOUTBOUNDATTEMPTS: 100 };
const [DROPPED, WAITS] = ["dropped: ", "outbound_signing: swap"];
const BACK = "dropped, goes back: swap";
/** The payout was sent, and a refund is left. */
const refundLeft = (outbound_delay?: object): Scene => ({
  nodes: kept({ ...stages.signed, outbound_delay }, { ...both, out_txs: [sent.payout] }),
});
const dropped: readonly [what: string, expected: string, scene: Scene][] = [
  ["one node has it in a queue", WAITS, secondTells({ scheduled: own })],
  ["it is to be signed again", WAITS, secondTells({ outbound: inTurn(others, own) })],
  ["one node does not tell a queue", WAITS, secondTells({ scheduled: down })],
  ["it was signed meanwhile", WAITS, statusTold({ ...paid, planned_out_txs: [planned.payout] })],
  ["its record is not read again", WAITS, statusTold(down)],
  ["it was not tried for a period", WAITS, { nodes: late(299) }],
  ["a shorter period is over", DROPPED, { nodes: late(30), mimir: periodOf(30) }],
  ["a longer period than the queues show", WAITS, { nodes: late(100_000), mimir: periodOf(301) }],
  ["the one node", DROPPED, { nodes: [late(300)] }],
  ["a day after the end of a vote", "dropped, final: ", { nodes: late(44_400), mimir: ENDING }],
  ["less than a day after it", DROPPED, { nodes: late(44_399), mimir: ENDING }],
  ["a refund is left", BACK, refundLeft()],
  [
    "a refund is left in a queue",
    "outbound_signing, goes back: swap refund",
    { ...refundLeft(), paths: { outbound: own } },
  ],
  ["its delay is over", BACK, refundLeft({ completed: true })],
];
for (const [what, expected, scene] of dropped)
  test(`a payout that is late: ${what}: ${expected}`, async () => {
    const reading = await ask({ indexers: [down], ...scene });
    expect(`${stateOf(reading)}: ${kindsOf(reading)}`).toBe(expected);
  });

test("the queues are asked only where a payout is late", async () => {
  for (const [nodes, count] of [
    [late(299), 0],
    [nothing, 0],
    [signing, 0],
    [late(300), 2],
  ] as const) {
    const calls = await callsOf({ nodes, paths: { outbound: own } }, /queue\/(outbound|scheduled)/);
    expect(calls).toHaveLength(count);
  }
});
