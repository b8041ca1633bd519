// What a swap costs in parts beside what it costs in one part: one sentence, and only where the network splits the swap.
import { expect, test } from "@playwright/test";
import type { QuoteReading, QuoteRequest } from "../../../../../lib/protocol/model/quote.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import { quoteSections } from "../../../../../lib/site/live/quote/view.ts";
import { agreed } from "../../../../support/agreed.ts";
import { tradingHalt } from "../../../../support/halt-key.ts";
import { createWorld } from "../../../../support/world.ts";
import { createFakeNetwork, quote } from "../../../mcp/fake-network.ts";
import { askFake, askSample, askWorld, btcToEth, HEX, ORIGIN } from "./views.ts";

test.describe("the costs in parts and in one part", () => {
  const large = "from=eth.usdc&to=btc&amount=50000";
  const destination = "destination=sample-btc-recipient";
  const rapid = { mode: "rapid", interval: 0, quantity: 12, isApplied: true } as const;
  const spaced = { ...rapid, mode: "spaced", interval: 1 } as const;
  const isOnePart = ({ streaming }: QuoteRequest) => streaming?.quantity === 1;

  const costing = (request: QuoteRequest, usd: number | null, out: bigint): QuoteReading => ({
    ...quote,
    expectedAmountOut: agreed(out),
    totalCost: {
      asset: "ETH.ETH",
      base: 1n,
      usd: usd === null ? null : BigInt(Math.round(usd * 1e8)),
    },
    streaming: isOnePart(request) ? quote.streaming : request.streaming ? spaced : rapid,
    maxStreamingQuantity: 12,
  });
  /** A network that splits by itself, with these costs in dollars. */
  const createSplitting = (
    costs: { readonly parts: number | null; readonly one: number | null },
    asked: QuoteRequest[] = [],
  ) =>
    createFakeNetwork({
      getQuote: async (request) => {
        asked.push(request);
        const isBetter = isOnePart(request) === (costs.one ?? 0) < (costs.parts ?? 0);
        const usd = isOnePart(request) ? costs.one : costs.parts;
        return costing(request, usd, isBetter ? 1_750_000_000n : 1_739_654_000n);
      },
    });
  const costs = { parts: 1_489.63, one: 111_930.01 };

  test("stand in one sentence each, the better first, by two quotes of the network", async () => {
    const asked: QuoteRequest[] = [];
    const view = await askFake(
      createSplitting(costs, asked),
      `from=BTC&to=ETH&amount=1&destination=${HEX}`,
    );
    const same = { from: "BTC.BTC", to: "ETH.ETH", amount: "1" };
    expect(asked).toEqual([
      { ...same, destination: HEX },
      { ...same, streaming: { interval: 1, quantity: 1 } },
    ]);
    expect(view.answer?.comparison).toEqual({
      text: "In parts it costs about $1,490. In one part it would cost $111,931.",
      link: {
        href: `/quote?from=BTC.BTC&to=ETH.ETH&amount=1&destination=${HEX}&streaming=1%2F1`,
        label: "Quote it in one part",
      },
    });
    const markdown = quoteMarkdown(view, ORIGIN);
    expect(markdown).toContain(
      `## ${quoteSections.comparison}\n\nIn parts it costs about $1,490. In one part`,
    );
  });

  test("are told of the way that was asked for, as what it costs", async () => {
    const textOf = async (query: string, amounts: typeof costs) =>
      (await askFake(createSplitting(amounts), `${btcToEth}${query}`)).answer?.comparison?.text;
    expect(await textOf("&streaming=1/1", costs)).toBe(
      "In parts it would cost about $1,490. In one part it costs $111,931.",
    );
    expect(await textOf("&streaming=1/0", costs)).toBe(
      "In parts it costs about $1,490. In one part it would cost $111,931.",
    );
    const cheap = { parts: 4.5, one: 3.25 };
    expect(await textOf("", cheap)).toBe(
      "In one part it would cost $3.25. In parts it costs about $4.50.",
    );
  });

  test("are not told where both ways bring as much", async () => {
    for (const less of [0n, 1n, 350_000n]) {
      const getQuote = async (request: QuoteRequest) =>
        costing(request, 10, isOnePart(request) ? 1_750_000_000n - less : 1_750_000_000n);
      const { answer } = await askFake(createFakeNetwork({ getQuote }), btcToEth);
      // Two sources that state figures 2 bps apart state the same.
      expect(answer?.comparison, String(less)).toBeNull();
    }
  });

  test("that are not known are never a figure", async () => {
    const textOf = async (amounts: Parameters<typeof createSplitting>[0]) =>
      (await askFake(createSplitting(amounts), btcToEth)).answer?.comparison?.text;
    expect(await textOf({ parts: 1_489.63, one: null })).toBe(
      "In parts it costs about $1,490. What it would cost in one part is not known.",
    );
    expect(await textOf({ parts: null, one: 4 })).toBeUndefined();
  });

  test("of a swap that the network does not split are not asked for, and there is no section", async () => {
    let asked = 0;
    const getQuote = async () => {
      asked += 1;
      return quote;
    };
    const view = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    expect(asked).toBe(1);
    expect(view.answer?.comparison).toBeNull();
    expect(quoteMarkdown(view, ORIGIN)).not.toContain(quoteSections.comparison);
    // One part was asked for, and the network would not split it either.
    const one = await askFake(createFakeNetwork({ getQuote }), `${btcToEth}&streaming=1/1`);
    expect(one.answer?.comparison).toBeNull();
    expect((await askSample("from=BTC&to=ETH&amount_usd=500")).answer?.comparison).toBeNull();
  });

  test("a missing comparison does not delay the quote, and is reported", async () => {
    const getQuote: Network["getQuote"] = (request, options) =>
      request.streaming
        ? new Promise((_, reject) =>
            options?.signal?.addEventListener("abort", () => reject(options.signal?.reason), {
              once: true,
            }),
          )
        : Promise.resolve({ ...quote, streaming: rapid });
    const { answer } = await askFake(
      createFakeNetwork({ getQuote }),
      `${btcToEth}&destination=${HEX}`,
    );
    expect(answer?.deposit?.memo).toBe(quote.memo);
    expect(answer?.comparison?.text).toBe(
      "In parts it costs about $157. What it would cost in one part is not known.",
    );
  });

  test("asked in one way, the quote and its memo are for that way", async () => {
    const own = await askSample(`${large}&${destination}`);
    const one = await askSample(`${large}&${destination}&streaming=1/1`);
    const parts = await askSample(`${large}&${destination}&streaming=1`);
    expect(own.answer?.deposit?.memo).toMatch(/:\d+$/);
    expect(one.answer?.deposit?.memo).toMatch(/:\d+\/1\/1$/);
    expect(parts.answer?.deposit?.memo).toMatch(/:\d+\/1\/0$/);
    expect([own, one, parts].map((view) => view.form.streaming)).toEqual([null, "1/1", "1"]);
  });

  test("a halt that begins during the comparison is the answer", async () => {
    const world = createWorld();
    const swap = (url: URL) => {
      if (url.searchParams.has("streaming_interval")) {
        world.mimir[tradingHalt("BTC")] = 1;
        world.nowMs += 7_000;
      }
      return {
        expected_amount_out: "90000000",
        fees: { asset: "ETH.ETH", outbound: "500" },
        inbound_address: "btcvault1",
        expiry: Math.floor(world.nowMs / 1000) + 900,
        max_streaming_quantity: 7,
        streaming_swap_blocks: 7,
        memo: `=:ETH.ETH:${HEX}`,
      };
    };
    world.scripts.node0 = { swap };
    const { answer } = await askWorld(world, `${btcToEth}&destination=${HEX}`);
    expect(answer?.verdict.state).toBe("halted");
    expect(answer?.deposit).toMatchObject({ memo: null, address: null });
  });

  test("a flag of a node is told as a halt", async () => {
    const world = createWorld();
    world.rows.BTC = { halted: true, chain_trading_paused: true };
    const { answer } = await askWorld(world, btcToEth);
    expect(answer?.verdict.state).toBe("halted");
  });
});
