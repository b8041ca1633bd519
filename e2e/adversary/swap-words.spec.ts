// What one source says of a swap that others contradict, or that nobody bears out: it is never told as a fact.

import { expect, test } from "@playwright/test";
import { swapBlocks } from "../../lib/answers/swap/blocks.ts";
import type { SwapReading } from "../../lib/protocol/model/swap.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { blocksMarkdown } from "../../lib/render/markdown.ts";
import { adviceText } from "../../lib/say/message-text.ts";
import { explainSwap, swapHeadline } from "../../lib/say/swap.en.ts";
import { processedStages as past } from "../support/wire.ts";
import { down, type Script } from "../support/world.ts";
import {
  action,
  askSwap,
  confirming,
  delayed,
  done,
  failedRecord as failed,
  inBothOrders,
  messageOf,
  nothing,
  ofThree,
  payoutOf,
  pending,
  pendingRecord,
  plan,
  read,
  record,
  recordOf,
  refunded,
  refundPlan,
  returning,
  signing,
  silent,
  swapping,
  TXID,
  tx,
  USER,
  unseen,
  worldOf,
} from "./swap-scene.ts";

/** What one node says, and what must not be told by its word. */
const lies: readonly [name: string, body: object, isTold: (reading: SwapReading) => boolean][] = [
  ["a returning refund", returning, ({ refundExpected }) => refundExpected],
  ["24 hours of confirmation", confirming(86_399), ({ state }) => state === "confirming"],
  ["13 days of delay", delayed(1_123_200), ({ state }) => state === "outbound_scheduled"],
  [
    "1 of 100 parts",
    {
      tx: tx(),
      stages: {
        ...pending,
        swap_status: { pending: true, streaming: { interval: 1, quantity: 100, count: 1 } },
      },
    },
    ({ state, stages }) =>
      state === "swapping" || stages.some(({ streaming }) => streaming != null),
  ],
  ["no payout", nothing, ({ state }) => state === "no_output"],
  [
    "an open limit order",
    { tx: tx(`=<:ETH.ETH:${USER}:500/100/0`), stages: pending },
    ({ order }) => order !== null,
  ],
];

const isDone = { state: "done", terminal: true };
const isPlain = ({ doubt }: SwapReading) => doubt === null;

for (const [name, lie, isTold] of lies) {
  for (const [liar, nodes] of ofThree(lie, done).entries()) {
    test(`of three operators node ${liar} tells ${name}: the two others decide`, async () => {
      for (const indexers of [[record()], [silent]]) {
        const world = worldOf(nodes, indexers);
        for (const restart of [false, true]) {
          if (restart) world.restart();
          const reading = await askSwap(world);
          expect(reading).toMatchObject({ ...isDone, refundExpected: false });
        }
      }
    });
  }

  test(`of two operators one tells ${name}: the indexer decides, and without it nobody does`, async () => {
    for (const nodes of inBothOrders(lie, done)) {
      expect(await read(nodes, record())).toMatchObject(isDone);
      const reading = await read(nodes);
      expect([isPlain(reading), reading.terminal, isTold(reading), reading.out]).toEqual([
        false,
        false,
        false,
        [],
      ]);
    }
  });

  test(`two nodes of one operator tell ${name}: they are one source`, async () => {
    const urls = { node0: "https://a.gateway.test/1", node1: "https://b.gateway.test/2" };
    const world = worldOf([lie, lie, done], [silent], urls);
    const reading = await askSwap(world);
    expect([isPlain(reading), reading.terminal, isTold(reading)]).toEqual([false, false, false]);
  });

  test(`one node alone answers, and tells ${name}: it is its word`, async () => {
    for (const others of [[down], [down, down]]) {
      const reading = await read([lie, ...others]);
      expect([reading.doubt, isTold(reading), reading.estimatedSecondsLeft]).toEqual([
        "unconfirmed",
        false,
        null,
      ]);
      expect(explainSwap(reading.situation)).toMatch(
        /^One source .* No second source has confirmed it yet\. /,
      );
    }
  });
}

