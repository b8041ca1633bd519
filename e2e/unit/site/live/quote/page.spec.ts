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
      const [, worth] = /worth \$([\d.]+)/.exec(example.answer?.figures[1]?.note ?? "") ?? [];
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
      "You receive: 17.39654 ETH, worth $740,780.54",
      "You send: 1 BTC, worth $85,164.12",
      // In this scene, the depths give only four ETH for 1 BTC.
      `Total cost: not known, ${noPrice}`,
      "Minimum received: 16.874643 ETH, for less, your deposit is refunded less fees",
      "Fees, already taken: not known",
      "It takes about: 24 minutes, in one part",
    ]);
    expect(view.answer?.costs?.rows.map((row) => row.slice(0, 4))).toEqual([
      ["Inbound gas, an estimate", "0.0000056 BTC", "$0.48", "< 0.01 % on top"],
      ["Liquidity fee", "0.03851603 ETH", "$121.40", "0.18 %"],
      ["Affiliate fee", "not known", "not known", "not known"],
      ["Outbound fee", "0.006 ETH", "$18.91", "0.03 %"],
      ["Total of the fees", "not known", "not known", "not known"],
      ["Price impact", "not known", "not known", "not known"],
      ["Total cost", "not known", "not known", "not known"],
    ]);
    expect(view.answer?.time?.rows.map((row) => row[1])).toEqual([
      "20 minutes",
      "6 seconds",
      "3 minutes",
      "24 minutes",
    ]);
    expect(view.answer?.limits?.rows.map((row) => row[1])).toEqual(["0.00004412 BTC", "0.00001 BTC", "12"]);
    expect(view.answer?.expiry).toEqual({
      instant: "2026-11-20T03:27:30Z",
      leftMs: 895_700,
      before: "Send before ",
      after: ", 14 minutes after this answer. Never send on it later.",
    });
    expect(view.asOf).toBe("Read from THORChain at block 28135243, made 4 seconds ago (03:12 UTC): fresh.");
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
    // $851.6412 of $85,164.12.
    expect(gasOf(await askWith({ inboundGasEstimate }))).toBe("1 % on top");
    expect(gasOf(await askWith({ inboundGasEstimate: { ...inboundGasEstimate, usd: 1n } }))).toBe("< 0.01 % on top");
    const rune = { from: "THOR.RUNE", amount: 100_000_000_000n, inboundGasEstimate };
    expect(gasOf(await askWith(rune, { nativePriceUsd: 8_516_412_000n }))).toBe("1 % on top");
    const unpriced = poolsReading.pools.map((pool) => ({ ...pool, priceUsd: null }));
    for (const view of [
      await askWith({ inboundGasEstimate: { ...inboundGasEstimate, usd: null } }),
      await askWith({ inboundGasEstimate: null }),
      await askWith({ inboundGasEstimate }, { pools: unpriced }),
      await askWith({ inboundGasEstimate, amount: 0n }),
      await askWith(rune, { nativePriceUsd: null }),
    ])
      expect(gasOf(view)).toBe("not known on top");
    expect(gasOf(await askSample("from=rune&to=eth&amount=1000"))).toMatch(/^(< )?\d+(\.\d\d)? % on top$/);
    expect(figures(await askSample("from=rune&to=eth&amount=1000"))?.[1]).toMatch(/worth \$[\d,]+\.\d\d$/);
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
      expect(row.slice(1, 3)).toEqual(["not known", "not known"]);
  });

  test("if nothing is stated, everything is unknown with its reason, and nothing is zero", async () => {
    const bare = { ...quote, ...nothingStated };
    const view = await askFake(createFakeNetwork({ getQuote: async () => bare }), `${btcToEth}&tolerance_bps=100`);
    const { costs, time, limits } = view.answer ?? {};
    const rows = [costs, time, limits].flatMap((layers) => layers?.rows ?? []);
    expect(rows).toHaveLength(14);
    for (const row of rows)
      expect([row[1], row.at(-1)]).toEqual(["not known", expect.stringContaining(" Not known: ")]);
    expect([costs, time].flatMap((layers) => layers?.shares).every((share) => share === null)).toBe(true);
    expect(figures(view)?.filter((one) => !one.startsWith("You send"))).toEqual([
      "You receive: not known, the network did not state it",
      `Total cost: not known, ${noPrice}`,
      "Minimum received: not known, the network did not state the output",
      "Fees, already taken: not known",
      "It takes about: not known, the network did not state it",
    ]);
    expect(view.answer?.expiry).toMatchObject({ instant: null, leftMs: null });
    expect(view.answer?.expiry?.before).toContain("do not send");
    expect(view.answer?.ways.notes.at(-1)).toMatch(/^Whether more parts would give more is unknown/);
  });

  test("an answer names its pair even if the list of pools could not be read", async () => {
    const view = await askFake(createFakeNetwork({ getPools: failedNetwork.getPools }), "from=bitcoin&to=eth&amount=1");
    expect(view.heading).toBe("1 BTC to ETH");
    expect(view.answer?.pair).toBe("BTC.BTC to ETH.ETH");
    expect(view.answer?.reverse.label).toBe("Other direction: ETH to BTC");
    expect(view.form.assets).toEqual([]);
  });

  test("the minimum is the limit in the memo, if there is one", async () => {
    const withMemo = { ...quote, expectedAmountOut: agreed(1_000_000n), minReceived: agreed(987_600n) };
    const ask = (more: string, reading: Partial<QuoteReading> = {}) =>
      askFake(createFakeNetwork({ getQuote: async () => ({ ...withMemo, ...reading }) }), `${btcToEth}${more}`);
    const least = "Minimum received: 0.009876 ETH, for less, your deposit is refunded less fees";
    for (const more of ["", "&liquidity_tolerance_bps=300", "&tolerance_bps=300"]) {
      expect(figures(await ask(`&destination=${HEX}${more}`))).toContain(least);
    }
    const none =
      "Minimum received: none set, the swap runs at any price; give a tolerance above 0 to be refunded instead";
    expect(figures(await ask("&liquidity_tolerance_bps=0", { minReceived: null }))).toContain(none);
    expect(figures(await ask("&liquidity_tolerance_bps=0", { minReceived: null, memo: null }))).toContain(none);
  });

  test("without a memo, the minimum is the expected output less the tolerance, rounded down", async () => {
    const odd = { ...quote, expectedAmountOut: agreed(1_000_001n), memo: null, minReceived: null };
    const ask = (more: string) => askFake(createFakeNetwork({ getQuote: async () => odd }), `${btcToEth}${more}`);
    const once = ", about, once you give a receiving address; for less, your deposit is refunded less fees";
    expect(figures(await ask("&liquidity_tolerance_bps=333"))).toContain(`Minimum received: 0.009667 ETH${once}`);
    // Without another word, 3 %.
    expect(figures(await ask(""))).toContain(`Minimum received: 0.0097 ETH${once}`);
    const withheld = ", about, once a memo may be given; for less, your deposit is refunded less fees";
    expect(figures(await ask(`&destination=0x${"1".repeat(40)}`))).toContain(`Minimum received: 0.0097 ETH${withheld}`);
  });

  test("the delay of the payout runs beside the swap, and no bar makes it a sum", async () => {
    const seconds = { inboundConfirmation: 600, swap: 6, streaming: 60, outboundDelay: 120, total: 720 };
    const streaming = { mode: "rapid", interval: 0, quantity: 9, isApplied: true } as const;
    const getQuote = async () => ({ ...quote, seconds, streaming });
    const { answer } = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    expect(answer?.time?.rows.map((row) => row.slice(0, 2))).toEqual([
      ["Confirmation", "10 minutes"],
      ["Swap", "1 minute"],
      ["Outbound delay", "2 minutes"],
      ["Total", "12 minutes"],
    ]);
    expect(answer?.time?.rows[1]?.[2]).toBe("The pools swap it in 9 parts, several in a block.");
    expect(answer?.time?.rows[2]?.[2]).toBe("It runs beside the swap, not after it: the longer of the two counts.");
    expect(answer?.time?.shares).toEqual([0.833, 0.083, 0.167, null]);
    expect(answer?.figures.at(-1)).toEqual({ label: "It takes about", text: "12 minutes", note: "split into 9 parts" });
  });

  test("links ask for the same, the reverse, and with a full address", async () => {
    const view = await askSample("from=bitcoin&to=eth.usdc&amount=.05&tolerance_bps=300&streaming=2/5&x=1");
    const usdc = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
    const asked = `/quote?from=BTC.BTC&to=ETH.USDC&amount=0.05&liquidity_tolerance_bps=300&streaming=2%2F5`;
    expect(view.answer?.again).toEqual({ href: asked, label: "Ask this again" });
    expect(view.answer?.permalink).toBe(ORIGIN + asked);
    expect(view.answer?.reverse.href).toMatch(/^\/quote\?from=ETH\.USDC&to=BTC\.BTC&amount=\d+\.\d+$/);
    const back = await askSample(view.answer?.reverse.href.split("?")[1] as string);
    expect(back.answer?.verdict.text).toBe("USDC on Ethereum to BTC trades now.");
    expect(back.answer?.pair).toBe(`${usdc} to BTC.BTC`);
  });
});

