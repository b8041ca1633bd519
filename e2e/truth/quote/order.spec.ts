// A limit order: two nodes name it, its memo is ours, and it has no figure that no node can know.
import { expect, test } from "@playwright/test";
import { scriptNodes } from "../../support/changes.ts";
import type { Row } from "../../support/wire.ts";
import { down, type World } from "../../support/world.ts";
import {
  type Asked,
  askWorld,
  blocksApart,
  createQuoteWorld,
  HEX,
  MEMO,
  outcome,
  poolOf,
  quoteCalls,
  read,
  warningCodes,
} from "./asked.ts";

const on = { ENABLEADVSWAPQUEUE: 1 };
const ORDER = `=<:ETH.ETH:${HEX}:1010000/43200/0`;
/** The pools pay 0.01 ETH now. */
const ask = { targetOut: "0.0101" };
const orderOf = (asked: Asked = {}) => ({ ask, ...asked, mimir: { ...on, ...asked.mimir } });
const readOrder = (asked?: Asked) => read(orderOf(asked));
const memo = (from: string, to: string) => (order: Row) => ({
  ...order,
  memo: `${order.memo}`.replace(from, to),
});
const mode = (...modes: (number | undefined)[]): Asked => ({
  change: (world) =>
    modes.forEach((value, index) => {
      const { ENABLEADVSWAPQUEUE: _, ...mimir } = world.mimir;
      const parameters = { ...mimir, ...(value !== undefined && { ENABLEADVSWAPQUEUE: value }) };
      scriptNodes(world, { mimir: parameters }, [`node${index}`]);
    }),
});

test("its limit, how long it rests, what the network pays now, and no fee or time of its own", async () => {
  const say = { recommended_min_amount_in: "9", fees: { asset: "ETH.ETH", outbound: "500" } };
  const quote = await readOrder({ say });
  expect(quote).toMatchObject({
    memo: ORDER,
    expectedAmountOut: 1_010_000n,
    bestCaseOut: null,
    // In parts, which share the outbound fee.
    minReceived: 1_009_500n,
    plannedMinimum: null,
    belowLimit: "wait",
    order: { marketOut: 1_000_000n, ttlBlocks: 43_200, ttlSeconds: 259_200 },
    sendBeforeMs: 1_800_000_900_000,
    streaming: { mode: "rapid", interval: 0, quantity: null, isApplied: null },
    seconds: { inboundConfirmation: 1_200, swap: null, outboundDelay: null, total: null },
    ...{ totalCost: null, totalCostBps: null, priceImpact: null, priceImpactBps: null },
    recommendedMinAmount: 4_412n,
    adviceLevel: "warned",
  });
  expect(quote.fees.map(({ amount, bps }) => [amount, bps])).toEqual(Array(3).fill([null, null]));
  expect(warningCodes(quote)).toEqual(["limit_order"]);
  const swap = await read({ mimir: on });
  expect([swap.order, swap.memo]).toEqual([null, MEMO]);
});

const rows: readonly [name: string, outcome: string, asked: Asked][] = [
  ["both fill orders", ORDER, {}],
  ["another output of one", "memo_mismatch", { order: [{}, { expected_amount_out: "1010001" }] }],
  ["a lower limit", "memo_mismatch", { order: memo("1010000", "1009999") }],
  ["another receiver", "memo_mismatch", { order: memo("abcd", "abce") }],
  ["several parts", "memo_mismatch", { order: memo("/0", "/5") }],
  ["no lifetime", "sources_disagree", { order: memo("/43200/0", "") }],
  ["a lifetime of nothing", "sources_disagree", { order: memo("43200", "0") }],
  ["no memo", "sources_disagree", { order: { memo: undefined } }],
  ["two lifetimes", "sources_disagree", { order: [{}, memo("43200", "600")] }],
  ["another lifetime of both", ORDER.replace("43200", "600"), { order: memo("43200", "600") }],
  ["no price of now of one", "one_source", { say: [{}, () => down] }],
  ["listed by none", "limit_orders_off", mode(undefined, undefined)],
  ["filled by one of two", "unreadable", mode(1, 2)],
  ["filled by one, and listed by none else", "unreadable", mode(1, undefined)],
];
for (const [name, expected, asked] of rows) {
  test(`an order, ${name}: ${expected}`, async () =>
    expect(await outcome(orderOf(asked))).toBe(expected));
}

test("of three operators one writes another limit, an atom off: two that agree decide", async () => {
  for (const liar of [0, 1, 2]) {
    const order = [0, 1, 2].map((node) => (node === liar ? memo("1010000", "1010001") : {}));
    const quote = await readOrder({ order, in: { nodes: 3 } });
    expect(quote.memo).toBe(ORDER);
    expect(warningCodes(quote).includes("outvoted")).toBe(liar !== 2);
  }
});

