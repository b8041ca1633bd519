// A limit order in a swap's status: whether it rests, how much of it is filled, how it ended, and when to ask again.
import { expect, test } from "@playwright/test";
import type { LimitOrder } from "../../../../lib/protocol/model/swap.ts";
import {
  type DepositHeights,
  maxRestBlocks,
  readDepositHeights,
  readOrder,
} from "../../../../lib/protocol/swap/order.ts";
import type { QueueFacts, SwapInput } from "../../../../lib/protocol/swap/status.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";
import { createNodes } from "../answering-nodes.ts";

const {
  at,
  body,
  HASH,
  memo,
  noQueue,
  NOW_MS,
  out,
  plan,
  queuedOrder,
  read,
  sentBody,
  signed,
  swapping,
} = bodies;
const { USER } = bodies;

const order = memo(`=<:ETH.USDC:${USER}:7000000/100/0`);
const clock = { height: 1_000, blockTimeMs: NOW_MS };
const queued = { ...queuedOrder, asset: "ETH.USDC", target: 7_500_000n };
const queue = (more: Partial<QueueFacts>): Pick<SwapInput, "queue"> => ({
  queue: { ...noQueue, clock, ...more },
});
const resting = body(swapping, { tx: order });
/** 7,500,000 for 5,000,000, as the queue says of an order that was changed: its memo says 7,000,000. */
const changed = 150_000_000n;

const waiting = (
  blocks: number,
  status: LimitOrder["status"] = "resting",
  filledBps = 0,
): LimitOrder => {
  return {
    status,
    bought: "ETH.USDC",
    limitPrice: changed,
    filledBps,
    expiresAtMs: NOW_MS + blocks * 6_000,
  };
};
const sentBack = (finalised: number, told: Parameters<typeof body>[1] = { outs: [out.refund] }) => {
  return {
    node: body(signed, { tx: order, ...told }),
    ...queue({ heights: { consensus: 800, finalised } }),
  };
};

const endless = queue({ queued: { ...queued, intervalBlocks: 0 }, maxRestBlocks: 60 });
const filling = queue({ queued: { ...queued, count: 3, in: 1_500_000n, out: 2_200_000n } });
const unqueuedAs = (status: LimitOrder["status"], filledBps: number | null): LimitOrder => {
  return { bought: null, limitPrice: null, expiresAtMs: null, status, filledBps };
};
const bothWays = { planned: [plan.user, plan.refund], outs: [out.user, out.refund] };
const rows: [name: string, input: Partial<SwapInput>, expected: LimitOrder | null][] = [
  ["a market swap", { node: body(swapping) }, null],
  ["a market swap that is over", { node: sentBody(out.user), ...queue({}) }, null],
  ["resting, for as long as its memo asks", { node: resting, ...queue({ queued }) }, waiting(50)],
  ["resting, for as long as the network allows", { node: resting, ...endless }, waiting(10)],
  [
    "no longer than the network allows",
    { node: resting, ...queue({ queued, maxRestBlocks: 60 }) },
    waiting(10),
  ],
  ["partly filled", { node: resting, ...filling }, waiting(50, "partly_filled", 3_000)],
  ["under way, and the queue not read", { node: resting, ...queue({}) }, unqueuedAs(null, null)],
  [
    "filled",
    { node: body(signed, { tx: order, outs: [out.user] }), ...queue({}) },
    unqueuedAs("filled", 10_000),
  ],
  ["expired", sentBack(900), unqueuedAs("expired", 0)],
  ["cancelled a block before it would expire", sentBack(899), unqueuedAs("cancelled", 0)],
  ["cancelled, partly filled", sentBack(830, bothWays), unqueuedAs("cancelled", null)],
  ["sent back, and not known why", { node: sentBack(0).node, ...queue({}) }, unqueuedAs(null, 0)],
  ["refused when it arrived", sentBack(800), null],
  ["not confirmed yet", { node: body(at.confirming, { tx: order }), ...queue({}) }, null],
];
for (const [name, input, expected] of rows) {
  test(`an order: ${name}`, () => expect(read(input).order).toEqual(expected));
}

