// When a provider is left alone: for as long as it asks, for growing waits, after three failures, and when clients' questions spent their budget.
import { expect, test } from "@playwright/test";
import { clientCallLimit, createCallBudget } from "../../../lib/protocol/upstream/call-budget.ts";
import { Mimir, Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import { QuoteSwap, StoredMemo } from "../../../lib/protocol/upstream/schemas.ts";
import type { Transport } from "../../../lib/protocol/upstream/transport.ts";
import type { UpstreamCall } from "../../../lib/protocol/upstream/upstream.ts";
import {
  createScripted,
  empty,
  errorOf,
  failed,
  faultOf,
  faultsOf,
  json,
  never,
  POOLS,
  type Reply,
  refused,
  times,
} from "./client-scripts.ts";

const QUOTE = "/thorchain/quote/swap";
const OTHER = "/thorchain/memo/BTC.BTC/1";
const MIMIR = "/thorchain/mimir";
const bodies: Readonly<Record<string, unknown>> = {
  [POOLS]: [],
  [QUOTE]: { fees: { asset: "ETH.ETH" }, expected_amount_out: "1" },
  [MIMIR]: { HALTTRADING: 1 },
};

/** A node that answers each path well, until `replies` says otherwise. */
function createAsked(replies: Record<string, Reply> = {}, clientCallsPerMinute?: number) {
  const asked: string[] = [];
  const watched: UpstreamCall[] = [];
  const transport: Transport = async ({ pathname }) => {
    asked.push(pathname);
    return (replies[pathname] ?? (() => json(bodies[pathname] ?? {})))();
  };
  const watch = (call: UpstreamCall) => void watched.push(call);
  const scripted = createScripted(transport, { clientCallsPerMinute, watch });
  const { node } = scripted;
  const question = { isClientCall: true };
  const ask = {
    pools: (keepMs = 0) => node.get(POOLS, Pools, { keepMs }),
    safety: () => node.get(MIMIR, Mimir),
    quote: (amount = 1) => node.get(`${QUOTE}?amount=${amount}`, QuoteSwap, question),
    other: () => node.get(OTHER, StoredMemo, question),
  };
  return { ...scripted, asked, watched, replies, ask };
}
/** A node whose reply is changed as the spec goes on. */
function createChanging(reply: Reply) {
  const now = { reply };
  const scripted = createScripted(async () => now.reply());
  const pools = (signal?: AbortSignal) => scripted.node.get(POOLS, Pools, { signal });
  return { ...scripted, now, pools: () => pools(), poolsUntil: pools };
}

test("a provider is left alone for as long as it asks, and for half a minute at most", async () => {
  for (const [header, waitMs] of [
    ["7", 7_000],
    [" 7 ", 7_000],
    ["Fri, 01 May 2026 00:00:09 GMT", 9_000],
    ["3600", 30_000],
    ["0", 0],
    ["Thu, 30 Apr 2026 00:00:00 GMT", 0],
  ] as const)
    for (const status of [429, 503]) {
      const { clock, node, count } = createScripted([() => failed(status, header), empty]);
      const pools = () => node.get(POOLS, Pools);
      expect(await faultOf(pools())).toBe(`status ${status}`);
      if (waitMs > 0) {
        clock.ms += waitMs - 1;
        expect(node.isDegraded(Pools)).toBe(true);
        expect(await errorOf(pools())).toMatchObject({ fault: "skipped", retryAfterMs: 1 });
        expect(count()).toBe(1);
        clock.ms += 1;
      }
      expect([await faultOf(pools()), node.isDegraded(Pools)], header).toEqual(["none", false]);
    }
});

test("without Retry-After: 0.5 s doubling to 30 s, with full jitter, and from the start after an answer", async () => {
  const { clock, now, pools } = createChanging(() => failed(429, "soon"));
  const seen: number[] = [];
  const pause = async () => {
    expect(await faultOf(pools())).toBe("status 429");
    const { retryAfterMs } = (await errorOf(pools())) as { retryAfterMs: number };
    seen.push(retryAfterMs);
    clock.ms += retryAfterMs;
  };
  for (let count = 0; count < 9; count += 1) await pause();
  now.reply = empty;
  await pools();
  now.reply = () => failed(429);
  await pause();
  expect(seen).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 250]);
});

test("a clock that is set back prolongs no wait beyond its own length", async () => {
  for (const [reply, failures, waitMs] of [
    [() => failed(429, "20"), 1, 30_000],
    [refused, 3, 5_000],
  ] as const) {
    const { clock, pools } = createChanging(reply);
    for (let count = 0; count < failures; count += 1) await faultOf(pools());
    clock.ms -= 3_600_000;
    expect(await errorOf(pools())).toMatchObject({ fault: "skipped", retryAfterMs: waitMs });
  }
});

