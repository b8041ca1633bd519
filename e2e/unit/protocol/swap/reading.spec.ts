// A swap as the reader gives it: kept once it is final, unavailable without an upstream, with signing of the payout's chain beside it.
import { expect, test } from "@playwright/test";
import { askAgainText } from "../../../../lib/protocol/safety/sentences.ts";
import { toJson } from "../network-checks.ts";
import { createWorld, down } from "../network-world.ts";

const TXID = "9D30542F".repeat(8);
const unknownTx = { stages: { inbound_observed: { final_count: 0, completed: false } } };
const doneTx = {
  tx: {
    id: TXID,
    chain: "BTC",
    from_address: "bc1qsender",
    coins: [{ asset: "BTC.BTC", amount: "100" }],
    memo: "=:e:0xdest000000000000000000000000000000000000",
  },
  out_txs: [
    {
      id: "AB".repeat(32),
      chain: "ETH",
      to_address: "0xdest000000000000000000000000000000000000",
      coins: [{ asset: "ETH.ETH", amount: "5" }],
      memo: `OUT:${TXID}`,
    },
  ],
  stages: {
    inbound_observed: { final_count: 9, completed: true },
    inbound_finalised: { completed: true },
    swap_status: { pending: false },
    swap_finalised: { completed: true },
    outbound_signed: { completed: true },
  },
};

const toAction = (type: "swap" | "refund", txID: string, address: string, asset: string) => ({
  type,
  status: "success",
  date: "1700000000123456789",
  height: "1000",
  in: [{ txID: TXID, address: "bc1qsender", coins: [{ asset: "BTC.BTC", amount: "100" }] }],
  out: [{ txID, address, coins: [{ asset, amount: "5" }] }],
  metadata: { [type]: { memo: doneTx.tx.memo } },
});
const swapAction = toAction("swap", "AB".repeat(32), "0xdest000000000000000000000000000000000000", "ETH.ETH");
const refundAction = toAction("refund", "CD".repeat(32), "bc1qsender", "BTC.BTC");

test("a swap: unknown, done and kept, unavailable", async () => {
  const world = createWorld();
  world.scripts.node0 = { [TXID]: unknownTx };
  expect(await world.network.getSwap(`0x${TXID.toLowerCase()}`, "btc")).toMatchObject({
    txid: TXID,
    state: "unknown",
    terminal: false,
    failure: null,
  });

  world.scripts.node0 = { [TXID]: doneTx };
  world.scripts.indexer0 = { actions: { actions: [swapAction] } };
  world.nowMs += 6_000;
  const done = await world.network.getSwap(TXID, null);
  expect(done).toMatchObject({ state: "done", terminal: true, signing: "open", nextPollSeconds: null, failure: null });
  world.scripts = { node0: { [TXID]: down, streaming: down, details: down }, indexer0: { actions: down } };
  world.nowMs += 3_599_000;
  expect(await world.network.getSwap(TXID, null), "what is final is kept for an hour").toMatchObject({ state: "done" });
  world.nowMs += 1_000;
  expect(await world.network.getSwap(TXID, null), "and no longer").toMatchObject({ state: "unavailable" });

  const outage = createWorld();
  outage.scripts = { node0: { "*": down }, indexer0: { "*": down } };
  const reading = await outage.network.getSwap(TXID, null);
  expect(reading).toMatchObject({
    state: "unavailable",
    terminal: false,
    failure: { code: "upstream_unavailable" },
    signing: "unknown",
  });
  expect(toJson(reading)).not.toMatch(/secret/);
});

test("a swap that cannot be read is asked for again at one pace, in its failure too", async () => {
  const world = createWorld();
  world.scripts = { node0: { "*": down }, indexer0: { "*": down } };
  const paces = new Set<number | null>();
  for (let tries = 0; tries < 8; tries += 1) {
    const { failure, nextPollSeconds } = await world.network.getSwap(TXID, null);
    expect(failure?.retryAfterSeconds).toBe(nextPollSeconds);
    expect(failure?.hint).toContain(askAgainText(nextPollSeconds ?? 0));
    paces.add(nextPollSeconds);
    world.nowMs += 60_000;
  }
  expect(paces.size, "the pace slows down").toBeGreaterThan(2);
});

