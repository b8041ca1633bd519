// What waits in the queue, as two nodes tell it: the same terms, and the lesser progress of a node that is a block behind.
import { expect, test } from "@playwright/test";
import type { QueuedSwap } from "../../../../lib/protocol/swap/queue.ts";
import {
  agreeOnQueued,
  readProgress,
  readQueuedSwap,
  toQueuedSwap,
} from "../../../../lib/protocol/swap/queue.ts";
import { SwapDetails } from "../../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { createNodes } from "../answering-nodes.ts";

const one: QueuedSwap = {
  count: 3,
  quantity: 10,
  asset: "ETH.ETH",
  intervalBlocks: 1,
  deposit: 5_000_000n,
  in: 1_500_000n,
  out: 90n,
  failed: 0,
  target: 7n,
  sinceHeight: 950,
};
const ahead = { ...one, count: 4, in: 2_000_000n, out: 120n };

test("of two that are a block apart, the lesser progress is told", () => {
  expect(agreeOnQueued(one, ahead)).toEqual(one);
  expect(agreeOnQueued(ahead, one)).toEqual(one);
});

for (const change of [
  { count: 11 },
  { in: 4_000_000n },
  { in: 0n, out: 0n },
  { out: 111n },
  { out: 0n },
  { failed: 1 },
  { quantity: 9 },
  { asset: "ETH.FIXT" },
  { intervalBlocks: 2 },
  { deposit: 1n },
  { target: 8n },
  { sinceHeight: 949 },
]) {
  test(`nothing is told where ${Object.keys(change)} differs: ${Object.values(change)}`, () => {
    expect(agreeOnQueued(one, { ...one, ...change })).toBeNull();
    expect(agreeOnQueued({ ...one, ...change }, one)).toBeNull();
  });
}

test("two nodes some blocks apart may tell so much of one swap, and no more", () => {
  const rows: [terms: Partial<QueuedSwap>, progress: Partial<QueuedSwap>, isNear: boolean][] = [
    // Six blocks, and one that a part waits for.
    [{}, { count: 10, in: 5_000_000n, out: 300n }, true],
    [{ intervalBlocks: 4 }, { count: 5, in: 2_500_000n, out: 150n }, true],
    [{ intervalBlocks: 4 }, { count: 6, in: 3_000_000n, out: 180n }, false],
    // A tenth of an order, which has no parts.
    [{ quantity: 1 }, { in: 2_000_000n, out: 120n }, true],
    [{ quantity: 1 }, { in: 2_000_001n, out: 120n }, false],
    [{ quantity: 20 }, { in: 1_800_000n, out: 108n }, false],
    [{}, { out: 110n }, true],
  ];
  for (const [terms, progress, isNear] of rows) {
    const behind = { ...one, ...terms };
    expect(agreeOnQueued(behind, { ...behind, ...progress })).toEqual(isNear ? behind : null);
  }
});

const TXID = "AB".repeat(32);
const sums = { deposit: "5000000", in: "1500000", out: "90" };
const details = {
  swap: {
    target_asset: "ETH.ETH",
    trade_target: "7",
    initial_block_height: 950,
    state: { ...sums, interval: 1, quantity: 10, count: 3, failed_swaps: [2] },
  },
};
const streaming = {
  ...sums,
  interval: 1,
  quantity: 10,
  count: 3,
  target_asset: "ETH.ETH",
  trade_target: "7",
  tx_id: TXID,
};
const nothing = {
  deposit: "0",
  in: "0",
  out: "0",
  target_asset: "",
  trade_target: "0",
  tx_id: TXID,
};
const told = { ...one, failed: 1 };
const older = { ...one, sinceHeight: null, isRestSoldLast: true } as const;
const options = { signal: new AbortController().signal };
const question = { quorum: 1, preset: presets.thorchain, txid: TXID, options } as const;

