// Medians and their spread. Pure.

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The mean of the middle two if the count is even. @throws if the list is empty. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  if (low === undefined || high === undefined) throw new Error("no values");
  return (low + high) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** The ratio of the medians, with the smallest and largest ratio of one round. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Spread {
  const rounds = ours.map((value, round) => value / (theirs[round] as number));
  return { median: median(ours) / median(theirs), min: Math.min(...rounds), max: Math.max(...rounds) };
}
