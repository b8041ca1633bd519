// When a provider is left alone, and how many calls the questions of clients may make.
import { expect, test } from "@playwright/test";
import { clientCallLimit, createCallBudget } from "../../../lib/protocol/upstream/call-budget.ts";
import { Mimir, Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import type { GetOptions } from "../../../lib/protocol/upstream/provider.ts";
import { QuoteSwap, StoredMemo } from "../../../lib/protocol/upstream/schemas.ts";
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
const good: Readonly<Record<string, Reply>> = {
  [POOLS]: empty,
  [QUOTE]: () => json({ fees: { asset: "ETH.ETH" }, expected_amount_out: "1" }),
  [OTHER]: () => json({}),
  [MIMIR]: () => json({ HALTTRADING: 1 }),
};

/** A node that answers each path well, until `replies` says otherwise. */
function createAsked(changed: Record<string, Reply> = {}, clientCallsPerMinute?: number) {
  const replies = { ...good, ...changed };
  const asked: string[] = [];
  const watched: UpstreamCall[] = [];
  const watch = (call: UpstreamCall) => void watched.push(call);
  const { clock, node } = createScripted(
    async ({ pathname }) => {
      asked.push(pathname);
      return (replies[pathname] as Reply)();
    },
    { clientCallsPerMinute, watch },
  );
  const question = { isClientCall: true };
  return {
    ...{ clock, node, asked, watched, replies },
    pools: (options?: GetOptions) => node.get(POOLS, Pools, options),
    safety: () => node.get(MIMIR, Mimir),
    quote: (amount = 1) => node.get(`${QUOTE}?amount=${amount}`, QuoteSwap, question),
    other: () => node.get(OTHER, StoredMemo, question),
  };
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
      const { clock, node, replies, pools, asked } = createAsked({
        [POOLS]: () => failed(status, header),
      });
      expect(await faultOf(pools())).toBe(`status ${status}`);
      replies[POOLS] = empty;
      if (waitMs > 0) {
        clock.ms += waitMs - 1;
        expect(node.isDegraded(Pools)).toBe(true);
        expect(await errorOf(pools())).toMatchObject({ fault: "skipped", retryAfterMs: 1 });
        expect(asked).toHaveLength(1);
        clock.ms += 1;
      }
      expect([await faultOf(pools()), node.isDegraded(Pools)], header).toEqual(["none", false]);
    }
});

test("without Retry-After: 0.5 s doubling to 30 s, with full jitter, and from the start after an answer", async () => {
  const { clock, replies, pools } = createAsked();
  const seen: number[] = [];
  for (const pauses of [9, 1]) {
    replies[POOLS] = () => failed(429, "soon");
    for (let count = 0; count < pauses; count += 1) {
      expect(await faultOf(pools())).toBe("status 429");
      const { retryAfterMs } = (await errorOf(pools())) as { retryAfterMs: number };
      seen.push(retryAfterMs);
      clock.ms += retryAfterMs;
    }
    replies[POOLS] = empty;
    await pools();
  }
  expect(seen).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 250]);
});

test("a clock that is set back prolongs no wait beyond its own length", async () => {
  for (const [reply, failures, waitMs] of [
    [() => failed(429, "20"), 1, 30_000],
    [refused, 3, 5_000],
  ] as const) {
    const { clock, pools } = createAsked({ [POOLS]: reply });
    for (let count = 0; count < failures; count += 1) await faultOf(pools());
    clock.ms -= 3_600_000;
    expect(await errorOf(pools())).toMatchObject({ fault: "skipped", retryAfterMs: waitMs });
  }
});

test("three failures in a row open the breaker; one probe at a time closes it", async () => {
  const { clock, replies, pools, asked, watched } = createAsked({ [POOLS]: refused });
  const skipped = { fault: "skipped", retryAfterMs: 5_000 };
  expect(await faultsOf(pools, pools, pools)).toEqual(["connect", "connect", "connect"]);
  expect([await errorOf(pools()), asked.length]).toMatchObject([skipped, 3]);
  // Reported with its time, unless no call was made.
  expect(watched.map(({ seconds, error }) => [seconds === null, error?.message])).toEqual([
    ...Array(3).fill([false, `GET ${POOLS}: connect`]),
    [true, `GET ${POOLS}: skipped`],
  ]);
  clock.ms += 4_999;
  expect(await errorOf(pools())).toMatchObject({ retryAfterMs: 1 });
  clock.ms += 1;
  // Half open: of many at once one is let through, and its failure leaves the breaker open.
  const faults = await Promise.all(times(10, () => faultOf(pools())));
  expect(faults.sort()).toEqual(["connect", ...Array(9).fill("skipped")]);
  expect(await errorOf(pools())).toMatchObject(skipped);
  clock.ms += 5_000;
  replies[POOLS] = empty;
  expect(await faultsOf(pools, pools)).toEqual(["none", "none"]);
  expect(asked).toHaveLength(6);
});

test("a probe whose caller goes away gives its place to the next", async () => {
  const { clock, replies, pools, asked } = createAsked({ [POOLS]: refused });
  await faultsOf(pools, pools, pools);
  clock.ms += 5_000;
  replies[POOLS] = never;
  const controller = new AbortController();
  const probe = pools({ signal: controller.signal });
  await expect.poll(() => asked.length).toBe(4);
  controller.abort(new Error("left"));
  await expect(probe).rejects.toThrow("left");
  replies[POOLS] = empty;
  await expect.poll(() => faultOf(pools())).toBe("none");
});

