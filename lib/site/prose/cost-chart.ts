// The prose pages of `content/`, filled with generated figures, examples and lists. Live pages and React do not belong here.
// This file computes the fee guide's chart as plain numbers: both axes are logarithmic and the cheapest size is marked.

import type { CostPoint } from "../../protocol/market/swap-cost.ts";
import type { NetworkName } from "../../protocol/values/chains.ts";
import { formatPercent, formatWholeDollars } from "../../protocol/values/figure-text.ts";
import { type CostCurve, cheapestPair, getCostCurve } from "./fee-guide.ts";

export const chartBox = { width: 400, height: 242, left: 8, right: 392, top: 24, base: 190 } as const;

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface CostChart {
  /** The text alternative of the picture. */
  readonly label: string;
  /** An SVG path. */
  readonly line: string;
  readonly first: Mark;
  readonly least: Mark;
  readonly last: Mark;
  /** What costs most on each side of the cheapest size. */
  readonly arms: readonly [Mark, Mark];
  /** Powers of ten on the horizontal axis. */
  readonly ticks: readonly Mark[];
}

export function getCostChart(network: NetworkName): CostChart {
  return costChart(getCostCurve(network));
}

/** @throws RangeError when there are fewer than seven points: too few for two arms. */
export function costChart({ pair, month, points, line }: CostCurve): CostChart {
  const [first, last, left, right] = [points[0], points.at(-1), points[2], points.at(-3)];
  if (!first || !last || !left || !right || points.length < 7) throw new RangeError("too few points for a curve");
  const least = cheapestPair(points);
  const costs = points.map(({ totalCentiBps }) => Number(totalCentiBps));
  const xOf = logScale([Number(first.dollars), Number(last.dollars)], [chartBox.left, chartBox.right]);
  // The label of the cheapest point is below it, so that point stays above the axis.
  const yOf = logScale([Math.min(...costs), Math.max(...costs)], [chartBox.base - 34, chartBox.top]);
  const axisMark = ({ dollars, totalCentiBps }: CostPoint, text: string): Mark => ({
    x: xOf(Number(dollars)),
    y: yOf(Number(totalCentiBps)),
    text,
  });
  const cost = ({ totalCentiBps }: CostPoint) => formatPercent(totalCentiBps);
  const at = (point: CostPoint) => `${cost(point)} at ${formatWholeDollars(point.dollars)}`;
  const decades = points.filter(({ dollars }) => /^10*$/.test(String(dollars)));
  return {
    label: `Cost of ${pair}, ${month}, on logarithmic scales: ${at(first)}, least ${at(least)}, ${at(last)}. Fixed fees weigh most on the left, the pools on the right.`,
    line: `M${line
      .map((point) => axisMark(point, ""))
      .map(({ x, y }) => `${x} ${y}`)
      .join("L")}`,
    first: axisMark(first, cost(first)),
    least: axisMark(least, `least: ${at(least)}`),
    last: axisMark(last, cost(last)),
    arms: [axisMark(left, "fixed fees"), axisMark(right, "pools")],
    ticks: decades.map(({ dollars }) => ({
      x: xOf(Number(dollars)),
      y: chartBox.base,
      text: `$${shortAmount(dollars)}`,
    })),
  };
}

/** "1k", "1M". */
function shortAmount(dollars: bigint): string {
  return String(dollars)
    .replace(/000000$/, "M")
    .replace(/000$/, "k");
}

/** Maps a domain of positive numbers to a range by their logarithm, rounded to one decimal. */
function logScale([from, to]: [number, number], [start, end]: [number, number]) {
  const [low, high] = [Math.log(from), Math.log(to)];
  return (value: number) => Math.round((start + ((Math.log(value) - low) / (high - low)) * (end - start)) * 10) / 10;
}
