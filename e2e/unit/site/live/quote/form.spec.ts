// What is asked on /quote: arguments, the form before a question, the tolerance, and hints in the words of the page.
import { expect, test } from "@playwright/test";
import { queryArguments } from "../../../../../lib/mcp/tools/arguments.ts";
import { getSwapQuote } from "../../../../../lib/mcp/tools/get-swap-quote.ts";
import type { Failure } from "../../../../../lib/protocol/model/envelope.ts";
import type { PoolReading } from "../../../../../lib/protocol/model/pools.ts";
import type { QuoteRequest } from "../../../../../lib/protocol/model/quote.ts";
import { memoReasons, sizeReasons } from "../../../../../lib/protocol/quote/reasons.ts";
import { hintText } from "../../../../../lib/protocol/safety/sentences.ts";
import { runTool } from "../../../../mcp/run-tool.ts";
import { tradingHalt } from "../../../../support/halt-key.ts";
import { createWorld, down } from "../../../../support/world.ts";
import { createFakeNetwork, poolsReading, quote } from "../../../mcp/fake-network.ts";
import { askFake, askSample, askWorld, btcToEth, problems } from "./views.ts";

test("what the page cannot ask is refused by its name, and never left out of the question", async () => {
  for (const name of ["affiliate", "affiliate_bps"]) {
    const view = await askSample(`from=BTC&to=ETH&amount=0.1&${name}=5`);
    expect(view.answer, name).toBeNull();
    expect(problems(view)).toEqual([
      `null: This page takes no ${name}, which changes a quote. Ask /quote.json with it, or leave it out.`,
    ]);
  }
});

test("an argument that no page takes is refused by its name, with the one that may be meant", async () => {
  const legal =
    "The legal ones are: from, to, amount, destination, refund_address, tolerance, tolerance_bps, liquidity_tolerance_bps, amount_usd, unit, streaming.";
  for (const [name, meant] of [
    ["tolerence", "Did you mean tolerance? "],
    ["slippage", "Did you mean liquidity_tolerance_bps? "],
    ["destinaton", "Did you mean destination? "],
    ["Streaming", "Did you mean streaming? "],
    ["to_address", "Did you mean destination? "],
    ["refund", "Did you mean refund_address? "],
    ["refundAddress", "Did you mean refund_address? "],
    ["dest", "Did you mean destination? "],
    ["min", "Did you mean liquidity_tolerance_bps? "],
    ["minAmountOut", "Did you mean liquidity_tolerance_bps? "],
    ["amount_in", "Did you mean amount? "],
    ["sell_asset", "Did you mean from? "],
    ["buyToken", "Did you mean to? "],
    ["deadline", ""],
  ]) {
    const view = await askSample(`from=BTC&to=ETH&amount=0.1&${name}=100`);
    expect(view.answer, name).toBeNull();
    expect(problems(view)).toEqual([`null: Unknown argument ${name}. ${meant}${legal}`]);
    expect(view.form.fields.amount.value, "what was typed stays").toBe("0.1");
  }
  const odd = await askSample("from=BTC&to=ETH&amount=0.1&%3Cb%3E=1&%3Ci%3E=1");
  expect(problems(odd)).toEqual([`null: Unknown argument. ${legal}`]);
  for (const mark of ["utm_source", "fbclid", "gclid"])
    expect(problems(await askSample(`from=BTC&to=ETH&amount=0.1&${mark}=x`)), mark).toEqual([]);
});

test("of what may be meant and only the JSON takes, the page says where to ask", async () => {
  for (const [name, meant] of [["partner", "affiliate"]])
    expect(problems(await askSample(`from=BTC&to=ETH&amount=0.1&${name}=x`))).toEqual([
      `null: Unknown argument ${name}. Did you mean ${meant}? This page takes no ${meant}, which changes a quote. Ask /quote.json with it, or leave it out.`,
    ]);
});

test("an unknown argument is refused in a question that is not complete too", async () => {
  const view = await askSample("from=BTC&to=ETH&amountin=0.1");
  expect(problems(view)).toEqual([
    expect.stringMatching(/^null: Unknown argument amountin\. Did you mean amount\? /),
  ]);
  expect([view.form.fields.from.value, view.title]).toEqual(["BTC", ["Correct this"]]);
  expect(problems(await askSample("from=BTC"))).toEqual([]);
});

