// Attacks on how a swap ended: one node, or one indexer, that says paid out, refunded, failed, nothing to pay or not a swap.

import { expect, test } from "@playwright/test";
import { explainSwap, swapHeadline } from "../../lib/say/swap.en.ts";
import { processedStages as past } from "../support/wire.ts";
import { createWorld, down, type Script, type World } from "../support/world.ts";
import {
  action,
  askSwap,
  done,
  due,
  failedRecord,
  memo,
  messageOf,
  nothing,
  payoutOf,
  pendingRecord,
  record,
  recordOf,
  refund,
  refunded,
  refundPlan,
  SENT,
  signing,
  swapping,
  THIEF,
  TXID,
  tx,
  USER,
  unseen,
  worldOf,
} from "./swap-scene.ts";

const partly = { ...done, out_txs: [payoutOf(), refund] };
const noSwap = { tx: tx("DONATE:BTC.BTC"), stages: past };
const [leg] = action.out as [(typeof action.out)[number]];
const backLeg = { txID: refund.id, address: "bc1qsender", coins: refund.coins };
const swapRecord = record();
const refundRecord = recordOf("refund", { out: [backLeg] });
const rejected = { txhash: TXID, code: 5 };

interface Case {
  readonly nodes: readonly unknown[];
  /** Absent: no node has it. */
  readonly message?: object;
  readonly indexer?: Script;
  /** Of another operator; absent where there is one. */
  readonly secondIndexer?: Script;
  /** Addresses of upstreams, in place of one of its own for each. */
  readonly urls?: Readonly<Record<string, string>>;
}

const caseOf = (nodes: Case["nodes"], indexer: Script = {}): Case => ({ nodes, indexer });

async function ask(
  { nodes, message, indexer = {}, secondIndexer, urls = {} }: Case,
  before: (world: World) => void = () => {},
) {
  const world = worldOf(nodes, secondIndexer ? [indexer, secondIndexer] : [indexer], urls);
  const kept = message && messageOf(message);
  for (const index of nodes.keys()) Object.assign(world.scripts[`node${index}`] ?? {}, kept);
  before(world);
  // The first sight of a finalised deposit, and one after the time in which an output may still be planned.
  await askSwap(world);
  world.nowMs += 66_000;
  return { world, reading: await askSwap(world) };
}

const otherDeposit = { ...done, tx: { ...tx(), coins: [{ asset: "BTC.BTC", amount: "900" }] } };
const toThief = { ...done, out_txs: [payoutOf(THIEF)] };
const paidByAsset = { ...done, tx: tx("=:ETH.ETH:name") };
const bothUnseen = [unseen, unseen];

