// JSON of strangers, looked over before it is parsed: one pass over the text, so that no answer within its size limit can hold the process up.

/** Answers that are read are nested at most eight levels deep. A parser slows down on brackets that only open. */
const MAX_DEPTH = 32;

const QUOTE = 34;
const BACKSLASH = 92;
/** Change of depth at a bracket or a brace. */
const steps: ReadonlyMap<number, number> = new Map([
  [91, 1],
  [123, 1],
  [93, -1],
  [125, -1],
]);

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
    else depth += steps.get(code) ?? 0;
  }
  return depth > most;
}

/** The text of one object that is a member of the outermost object; null where there is none. The rest of the text is not read as JSON. */
export function memberText(text: string, name: string): string | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== QUOTE) {
      depth += steps.get(code) ?? 0;
      continue;
    }
    const end = closingQuote(text, at);
    if (depth === 1 && end - at - 1 === name.length && text.startsWith(name, at + 1)) {
      const start = objectStart(text, end + 1);
      if (start !== null) return text.slice(start, objectEnd(text, start));
    }
    at = end;
  }
  return null;
}

/** Where the object after a name begins; null where no object follows. */
function objectStart(text: string, from: number): number | null {
  const gap = /[ \t\r\n]*:[ \t\r\n]*(?=\{)/y;
  gap.lastIndex = from;
  return gap.test(text) ? gap.lastIndex : null;
}

function objectEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else depth += steps.get(code) ?? 0;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** The index of the quote that ends the string which begins at `open`, or of the end of the text. */
function closingQuote(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