test("an argument with two values is refused at its field, and one that is given twice alike is not", async () => {
  const twice = await askSample("from=BTC&to=ETH&amount=0.1&amount=0.2&streaming=1&streaming=2");
  expect(twice.answer).toBeNull();
  expect(problems(twice)).toEqual([
    "amount: amount is given more than once. Give it once.",
    "null: streaming is given more than once. Give it once.",
  ]);
  expect(problems(await askSample("from=BTC&to=ETH&amount=0.1&amount=0.1"))).toEqual([]);
});

test("the tool's words for the parts of a swap are understood", async () => {
  const asked: (QuoteRequest["streaming"] | "none")[] = [];
  const network = createFakeNetwork({
    getQuote: async ({ streaming }) => {
      asked.push(streaming);
      return quote;
    },
  });
  const askedFirst = async (streaming: string) => {
    asked.length = 0;
    expect(
      problems(await askFake(network, `from=BTC&to=ETH&amount=0.05&streaming=${streaming}`)),
    ).toEqual([]);
    return asked[0];
  };
  expect(await askedFirst("single")).toEqual({ interval: 1, quantity: 1 });
  for (const own of ["rapid", "0", "0/0"]) {
    // With numbers, a network that makes no parts by itself would be said not to apply them.
    expect(await askedFirst(own), own).toBeUndefined();
    const json = queryArguments(getSwapQuote.inputSchema, new URLSearchParams({ streaming: own }));
    expect(json, own).toEqual({ streaming: "rapid" });
  }
});

