// Attacks on how a swap ended: one node, or one indexer, that says paid out, refunded, failed, nothing to pay or not a swap.
import { expect, test } from "@playwright/test";
import { explainSwap } from "../../lib/say/swap.en.ts";
import { rowsBelow } from "../support/rows.ts";
import {
  planned,
  queued,
  recordsOf,
  rejection,
  scriptSwap,
  sent,
  TXID,
} from "../support/transactions.ts";
import { down } from "../support/world.ts";
import { askSwap, gateway, read, type Scene, WORDS, worldOf } from "./swap-scene.ts";

/** Asks at the first sight, and after the time in which an output may still be planned. */
async function askTwice(text: string, scene?: Scene) {
  const world = worldOf(text, scene);
  await askSwap(world);
  world.nowMs += 66_000;
  return { world, reading: await askSwap(world) };
}

/** What a node's chain has of a message of the native chain. */
const messages: Readonly<Record<string, object>> = {
  "no message": {},
  "an accepted message": { message: { tx_response: { txhash: TXID, code: 0 } } },
  "a rejected message": { message: rejection },
  "another message that was rejected": {
    message: { tx_response: { txhash: "EF".repeat(32), code: 5 } },
  },
};
const forged = rowsBelow(`
  no message
    paid, unseen
    paid, swapping
    paid, unread
    paid, unread | unread
    paid to nobody, paid
    paid without an id, paid
    paid on another chain, paid
    paid of less, paid
    paid to the thief of its memo, paid
    paid less, paid
    paid by another id, paid
    paid, refunded
    refunded, unseen
    partly, paid
    nothing, swapping
    no swap, swapping
    both nothing | refund
    both nothing | swap
    both unseen | swap
    both unseen | refund
    both unread | swap
    both unseen | failed
    unseen, unread | failed
    both paid to a thief | failed
    both paid by asset | refund
    paid
    paid | swap of less
    refunded | swap
    unseen | swap
    unseen | failed
    unread | failed
  an accepted message
    both unseen | failed
  another message that was rejected
    both unseen | failed
  a rejected message
    both unseen
`);
for (const [message, text] of forged)
  test(`not final: ${text}, ${message}`, async () => {
    const { reading } = await askTwice(text, messages[message]);
    expect(reading.terminal).toBe(false);
    expect(reading.nextPollSeconds).toBeGreaterThanOrEqual(6);
    if (!/,|both/.test(text)) return;
    // Where the other node still swaps, that may be told.
    const open = ["unknown", "outbound_signing", "unavailable", "no_output"];
    expect([...open, ...(text.includes("swapping") ? ["swapping"] : [])]).toContain(reading.state);
    expect(reading.out).toEqual([]);
  });

for (const [first = "", second = "", records] of [
  ["paid", "unseen", "swap"],
  ["paid", "swapping", "swap"],
  ["paid", "unread", "swap"],
  ["refunded", "swapping", "refund"],
  ["no swap", "swapping", "donation"],
  ["nothing", "unseen", "refund without a payout"],
  ["swapping", "unread", "swap waits"],
])
  for (const [node, nodes] of [
    ["node0", `${first}, ${second}`],
    ["node1", `${second}, ${first}`],
  ])
    test(`not final: ${node} and the indexer are of one operator: ${nodes} | ${records}`, async () => {
      const { reading } = await askTwice(`${nodes} | ${records}`, { urls: gateway(`${node}`) });
      expect([reading.terminal, reading.out]).toEqual([false, []]);
      if (first === "swapping")
        expect(reading).toMatchObject({ state: "unknown", doubt: "unconfirmed", in: null });
    });

test("a rejection is told by another operator than the indexer's", async () => {
  for (const [keeper, state] of [
    ["node0", "unknown"],
    ["node1", "failed"],
  ]) {
    const message = ["node0", "node1"].map((node) => (node === keeper ? rejection : undefined));
    const { reading } = await askTwice("both unseen | failed", { message, urls: gateway("node0") });
    expect(reading).toMatchObject({ state, terminal: state === "failed" });
  }
});