/** What one node says of a deposit for which the others plan a refund. */
const denials: Readonly<Record<string, object>> = {
  "a payout in its place": signing,
  "a payout beside it": { ...signing, planned_out_txs: [plan, refundPlan] },
  "a refund to another address": {
    ...returning,
    planned_out_txs: [{ ...refundPlan, to_address: "bc1qthief" }],
  },
  "nothing planned": nothing,
  "paid out": done,
};
for (const [name, denial] of Object.entries(denials)) {
  test(`a planned refund, and one node says ${name}: two others decide, and of two nobody does`, async () => {
    for (const nodes of ofThree(denial, returning)) {
      const reading = await read(nodes);
      expect(reading).toMatchObject({
        refundExpected: true,
        doubt: null,
        out: [{ kind: "refund", address: "bc1qsender" }],
      });
    }
    for (const nodes of inBothOrders(denial, returning)) {
      const reading = await read(nodes);
      const isDoubted =
        reading.doubt === "unconfirmed" &&
        swapHeadline(reading.situation) === "Not confirmed by a second source yet";
      // Both plan a refund, and only its address, or what is paid beside it, is in doubt.
      const isRefund = /^a (?:refund|payout beside)/.test(name);
      expect([isDoubted, reading.refundExpected, reading.terminal]).toEqual([
        !isRefund,
        isRefund,
        false,
      ]);
      expect(reading.out.filter(({ address }) => address !== "bc1qsender")).toEqual([]);
      if (isRefund)
        expect(explainSwap(reading.situation)).toMatch(
          /^The deposit, or a part of it, goes back\. /,
        );
      expect(adviceText(reading.advice)).toContain("Do not send again.");
      const context = { preset: presets.thorchain, chain: null, nowMs: 0 };
      const said = blocksMarkdown(swapBlocks(reading, context));
      expect(said.includes("Wait until this is final.")).toBe(isRefund);
      expect(said).toContain("**Do not send again.** This swap is not final.");
    }
  });
}

test("two nodes that tell one state a minute apart tell no time", async () => {
  const left = async (a: number, b: number) => {
    const { stages, estimatedSecondsLeft } = await read([delayed(a), delayed(b)]);
    return [
      stages.find(({ stage }) => stage === "outbound_scheduled")?.secondsLeft ?? null,
      estimatedSecondsLeft !== null,
    ];
  };
  expect(await left(360, 366)).toEqual([366, true]);
  expect(await left(360, 4_000)).toEqual([null, false]);
  expect(await left(1_123_200, 1_123_200), "longer than the network lets a payout wait").toEqual([
    null,
    false,
  ]);
});

test("where no node can be read, one indexer tells no deposit", async () => {
  for (const one of [record(), pendingRecord]) {
    const reading = await read([down, down], one);
    expect(reading).toMatchObject({ state: "unknown", doubt: "unconfirmed", in: null, out: [] });
  }
});

test("a pending refund of one indexer is a contradiction to two nodes that say done: a second indexer decides", async () => {
  const refund = recordOf("refund", { status: "pending" });
  const alone = await read([done, done], refund);
  expect(alone).toMatchObject({ doubt: "unconfirmed", refundExpected: false, terminal: false });
  expect(swapHeadline(alone.situation)).toBe("Not confirmed by a second source yet");
  expect(await read([done, done], refund, record())).toMatchObject(isDone);
});

test("fees and dates of one indexer are not told; of two operators they are, where they are possible", async () => {
  const fees = async (...indexers: Script[]) => {
    const { liquidityFee, outboundFees, startedAtMs } = await read([done, done], ...indexers);
    return [liquidityFee?.base ?? null, outboundFees?.length ?? null, startedAtMs !== null];
  };
  const saying = (said: object) =>
    record({ metadata: { swap: { ...action.metadata.swap, ...said } } });
  const rich = saying({ liquidityFee: "500000000000000", networkFees: [] });
  expect(await fees(record())).toEqual([null, null, false]);
  expect(await fees(record(), record())).toEqual([1_000n, 1, true]);
  expect(await fees(rich, record())).toEqual([null, null, true]);
  expect(await fees(rich, rich), "7.5 million dollars of a deposit of 4,000").toEqual([
    null,
    null,
    true,
  ]);
  expect(await fees(record({ date: "1600000000000000000" }), record())).toEqual([1_000n, 1, false]);
  expect(await fees(saying({ liquidityFee: "1001" }), record())).toEqual([null, 1, true]);
  const [eth] = action.metadata.swap.networkFees;
  const [btc, more] = ["5000000", "5000001"].map((amount) => ({ asset: "BTC.BTC", amount }));
  const listed = (...networkFees: unknown[]) => saying({ networkFees });
  expect(await fees(listed({ ...eth, amount: "8" }), record())).toEqual([1_000n, null, true]);
  expect(await fees(listed(eth, btc), listed(btc, eth)), "all of the deposit").toEqual([
    1_000n,
    2,
    true,
  ]);
  expect(await fees(listed(more), listed(more)), "more than the deposit").toEqual([
    1_000n,
    null,
    true,
  ]);
});

