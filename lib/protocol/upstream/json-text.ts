// Untrusted JSON. One pass checks its depth before it is parsed, so no answer within its size limit can block the process.

/** Answers that are read are nested at most eight levels deep. A parser slows down on brackets that only open. */
const MAX_DEPTH = 32;

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = [91, 123] as const;
const CLOSING = [93, 125] as const;

/** @throws SyntaxError where the text is no JSON, or is nested too deeply. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) throw new SyntaxError("nested too deeply");
  return JSON.parse(text);
}

function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else if (code === OPENING[0] || code === OPENING[1]) depth += 1;
    else if (code === CLOSING[0] || code === CLOSING[1]) depth -= 1;
  }
  return depth > most;
}

/** The index of the quote that ends the string which begins at `open`, or of the end of the text. */
function closingQuote(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
