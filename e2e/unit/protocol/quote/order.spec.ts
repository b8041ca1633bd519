// A limit order as a quote: two nodes name it, its memo is ours, and nothing in it is a figure that no node can know.
import { expect, test } from "@playwright/test";
import { warnOf } from "../../../../lib/protocol/model/envelope.ts";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { chooseQuotes, orderWarning } from "../../../../lib/protocol/quote/order.ts";
import { quoteReasons } from "../../../../lib/protocol/quote/reasons.ts";
import { HEIGHT_HEADER } from "../../../../lib/protocol/upstream/answer.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { InputError } from "../../../../lib/protocol/values/input-error.ts";
import { agreed } from "../../../support/agreed.ts";
import { createWorld, down, status, type World } from "../../../support/world.ts";

const HEX = "0xde57000000000000000000000000000000000000";
const MEMO = `=<:ETH.ETH:${HEX}:1800000000/43200/0`;

function createOrderWorld(options: Parameters<typeof createWorld>[0] = { nodes: 2 }): World {
  const world = createWorld(options);
  world.mimir.ENABLEADVSWAPQUEUE = 1;
  return world;
}

const ask = (world: World, more: Partial<QuoteRequest> = {}) =>
  world.network.getQuote({
    from: "BTC",
    to: "eth",
    amount: "1",
    destination: HEX,
    targetOut: "18",
    ...more,
  });

/** What both nodes answer to the order, changed. */
function withOrder(
  world: World,
  change: (quote: Record<string, unknown>, node: string) => unknown,
): World {
  world.intercept = (name, url, reply) =>
    url.pathname.endsWith("/quote/limit") ? change(reply as Record<string, unknown>, name) : reply;
  return world;
}

test("an order: its limit, how long it rests, what the network pays now, and no fee or time of its own", async () => {
  const world = createOrderWorld();
  const quote = await ask(world);
  expect(quote).toMatchObject({
    failure: null,
    trading: { verdict: "open" },
    expectedAmountOut: 1_800_000_000n,
    // In parts, which share the outbound fee.
    minReceived: 1_799_400_000n,
    order: { marketOut: 1_739_654_000n, ttlBlocks: 43_200, ttlSeconds: 259_200 },
    memo: MEMO,
    inboundAddress: "btcvault1",
    sourcesAgreeing: 2,
    sendBeforeMs: world.nowMs + 900_000,
    fees: [
      { kind: "liquidity", amount: null, bps: null },
      { kind: "outbound", amount: null, bps: null },
      { kind: "affiliate", amount: null, bps: null },
    ],
    streaming: { mode: "rapid", interval: 0, quantity: null, isApplied: null },
    seconds: { inboundConfirmation: 1200, swap: null, outboundDelay: null, total: null },
    ...{ totalCost: null, totalCostBps: null, priceImpact: null, priceImpactBps: null },
    recommendedMinAmount: 4412n,
    withheld: null,
    adviceLevel: "warned",
  });
  expect(quote.warnings).toEqual([
    warnOf("limit_order")(
      "This limit order waits until the swap brings at least 18 ETH, before the outbound fee.",
      "The network would pay 17.39654 ETH now. It expires about 3 days after your deposit. What is not filled then is refunded, less any outbound fee.",
    ),
  ]);
  const asked = world.calls.filter((call) => call.includes("quote"));
  expect(asked.sort()).toEqual(
    ["node0", "node1"].flatMap((node) => [
      `${node} thorchain/quote/limit`,
      `${node} thorchain/quote/swap`,
    ]),
  );
});

test("of three operators one writes another limit, an atom off: two that agree decide", async () => {
  for (const liar of ["node0", "node1", "node2"]) {
    const world = withOrder(createOrderWorld({ nodes: 3 }), (quote, node) =>
      node === liar ? { ...quote, memo: MEMO.replace("1800000000", "1800000001") } : quote,
    );
    const { memo, warnings } = await ask(world);
    expect(memo, `${liar} lies`).toBe(MEMO);
    expect(warnings.some(({ code }) => code === "outvoted")).toBe(liar !== "node2");
  }
});

