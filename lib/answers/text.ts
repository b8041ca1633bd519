// How names that the network chose are written in the text of a tool.

export const joinNames = (names: readonly string[]): string =>
  names.length === 0 ? "none" : names.join(",");

/** False where Markdown could read the text as markup or a link: write it as code. */
export const isPlainWord = (text: string) => /^(?!www\.)[A-Za-z0-9./~-]{1,120}$/i.test(text);