test("an operator's node and indexer are asked last together: the other node and the indexer are two", async () => {
  const { world, reading } = await askTwice("both paid | swap", { urls: gateway("node0") });
  expect(reading).toMatchObject({ state: "done", terminal: true });
  expect(world.calls.filter((call) => /^node0.*\/tx\/status\//.test(call))).toEqual([]);
});

test("an indexer's words for a refund are shown of a refund alone", async () => {
  for (const [text, words] of [
    ["both swapping | refund with words", null],
    ["both paid | refund with words", null],
    ["both paid | swap with words", null],
    ["both unseen | refund with words", null],
    ["both refunded | refund with words", WORDS],
    ["both nothing | refund of nothing with words", WORDS],
  ] as const)
    expect((await askTwice(text)).reading.refundReason, text).toBe(words);
});

test("a forged payout is not remembered as final", async () => {
  const { world } = await askTwice("paid, swapping | swap waits");
  scriptSwap(world, recordsOf("both swapping | swap waits"));
  world.nowMs += 6_000;
  expect(await askSwap(world)).toMatchObject({ state: "swapping", terminal: false });
});

test("a state that one node alone tells says so, and names no deposit and no stage", async () => {
  for (const text of ["swapping, unseen", "swapping, unread", "unseen, swapping", "paid, unseen"]) {
    const { reading } = await askTwice(text);
    expect(reading).toMatchObject({ state: "unknown", doubt: "unconfirmed", in: null });
    expect(reading.nextPollSeconds, text).toBe(6);
    expect(reading.stages.some((stage) => stage.done)).toBe(false);
    const told = text.includes("paid") ? "this swap is paid out" : "the deposit is being swapped";
    expect(explainSwap(reading.situation)).toContain(`One source says ${told}.`);
    expect(reading.warnings.map(({ code }) => code)).toEqual(["do_not_resend"]);
  }
  const { reading } = await askTwice("both swapping");
  expect(reading.in).toMatchObject({ asset: "BTC.BTC" });
});

test("the time in which a payout may still be planned is not started by one node alone", async () => {
  const world = worldOf("nothing, confirming");
  expect(await askSwap(world)).toMatchObject({ doubt: "unconfirmed", terminal: false });
  // The swap of the honest node is over in this block, and its payout is planned in the next.
  world.scripts.node1 = { ...world.scripts.node0 };
  const isFinal: boolean[] = [];
  for (const passMs of [66_000, 54_000, 6_000]) {
    world.nowMs += passMs;
    const { state, terminal } = await askSwap(world);
    expect(state).toBe("no_output");
    isFinal.push(terminal);
  }
  expect(isFinal).toEqual([false, false, true]);
});

test("a payout of a swap under way that one node alone names is not shown", async () => {
  for (const other of ["still signing", "half to a thief", "unseen", "unread"])
    expect((await askTwice(`half paid, ${other}`)).reading).toMatchObject({
      ...{ doubt: "unconfirmed", refundExpected: false, terminal: false, out: [] },
    });
  const [payout, refund] = (await askTwice("both half paid")).reading.out;
  expect(payout).toMatchObject({ kind: "swap", txid: sent.payout.id });
  expect(refund).toMatchObject({ kind: "refund", address: planned.refund.to_address });
});

const agreed = rowsBelow(`
  done
    both paid
    paid, swapping | swap
    unseen, paid | swap
    paid | swap
  refunded
    both refunded
  partially_refunded
    both partly
  no_output
    both nothing
  unknown
    both no swap
    no swap, unread | donation
  failed
    both unseen | failed
    unseen | failed
`);
for (const [state, text] of agreed)
  test(`final, ${state}: ${text}`, async () => {
    const { reading } = await askTwice(text, state === "failed" ? { message: rejection } : {});
    expect(reading).toMatchObject({ state, terminal: true, nextPollSeconds: null });
  });

test("final, done: the only node, without an indexer in sync", async () => {
  const world = worldOf("paid");
  world.scripts.indexer0 = { health: down };
  expect(await askSwap(world)).toMatchObject({ state: "done", terminal: true });
});

test("a second node that lags by a block is asked again soon", async () => {
  const { world, reading } = await askTwice("paid, still signing");
  expect(reading).toMatchObject({ state: "outbound_signing", terminal: false, nextPollSeconds: 6 });
  scriptSwap(world, recordsOf("both paid"));
  world.nowMs += 6_000;
  expect(await askSwap(world)).toMatchObject({ state: "done", terminal: true });
});

test("a limit order rests with price and end where two nodes tell the same", async () => {
  const rests = { in: "0", out: "0", count: 0, interval: 100, quantity: 1 };
  const told = async (change: object) => {
    const details = [queued(rests), queued(rests, { ...change })];
    const { order } = await read("both an open limit order", { details });
    return [order?.status, order?.limitPrice, order?.filledBps, order?.expiresAtMs !== null];
  };
  expect(await told({})).toEqual(["resting", 150_000_000n, 0, true]);
  for (const change of [
    { trade_target: "5" },
    { initial_block_height: 1 },
    { target_asset: "ETH.FIXT-0X1" },
  ])
    expect(await told(change), JSON.stringify(change)).toEqual([null, null, null, false]);
});

test("a limit order expired or was cancelled where two nodes tell the same heights", async () => {
  const ended = async (...ends: number[]) => {
    const heights = ends.map((end) => ({ consensus_height: 800, finalised_height: end }));
    return (await read("both an order given back", { heights })).order?.status;
  };
  expect(await ended(900, 900)).toBe("expired");
  expect(await ended(850, 850)).toBe("cancelled");
  expect(await ended(850, 900)).toBeNull();
});