test.describe("the ways in which the swap can run", () => {
  const large = "from=eth.usdc&to=btc&amount=50000";
  const destination = "destination=sample-btc-recipient";
  const rapid = { mode: "rapid", interval: 0, quantity: 12, isApplied: true } as const;
  const spaced = { mode: "spaced", interval: 1, quantity: 12, isApplied: true } as const;
  const wayOf = ({ streaming }: QuoteRequest) =>
    streaming?.quantity === 1 ? "one" : (streaming?.interval ?? 0) > 0 ? "spaced" : "own";
  /** A network that splits by itself, with these outputs; every way has a time of its own. */
  const createSplitting = (outputs: Readonly<Record<"own" | "one" | "spaced", bigint>>, asked: QuoteRequest[] = []) =>
    createFakeNetwork({
      getQuote: async (request) => {
        asked.push(request);
        const way = wayOf(request);
        return {
          ...quote,
          expectedAmountOut: agreed(outputs[way]),
          totalCostBps: way === "one" ? 25 : 9,
          streaming: way === "own" ? rapid : way === "spaced" ? spaced : quote.streaming,
          seconds: { ...quote.seconds, total: { own: 1400, one: 1386, spaced: 1500 }[way] },
        };
      },
    });
  const outputs = { own: 1_750_000_000n, one: 1_739_654_000n, spaced: 1_750_000_000n };

  test("the network's own way is compared with one part, by two readings", async () => {
    const asked: QuoteRequest[] = [];
    const view = await askFake(createSplitting(outputs, asked), `from=BTC&to=ETH&amount=1&destination=${HEX}`);
    const same = { from: "BTC.BTC", to: "ETH.ETH", amount: "1" };
    expect(asked).toEqual([
      { ...same, destination: HEX },
      { ...same, streaming: { interval: 1, quantity: 1 } },
      { ...same, streaming: { interval: 1, quantity: 0 } },
    ]);
    expect(view.answer?.ways.table).toMatchObject({
      head: ["", "Parts, several in a block (this quote)", "One part"],
      rows: [
        ["You receive", "17.5 ETH", "17.39654 ETH"],
        ["Total cost", "0.09 %", "0.25 %"],
        ["Worth of the fees", "not known", "not known"],
        ["It takes about", "24 minutes", "24 minutes"],
        ["Parts", "12", "1"],
      ],
    });
    expect(view.answer?.ways.notes).toEqual([
      "The network splits this swap into 12 parts by itself, several in a block (rapid streaming).",
      "One part: you receive 0.10346 ETH less, 14 seconds earlier.",
      "Parts one block apart give no more, by the network's own quote.",
    ]);
    expect(view.answer?.ways.choices).toEqual([
      {
        href: `/quote?from=BTC.BTC&to=ETH.ETH&amount=1&destination=${HEX}&streaming=1%2F1`,
        label: "Quote it in one part",
      },
    ]);
  });

  test("spaced parts are offered only where the network's own quote for them is the best", async () => {
    const better = await askFake(createSplitting({ ...outputs, spaced: 1_760_000_000n }), btcToEth);
    expect(better.answer?.ways.table?.head.at(-1)).toBe("Parts, one every block");
    expect(better.answer?.ways.notes.at(-1)).toBe(
      "Parts, one every block: you receive 0.1 ETH more, 100 seconds later.",
    );
    expect(better.answer?.ways.choices.map(({ label }) => label)).toEqual([
      "Quote it in one part",
      "Quote it in parts one block apart",
    ]);
    const worse = await askFake(createSplitting({ ...outputs, spaced: 1_745_000_000n }), btcToEth);
    expect(worse.answer?.ways.choices).toHaveLength(1);
  });

  test("a network that splits nothing by itself: one part against spaced parts", async () => {
    const getQuote = async (request: QuoteRequest) =>
      wayOf(request) === "spaced" ? { ...quote, streaming: spaced, expectedAmountOut: agreed(1_750_000_000n) } : quote;
    const view = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    expect(view.answer?.ways.notes[0]).toBe("The swap runs in one part.");
    expect(view.answer?.ways.table?.head).toEqual(["", "One part (this quote)", "Parts, one every block"]);
    const asked = await askFake(createFakeNetwork({ getQuote }), `${btcToEth}&streaming=1/1`);
    expect(asked.answer?.ways.table?.head).toEqual(["", "One part (this quote)", "Parts, one every block"]);
    const parts = await askFake(createFakeNetwork({ getQuote }), `${btcToEth}&streaming=1/0`);
    expect(parts.answer?.ways.table?.head).toEqual(["", "One part", "Parts, one every block (this quote)"]);
  });

  test("asked in one way, the quote and its memo are for that way", async () => {
    const own = await askSample(`${large}&${destination}`);
    const one = await askSample(`${large}&${destination}&streaming=1/1`);
    const parts = await askSample(`${large}&${destination}&streaming=1`);
    expect(own.answer?.deposit?.memo).toMatch(/:\d+$/);
    expect(one.answer?.deposit?.memo).toMatch(/:\d+\/1\/1$/);
    expect(parts.answer?.deposit?.memo).toMatch(/:\d+\/1\/0$/);
    expect([own, one, parts].map((view) => view.form.streaming)).toEqual([null, "1/1", "1"]);
    const [, first, second] = own.answer?.ways.table?.rows[0] ?? [];
    expect(own.answer?.figures[0]?.text).toBe(first);
    expect(one.answer?.figures[0]?.text).toBe(second);
    expect(own.answer?.ways.choices[0]?.href).toBe(one.answer?.again.href);
    expect(one.answer?.ways.choices[0]?.href).toBe(own.answer?.again.href);
  });

  test("if the network does not split it, no second quote is requested", async () => {
    let asked = 0;
    const getQuote = async () => {
      asked += 1;
      return { ...quote, maxStreamingQuantity: 1 };
    };
    const view = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    expect(asked).toBe(1);
    expect(view.answer?.ways).toMatchObject({ table: null, choices: [] });
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
      notes: [
        "The swap runs in one part.",
        "Another way, for a comparison, could not be read in time. Ask again for it.",
      ],
      table: null,
      choices: [{ label: "Quote it in parts one block apart" }],
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
    expect(view.answer?.ways.notes.join()).toMatch(/Parts, one every block: there is no quote\. No quote could be had/);
    expect(view.answer?.ways.table?.rows.map((row) => row[2])).toEqual(Array(5).fill("not known"));
  });
});

