// How names that the network gives are written in the text of a tool.

export const joinNames = (names: readonly string[]): string =>
  names.length === 0 ? "none" : names.join(",");

/** False for what Markdown could take for markup or a link, and must be written as code. */
export const isPlainWord = (text: string) => /^(?!www\.)[A-Za-z0-9./~-]{1,120}$/i.test(text);
