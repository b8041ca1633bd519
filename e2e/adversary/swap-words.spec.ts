// What one source says of a swap that others contradict, or that nobody bears out: it is never told as a fact.
import { expect, test } from "@playwright/test";
import { swapBlocks } from "../../lib/answers/swap/blocks.ts";
import type { SwapReading } from "../../lib/protocol/model/swap.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { blocksMarkdown } from "../../lib/render/markdown.ts";
import { adviceText } from "../../lib/say/message-text.ts";
import { explainSwap, swapHeadline } from "../../lib/say/swap.en.ts";
import { scriptNodes } from "../support/changes.ts";
import {
  inParts,
  kept,
  queued,
  recordsOf,
  rejection,
  SENDER,
  scriptSwap,
} from "../support/transactions.ts";
import { askSwap, inBothOrders, ofThree, read, worldOf } from "./swap-scene.ts";

const isDone = { state: "done", terminal: true };
const isPlain = ({ doubt }: SwapReading) => doubt === null;
const byItsWordAlone = /^One source .* No second source has confirmed it yet\. /;

/** What one node says, and what must not be told by its word. */
const lies: Readonly<Record<string, (reading: SwapReading) => boolean>> = {
  returning: ({ refundExpected }) => refundExpected,
  "a day of confirmation": ({ state }) => state === "confirming",
  "13 days of delay": ({ state }) => state === "outbound_scheduled",
  "1 of 100 parts": ({ state, stages }) =>
    state === "swapping" || stages.some(({ streaming }) => streaming != null),
  nothing: ({ state }) => state === "no_output",
  "an open limit order": ({ order }) => order !== null,
};
for (const [lie, isTold] of Object.entries(lies)) {
  test(`of three operators one tells "${lie}": the two others decide`, async () => {
    for (const nodes of ofThree(lie, "paid"))
      for (const records of ["swap", "unread"]) {
        const world = worldOf(`${nodes} | ${records}`);
        const told = { ...isDone, refundExpected: false };
        expect(await askSwap(world), nodes).toMatchObject(told);
        world.restart();
        expect(await askSwap(world), nodes).toMatchObject(told);
      }
  });

  test(`of two operators one tells "${lie}": the indexer decides, and without it nobody does`, async () => {
    for (const nodes of inBothOrders(lie, "paid")) {
      expect(await read(`${nodes} | swap`)).toMatchObject(isDone);
      const reading = await read(`${nodes} | unread`);
      const told = [isPlain(reading), reading.terminal, isTold(reading), reading.out];
      expect(told).toEqual([false, false, false, []]);
    }
  });

  test(`two nodes of one operator tell "${lie}": they are one source`, async () => {
    const urls = { node0: "https://a.gateway.test/1", node1: "https://b.gateway.test/2" };
    const reading = await read(`both ${lie}, paid | unread`, { urls });
    expect([isPlain(reading), reading.terminal, isTold(reading)]).toEqual([false, false, false]);
  });

  test(`one node alone answers, and tells "${lie}": it is its word`, async () => {
    for (const others of ["unread", "unread, unread"]) {
      const reading = await read(`${lie}, ${others} | unread`);
      const told = [reading.doubt, isTold(reading), reading.estimatedSecondsLeft];
      expect(told).toEqual(["unconfirmed", false, null]);
      expect(explainSwap(reading.situation)).toMatch(byItsWordAlone);
    }
  });
}

/** What one node says of a deposit for which the others plan a refund. */
const denials = ["signing", "a payout beside it", "a refund to a thief", "nothing", "paid"];
for (const denial of denials) {
  test(`a planned refund, and one node says "${denial}": two others decide, and of two nobody does`, async () => {
    for (const nodes of ofThree(denial, "returning"))
      expect(await read(`${nodes} | unread`)).toMatchObject({
        ...{ refundExpected: true, doubt: null, out: [{ kind: "refund", address: SENDER }] },
      });
    // Both plan a refund, and only its address, or what is paid beside it, is in doubt.
    const isRefund = denial.startsWith("a ");
    const outvoted = await read(`returning, ${denial}, ${denial} | unread`);
    expect(outvoted).toMatchObject({ doubt: null, refundExpected: isRefund });
    for (const nodes of inBothOrders(denial, "returning")) {
      const reading = await read(`${nodes} | unread`);
      const isDoubted =
        reading.doubt === "unconfirmed" &&
        swapHeadline(reading.situation) === "Not confirmed by a second source yet";
      const told = [isDoubted, reading.refundExpected, reading.terminal];
      expect(told).toEqual([!isRefund, isRefund, false]);
      const others = reading.out.filter(({ address }) => address !== SENDER);
      expect(isRefund ? others : reading.out).toEqual([]);
      expect(explainSwap(reading.situation)).toMatch(
        isRefund ? /^The deposit, or a part of it, goes back\. / : byItsWordAlone,
      );
      expect(reading.stages.at(-1)?.done, "nothing of it is told as sent").toBe(false);
      expect(adviceText(reading.advice)).toContain("Do not send again.");
      const context = { preset: presets.thorchain, chain: null, nowMs: 0 };
      const said = blocksMarkdown(swapBlocks(reading, context));
      expect(said.includes("A refund costs the outbound fee.")).toBe(isRefund);
      expect(said).toContain("**Do not send again.** This swap is not final.");
    }
  });
}