test("a payout is not kept as final before the indexer has told of it: it may tell of a refund too", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts = { node0: { [TXID]: doneTx }, node1: { [TXID]: doneTx } };
  world.scripts.indexer0 = { actions: { actions: [] } };
  expect(await world.network.getSwap(TXID, null)).toMatchObject({ state: "done" });
  world.scripts.indexer0 = { actions: { actions: [swapAction, refundAction] } };
  world.nowMs += 10_000;
  expect(await world.network.getSwap(TXID, null)).toMatchObject({
    state: "outbound_signing",
    terminal: false,
    out: [],
  });
});

test("a payout that is not planned yet is not promised while signing is halted", async () => {
  const world = createWorld();
  world.mimir.HALTSIGNINGETH = 1;
  const { outbound_signed: _, ...stages } = doneTx.stages;
  const tx = { ...doneTx.tx, memo: doneTx.tx.memo.replace("=:e:", "=:ETH.ETH:") };
  const rows: [name: string, body: object][] = [
    ["confirming", { tx, stages: { inbound_observed: { final_count: 9, completed: true } } }],
    ["no_output", { tx, stages }],
  ];
  for (const [state, node] of rows) {
    world.nowMs += 6_000;
    world.scripts.node0 = { [TXID]: node };
    const reading = await world.network.getSwap(TXID, null);
    expect(reading).toMatchObject({
      state,
      signing: "halted",
      advice: expect.stringMatching(/A payout would wait\.$/),
    });
  }
});

test("signing of the payout's chain stands beside the swap", async () => {
  const world = createWorld();
  world.mimir.HALTSIGNINGETH = 1;
  world.scripts.node0 = {
    [TXID]: {
      ...doneTx,
      out_txs: null,
      planned_out_txs: [
        {
          chain: "ETH",
          to_address: "0xdest000000000000000000000000000000000000",
          coin: { asset: "ETH.ETH", amount: "5" },
        },
      ],
      stages: { ...doneTx.stages, outbound_signed: { completed: false } },
    },
  };
  expect(await world.network.getSwap(TXID, null)).toMatchObject({
    state: "outbound_signing",
    terminal: false,
    signing: "halted",
    advice: expect.stringMatching(/not lost/),
  });
});

test("a rejection that an indexer tells is final where the chain of a node has it under this very id", async () => {
  const rejection = (txhash: string, code: number) => ({ tx_response: { txhash, code } });
  const rows: [what: string, message: unknown, isFinal: boolean][] = [
    ["rejected", rejection(TXID, 99), true],
    ["in small letters", rejection(TXID.toLowerCase(), 5), true],
    ["accepted", rejection(TXID, 0), false],
    ["another message", rejection("AB".repeat(32), 99), false],
    ["no answer", down, false],
  ];
  const failed = { ...toAction("swap", "", "", "BTC.BTC"), type: "failed", out: [], metadata: {} };
  for (const [what, message, isFinal] of rows) {
    const world = createWorld({ nodes: 2 });
    world.scripts.indexer0 = { actions: { actions: [failed] } };
    // The node answers for the status and for the message at addresses that end alike.
    const answer = (url: URL) => (url.pathname.includes("/cosmos/") ? message : unknownTx);
    world.scripts.node0 = { [TXID]: answer };
    world.scripts.node1 = { [TXID]: answer };
    const reading = await world.network.getSwap(TXID, null);
    expect(reading, what).toMatchObject({ state: isFinal ? "failed" : "unknown", terminal: isFinal });
    expect(
      world.calls.some((call) => call.includes(" cosmos/")),
      what,
    ).toBe(true);
  }
});

test("a second node is asked for an outcome and for nobody's progress, and an answer about another transaction is none", async () => {
  const asked = async (first: object, second: object) => {
    const world = createWorld({ nodes: 2 });
    world.scripts = { node0: { [TXID]: first }, node1: { [TXID]: second } };
    world.scripts.indexer0 = { actions: { actions: [swapAction] } };
    const reading = await world.network.getSwap(TXID, null);
    return { reading, calls: world.calls.filter((call) => call.includes(`/tx/status/${TXID}`)).length };
  };
  const alone = await asked(doneTx, unknownTx);
  expect(alone.reading, "the indexer bears it out").toMatchObject({ state: "done", terminal: true });
  expect(alone.calls).toBe(1);
  const other = { ...doneTx, tx: { ...doneTx.tx, id: "CD".repeat(32) } };
  const foreign = await asked(other, other);
  expect(foreign.reading).toMatchObject({ state: "outbound_signing", decidedBy: "indexer", out: [], terminal: false });
});
