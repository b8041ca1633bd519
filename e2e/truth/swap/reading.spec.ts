// Whom the reader asks about a swap, what it keeps of it, and what stands for a missing memo.
import { expect, test } from "@playwright/test";
import { scriptNodes } from "../../support/changes.ts";
import { rowsBelow } from "../../support/rows.ts";
import {
  deposit,
  failedRecord,
  kept,
  MEMO,
  paid,
  RECIPIENT,
  refunded,
  rejection,
  scriptSwap,
  sent,
  sentOut,
  stages,
  swapping,
  swapRecord,
  TXID,
  unseen,
} from "../../support/transactions.ts";
import { down, type Reply, type World } from "../../support/world.ts";
import { ask, callsOf, holdRows, kindsOf, type Scene, sceneOf, stateOf, worldOf } from "./asked.ts";

const read = (world: World) => world.network.getSwap(TXID, null);
const statusCalls = (world: World) =>
  world.calls.filter((call) => call.includes(`/tx/status/${TXID}`));
const noMimir = (world: World, ...names: readonly string[]) =>
  scriptNodes(world, { mimir: down }, names);

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

test("a judged node is asked first, where there is one", async () => {
  const world = worldOf({ nodes: swapping });
  noMimir(world, "node0");
  expect(await read(world)).toMatchObject({ state: "swapping", doubt: null, failure: null });
  expect(statusCalls(world).map((call) => call.split(" ")[0])).toEqual(["node1", "node0"]);
  const change = (read: World) => noMimir(read, "node0", "node1");
  const unjudged = { state: "done", terminal: true, signing: "unknown" };
  expect(await ask({ nodes: paid, change })).toMatchObject(unjudged);
});

test("the one node there is and the indexer of its operator are enough", async () => {
  const urls = { node0: "https://node.gateway.test", indexer0: "https://indexer.gateway.test" };
  const scene = sceneOf("paid | swap", { options: { nodes: 1, urls } });
  expect(stateOf(await ask(scene))).toBe("done, final");
});

const order = { tx: deposit(`=<:ETH.ETH:${RECIPIENT}:7000000/100/0`) };
const queue = [`queue/swap/details/${TXID}`, `swap/streaming/${TXID}`];
const checked = "memo/check/BTC.BTC/5000000";
const counting = (memo: string | undefined, coins?: readonly object[]) =>
  kept(stages.confirming, { tx: { ...deposit(), memo, ...(coins && { coins }) } });
const [LONGEST, LONGER] = ["9".repeat(19), "9".repeat(20)];
const endpoints: readonly [what: string, paths: readonly string[], node: object][] = [
  ["is being swapped", queue, swapping],
  ["an order in the queue", queue, kept(stages.swapping, order)],
  ["an order that is over", [`tx/${TXID}`], { ...refunded, ...order }],
  ["a blank memo, and over", [], kept(stages.swapped, { tx: deposit("") })],
  ["no memo", [checked], counting(undefined)],
  ["a blank memo", [checked], counting("")],
  ["a blank memo, and no coins", [], counting("", [])],
  ["a reference", [`memo/BTC.BTC/${LONGEST}`], counting(`R:${LONGEST}`)],
  ["too long a reference", [], counting(`r:${LONGER}`)],
  ["more than a reference", [], counting("r:1:2")],
  ["a memo", [], counting(MEMO)],
];
const asked = /\/memo\/|\/queue\/|\/streaming\/|\/tx\/[^/]+$|cosmos/;
for (const [what, paths, node] of endpoints)
  test(`each endpoint is asked for the swaps that need it: ${what}`, async () =>
    expect(await callsOf({ nodes: [node] }, asked)).toEqual(
      paths.map((path) => `node0 thorchain/${path}`),
    ));
test("MAYAChain has no advanced queue and no stored memos", async () => {
  const options = { nodes: 1, network: "mayachain" } as const;
  const streaming = `node0 mayachain/swap/streaming/${TXID}`;
  expect(await callsOf({ nodes: [swapping], options }, asked)).toEqual([streaming]);
  expect(await callsOf({ nodes: [counting("")], options }, asked)).toEqual([]);
});