test.describe("without a question", () => {
  test("the form is empty and the examples are pairs that can be quoted", async () => {
    const view = await askSample("");
    expect(view).toMatchObject({
      heading: "Quote a swap",
      answer: null,
      form: { problems: [], streaming: null },
    });
    expect(view.lead).toHaveLength(2);
    expect(view.examples.links.length).toBeGreaterThan(2);
    for (const { href, label } of view.examples.links) {
      const example = await askSample(href.split("?")[1] as string);
      expect(example.heading).toBe(label);
      expect(example.answer?.verdict.state, label).toBe("open");
      expect(example.answer?.problem, label).toBeNull();
      const [, worth] = /^\$([\d.]+)/.exec(example.answer?.figures[0]?.note ?? "") ?? [];
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
      const view = await askSample(
        `from=${value}&to=${value === "BTC.BTC" ? "ETH" : "BTC"}&amount=1`,
      );
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
    world.mimir[tradingHalt("BTC")] = 1;
    world.nowMs += 60_000;
    expect((await askWorld(world, "")).examples).toEqual({
      note: "No pair is known to trade now.",
      links: [],
    });
  });

  test("if the pools cannot be read there is no list and no example, and the page says so", async () => {
    const world = createWorld();
    world.scripts.node0 = { pools: down };
    const view = await askWorld(world, "");
    expect(view.form.assets).toEqual([]);
    expect(view.examples.links).toEqual([]);
    expect(view.examples.note).toMatch(/^No examples now\. Not checked/);
  });
});

test("no suggestion has a name that does not follow the grammar", async () => {
  const [first] = poolsReading.pools;
  const odd = {
    ...first,
    asset: "ETH.SEND-TO-0XEVIL",
    reason: { code: "odd_asset_name", text: "odd" },
  } as PoolReading;
  const getPools = async () => ({ ...poolsReading, pools: [odd, ...poolsReading.pools] });
  const view = await askFake(createFakeNetwork({ getPools }), "");
  expect(JSON.stringify([view.form.assets, view.examples])).not.toContain("EVIL");
  expect(view.form.assets.length).toBeGreaterThan(20);
  expect(view.examples.links.length).toBeGreaterThan(2);
});

test("the reasons of a quote have no name of a field", () => {
  const reasons = [...Object.values(memoReasons), ...Object.values(sizeReasons)];
  for (const reason of reasons) {
    const { text } = typeof reason === "function" ? reason("x" as never, [] as never) : reason;
    expect(text).not.toMatch(/_/);
  }
});

const failures: readonly (readonly [failure: Pick<Failure, "reason" | "hint">, text: string])[] = [
  [
    {
      reason: { code: "upstream_unavailable", text: "no node gave a usable answer" },
      hint: "Do not send funds. Ask again in 15 seconds.",
    },
    "Not checked: no node gave a usable answer. Do not send funds. Ask again in 15 seconds.",
  ],
  [{ hint: "Ask for less." }, "Ask for less."],
];
for (const [failure, text] of failures) {
  test(text, () => expect(hintText(failure)).toBe(text));
}

async function ask(more: string) {
  const asked: QuoteRequest[] = [];
  const getQuote = async (request: QuoteRequest) => {
    asked.push(request);
    return { ...quote, maxStreamingQuantity: 1 };
  };
  return { view: await askFake(createFakeNetwork({ getQuote }), `${btcToEth}&${more}`), asked };
}

const written = (text: string) => new URLSearchParams({ tolerance: text }).toString();
const jsonOf = (query: string) =>
  queryArguments(getSwapQuote.inputSchema, new URLSearchParams(query));

const taken: readonly (readonly [text: string, bps: number])[] = [
  ["3", 300],
  ["3%", 300],
  [" 3 % ", 300],
  ["3\u2009%", 300],
  ["0.5", 50],
  ["0,5", 50],
  [".5 %", 50],
  ["2.50", 250],
  ["0.01", 1],
  ["0", 0],
  ["99.99", 9_999],
];
for (const [text, bps] of taken) {
  test(`${text} is ${bps} basis points, on the page, in its links and in the JSON`, async () => {
    const { view, asked } = await ask(written(text));
    expect(asked[0]).toEqual({
      from: "BTC.BTC",
      to: "ETH.ETH",
      amount: "0.05",
      liquidityToleranceBps: bps,
    });
    expect(view.answer?.permalink).toMatch(new RegExp(`&liquidity_tolerance_bps=${bps}$`));
    expect(view.form.fields.tolerance.value, "what was typed stays").toBe(text.trim());
    expect(jsonOf(written(text))).toEqual({ liquidity_tolerance_bps: bps });
  });
}

const perCent = "Write per cent from 0 to 99.99, with at most two decimals: 3 or 0.5.";
for (const text of [
  "100",
  "300",
  "0.005",
  "3.001",
  "-1",
  "x",
  "%",
  ".",
  "1e1",
  "3 bps",
  "1,000",
  "3 3",
]) {
  test(`${text} is refused in one sentence, and stays as it was typed`, async () => {
    const { view, asked } = await ask(written(text));
    expect(problems(view)).toEqual([`tolerance: ${perCent}`]);
    expect([view.answer, asked, view.form.fields.tolerance.value]).toEqual([null, [], text]);
    expect(jsonOf(written(text)), "the tool refuses it by its name").toEqual({ tolerance: text });
  });
}

test("a tolerance is given once, in one of its forms", async () => {
  for (const more of ["tolerance=3&liquidity_tolerance_bps=300", "tolerance=3&tolerance_bps=300"]) {
    const { view, asked } = await ask(more);
    expect([problems(view), asked], more).toEqual([
      ["tolerance: Give one tolerance. They count from different figures, or in other units."],
      [],
    ]);
  }
  expect(problems((await ask("tolerance=3&tolerance=4")).view)).toEqual([
    "tolerance: tolerance is given more than once. Give it once.",
  ]);
  expect(
    (await ask("tolerance=&liquidity_tolerance_bps=250")).asked[0]?.liquidityToleranceBps,
  ).toBe(250);
  expect(jsonOf("tolerance=3&liquidity_tolerance_bps=300")).toEqual({
    tolerance: "3",
    liquidity_tolerance_bps: 300,
  });
});

test("the tool takes basis points alone, and names its argument", async () => {
  const { structured } = await runTool("get_swap_quote", {
    from: "BTC",
    to: "ETH",
    amount: "1",
    tolerance: "3",
  });
  expect(structured.error).toMatchObject({
    hint: expect.stringMatching(
      /^Unknown argument tolerance\. Did you mean liquidity_tolerance_bps\?/,
    ),
  });
});

test("a link in basis points fills the form in per cent, and a limit from the price before fees keeps its field", async () => {
  for (const [bps, percent] of [
    [300, "3"],
    [50, "0.5"],
    [5, "0.05"],
    [0, "0"],
  ] as const) {
    const { fields } = (await ask(`liquidity_tolerance_bps=${bps}`)).view.form;
    expect(fields.tolerance.value).toBe(percent);
  }
  const { view } = await ask("tolerance_bps=250");
  expect([view.form.fields.tolerance.value, view.form.fields.tolerance_bps.value]).toEqual([
    "",
    "250",
  ]);
  const correct = (await ask("tolerance=0.5&amount_usd=1")).view.form.problems[0]?.choices ?? [];
  for (const { href } of correct) expect(href).toContain("liquidity_tolerance_bps=50");
});
