// What the fee guide shows of three swaps now: figures of a fresh, open pair only, and the words of the answer for all else.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { getSwapQuote } from "../../../../lib/mcp/tools/get-swap-quote.ts";
import { exampleRequest, notChecked, readExample } from "../../../../lib/site/pages/live-examples.ts";
import { createExampleNetwork } from "../../../../lib/site/prose/examples.ts";

const swap = { from: "BTC", to: "ETH", amount: "0.1", name: "0.1 BTC to ETH", href: "/quote" };

async function answer(from = "BTC") {
  const { params } = JSON.parse(exampleRequest({ ...swap, from }));
  expect(params.name).toBe(getSwapQuote.name);
  const { structured, isError } = await getSwapQuote.run(createExampleNetwork(), params.arguments, {
    networkName: "sample",
  });
  return { result: { structuredContent: structured as Record<string, unknown>, isError } };
}

test("a fresh answer of an open pair is shown, with what it costs of the amount sent", async () => {
  const body = await answer();
  const { structuredContent: facts } = body.result;
  const shown = readExample(body);
  expect(shown.received).toMatch(/^\d\.\d+ ETH$/);
  expect(Number(shown.received.split(" ")[0])).toBeCloseTo(Number(facts.expected_amount_out), 6);
  const usd = Number(facts.sent_usd) - Number(facts.received_usd);
  expect(shown.cost).toBe(`$${usd.toFixed(2)} (${(Number(facts.total_cost_bps) / 100).toFixed(2)} %)`);
  expect(shown.point).toEqual({
    dollars: Number(facts.sent_usd),
    centiBps: Number(facts.total_cost_bps) * 100,
  });
  expect(shown.warnings).toEqual((facts.warnings as { text: string }[]).map(({ text }) => text));
  expect(shown).toMatchObject({ height: (facts.as_of as { height: number }).height });
});

test("a halted pair says so, without a figure", async () => {
  const shown = readExample(await answer("LTC"));
  expect(shown).toMatchObject({ received: "not known", cost: "trading is halted", point: null });
});

const changes: [
  name: string,
  change: (result: { structuredContent: Record<string, unknown>; isError: boolean }) => object,
][] = [
  ["a stale answer", ({ structuredContent }) => ({ structuredContent: { ...structuredContent, freshness: "stale" } })],
  [
    "a verdict that is not known",
    ({ structuredContent }) => ({ structuredContent: { ...structuredContent, trading: "unknown" } }),
  ],
  ["an error", (result) => ({ ...result, isError: true })],
  ["no asset", ({ structuredContent }) => ({ structuredContent: { ...structuredContent, to: null } })],
];
for (const [name, change] of changes) {
  test(`${name} shows no figure`, async () => {
    const { result } = await answer();
    expect(readExample({ result: change(result) })).toMatchObject({
      cost: "not checked",
      received: "not known",
      point: null,
    });
  });
}

test("a figure that is missing is not known, and never zero", async () => {
  for (const gone of ["sent_usd", "received_usd", "total_cost_bps"]) {
    const { result } = await answer();
    const shown = readExample({ result: { structuredContent: { ...result.structuredContent, [gone]: null } } });
    expect(shown.cost, gone).toBe("not known");
    if (gone !== "received_usd") expect(shown.point, gone).toBeNull();
  }
  const { result } = await answer();
  const shown = readExample({
    result: { structuredContent: { ...result.structuredContent, expected_amount_out: null } },
  });
  expect(shown.received).toBe("not known");
});

test("any other body is not checked", () => {
  fc.assert(fc.property(fc.jsonValue(), (body) => expect(readExample(body)).toEqual(notChecked)));
});