const forged: Readonly<Record<string, Case>> = {
  "a node alone says paid out, the other has not seen it": caseOf([done, unseen]),
  "a node alone says paid out, the other still swaps": caseOf([done, swapping]),
  "a node alone says paid out, the other cannot be read": caseOf([done, down]),
  "a node alone says paid out, the indexer cannot be read": caseOf([done, down], { actions: down }),
  "one node names no recipient": caseOf([{ ...done, out_txs: [payoutOf("")] }, done]),
  "one node names no payout id": caseOf([{ ...done, out_txs: [payoutOf(USER, "90", "")] }, done]),
  "one node names another chain": caseOf([
    { ...done, out_txs: [{ ...payoutOf(), chain: "BASE" }] },
    done,
  ]),
  "two nodes name different deposits": caseOf([otherDeposit, done]),
  "an indexer says refunded while the nodes plan nothing": caseOf([nothing, nothing], refundRecord),
  "an indexer says paid out while the nodes plan nothing": caseOf([nothing, nothing], swapRecord),
  "two nodes name different recipients": caseOf([
    { ...toThief, tx: tx(`=:ETH.ETH:${THIEF}`) },
    done,
  ]),
  "two nodes name different amounts": caseOf([{ ...done, out_txs: [payoutOf(USER, "80")] }, done]),
  "two nodes name different payout ids": caseOf([
    { ...done, out_txs: [payoutOf(USER, "90", "EF".repeat(32))] },
    done,
  ]),
  "one node says paid out, the other refunded": caseOf([done, refunded]),
  "one node says refunded, the other has not seen it": caseOf([refunded, unseen]),
  "one node says partly refunded, the other paid out": caseOf([partly, done]),
  "one node says that nothing is paid out": caseOf([nothing, swapping]),
  "one node says that it is no swap": caseOf([noSwap, swapping]),
  "an indexer alone says paid out": caseOf(bothUnseen, swapRecord),
  "an indexer alone says refunded": caseOf(bothUnseen, refundRecord),
  "an indexer says paid out while a node cannot be read": caseOf([down, down], swapRecord),
  "an indexer alone says failed of a deposit that no node has seen": caseOf(
    bothUnseen,
    failedRecord,
  ),
  "an indexer says failed, and a node's chain has the message as accepted": {
    nodes: bothUnseen,
    message: { txhash: TXID, code: 0 },
    indexer: failedRecord,
  },
  "an indexer says failed, and a node tells of the rejection of another message": {
    nodes: bothUnseen,
    message: { txhash: "EF".repeat(32), code: 5 },
    indexer: failedRecord,
  },
  "a node's chain has the message as rejected, no indexer says failed": {
    nodes: bothUnseen,
    message: rejected,
  },
  "an indexer alone says failed, and the only node has not seen it": caseOf([unseen], failedRecord),
  "an indexer says failed while one node has not answered": caseOf([unseen, down], failedRecord),
  "an indexer says failed of what a node pays out": caseOf([toThief, toThief], failedRecord),
  "an indexer says refunded what a node paid by asset": caseOf(
    [paidByAsset, paidByAsset],
    refundRecord,
  ),
  "the only node says paid out, the indexer in sync has no record": caseOf([done]),
  "the only node says paid out, the indexer in sync another amount": caseOf(
    [done],
    record({ out: [{ ...leg, coins: [{ asset: "ETH.ETH", amount: "4" }] }] }),
  ),
  "the only node says refunded, the indexer in sync paid out": caseOf([refunded], swapRecord),
  "the only node has not seen it, the indexer says paid out": caseOf([unseen], swapRecord),
  "the only node cannot be read, the indexer says failed": caseOf([down], failedRecord),
};

for (const [name, all] of Object.entries(forged)) {
  test(`not final: ${name}`, async () => {
    const { reading } = await ask(all);
    expect(reading.terminal).toBe(false);
    expect(reading.nextPollSeconds).toBeGreaterThanOrEqual(6);
    if (all.nodes.length > 1) {
      // Where the other node still swaps, that may be told.
      const isSwapping = all.nodes.includes(swapping) && reading.state === "swapping";
      expect(
        isSwapping ||
          ["unknown", "outbound_signing", "unavailable", "no_output"].includes(reading.state),
      ).toBe(true);
      expect(reading.out).toEqual([]);
      expect(swapHeadline(reading.situation)).not.toMatch(
        /^(Paid out|Refunded|Partly|Rejected|Nothing is)/,
      );
    }
  });
}

/** As the presets have it: one gateway runs a node and an indexer. */
const gateway = (node: string) => ({
  [node]: "https://node.gateway.test/base",
  indexer0: "https://indexer.gateway.test/base",
});
const ofOneOperator: Readonly<Record<string, Case>> = {
  "paid out, which the other node has not seen": caseOf([done, unseen], swapRecord),
  "paid out, while the other still swaps": caseOf([done, swapping], swapRecord),
  "paid out, while the other cannot be read": caseOf([done, down], swapRecord),
  refunded: caseOf([refunded, swapping], refundRecord),
  "no swap": caseOf([noSwap, swapping], recordOf("donate")),
  "nothing to pay out": caseOf([nothing, unseen], recordOf("refund")),
};
for (const [name, all] of Object.entries(ofOneOperator)) {
  for (const [place, nodes] of [all.nodes, all.nodes.toReversed()].entries()) {
    test(`not final: a node and the indexer of its operator, as node ${place}, say ${name}`, async () => {
      const { reading } = await ask({ ...all, nodes, urls: gateway(`node${place}`) });
      expect(reading.terminal).toBe(false);
      expect(reading.out).toEqual([]);
    });
  }
}

