// What the fee guide shows of three swaps now: figures of a fresh, open pair only, and the words of the answer for all else.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { getSwapQuote } from "../../../../lib/mcp/tools/get-swap-quote.ts";
import { formatUnits } from "../../../../lib/protocol/values/amounts.ts";
import { formatAmount, formatBpsAsPercent, formatDollars } from "../../../../lib/protocol/values/figure-text.ts";
import { notChecked, readExample } from "../../../../lib/site/pages/live-examples.ts";
import { createExampleNetwork } from "../../../../lib/site/prose/examples.ts";

/** What /quote.json answers of the sample network. */
async function answer(from = "BTC"): Promise<Record<string, unknown>> {
  const asked = { from, to: "ETH", amount: "0.1" };
  const { structured } = await getSwapQuote.run(createExampleNetwork(), asked, { networkName: "sample" });
  return structured as Record<string, unknown>;
}

test("a fresh answer of an open pair is shown, with what it costs of the amount sent", async () => {
  const facts = await answer();
  const shown = readExample(facts);
  expect(shown.received).toMatch(/^\d\.\d+ ETH$/);
  expect(Number(shown.received.split(" ")[0])).toBeCloseTo(Number(facts.expected_amount_out), 3);
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

const changes: [name: string, change: object][] = [
  ["a stale answer", { freshness: "stale" }],
  ["a verdict that is not known", { trading: "unknown" }],
  ["an error", { error: { code: "stale" } }],
  ["no asset", { to: null }],
];
for (const [name, change] of changes) {
  test(`${name} shows no figure`, async () => {
    const shown = readExample({ ...(await answer()), ...change });
    expect(shown).toMatchObject({ cost: "not checked", received: "not known", point: null });
  });
}

test("a figure that is missing is not known, and never zero", async () => {
  const facts = await answer();
  for (const gone of ["sent_usd", "received_usd", "total_cost_bps"]) {
    const shown = readExample({ ...facts, [gone]: null });
    expect(shown.cost, gone).toBe("not known");
    if (gone !== "received_usd") expect(shown.point, gone).toBeNull();
  }
  expect(readExample({ ...facts, expected_amount_out: null }).received).toBe("not known");
});

test("its figures have the form that all others have", async () => {
  const facts = await answer();
  const cents = fc.integer({ min: 1, max: 10 ** 9 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 1, max: 10 ** 13 }), (usd, bps, base) => {
      const shown = readExample({
        ...facts,
        sent_usd: (usd / 100).toFixed(2),
        received_usd: "0.00",
        total_cost_bps: bps,
        expected_amount_out: formatUnits(BigInt(base), 8),
      });
      expect(shown.cost).toBe(`${formatDollars(BigInt(usd) * 1_000_000n)} (${formatBpsAsPercent(bps)})`);
      expect(shown.received).toBe(formatAmount({ asset: "ETH.ETH", base: BigInt(base) }, undefined, { digits: 4 }));
    }),
  );
});

test("any other body is not checked", () => {
  fc.assert(fc.property(fc.jsonValue(), (body) => expect(readExample(body)).toEqual(notChecked)));
});
