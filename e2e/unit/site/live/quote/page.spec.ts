// /quote in each state: the verdict, what is wrong and what to
// do. No figure, memo or address that the reading does not give.
import { expect, test } from "@playwright/test";
import type { PoolsReading } from "../../../../../lib/protocol/model/pools.ts";
import type { QuoteReading, QuoteRequest } from "../../../../../lib/protocol/model/quote.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { noPrice } from "../../../../../lib/site/live/quote/loss.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import type { QuoteView } from "../../../../../lib/site/live/quote/view.ts";
import { agreed, agreedMoney } from "../../../../support/agreed.ts";
import { createFakeNetwork, failedNetwork, nothingStated, poolsReading, quote } from "../../../mcp/fake-network.ts";
import { createWorld, down, status } from "../../../protocol/network-world.ts";
import { askFake, askSample, askWorld, ORIGIN } from "./views.ts";

const HEX = "0xAbCd111111111111111111111111111111111111";
const btcToEth = "from=BTC&to=ETH&amount=0.05";
const problems = (view: QuoteView) => view.form.problems.map(({ field, message }) => `${field}: ${message}`);
const figures = (view: QuoteView) =>
  view.answer?.figures.map((one) => `${one.label}: ${one.text}${one.note ? `, ${one.note}` : ""}`);
const quoteText = (view: QuoteView) => quoteMarkdown(view, ORIGIN);

test.describe("without a question", () => {
  test("the form is empty and the examples are pairs that can be quoted", async () => {
    const view = await askSample("");
    expect(view).toMatchObject({ heading: "Quote a swap", answer: null, form: { problems: [], streaming: null } });
    expect(view.lead).toHaveLength(2);
    expect(view.examples.links.length).toBeGreaterThan(2);
    for (const { href, label } of view.examples.links) {
      const example = await askSample(href.split("?")[1] as string);
      expect(example.heading).toBe(label);
      expect(example.answer?.verdict.state, label).toBe("open");
      expect(example.answer?.problem, label).toBeNull();
      const [, worth] = /worth ([\d.]+) USD/.exec(example.answer?.figures[1]?.note ?? "") ?? [];
      expect(Number(worth), label).toBeGreaterThan(475);
      expect(Number(worth), label).toBeLessThan(525);
    }
  });

  test("the listed assets are available now, and each name means exactly one", async () => {
    const { assets } = (await askSample("")).form;
    const values = assets.map((asset) => asset.value);
    expect(values).toContain("BTC.BTC");
    expect(values).toContain("THOR.RUNE");
    expect(values).toContain("ETH.USDC");
    expect(values).not.toContain("ETH.XDEFI");
    expect(new Set(values).size).toBe(values.length);
    for (const value of values) {
      const view = await askSample(`from=${value}&to=${value === "BTC.BTC" ? "ETH" : "BTC"}&amount=1`);
      expect(
        problems(view).filter((one) => !one.startsWith("amount")),
        value,
      ).toEqual([]);
    }
  });

  test("an incomplete question stays in the form without an error", async () => {
    const view = await askSample("from=BTC&to=eth.usdc");
    expect(view.answer).toBeNull();
    expect(view.form.problems).toEqual([]);
    expect(view.form.fields).toMatchObject({ from: { value: "BTC" }, to: { value: "eth.usdc" } });
  });

  test("no example uses a halted chain", async () => {
    const world = createWorld();
    expect((await askWorld(world, "")).examples.links[0]?.label).toBe("0.0063 BTC to ETH");
    world.mimir.HALTBTCTRADING = 1;
    world.nowMs += 60_000;
    expect((await askWorld(world, "")).examples).toEqual({ note: "No pair is known to trade now.", links: [] });
  });

  test("if the pools cannot be read there is no list and no example, and the page says so", async () => {
    const world = createWorld();
    world.scripts.node0 = { pools: down };
    const view = await askWorld(world, "");
    expect(view.form.assets).toEqual([]);
    expect(view.examples.links).toEqual([]);
    expect(view.examples.note).toMatch(/^No examples: Could not be verified/);
  });
});

