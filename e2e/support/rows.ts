/** Cells of a text table: a line is a row, "|" separates cells. A line "| …" continues a row. */
export const rowsOf = (table: string): string[][] =>
  joinLines(table.trim()).split("\n").map(cellsOf);
const joinLines = (table: string) => table.replace(/\n\s*\|/g, " |");
const cellsOf = (line: string) => line.split("|").map((cell) => cell.trim());

/** Rows with their expected result. A line "    row" belongs to the last line "  expected". */
export function rowsBelow(table: string): [expected: string, row: string][] {
  const rows: [string, string][] = [];
  let expected = "";
  for (const line of joinLines(table).split("\n"))
    if (line.startsWith("    ")) rows.push([expected, line.trim()]);
    else if (line.trim() !== "") expected = line.trim();
  return rows;
}

/** Like `rowsBelow`, but "|" separates the cells of a row. */
export const cellsBelow = (table: string): [expected: string, ...cells: string[]][] =>
  rowsBelow(table).map(([expected, row]) => [expected, ...cellsOf(row)]);