test("when a swap under way began is told where two indexers tell it alike, and the second is asked once", async () => {
  const started = (change: object = {}) => record({ status: "pending", out: [], ...change });
  const world = worldOf([swapping, swapping], [started(), started()]);
  for (let round = 0; round < 3; round += 1) {
    const { state, startedAtMs, liquidityFee } = await askSwap(world);
    expect([state, startedAtMs, liquidityFee]).toEqual(["swapping", 1_799_999_000_000, null]);
    world.nowMs += 6_000;
  }
  expect(world.calls.filter((call) => call.includes("indexer1 v2/actions"))).toHaveLength(1);
  const startOf = async (...indexers: Script[]) =>
    (await read([swapping, swapping], ...indexers)).startedAtMs;
  expect(await startOf(started())).toBeNull();
  expect(await startOf(started(), started({ date: "1600000000000000000" }))).toBeNull();
  expect(await startOf(started(), silent)).toBeNull();
});

test("an old swap that nodes have forgotten: two indexers are two sources, and one says so once", async () => {
  const old = record({ date: "1600000000000000000" });
  expect(await read([unseen, unseen], old, old)).toMatchObject({
    state: "done",
    terminal: true,
    decidedBy: "indexer",
  });
  const alone = await read([unseen, unseen], old);
  expect(alone).toMatchObject({
    state: "unknown",
    doubt: "unconfirmed",
    terminal: false,
    nextPollSeconds: null,
  });
  expect(explainSwap(alone.situation)).toContain(
    "Only the indexer tells of this swap. The nodes keep no record of it any more",
  );
  expect(adviceText(alone.advice)).toContain("There is no need to ask again.");
  const empty: Script = { actions: { actions: [], count: "0" } };
  const denied = await read([unseen, unseen], old, empty);
  expect(denied, "a deposit of now, as an old one").toMatchObject({
    doubt: "unconfirmed",
    nextPollSeconds: 6,
  });
  expect(explainSwap(denied.situation)).not.toContain("keep no record");
  // A young record is waited for: the nodes may be a block behind.
  const young = await read([unseen, unseen], record());
  expect(young.nextPollSeconds).toBe(6);
});

test("of three operators one tells the step before: the two others decide", async () => {
  for (const [lie, truth, told] of [
    [swapping, returning, { state: "outbound_signing", refundExpected: true }],
    [swapping, signing, { state: "outbound_signing" }],
    [delayed(60), signing, { state: "outbound_signing" }],
    [confirming(60), swapping, { state: "swapping" }],
    [swapping, nothing, { state: "no_output" }],
  ] as const)
    for (const nodes of ofThree(lie, truth).slice(0, 2)) {
      const reading = await read(nodes);
      expect(reading).toMatchObject({ doubt: null, ...told });
    }
});

test("of two operators one that stays a step behind for a minute is told as its word alone", async () => {
  for (const nodes of inBothOrders(swapping, returning)) {
    const world = worldOf(nodes, [silent]);
    const ask = () => askSwap(world);
    expect(await ask()).toMatchObject({ state: "swapping", doubt: null });
    world.nowMs += 60_000;
    expect(await ask()).toMatchObject({ doubt: null });
    world.nowMs += 6_000;
    expect(await ask()).toMatchObject({
      state: "unknown",
      doubt: "unconfirmed",
      refundExpected: false,
    });
    world.scripts.node0 = { [TXID]: returning };
    world.scripts.node1 = { [TXID]: returning };
    world.nowMs += 6_000;
    expect(await ask()).toMatchObject({
      state: "outbound_signing",
      doubt: null,
      refundExpected: true,
    });
  }
});

test("one node that denies a refund, or names one, is outvoted by two, and of two nobody decides", async () => {
  for (const denial of [signing, nothing, done])
    for (const [lie, truth] of [
      [denial, returning],
      [returning, denial],
    ] as const) {
      const isRefund = truth === returning;
      const three = await read([lie, truth, truth]);
      expect(three).toMatchObject({ doubt: null, refundExpected: isRefund });
      const two = await read([lie, truth]);
      expect(two).toMatchObject({
        doubt: "unconfirmed",
        refundExpected: false,
        terminal: false,
        out: [],
      });
      expect(explainSwap(two.situation)).toMatch(
        /^One source says .* No second source has confirmed it yet\. /,
      );
      expect(two.stages.at(-1)?.done, "nothing of it is told as sent").toBe(false);
    }
});