test("an unusable answer is asked for as seldom as an answer, and again after 10 s", async () => {
  const { clock, asked, pools } = createAsked({ [POOLS]: () => json({ maintenance: true }) });
  for (const [laterMs, keepMs, calls] of [
    [0, 5_000, 1],
    [4_999, 5_000, 1],
    [1, 5_000, 2],
    // However long a usable one would be kept.
    [9_999, 600_000, 2],
    [1, 600_000, 3],
  ] as const) {
    clock.ms += laterMs;
    expect([await faultOf(pools({ keepMs })), asked.length]).toEqual(["shape", calls]);
  }
  const question = () => pools({ keepMs: 5_000, isClientCall: true });
  expect([await faultsOf(question, question), asked.length]).toEqual([["shape", "shape"], 5]);
});

test("after three failed questions of a kind another provider is preferred for it, until one is answered", async () => {
  const { node, quote, pools, other, replies } = createAsked({ [QUOTE]: refused });
  expect(await faultsOf(quote, quote)).toEqual(["connect", "connect"]);
  expect(node.isDegraded(QuoteSwap)).toBe(false);
  for (let count = 0; count < 8; count += 1) expect(await faultOf(quote())).toBe("connect");
  // Another kind of question that is answered changes nothing for this one.
  expect(await faultsOf(pools, other)).toEqual(["none", "none"]);
  expect([node.isDegraded(QuoteSwap), node.isDegraded(Pools)]).toEqual([true, false]);
  Object.assign(replies, good);
  expect([await faultOf(quote()), node.isDegraded(QuoteSwap)]).toEqual(["none", false]);
});

test("a provider that facts found dead is asked no question until a fact was answered", async () => {
  const { clock, pools, quote, replies, asked } = createAsked({ [POOLS]: refused });
  await faultsOf(pools, pools, pools);
  Object.assign(replies, good);
  clock.ms += 5_000;
  expect([await faultOf(quote()), asked.length]).toEqual(["skipped", 3]);
  expect(await faultsOf(pools, quote)).toEqual(["none", "none"]);
});

test("a gateway of 200 a minute leaves 90 calls for questions, one of indexers 70; none sets no limit", () => {
  const limits = [clientCallLimit("node", 200), clientCallLimit("indexer", 201)];
  expect([...limits, clientCallLimit("node", 0)]).toEqual([90, 70, undefined]);
});

test("half of a budget comes at once, however long it rested, and a clock set back costs a minute at most", () => {
  const clock = { ms: 1_800_000_000_000 };
  const budget = createCallBudget(60, () => clock.ms);
  const waitAfter = (laterMs: number) => {
    clock.ms += laterMs;
    let count = 0;
    while (budget.take() === 0) count += 1;
    return [count, budget.take()];
  };
  expect([0, 2_000, -3_600_000, 7_200_000].map(waitAfter)).toEqual([
    [30, 2_000],
    [1, 2_000],
    [0, 2_000],
    [30, 2_000],
  ]);
});

test("a spare call is taken from the first half of what comes at once, and another from all of it", () => {
  const budget = createCallBudget(60, () => 1_800_000_000_000);
  const countTaken = (take: () => number) => {
    let count = 0;
    while (take() === 0) count += 1;
    return count;
  };
  expect([countTaken(budget.takeSpare), countTaken(budget.take)]).toEqual([15, 15]);
});

test("questions above the budget make no call and name the wait; safety is asked as ever", async () => {
  const { clock, asked, watched, quote, other, safety } = createAsked({}, 4);
  expect(await faultsOf(quote, other)).toEqual(["none", "none"]);
  const spent = { fault: "skipped", retryAfterMs: 30_000, code: "budget" };
  expect(await errorOf(quote(2))).toMatchObject(spent);
  expect(watched.at(-1)).toMatchObject({ seconds: null, error: { code: "budget" } });
  for (let count = 0; count < 20; count += 1) expect(await faultOf(safety())).toBe("none");
  expect(asked.filter((path) => path !== MIMIR)).toHaveLength(2);
  clock.ms += 30_000;
  expect(await faultsOf(quote, quote)).toEqual(["none", "skipped"]);
});

test("429 of a question leaves questions what comes back by the minute, and pauses no fact", async () => {
  const { clock, node, quote, other, safety } = createAsked(
    { [QUOTE]: () => failed(429, "30") },
    120,
  );
  expect(await faultOf(quote())).toBe("status 429");
  expect(await errorOf(other())).toMatchObject({ retryAfterMs: 1_000, code: "budget" });
  expect([await faultOf(safety()), node.isDegraded(Mimir)]).toEqual(["none", false]);
  clock.ms += 1_000;
  expect(await faultsOf(other, other)).toEqual(["none", "skipped"]);
});

test("429 of a fact leaves questions nothing until a fact answers, and then what comes back", async () => {
  const { clock, safety, quote, replies } = createAsked({ [MIMIR]: () => failed(429, "5") }, 120);
  expect(await faultsOf(safety, quote)).toEqual(["status 429", "skipped"]);
  clock.ms += 5_000;
  Object.assign(replies, good);
  expect(await faultsOf(quote, safety)).toEqual(["skipped", "none"]);
  const faults = await faultsOf(...times(10, (at) => () => quote(at)));
  expect(faults.filter((fault) => fault === "none")).toHaveLength(5);
});