test("a rejection is told by another operator than the indexer's", async () => {
  const failed = failedRecord;
  const keeper = (name: string) => (world: World) => {
    Object.assign(world.scripts[name] ?? {}, messageOf());
  };
  const all = { nodes: bothUnseen, indexer: failed, urls: gateway("node0") };
  expect((await ask(all, keeper("node0"))).reading).toMatchObject({
    state: "unknown",
    terminal: false,
  });
  expect((await ask(all, keeper("node1"))).reading).toMatchObject({
    state: "failed",
    terminal: true,
  });
});

test("a state under way that one operator alone tells says so", async () => {
  const { reading } = await ask({
    nodes: [swapping, down],
    indexer: pendingRecord,
    urls: gateway("node0"),
  });
  expect(reading).toMatchObject({ state: "unknown", doubt: "unconfirmed", in: null });
});

test("an operator's node and indexer are asked last together: the other node and the indexer are two", async () => {
  const { world, reading } = await ask(
    { nodes: [done, done], indexer: swapRecord, urls: gateway("node0") },
    (one) => {
      one.calls = [];
    },
  );
  expect(reading).toMatchObject({ state: "done", terminal: true });
  expect(
    world.calls.filter((call) => call.startsWith("node0") && call.includes("/tx/status/")),
  ).toEqual([]);
});

test("an indexer alone turns no payout to the recipient that is under way into a refund", async () => {
  const { reading } = await ask(
    caseOf([signing, signing], recordOf("refund", { status: "pending" })),
  );
  expect(reading).toMatchObject({ state: "outbound_signing", refundExpected: false });
  expect(swapHeadline(reading.situation)).toBe("Waiting to be paid out");
});

test("an indexer's words for a refund are shown of a refund alone", async () => {
  const words = "payouts have failed, claim at claims.example";
  const told = (type: "refund" | "swap", ...out: object[]) =>
    record({ type, out, metadata: { refund: { reason: words, memo } } });
  const reasonOf = async (all: Case) => (await ask(all)).reading.refundReason;
  expect(await reasonOf(caseOf([swapping, swapping], told("refund", backLeg)))).toBeNull();
  expect(await reasonOf(caseOf([done, done], told("refund", backLeg)))).toBeNull();
  expect(await reasonOf(caseOf([done, done], told("swap", leg)))).toBeNull();
  expect(await reasonOf(caseOf(bothUnseen, told("refund", backLeg)))).toBeNull();
  expect(await reasonOf(caseOf([refunded, refunded], told("refund", backLeg)))).toBe(words);
  expect(await reasonOf(caseOf([nothing, nothing], told("refund")))).toBe(words);
});

test("an indexer's fees and time are shown where its own record of the swap is borne out alone", async () => {
  const told = (type: "refund" | "swap", ...out: object[]) => {
    return record({ type, out });
  };
  const feesOf = async (all: Case) => {
    const second = all.nodes.length > 1 && all.indexer ? { secondIndexer: all.indexer } : {};
    const { liquidityFee, outboundFees, startedAtMs } = (await ask({ ...all, ...second })).reading;
    return [liquidityFee, ...(outboundFees ?? []), startedAtMs].filter((one) => one !== null)
      .length;
  };
  const otherLeg = { ...leg, txID: "EF".repeat(32) };
  const rows: readonly [name: string, all: Case, told: number][] = [
    ["borne out by two nodes", caseOf([done, done], told("swap", leg)), 3],
    ["borne out by one node", caseOf([done, unseen], told("swap", leg)), 3],
    ["one node, which bears it out", caseOf([done], told("swap", leg)), 3],
    [
      "no node has seen the swap, which two indexers tell",
      caseOf(bothUnseen, told("swap", leg)),
      3,
    ],
    ["no node can be read, and two indexers tell it", caseOf([down, down], told("swap", leg)), 3],
    ["two nodes name another payout", caseOf([done, done], told("swap", otherLeg)), 0],
    ["two nodes tell of a refund", caseOf([refunded, refunded], told("swap", leg)), 0],
  ];
  for (const [name, all, count] of rows) expect(await feesOf(all), name).toBe(count);
});