test("every warning of the reading is told, each once and in its own words", async () => {
  const warnings = [
    { code: "one_source", text: "Only one node is configured: no second source confirms this." },
    { code: "thin_pool", text: "The pools are small." },
  ] as const;
  const adviceOf = async (adviceLevel: QuoteReading["adviceLevel"], advice: string) => {
    const getQuote = async () => ({ ...quote, warnings, advice, adviceLevel });
    return (await askFake(createFakeNetwork({ getQuote }), btcToEth)).answer?.advice;
  };
  expect(await adviceOf("warned", "The pools are small. Send.")).toBe(`${warnings[0].text} The pools are small. Send.`);
  // A word against sending comes first.
  expect(await adviceOf("forbidden", "The pools are small.")).toBe(`The pools are small. ${warnings[0].text}`);
});

test.describe("a refusal", () => {
  for (const [code, title, field] of [
    ["form_disabled", "the network has this form of the asset switched off", null],
    ["trade_asset_only", "a trade asset is swapped for trade assets only", null],
    ["pool_not_available", "the pool of one of these assets is not available", null],
    ["pool_too_shallow", "the pools cannot hold this amount", "amount"],
    ["memo_not_parsed", "the network cannot read the memo of this swap", null],
    ["memo_too_long", "the memo is too long for the source chain", "destination"],
  ] as const) {
    test(`${code} says what is wrong, and no name of a tool or its arguments`, async () => {
      const failure = { code, hint: "Ask for less.", retryAfterSeconds: null };
      const getQuote = async () => ({ ...quote, ...nothingStated, failure });
      const view = await askFake(createFakeNetwork({ getQuote }), btcToEth);
      expect(view.answer?.problem?.title).toBe(`No quote: ${title}.`);
      expect(view.form.problems.map((problem) => problem.field)).toEqual(field === null ? [] : [field]);
      expect(view.answer?.problem?.text).toMatch(/^(Ask for less|Choose both from|Ask with a shorter)/);
      expect(view.answer?.ways).toEqual({ notes: [], table: null, choices: [] });
    });
  }

  test("of the limit offers no parts: they do not help", async () => {
    const { answer } = await askSample("from=BTC&to=ETH&amount=1&liquidity_tolerance_bps=0&destination=nobody");
    expect(answer?.problem?.title ?? "").not.toContain("nothing could be verified");
    const failure = { code: "limit_not_met", hint: "Ask with a larger tolerance.", retryAfterSeconds: null };
    const getQuote = async () => ({ ...quote, ...nothingStated, failure });
    const refused = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    expect(refused.answer?.ways.choices).toEqual([]);
    expect(refused.form.problems[0]?.field).toBe("liquidity_tolerance_bps");
  });
});

