// The costs on /quote: one bar whose parts add up to the total, drawn only where every part is known.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { QuoteFee, QuoteReading } from "../../../../../lib/protocol/model/quote.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { costsView } from "../../../../../lib/site/live/quote/tables.ts";
import { agreedMoney } from "../../../../support/agreed.ts";
import { countRuns } from "../../../../support/runs.ts";
import { quote } from "../../../mcp/fake-network.ts";

const fee = (kind: QuoteFee["kind"], base: bigint): QuoteFee => ({
  kind,
  amount: agreedMoney({ asset: "ETH.ETH", base, usd: base * 4_000n }),
  bps: 1,
});
/** 20 ETH are sent in worth: 10,000 of 1e-8 ETH are 0.05 bps. */
const read = (
  liquidity: bigint,
  impact: bigint,
  affiliate: bigint,
  outbound: bigint,
): QuoteReading => {
  const total = liquidity + impact + affiliate + outbound;
  const bps = (base: bigint) => Number(base) / 200_000;
  return {
    ...quote,
    fees: [fee("liquidity", liquidity), fee("outbound", outbound), fee("affiliate", affiliate)],
    feeShares: [
      { kind: "liquidity", bps: bps(liquidity) },
      { kind: "outbound", bps: bps(outbound) },
      { kind: "affiliate", bps: bps(affiliate) },
    ],
    totalCost: { asset: "ETH.ETH", base: total, usd: total * 4_000n },
    totalCostBps: bps(total),
    priceImpact: { asset: "ETH.ETH", base: impact, usd: impact * 4_000n },
    priceImpactBps: bps(impact),
  };
};
const view = (reading: QuoteReading) => costsView(reading, presets.thorchain);

test("the bar has the parts in the order in which they are taken, each with dollars and its part of the amount sent", () => {
  const quote = read(4_000_000n, 5_000_000n, 0n, 1_000_000n);
  const { parts, notes } = view(quote);
  expect(parts.map(({ label, text, note, share }) => [label, text, note, share])).toEqual([
    ["Liquidity fee", "$160.00", "0.20 %", 0.4],
    ["Price impact", "$200.00", "0.25 %", 0.5],
    ["Outbound fee", "$40.00", "0.05 %", 0.1],
  ]);
  expect(notes).toEqual([
    "Percentages are of the amount sent, by the prices of the pools now. Figures are rounded.",
  ]);
  const priceImpact = { asset: "ETH.ETH", base: 5_000_000n, usd: null };
  const shares = view({ ...quote, priceImpact }).parts.map(({ share }) => share);
  expect(shares, "a part has no price").toEqual([0.4, 0.5, 0.1]);
});

test("of a token that a router takes, the approval is said", () => {
  const said = (from: string) =>
    view({ ...read(1n, 1n, 0n, 1n), from }).notes.some((note) => /approve the/.test(note));
  expect(said("ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48")).toBe(true);
  for (const asset of [
    "ETH.ETH",
    "BTC.BTC",
    "TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T",
    "ETH/USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48",
  ])
    expect(said(asset), asset).toBe(false);
});

test("what is taken is never nothing, however small its share", () => {
  const { table } = view(read(4_000_000n, 5_000_000n, 0n, 1n));
  const shares = table.rows.map(([name, , , share]) => [name, share]);
  expect(shares.slice(2, 4)).toEqual([
    ["Affiliate fee", "0 %"],
    ["Outbound fee", "< 0.01 %"],
  ]);
});

test("nothing is drawn where a part is not known, or where the parts are not the total", () => {
  const whole = read(4_000_000n, 5_000_000n, 0n, 1_000_000n);
  const rows: readonly Partial<QuoteReading>[] = [
    { totalCost: null, totalCostBps: null },
    { priceImpact: null, priceImpactBps: null },
    { fees: whole.fees.slice(0, 2) },
    { feeShares: [] },
    { priceImpact: { asset: "ETH.ETH", base: 5_000_001n, usd: null } },
  ];
  for (const changes of rows)
    expect(view({ ...whole, ...changes }).parts, JSON.stringify(Object.keys(changes))).toEqual([]);
  expect(view(read(0n, 0n, 0n, 0n)).parts).toEqual([]);
  expect(view({ ...whole, fees: [] }).notes[0]).toBe(
    "We do not know every part for certain, so there is no bar.",
  );
});

test("the shares of the bar add up to one, and the table's dollars to the total's", () => {
  const base = fc.bigInt({ min: 0n, max: 10n ** 11n });
  fc.assert(
    fc.property(base, base, base, base, (liquidity, impact, affiliate, outbound) => {
      const { parts, table } = view(read(liquidity, impact, affiliate, outbound));
      if (liquidity + impact + affiliate + outbound === 0n) return;
      const sum = parts.reduce((all, { share }) => all + share, 0);
      expect(sum).toBeGreaterThan(0.999);
      expect(sum).toBeLessThanOrEqual(1);
      const cents = (text = "") =>
        text === "< $0.01" ? 0 : Math.round(Number(text.replace(/[$,]/g, "")) * 100);
      const [a, b, c, d, total] = table.rows.map((row) => cents(row[2]));
      expect(
        Math.abs((a ?? 0) + (b ?? 0) + (c ?? 0) + (d ?? 0) - (total ?? 0)),
      ).toBeLessThanOrEqual(4);
    }),
    { numRuns: countRuns(300) },
  );
});