test("an order has no cost, whatever its limit: nobody knows the prices at which it is filled", async () => {
  const quote = await ask(createOrderWorld(), { targetOut: "17" });
  expect(quote.warnings[0]?.text).toContain(
    "The network would pay 17.39654 ETH now, so it may be filled at once.",
  );
  const unknown = { totalCost: null, totalCostBps: null };
  expect(quote).toMatchObject({
    minReceived: 1_699_400_000n,
    adviceLevel: "warned",
    belowLimit: "wait",
    ...unknown,
  });
  // By the prices of now, the first would be negative: the worth sent is about 18.19 ETH.
  for (const targetOut of ["18.3", "19", "17.9"])
    expect(await ask(createOrderWorld(), { targetOut }), targetOut).toMatchObject(unknown);
  const dear = await ask(createOrderWorld(), { targetOut: "16" });
  expect(dear.warnings.find(({ code }) => code === "costly")?.text).toMatch(
    /^At its limit, the total cost is 12\.0\d % of the amount sent\./,
  );
  const half = await ask(createOrderWorld(), { targetOut: "8" });
  expect(half).toMatchObject({
    memo: null,
    withheld: { code: "costly" },
    adviceLevel: "forbidden",
  });
});

test("what the sources do not say alike, or not as asked, withholds memo and address", async () => {
  type Quote = Record<string, unknown>;
  const rows: [name: string, code: string, change: (quote: Quote, node: string) => unknown][] = [
    ["other output", "memo_mismatch", (quote) => ({ ...quote, expected_amount_out: "1900000000" })],
    ["a swap's memo", "memo_mismatch", (quote) => ({ ...quote, memo: MEMO.replace("=<", "=") })],
    ["a lower limit", "memo_mismatch", (quote) => ({ ...quote, memo: MEMO.replace("18", "17") })],
    [
      "another receiver",
      "memo_mismatch",
      (quote) => ({ ...quote, memo: MEMO.replace("de57", "de58") }),
    ],
    ["several parts", "memo_mismatch", (quote) => ({ ...quote, memo: MEMO.replace("/0", "/5") })],
    [
      "no lifetime",
      "sources_disagree",
      (quote) => ({ ...quote, memo: MEMO.replace("/43200/0", "") }),
    ],
    ["no memo", "sources_disagree", ({ memo: _, ...quote }) => quote],
    [
      "two lifetimes",
      "sources_disagree",
      (quote, node) =>
        node === "node0" ? quote : { ...quote, memo: MEMO.replace("43200", "600") },
    ],
    [
      "another address",
      "sources_disagree",
      (quote) => ({ ...quote, inbound_address: "btcvault2" }),
    ],
    ["one source", "one_source", (quote, node) => (node === "node0" ? quote : down)],
    [
      "one refusal",
      "sources_disagree",
      (quote, node) =>
        node === "node0"
          ? quote
          : status(400, { code: 3, message: "generated memo too long for source chain" }),
    ],
  ];
  for (const [name, code, change] of rows) {
    const quote = await ask(withOrder(createOrderWorld(), change));
    expect(quote, name).toMatchObject({ memo: null, inboundAddress: null, withheld: { code } });
    expect(quote.adviceLevel, name).toBe("forbidden");
  }
});

test("a swap is not asked to be an order, and the price of now is judged like any quote", async () => {
  const world = createOrderWorld();
  world.intercept = (name, url, reply) =>
    name === "node1" && url.pathname.endsWith("/quote/swap")
      ? { ...(reply as object), expected_amount_out: "1700000000" }
      : reply;
  expect(await ask(world)).toMatchObject({
    memo: null,
    order: null,
    withheld: { code: "sources_disagree" },
  });
  const swap = createOrderWorld();
  expect((await ask({ ...swap, network: swap.network }, {})).order).not.toBeNull();
  expect(swap.calls.filter((call) => call.includes("limit"))).toHaveLength(2);
});

test("only where every source says that orders are filled, one is offered", async () => {
  const rows: [modes: [number | undefined, number | undefined], code: string | null][] = [
    [[1, 1], null],
    [[2, 2], "limit_orders_off"],
    [[0, 0], "limit_orders_off"],
    [[1, 2], "unreadable"],
    [[0, 1], "unreadable"],
    [[undefined, 0], "limit_orders_off"],
    // A release that lists no such parameter has no orders.
    [[undefined, undefined], "limit_orders_off"],
    [[1, undefined], "unreadable"],
  ];
  for (const [modes, code] of rows) {
    const world = createWorld({ nodes: 2 });
    world.intercept = (name, url, reply) => {
      const mode = modes[name === "node0" ? 0 : 1];
      return url.pathname.endsWith("/mimir")
        ? { ...world.mimir, ...(mode !== undefined && { ENABLEADVSWAPQUEUE: mode }) }
        : reply;
    };
    const quote = await ask(world);
    expect(quote.withheld?.code ?? null, String(modes)).toBe(code);
    expect(quote.memo === null, String(modes)).toBe(code !== null);
  }
});

