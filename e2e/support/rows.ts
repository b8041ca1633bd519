/** The rows of a table that is written as text: a line each, a bar between two cells. What begins with a bar goes on. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .replace(/\n\s*\|/g, " |")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
