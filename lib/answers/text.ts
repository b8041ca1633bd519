// How names that the network chose are written in the text of a tool.

export const joinNames = (names: readonly string[]): string =>
  names.length === 0 ? "none" : names.join(",");

/** False for a text that Markdown could read as markup or as a link: it is written as code. */
export const isPlainWord = (text: string) => /^(?!www\.)[A-Za-z0-9./~-]{1,120}$/i.test(text);
