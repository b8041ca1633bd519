// Gateways that count calls by the minute, while one client asks all that it may: others are answered, and safety stays known.
import { expect, test } from "@playwright/test";
import { createMemoryLimiter } from "../../../lib/http/rate-limit.ts";
import { getQuotePage } from "../../../lib/site/live/quote/page.ts";
import { messageCost, pageCost } from "../../../lib/site/registry/message-costs.ts";
import { lateBy, planned, plannedAt, stages } from "../../support/transactions.ts";
import { createWorld, status, type World } from "../../support/world.ts";

const ALLOWED = 200;
const MINUTE_MS = 60_000;
const STEP_MS = 1_000;
/** The first spends what a new client has at once, the second what comes back. */
const MINUTES = 2;
/** The default of `RATE_LIMIT`. */
const RATE_LIMIT = 120;

/** No two are equal, so that none is shared. */
const amountOf = (index: number) => `0.${10_000_000 + index}`;
const txidOf = (index: number) => index.toString(16).toUpperCase().padStart(64, "B");
const pair = { from: "BTC.BTC", to: "ETH.ETH" };
const order = {
  ...{ destination: "0x52908400098527886e0f7030069857d2e4169ee7", targetOut: "1" },
  ...{ affiliate: "a", affiliateBps: 10 },
};

/** Each swap waits in the queue: its place there is asked for as well. */
const progress = {
  ...{ deposit: "5", in: "1", out: "1", interval: 1, quantity: 10, count: 3, failed_swaps: [] },
};
const target = { target_asset: "ETH.ETH", trade_target: "0" };
type Replies = readonly (readonly [path: string, reply: object])[];
const waiting: Replies = [
  ["/tx/status/", { stages: stages.swapping }],
  ["/queue/swap/details/", { swap: { ...target, state: progress } }],
  ["/swap/streaming/", { ...target, ...progress }],
];
const withoutDetails: Replies = [["/queue/swap/details/", status(501)], ...waiting];
/** A payout that is in no queue is looked for in both, and its record is read again. */
const late: Replies = [
  ["/tx/status/", { ...plannedAt(lateBy(300), planned.payout), tx: undefined }],
  ["/queue/", []],
];

/**
 * What the gateway of each node counts, in the last minute; above its limit it answers 429. One that counts from the minute's beginning
 * never counts more: where this one refuses nothing, that one answers the same.
 */
function countCalls(world: World, swapReplies: Replies = waiting) {
  const times: Record<string, number[]> = {};
  const seen = { refused: 0, most: 0 };
  world.intercept = (name, { pathname }, reply) => {
    times[name] = (times[name] ?? []).filter((ms) => world.nowMs - ms < MINUTE_MS);
    const count = times[name].push(world.nowMs);
    seen.most = Math.max(seen.most, count);
    // A page compares a swap that the network splits with the same in one part.
    if (count <= ALLOWED && pathname.includes("/quote/swap"))
      return Object.assign({ max_streaming_quantity: 10, streaming_swap_blocks: 10 }, reply);
    if (count <= ALLOWED)
      return swapReplies.find(([path]) => pathname.includes(path))?.[1] ?? reply;
    seen.refused += 1;
    return status(429, "", { "retry-after": "10" });
  };
  return seen;
}

const costOfTool = (name: string, given: object) =>
  messageCost({ method: "tools/call", params: { name, arguments: given, _meta: {} } });
const quoteCost = costOfTool("get_swap_quote", {});
const swapCost = costOfTool("get_swap_status", { txid: "A" });
const orderCost = costOfTool("get_swap_quote", { affiliate: "a", target_out: "1" });

const askOrder = ({ network }: World, index: number) =>
  network.getQuote({ ...pair, ...order, amount: amountOf(index) });
const askPage = ({ network, preset, nowMs }: World, amount: string) =>
  getQuotePage(
    { network, preset, now: () => nowMs, origin: "" },
    new URLSearchParams({ ...pair, amount }),
  );

/** What the client asks who is at its limit, and what each counts for. */
type Greedy = readonly [
  ask: (world: World, index: number) => Promise<unknown>,
  cost: number,
  swapReplies?: Replies,
];
const askSwap = ({ network }: World, index: number) => network.getSwap(txidOf(index), null);
const greedy: Readonly<Record<string, Greedy>> = {
  "orders with an affiliate": [askOrder, orderCost],
  // Its comparison is not counted, and is left out while calls are scarce.
  "pages of quotes": [
    (world, index) => askPage(world, amountOf(index)),
    pageCost("/quote", "?amount=1"),
  ],
  // What costs more than two calls is left out while calls are scarce.
  "late payouts": [askSwap, swapCost, late],
  "swaps in parts, without details": [askSwap, swapCost, withoutDetails],
  states: [({ network }) => network.getStatus(), costOfTool("get_network_status", {})],
};

/** Six questions a minute, each kind in turn, and whether it was answered. */
const others: readonly ((world: World, index: number) => Promise<boolean>)[] = [
  async ({ network }, index) => {
    const request = { from: "ETH.ETH", to: "BTC.BTC", amount: amountOf(index) };
    return (await network.getQuote(request)).expectedAmountOut !== null;
  },
  async ({ network }) => (await network.getStatus()).trading.verdict === "open",
  async ({ network }, index) =>
    (await network.getSwap(txidOf(1_000_000 + index), null)).state !== "unavailable",
];

