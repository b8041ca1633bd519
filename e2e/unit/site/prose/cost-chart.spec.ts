// The chart of the fee guide: every row of the table is at its
// place on the logarithmic scale, and the text says the same.
import { expect, test } from "@playwright/test";
import { chartBox, costChart, getCostChart } from "../../../../lib/site/prose/cost-chart.ts";
import { feeGuide, getCostCurve } from "../../../../lib/site/prose/fee-guide.ts";

const curve = getCostCurve("thorchain") as NonNullable<ReturnType<typeof getCostCurve>>;
const chart = getCostChart("thorchain") as NonNullable<ReturnType<typeof getCostChart>>;

const listVertices = (line: string) =>
  line
    .slice(1)
    .split("L")
    .map((pair) => pair.split(" ").map(Number));

for (const [name, path, way] of [
  ["in parts", chart.split, "splitCentiBps"],
  ["in one part", chart.single, "singleCentiBps"],
] as const) {
  test(`${name}: each row of the table is a vertex`, () => {
    const { points, line } = curve;
    const vertices = listVertices(path);
    expect(vertices).toHaveLength(line.length);
    expect(vertices).toHaveLength(2 * points.length - 1);
    const all = line.flatMap((point) => [point.splitCentiBps, point.singleCentiBps]).map(Number);
    const [low, high] = [Math.log10(Math.min(...all)), Math.log10(Math.max(...all))];
    for (const [index, point] of points.entries()) {
      const [x = 0, y = 0] = vertices[2 * index] ?? [];
      // $100 to $1,000,000 are four decades over the width.
      expect(x).toBeCloseTo(8 + ((Math.log10(Number(point.dollars)) - 2) / 4) * 384, 0);
      expect(y).toBeCloseTo(156 - ((Math.log10(Number(point[way])) - low) / (high - low)) * 132, 0);
    }
    for (const [x = 0, y = 0] of vertices) {
      expect(x >= chartBox.left && x <= chartBox.right && y >= chartBox.top && y < chartBox.base).toBe(true);
    }
  });
}

test("the marks are where the lines begin and end", () => {
  const ends = (path: string) => [listVertices(path)[0], listVertices(path).at(-1)];
  const at = ({ x, y }: { x: number; y: number }) => [x, y];
  expect(ends(chart.split)).toEqual([at(chart.first), at(chart.splitEnd)]);
  expect(ends(chart.single)).toEqual([at(chart.first), at(chart.singleEnd)]);
  const ticks = chart.ticks.map(({ x, text }) => `${text} ${x}`);
  expect(ticks).toEqual(["$100 8", "$1k 104", "$10k 200", "$100k 296", "$1M 392"]);
});

test("the description agrees with the picture and with the table", () => {
  const { label, first, splitEnd, singleEnd } = chart;
  const rows = feeGuide("thorchain")
    .fee_curve?.split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.slice(2, -2).split(" | "));
  const [, split = "", single = ""] = rows?.at(-1) ?? [];
  expect(first.text).toBe(rows?.[2]?.[1]);
  expect([splitEnd.text, singleEnd.text]).toEqual([`in parts: ${split}`, `in one part: ${single}`]);
  expect(label).toMatch(
    /^Total cost of BTC to ETH against size, recorded on 2026-\d\d-\d\d UTC, on logarithmic scales\. /,
  );
  expect(label).toContain(`At $100: ${first.text}. At $1,000,000: ${split} in parts, ${single} in one part.`);
});

test("nothing recorded is no chart, and no points are no curve", () => {
  expect(getCostChart("mayachain")).toBeNull();
  expect(() => costChart({ ...curve, points: [] })).toThrow("no points");
});