test("of two operators one tells another deposit or payout of what is done: the indexer decides", async () => {
  const coins = [{ asset: "BTC.BTC", amount: "999" }];
  for (const lie of [
    { ...done, tx: { ...tx(), coins } },
    { ...done, tx: { ...tx(), from_address: "bc1qthief" } },
    { ...done, out_txs: [payoutOf(USER, "90", "EF".repeat(32))] },
    { ...done, out_txs: [payoutOf(), payoutOf()] },
  ])
    for (const nodes of inBothOrders(lie, done)) {
      const reading = await read(nodes, record());
      expect(reading).toMatchObject({ ...isDone, in: { amount: 5_000_000n } });
    }
});

test("what goes back is not told as swapped, nor as paid out on another chain, while one source denies a part of it", async () => {
  const other = { ...tx(), from_address: "bc1qthief" };
  for (const [truth, lie] of [
    [returning, { ...returning, tx: other }],
    [returning, signing],
    [refunded, { ...refunded, tx: other }],
    [refunded, done],
  ] as const)
    for (const nodes of inBothOrders(truth, lie)) {
      const { doubt, stages, payoutChain } = await read(nodes, silent);
      const isSwapped = stages.find(({ stage }) => stage === "swapped")?.done;
      expect([doubt, isSwapped, payoutChain]).toEqual(["unconfirmed", false, null]);
    }
  const elsewhere = { ...returning, planned_out_txs: [{ ...refundPlan, to_address: "bc1qthief" }] };
  const { stages, refundExpected } = await read([returning, elsewhere]);
  expect([refundExpected, stages.find(({ stage }) => stage === "swapped")?.done]).toEqual([
    true,
    false,
  ]);
});

test("a node that answers of another transaction is no answer: the next one is asked", async () => {
  const other = { ...done, tx: { ...tx(), id: "EF".repeat(32) } };
  expect(await read([other, done], record())).toMatchObject({ state: "done" });
  expect(await read([other, done, done])).toMatchObject(isDone);
  expect((await read([other, other], record())).state).toBe("unknown");
});

/** Found by drawn scripts: what one node or indexer told, and what it was told as. */
const found: readonly [
  name: string,
  nodes: readonly unknown[],
  indexer: Script,
  told: Record<string, unknown>,
][] = [
  [
    "a payout that is returning as a refund, and sent: paid out, and nothing goes back",
    [{ ...done, planned_out_txs: [{ ...plan, refund: true }] }, done],
    silent,
    { state: "done", refundExpected: false },
  ],
  [
    "no payout is returning, while the record of an indexer is pending",
    [nothing, signing],
    pendingRecord,
    { state: "outbound_signing", doubt: "unconfirmed" },
  ],
  [
    "a rejected message was processed",
    [nothing, down],
    failed,
    { state: "unknown", doubt: "unconfirmed" },
  ],
  [
    "a refund is counted as sent, and is not shown",
    [{ ...returning, stages: { ...past, outbound_signed: { completed: true } } }, down],
    recordOf("refund", { status: "pending" }),
    { doubt: "unconfirmed", refundExpected: false },
  ],
  [
    "paid out, while the other node still counts",
    [done, confirming(60)],
    silent,
    { state: "unknown" },
  ],
];
for (const [name, nodes, indexer, told] of found) {
  test(`one source says: ${name}`, async () => {
    const reading = await read(nodes, indexer);
    expect(reading).toMatchObject(told);
    const isOver = reading.stages.map(({ done }) => done);
    if (!isPlain(reading))
      expect(isOver.slice(3), "nothing is told as returning or sent").toEqual([false, false]);
    if (reading.state === "unknown") expect(isOver).not.toContain(true);
  });
}

/** What a node tells of a swap in parts, in its record and in its queue. */
const inParts =
  (count: number, change: object = {}) =>
  ({ pathname }: URL) => {
    const state = {
      interval: 10,
      quantity: 100,
      count,
      deposit: "5000000",
      in: `${count * 50_000}`,
      out: `${count}`,
    };
    const told = { ...state, ...change };
    const queued = {
      target_asset: "ETH.ETH",
      trade_target: "0",
      initial_block_height: 1,
      state: told,
    };
    const streaming = { interval: 10, quantity: 100, count };
    return pathname.includes("/queue/")
      ? { swap: queued }
      : { tx: tx(), stages: { ...pending, swap_status: { pending: true, streaming } } };
  };