test("two nodes that tell one state a minute apart tell no time", async () => {
  const left = async (one: string, other: string) => {
    const { stages, estimatedSecondsLeft } = await read(`${one}, ${other} | unread`);
    const delay = stages.find(({ stage }) => stage === "outbound_scheduled");
    return [delay?.secondsLeft ?? null, estimatedSecondsLeft !== null];
  };
  expect(await left("360 s of delay", "366 s of delay")).toEqual([366, true]);
  expect(await left("360 s of delay", "4000 s of delay")).toEqual([null, false]);
  const longest = await left("13 days of delay", "13 days of delay");
  expect(longest, "longer than the network lets a payout wait").toEqual([null, false]);
});

test("where no node can be read, one indexer tells no deposit", async () => {
  for (const records of ["swap", "swap waits"])
    expect(await read(`both unread | ${records}`)).toMatchObject({
      ...{ state: "unknown", doubt: "unconfirmed", in: null, out: [] },
    });
});

test("a pending refund of one indexer is a contradiction to two nodes that say done: a second indexer decides", async () => {
  const alone = await read("both paid | refund waits");
  expect(alone).toMatchObject({ doubt: "unconfirmed", refundExpected: false, terminal: false });
  expect(swapHeadline(alone.situation)).toBe("Not confirmed by a second source yet");
  expect(await read("both paid | refund waits | swap")).toMatchObject(isDone);
});

const fees: readonly [
  text: string,
  liquidity: bigint | null,
  count: number | null,
  date: boolean,
][] = [
  // One indexer: what a node bears out of its record, or two operators tell alike.
  ["both paid | fees", null, null, false],
  ["both paid | fees | fees", 1_000n, 1, true],
  ["both paid | 7.5 million dollars | fees", null, null, true],
  ["both paid | 7.5 million dollars | 7.5 million dollars", null, null, true],
  ["both paid | fees of old | fees", 1_000n, 1, false],
  ["both paid | 1001 RUNE | fees", null, 1, true],
  ["both paid | 8 ETH | fees", 1_000n, null, true],
  ["both paid | ETH and BTC | BTC and ETH", 1_000n, 2, true],
  ["both paid | more than the deposit | more than the deposit", 1_000n, null, true],
  ["paid, unseen | fees | fees", 1_000n, 1, true],
  ["paid | fees", 1_000n, 1, true],
  ["both unseen | fees | fees", 1_000n, 1, true],
  ["both unread | fees | fees", 1_000n, 1, true],
  ["both paid | fees of another payout | fees of another payout", null, null, false],
  ["both refunded | fees | fees", null, null, false],
];
for (const [text, liquidity, count, date] of fees)
  test(`fees and dates are told where two operators tell them, and they are possible: ${text}`, async () => {
    const { liquidityFee, outboundFees, startedAtMs } = await read(text);
    expect([
      liquidityFee?.base ?? null,
      outboundFees?.length ?? null,
      startedAtMs !== null,
    ]).toEqual([liquidity, count, date]);
  });

test("when a swap under way began is told where two indexers tell it alike, and the second is asked once", async () => {
  const world = worldOf("both swapping | swap waits | swap waits");
  for (let round = 0; round < 3; round += 1) {
    const { state, startedAtMs, liquidityFee } = await askSwap(world);
    expect([state, startedAtMs, liquidityFee]).toEqual(["swapping", 1_800_005_700_123, null]);
    world.nowMs += 6_000;
  }
  expect(world.calls.filter((call) => call.includes("indexer1 v2/actions"))).toHaveLength(1);
  for (const records of ["swap waits", "swap waits | old start", "swap waits | unread"])
    expect((await read(`both swapping | ${records}`)).startedAtMs, records).toBeNull();
});

