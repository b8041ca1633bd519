// English lines around the tables and lists of a text: in place of a column, between two lists.

/** Stands between two lists, where no sentence does. */
export const listLeads = { facts: "In figures:", links: "Next:" } as const;

/** A column head and its text as one line: "Outbound fee: 2 RUNE", "Can I send? yes". */
export const labelledText = (head: string, text: string) =>
  `${head}${head.endsWith("?") ? "" : ":"} ${text}`;

export const everyRowText = (head: string, text: string) =>
  labelledText(`In every row: ${head}`, text);
