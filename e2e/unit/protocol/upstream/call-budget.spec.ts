// What clients' questions may cost one upstream: a budget of calls. Safety is asked all the same.
import { expect, test } from "@playwright/test";
import type { UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import { createCallBudget, questionCalls } from "../../../../lib/protocol/upstream/limits.ts";
import { Mimir, OutboundFees } from "../../../../lib/protocol/upstream/network-schemas.ts";
import type { Transport, UpstreamCall } from "../../../../lib/protocol/upstream/provider.ts";
import { QuoteSwap, StoredMemo } from "../../../../lib/protocol/upstream/schemas.ts";
import { createNode, faultOf, json } from "./client-scripts.ts";

const QUOTE = "/thorchain/quote/swap";
const OTHER = "/thorchain/memo/BTC.BTC/1";
const MIMIR = "/thorchain/mimir";
const START_MS = Date.parse("2026-05-01T00:00:00Z");

test("a gateway of 200 a minute leaves 90 calls for questions, one of indexers 70", () => {
  expect([questionCalls("node", 200), questionCalls("indexer", 200)]).toEqual([90, 70]);
});

for (const [name, offsetMs] of [
  ["begins with the calls", 0],
  ["begins anywhere", 31_337],
] as const) {
  test(`in a minute that ${name}, a budget of 90 gives 90 calls at most, whenever they are asked for`, () => {
    const clock = { ms: START_MS };
    const budget = createCallBudget(90, () => clock.ms);
    const taken: number[] = [];
    // Rests between the loads let the budget fill, as a client does who waits for a new window.
    for (let at = 0; at < 300_000; at += 100) {
      clock.ms = START_MS + at;
      if (at % 70_000 < 30_000 || at > 200_000) while (budget.take() === 0) taken.push(at);
    }
    for (let from = offsetMs; from < 240_000; from += 1_000) {
      const within = taken.filter((at) => at >= from && at < from + 60_000);
      expect(within.length, `from ${from}`).toBeLessThanOrEqual(90);
    }
    expect(taken.filter((at) => at === 0)).toHaveLength(45);
    expect(taken.length).toBeGreaterThan(45 * 4);
  });
}

test("a spent budget names the wait after which one call is left, and a clock set back makes none longer than a minute", () => {
  const clock = { ms: START_MS };
  const budget = createCallBudget(60, () => clock.ms);
  while (budget.take() === 0);
  expect(budget.take()).toBe(2_000);
  clock.ms += 2_000;
  expect([budget.take(), budget.take()]).toEqual([0, 2_000]);
  clock.ms -= 3_600_000;
  expect(budget.take()).toBe(2_000);
  budget.empty();
  clock.ms += 1_999;
  expect(budget.take()).toBe(1);
});

function createBudgeted(answer: (path: string) => Response, questionCallsPerMinute?: number) {
  const clock = { ms: START_MS };
  const asked: string[] = [];
  const watched: UpstreamCall[] = [];
  const transport: Transport = async ({ pathname }) => {
    asked.push(pathname);
    return answer(pathname);
  };
  const now = () => clock.ms;
  const watch = (call: UpstreamCall) => watched.push(call);
  const node = createNode("http://upstream.invalid", {
    transport,
    now,
    random: () => 0.5,
    questionCallsPerMinute,
    watch,
  });
  const ask = {
    quote: (amount = 1) => node.get(`${QUOTE}?amount=${amount}`, QuoteSwap, { isQuestion: true }),
    other: () => node.get(OTHER, StoredMemo, { isQuestion: true }),
    safety: () => node.get(MIMIR, Mimir),
  };
  return { clock, asked, watched, node, ask };
}

const quote = { fees: { asset: "ETH.ETH" }, expected_amount_out: "1" };
const answerOf = (path: string) =>
  json(path === QUOTE ? quote : path === MIMIR ? { HALTTRADING: 1 } : {});
const failureOf = (reading: Promise<unknown>) =>
  reading.catch((error: unknown) => error as UpstreamError);

test("questions above the budget make no call and name the wait; safety is asked as ever", async () => {
  const { clock, asked, watched, ask } = createBudgeted(answerOf, 4);
  expect([await faultOf(ask.quote(1)), await faultOf(ask.other())]).toEqual(["none", "none"]);
  expect(await failureOf(ask.quote(2))).toMatchObject({
    fault: "skipped",
    retryAfterMs: 30_000,
    code: "budget",
  });
  expect(watched.at(-1)).toMatchObject({ seconds: null, error: { code: "budget" } });
  for (let count = 0; count < 20; count += 1) expect(await faultOf(ask.safety())).toBe("none");
  expect(asked.filter((path) => path !== MIMIR)).toHaveLength(2);
  clock.ms += 30_000;
  expect([await faultOf(ask.quote(2)), await faultOf(ask.quote(3))]).toEqual(["none", "skipped"]);
});

test("equal questions at once cost the budget one call", async () => {
  const { asked, node } = createBudgeted(answerOf, 4);
  const ask = () => faultOf(node.get(QUOTE, QuoteSwap, { isQuestion: true, keepMs: 1_000 }));
  const faults = await Promise.all(Array.from({ length: 50 }, ask));
  expect([new Set(faults), asked]).toEqual([new Set(["none"]), [QUOTE]]);
});

test("429 of a question leaves questions nothing but what comes back by the minute, and pauses no fact", async () => {
  const refused = () => new Response("", { status: 429, headers: { "retry-after": "30" } });
  const { clock, ask, node } = createBudgeted(
    (path) => (path === QUOTE ? refused() : answerOf(path)),
    120,
  );
  expect(await faultOf(ask.quote())).toBe("status 429");
  expect(await failureOf(ask.other())).toMatchObject({
    fault: "skipped",
    retryAfterMs: 1_000,
    code: "budget",
  });
  expect([await faultOf(ask.safety()), node.isDegraded(Mimir)]).toEqual(["none", false]);
  clock.ms += 1_000;
  expect([await faultOf(ask.other()), await faultOf(ask.other())]).toEqual(["none", "skipped"]);
});

test("503 of a question pauses nothing: a client may have chosen what cannot be served", async () => {
  const refused = () => new Response("", { status: 503, headers: { "retry-after": "30" } });
  const { ask, node } = createBudgeted((path) => (path === QUOTE ? refused() : answerOf(path)));
  for (let count = 0; count < 10; count += 1)
    expect(await faultOf(ask.quote(count))).toBe("status 503");
  expect([await faultOf(ask.other()), await faultOf(ask.safety())]).toEqual(["none", "none"]);
  expect(node.isDegraded(Mimir)).toBe(false);
});

test("429 of a safety fact leaves questions nothing until safety answers, and then what comes back by the minute", async () => {
  let isRefusing = true;
  const refused = () => new Response("", { status: 429, headers: { "retry-after": "5" } });
  const { clock, ask } = createBudgeted(
    (path) => (path === MIMIR && isRefusing ? refused() : answerOf(path)),
    120,
  );
  expect(await faultOf(ask.safety())).toBe("status 429");
  expect(await faultOf(ask.quote())).toBe("skipped");
  clock.ms += 5_000;
  isRefusing = false;
  expect(await faultOf(ask.quote())).toBe("skipped");
  expect(await faultOf(ask.safety())).toBe("none");
  const faults = await Promise.all(
    Array.from({ length: 10 }, (_, index) => faultOf(ask.quote(index))),
  );
  expect(faults.filter((fault) => fault === "none")).toHaveLength(5);
});

test("an endpoint that a release does not have is asked for as seldom as one that it has", async () => {
  const absent = () => json({ code: 12, message: "Not Implemented" }, { status: 501 });
  const { clock, asked, node } = createBudgeted(absent);
  const ask = () => faultOf(node.get("/mayachain/outbound_fees", OutboundFees, { keepMs: 10_000 }));
  for (const laterMs of [0, 1, 9_000, 998]) {
    clock.ms += laterMs;
    expect(await ask()).toBe("status 501");
  }
  expect(asked).toHaveLength(1);
  clock.ms += 1;
  expect([await ask(), asked.length]).toEqual(["status 501", 2]);
});