test("an order that waits for its price is asked for each minute, also where a part of it is filled", () => {
  expect(read({ node: resting, ...queue({ queued }) }).nextPollSeconds).toBe(60);
  const filling = { ...queued, count: 1, in: 500_000n };
  const reading = read({ node: resting, ...queue({ queued: filling }) });
  expect(reading).toMatchObject({ nextPollSeconds: 60, headline: "Limit order partly filled" });
  expect(reading.stages[2]?.secondsLeft).toBeUndefined();
  expect(reading.explanation).toMatch(
    /^The limit order is partly filled: 10 % of the deposit is swapped\. The rest waits for its price\. /,
  );
});

test("how an order ended is said before what became of the deposit", () => {
  const at = (finalised: number) => read(sentBack(finalised)).explanation;
  expect(at(900)).toMatch(/^The limit order expired\. Refunded: /);
  expect(at(850)).toMatch(/^The limit order was cancelled\. Refunded: /);
  expect(at(800)).toMatch(/^Refunded: /);
});

test("parts of a swap come from the queue where the record of the transaction does not name them", () => {
  const market = {
    ...queued,
    intervalBlocks: 2,
    count: 4,
    in: 2_000_000n,
    out: 2_900_000n,
    failed: 1,
    target: 0n,
  };
  const reading = read({ node: body(swapping), ...queue({ queued: market }) });
  const parts = {
    count: 4,
    quantity: 10,
    asset: "ETH.USDC",
    in: 2_000_000n,
    out: 2_900_000n,
    failed: 1,
  };
  expect(reading.stages[2]).toEqual({
    stage: "swapped",
    done: false,
    streaming: parts,
    secondsLeft: 72,
  });
  expect(reading.nextPollSeconds).toBe(12);
  const single = read({ node: body(swapping), ...queue({ queued: { ...market, quantity: 1 } }) });
  expect(single.stages[2]).toEqual({ stage: "swapped", done: false, streaming: null });
});

test("each figure of an order is told where what it follows from is known, and not otherwise", () => {
  type Input = Parameters<typeof readOrder>[0];
  const limitOrder = {
    target: "ETH.ETH",
    destination: USER,
    limitOrder: true,
    intervalBlocks: 100,
  };
  const base: Input = {
    state: "swapping",
    out: [],
    memo: limitOrder,
    queued,
    heights: null,
    maxRestBlocks: 43_200,
    clock,
  };
  const ended = { queued: null, heights: { consensus: 900, finalised: 1_000 } };
  const back = { ...ended, state: "refunded" } as const;
  const rows: [name: string, input: Partial<Input>, expected: Partial<LimitOrder> | null][] = [
    ["the queue has a limit", {}, { limitPrice: changed, expiresAtMs: NOW_MS + 50 * 6_000 }],
    ["the queue has none", { queued: { ...queued, target: 0n } }, { limitPrice: null }],
    [
      "nothing was deposited",
      { queued: { ...queued, deposit: 0n } },
      { limitPrice: null, filledBps: null },
    ],
    ["not in the queue", { queued: null }, { limitPrice: null, bought: null, status: null }],
    ["no height of its start", { queued: { ...queued, sinceHeight: null } }, { expiresAtMs: null }],
    ["no height of now", { clock: { height: null, blockTimeMs: NOW_MS } }, { expiresAtMs: null }],
    ["no time of now", { clock: { height: 1_000, blockTimeMs: null } }, { expiresAtMs: null }],
    ["no clock", { clock: { height: null, blockTimeMs: null } }, { expiresAtMs: null }],
    [
      "a payout that is scheduled",
      { ...ended, state: "outbound_scheduled" },
      { status: "expired" },
    ],
    ["a payout that is signed", { ...ended, state: "outbound_signing" }, { status: "expired" }],
    ["nothing to pay out", { ...ended, state: "no_output" }, { status: "expired" }],
    [
      "cancelled before its end",
      { ...back, heights: { consensus: 901, finalised: 1_000 } },
      { status: "cancelled" },
    ],
    ["a payout that is tried no more", { ...ended, state: "dropped" }, null],
    [
      "how long it may rest is not known",
      { maxRestBlocks: null, queued: { ...queued, intervalBlocks: 0 } },
      { expiresAtMs: null },
    ],
    [
      "sent back, and that is not known",
      { ...back, memo: { ...limitOrder, intervalBlocks: 0 }, maxRestBlocks: null },
      { status: null },
    ],
    [
      "the network may have cut the time of its memo",
      { ...back, maxRestBlocks: null, heights: { consensus: 901, finalised: 1_000 } },
      { status: null },
    ],
    ["seen, and not swapped yet", { ...ended, state: "confirming" }, null],
  ];
  for (const [name, input, expected] of rows) {
    const told = readOrder({ ...base, ...input });
    if (expected === null) expect(told, name).toBeNull();
    else expect(told, name).toMatchObject(expected);
  }
});

