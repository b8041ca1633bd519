// A swap as the reader gives it: kept once it is final, unavailable without an upstream, with signing of the payout's chain beside it.

import { expect, test } from "@playwright/test";
import { adviceText } from "../../../../lib/protocol/model/envelope.ts";
import { askAgainText } from "../../../../lib/protocol/safety/sentences.ts";
import { signingHalt, tradingHalt } from "../../../support/halt-key.ts";
import { depositBody, paidStages, payoutBody } from "../../../support/wire.ts";
import { createWorld, down, status, type World } from "../../../support/world.ts";
import { toJson } from "../network-checks.ts";

const TXID = "9D30542F".repeat(8);
const unknownTx = { stages: { inbound_observed: { final_count: 0, completed: false } } };
const USER = "0xdest000000000000000000000000000000000000";
const doneTx = {
  tx: depositBody(TXID, `=:e:${USER}`),
  out_txs: [payoutBody(TXID, USER)],
  stages: paidStages,
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
const swapAction = toAction("swap", "AB".repeat(32), USER, "ETH.ETH");
const refundAction = toAction("refund", "CD".repeat(32), "bc1qsender", "BTC.BTC");

const failedAction = {
  ...toAction("swap", "", "", "BTC.BTC"),
  type: "failed",
  out: [],
  metadata: {},
};
const rejection = (txhash: string, code: number) => ({ tx_response: { txhash, code } });

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
  expect(done).toMatchObject({
    state: "done",
    terminal: true,
    signing: "open",
    nextPollSeconds: null,
    failure: null,
  });
  world.scripts = {
    node0: { [TXID]: down, streaming: down, details: down },
    indexer0: { actions: down },
  };
  world.nowMs += 3_599_000;
  expect(
    await world.network.getSwap(TXID, null),
    "what is final is kept for an hour",
  ).toMatchObject({ state: "done" });
  world.nowMs += 1_000;
  expect(await world.network.getSwap(TXID, null), "and no longer").toMatchObject({
    state: "unavailable",
  });

  const outage = createWorld();
  outage.scripts = { node0: { "*": down }, indexer0: { "*": down } };
  const reading = await outage.network.getSwap(TXID, null);
  expect(reading).toMatchObject({
    state: "unavailable",
    terminal: false,
    failure: { code: "upstream_unavailable" },
    signing: "unknown",
  });
  expect(adviceText(reading.advice)).toBe(
    "Do not send again. Nothing is known of this swap now. Ask later.",
  );
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
  world.mimir[signingHalt("ETH")] = 1;
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
    });
    expect(adviceText(reading.advice)).toMatch(/A payout would wait\.$/);
  }
});

test("signing of the payout's chain stands beside the swap", async () => {
  const world = createWorld();
  world.mimir[signingHalt("ETH")] = 1;
  world.scripts.node0 = {
    [TXID]: {
      ...doneTx,
      out_txs: null,
      planned_out_txs: [
        { chain: "ETH", to_address: USER, coin: { asset: "ETH.ETH", amount: "5" } },
      ],
      stages: { ...doneTx.stages, outbound_signed: { completed: false } },
    },
  };
  const reading = await world.network.getSwap(TXID, null);
  expect(reading).toMatchObject({
    state: "outbound_signing",
    terminal: false,
    signing: "halted",
  });
  expect(adviceText(reading.advice)).toMatch(/The payout waits\./);
});

test("a rejection that an indexer tells is final where the chain of a node has it under this very id", async () => {
  const rows: [what: string, message: unknown, isFinal: boolean][] = [
    ["rejected", rejection(TXID, 99), true],
    ["in small letters", rejection(TXID.toLowerCase(), 5), true],
    ["accepted", rejection(TXID, 0), false],
    ["another message", rejection("AB".repeat(32), 99), false],
    ["no answer", down, false],
  ];
  for (const [what, message, isFinal] of rows) {
    const world = createWorld({ nodes: 2 });
    world.scripts.indexer0 = { actions: { actions: [failedAction] } };
    // The node answers for the status and for the message at addresses that end alike.
    const answer = (url: URL) => (url.pathname.includes("/cosmos/") ? message : unknownTx);
    world.scripts.node0 = { [TXID]: answer };
    world.scripts.node1 = { [TXID]: answer };
    const reading = await world.network.getSwap(TXID, null);
    expect(reading, what).toMatchObject({
      state: isFinal ? "failed" : "unknown",
      terminal: isFinal,
    });
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
    return {
      reading,
      calls: world.calls.filter((call) => call.includes(`/tx/status/${TXID}`)).length,
    };
  };
  const alone = await asked(doneTx, unknownTx);
  expect(alone.reading, "the indexer bears it out").toMatchObject({
    state: "done",
    terminal: true,
  });
  expect(alone.calls).toBe(1);
  const other = { ...doneTx, tx: { ...doneTx.tx, id: "CD".repeat(32) } };
  const foreign = await asked(other, other);
  expect(foreign.reading).toMatchObject({
    state: "unknown",
    decidedBy: "indexer",
    out: [],
    terminal: false,
  });
});