test("a node that takes no orders refuses, which is no reason to ask again", async () => {
  const refusal = {
    code: 3,
    message: "limit orders require advanced swap queue to be enabled: invalid request",
  };
  const world = withOrder(createOrderWorld(), () => status(400, refusal));
  const { failure } = await ask(world);
  expect(failure).toMatchObject({
    code: "limit_orders_off",
    argument: "target_out",
    retryAfterSeconds: null,
  });
});

test("orders that both nodes do not know are switched off; where one knows them, the sources disagree", async () => {
  const off = { code: "limit_orders_off", argument: "target_out", retryAfterSeconds: null };
  for (const [code, body] of [
    [501, { code: 12, message: "Not Implemented" }],
    [404, { message: "not found" }],
  ] as const) {
    const unknown = status(code, body);
    expect(await ask(withOrder(createOrderWorld(), () => unknown))).toMatchObject({
      memo: null,
      failure: off,
    });
    const one = await ask(
      withOrder(createOrderWorld(), (quote, node) => (node === "node0" ? quote : unknown)),
    );
    expect(one).toMatchObject({
      memo: null,
      failure: null,
      withheld: { code: "sources_disagree" },
    });
    // Another path that a gateway does not have says nothing of orders.
    const world = createOrderWorld();
    world.intercept = (_, url, reply) => (url.pathname.endsWith("/quote/swap") ? unknown : reply);
    expect((await ask(world)).failure?.code).toBe("unavailable");
  }
});

test("what makes no order is refused before a node is asked", async () => {
  const rows: [more: Partial<QuoteRequest>, code: string][] = [
    [{ liquidityToleranceBps: 300 }, "invalid_order"],
    [{ liquidityToleranceBps: 0 }, "invalid_order"],
    [{ toleranceBps: 300 }, "invalid_order"],
    [{ streaming: { interval: 1, quantity: 1 } }, "invalid_order"],
    [
      { to: "BTC/BTC", destination: "thor13wrmhnh2qe98rjse30pl7u6jxszjjwl4dd45px" },
      "invalid_order",
    ],
    [{ targetOut: "0" }, "invalid_amount"],
    [{ targetOut: "1.000000001" }, "invalid_amount"],
    [{ targetOut: "-1" }, "invalid_amount"],
  ];
  for (const [more, code] of rows) {
    const world = createOrderWorld();
    const error = await ask(world, more).catch((reason: unknown) => reason);
    expect(error, JSON.stringify(more)).toBeInstanceOf(InputError);
    expect(error, JSON.stringify(more)).toMatchObject({ code, argument: "target_out" });
    expect(world.calls.filter((call) => call.includes("quote"))).toEqual([]);
  }
  const world = createOrderWorld();
  const { destination: _, ...rest } = {
    from: "BTC",
    to: "ETH",
    amount: "1",
    destination: HEX,
    targetOut: "18",
  };
  await expect(world.network.getQuote(rest)).rejects.toMatchObject({ code: "invalid_order" });
  const maya = createOrderWorld({ network: "mayachain", nodes: 2 });
  await expect(ask(maya)).rejects.toMatchObject({
    code: "limit_orders_off",
    argument: "target_out",
  });
});

test("receivers of a refund and an affiliate are asked for, and stand in the memo", async () => {
  const world = createOrderWorld();
  const refund = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  withOrder(world, (quote) => ({
    ...quote,
    memo: `=<:ETH.ETH:${HEX}/${refund}:1800000000/43200/0:t1:30`,
  }));
  let query = new URLSearchParams();
  const { intercept } = world;
  world.intercept = (name, url, reply) => {
    if (url.pathname.endsWith("/limit")) query = url.searchParams;
    return intercept(name, url, reply);
  };
  const quote = await ask(world, { refundAddress: refund, affiliate: "t1", affiliateBps: 30 });
  expect(Object.fromEntries(query)).toEqual({
    from_asset: "BTC.BTC",
    to_asset: "ETH.ETH",
    amount: "100000000",
    destination: HEX,
    target_out: "1800000000",
    refund_address: refund,
    affiliate: "t1",
    affiliate_bps: "30",
  });
  // Longer than what a transaction of Bitcoin carries.
  expect(quote.withheld?.code).toBe("memo_too_long");
});

test("a halt that comes while the order may rest is told; one before the deposit arrives withholds it", async () => {
  const world = createOrderWorld();
  world.mimir.HALTETHTRADING = 25_010_000;
  const soon = await ask(world);
  expect(soon.warnings.map(({ code }) => code)).toEqual(["limit_order", "halt_scheduled"]);
  expect(soon.memo).toBe(MEMO);
  const due = createOrderWorld();
  due.mimir.HALTETHTRADING = 25_000_010;
  expect(await ask(due)).toMatchObject({ memo: null, withheld: { code: "halts_soon" } });
});

