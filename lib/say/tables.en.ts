// English lines that replace a column of a table in a tool text.

/** "Outbound fee: 2 RUNE", "Can I send? yes". */
export const labelledText = (head: string, text: string) =>
  `${head}${head.endsWith("?") ? "" : ":"} ${text}`;

export const everyRowText = (head: string, text: string) =>
  labelledText(`In every row: ${head}`, text);
