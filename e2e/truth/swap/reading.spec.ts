// Whom the reader asks about a swap, what it keeps of it, and what stands for a memo that the deposit lacks.
import { expect, test } from "@playwright/test";
import {
  deposit,
  failedRecord,
  kept,
  MEMO,
  paid,
  RECIPIENT,
  record,
  refunded,
  refundRecord,
  rejection,
  scriptSwap,
  sent,
  sentOut,
  signing,
  stages,
  swapPending,
  swapping,
  swapRecord,
  TXID,
  unseen,
} from "../../support/transactions.ts";
import { down, type Reply, type World } from "../../support/world.ts";
import { ask, kindsOf, type Scene, stateOf, worldOf } from "./asked.ts";

const read = (world: World) => world.network.getSwap(TXID, null);
const statusCalls = (world: World) =>
  world.calls.filter((call) => call.includes(`/tx/status/${TXID}`));
const silence: Scene = { nodes: down, indexers: [down] };

test("an answer is kept for five seconds", async () => {
  const world = worldOf({ nodes: [swapping] });
  const counts: number[] = [];
  for (const waitMs of [0, 4_999, 1]) {
    world.nowMs += waitMs;
    await read(world);
    counts.push(statusCalls(world).length);
  }
  expect(counts).toEqual([1, 1, 2]);
});

test("a judged node is asked first, and where none is judged a swap is still looked up", async () => {
  const world = worldOf({ nodes: swapping });
  world.scripts.node0 = { ...world.scripts.node0, mimir: down };
  expect(await read(world)).toMatchObject({ state: "swapping", doubt: null, failure: null });
  expect(statusCalls(world).map((call) => call.split(" ")[0])).toEqual(["node1", "node0"]);
  const change = ({ scripts }: World) => {
    for (const name of ["node0", "node1"]) scripts[name] = { ...scripts[name], mimir: down };
  };
  expect(await ask({ nodes: paid, change })).toMatchObject({
    state: "done",
    terminal: true,
    signing: "unknown",
  });
});

/** One operator runs this node and the indexer. */
const gateway = (node: string) => ({
  urls: { [node]: "https://node.gateway.test/base", indexer0: "https://indexer.gateway.test/base" },
});
test("the one node there is and the indexer of its operator are enough", async () => {
  const reading = await ask({
    nodes: [paid],
    actions: [swapRecord],
    options: { nodes: 1, ...gateway("node0") },
  });
  expect(stateOf(reading)).toBe("done, final");
});

const order = { tx: deposit(`=<:ETH.ETH:${RECIPIENT}:7000000/100/0`) };
const blank = { tx: deposit("") };
const queue = [`queue/swap/details/${TXID}`, `swap/streaming/${TXID}`];
const checked = "memo/check/BTC.BTC/5000000";
const counting = (memo: string | undefined) =>
  kept(stages.confirming, { tx: { ...deposit(), memo } });
const noCoins = (coins?: readonly object[]) =>
  kept(stages.confirming, { tx: { ...blank.tx, coins } });
const endpoints: readonly [what: string, paths: readonly string[], node: object][] = [
  ["not seen", [], unseen],
  ["an order that waits for confirmations", [], kept(stages.confirming, order)],
  ["is being swapped", queue, swapping],
  ["an order in the queue", queue, kept(stages.swapping, order)],
  ["is over", [], paid],
  ["an order that is over", [`tx/${TXID}`], { ...refunded, ...order }],
  ["without a memo, and over", [], kept(stages.swapped, blank)],
  ["with no memo at all", [checked], counting(undefined)],
  ["without coins", [], noCoins([])],
  ["with no list of coins", [], noCoins()],
];
const [LONGEST, LONGER] = ["9".repeat(19), "9".repeat(20)];
const references: Readonly<Record<string, readonly string[]>> = {
  "": [checked],
  "r:12345": ["memo/BTC.BTC/12345"],
  "R:7": ["memo/BTC.BTC/7"],
  [`r:${LONGEST}`]: [`memo/BTC.BTC/${LONGEST}`],
  [`r:${LONGER}`]: [],
  "bar:1": [],
  "r:1:2": [],
  [MEMO]: [],
};
for (const [what, paths, node] of [
  ...endpoints,
  ...Object.entries(references).map(([memo, paths]) => [memo, paths, counting(memo)] as const),
])
  test(`each endpoint is asked for the swaps that need it: "${what}"`, async () => {
    const world = worldOf({ nodes: [node] });
    await read(world);
    const asked = world.calls.filter((call) =>
      /\/memo\/|\/queue\/|\/streaming\/|\/tx\/[^/]+$|cosmos/.test(call),
    );
    expect(asked).toEqual(paths.map((path) => `node0 thorchain/${path}`));
  });