test.describe("a quote", () => {
  test("shows the output, every cost, the time, the limits and the expiry", async () => {
    const view = await askFake(createFakeNetwork(), "from=btc&to=ethereum&amount=1");
    expect(view.heading).toBe("1 BTC to ETH");
    expect(view.answer?.verdict).toEqual({ state: "open", text: "BTC to ETH trades now.", grounds: null });
    expect(figures(view)).toEqual([
      "You receive: 17.39654 ETH, worth 740780.54 USD",
      "You send: 1 BTC, worth 85164.12 USD",
      // In this scene, the depths give only four ETH for 1 BTC.
      `Sent less received: unknown, ${noPrice}`,
      "Minimum: none set, give a tolerance to be refunded rather than receive less",
      "Fees, already taken: 25 bps, unknown USD",
      "It takes about: 23 min 6 s",
    ]);
    expect(view.answer?.costs?.rows.map((row) => row.slice(0, 4))).toEqual([
      ["Inbound gas, an estimate", "0.0000056 BTC", "0.48 USD", "0.1 bps on top"],
      ["Liquidity fee", "0.03851603 ETH", "121.40 USD", "22 bps"],
      ["Affiliate fee", "unknown", "unknown USD", "unknown bps"],
      ["Outbound fee", "0.006 ETH", "18.91 USD", "3 bps"],
      ["Total of the fees", "unknown", "unknown USD", "25 bps"],
      ["Price impact", "unknown", "unknown USD", "unknown bps"],
      ["Sent less received", "unknown", "unknown USD", "unknown bps"],
    ]);
    expect(view.answer?.time?.rows.map((row) => row[1])).toEqual(["20 min", "6 s", "0 s", "3 min", "23 min 6 s"]);
    expect(view.answer?.limits?.rows.map((row) => row[1])).toEqual(["0.00004412 BTC", "0.00001 BTC", "12"]);
    expect(view.answer?.expiry).toEqual({
      instant: "2026-11-20T03:27:30Z",
      leftMs: 895_700,
      before: "Expires at ",
      after: ", 14 min 55 s after this answer. Never send on it later.",
    });
    expect(view.asOf).toBe("Read from THORChain at block 28135243, 2026-11-20 03:12:30 UTC, 4 s old when read: fresh.");
  });

  test("the gas share of the amount sent is unknown without both prices, also for the native asset", async () => {
    const gasOf = (view: QuoteView) => view.answer?.costs?.rows[0]?.[3];
    const inboundGasEstimate = { asset: "BTC.BTC", base: 10n, usd: 85_164_120_000n };
    const askWith = (changes: Partial<QuoteReading>, pools: Partial<PoolsReading> = {}, query = btcToEth) =>
      askFake(
        createFakeNetwork({
          getQuote: async () => ({ ...quote, ...changes }),
          getPools: async () => ({ ...poolsReading, ...pools }),
        }),
        query,
      );
    // 851.6412 USD of 85,164.12 USD.
    expect(gasOf(await askWith({ inboundGasEstimate }))).toBe("100 bps on top");
    expect(gasOf(await askWith({ inboundGasEstimate: { ...inboundGasEstimate, usd: 1n } }))).toBe("<0.1 bps on top");
    const rune = { from: "THOR.RUNE", amount: 100_000_000_000n, inboundGasEstimate };
    expect(gasOf(await askWith(rune, { nativePriceUsd: 8_516_412_000n }))).toBe("100 bps on top");
    const unpriced = poolsReading.pools.map((pool) => ({ ...pool, priceUsd: null }));
    for (const view of [
      await askWith({ inboundGasEstimate: { ...inboundGasEstimate, usd: null } }),
      await askWith({ inboundGasEstimate: null }),
      await askWith({ inboundGasEstimate }, { pools: unpriced }),
      await askWith({ inboundGasEstimate, amount: 0n }),
      await askWith(rune, { nativePriceUsd: null }),
    ])
      expect(gasOf(view)).toBe("unknown bps on top");
    expect(gasOf(await askSample("from=rune&to=eth&amount=1000"))).toMatch(/^<?\d+(\.\d)? bps on top$/);
    expect(figures(await askSample("from=rune&to=eth&amount=1000"))?.[1]).toMatch(/worth \d+\.\d\d USD$/);
  });

  test("the total is a sum only if every fee is stated, in one asset", async () => {
    const view = await askSample(btcToEth);
    const [, ...fees] = view.answer?.costs?.rows.map((row) => row[1]?.split(" ")[0] ?? "") ?? [];
    const base = fees.map((amount) => Math.round(Number(amount) * 1e8));
    expect(base[3]).toBe((base[0] ?? 0) + (base[1] ?? 0) + (base[2] ?? 0));
    const odd = {
      ...quote,
      fees: quote.fees.map((fee, i) => ({ ...fee, amount: agreedMoney({ asset: `X.${i}`, base: 1n, usd: 1n }) })),
    };
    const mixed = await askFake(createFakeNetwork({ getQuote: async () => odd }), btcToEth);
    for (const row of mixed.answer?.costs?.rows.slice(-3) ?? [])
      expect(row.slice(1, 3)).toEqual(["unknown", "unknown USD"]);
  });

  test("if nothing is stated, everything is unknown with its reason, and nothing is zero", async () => {
    const bare = { ...quote, ...nothingStated };
    const view = await askFake(createFakeNetwork({ getQuote: async () => bare }), `${btcToEth}&tolerance_bps=100`);
    const { costs, time, limits } = view.answer ?? {};
    const rows = [costs, time, limits].flatMap((layers) => layers?.rows ?? []);
    expect(rows).toHaveLength(15);
    for (const row of rows) expect([row[1], row.at(-1)]).toEqual(["unknown", expect.stringContaining(" Unknown: ")]);
    expect([costs, time].flatMap((layers) => layers?.shares).every((share) => share === null)).toBe(true);
    expect(figures(view)?.filter((one) => !one.startsWith("You send"))).toEqual([
      "You receive: unknown, the network did not state it",
      `Sent less received: unknown, ${noPrice}`,
      "Minimum: unknown, the network did not state the output",
      "Fees, already taken: unknown bps, unknown USD",
      "It takes about: unknown, the network did not state it",
    ]);
    expect(view.answer?.expiry).toMatchObject({ instant: null, leftMs: null });
    expect(view.answer?.expiry?.before).toContain("do not send on it");
    expect(view.answer?.ways.notes[0]).toMatch(/^Whether streaming would give more is unknown/);
  });

  test("an answer names its pair even if the list of pools could not be read", async () => {
    const view = await askFake(createFakeNetwork({ getPools: failedNetwork.getPools }), "from=bitcoin&to=eth&amount=1");
    expect(view.heading).toBe("1 BTC to ETH");
    expect(view.answer?.pair).toBe("BTC.BTC to ETH.ETH");
    expect(view.answer?.reverse.label).toBe("Other direction: ETH to BTC");
    expect(view.form.assets).toEqual([]);
  });

  test("the minimum is the limit in the memo, if there is one", async () => {
    const memo = `=:ETH.ETH:0x${"1".repeat(40)}:9876e2/1/0`;
    const withMemo = { ...quote, expectedAmountOut: agreed(1_000_000n), memo: agreed(memo) };
    const view = await askFake(createFakeNetwork({ getQuote: async () => withMemo }), `${btcToEth}&tolerance_bps=300`);
    expect(figures(view)).toContain("Minimum: 0.009876 ETH, before the outbound fee; for less, a refund less fees");
  });

  test("without a memo, the minimum is the expected output less the tolerance, rounded down", async () => {
    const odd = { ...quote, expectedAmountOut: agreed(1_000_001n), memo: null };
    const view = await askFake(createFakeNetwork({ getQuote: async () => odd }), `${btcToEth}&tolerance_bps=333`);
    expect(figures(view)).toContain(
      "Minimum: 0.009667 ETH, or somewhat more, as the memo will say; before the outbound fee; for less, a refund less fees",
    );
  });

  test("links ask for the same, the reverse, and with a full address", async () => {
    const view = await askSample("from=bitcoin&to=eth.usdc&amount=.05&tolerance_bps=300&streaming=2/5&x=1");
    const usdc = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
    const asked = `/quote?from=BTC.BTC&to=ETH.USDC&amount=0.05&tolerance_bps=300&streaming=2%2F5`;
    expect(view.answer?.again).toEqual({ href: asked, label: "Ask this again" });
    expect(view.answer?.permalink).toBe(ORIGIN + asked);
    expect(view.answer?.reverse.href).toMatch(/^\/quote\?from=ETH\.USDC&to=BTC\.BTC&amount=\d+\.\d+$/);
    const back = await askSample(view.answer?.reverse.href.split("?")[1] as string);
    expect(back.answer?.verdict.text).toBe("USDC on Ethereum to BTC trades now.");
    expect(back.answer?.pair).toBe(`${usdc} to BTC.BTC`);
  });
});