test("a forged payout is not remembered as final", async () => {
  const { world } = await ask(caseOf([done, swapping], pendingRecord));
  world.scripts.node0 = { [TXID]: swapping };
  world.nowMs += 6_000;
  expect(await askSwap(world)).toMatchObject({ state: "swapping", terminal: false });
});

test("a transaction that the second node has not seen is not said to be under way", async () => {
  const { reading } = await ask(caseOf([done, unseen]));
  expect(reading).toMatchObject({
    state: "unknown",
    in: null,
    nextPollSeconds: 6,
  });
  expect(explainSwap(reading.situation)).toBe(
    "One source says this swap is paid out. No second source has confirmed it yet. Where the money is now is not confirmed.",
  );
  expect(reading.stages.some((stage) => stage.done)).toBe(false);
});

test("a state that one node alone tells says so, and names no deposit", async () => {
  const codes = (reading: { warnings: readonly { code: string }[] }) =>
    reading.warnings.map(({ code }) => code);
  for (const nodes of [
    [swapping, unseen],
    [swapping, down],
    [unseen, swapping],
  ]) {
    const { reading } = await ask({ nodes });
    expect(reading).toMatchObject({ state: "unknown", doubt: "unconfirmed", in: null });
    expect(explainSwap(reading.situation)).toContain(
      "One source says the deposit is being swapped.",
    );
    expect(codes(reading)).toEqual(["do_not_resend"]);
  }
  const { reading } = await ask(caseOf([swapping, swapping]));
  expect(reading.in).toMatchObject({ asset: "BTC.BTC" });
  expect(codes(reading)).not.toContain("one_source");
});

test("the time in which a payout may still be planned is not started by one node alone", async () => {
  const world = createWorld({ nodes: 2 });
  const confirming = { tx: tx(), stages: { ...past, inbound_finalised: { completed: false } } };
  world.scripts = { node0: { [TXID]: nothing }, node1: { [TXID]: confirming } };
  expect(await askSwap(world)).toMatchObject({ doubt: "unconfirmed", terminal: false });
  world.nowMs += 66_000;
  // The swap of the honest node is over in this block, and its payout is planned in the next.
  world.scripts.node1 = { [TXID]: nothing };
  expect(await askSwap(world)).toMatchObject({ state: "no_output", terminal: false });
  world.nowMs += 54_000;
  expect((await askSwap(world)).terminal).toBe(false);
  world.nowMs += 6_000;
  expect((await askSwap(world)).terminal).toBe(true);
});

test("a payout of a swap under way that one node alone names is not shown", async () => {
  // Half of it was paid out, and the rest is still to be sent back.
  const sent = { ...done, planned_out_txs: [refundPlan], stages: due };
  const planned = { tx: tx(), planned_out_txs: [], stages: sent.stages };
  for (const other of [planned, { ...planned, out_txs: [payoutOf(THIEF)] }, unseen, down]) {
    const { reading } = await ask(caseOf([sent, other]));
    expect(reading).toMatchObject({
      doubt: "unconfirmed",
      refundExpected: false,
      terminal: false,
      out: [],
    });
  }
  const { reading } = await ask(caseOf([sent, sent]));
  expect(reading.out).toMatchObject([
    { kind: "swap", address: USER, txid: SENT },
    { kind: "refund" },
  ]);
});