const affiliateOut = {
  id: "0".repeat(64),
  chain: "THOR",
  to_address: "thor1affiliate",
  coins: [{ asset: "THOR.RUNE", amount: "3" }],
  memo: `OUT:${TXID}`,
};

/** What was asked of this transaction, beside all that safety and prices rest on. */
const askedOf = (world: World) =>
  world.calls.filter((call) => call.includes(TXID) || call.includes("/memo/"));

test("what two nodes said of a final swap is kept whole: neither is asked again", async () => {
  const world = createWorld({ nodes: 2 });
  // The indexer has the user's payout alone, so that the affiliate's rests on the second node.
  const paid = { ...doneTx, out_txs: [...doneTx.out_txs, affiliateOut] };
  world.scripts = {
    node0: { [TXID]: paid },
    node1: { [TXID]: paid },
    indexer0: { actions: { actions: [swapAction] } },
  };
  const first = await world.network.getSwap(TXID, null);
  expect(first).toMatchObject({
    state: "done",
    terminal: true,
    out: [{ kind: "swap" }, { kind: "affiliate" }],
  });
  world.scripts = { node0: { [TXID]: down }, node1: { [TXID]: down }, indexer0: { actions: down } };
  world.nowMs += 60_000;
  world.calls = [];
  const { state, out, warnings } = await world.network.getSwap(TXID, null);
  expect({ state, out, warnings }).toEqual({
    state: first.state,
    out: first.out,
    warnings: first.warnings,
  });
  expect(askedOf(world)).toEqual([]);
});

test("the id of a payout is not seen as a deposit, and the deposit is named as an indexer tells it", async () => {
  const payout = "AB".repeat(32);
  const world = createWorld({ nodes: 2 });
  const ask = async (...actions: object[]) => {
    world.nowMs += 6_000;
    for (const node of ["node0", "node1"]) world.scripts[node] = { [payout]: unknownTx };
    world.scripts.indexer0 = { actions: { actions } };
    const {
      state,
      headline,
      explanation,
      paidFor = null,
    } = await world.network.getSwap(payout, null);
    expect(state).toBe("unknown");
    return [headline, explanation.split(". ").slice(0, 2).join(". "), paidFor];
  };
  expect(await ask(swapAction)).toEqual([
    "Not seen as a deposit",
    `Not seen as a deposit: an indexer names this as the id of a payout. The deposit of that swap is ${TXID}`,
    TXID,
  ]);
  const unseen = [
    "Not seen yet",
    expect.stringContaining("Not seen yet: the network does not know this id"),
    null,
  ];
  const [deposit] = swapAction.in;
  const other = { ...swapAction, in: [{ ...deposit, txID: "EF".repeat(32) }] };
  for (const actions of [
    [],
    [refundAction],
    [{ ...swapAction, type: "send" }],
    [swapAction, other],
    [{ ...swapAction, in: [{ ...deposit, txID: "<b>" }] }],
  ])
    expect(await ask(...actions)).toEqual(unseen);
});

test("a swap under way is read anew, though its payout and its record are there", async () => {
  const world = createWorld();
  const planned_out_txs = [
    {
      chain: "ETH",
      to_address: doneTx.out_txs[0]?.to_address,
      coin: { asset: "ETH.ETH", amount: "5" },
    },
  ];
  const stages = { ...doneTx.stages, outbound_signed: { completed: false } };
  world.scripts.node0 = { [TXID]: { tx: doneTx.tx, planned_out_txs, stages } };
  world.scripts.indexer0 = { actions: { actions: [{ ...swapAction, status: "pending" }] } };
  const first = await world.network.getSwap(TXID, null);
  expect(first).toMatchObject({
    state: "outbound_signing",
    terminal: false,
    out: [{ kind: "swap", txid: null }],
  });
  expect(first.startedAtMs).not.toBeNull();
  world.scripts.node0 = { [TXID]: doneTx };
  world.scripts.indexer0 = { actions: { actions: [swapAction] } };
  world.nowMs += 6_000;
  expect(await world.network.getSwap(TXID, null)).toMatchObject({ state: "done", terminal: true });
});

test("an outcome without a payout is read anew: nothing of it is kept", async () => {
  const world = createWorld();
  const answer = (url: URL) => (url.pathname.includes("/cosmos/") ? rejection(TXID, 5) : unknownTx);
  world.scripts = { node0: { [TXID]: answer }, indexer0: { actions: { actions: [failedAction] } } };
  const first = await world.network.getSwap(TXID, null);
  expect(first).toMatchObject({ state: "failed", terminal: true, out: [] });
  expect(first.startedAtMs).not.toBeNull();
  world.scripts.indexer0 = { actions: { actions: [] } };
  world.nowMs += 6_000;
  expect(await world.network.getSwap(TXID, null)).toMatchObject({
    state: "unknown",
    terminal: false,
  });
});