test("three failures in a row open the breaker; one probe at a time closes it", async () => {
  const { clock, now, pools, count } = createChanging(refused);
  const skipped = { fault: "skipped", retryAfterMs: 5_000 };
  expect(await faultsOf(pools, pools, pools)).toEqual(["connect", "connect", "connect"]);
  expect([await errorOf(pools()), count()]).toMatchObject([skipped, 3]);
  clock.ms += 4_999;
  expect(await errorOf(pools())).toMatchObject({ retryAfterMs: 1 });
  clock.ms += 1;
  // Half open: of many at once one is let through, and its failure leaves the breaker open.
  const faults = await Promise.all(times(10, () => faultOf(pools())));
  expect(faults.sort()).toEqual(["connect", ...Array(9).fill("skipped")]);
  expect(await errorOf(pools())).toMatchObject(skipped);
  clock.ms += 5_000;
  now.reply = empty;
  expect(await faultsOf(pools, pools)).toEqual(["none", "none"]);
  expect(count()).toBe(6);
});

test("a probe whose caller goes away gives its place to the next", async () => {
  const { clock, now, pools, poolsUntil, count } = createChanging(refused);
  await faultsOf(pools, pools, pools);
  clock.ms += 5_000;
  now.reply = never;
  const controller = new AbortController();
  const probe = poolsUntil(controller.signal);
  await expect.poll(count).toBe(4);
  controller.abort(new Error("left"));
  await expect(probe).rejects.toThrow("left");
  now.reply = empty;
  await expect.poll(() => faultOf(pools())).toBe("none");
});

test("a success between failures keeps the breaker closed", async () => {
  const { now, pools } = createChanging(refused);
  for (const reply of [refused, refused, empty, refused, refused, empty]) {
    now.reply = reply;
    expect(await faultOf(pools())).toBe(reply === empty ? "none" : "connect");
  }
});

test("an unusable answer closes no other endpoint, and is asked for as seldom as an answer, within 10 s", async () => {
  const { clock, node, asked, ask } = createAsked({ [POOLS]: () => json({ maintenance: true }) });
  for (let count = 0; count < 10; count += 1) expect(await faultOf(ask.pools())).toBe("shape");
  expect(await faultOf(ask.safety())).toBe("none");
  asked.length = 0;
  for (const [laterMs, keepMs, calls] of [
    [0, 5_000, 1],
    [4_999, 5_000, 1],
    [1, 5_000, 2],
    // However long a usable one would be kept.
    [9_999, 600_000, 2],
    [1, 600_000, 3],
  ] as const) {
    clock.ms += laterMs;
    expect([await faultOf(ask.pools(keepMs)), asked.length]).toEqual(["shape", calls]);
  }
  const question = () => node.get(POOLS, Pools, { keepMs: 5_000, isClientCall: true });
  expect([await faultsOf(question, question), asked.length]).toEqual([["shape", "shape"], 5]);
});

test("after three failed questions of a kind another provider is preferred for it, until one is answered", async () => {
  const { node, ask, replies } = createAsked({ [QUOTE]: refused });
  expect(await faultsOf(ask.quote, ask.quote)).toEqual(["connect", "connect"]);
  expect(node.isDegraded(QuoteSwap)).toBe(false);
  for (let count = 0; count < 8; count += 1) expect(await faultOf(ask.quote())).toBe("connect");
  // Another kind of question that is answered changes nothing for this one.
  expect(await faultsOf(ask.pools, ask.other)).toEqual(["none", "none"]);
  expect([node.isDegraded(QuoteSwap), node.isDegraded(Pools)]).toEqual([true, false]);
  delete replies[QUOTE];
  expect([await faultOf(ask.quote()), node.isDegraded(QuoteSwap)]).toEqual(["none", false]);
});

test("a provider that facts found dead is asked no question until a fact was answered", async () => {
  const { clock, ask, replies, asked } = createAsked({ [POOLS]: refused });
  await faultsOf(ask.pools, ask.pools, ask.pools);
  delete replies[POOLS];
  clock.ms += 5_000;
  expect([await faultOf(ask.quote()), asked.length]).toEqual(["skipped", 3]);
  expect(await faultsOf(ask.pools, ask.quote)).toEqual(["none", "none"]);
});

