// The pricing guide's figures: each cell again from integers worked out elsewhere, and the lines that a reader would quote, letter by letter.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { feeSnapshots } from "../../lib/protocol/fee-snapshots.ts";
import { toDollars } from "../../lib/protocol/swap-cost.ts";
import { toAmountText, toBpsText, toCostText, toExactText, toTicker, toUsdText } from "../../lib/site/fee-figures.ts";
import { getCostCurve, toCheapest, toFeeGuide } from "../../lib/site/fee-guide.ts";
import { worked } from "./worked-swaps.ts";

const content = readFileSync(new URL("../../content/pricing.md", import.meta.url), "utf8");
const networks = ["thorchain", "mayachain"] as const;
const guides = { thorchain: toFeeGuide("thorchain"), mayachain: toFeeGuide("mayachain") };

const toRows = (markdown = "") =>
  markdown
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
    .map((line) => line.slice(2, -2).split(" | "));

test("the guide names each figure that is made for it, and no other", () => {
  const named = [...content.matchAll(/\{\{(fee_\w+)\}\}/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(guides.thorchain).sort());
});

test("what moves is linked to the live pages", () => {
  for (const page of ["quote", "status"]) expect(content).toContain(`({{swap_origin}}/${page})`);
});

test.describe("the examples, from integers by floating point", () => {
  const english = (value: number, places: number) => value.toLocaleString("en-US", { maximumFractionDigits: places });
  const amount = (asset: string, base: bigint) => {
    const units = Number(base) / (asset === "MAYA.CACAO" ? 1e10 : 1e8);
    return `${units >= 1000 ? english(units, 0) : english(Number(units.toPrecision(4)), 8)} ${asset.split(/[.-]/)[1]}`;
  };
  const usd = (dollars: number) => {
    if (dollars >= 1000) return `$${english(dollars, 0)}`;
    return dollars >= 0.01 ? `$${dollars.toFixed(2)}` : `$${Number(dollars.toPrecision(2))}`;
  };
  const bps = (part: number, whole: number) => {
    const value = (part / whole) * 10_000;
    if (value < 0.05) return "<0.1 bps";
    return `${value >= 99.95 ? english(value, 0) : value.toFixed(1)} bps`;
  };

  for (const network of networks) {
    const snapshot = feeSnapshots[network];
    const swaps = worked.filter((one) => one.snapshot === snapshot);
    for (const [index, { from, to }] of snapshot.examples.entries()) {
      test(`${network}: ${toTicker(from)} to ${toTicker(to)}`, () => {
        const table = guides[network].fee_examples?.split("### ")[index + 1];
        expect(table).toMatch(new RegExp(`^${toTicker(from)} to ${toTicker(to)}\n`));
        const [head, ...rows] = toRows(table);
        const worth = (asset: string, base: bigint) => Number(toDollars(snapshot, asset, base)) / 1e8;
        for (const [column, { figures }] of swaps.slice(index * 3, index * 3 + 3).entries()) {
          const [sent = 0n, inbound = 0n, liquidity = 0n, impact = 0n, outbound = 0n, received = 0n, sentUsd, total] =
            figures;
          const whole = Number(sentUsd) / 1e8;
          const share = (asset: string, base: bigint) => bps(worth(asset, base), whole);
          const both = (asset: string, base: bigint) => `${amount(asset, base)}, ${usd(worth(asset, base))}`;
          const name = from === snapshot.nativeAsset ? "Native network fee" : "Inbound network fee";
          expect(head?.[column + 1]).toBe(`${amount(from, sent)} (${usd(whole)})`);
          expect(rows.map((row) => [row[0], row[column + 1]])).toEqual([
            [`${name}: ${both(from, inbound)}`, share(from, inbound)],
            ["Liquidity fee", `${both(to, liquidity)}, ${share(to, liquidity)}`],
            ["Price impact", `${usd(worth(to, impact))}, ${share(to, impact)}`],
            [`Outbound fee: ${both(to, outbound)}`, share(to, outbound)],
            ["Total cost", `${usd(Number(total) / 1e8)}, ${bps(Number(total) / 1e8, whole)}`],
            ["You receive", both(to, received)],
          ]);
        }
      });
    }
  }
});

test("the lines of BTC to ETH on THORChain, letter by letter", () => {
  expect(guides.thorchain.fee_examples).toContain(
    [
      "### BTC to ETH",
      "",
      "| Layer | 0.005 BTC ($340.86) | 0.1 BTC ($6,817) | 5 BTC ($340,864) |",
      "| --- | --- | --- | --- |",
      "| Inbound network fee: 0.0000525 BTC, $3.58 | 105 bps | 5.2 bps | 0.1 bps |",
      "| Liquidity fee | 0.00000096 ETH, $0.0037, 0.1 bps | 0.0003867 ETH, $1.51, 2.2 bps | 0.9462 ETH, $3,690, 108 bps |",
      "| Price impact | $0.0038, 0.1 bps | $1.51, 2.2 bps | $3,712, 109 bps |",
      "| Outbound fee: 0.006 ETH, $23.40 | 687 bps | 34.3 bps | 0.7 bps |",
      "| Total cost | $26.99, 792 bps | $30.00, 44.0 bps | $7,429, 218 bps |",
      "| You receive | 0.0814 ETH, $317.46 | 1.741 ETH, $6,791 | 85.49 ETH, $333,439 |",
    ].join("\n"),
  );
});

test("what changes them, letter by letter", () => {
  // Output of 0.1 BTC: 1.74118929 + 0.006 = 1.74718929 ETH; 30 bps of it are 0.00524156 ETH = $20.44.
  // With 10 bps in each pool: 0.00349364 ETH, which is 20 bps of 1.7479627 ETH.
  // The refund: 0.1 − 0.00014 BTC. The minimum: 4 × 0.00034325 BTC, ETH's outbound fee in BTC.
  expect(guides.thorchain.fee_options?.split("\n")).toEqual([
    "- An affiliate of 30 bps takes 0.005242 ETH, $20.44, 30.0 bps, of the 0.1 BTC swap.",
    "- An assumed minimum slip of 10 bps in each pool raises its liquidity fee to 0.003494 ETH, $13.63, 20.0 bps.",
    "- A refund of 0.1 BTC costs the outbound fee of 0.00014 BTC ($9.54) and returns 0.09986 BTC.",
    "- With a factor of 4, as in THORChain's recorded quotes, the recommended minimum for BTC to ETH was 0.001373 BTC ($93.60).",
  ]);
  // MAYAChain adds bps to the slip: a floor is not its rule.
  expect(guides.mayachain.fee_options?.split("\n")).toEqual([
    "- An affiliate of 30 bps takes 0.005267 ETH, $20.63, 29.9 bps, of the 0.1 BTC swap.",
    "- A refund of 0.1 BTC costs the outbound fee of 0.000525 BTC ($36.27) and returns 0.09948 BTC.",
    "- With a factor of 4, as in THORChain's recorded quotes, the recommended minimum for BTC to ETH was 0.0021 BTC ($145.07).",
  ]);
  expect(guides.thorchain.fee_streaming).toBe(
    "- Sending 5 BTC cost $7,429 (218 bps) in one swap, $779.95 (22.9 bps) in 10 sub-swaps, $403.83 (11.8 bps) in 20 sub-swaps.",
  );
});

test("outbound fees and break-even sizes by chain, letter by letter", () => {
  // $9.5442 × 100 = $954.42 and × 200 = $1,908.84, up to the next dollar; $23.4008: $2,340.08 and $4,680.16.
  expect(toRows(guides.thorchain.fee_break_even)).toEqual([
    ["Chain", "Outbound fee", "At most 1 % from", "At most 0.5 % from"],
    ["THORChain", "0.02 RUNE, $0.15", "$16", "$31"],
    ["Bitcoin", "0.00014 BTC, $9.54", "$955", "$1,909"],
    ["Ethereum", "0.006 ETH, $23.40", "$2,341", "$4,681"],
    ["BNB Smart Chain", "0.004 BNB, $1.94", "$194", "$388"],
    ["Litecoin", "0.01054 LTC, $0.95", "$95", "$190"],
    ["Bitcoin Cash", "0.001762 BCH, $0.76", "$76", "$152"],
    ["Dogecoin", "5 DOGE, $0.89", "$89", "$178"],
    ["Cosmos Hub", "0.08073 ATOM, $1.10", "$111", "$221"],
    ["Avalanche", "0.01825 AVAX, $0.78", "$79", "$157"],
  ]);
  expect(toRows(guides.mayachain.fee_break_even).slice(1)).toEqual([
    ["MAYAChain", "0.5 CACAO, $0.49", "$50", "$99"],
    ["Bitcoin", "0.000525 BTC, $36.27", "$3,627", "$7,254"],
    ["Ethereum", "0.0084 ETH, $32.91", "$3,291", "$6,582"],
    ["Dash", "0.00005412 DASH, $0.0022", "$1", "$1"],
    ["THORChain", "0.03 RUNE, $0.23", "$24", "$47"],
    ["Kujira", "0.003 KUJI, $0.01", "$2", "$3"],
  ]);
});

test("the curve, letter by letter, and its least row named", () => {
  expect(toRows(guides.thorchain.fee_curve).map((row) => row.join(" "))).toEqual([
    "Sent Total cost, bps",
    // $3.58 + $23.40 = $26.98 of $100 are 2,698 bps; the pools add less than one.
    "$100 2,698",
    "$200 1,349",
    "$500 540",
    "$1,000 270",
    "$2,000 136",
    "$5,000 57.2",
    "$10,000 33.5",
    // 13.5 bps fixed and 13.0 bps in the pools: about the same, which is where the sum is least.
    "$20,000 26.5",
    "$50,000 37.8",
    "$100,000 67.3",
    "$200,000 130",
    "$500,000 316",
    "$1,000,000 615",
  ]);
  expect(guides.thorchain.fee_curve_summary).toBe(
    "BTC to ETH, date and source as above. The fixed fees, inbound and outbound, were $26.98 at every size; the rest was liquidity fee and price impact. Of these sizes $20,000 was the cheapest per dollar: 26.5 bps. Below it the fixed fees weigh most, above it the pools.",
  );
  expect(guides.mayachain.fee_curve_summary).toContain("were $41.89 at every size");
  expect(guides.mayachain.fee_curve_summary).toContain("$10,000 was the cheapest per dollar: 105 bps.");
  for (const network of networks) {
    const { points, line } = getCostCurve(network);
    expect(points.every((point) => line.some(({ dollars }) => dollars === point.dollars))).toBe(true);
    expect(points.every(({ totalTenthBps }) => totalTenthBps >= toCheapest(points).totalTenthBps)).toBe(true);
  }
});

test("the depths stand to the last unit", () => {
  expect(guides.thorchain.fee_depths).toBe(
    "1,279.68365638 BTC and 11,467,999.80853764 RUNE; 12,208.16983876 ETH and 6,258,978.32323009 RUNE; 12,560,372.16048756 USDC and 1,651,110.10255012 RUNE",
  );
  expect(guides.mayachain.fee_depths).toContain("133.91894764 BTC and 9,385,942.7818958516 CACAO; ");
});

test("every figure is dated, its source named, and never shown as current or as the sample's", () => {
  for (const network of ["sample", ...networks] as const) {
    const { fee_snapshot } = toFeeGuide(network);
    const protocol = network === "mayachain" ? "MAYAChain" : "THORChain";
    expect(fee_snapshot).toContain(`Historic, never a quote: ${protocol} main network, as of March 2024`);
    expect(fee_snapshot).toContain("neither time nor block was recorded");
    expect(fee_snapshot).toContain("published by the xchainjs/xchainjs-lib project");
    expect(fee_snapshot?.includes("Not the sample network, which is invented.")).toBe(network === "sample");
  }
  const { fee_snapshot: ofSample, ...sample } = toFeeGuide("sample");
  const { fee_snapshot: ofThorchain, ...thorchain } = guides.thorchain;
  expect(sample).toEqual(thorchain);
  expect(ofSample).not.toBe(ofThorchain);
});

test("no address stands in the guide", () => {
  for (const guide of Object.values(guides)) {
    expect(Object.values(guide).join("\n")).not.toMatch(
      /\b(bc1|ltc1|q[a-z0-9]{30}|0x[0-9a-f]{6}|(thor|maya|cosmos|kujira)1|D[A-Za-z0-9]{30})/i,
    );
  }
});

test("how figures are written", () => {
  const usd: [bigint, string][] = [
    [0n, "$0.00"],
    [370_000n, "$0.0037"],
    [999_00000000n, "$999.00"],
    [999_99400000n, "$999.99"],
    [999_99500000n, "$1,000"],
    [20_000_50000000n, "$20,001"],
  ];
  for (const [base, text] of usd) expect(toUsdText(base)).toBe(text);
  const amounts: [string, bigint, string][] = [
    ["BTC.BTC", 1n, "0.00000001 BTC"],
    ["BTC.BTC", 123_450n, "0.001235 BTC"],
    ["BTC.BTC", 0n, "0 BTC"],
    ["THOR.RUNE", 1_454_280_916_382n, "14,543 RUNE"],
    ["ETH.USDC-0XA0", 999_950_000_000n, "10,000 USDC"],
    ["MAYA.CACAO", 5_000_000_000n, "0.5 CACAO"],
    ["MAYA.CACAO", 12_345_678_901_234n, "1,235 CACAO"],
  ];
  for (const [asset, base, text] of amounts) expect(toAmountText(asset, base)).toBe(text);
  expect(toExactText("BTC.BTC", 127_968_365_638n)).toBe("1,279.68365638 BTC");
  expect([0n, 1n, 265n, 999n, 1_000n, 1_005n, 123_456n].map(toBpsText)).toEqual([
    "<0.1",
    "0.1",
    "26.5",
    "99.9",
    "100",
    "101",
    "12,346",
  ]);
  expect(toCostText({ asset: "ETH.ETH", base: 600_000n, usd: 23_40079475n, tenthBps: 343n })).toBe(
    "0.006 ETH, $23.40, 34.3 bps",
  );
});
