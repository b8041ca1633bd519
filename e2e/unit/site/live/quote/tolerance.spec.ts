// The tolerance of /quote: typed in per cent, asked of the network in whole basis points, and never guessed.
import { expect, test } from "@playwright/test";
import { queryArguments } from "../../../../../lib/mcp/tools/arguments.ts";
import { getSwapQuote } from "../../../../../lib/mcp/tools/get-swap-quote.ts";
import type { QuoteRequest } from "../../../../../lib/protocol/model/quote.ts";
import { createFakeNetwork, quote } from "../../../mcp/fake-network.ts";
import { runTool } from "../../../mcp/run-tool.ts";
import { askFake, btcToEth, problems } from "./views.ts";

async function ask(more: string) {
  const asked: QuoteRequest[] = [];
  const getQuote = async (request: QuoteRequest) => {
    asked.push(request);
    return { ...quote, maxStreamingQuantity: 1 };
  };
  return { view: await askFake(createFakeNetwork({ getQuote }), `${btcToEth}&${more}`), asked };
}

const written = (text: string) => new URLSearchParams({ tolerance: text }).toString();
const jsonOf = (query: string) => queryArguments(getSwapQuote.inputSchema, new URLSearchParams(query));

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
    expect(asked[0]).toEqual({ from: "BTC.BTC", to: "ETH.ETH", amount: "0.05", liquidityToleranceBps: bps });
    expect(view.answer?.permalink).toMatch(new RegExp(`&liquidity_tolerance_bps=${bps}$`));
    expect(view.form.fields.tolerance.value, "what was typed stays").toBe(text.trim());
    expect(jsonOf(written(text))).toEqual({ liquidity_tolerance_bps: bps });
  });
}

const perCent = "Write per cent from 0 to 99.99, with at most two decimals: 3 or 0.5.";
for (const text of ["100", "300", "0.005", "3.001", "-1", "x", "%", ".", "1e1", "3 bps", "1,000", "3 3"]) {
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
  expect((await ask("tolerance=&liquidity_tolerance_bps=250")).asked[0]?.liquidityToleranceBps).toBe(250);
  expect(jsonOf("tolerance=3&liquidity_tolerance_bps=300")).toEqual({ tolerance: "3", liquidity_tolerance_bps: 300 });
});

test("the tool takes basis points alone, and names its argument", async () => {
  const { structured } = await runTool("get_swap_quote", { from: "BTC", to: "ETH", amount: "1", tolerance: "3" });
  expect(structured.error).toMatchObject({
    hint: expect.stringMatching(/^Unknown argument tolerance\. Did you mean liquidity_tolerance_bps\?/),
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
  expect([view.form.fields.tolerance.value, view.form.fields.tolerance_bps.value]).toEqual(["", "250"]);
  const correct = (await ask("tolerance=0.5&amount_usd=1")).view.form.problems[0]?.choices ?? [];
  for (const { href } of correct) expect(href).toContain("liquidity_tolerance_bps=50");
});