test("an old swap that nodes have forgotten: two indexers are two sources, and one says so once", async () => {
  const two = await read("both unseen | old swap | old swap");
  expect(two).toMatchObject({ ...isDone, decidedBy: "indexer" });
  const alone = await read("both unseen | old swap");
  expect(alone).toMatchObject({
    ...{ state: "unknown", doubt: "unconfirmed", terminal: false, nextPollSeconds: null },
  });
  expect(alone.situation.isForgotten).toBe(true);
  expect(adviceText(alone.advice)).toContain("There is no need to ask again.");
  const denied = await read("both unseen | old swap | no record");
  expect(denied, "a deposit of now, as an old one").toMatchObject({
    ...{ doubt: "unconfirmed", nextPollSeconds: 6 },
  });
  expect(denied.situation.isForgotten).toBe(false);
  const young = await read("both unseen | swap");
  expect(young.nextPollSeconds, "the nodes may be a block behind").toBe(6);
});

test("of three operators one tells the step before: the two others decide", async () => {
  for (const [lie, truth, told] of [
    ["swapping", "returning", { state: "outbound_signing", refundExpected: true }],
    ["swapping", "signing", { state: "outbound_signing" }],
    ["360 s of delay", "signing", { state: "outbound_signing" }],
    ["a minute of confirmation", "swapping", { state: "swapping" }],
    ["swapping", "nothing", { state: "no_output" }],
  ] as const)
    for (const nodes of ofThree(lie, truth).slice(0, 2))
      expect(await read(`${nodes} | unread`)).toMatchObject({ doubt: null, ...told });
});

test("of two operators one that stays a step behind for a minute is told as its word alone", async () => {
  for (const nodes of inBothOrders("swapping", "returning")) {
    const world = worldOf(`${nodes} | unread`);
    expect(await askSwap(world)).toMatchObject({ state: "swapping", doubt: null });
    world.nowMs += 60_000;
    expect(await askSwap(world)).toMatchObject({ doubt: null });
    world.nowMs += 6_000;
    const doubted = { state: "unknown", doubt: "unconfirmed", refundExpected: false };
    expect(await askSwap(world)).toMatchObject(doubted);
    scriptSwap(world, recordsOf("both returning | unread"));
    world.nowMs += 6_000;
    const agreed = { state: "outbound_signing", doubt: null, refundExpected: true };
    expect(await askSwap(world)).toMatchObject(agreed);
  }
});

test("of two operators one tells another deposit or payout of what is done: the indexer decides", async () => {
  for (const lie of ["paid of less", "paid of a thief", "paid by another id", "paid twice"])
    for (const nodes of inBothOrders(lie, "paid"))
      expect(await read(`${nodes} | swap`), nodes).toMatchObject({
        ...isDone,
        in: { amount: 5_000_000n },
      });
});

test("what goes back is not told as swapped, nor as paid out on another chain, while one source denies a part of it", async () => {
  for (const [truth, lie, doubt] of [
    ["returning", "returning to another", "unconfirmed"],
    ["returning", "signing", "unconfirmed"],
    ["refunded", "refunded to another", "unconfirmed"],
    ["refunded", "paid", "unconfirmed"],
    ["returning", "a refund to a thief", null],
  ] as const)
    for (const nodes of inBothOrders(truth, lie)) {
      const reading = await read(`${nodes} | unread`);
      const isSwapped = reading.stages.find(({ stage }) => stage === "swapped")?.done;
      expect([reading.doubt, isSwapped], nodes).toEqual([doubt, false]);
      if (doubt) expect(reading.payoutChain).toBeNull();
      else expect(reading.refundExpected).toBe(true);
    }
});

test("a node that answers of another transaction is no answer: the next one is asked", async () => {
  expect(await read("paid of another, paid | swap")).toMatchObject({ state: "done" });
  expect(await read("paid of another, both paid | unread")).toMatchObject(isDone);
  expect((await read("both paid of another | swap")).state).toBe("unknown");
});

