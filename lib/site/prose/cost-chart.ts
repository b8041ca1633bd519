// The prose pages of `content/`, filled with generated figures, examples and lists. Live pages and React do not belong here.
// This file computes the fee guide's chart as plain numbers: both axes are logarithmic, and a swap is drawn in parts and in one part.
import { config } from "../../config.ts";
import type { NetworkName } from "../../protocol/values/chains.ts";
import { formatPercent, formatRoundDollars, formatWholeDollars } from "../../protocol/values/figure-text.ts";
import { type CostCurve, type CostPoint, getCostCurve } from "./fee-guide.ts";
import { type LogScale, placeOn } from "./log-scale.ts";

export const chartBox = { width: 400, height: 242, left: 8, right: 392, top: 24, base: 190 } as const;

type Mark = Readonly<Record<"x" | "y", number>> & { readonly text: string };
export type CostChart = ReturnType<typeof costChart>;

/** The chart of the fee guide, from the same snapshot as its tables; null where nothing is recorded. */
export function getCostChart(network: NetworkName = config().network): CostChart | null {
  const curve = getCostCurve(network);
  return curve && costChart(curve);
}

/** @throws RangeError without points. */
export function costChart({ pair, day, points, line }: CostCurve) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) throw new RangeError("no points for a curve");
  const costs = line.flatMap(({ splitCentiBps, singleCentiBps }) => [Number(splitCentiBps), Number(singleCentiBps)]);
  const across: LogScale = {
    values: [Number(first.dollars), Number(last.dollars)],
    places: [chartBox.left, chartBox.right],
  };
  // The label of the cheapest point is below it, so that point stays above the axis.
  const up: LogScale = { values: [Math.min(...costs), Math.max(...costs)], places: [chartBox.base - 34, chartBox.top] };
  const mark = (way: "splitCentiBps" | "singleCentiBps", point: CostPoint, text = ""): Mark => ({
    x: placeOn(across, Number(point.dollars)),
    y: placeOn(up, Number(point[way])),
    text,
  });
  const path = (way: "splitCentiBps" | "singleCentiBps") =>
    `M${line
      .map((point) => mark(way, point))
      .map(({ x, y }) => `${x} ${y}`)
      .join("L")}`;
  const [start, split, single] = [first.splitCentiBps, last.splitCentiBps, last.singleCentiBps].map(formatPercent);
  const most = formatWholeDollars(last.dollars);
  return {
    /** The text alternative of the picture. */
    label: `Total cost of ${pair} against size, recorded on ${day}, on logarithmic scales. At ${formatWholeDollars(first.dollars)}: ${start}. At ${most}: ${split} in parts, ${single} in one part.`,
    /** SVG paths: as the network splits a swap, and in one part. */
    split: path("splitCentiBps"),
    single: path("singleCentiBps"),
    first: mark("splitCentiBps", first, start),
    splitEnd: mark("splitCentiBps", last, `in parts: ${split}`),
    singleEnd: mark("singleCentiBps", last, `in one part: ${single}`),
    /** Powers of ten on the horizontal axis. */
    ticks: points
      .filter(({ dollars }) => /^10*$/.test(String(dollars)))
      .map(({ dollars }) => ({
        x: placeOn(across, Number(dollars)),
        y: chartBox.base,
        text: formatRoundDollars(dollars),
      })),
    /** From dollars, and from hundredths of a basis point, to the picture: figures of now are drawn beside the recorded ones. */
    across,
    up,
    /** Of the figures of now. */
    key: { x: chartBox.left, y: chartBox.base - 12, text: `now. Lines: ${day.slice(0, 10)}` },
  };
}