test("while swaps of several parts wait, an order waits as well, and there is no other way to offer", async () => {
  const world = createOrderWorld();
  world.mimir.STREAMINGSWAPPAUSE = 1;
  const { warnings } = await ask(world);
  expect(warnings.at(-1)).toEqual({
    code: "parts_wait",
    text: "Swaps of several parts wait now, with no end date, and this one has several.",
  });
});

test("an output that was not asked is no order, whatever its memo says", async () => {
  const quote = await ask(
    withOrder(createOrderWorld(), (one) => ({ ...one, expected_amount_out: "1900000000" })),
  );
  expect(quote.reason?.text).toBe("the order's output is not the one that was asked for");
  expect(quote.expectedAmountOut).toBeNull();
});

test("the price of now is asked with the same receivers, and without a limit", async () => {
  const world = createOrderWorld();
  const queries: URLSearchParams[] = [];
  world.intercept = (_, url, reply) => {
    if (url.pathname.endsWith("/quote/swap")) queries.push(url.searchParams);
    return reply;
  };
  await ask(world);
  expect(queries.map((query) => Object.fromEntries(query))).toEqual(
    [0, 1].map(() => ({
      from_asset: "BTC.BTC",
      to_asset: "ETH.ETH",
      amount: "100000000",
      destination: HEX,
    })),
  );
});

test("a swap beside it is none: its own quotes, its own memo, no order", async () => {
  const { targetOut: _, ...swap } = {
    from: "BTC",
    to: "eth",
    amount: "1",
    destination: HEX,
    targetOut: "18",
  };
  const world = createOrderWorld();
  const quote = await world.network.getQuote(swap);
  expect(quote).toMatchObject({
    order: null,
    expectedAmountOut: 1_739_654_000n,
    memo: `=:ETH.ETH:${HEX}:1687464380`,
  });
  expect(world.calls.filter((call) => call.includes("quote/limit"))).toEqual([]);
});

test("a deposit's confirmations are the longer of two that are near, and not known where one states none", async () => {
  for (const [second, seconds] of [
    [1240, 1240],
    [1150, 1200],
    [1800, null],
    [600, null],
    [undefined, null],
  ] as const) {
    const world = Object.assign(createOrderWorld(), { behind: { node1: 1 } });
    world.intercept = (name, url, reply) =>
      name === "node1" && url.pathname.endsWith("/quote/swap")
        ? { ...(reply as object), inbound_confirmation_seconds: second }
        : reply;
    expect((await ask(world)).seconds.inboundConfirmation, String(second)).toBe(seconds);
  }
});

test("a deposit's confirmations and fee are of the height of the answers that name them: as near as blocks move them, or equal", async () => {
  const rows: [
    height: number,
    outbound: bigint,
    seconds: number | null,
    minReceived: bigint | null,
  ][] = [
    // The swap's answers are a block apart, and those to the order are not. Less than 1 bps of the output is no difference.
    [24_999_999, 840_000n, 1240, 1_799_160_000n],
    [24_999_999, 900_000n, 1240, null],
    [25_000_000, 600_000n, null, 1_799_400_000n],
  ];
  for (const [height, outbound, seconds, minReceived] of rows) {
    const world = createOrderWorld();
    const fees = {
      asset: "ETH.ETH",
      affiliate: "0",
      outbound: `${outbound}`,
      liquidity: "3851603",
    };
    const change = {
      inbound_confirmation_seconds: 1240,
      fees: { ...fees, total: `${outbound + 3_851_603n}` },
    };
    world.intercept = (name, url, reply) =>
      name === "node1" && url.pathname.endsWith("/quote/swap")
        ? status(200, { ...(reply as object), ...change }, { [HEIGHT_HEADER]: `${height}` })
        : reply;
    const told = await ask(world);
    expect([told.seconds.inboundConfirmation, told.minReceived], `${outbound}`).toEqual([
      seconds,
      minReceived,
    ]);
  }
});

test("the warning never says more than will be paid, and an order at the price of now may be filled at once", async () => {
  const text = async (targetOut: string) =>
    (await ask(createOrderWorld(), { targetOut })).warnings[0]?.text;
  expect(await text("17.39654")).toContain("now, so it may be filled at once.");
  expect(await text("17.39654001")).not.toContain("filled at once");
  expect(await text("18.12345678")).toContain("at least 18.123456 ETH, before the outbound fee.");
});

