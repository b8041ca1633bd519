// Parses JSON from bytes or text. Rejects a value that nests too deeply.

const decoder = new TextDecoder("utf-8", { fatal: true });

export function parseBytes(bytes: Uint8Array): unknown {
  return parseJson(decoder.decode(bytes));
}

/** Real answers nest at most eight levels deep. `JSON.parse` is slow on many opening brackets. */
const MAX_DEPTH = 32;

export const QUOTE = 34;
export const BACKSLASH = 92;
const OPENING_BRACKETS = [91, 123] as const;
const CLOSING_BRACKETS = [93, 125] as const;

export function parseJson(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) throw new SyntaxError("nested too deeply");
  return JSON.parse(text);
}

function isDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length && depth <= maxDepth; index += 1) {
    const charCode = text.charCodeAt(index);
    if (charCode === QUOTE) index = indexOfClosingQuote(text, index);
    else if (charCode === OPENING_BRACKETS[0] || charCode === OPENING_BRACKETS[1]) depth += 1;
    else if (charCode === CLOSING_BRACKETS[0] || charCode === CLOSING_BRACKETS[1]) depth -= 1;
  }
  return depth > maxDepth;
}

function indexOfClosingQuote(text: string, openingIndex: number): number {
  let index = openingIndex + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE)
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
}