// What one source says of the price of now: the deposit's time, and the fee of the payout.
const fee = (outbound: string) => ({ fees: { asset: "ETH.ETH", outbound } });
const apart = { change: blocksApart };
const prices: readonly [
  name: string,
  say: object,
  seconds: number | null,
  minReceived: bigint | null,
  asked?: Asked,
][] = [
  ["a time that is near", { inbound_confirmation_seconds: 1_240 }, 1_240, 1_009_500n, apart],
  ["a time far off", { inbound_confirmation_seconds: 1_800 }, null, 1_009_500n, apart],
  ["no time", { inbound_confirmation_seconds: undefined }, null, 1_009_500n, apart],
  ["a time of the same height", { inbound_confirmation_seconds: 1_240 }, null, 1_009_500n],
  // Less than a basis point of the output is no difference.
  ["a fee that is near", fee("666"), 1_200, 1_009_334n, apart],
  ["a fee far off", fee("667"), 1_200, null, apart],
  ["a fee of the same height", fee("501"), 1_200, null],
];
for (const [name, said, seconds, minReceived, asked] of prices) {
  test(`the price of now of one source has ${name}`, async () => {
    for (const say of [
      [{}, said],
      [said, {}],
    ]) {
      const quote = await readOrder({ say, ...asked });
      expect([quote.seconds.inboundConfirmation, quote.minReceived]).toEqual([
        seconds,
        minReceived,
      ]);
    }
  });
}

// Where the answers to the order are of another height than the price of now, their times are not of one state.
test("a time is exact only where order and price of now are of one height", async () => {
  const change = (world: World) => {
    world.behind = {};
    const before = world.intercept;
    world.intercept = (name, url, reply) => {
      world.behind.node1 = url.pathname.endsWith("/quote/swap") ? 1 : 0;
      return before(name, url, reply);
    };
  };
  const say = [{}, { inbound_confirmation_seconds: 1_240 }];
  expect((await readOrder({ say, change })).seconds.inboundConfirmation).not.toBe(1_200);
});

const warned: readonly [name: string, codes: readonly string[], asked: Asked][] = [
  ["parts that wait", ["limit_order", "parts_wait"], { mimir: { STREAMINGSWAPPAUSE: 1 } }],
];
for (const [name, codes, asked] of warned) {
  test(`an order is warned of ${name}`, async () => {
    const quote = await readOrder(asked);
    expect(warningCodes(quote)).toEqual(codes);
    if (asked.mimir) expect(quote.warnings.at(-1)?.meaning).toBeUndefined();
  });
}

test("of halts a day after its last block an order says nothing, and of the one before it does", async () => {
  for (const [seconds, isTold] of [
    [86_400 + 259_200, true],
    [86_406 + 259_200, false],
  ] as const) {
    const quote = await readOrder({ soon: { HALTETHTRADING: seconds } });
    expect(warningCodes(quote).includes("halt_scheduled")).toBe(isTold);
  }
});

// The network looks an order up by a whole number: amount by output, which is coarse for many units of one sent.
const cheapPools = (depth: string) => [
  poolOf("BTC.BTC", { balance_asset: "1000000000000" }),
  poolOf("ETH.ETH", { balance_asset: depth }),
];
const tiny = { recommended_min_amount_in: "1", dust_threshold: "0" };
const paysNow = (out: string) => ({ say: { expected_amount_out: out } });
const coarse = { ...paysNow("5000000000"), order: tiny, pools: cheapPools("5000000000000000000") };
const fine = { ...coarse, pools: cheapPools("500000000000000000") };
const withShare = (order: Row) => ({ ...order, memo: `${order.memo}:t:50` });
const texts: readonly [name: string, words: RegExp | null, not: RegExp | null, asked: Asked][] = [
  ["at the price of now", /filled at once/, /steps/, { ask: { targetOut: "0.01" } }],
  ["a unit above it", null, /filled at once/, { ask: { targetOut: "0.01000001" } }],
  [
    "never more than is paid",
    /18\.123456 ETH/,
    null,
    { ask: { amount: "18", targetOut: "18.12345678" }, ...paysNow("1800000000") },
  ],
  [
    "with an affiliate",
    /0\.50 %/,
    null,
    { ask: { ...ask, affiliate: "t", affiliateBps: 50 }, order: withShare },
  ],
  [
    "coarse, of the same whole number",
    /5 % better/,
    /filled at once/,
    { ask: { amount: "0.00001025", targetOut: "49.99" }, ...coarse },
  ],
  [
    "coarse, of another whole number",
    /filled at once/,
    null,
    { ask: { amount: "0.00001025", targetOut: "48" }, ...coarse },
  ],
  ["half a percent", null, /better/, { ask: { amount: "0.0001", targetOut: "50" }, ...fine }],
  ["just more", /better/, null, { ask: { amount: "0.00009999", targetOut: "50" }, ...fine }],
];
for (const [name, words, not, asked] of texts) {
  test(`the figures of an order's warning, ${name}`, async () => {
    const { warnings } = await readOrder(asked);
    const text = warnings.find(({ code }) => code === "limit_order")?.text ?? "";
    expect(text).toContain("ETH");
    if (words) expect(text).toMatch(words);
    if (not) expect(text).not.toMatch(not);
  });
}

test("each node is asked for the order and for the price of now", async () => {
  const world = createQuoteWorld({ mimir: on });
  await askWorld(world, ask);
  expect(quoteCalls(world).sort()).toEqual(
    ["node0", "node1"].flatMap((node) => [
      `${node} thorchain/quote/limit`,
      `${node} thorchain/quote/swap`,
    ]),
  );
});
