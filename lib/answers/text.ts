// Writes names that come from the network, such as names of assets, into the texts of tools.

export const joinNames = (names: readonly string[]): string =>
  names.length === 0 ? "none" : names.join(",");

/** False if Markdown could read the text as markup or a link. Callers write such a text as code. */
export const isPlainWord = (text: string) => /^(?!www\.)[A-Za-z0-9./~-]{1,120}$/i.test(text);