for (const [name, [ask, cost, swapReplies]] of Object.entries(greedy))
  test(`${name} at the limit of one client, gateways of ${ALLOWED} a minute: others are answered`, async () => {
    const world = createWorld({ nodes: 2, nodeCalls: ALLOWED });
    const seen = countCalls(world, swapReplies);
    const limiter = createMemoryLimiter(RATE_LIMIT, () => world.nowMs);
    // A clock minute does not begin with the first call.
    const startMs = world.nowMs + 17_000;
    let asked = 0;
    const told = { unavailable: 0, safetyUnknown: 0, asked: 0 };
    for (let at = 0; at < MINUTES * MINUTE_MS; at += STEP_MS) {
      world.nowMs = startMs + at;
      while (limiter.take("greedy", cost).allowed) await ask(world, asked++);
      const other = others[told.asked % others.length];
      if (at % 10_000 === 5_000 && !(await other?.(world, told.asked++))) told.unavailable += 1;
      if (at % 5_000 === 0 && (await world.network.getStatus()).trading.verdict === "unknown")
        told.safetyUnknown += 1;
    }
    expect(told).toEqual({ unavailable: 0, safetyUnknown: 0, asked: 6 * MINUTES });
    expect(seen.refused).toBe(0);
    // The client asks all that it may, in bursts as well.
    expect(asked).toBeGreaterThanOrEqual(Math.floor((MINUTES * RATE_LIMIT) / cost));
  });

for (const part of ["pools", "network", "mimir"])
  test(`a node that refuses to tell its ${part} is not asked more often than its gateway allows`, async () => {
    const world = createWorld({ nodes: 2, nodeCalls: ALLOWED });
    world.scripts.node0 = { [part]: status(500) };
    const seen = countCalls(world);
    const startMs = world.nowMs;
    for (let at = 0; at < 2 * MINUTE_MS; at += STEP_MS) {
      world.nowMs = startMs + at;
      await world.network.getStatus();
    }
    // What safety may need: the rest is the budget of questions.
    expect(seen.most).toBeLessThanOrEqual(110);
  });

test("many clients together get no more than the budget; safety stays known, and who is refused is told when to ask", async () => {
  const world = createWorld({ nodes: 2, nodeCalls: ALLOWED });
  const seen = countCalls(world);
  const startMs = world.nowMs;
  const waits = new Set<number | null | undefined>();
  for (let at = 0; at < MINUTES * MINUTE_MS; at += 2 * STEP_MS) {
    world.nowMs = startMs + at;
    for (let client = 0; client < 4; client += 1) {
      const { failure } = await askOrder(world, 4 * at + client);
      if (failure) waits.add(failure.retryAfterSeconds);
    }
    expect((await world.network.getStatus()).trading.verdict).toBe("open");
  }
  expect(seen.refused).toBe(0);
  expect(waits.size).toBeGreaterThan(0);
  for (const seconds of waits) expect(seconds).toBeLessThanOrEqual(15);
});

/** A question counts four messages for each call that it costs one node. What asks nothing of its own counts one. */
type PagePath = Parameters<typeof pageCost>[0];
test("a question counts by the calls that it costs", () => {
  const counts = {
    "/quote": 1,
    "/quote?from=BTC&to=ETH&amount=": 1,
    "/quote.json?amount=1": 4,
    "/quote.md?amount=1": 4,
    "/track?txid=A": 8,
    "/track.json?txid=A": 8,
    "/track.md": 1,
    "/status?chain=BTC": 1,
    "/pricing/now": 16,
    "/embed/status?theme=dark": 1,
    "/embed/quote?amount=1": 4,
  };
  for (const [address, count] of Object.entries(counts)) {
    const [path = "", query] = address.split("?");
    const search = query === undefined ? "" : `?${query}`;
    expect(pageCost(path as PagePath, search), address).toBe(count);
  }
  const free = ["get_network_status", "list_pools", "constructor"];
  expect(free.map((name) => costOfTool(name, {}))).toEqual([1, 1, 1]);
  const params = { name: "get_swap_quote" };
  const methods = ["ping", "tools/list", "resources/read"];
  expect(methods.map((method) => messageCost({ method, params }))).toEqual([1, 1, 1]);
  expect(costOfTool("get_swap_quote", { affiliate: "a" })).toBe(4);
  expect([quoteCost, orderCost, swapCost]).toEqual([4, 8, 8]);
});

type Call = readonly [cost: number, ask: (world: World) => Promise<unknown>, name?: "mayachain"];
const askQuote = ({ network }: World) => network.getQuote({ ...pair, amount: "1" });
const calls: Readonly<Record<string, Call>> = {
  "a quote": [quoteCost, askQuote],
  // No node there lists outbound fees.
  "a quote of MAYAChain": [quoteCost, askQuote, "mayachain"],
  "an order with an affiliate": [orderCost, (world) => askOrder(world, 1)],
  "a swap": [swapCost, ({ network }) => network.getSwap(txidOf(1), null)],
};
for (const [what, [cost, ask, name]] of Object.entries(calls))
  test(`${what} costs one node no more calls than it counts for`, async () => {
    for (const nodes of [1, 2, 3]) {
      const world = createWorld({ nodes, ...(name && { network: name }) });
      countCalls(world);
      await world.network.getStatus();
      world.calls.length = 0;
      await ask(world);
      const counts = ["node0", "node1", "node2"].map(
        (node) => world.calls.filter((call) => call.startsWith(node)).length,
      );
      expect(Math.max(...counts), world.calls.join(", ")).toBeGreaterThan(0);
      expect(Math.max(...counts), world.calls.join(", ")).toBeLessThanOrEqual(cost / 4);
    }
  });
