// English lines that replace a column of a table in a tool text.

/** A column head and its text as one line: "Outbound fee: 2 RUNE", "Can I send? yes". */
export const labelledText = (head: string, text: string) =>
  `${head}${head.endsWith("?") ? "" : ":"} ${text}`;

export const everyRowText = (head: string, text: string) =>
  labelledText(`In every row: ${head}`, text);
