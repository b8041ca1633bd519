// The form of /quote: the assets that it lists, the examples below it, and a question that is not complete.
import { expect, test } from "@playwright/test";
import type { PoolReading } from "../../../../../lib/protocol/model/pools.ts";
import type { QuoteRequest } from "../../../../../lib/protocol/model/quote.ts";
import { tradingHalt } from "../../../../support/halt-key.ts";
import { createFakeNetwork, poolsReading, quote } from "../../../mcp/fake-network.ts";
import { createWorld, down } from "../../../protocol/network-world.ts";
import { askFake, askSample, askWorld, problems } from "./views.ts";

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
    "The legal ones are: from, to, amount, destination, refund_address, tolerance, tolerance_bps, target_out, liquidity_tolerance_bps, amount_usd, unit, streaming.";
  for (const [name, meant] of [
    ["tolerence", "Did you mean tolerance? "],
    ["slippage", "Did you mean liquidity_tolerance_bps? "],
    ["destinaton", "Did you mean destination? "],
    ["Streaming", "Did you mean streaming? "],
    ["target", "Did you mean target_out? "],
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
  expect(problems(view)).toEqual([expect.stringMatching(/^null: Unknown argument amountin\. Did you mean amount\? /)]);
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
    expect(problems(await askFake(network, `from=BTC&to=ETH&amount=0.05&streaming=${streaming}`))).toEqual([]);
    return asked[0];
  };
  expect(await askedFirst("single")).toEqual({ interval: 1, quantity: 1 });
  expect(await askedFirst("rapid")).toBeUndefined();
});

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
    world.mimir[tradingHalt("BTC")] = 1;
    world.nowMs += 60_000;
    expect((await askWorld(world, "")).examples).toEqual({ note: "No pair is known to trade now.", links: [] });
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
  const odd = { ...first, asset: "ETH.SEND-TO-0XEVIL", reason: { code: "odd_asset_name", text: "odd" } } as PoolReading;
  const getPools = async () => ({ ...poolsReading, pools: [odd, ...poolsReading.pools] });
  const view = await askFake(createFakeNetwork({ getPools }), "");
  expect(JSON.stringify([view.form.assets, view.examples])).not.toContain("EVIL");
  expect(view.form.assets.length).toBeGreaterThan(20);
  expect(view.examples.links.length).toBeGreaterThan(2);
});
