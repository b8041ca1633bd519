// The pricing guide's figures: each cell is computed again from integers,
// and the lines that a reader would quote are compared exactly.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { feeSnapshots } from "../../../../lib/protocol/market/fee-snapshots.ts";
import { fromDollars, swapCost, worthInUsd } from "../../../../lib/protocol/market/swap-cost.ts";
import { tickerOf } from "../../../../lib/protocol/values/assets.ts";
import { cheapestPair, feeGuide, getCostCurve } from "../../../../lib/site/prose/fee-guide.ts";
import { root } from "../../../support/root.ts";
import { worked } from "../../protocol/market/worked-swaps.ts";

const content = readFileSync(`${root}content/pricing.md`, "utf8");
const networks = ["thorchain", "mayachain"] as const;
const guides = { thorchain: feeGuide("thorchain"), mayachain: feeGuide("mayachain") };

const listRows = (markdown = "") =>
  markdown
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
    .map((line) => line.slice(2, -2).split(" | "));

test("the guide uses exactly the figures that are made for it", () => {
  const named = [...content.matchAll(/\{\{(fee_\w+)\}\}/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(guides.thorchain).sort());
});

test("each fee is in the order in which it is taken, with recipient, formula and causes of changes", () => {
  const [, fees = ""] = /^## Fees in order$([\s\S]*?)^## /m.exec(content) ?? [];
  const [, ...sections] = fees.split(/^### /m);
  expect(sections.map((section) => section.split("\n", 1)[0])).toEqual([
    "1. Inbound network fee",
    "2. Liquidity fee (slip) and price impact",
    "3. Affiliate fee",
    "4. Outbound fee",
    "5. Native network fee",
  ]);
  const receivers = [
    /to miners or validators/,
    /to the protocol: /,
    /to whoever/,
    /to the protocol, /,
    /protocol's reserve/,
  ];
  for (const [index, section] of sections.entries()) {
    expect(section).toMatch(receivers[index] as RegExp);
    expect(section, "a formula with its variables").toMatch(/^(`| *)\w+( fee)? += .*[×/].*|^`native fee = .+`$/m);
    expect(section).toMatch(/\blarger\b/i);
    expect(section).toMatch(/\bsmaller\b/i);
  }
});

test("changing values link to the live pages", () => {
  for (const address of ["/quote?from=BTC&to=ETH&amount=0.05", "/status"])
    expect(content).toContain(`({{swap_origin}}${address})`);
});

test.describe("the examples, computed again", () => {
  const english = (value: number, places: number) => value.toLocaleString("en-US", { maximumFractionDigits: places });
  const amount = (asset: string, base: bigint) => {
    const units = Number(base) / (asset === "MAYA.CACAO" ? 1e10 : 1e8);
    return `${units >= 1000 ? english(units, 0) : english(Number(units.toPrecision(4)), 8)} ${asset.split(/[.-]/)[1]}`;
  };
  const twoPlaces = (value: number) =>
    value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const usd = (dollars: number) => (dollars < 0.01 ? "< $0.01" : `$${twoPlaces(dollars)}`);
  const percent = (part: number, whole: number) => `${twoPlaces((part / whole) * 100).replace(/\.00$/, "")} %`;

  for (const network of networks) {
    const snapshot = feeSnapshots[network];
    const swaps = worked.filter((one) => one.snapshot === snapshot);
    const worth = (asset: string, base: bigint) => Number(worthInUsd(snapshot, asset, base)) / 1e8;
    for (const [index, { from, to, figures }] of swaps.entries()) {
      const [sent = 0n, inbound = 0n, liquidity = 0n, impact = 0n, outbound = 0n, received = 0n, sentUsd, total] =
        figures;
      test(`${network}: ${amount(from, sent)} to ${tickerOf(to)}`, () => {
        const [, ...rows] = listRows(guides[network].fee_examples);
        expect(rows).toHaveLength(swaps.length);
        const whole = Number(sentUsd) / 1e8;
        expect(rows[index]).toEqual([
          `${amount(from, sent)}, ${usd(whole)}`,
          usd(worth(from, inbound)),
          usd(worth(to, liquidity)),
          usd(worth(to, impact)),
          usd(worth(to, outbound)),
          usd(Number(total) / 1e8),
          percent(Number(total) / 1e8, whole),
          amount(to, received),
        ]);
      });
    }
  }
});

test("the examples of THORChain, exactly", () => {
  expect(guides.thorchain.fee_examples?.split("\n")).toEqual([
    "| Sent | Inbound | Liquidity | Price impact | Outbound | Total cost | Of the amount sent | You receive |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    // $3.58 + $0.0037 + $0.0038 + $23.40 = $26.99, which is 7.92 % of $340.86.
    "| 0.005 BTC, $340.86 | $3.58 | < $0.01 | < $0.01 | $23.40 | $26.99 | 7.92 % | 0.0814 ETH |",
    "| 0.1 BTC, $6,817.29 | $3.58 | $1.51 | $1.51 | $23.40 | $30.00 | 0.44 % | 1.741 ETH |",
    "| 5 BTC, $340,864.31 | $3.58 | $3,690.19 | $3,712.18 | $23.40 | $7,429.34 | 2.18 % | 85.49 ETH |",
    // Without price impact 3 ETH are worth $11,700.40: 11,700.40 − 13.74 − 13.75 − 23.40.
    "| 0.1 ETH, $390.01 | $35.10 | $0.02 | $0.02 | $23.40 | $58.53 | 15.01 % | 366.6 USDC |",
    "| 3 ETH, $11,700.40 | $35.10 | $13.74 | $13.75 | $23.40 | $86.00 | 0.73 % | 11,650 USDC |",
    "| 100 ETH, $390,013.25 | $35.10 | $14,179.90 | $14,542.81 | $23.40 | $28,781.21 | 7.38 % | 361,267 USDC |",
    "| 50 RUNE, $380.36 | $0.15 | < $0.01 | < $0.01 | $9.54 | $9.70 | 2.55 % | 0.005439 BTC |",
    "| 1,000 RUNE, $7,607.23 | $0.15 | $0.66 | $0.66 | $9.54 | $11.02 | 0.14 % | 0.1114 BTC |",
    "| 50,000 RUNE, $380,361.44 | $0.15 | $1,643.99 | $1,651.16 | $9.54 | $3,304.85 | 0.87 % | 5.531 BTC |",
  ]);
});

test("what changes the costs, exactly", () => {
  // Output of 0.1 BTC: 1.74118929 + 0.006 = 1.74718929 ETH; 30 bps of it are 0.00524156 ETH = $20.44.
  // With 10 bps in each pool: 0.00349364 ETH, which is 20 bps of 1.7479627 ETH.
  // The refund: 0.1 − 0.00014 BTC. The minimum: 4 × 0.00034325 BTC, ETH's outbound fee in BTC.
  expect(guides.thorchain.fee_options?.split("\n")).toEqual([
    "- An affiliate of 0.30 % on 0.1 BTC: $20.44.",
    "- A minimum slip of 0.10 % in each pool, on the same: liquidity fee $13.63.",
    "- A refund of 0.1 BTC returns 0.09986 BTC.",
    "- Recommended minimum for BTC to ETH by the rule of that time, the larger outbound fee × 4: 0.001373 BTC, $93.60.",
    "- 5 BTC in parts: total cost $779.95 (0.23 %) in 10, $403.83 (0.12 %) in 20, if others refill the pools in between, which nothing guarantees.",
  ]);
  // MAYAChain adds bps to the slip, so the rule of a minimum does not apply.
  expect(guides.mayachain.fee_options?.split("\n").slice(0, -1)).toEqual([
    "- An affiliate of 0.30 % on 0.1 BTC: $20.63.",
    "- A refund of 0.1 BTC returns 0.09948 BTC.",
    "- Recommended minimum for BTC to ETH by the rule of that time, the larger outbound fee × 4: 0.0021 BTC, $145.07.",
  ]);
});

test("outbound fees and break-even sizes by chain, exactly", () => {
  // $9.5442 × 100 = $954.42, up to the next dollar; $23.4008: $2,340.08.
  expect(listRows(guides.thorchain.fee_break_even)).toEqual([
    ["Chain", "Outbound fee", "At most 1 % from"],
    ["THORChain", "$0.15", "$16"],
    ["Bitcoin", "$9.54", "$955"],
    ["Ethereum", "$23.40", "$2,341"],
    ["BNB Smart Chain", "$1.94", "$194"],
    ["Litecoin", "$0.95", "$95"],
    ["Bitcoin Cash", "$0.76", "$76"],
    ["Dogecoin", "$0.89", "$89"],
    ["Cosmos Hub", "$1.10", "$111"],
    ["Avalanche", "$0.78", "$79"],
  ]);
  expect(listRows(guides.mayachain.fee_break_even).slice(1)).toEqual([
    ["MAYAChain", "$0.49", "$50"],
    ["Bitcoin", "$36.27", "$3,627"],
    ["Ethereum", "$32.91", "$3,291"],
    ["Dash", "< $0.01", "$1"],
    ["THORChain", "$0.23", "$24"],
    ["Kujira", "$0.01", "$2"],
  ]);
});

test("the curve, exactly, and its lowest row is named", () => {
  expect(listRows(guides.thorchain.fee_curve).map((row) => row.join(" "))).toEqual([
    "Sent Total cost",
    // $3.58 + $23.40 = $26.98 of $100 are 26.98 %. The pools add less than 0.01 %.
    "$100 26.98 %",
    "$500 5.40 %",
    "$1,000 2.70 %",
    "$5,000 0.57 %",
    "$10,000 0.33 %",
    // 0.135 % fixed and 0.130 % in the pools: about equal, which is where the sum is smallest.
    "$20,000 0.26 %",
    "$50,000 0.38 %",
    "$100,000 0.67 %",
    "$500,000 3.16 %",
    "$1,000,000 6.15 %",
  ]);
  expect(
    listRows(guides.mayachain.fee_curve)
      .slice(1)
      .map((row) => row.join(" ")),
  ).toEqual([
    "$100 41.90 %",
    "$500 8.41 %",
    "$1,000 4.25 %",
    "$5,000 1.16 %",
    "$10,000 1.05 %",
    "$20,000 1.47 %",
    "$50,000 3.19 %",
    "$100,000 6.09 %",
    "$500,000 24.94 %",
    "$1,000,000 40.70 %",
  ]);
  expect(guides.thorchain.fee_curve_summary).toBe(
    "BTC to ETH: the fixed fees, inbound and outbound, were $26.98 at every size. $20,000 was the cheapest of these per dollar: 0.26 %. Below $20,396 the fixed fees weighed most, from there the pools.",
  );
  expect(guides.mayachain.fee_curve_summary).toContain("were $41.89 at every size");
  expect(guides.mayachain.fee_curve_summary).toContain("$10,000 was the cheapest of these per dollar: 1.05 %.");
  expect(guides.mayachain.fee_curve_summary).toContain(
    "Below $8,119 the fixed fees weighed most, from there the pools.",
  );
  for (const network of networks) {
    const { points, line } = getCostCurve(network);
    expect(points.every((point) => line.some(({ dollars }) => dollars === point.dollars))).toBe(true);
    expect(points.every(({ totalCentiBps }) => totalCentiBps >= cheapestPair(points).totalCentiBps)).toBe(true);
  }
});

for (const network of networks) {
  test(`${network}: the fixed fees dominate exactly up to the size in the summary`, () => {
    const snapshot = feeSnapshots[network];
    const [, digits = ""] = /Below \$([\d,]+) the/.exec(guides[network].fee_curve_summary ?? "") ?? [];
    const size = BigInt(digits.replaceAll(",", ""));
    const { from, to } = snapshot.examples[0] ?? { from: "", to: "" };
    const isFixedMost = (dollars: bigint) => {
      const amount = fromDollars(snapshot, from, dollars * 100_000_000n);
      const { inbound, outbound, liquidity, priceImpact } = swapCost(snapshot, { from, to, amount });
      return inbound.usd + outbound.usd > liquidity.usd + priceImpact.usd;
    };
    for (const dollars of [1n, 100n, size / 2n, size - 1n]) expect(isFixedMost(dollars), `$${dollars}`).toBe(true);
    for (const dollars of [size, size + 1n, size * 2n, 1_000_000n])
      expect(isFixedMost(dollars), `$${dollars}`).toBe(false);
  });
}

test("the depths are exact", () => {
  expect(guides.thorchain.fee_depths).toBe(
    "1,279.68365638 BTC and 11,467,999.80853764 RUNE; 12,208.16983876 ETH and 6,258,978.32323009 RUNE; 12,560,372.16048756 USDC and 1,651,110.10255012 RUNE",
  );
  expect(guides.mayachain.fee_depths).toContain("133.91894764 BTC and 9,385,942.7818958516 CACAO; ");
});

test("every figure has a date and a source, and is never shown as current or as sample data", () => {
  for (const network of ["sample", ...networks] as const) {
    const { fee_snapshot } = feeGuide(network);
    const protocol = network === "mayachain" ? "MAYAChain" : "THORChain";
    expect(fee_snapshot).toContain(
      `Historic, here and below, and never a quote: ${protocol} main network, as of March 2024`,
    );
    expect(fee_snapshot).toContain("neither time nor block was recorded");
    expect(fee_snapshot).toContain("Fees, rules and pools have changed since");
    expect(fee_snapshot).toContain("published by the xchainjs/xchainjs-lib project");
    expect(fee_snapshot?.includes("Not the sample network, which is invented.")).toBe(network === "sample");
  }
  const { fee_snapshot: ofSample, ...sample } = feeGuide("sample");
  const { fee_snapshot: ofThorchain, ...thorchain } = guides.thorchain;
  expect(sample).toEqual(thorchain);
  expect(ofSample).not.toBe(ofThorchain);
});

test("no address is in the guide", () => {
  for (const guide of Object.values(guides)) {
    expect(Object.values(guide).join("\n")).not.toMatch(
      /\b(bc1|ltc1|q[a-z0-9]{30}|0x[0-9a-f]{6}|(thor|maya|cosmos|kujira)1|D[A-Za-z0-9]{30})/i,
    );
  }
});