const slower: readonly [name: string, body: ReturnType<typeof inParts>][] = [
  ["1 of 100 parts", inParts(1)],
  ["nothing sold", inParts(60, { in: "0", out: "0" })],
  ["nothing bought", inParts(60, { out: "0" })],
];
for (const [name, lie] of slower) {
  test(`one node tells ${name} of 60 that are done: of two operators nobody decides, of three two`, async () => {
    const told = async (nodes: readonly unknown[]) => {
      const { stages } = await read(nodes);
      const { streaming, secondsLeft } = stages.find(({ stage }) => stage === "swapped") ?? {};
      return [
        streaming?.count ?? null,
        streaming?.in ?? null,
        streaming?.out ?? null,
        secondsLeft ?? null,
      ];
    };
    const truth = [60, 3_000_000n, 60n, 2_400];
    expect(await told([inParts(60), inParts(61)]), "a block apart").toEqual(truth);
    // What their records tell alike, without its sums.
    const alike = name === "1 of 100 parts" ? [null, null, null, null] : [60, null, null, 2_400];
    for (const at of [0, 1]) {
      expect(
        await told([60, 60].map((count, node) => (node === at ? lie : inParts(count)))),
      ).toEqual(alike);
      expect(
        await told([60, 60, 60].map((count, node) => (node === at ? lie : inParts(count)))),
      ).toEqual(truth);
    }
  });
}

test("one node alone says that a deposit has no memo, or names a stored one: it is not said", async () => {
  const early = { inbound_observed: { started: true, completed: false, final_count: 3 } };
  for (const [lie, truth] of [
    [{ tx: tx("r:12345"), stages: early }, { stages: early }],
    [
      { tx: tx(""), stages: early },
      { tx: tx(), stages: early },
    ],
  ])
    for (const nodes of inBothOrders(lie, truth))
      expect(explainSwap((await read(nodes, record())).situation)).not.toContain("no memo");
});

test("one node alone does not shorten the time that orders may rest", async () => {
  const order = `=<:ETH.ETH:${USER}:500/43200/0`;
  const sums = { interval: 43_200, quantity: 1, count: 0, deposit: "5000000", in: "0", out: "0" };
  const swap = {
    target_asset: "ETH.ETH",
    trade_target: "500",
    initial_block_height: 24_999_990,
    state: sums,
  };
  const open = ({ pathname }: URL) =>
    pathname.includes("/queue/") ? { swap } : { tx: tx(order), stages: pending };
  for (const liar of [0, 1]) {
    const world = worldOf([open, open], [silent]);
    expect((await askSwap(world)).order?.expiresAtMs).toBe(world.nowMs + 43_190 * 6_000);
    Object.assign(world.scripts[`node${liar}`] ?? {}, {
      mimir: { ...world.mimir, STREAMINGLIMITSWAPMAXAGE: 100 },
    });
    world.restart();
    expect((await askSwap(world)).order).toMatchObject({ status: "resting", expiresAtMs: null });
  }
});

test("of two indexers the first that is out of sync hides no swap that the second tells", async () => {
  const world = worldOf([unseen, unseen], [{}, record({ date: "1600000000000000000" })]);
  world.intercept = (name, { pathname }, reply) =>
    name === "indexer0" && pathname.endsWith("/health")
      ? { ...(reply as object), inSync: false }
      : reply;
  for (let round = 0; round < 3; round += 1) {
    expect(await askSwap(world), `round ${round}`).toMatchObject({ doubt: "unconfirmed" });
    world.nowMs += 6_000;
  }
});

test("a deposit that is confirmed before it is seen stands in no stage", async () => {
  const early = {
    tx: tx(),
    stages: { ...past, inbound_observed: { started: true, completed: false, final_count: 3 } },
  };
  const reading = await read([early, early]);
  expect([reading.state, reading.stages.some(({ done }) => done)]).toEqual(["observing", false]);
});

test("the deposit of a rejected message is told by two indexers, and by one not", async () => {
  const told = async (...indexers: readonly Script[]) => {
    const world = worldOf([unseen, unseen], indexers);
    for (const name of ["node0", "node1"])
      world.scripts[name] = { ...world.scripts[name], ...messageOf() };
    const { state, terminal, in: deposit } = await askSwap(world);
    return [state, terminal, deposit?.address ?? null];
  };
  expect(await told(failed)).toEqual(["failed", true, null]);
  expect(await told(failed, failed)).toEqual(["failed", true, "bc1qsender"]);
});