test("an outcome that was told while the first reading of a node failed is read anew", async () => {
  const world = createWorld({ nodes: 2 });
  let failures = 2;
  const back = {
    ...doneTx.out_txs[0],
    id: "CD".repeat(32),
    chain: "BTC",
    to_address: "bc1qsender",
  };
  const coins = [{ asset: "BTC.BTC", amount: "5" }];
  const refunded = { ...doneTx, out_txs: [{ ...back, coins, memo: `REFUND:${TXID}` }] };
  const answer = () => (failures-- > 0 ? down : refunded);
  world.scripts = { node0: { [TXID]: answer }, node1: { [TXID]: answer } };
  world.scripts.indexer0 = { actions: { actions: [{ ...failedAction, out: refundAction.out }] } };
  const first = await world.network.getSwap(TXID, null);
  expect(first).toMatchObject({
    state: "refunded",
    terminal: true,
    decidedBy: "node",
    out: [{ kind: "refund" }],
  });
  world.nowMs += 6_000;
  expect(await world.network.getSwap(TXID, null)).toMatchObject({
    state: "refunded",
    decidedBy: "node",
  });
});

test("an answer is for the transaction that was asked for, however its id is written, and for no other", async () => {
  const half = TXID.slice(0, 32);
  const rows: [id: string, isOwn: boolean][] = [
    [TXID, true],
    [TXID.toLowerCase(), true],
    [`0x${TXID.toLowerCase()}`, true],
    ["", true],
    [`${half}0x${half}`, false],
    [`1${TXID}`, false],
    ["CD".repeat(32), false],
  ];
  for (const [id, isOwn] of rows) {
    const world = createWorld();
    world.scripts = {
      node0: { [TXID]: { ...doneTx, tx: { ...doneTx.tx, id } } },
      indexer0: { health: down },
    };
    const { state } = await world.network.getSwap(TXID, null);
    expect(state, id).toBe(isOwn ? "done" : "unavailable");
  }
});

test("an upstream that says how long to wait is asked no sooner", async () => {
  const paceOf = async (headers: Record<string, string>) => {
    const world = createWorld();
    world.scripts = { node0: { [TXID]: status(503, {}, headers) }, indexer0: { actions: down } };
    return (await world.network.getSwap(TXID, null)).nextPollSeconds;
  };
  expect(await paceOf({})).toBe(6);
  expect(await paceOf({ "retry-after": "21" })).toBe(21);
});

test("the caller's chain gives the pace where nobody has seen the swap", async () => {
  const world = createWorld();
  world.scripts.node0 = { [TXID]: unknownTx };
  expect((await world.network.getSwap(TXID, "btc")).nextPollSeconds).toBe(600);
  expect((await world.network.getSwap(TXID, "Bitcoin")).nextPollSeconds).toBe(600);
  expect((await world.network.getSwap(TXID, null)).nextPollSeconds).toBe(30);
});

const confirming = {
  inbound_observed: { final_count: 9, completed: true },
  inbound_finalised: { completed: false },
};
const swapping = {
  ...doneTx.stages,
  swap_status: { pending: true },
  swap_finalised: { completed: false },
};

test("what holds a swap up is said while it is so, and not otherwise", async () => {
  const memoless = { ...doneTx.tx, memo: "" };
  const inParts = {
    ...swapping,
    swap_status: { pending: true, streaming: { interval: 1, quantity: 6, count: 1 } },
  };
  const rows: [key: string, node: object, words: string][] = [
    ["STREAMINGSWAPPAUSE", { tx: doneTx.tx, stages: inParts }, "wait on the whole network"],
    [
      "HALTMEMOLESS",
      { tx: memoless, stages: confirming },
      "the network does not look up stored memos now",
    ],
    [
      tradingHalt("BTC"),
      { tx: doneTx.tx, stages: confirming },
      "Trading on Bitcoin is halted now.",
    ],
    [
      tradingHalt("ETH"),
      { tx: doneTx.tx, stages: confirming },
      "Trading on Ethereum is halted now.",
    ],
    [
      "RAGNAROK-ETH-ETH",
      { tx: doneTx.tx, stages: swapping },
      "Trading on Ethereum has ended for good.",
    ],
  ];
  for (const [key, node, words] of rows) {
    const tell = async (value: number) => {
      const world = createWorld();
      world.mimir[key] = value;
      world.scripts.node0 = { [TXID]: node };
      return (await world.network.getSwap(TXID, null)).explanation;
    };
    expect(await tell(1), key).toContain(words);
    expect(await tell(0), key).not.toContain(words);
  }
});

test("a chain that nobody knows is not known to sign, and not known to be halted", async () => {
  const world = createWorld();
  const [payout] = doneTx.out_txs;
  const planned_out_txs = [
    { chain: "NEW", to_address: payout?.to_address, coin: payout?.coins[0] },
  ];
  const stages = { ...doneTx.stages, outbound_signed: { completed: false } };
  world.scripts.node0 = { [TXID]: { tx: { ...doneTx.tx, chain: "OLD" }, planned_out_txs, stages } };
  const { payoutChain, signing, explanation } = await world.network.getSwap(TXID, null);
  expect({ payoutChain, signing }).toEqual({ payoutChain: "NEW", signing: "unknown" });
  expect(explanation).not.toContain("halted");
});
