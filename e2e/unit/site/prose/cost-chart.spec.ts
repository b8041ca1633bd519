// The chart of the fee guide: every row of the table is at its
// place on the logarithmic scale, and the text says the same.
import { expect, test } from "@playwright/test";
import { chartBox, costChart, getCostChart } from "../../../../lib/site/prose/cost-chart.ts";
import { getCostCurve } from "../../../../lib/site/prose/fee-guide.ts";

const listVertices = (line: string) =>
  line
    .slice(1)
    .split("L")
    .map((pair) => pair.split(" ").map(Number));

for (const network of ["thorchain", "mayachain"] as const) {
  test(`${network}: each row of the table is a vertex`, () => {
    const { points, line } = getCostCurve(network);
    const chart = getCostChart(network);
    const vertices = listVertices(chart.line);
    expect(vertices).toHaveLength(line.length);
    expect(vertices).toHaveLength(2 * points.length - 1);
    const costs = points.map(({ totalCentiBps }) => Math.log10(Number(totalCentiBps)));
    const [low, high] = [Math.min(...costs), Math.max(...costs)];
    for (const [index, { dollars }] of points.entries()) {
      const [x = 0, y = 0] = vertices[2 * index] ?? [];
      // $100 to $1,000,000 are four decades over the width.
      expect(x).toBeCloseTo(8 + ((Math.log10(Number(dollars)) - 2) / 4) * 384, 0);
      expect(y).toBeCloseTo(156 - (((costs[index] ?? 0) - low) / (high - low)) * 132, 0);
    }
    for (const [x = 0, y = 0] of vertices) {
      expect(x >= chartBox.left && x <= chartBox.right && y >= chartBox.top && y < chartBox.base).toBe(true);
    }
  });

  test(`${network}: the marks are on the line`, () => {
    const { first, least, last, arms, line, ticks } = getCostChart(network);
    const vertices = listVertices(line).map((pair) => pair.join(" "));
    for (const { x, y } of [first, least, last, ...arms]) expect(vertices).toContain(`${x} ${y}`);
    expect(least.y).toBe(
      Math.max(
        ...listVertices(line)
          .map(([, y]) => y ?? 0)
          .filter((_, index) => index % 2 === 0),
      ),
    );
    expect(ticks.map(({ x, text }) => `${text} ${x}`)).toEqual([
      "$100 8",
      "$1k 104",
      "$10k 200",
      "$100k 296",
      "$1M 392",
    ]);
  });
}

test("the description agrees with the picture", () => {
  const { label, first, least, last } = getCostChart("thorchain");
  expect(label).toBe(
    "Cost of BTC to ETH, March 2024, on logarithmic scales: 26.98 % at $100, least 0.26 % at $20,000, 6.15 % at $1,000,000. Fixed fees weigh most on the left, the pools on the right.",
  );
  expect([first.text, least.text, last.text]).toEqual(["26.98 %", "least: 0.26 % at $20,000", "6.15 %"]);
});

test("too few points make no curve", () => {
  const curve = getCostCurve("thorchain");
  expect(() => costChart({ ...curve, points: curve.points.slice(0, 6) })).toThrow("too few points");
  expect(costChart({ ...curve, points: curve.points.slice(0, 7) }).first.text).toBe("26.98 %");
});
