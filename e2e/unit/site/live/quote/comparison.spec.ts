// The ways in which a swap can run: one card each, with the figures of a quote of its own.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../../../lib/protocol/model/quote.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import type { QuoteView } from "../../../../../lib/site/live/quote/page.ts";
import { agreed } from "../../../../support/agreed.ts";
import { tradingHalt } from "../../../../support/halt-key.ts";
import { createFakeNetwork, quote } from "../../../mcp/fake-network.ts";
import { createWorld, status } from "../../../protocol/network-world.ts";
import { askFake, askSample, askWorld, btcToEth, HEX } from "./views.ts";

test.describe("the ways in which the swap can run", () => {
  const large = "from=eth.usdc&to=btc&amount=50000";
  const destination = "destination=sample-btc-recipient";
  const rapid = { mode: "rapid", interval: 0, quantity: 12, isApplied: true } as const;
  const spaced = { mode: "spaced", interval: 1, quantity: 12, isApplied: true } as const;
  const wayOf = ({ streaming }: QuoteRequest) =>
    streaming?.quantity === 1 ? "one" : (streaming?.interval ?? 0) > 0 ? "spaced" : "own";
  /** A network that splits by itself, with these outputs; every way has a time of its own. */
  const times = { own: 1400, one: 1386, spaced: 1500 };
  const createSplitting = (
    outputs: Readonly<Record<"own" | "one" | "spaced", bigint>>,
    asked: QuoteRequest[] = [],
    seconds: Readonly<Record<"own" | "one" | "spaced", number | null>> = times,
  ) =>
    createFakeNetwork({
      getQuote: async (request) => {
        asked.push(request);
        const way = wayOf(request);
        return {
          ...quote,
          expectedAmountOut: agreed(outputs[way]),
          totalCostBps: way === "one" ? 25 : 9,
          streaming: way === "own" ? rapid : way === "spaced" ? spaced : quote.streaming,
          seconds: { ...quote.seconds, total: seconds[way] },
        };
      },
    });
  const outputs = { own: 1_750_000_000n, one: 1_739_654_000n, spaced: 1_760_000_000n };
  const cards = (view: QuoteView) =>
    view.answer?.ways.cards.map(({ name, figures: own, link }) => [
      name,
      ...own.map(({ text, note }) => `${text}${note ? `, ${note}` : ""}`),
      link?.label ?? null,
    ]);

  test("are three cards, each by a quote of the network, with what each gives", async () => {
    const asked: QuoteRequest[] = [];
    const view = await askFake(createSplitting(outputs, asked), `from=BTC&to=ETH&amount=1&destination=${HEX}`);
    const same = { from: "BTC.BTC", to: "ETH.ETH", amount: "1" };
    expect(asked).toEqual([
      { ...same, destination: HEX },
      { ...same, streaming: { interval: 1, quantity: 1 } },
      { ...same, streaming: { interval: 1, quantity: 0 } },
    ]);
    expect(cards(view)).toEqual([
      ["One swap", "17.39654 ETH, 0.10346 ETH less", "$156.74, 0.25 %", "24 minutes", "Quote it in one part"],
      ["Split into 12 parts", "17.5 ETH, this quote", "$156.74, 0.09 %", "24 minutes", null],
      [
        "Split into 12, one every block",
        "17.6 ETH, 0.1 ETH more",
        "$156.74, 0.09 %",
        "25 minutes",
        "Quote it in slower parts",
      ],
    ]);
    expect(view.answer?.ways.notes).toEqual([
      "The network splits this swap into 12 parts by itself, at least one in each block (rapid streaming).",
      "12 parts, one every block, bring the most.",
    ]);
    expect(view.answer?.ways.cards[0]?.link?.href).toBe(
      `/quote?from=BTC.BTC&to=ETH.ETH&amount=1&destination=${HEX}&streaming=1%2F1`,
    );
  });

  test("the best way is named: by what comes out, then by its time. A way that differs in neither is left out", async () => {
    const same = { own: outputs.own, one: outputs.own, spaced: outputs.own };
    const rows: [
      own: typeof outputs,
      seconds: Parameters<typeof createSplitting>[2],
      best: string | null,
      cards: number,
    ][] = [
      [outputs, times, "12 parts, one every block, bring the most.", 3],
      [{ ...outputs, own: 1_770_000_000n }, times, "12 parts bring the most.", 3],
      [{ ...outputs, one: 1_770_000_000n }, times, "One part brings the most.", 3],
      // The time in whole minutes is alike, so one part and the own way are one.
      [same, times, "12 parts bring as much as any other way, and are the fastest.", 2],
      [same, { own: 1400, one: 600, spaced: 1500 }, "One part brings as much as any other way, and is the fastest.", 3],
      [same, { own: 600, one: 1400, spaced: 1500 }, "12 parts bring as much as any other way, and are the fastest.", 3],
      [same, { own: 1400, one: 1400, spaced: 1400 }, null, 0],
      [same, { own: null, one: 600, spaced: 1500 }, null, 3],
    ];
    for (const [own, seconds, best, count] of rows) {
      const { answer } = await askFake(createSplitting(own, [], seconds), btcToEth);
      const { notes = [], cards = [] } = answer?.ways ?? {};
      expect([notes.slice(1), cards.length]).toEqual([best === null ? [] : [best], count]);
    }
  });

  test("slower parts that give no more say so by their figure, and nothing else recommends them", async () => {
    const same = await askFake(createSplitting({ ...outputs, spaced: outputs.own }), btcToEth);
    expect(cards(same)?.[2]?.[1]).toBe("17.5 ETH, about the same amount");
    // Two sources that state figures 2 bps apart state the same.
    for (const less of [1n, 350_000n]) {
      const near = await askFake(createSplitting({ ...outputs, spaced: outputs.own - less }), btcToEth);
      expect(cards(near)?.[2]?.[1], String(less)).toMatch(/, about the same amount$/);
    }
    const worse = await askFake(createSplitting({ ...outputs, spaced: outputs.own - 350_001n }), btcToEth);
    expect(cards(worse)?.[2]?.[1]).toBe("17.496499 ETH, 0.00350001 ETH less");
  });

  test("a network that splits nothing by itself: one part and slower parts", async () => {
    const getQuote = async (request: QuoteRequest) =>
      wayOf(request) === "spaced" ? { ...quote, streaming: spaced, expectedAmountOut: agreed(1_750_000_000n) } : quote;
    const names = async (more: string) => {
      const view = await askFake(createFakeNetwork({ getQuote }), `${btcToEth}${more}`);
      return view.answer?.ways.cards.map(({ name, link }) => [name, link === null]);
    };
    const slower = "Split into 12, one every block";
    const one = [
      ["One swap", true],
      [slower, false],
    ];
    expect(await names("")).toEqual(one);
    expect(await names("&streaming=1/1")).toEqual(one);
    expect(await names("&streaming=1/0")).toEqual([
      ["One swap", false],
      [slower, true],
    ]);
  });

  test("asked in one way, the quote and its memo are for that way", async () => {
    const own = await askSample(`${large}&${destination}`);
    const one = await askSample(`${large}&${destination}&streaming=1/1`);
    const parts = await askSample(`${large}&${destination}&streaming=1`);
    expect(own.answer?.deposit?.memo).toMatch(/:\d+$/);
    expect(one.answer?.deposit?.memo).toMatch(/:\d+\/1\/1$/);
    expect(parts.answer?.deposit?.memo).toMatch(/:\d+\/1\/0$/);
    expect([own, one, parts].map((view) => view.form.streaming)).toEqual([null, "1/1", "1"]);
    const texts = own.answer?.ways.cards.map((card) => card.figures[0]?.text) ?? [];
    for (const view of [own, one, parts]) expect(texts).toContain(view.answer?.figures[1]?.text);
    const hrefs = own.answer?.ways.cards.flatMap((card) => card.link?.href ?? []);
    expect(hrefs?.[0]).toBe(one.answer?.again?.href);
  });

  test("if the network does not split it, no second quote is requested", async () => {
    let asked = 0;
    const getQuote = async () => {
      asked += 1;
      return { ...quote, maxStreamingQuantity: 1 };
    };
    const view = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    expect(asked).toBe(1);
    expect(view.answer?.ways).toEqual({
      notes: ["The swap runs in one part.", "The network does not split a swap of this size."],
      cards: [],
    });
  });

  test("a missing comparison does not delay the quote, and is reported", async () => {
    const getQuote: Network["getQuote"] = (request, options) =>
      request.streaming
        ? new Promise((_, reject) =>
            options?.signal?.addEventListener("abort", () => reject(options.signal?.reason), { once: true }),
          )
        : Promise.resolve(quote);
    const { answer } = await askFake(createFakeNetwork({ getQuote }), `${btcToEth}&destination=${HEX}`);
    expect(answer?.deposit?.memo).toBe(quote.memo);
    expect(answer?.ways.notes).toEqual([
      "The swap runs in one part.",
      "Another way could not be read in time for a comparison. Ask again for it.",
    ]);
    expect(answer?.ways.cards.map(({ figures: own }) => own[0]?.text)).toEqual(["17.39654 ETH", "not known"]);
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

  test("a comparison that could not be read says so, and the quote stays", async () => {
    const world = createWorld();
    world.scripts.node0 = {
      swap: (url: URL) =>
        url.searchParams.has("streaming_interval")
          ? status(503)
          : {
              expected_amount_out: "90000000",
              fees: { asset: "ETH.ETH", outbound: "500" },
              expiry: Math.floor(world.nowMs / 1000) + 900,
              max_streaming_quantity: 7,
            },
    };
    const view = await askWorld(world, btcToEth);
    expect(view.answer?.problem).toBeNull();
    const [, spacedCard] = view.answer?.ways.cards ?? [];
    expect(spacedCard?.figures).toEqual([
      { label: "You receive", text: "not known", note: expect.stringMatching(/The network gave no quote/) },
    ]);
  });
});
