// Counts the character changes between two texts. A swap of two adjacent characters is one change.

export function editDistance(a: string, b: string): number {
  let previousRow: number[] = [];
  let currentRow = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const nextRow = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaceCost = (currentRow[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapCost = isSwap ? (previousRow[j - 2] as number) + 1 : replaceCost;
      nextRow.push(
        Math.min(
          replaceCost,
          swapCost,
          (currentRow[j] as number) + 1,
          (nextRow[j - 1] as number) + 1,
        ),
      );
    }
    previousRow = currentRow;
    currentRow = nextRow;
  }
  return currentRow[b.length] as number;
}