const stored = { asset: "BTC.BTC", memo: MEMO, reference: "12345" };
const otherMemo = { memo: "=:LTC.LTC:x" };
const storedAt = (...replies: Reply[]): Scene => ({
  nodes: replies.map(() => counting("")),
  change: (world) => {
    for (const [index, reply] of replies.entries())
      scriptNodes(world, { 5000000: reply }, [`node${index}`]);
  },
});
const besideOne = { nodes: [counting(""), counting(MEMO)] };
const stores: readonly [what: string, isTold: boolean, scene: Scene][] = [
  ["two nodes that differ", false, storedAt(stored, otherMemo)],
  ["the one node", true, storedAt(stored)],
  ["a blank memo", false, storedAt({ memo: "" })],
  ["two nodes, beside a memo of one", false, { ...storedAt(stored, stored), ...besideOne }],
];
for (const [what, isTold, scene] of stores)
  test(`a stored memo stands for a missing one, by ${what}: ${isTold}`, async () => {
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
  for (const text of ["both swapping | failed", "both unseen | swap", "both unseen"])
    expect(await callsOf(sceneOf(text), / cosmos\//)).toEqual([]);
});

/** In two rounds: for an outcome or a refund, and once for the beginning. */
const secondAsked = `
  1 0
    both paid | swap | no record
    both swapping | swap waits | swap waits
  0 0
    both swapping | no record | no record
    paid | swap | swap
  1 1
    both paid | no record | no record
`;
holdRows("how often a second indexer is asked", secondAsked, async (text) => {
  const world = worldOf(sceneOf(text));
  const counts: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    world.calls = [];
    await read(world);
    counts.push(world.calls.filter((call) => call.startsWith("indexer1 v2/actions")).length);
    world.nowMs += 6_000;
  }
  return counts.join(" ");
});
test("the indexer that bears the nodes out comes first", async () => {
  for (const records of ["swap | refund", "refund | swap"])
    expect(stateOf(await ask(sceneOf(`both paid | ${records}`)))).toBe("done, final");
});
test("a second indexer that is out of sync says nothing", async () => {
  const change = (world: World) => {
    world.intercept = (name, { pathname }, reply) =>
      name === "indexer1" && pathname.endsWith("/health")
        ? { ...(reply as object), inSync: false }
        : reply;
  };
  const scene = sceneOf("both unseen | swap | swap");
  expect((await ask(scene)).terminal).toBe(true);
  expect((await ask({ ...scene, change })).terminal).toBe(false);
});

/** First, after how many seconds, and then: what the same process says at first, and later. */
const memories = rowsBelow(`
  done, final => done, final
    both shared | swap => 3599 => both unread | unread
  done, final => unavailable, by nobody
    both shared | swap => 3600 => both unread | unread
  failed, final, by indexer => unknown
    both unseen | failed => 6 => both unseen
  done node_unread, by indexer => refunded, final
    both unread | swap | swap => 6 => both refunded | refund | refund
`);
for (const [states, row] of memories)
  test(`what is remembered of a swap: ${row}: ${states}`, async () => {
    const [first = "", waitSeconds, next = ""] = row.split(" => ");
    const shared = { shared: sentOut(sent.payout, sent.affiliate) };
    const world = worldOf(sceneOf(first, { message: rejection }, shared));
    const before = await read(world);
    world.nowMs += Number(waitSeconds) * 1_000;
    scriptSwap(world, sceneOf(next, { message: null }));
    world.calls = [];
    const after = await read(world);
    const [state, stateLater] = [stateOf(before), stateOf(after)];
    expect(`${state} => ${stateLater}`).toBe(states);
    if (state === stateLater)
      expect([statusCalls(world), kindsOf(after)]).toEqual([[], kindsOf(before)]);
  });

test("an answer is for the transaction that was asked for alone", async () => {
  const half = TXID.slice(0, 32);
  const own = [TXID, TXID.toLowerCase(), `0x${TXID.toLowerCase()}`, ""];
  const foreign = [`${half}0x${half}`, `1${TXID}`, "CD".repeat(32)];
  for (const id of [...own, ...foreign]) {
    const node = { ...paid, tx: { ...deposit(), id } };
    const { state } = await ask({ nodes: node, actions: [swapRecord] });
    expect(state, id).toBe(own.includes(id) ? "done" : "unknown");
  }
});