test("what waits is told by as many nodes as must say it, from the queue or the record of swaps in parts", async () => {
  const rows: [
    name: string,
    replies: Record<string, unknown>[],
    quorum: 1 | 2,
    expected: QueuedSwap | null,
  ][] = [
    ["the queue of one node", [{ details }], 1, told],
    ["the record of one node", [{ streaming }], 1, older],
    ["a record without a quantity", [{ streaming: nothing }], 1, null],
    ["nothing anywhere", [{}], 1, null],
    [
      "the queue before the record",
      [{ details, streaming: { ...streaming, trade_target: "9" } }],
      1,
      told,
    ],
    ["two nodes", [{ details }, { details }], 2, told],
    ["two nodes of which one knows it", [{ details }, {}], 2, null],
    ["two nodes of which the first knows nothing", [{}, { details }], 2, null],
    ["two nodes that differ", [{ details }, { streaming }], 2, null],
    ["one node where two must say it", [{ details }], 2, null],
    ["a third is not asked", [{ details }, { details }, {}], 2, told],
    ["nor where neither knows it", [{}, {}, { details }], 2, null],
    ["a third node decides for the first", [{ details }, {}, { details }], 2, told],
    ["a third node decides for the second", [{ details }, { streaming }, { streaming }], 2, older],
    ["a third node knows nothing either", [{ details }, {}, {}], 2, null],
  ];
  for (const [name, replies, quorum, expected] of rows) {
    const { nodes, paths } = createNodes(replies);
    expect(await readQueuedSwap({ ...question, nodes, quorum }), name).toEqual(expected);
    expect(
      paths.some((path) => path.startsWith("2 ")),
      name,
    ).toBe(name.startsWith("a third node"));
  }
});

test("each network is asked at its own address, and MAYAChain has no advanced queue", async () => {
  const thor = createNodes([{}]);
  await readQueuedSwap({ ...question, nodes: thor.nodes });
  expect(thor.paths).toEqual([
    `0 /thorchain/queue/swap/details/${TXID}`,
    `0 /thorchain/swap/streaming/${TXID}`,
  ]);
  const maya = createNodes([{ details, streaming }]);
  expect(
    await readQueuedSwap({ ...question, nodes: maya.nodes, preset: presets.mayachain }),
  ).toEqual(older);
  expect(maya.paths).toEqual([`0 /mayachain/swap/streaming/${TXID}`]);
});

test("what the queue leaves out is nothing, or not known", () => {
  const { swap } = details;
  const { failed_swaps: _, interval: __, quantity: ___, count: ____, ...state } = swap.state;
  const { initial_block_height: _____, ...bare } = swap;
  expect(toQueuedSwap(SwapDetails.parse({ swap: { ...bare, state } }))).toEqual({
    ...one,
    count: 0,
    quantity: 0,
    intervalBlocks: 0,
    sinceHeight: null,
  });
});

test("progress is that of the queue where it has several parts, else of the record", () => {
  const stages = {
    inbound_observed: {},
    swap_status: { streaming: { interval: 2, quantity: 6, count: 1 } },
  };
  const bare = { inbound_observed: {}, swap_status: { streaming: { quantity: 6 } } };
  const parts = { count: 3, quantity: 10, asset: "ETH.ETH", in: 1_500_000n, out: 90n, failed: 0 };
  const told = { parts, intervalBlocks: 1 };
  const ofRecord = (count: number, intervalBlocks: number) => ({
    parts: { count, quantity: 6, asset: null, in: null, out: null, failed: null },
    intervalBlocks,
  });
  const rows: [...Parameters<typeof readProgress>, expected: ReturnType<typeof readProgress>][] = [
    [null, one, told],
    [stages, one, told],
    [null, { ...one, quantity: 2 }, { ...told, parts: { ...parts, quantity: 2 } }],
    [null, { ...one, quantity: 1 }, null],
    [stages, { ...one, quantity: 1 }, ofRecord(1, 2)],
    [stages, null, ofRecord(1, 2)],
    [bare, null, ofRecord(0, 0)],
    [{ inbound_observed: {}, swap_status: {} }, null, null],
    [{ inbound_observed: {} }, null, null],
    [null, null, null],
  ];
  for (const [some, queued, expected] of rows) {
    expect(readProgress(some, queued), JSON.stringify(some)).toEqual(expected);
  }
});
