// A logarithmic scale of the fee guide's chart, for the drawing on the server and for what a browser adds to it.

/** From two positive values to two places. */
export interface LogScale {
  readonly values: readonly [number, number];
  readonly places: readonly [number, number];
}

/** The place of a value, rounded to one decimal. */
export function placeOn({ values: [from, to], places: [start, end] }: LogScale, value: number): number {
  const [low, high] = [Math.log(from), Math.log(to)];
  return Math.round((start + ((Math.log(value) - low) / (high - low)) * (end - start)) * 10) / 10;
}
