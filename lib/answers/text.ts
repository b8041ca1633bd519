// How the text of a tool has names that the network gives.

export const joinNames = (names: readonly string[]): string =>
  names.length === 0 ? "none" : names.join(",");

/** False for what Markdown could take for markup or a link: such text is a code span. */
export const isPlainWord = (text: string) => /^(?!www\.)[A-Za-z0-9./~-]{1,120}$/i.test(text);