test.describe("memo and inbound address", () => {
  test("are shown only with a destination, and only as the reading gives them", async () => {
    expect((await askWorld(createWorld(), btcToEth)).answer?.deposit).toMatchObject({ memo: null, address: null });
    const view = await askWorld(createWorld(), `${btcToEth}&destination=${HEX}`);
    expect(view.answer?.deposit).toEqual({
      isAsked: true,
      notes: [],
      // The limit, at 3 % below the expected output.
      memo: `=:ETH.ETH:${HEX}:87441681`,
      address: "btcvault1",
      router: null,
    });
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
    expect(view.answer?.deposit?.notes).toEqual([
      "No memo and no inbound address. Do not send: the memo has a field that was not asked for.",
    ]);
    expect(view.answer?.advice).toMatch(/^Do not send funds/);
    expect(quoteText(view)).not.toContain("thief");
  });

  test("of a token have the router's rule, of a native asset there is no address", async () => {
    const token = await askSample("from=eth.usdc&to=btc&amount=500&destination=sample-btc-recipient");
    expect(token.answer?.deposit?.notes).toEqual([
      "For a token of a chain with a router, approve the router, then call its depositWithExpiry (see get_inbound_addresses); never transfer it.",
    ]);
    const native = await askSample("from=rune&to=eth&amount=1000&destination=sample-eth-recipient");
    expect(native.answer?.deposit).toMatchObject({ memo: expect.stringMatching(/^=:/), address: null, router: null });
    expect(token.answer?.deposit?.router).toBe("sample-eth-router-do-not-send");
    expect(quoteText(token)).toContain(`Router:\n\n\`\`\`text\n${token.answer?.deposit?.router}\n`);
    expect(native.answer?.deposit?.notes[0]).toMatch(/^No inbound address: native_chain/);
  });
});
