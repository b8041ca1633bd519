/** The rows of a table that is written as text: a line each, a bar between two cells. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