test("a failed exchange is reported with its time, and one that was not made without", async () => {
  const { ask, watched } = createAsked({ [POOLS]: refused });
  await faultsOf(ask.pools, ask.pools, ask.pools, ask.pools);
  expect(
    watched.map(({ path, seconds, error }) => [path, seconds === null, error?.message]),
  ).toEqual([
    ...Array(3).fill([POOLS, false, `GET ${POOLS}: connect`]),
    [POOLS, true, `GET ${POOLS}: skipped`],
  ]);
});

test("a gateway of 200 a minute leaves 90 calls for questions, one of indexers 70; none sets no limit", () => {
  const calls = [
    clientCallLimit("node", 200),
    clientCallLimit("indexer", 201),
    clientCallLimit("node", 0),
  ];
  expect(calls).toEqual([90, 70, undefined]);
});

test("in no minute does a budget of 90 give more than 90 calls, whenever they are asked for", () => {
  const clock = { ms: 1_800_000_000_000 };
  const startMs = clock.ms;
  const budget = createCallBudget(90, () => clock.ms);
  const taken: number[] = [];
  // Rests between the loads let the budget fill, as a client does who waits for a new window.
  for (let at = 0; at < 300_000; at += 100) {
    clock.ms = startMs + at;
    if (at % 70_000 < 30_000 || at > 200_000) while (budget.take() === 0) taken.push(at);
  }
  for (let from = 0; from < 240_000; from += 500) {
    const within = taken.filter((at) => at >= from && at < from + 60_000);
    expect(within.length, `from ${from}`).toBeLessThanOrEqual(90);
  }
  expect(taken.filter((at) => at === 0)).toHaveLength(45);
  expect(taken.length).toBeGreaterThan(45 * 4);
});

test("a spent budget names the wait after which one call is left, a minute at most", () => {
  const clock = { ms: 1_800_000_000_000 };
  const budget = createCallBudget(60, () => clock.ms);
  while (budget.take() === 0);
  const takeAfter = (laterMs: number) => {
    clock.ms += laterMs;
    return budget.take();
  };
  expect([takeAfter(0), takeAfter(2_000), takeAfter(0), takeAfter(-3_600_000)]).toEqual([
    2_000, 0, 2_000, 2_000,
  ]);
  budget.empty();
  expect(takeAfter(1_999)).toBe(1);
});

test("questions above the budget make no call and name the wait; safety is asked as ever", async () => {
  const { clock, asked, watched, ask } = createAsked({}, 4);
  expect(await faultsOf(ask.quote, ask.other)).toEqual(["none", "none"]);
  const spent = { fault: "skipped", retryAfterMs: 30_000, code: "budget" };
  expect(await errorOf(ask.quote(2))).toMatchObject(spent);
  expect(watched.at(-1)).toMatchObject({ seconds: null, error: { code: "budget" } });
  for (let count = 0; count < 20; count += 1) expect(await faultOf(ask.safety())).toBe("none");
  expect(asked.filter((path) => path !== MIMIR)).toHaveLength(2);
  clock.ms += 30_000;
  expect(await faultsOf(ask.quote, ask.quote)).toEqual(["none", "skipped"]);
});

test("429 of a question leaves questions what comes back by the minute, and pauses no fact", async () => {
  const { clock, node, ask } = createAsked({ [QUOTE]: () => failed(429, "30") }, 120);
  expect(await faultOf(ask.quote())).toBe("status 429");
  expect(await errorOf(ask.other())).toMatchObject({ retryAfterMs: 1_000, code: "budget" });
  expect([await faultOf(ask.safety()), node.isDegraded(Mimir)]).toEqual(["none", false]);
  clock.ms += 1_000;
  expect(await faultsOf(ask.other, ask.other)).toEqual(["none", "skipped"]);
});

test("429 of a fact leaves questions nothing until a fact answers, and then what comes back", async () => {
  const { clock, ask, replies } = createAsked({ [MIMIR]: () => failed(429, "5") }, 120);
  expect(await faultsOf(ask.safety, ask.quote)).toEqual(["status 429", "skipped"]);
  clock.ms += 5_000;
  delete replies[MIMIR];
  expect(await faultsOf(ask.quote, ask.safety)).toEqual(["skipped", "none"]);
  const faults = await faultsOf(...times(10, (at) => () => ask.quote(at)));
  expect(faults.filter((fault) => fault === "none")).toHaveLength(5);
});

test("equal questions at once cost the budget one call", async () => {
  const {
    asked,
    node,
    ask: { other: spare },
  } = createAsked({}, 4);
  const ask = () => faultOf(node.get(QUOTE, QuoteSwap, { isClientCall: true, keepMs: 1_000 }));
  const faults = await Promise.all(times(50, ask));
  expect([new Set(faults), asked]).toEqual([new Set(["none"]), [QUOTE]]);
  expect(await faultOf(spare())).toBe("none");
});
