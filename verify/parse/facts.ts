// The facts that a document states, in either representation, so that both can be compared.

export interface Facts {
  readonly headings: readonly string[];
  /** Table cells. */
  readonly cells: readonly string[];
  /** Absolute addresses without fragments. */
  readonly links: readonly string[];
  /** Every number, as written. */
  readonly numbers: readonly string[];
}

export const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim();

export function listNumbers(text: string): readonly string[] {
  return text.match(/\d+(?:[.,]\d+)*/g) ?? [];
}

/** Members of `wanted` that are missing in `found`. Repeated ones must be found as often. */
export function findMissing(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const one of found) left.set(one, (left.get(one) ?? 0) + 1);
  return wanted.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
