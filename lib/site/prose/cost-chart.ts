// The prose pages of `content/`, filled with generated figures, examples and lists. Live pages and React do not belong here.
// This file computes the fee guide's chart as plain numbers: both axes are logarithmic, and a swap is drawn in parts and in one part.
import { config } from "../../config.ts";
import type { NetworkName } from "../../protocol/values/chains.ts";
import { formatPercent, formatRoundDollars, formatWholeDollars } from "../../protocol/values/figure-text.ts";
import { type CostCurve, getCostCurve } from "./fee-guide.ts";
import { type LogScale, placeOn } from "./log-scale.ts";
import type { CostPoint } from "./swap-cost.ts";

export const chartBox = { width: 400, height: 242, left: 8, right: 392, top: 24, base: 190 } as const;

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface CostChart {
  /** The text alternative of the picture. */
  readonly label: string;
  /** SVG paths: as the network splits a swap, and in one part. */
  readonly split: string;
  readonly single: string;
  /** Both lines begin here. */
  readonly first: Mark;
  readonly splitEnd: Mark;
  readonly singleEnd: Mark;
  /** Powers of ten on the horizontal axis. */
  readonly ticks: readonly Mark[];
  /** From dollars, and from hundredths of a basis point, to the picture: figures of now are drawn beside the recorded ones. */
  readonly across: LogScale;
  readonly up: LogScale;
  /** Where the key of the figures of now is written. */
  readonly key: Mark;
}

/** The chart of the fee guide, from the same snapshot as its tables; null where nothing is recorded. */
export function getFeeChart(): CostChart | null {
  return getCostChart(config().network);
}

/** Null where nothing is recorded. */
export function getCostChart(network: NetworkName): CostChart | null {
  const curve = getCostCurve(network);
  return curve && costChart(curve);
}

/** @throws RangeError without points. */
export function costChart({ pair, day, points, line }: CostCurve): CostChart {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) throw new RangeError("no points for a curve");
  const costs = line.flatMap(({ splitCentiBps, singleCentiBps }) => [Number(splitCentiBps), Number(singleCentiBps)]);
  const across: LogScale = {
    values: [Number(first.dollars), Number(last.dollars)],
    places: [chartBox.left, chartBox.right],
  };
  // The label of the cheapest point is below it, so that point stays above the axis.
  const up: LogScale = {
    values: [Math.min(...costs), Math.max(...costs)],
    places: [chartBox.base - 34, chartBox.top],
  };
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
    label: `Total cost of ${pair} against size, recorded on ${day}, on logarithmic scales. At ${formatWholeDollars(first.dollars)}: ${start}. At ${most}: ${split} in parts, ${single} in one part.`,
    split: path("splitCentiBps"),
    single: path("singleCentiBps"),
    first: mark("splitCentiBps", first, `${start}`),
    splitEnd: mark("splitCentiBps", last, `in parts: ${split}`),
    singleEnd: mark("singleCentiBps", last, `in one part: ${single}`),
    ticks: points
      .filter(({ dollars }) => /^10*$/.test(String(dollars)))
      .map(({ dollars }) => ({
        x: placeOn(across, Number(dollars)),
        y: chartBox.base,
        text: formatRoundDollars(dollars),
      })),
    across,
    up,
    key: { x: chartBox.left, y: chartBox.base - 12, text: `now. Lines: ${day.slice(0, 10)}` },
  };
}
