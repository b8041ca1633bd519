// STREAMINGSWAPPAUSE: swaps of several parts wait, although quote, flags and pools are as ever.
import { expect, test } from "@playwright/test";
import { type QuoteRequest, unknownCode } from "../../../../lib/protocol/model/quote.ts";
import { createWorld, down, status, toBlock, type World } from "../../../support/world.ts";

const rows: readonly (readonly [
  value: number,
  blocks: number,
  single: boolean,
  isTold: boolean,
])[] = [
  [1, 3, false, true],
  [1_000_000_000, 3, false, true],
  [1, 3, true, false],
  [1, 0, false, false],
  [0, 3, false, false],
];
for (const [value, blocks, single, isTold] of rows) {
  test(`${value}, parts over ${blocks} blocks${single ? ", asked for in one part" : ""}: ${isTold ? "" : "no "}warning`, async () => {
    const world = createWorld();
    world.mimir.STREAMINGSWAPPAUSE = value;
    world.rewrite = (body, path) =>
      path.endsWith("/quote/swap")
        ? { ...(body as object), streaming_swap_blocks: blocks, max_streaming_quantity: 9 }
        : body;
    const streaming = { interval: 1, quantity: 1 };
    const quote = await world.network.getQuote({
      from: "BTC",
      to: "ETH",
      amount: "1",
      ...(single && { streaming }),
    });
    expect(quote.trading.verdict).toBe("open");
    const told = quote.warnings.filter(({ code }) => code === "parts_wait").map(({ text }) => text);
    expect(told.length).toBe(isTold ? 1 : 0);
    if (isTold) expect(told[0]).toContain("wait now, with no end date");
    expect(quote.seconds.total, "what waits has no time").toBe(isTold ? null : 1_380);
    if (isTold) expect(unknownCode(quote, "total")).toBe("parts_wait");
  });
}

for (const [from, to, amount, more] of [
  ["BTC", "ETH", "1", {}],
  // By the depths of the pool about 0.2 BTC.
  ["RUNE", "BTC-BTC", "100000", { expected_amount_out: "19000000" }],
] as const) {
  test(`${from} to ${to}: what is asked for in parts waits, also where the network would make one part of it`, async () => {
    const world = createWorld();
    world.mimir.STREAMINGSWAPPAUSE = 1;
    world.rewrite = (body, path) =>
      path.endsWith("/quote/swap")
        ? { ...(body as object), streaming_swap_blocks: 0, max_streaming_quantity: 1, ...more }
        : body;
    const quote = await world.network.getQuote({
      from,
      to,
      amount,
      streaming: { interval: 1, quantity: 20 },
    });
    expect(quote).toMatchObject({
      reason: null,
      sizeFault: null,
      streaming: { quantity: 1, isApplied: false },
    });
    expect(quote.warnings.find(({ code }) => code === "parts_wait")?.text).toMatch(
      /^Swaps of several parts wait now/,
    );
  });
}

test("what is withheld for another reason has no time either, for the same one", async () => {
  const world = createWorld();
  Object.assign(world.mimir, { STREAMINGSWAPPAUSE: 1, HALTTRADING: toBlock(world).height + 10 });
  const quote = await world.network.getQuote({
    from: "BTC",
    to: "ETH",
    amount: "1",
    streaming: { interval: 1, quantity: 9 },
  });
  expect(quote).toMatchObject({
    reason: { code: "halts_soon" },
    seconds: { swap: null, total: null },
  });
  expect([unknownCode(quote, "swap"), unknownCode(quote, "total")]).toEqual([
    "parts_wait",
    "parts_wait",
  ]);
});