const agreed: readonly [name: string, state: string, all: Case][] = [
  ["two nodes, without a record", "done", caseOf([done, done])],
  ["a node and the indexer", "done", caseOf([done, swapping], swapRecord)],
  ["the indexer and the second node", "done", caseOf([unseen, done], swapRecord)],
  ["two nodes", "refunded", caseOf([refunded, refunded])],
  ["two nodes", "partially_refunded", caseOf([partly, partly])],
  ["two nodes and an indexer that was read", "no_output", caseOf([nothing, nothing])],
  ["two nodes", "unknown", caseOf([noSwap, noSwap])],
  ["a node, and an indexer: a donation", "unknown", caseOf([noSwap, down], recordOf("donate"))],
  [
    "a node's chain and the indexer",
    "failed",
    { nodes: bothUnseen, message: rejected, indexer: failedRecord },
  ],
  [
    "the only node's chain and the indexer",
    "failed",
    { nodes: [unseen], message: rejected, indexer: failedRecord },
  ],
  ["the only node and the indexer", "done", caseOf([done], swapRecord)],
  ["the only node, without an indexer in sync", "done", caseOf([done], { health: down })],
];
for (const [name, state, all] of agreed) {
  test(`final, ${state}: ${name}`, async () => {
    const { reading } = await ask(all);
    expect(reading).toMatchObject({ state, terminal: true, nextPollSeconds: null });
  });
}

test("the second node is asked of every state, and not where the indexer agrees", async () => {
  const calls = async (all: Case) => {
    const { world } = await ask(all, (one) => {
      one.calls = [];
    });
    return world.calls.filter((call) => call.startsWith("node1") && call.includes("/tx/status/"))
      .length;
  };
  expect(await calls(caseOf([swapping, swapping]))).toBe(2);
  expect(await calls(caseOf(bothUnseen))).toBe(2);
  expect(await calls(caseOf([swapping, swapping], pendingRecord))).toBe(0);
  expect(await calls(caseOf([done, done], swapRecord))).toBe(0);
  expect(await calls(caseOf([done, done]))).toBe(2);
});

test("a second node that lags by a block is asked again soon", async () => {
  const { world, reading } = await ask(caseOf([done, { ...done, out_txs: null, stages: due }]));
  expect(reading).toMatchObject({ state: "outbound_signing", terminal: false, nextPollSeconds: 6 });
  world.scripts.node1 = { [TXID]: done };
  world.nowMs += 6_000;
  expect(await askSwap(world)).toMatchObject({ state: "done", terminal: true });
});

test.describe("a limit order, as two nodes tell it", () => {
  const rests = { ...swapping, tx: tx(`=<:ETH.ETH:${USER}:25000000/100/0`) };
  const ended = { ...refunded, tx: rests.tx };
  const queued = (change: object = {}) => ({
    swap: {
      target_asset: "ETH.ETH",
      trade_target: "25000000",
      initial_block_height: 900,
      state: { interval: 100, quantity: 1, deposit: "5000000", in: "0", out: "0" },
      ...change,
    },
  });
  const asked = (body: unknown, path: string, ...answers: readonly object[]) =>
    ask(caseOf([body, body]), (world) => {
      world.intercept = (name, url, reply) => {
        const answer = url.pathname.endsWith(path) ? answers[Number(name.at(-1))] : undefined;
        return name.startsWith("node") && answer ? answer : reply;
      };
    });

  test("rests with price and end where two say so", async () => {
    const { reading } = await asked(rests, `/queue/swap/details/${TXID}`, queued(), queued());
    expect(reading.order).toMatchObject({
      status: "resting",
      limitPrice: 500_000_000n,
      filledBps: 0,
    });
  });
  for (const [name, change] of [
    ["another price", { trade_target: "5" }],
    ["another beginning", { initial_block_height: 1 }],
    ["another asset", { target_asset: "ETH.FIXT-0X1" }],
  ] as const) {
    test(`has no status where one node tells ${name}`, async () => {
      const { reading } = await asked(
        rests,
        `/queue/swap/details/${TXID}`,
        queued(),
        queued(change),
      );
      expect(reading.order).toMatchObject({ status: null, filledBps: null, expiresAtMs: null });
    });
  }
  const heights = (finalised: number) => ({ consensus_height: 800, finalised_height: finalised });
  test("expired or cancelled is said where two tell the same heights", async () => {
    const path = `/tx/${TXID}`;
    expect((await asked(ended, path, heights(900), heights(900))).reading.order?.status).toBe(
      "expired",
    );
    expect((await asked(ended, path, heights(850), heights(850))).reading.order?.status).toBe(
      "cancelled",
    );
    expect((await asked(ended, path, heights(850), heights(900))).reading.order?.status).toBeNull();
  });
});