test("what the network looks an order up by may be coarse, and an affiliate takes its share of what the order brings", () => {
  const order = { marketOut: agreed(5_000_000_000n), ttlBlocks: agreed(10), ttlSeconds: 60 };
  const preset = presets.thorchain;
  const text = (terms: { amount: bigint; target: bigint; affiliateBps?: number }) =>
    orderWarning(order, { to: "ETH.ETH", affiliateBps: 0, ...terms }, preset).text;
  const coarse = "Prices are compared in steps here: it may wait for one 5 % better.";
  // 20.5 and 20.4 units in for one out are both 20 to the network.
  const near = text({ amount: 1_025n, target: 4_999_000_000n });
  expect(near).toContain(coarse);
  expect(near).not.toContain("filled at once");
  expect(text({ amount: 1_025n, target: 4_800_000_000n })).toContain("filled at once");
  expect(text({ amount: 1_000_000_000n, target: 4_999_000_000n })).not.toContain("steps");
  expect(text({ amount: 9_999n, target: 5_000_000_000n })).toContain("steps");
  expect(text({ amount: 10_000n, target: 5_000_000_000n }), "half a percent").not.toContain(
    "steps",
  );
  expect(text({ amount: 10_000n, target: 4_800_000_000n, affiliateBps: 50 })).toContain(
    "ETH, before the outbound fee and the affiliate's 0.50 %.",
  );
});

test("one node alone changes no time and no outbound fee of an order", async () => {
  for (const liar of ["node0", "node1"]) {
    const told = async (change: (quote: ReturnType<typeof Object>) => object) => {
      const world = createOrderWorld();
      world.intercept = (name, url, reply) =>
        name === liar && url.pathname.endsWith("/quote/swap") ? change(reply as object) : reply;
      const { seconds, minReceived } = await ask(world);
      return [seconds.inboundConfirmation, minReceived];
    };
    expect(await told((quote) => quote)).toEqual([1_200, 1_799_400_000n]);
    expect(await told((quote) => ({ ...quote, inbound_confirmation_seconds: 12_000 }))).toEqual([
      null,
      1_799_400_000n,
    ]);
    const fees = {
      asset: "ETH.ETH",
      affiliate: "0",
      outbound: "6000000",
      liquidity: "3851603",
      total: "9851603",
    };
    expect(await told((quote) => ({ ...quote, fees }))).toEqual([1_200, null]);
  }
});

test("an order's quotes are chosen where those who told their parameters fill orders, and all say one lifetime", () => {
  const filling = { height: 1, mimir: { ENABLEADVSWAPQUEUE: 1 }, rows: null };
  const unread = { ...filling, mimir: null };
  const choose = (
    memos: (string | undefined)[],
    nodes: (typeof filling | typeof unread)[] = [filling, filling],
  ) => {
    const [fees, expected_amount_out] = [{ asset: "" }, 5n];
    const orderQuotes = memos.map((memo) => ({
      fees,
      expected_amount_out,
      ...(memo !== undefined && { memo }),
    }));
    const request = { from: "BTC.BTC", to: "ETH.ETH", amount: "1", targetOut: "5" };
    const asked = {
      request,
      target: 5n,
      quorum: 2,
      marketQuotes: [],
      orderQuotes,
      evidence: { nodes },
    } as const;
    return chooseQuotes(asked, agreed(4n));
  };
  const resting = { order: { marketOut: 4n, ttlBlocks: 9, ttlSeconds: 54 }, output: 5n };
  const memo = "=<:e:0x1:5/9/0";
  expect(choose([memo, memo])).toMatchObject(resting);
  expect(choose([memo, memo], [filling, unread])).toMatchObject(resting);
  expect(choose([memo, memo], [unread, unread])).toMatchObject(resting);
  const off = { ...filling, mimir: { ENABLEADVSWAPQUEUE: 2 } };
  expect(choose([memo, memo], [off, off])).toEqual(quoteReasons.ordersOff);
  expect(choose([memo, memo], [filling, off])).toEqual(quoteReasons.ordersNotChecked);
  for (const other of ["=<:e:0x1:5/8/0", "=<:e:0x1:5", "=<:e:0x1:x", undefined])
    expect(choose([memo, other])).toEqual(quoteReasons.lifetimesApart);
  expect(choose([undefined, undefined])).toEqual(quoteReasons.lifetimesApart);
  expect(choose(["=<:e:0x1:x", "=<:e:0x1:x"])).toEqual(quoteReasons.lifetimesApart);
});