test("an order rests as long as all nodes list alike, and without a vote as the release allows", () => {
  const node = (votes: Readonly<Record<string, number>> | null) => ({
    height: 1_000,
    mimir: votes,
    rows: null,
  });
  const age = (blocks: number) => node({ STREAMINGLIMITSWAPMAXAGE: blocks });
  const rows: [name: string, nodes: ReturnType<typeof node>[], blocks: number | null][] = [
    ["two that differ", [age(60), age(50)], null],
    ["two alike", [age(60), age(60)], 60],
    ["one that lists none", [age(60), node({})], null],
    ["one whose parameters were not read", [node(null), age(60)], 60],
    ["a vote that is none", [age(0), age(-1), node({})], 43_200],
    ["the shortest that there is", [age(1)], 1],
    ["no vote", [node({}), node(null)], 43_200],
    ["no node", [], 43_200],
  ];
  for (const [name, nodes, blocks] of rows) expect(maxRestBlocks({ nodes }), name).toBe(blocks);
});

test("the heights of an order are told where as many nodes as must say both name the same", async () => {
  const tx = { consensus_height: 800, finalised_height: 900 };
  const told = { consensus: 800, finalised: 900 };
  const rows: [
    name: string,
    records: (object | undefined)[],
    quorum: 1 | 2,
    expected: DepositHeights | null,
  ][] = [
    ["the one node", [tx], 1, told],
    ["the other node, where the first has none", [undefined, tx], 1, told],
    ["two nodes", [tx, tx], 2, told],
    [
      "two nodes, and a third that is not asked",
      [tx, tx, { ...tx, finalised_height: 901 }],
      2,
      told,
    ],
    ["one of two", [tx, undefined], 2, null],
    ["one node where two must say it", [tx], 2, null],
    ["another height of its end", [tx, { ...tx, finalised_height: 901 }], 2, null],
    ["another height of its start", [tx, { ...tx, consensus_height: 801 }], 2, null],
    ["no height of its end", [{ consensus_height: 800 }], 1, null],
    ["no height of its start", [{ finalised_height: 900 }], 1, null],
    ["no record", [undefined], 1, null],
  ];
  const options = { signal: new AbortController().signal };
  const question = { quorum: 1, preset: presets.thorchain, txid: HASH, options } as const;
  for (const [name, records, quorum, expected] of rows) {
    const { nodes, paths } = createNodes(
      records.map((record) => (record === undefined ? {} : { tx: record })),
    );
    expect(await readDepositHeights({ ...question, nodes, quorum }), name).toEqual(expected);
    expect(paths.every((path) => path.endsWith(` /thorchain/tx/${HASH}`))).toBe(true);
  }
  const { nodes, paths } = createNodes([{ tx }]);
  expect(await readDepositHeights({ ...question, nodes, preset: presets.mayachain })).toEqual(told);
  expect(paths).toEqual([`0 /mayachain/tx/${HASH}`]);
});