test.describe("one swap against streaming", () => {
  const large = "from=eth.usdc&to=btc&amount=50000";
  const destination = "destination=sample-btc-recipient";

  test("two readings are side by side, and neither is computed from the other", async () => {
    const asked: QuoteRequest[] = [];
    const network = createFakeNetwork({
      getQuote: async (request) => {
        asked.push(request);
        return request.streaming
          ? {
              ...quote,
              expectedAmountOut: agreed(1_750_000_000n),
              totalBps: 9,
              seconds: { ...quote.seconds, total: 1500 },
            }
          : quote;
      },
    });
    const view = await askFake(network, `from=BTC&to=ETH&amount=1&destination=${HEX}`);
    expect(asked).toEqual([
      { from: "BTC.BTC", to: "ETH.ETH", amount: "1", destination: HEX },
      { from: "BTC.BTC", to: "ETH.ETH", amount: "1", streaming: { interval: 1, quantity: 0 } },
    ]);
    expect(view.answer?.ways.table).toMatchObject({
      head: ["", "One swap (this quote)", "Streaming, every block"],
      rows: [
        ["You receive", "17.39654 ETH", "17.5 ETH"],
        ["Fees", "25 bps", "9 bps"],
        ["Worth of the fees", "unknown USD", "unknown USD"],
        ["It takes about", "23 min 6 s", "25 min"],
        ["Sub-swaps", "1", "at most 12"],
      ],
    });
    expect(view.answer?.ways.notes).toEqual(["Streaming gives 0.10346 ETH more and takes 1 min 54 s longer."]);
    expect(view.answer?.ways.choice?.href).toContain(`&destination=${HEX}&streaming=1`);
  });

  test("asked as streaming, the quote and its memo are for streaming", async () => {
    const view = await askSample(`${large}&${destination}&streaming=1`);
    expect(view.answer?.deposit?.memo).toMatch(/:0\/1\/0$/);
    expect(view.form.streaming).toBe("1");
    const { head, rows } = view.answer?.ways.table ?? {};
    expect(head).toEqual(["", "One swap", "Streaming, every block (this quote)"]);
    const [, one, many] = rows?.[0] ?? [];
    expect(view.answer?.figures[0]?.text).toBe(many);
    const single = await askSample(`${large}&${destination}`);
    expect(single.answer?.deposit?.memo).not.toMatch(/\/1\/0$/);
    expect(single.answer?.figures[0]?.text).toBe(one);
    expect(view.answer?.ways.choice?.href).toBe(single.answer?.again.href);
  });

  test("if the network does not split it, no second quote is requested", async () => {
    let asked = 0;
    const getQuote = async () => {
      asked += 1;
      return { ...quote, maxStreamingQuantity: 1 };
    };
    const view = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    expect(asked).toBe(1);
    expect(view.answer?.ways).toMatchObject({ table: null, choice: null });
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
    expect(answer?.ways).toMatchObject({
      notes: ["The other way, for a comparison, could not be read in time. Ask again for it."],
      table: null,
      choice: { label: "Quote it with streaming" },
    });
  });

  test("a halt that begins during the comparison is the answer", async () => {
    const world = createWorld();
    const swap = (url: URL) => {
      if (url.searchParams.has("streaming_interval")) {
        world.mimir.HALTBTCTRADING = 1;
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
    expect(answer?.verdict).toMatchObject({ state: "halted", grounds: expect.stringContaining("HALTBTCTRADING") });
    expect(answer?.deposit).toMatchObject({ memo: null, address: null });
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
    expect(view.answer?.ways.notes.join()).toMatch(/^There is no quote for streaming\. No quote could be had/);
    expect(view.answer?.ways.table?.rows.map((row) => row[2]?.split(" ")[0])).toEqual(Array(5).fill("unknown"));
  });
});

test.describe("memo and inbound address", () => {
  test("are shown only with a destination, and only as the reading gives them", async () => {
    expect((await askWorld(createWorld(), btcToEth)).answer?.deposit).toMatchObject({ memo: null, address: null });
    const view = await askWorld(createWorld(), `${btcToEth}&destination=${HEX}`);
    expect(view.answer?.deposit).toEqual({ isAsked: true, notes: [], memo: `=:ETH.ETH:${HEX}`, address: "btcvault1" });
    expect(quoteText(view)).toContain("```text\nbtcvault1\n```");
  });

  test("are withheld with the reason if the memo does not match the request", async () => {
    const world = createWorld();
    world.scripts.node0 = {
      swap: {
        expected_amount_out: "90000000",
        fees: { asset: "ETH.ETH", outbound: "500" },
        expiry: Math.floor(world.nowMs / 1000) + 900,
        inbound_address: "btcvault1",
        memo: `=:ETH.ETH:${HEX}::thief:1000`,
      },
    };
    const view = await askWorld(world, `${btcToEth}&destination=${HEX}`);
    expect(view.answer?.deposit).toMatchObject({ memo: null, address: null });
    expect(view.answer?.deposit?.notes[0]).toMatch(/^Memo and inbound address are withheld: unreadable: the memo/);
    expect(view.answer?.advice).toMatch(/^Do not send funds/);
    expect(quoteText(view)).not.toContain("thief");
  });

  test("of a token have the router's rule, of a native asset there is no address", async () => {
    const token = await askSample("from=eth.usdc&to=btc&amount=500&destination=sample-btc-recipient");
    expect(token.answer?.deposit?.notes).toEqual([
      "For a token of a chain with a router, approve the router, then call its depositWithExpiry (see get_inbound_addresses); never transfer it.",
    ]);
    const native = await askSample("from=rune&to=eth&amount=1000&destination=sample-eth-recipient");
    expect(native.answer?.deposit).toMatchObject({ memo: expect.stringMatching(/^=:/), address: null });
    expect(native.answer?.deposit?.notes[0]).toMatch(/^No inbound address: native_chain/);
  });
});