test.describe("while parts wait, one more question says what one part costs more", () => {
  const PAUSED = { STREAMINGSWAPPAUSE: 1 };
  /** The sources answer a swap in one part with `one`, any other in nine parts with `out`. */
  function scripted(
    mimir: Record<string, number>,
    one: (name: string) => unknown,
    out = "30000000000",
  ) {
    const world = createWorld({ nodes: 2 });
    Object.assign(world.mimir, mimir);
    world.intercept = (name, url, reply) => {
      if (!url.pathname.endsWith("/quote/swap")) return reply;
      if (url.searchParams.get("streaming_quantity") === "1") return one(name);
      return {
        ...answer,
        expected_amount_out: out,
        streaming_swap_blocks: 3,
        max_streaming_quantity: 9,
      };
    };
    return world;
  }
  const answer = {
    expected_amount_out: "18000000000",
    max_streaming_quantity: 9,
    streaming_swap_blocks: 0,
    fees: {
      asset: "ETH.ETH",
      affiliate: "0",
      outbound: "600000",
      liquidity: "1000000",
      total: "1600000",
    },
    inbound_confirmation_seconds: 600,
    outbound_delay_seconds: 6,
    total_swap_seconds: 606,
    expiry: 1_800_000_900,
  };
  const request = { from: "BTC", to: "ETH", amount: "20" };
  const unlimited = { liquidityToleranceBps: 0 };
  const textOf = async (world: World, more: Partial<QuoteRequest> = {}) => {
    const { warnings } = await world.network.getQuote({ ...request, ...more });
    return warnings.find(({ code }) => code === "parts_wait")?.text ?? null;
  };
  const questions = ({ calls }: World) =>
    calls.filter((call) => call.includes("quote/swap")).length;

  test("the figure of two nodes, the worse of both, beside what parts bring if nobody refills the pools", async () => {
    const world = scripted(PAUSED, (name) =>
      name === "node0" ? answer : { ...answer, expected_amount_out: "17990000000" },
    );
    expect(await textOf(world, unlimited)).toMatch(
      /Ask for one part: it would run now, and bring about 62.35 ETH less \([\d.]+ % of the amount sent\)\.$/,
    );
    expect(questions(world)).toBe(4);
  });

  const unread: Readonly<Record<string, (name: string) => unknown>> = {
    "no node answers": () => down,
    "one node refuses it": (name) =>
      name === "node0" ? answer : status(400, { message: "pool is too shallow" }),
    "the nodes are far apart": (name) =>
      name === "node0" ? answer : { ...answer, expected_amount_out: "2000000000" },
    "more than the pools give": () => ({ ...answer, expected_amount_out: "19000000000" }),
  };
  for (const [what, one] of Object.entries(unread))
    test(`${what}: not known, and the quote stands`, async () => {
      expect(await textOf(scripted(PAUSED, one), unlimited)).toMatch(
        /it would run now\. What that costs more could not be read\.$/,
      );
    });

  test("nothing more is asked where parts run, and where one part is asked for", async () => {
    const rows = [
      [{}, {}],
      [PAUSED, { streaming: { interval: 1, quantity: 1 } }],
      [
        PAUSED,
        {
          streaming: { interval: 1, quantity: 1 },
          destination: "0x90f79bf6eb2c4f870365e785982e1f101e93b906",
        },
      ],
      [PAUSED, { targetOut: "400", destination: "0x90f79bf6eb2c4f870365e785982e1f101e93b906" }],
    ] as const;
    for (const [mimir, more] of rows) {
      const world = scripted(mimir, () => answer);
      await textOf(world, more);
      expect(questions(world)).toBe(2);
    }
  });

  test("the question names receiver and affiliate as asked, and no limit: one part may be worse than the limit of parts", async () => {
    const asked: URLSearchParams[] = [];
    const world = scripted(PAUSED, () => answer);
    const { intercept } = world;
    world.intercept = (name, url, reply) => {
      if (url.searchParams.get("streaming_quantity") === "1") asked.push(url.searchParams);
      return intercept(name, url, reply);
    };
    const destination = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";
    await textOf(world, { destination, affiliate: "alice", affiliateBps: 5 });
    expect(asked).toHaveLength(2);
    for (const query of asked)
      expect(Object.fromEntries(query)).toEqual({
        from_asset: "BTC.BTC",
        to_asset: "ETH.ETH",
        amount: "2000000000",
        destination,
        streaming_interval: "1",
        streaming_quantity: "1",
        affiliate: "alice",
        affiliate_bps: "5",
      });
  });
});