/** Found by drawn scripts: what one node or indexer told, and what it was told as. */
const found: readonly [text: string, told: Partial<SwapReading>][] = [
  ["a payout called a refund, paid | unread", { state: "done", refundExpected: false }],
  ["nothing, signing | swap waits", { state: "outbound_signing", doubt: "unconfirmed" }],
  ["both signing | refund waits", { state: "outbound_signing", refundExpected: false }],
  ["nothing, unread | failed", { state: "unknown", doubt: "unconfirmed" }],
  ["a refund called sent, unread | refund waits", { doubt: "unconfirmed", refundExpected: false }],
  ["paid, a minute of confirmation | unread", { state: "unknown" }],
];
for (const [text, told] of found)
  test(`one source says: ${text}`, async () => {
    const reading = await read(text);
    expect(reading).toMatchObject(told);
    const isOver = reading.stages.map(({ done }) => done);
    if (!isPlain(reading))
      expect(isOver.slice(3), "nothing is told as returning or sent").toEqual([false, false]);
    if (reading.state === "unknown") expect(isOver).not.toContain(true);
  });

/** What a node tells of a swap in parts, in its record and in its queue. */
const partsOf = (count: number, sums: object = {}) => {
  const sold = { interval: 10, quantity: 100, count, in: `${count * 50_000}`, out: `${count}` };
  const record = kept(inParts({ interval: 10, quantity: 100, count }));
  return { record, queue: queued({ ...sold, ...sums }) };
};
for (const [name, lie] of [
  ["1 of 100 parts", partsOf(1)],
  ["nothing sold", partsOf(60, { in: "0", out: "0" })],
  ["nothing bought", partsOf(60, { out: "0" })],
] as const) {
  test(`one node tells ${name} of 60 that are done: of two operators nobody decides, of three two`, async () => {
    const told = async (...nodes: ReturnType<typeof partsOf>[]) => {
      const { stages } = await read("unseen | unread", {
        nodes: nodes.map(({ record }) => record),
        details: nodes.map(({ queue }) => queue),
      });
      const { streaming, secondsLeft } = stages.find(({ stage }) => stage === "swapped") ?? {};
      return [streaming?.count, streaming?.in, streaming?.out, secondsLeft].map(
        (figure) => figure ?? null,
      );
    };
    const honest = partsOf(60);
    const truth = [60, 3_000_000n, 60n, 2_400];
    expect(await told(honest, partsOf(61)), "a block apart").toEqual(truth);
    // What their records tell alike, without its sums.
    const alike = name === "1 of 100 parts" ? [null, null, null, null] : [60, null, null, 2_400];
    expect(await told(lie, honest)).toEqual(alike);
    expect(await told(honest, lie)).toEqual(alike);
    expect(await told(lie, honest, honest)).toEqual(truth);
    expect(await told(honest, lie, honest)).toEqual(truth);
  });
}

test("one node alone says that a deposit has no memo, or names a stored one: it is not said", async () => {
  for (const [lie, truth] of [
    ["seen with a reference", "seen alone"],
    ["seen without a memo", "seen with its memo"],
  ] as const)
    for (const nodes of inBothOrders(lie, truth))
      expect(explainSwap((await read(`${nodes} | swap`)).situation)).not.toContain("no memo");
});

test("one node alone does not shorten the time that orders may rest", async () => {
  const rests = { interval: 43_200, quantity: 1, count: 0, in: "0", out: "0" };
  const details = queued(rests, { initial_block_height: 25_000_990 });
  for (const liar of ["node0", "node1"]) {
    const world = worldOf("both an order of a month | unread", { details });
    expect((await askSwap(world)).order?.expiresAtMs).toBe(world.nowMs + 43_190 * 6_000);
    const mimir = { ...world.mimir, STREAMINGLIMITSWAPMAXAGE: 100 };
    scriptNodes(world, { mimir }, [liar]);
    world.restart();
    expect((await askSwap(world)).order).toMatchObject({ status: "resting", expiresAtMs: null });
  }
});

test("of two indexers the first that is out of sync hides no swap that the second tells", async () => {
  const world = worldOf("both unseen | no record | old swap");
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
  const reading = await read("both confirmed before it is seen | unread");
  expect([reading.state, reading.stages.some(({ done }) => done)]).toEqual(["observing", false]);
});

test("the deposit of a rejected message is told by two indexers, and by one not", async () => {
  for (const [records, address] of [
    ["failed", null],
    ["failed | failed", SENDER],
  ]) {
    const reading = await read(`both unseen | ${records}`, { message: rejection });
    expect(reading).toMatchObject({ state: "failed", terminal: true });
    expect(reading.in?.address ?? null).toBe(address);
  }
});
