// Whom the reader asks about a swap: judged nodes first, each upstream once, and each endpoint for the swaps that need it alone.
import { expect, test } from "@playwright/test";
import {
  at,
  HASH,
  MEMO,
  out,
  signed,
  swapped,
  swapping,
  tx,
  USER,
  unseenBody,
} from "../../../fixtures/swap-bodies.ts";
import { createWorld, down, type World } from "../../../support/world.ts";

const paid = { tx, out_txs: [out.user], stages: signed };
const statusCalls = (world: World) =>
  world.calls.filter((call) => call.includes(`/tx/status/${HASH}`));
const ask = (world: World) => world.network.getSwap(HASH, null);

test("an answer is kept for five seconds", async () => {
  const world = createWorld();
  world.scripts.node0 = { [HASH]: { tx, stages: swapping } };
  await ask(world);
  world.nowMs += 4_999;
  await ask(world);
  expect(statusCalls(world)).toHaveLength(1);
  world.nowMs += 1;
  await ask(world);
  expect(statusCalls(world)).toHaveLength(2);
});

test("a judged node is asked first, and one that is not judged bears it out; where none is, a swap is still looked up", async () => {
  const world = createWorld({ nodes: 2 });
  const under = { tx, stages: swapping };
  world.scripts = { node0: { mimir: down, [HASH]: under }, node1: { [HASH]: under } };
  expect(await ask(world)).toMatchObject({ state: "swapping", doubt: null, failure: null });
  expect(statusCalls(world)).toEqual(
    ["node1", "node0"].map((node) => `${node} thorchain/tx/status/${HASH}`),
  );

  const unjudged = createWorld({ nodes: 2 });
  unjudged.scripts = { node0: { mimir: down, [HASH]: paid }, node1: { mimir: down, [HASH]: paid } };
  expect(await ask(unjudged)).toMatchObject({ state: "done", terminal: true, signing: "unknown" });
});

/** One operator runs this node and the indexer. */
const gateway = (node: string) => ({
  [node]: "https://node.gateway.test/base",
  indexer0: "https://indexer.gateway.test/base",
});

test("the one node there is and the indexer of its operator are enough", async () => {
  const world = createWorld({ urls: gateway("node0") });
  world.scripts = { node0: { [HASH]: paid }, indexer0: { actions: { actions: [swapped] } } };
  expect(await ask(world)).toMatchObject({ state: "done", terminal: true });
});

const sums = { deposit: "5000000", in: "1500000", out: "90", interval: 1, quantity: 10, count: 3 };
const details = {
  swap: {
    target_asset: "ETH.ETH",
    trade_target: "0",
    initial_block_height: 950,
    state: { ...sums, failed_swaps: [] },
  },
};

test("parts of a swap that one node alone names are not told, whoever runs the indexer", async () => {
  const path = `thorchain/queue/swap/details/${HASH}`;
  for (const urls of [{}, gateway("node0"), gateway("node1")]) {
    const progressOf = async (...told: (object | undefined)[]) => {
      const world = createWorld({ nodes: 2, urls });
      world.scripts = Object.fromEntries(
        told.map((queue, index) => [
          `node${index}`,
          { [HASH]: { tx, stages: swapping }, [path]: queue },
        ]),
      );
      return (await ask(world)).stages.find(({ stage }) => stage === "swapped")?.streaming?.count;
    };
    expect(await progressOf(details, details)).toBe(3);
    expect(await progressOf(details, undefined)).toBeUndefined();
    expect(await progressOf(undefined, details)).toBeUndefined();
  }
});

test("each endpoint is asked for the swaps that need it, and for no other", async () => {
  const order = { ...tx, memo: `=<:ETH.USDC:${USER}:7000000/100/0` };
  const queue = [`thorchain/queue/swap/details/${HASH}`, `thorchain/swap/streaming/${HASH}`];
  const rows: [what: string, node: object, paths: string[]][] = [
    ["not seen", unseenBody, []],
    ["waits for confirmations", { tx, stages: at.confirming }, []],
    ["an order that waits for confirmations", { tx: order, stages: at.confirming }, []],
    ["is being swapped", { tx, stages: swapping }, queue],
    ["an order in the queue", { tx: order, stages: swapping }, queue],
    ["is over", paid, []],
    [
      "an order that is over",
      { tx: order, out_txs: [out.refund], stages: signed },
      [`thorchain/tx/${HASH}`],
    ],
    ["no swap", { tx: { ...tx, memo: "DONATE:BTC.BTC" }, stages: at.swapped }, []],
    ["without a memo, and over", { tx: { ...tx, memo: "" }, stages: at.swapped }, []],
    [
      "without a memo",
      { tx: { ...tx, memo: "" }, stages: at.confirming },
      ["thorchain/memo/check/BTC.BTC/5000000"],
    ],
  ];
  for (const [what, node, paths] of rows) {
    const world = createWorld();
    world.scripts.node0 = { [HASH]: undefined, [`thorchain/tx/status/${HASH}`]: node };
    await ask(world);
    const asked = world.calls.filter((call) =>
      /\/memo\/|\/queue\/|\/streaming\/|\/tx\/[^/]+$|cosmos/.test(call),
    );
    expect(asked, what).toEqual(paths.map((path) => `node0 ${path}`));
  }
});

test("a memo that the network has stored stands for the one that the deposit lacks", async () => {
  const world = createWorld();
  world.scripts.node0 = {
    [HASH]: { tx: { ...tx, memo: "" }, stages: at.confirming },
    5000000: { memo: MEMO },
  };
  expect(await ask(world)).toMatchObject({ payoutChain: "ETH", in: { memo: MEMO } });
});