test("MAYAChain has no advanced queue and no stored memos", async () => {
  for (const [node, paths] of [
    [swapping, [`node0 mayachain/swap/streaming/${TXID}`]],
    [kept(stages.confirming, blank), []],
  ] as const) {
    const world = worldOf({ nodes: [node], options: { nodes: 1, network: "mayachain" } });
    await read(world);
    expect(world.calls.filter((call) => /\/memo\/|\/queue\/|\/streaming\//.test(call))).toEqual(
      paths,
    );
  }
});

const stored = { asset: "BTC.BTC", memo: MEMO, reference: "12345" };
const storedAt = (...replies: Reply[]): Scene => ({
  nodes: replies.map(() => kept(stages.confirming, blank)),
  change(world) {
    for (const [index, reply] of replies.entries())
      world.scripts[`node${index}`] = { ...world.scripts[`node${index}`], 5000000: reply };
  },
});
const stores: readonly [what: string, isTold: boolean, scene: Scene][] = [
  ["two nodes", true, storedAt(stored, stored)],
  ["two nodes that differ", false, storedAt(stored, { memo: "=:LTC.LTC:x" })],
  ["one of two", false, storedAt(stored, { reference: "1", available: true })],
  ["one of two, and the other refuses", false, storedAt(stored, down)],
  ["the one node", true, storedAt(stored)],
  ["a blank memo", false, storedAt({ memo: "" })],
  ["two of three", true, storedAt(stored, stored, { memo: "=:LTC.LTC:x" })],
  [
    "two nodes, beside a memo of one",
    false,
    {
      ...storedAt(stored, stored),
      nodes: [kept(stages.confirming, blank), kept(stages.confirming)],
    },
  ],
];
for (const [what, isTold, scene] of stores)
  test(`a stored memo stands for the one that the deposit lacks, as by ${what}: ${isTold}`, async () => {
    const { payoutChain, in: given } = await ask(scene);
    expect([payoutChain, given?.memo ?? null]).toEqual(isTold ? ["ETH", MEMO] : [null, null]);
  });

test("a rejection is final where a node's chain has it, in small letters too", async () => {
  const message = { tx_response: { txhash: TXID.toLowerCase(), code: 1 } };
  expect(stateOf(await ask({ nodes: unseen, actions: [failedRecord], message }))).toBe(
    "failed, final, by indexer",
  );
});
test("a chain is asked only for a rejection that an indexer claims", async () => {
  for (const scene of [
    { nodes: swapping, actions: [failedRecord] },
    { nodes: unseen, actions: [swapRecord] },
    { nodes: unseen },
  ]) {
    const world = worldOf(scene);
    await read(world);
    expect(world.calls.filter((call) => call.includes(" cosmos/"))).toEqual([]);
  }
});

/** A second indexer is asked for an outcome or a refund, and once for the beginning. */
const secondAsked: readonly [what: string, counts: readonly number[], scene: Scene][] = [
  ["paid out", [1, 0], { nodes: paid, indexers: [[swapRecord], []] }],
  ["swapping", [1, 0], { nodes: swapping, indexers: [[swapPending], [swapPending]] }],
  ["swapping without a record", [0, 0], { nodes: swapping, indexers: [[], []] }],
  ["paid out by nodes alone", [1, 1], { nodes: paid, indexers: [[], []] }],
  [
    "to be refunded by an indexer",
    [1, 1],
    { nodes: unseen, indexers: [[record("refund", "pending")], [record("refund", "pending")]] },
  ],
  ["the one node", [0, 0], { nodes: [paid], indexers: [[swapRecord], [swapRecord]] }],
];
for (const [what, counts, scene] of secondAsked)
  test(`a second indexer is asked where it is needed: ${what}`, async () => {
    const world = worldOf(scene);
    const asked: number[] = [];
    for (const _ of counts) {
      world.calls = [];
      await read(world);
      asked.push(world.calls.filter((call) => call.startsWith("indexer1 v2/actions")).length);
      world.nowMs += 6_000;
    }
    expect(asked).toEqual(counts);
  });
test("of two indexers the one that bears the nodes out comes first, whichever is asked first", async () => {
  for (const indexers of [
    [[swapRecord], [refundRecord]],
    [[refundRecord], [swapRecord]],
    [[record("refund", "pending")], [swapRecord]],
  ])
    expect(stateOf(await ask({ nodes: paid, indexers }))).toBe("done, final");
});
test("a second indexer that is out of sync says nothing", async () => {
  const change = (world: World) => {
    world.intercept = (name, { pathname }, reply) =>
      name === "indexer1" && pathname.endsWith("/health")
        ? { ...(reply as object), inSync: false }
        : reply;
  };
  const scene = { nodes: unseen, indexers: [[swapRecord], [swapRecord]] };
  expect([(await ask(scene)).terminal, (await ask({ ...scene, change })).terminal]).toEqual([
    true,
    false,
  ]);
});

/** What is asked of the same process later, after what it said first. */
const later = async (first: Scene, waitMs: number, next: Scene) => {
  const world = worldOf(first);
  const before = await read(world);
  world.nowMs += waitMs;
  scriptSwap(world, next);
  world.calls = [];
  return { before, after: await read(world), calls: statusCalls(world).length };
};
const HOUR_MS = 3_600_000;
const both: Scene = { nodes: sentOut(sent.payout, sent.affiliate), actions: [swapRecord] };
const message = rejection;
const memories: readonly [
  what: string,
  before: string,
  after: string,
  first: Scene,
  waitMs: number,
  next: Scene,
][] = [
  ["final, within an hour", "done, final", "done, final", both, HOUR_MS - 1, silence],
  ["final, for an hour", "done, final", "unavailable, by nobody", both, HOUR_MS, silence],
  [
    "final, and the indexer has no record yet",
    "done, final",
    "outbound_signing unconfirmed, by indexer",
    { nodes: paid },
    10_000,
    { nodes: paid, actions: [swapRecord, refundRecord] },
  ],
  [
    "under way, with its payout",
    "outbound_signing",
    "done, final",
    { nodes: signing, actions: [swapPending] },
    6_000,
    { nodes: paid, actions: [swapRecord] },
  ],
  [
    "final without a payout",
    "failed, final, by indexer",
    "unknown",
    { nodes: unseen, actions: [failedRecord], message },
    6_000,
    { nodes: unseen, message: null },
  ],
  [
    "told by two indexers, and no node was read",
    "done node_unread, by indexer",
    "refunded, final",
    { nodes: down, indexers: [[swapRecord], [swapRecord]] },
    6_000,
    { nodes: refunded, indexers: [[refundRecord], [refundRecord]] },
  ],
];
for (const [what, expected, expectedLater, first, waitMs, next] of memories)
  test(`what is remembered of a swap: ${what}`, async () => {
    const { before, after, calls } = await later(first, waitMs, next);
    expect([stateOf(before), stateOf(after)]).toEqual([expected, expectedLater]);
    if (expectedLater === expected) expect([calls, kindsOf(after)]).toEqual([0, kindsOf(before)]);
  });

test("an answer is for the transaction that was asked for, however its id is written, and for no other", async () => {
  const half = TXID.slice(0, 32);
  const own = [TXID, TXID.toLowerCase(), `0x${TXID.toLowerCase()}`, ""];
  const foreign = [`${half}0x${half}`, `1${TXID}`, "CD".repeat(32)];
  for (const id of [...own, ...foreign]) {
    const node = { ...paid, tx: { ...deposit(), id } };
    const { state } = await ask({ nodes: node, actions: [swapRecord] });
    expect(state, id).toBe(own.includes(id) ? "done" : "unknown");
  }
});
