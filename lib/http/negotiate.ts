// Chooses HTML or Markdown by `Accept` (RFC 9110, 12.5.1). Takes linear time, and never throws.

export type Choice = "html" | "markdown" | "none";

const MAX_CHARACTERS = 1024;
const MAX_RANGES = 32;
const rangeGrammar = /^([!#$%&'*+.^_`|~0-9a-z-]+)\/([!#$%&'*+.^_`|~0-9a-z-]+)$/;
const weightGrammar = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

interface Range {
  readonly name: string;
  readonly quality: number;
  /** True if the range has no parameter except `q`. */
  readonly hasNoParameters: boolean;
  readonly index: number;
}

export function negotiate(accept: string | null): Choice {
  if (accept === null || accept.trim() === "" || accept.length > MAX_CHARACTERS) return "html";
  const rangeTexts = splitOutsideQuotes(accept, ",");
  if (rangeTexts.length > MAX_RANGES) return "html";
  const ranges = rangeTexts.map(parseRange).filter((range) => range !== null);
  if (ranges.length === 0) return "html";

  const wildcardRange = findRange(ranges, "text/*") ?? findRange(ranges, "*/*");
  const exactMarkdownRange = findRange(ranges, "text/markdown");
  const htmlRange = findRange(ranges, "text/html") ?? wildcardRange;
  const markdownRange = exactMarkdownRange ?? wildcardRange;
  const htmlQuality = htmlRange?.quality ?? 0;
  const markdownQuality = markdownRange?.quality ?? 0;

  if (htmlQuality === 0) return markdownQuality === 0 ? "none" : "markdown";
  // From here on, only an explicit text/markdown selects Markdown. A wildcard selects HTML, because
  // browsers and curl send */*.
  if (!exactMarkdownRange || exactMarkdownRange.quality === 0) return "html";
  if (exactMarkdownRange.quality !== htmlQuality)
    return exactMarkdownRange.quality > htmlQuality ? "markdown" : "html";
  const acceptsHtmlByWildcard = htmlRange?.name !== "text/html";
  return acceptsHtmlByWildcard || exactMarkdownRange.index < htmlRange.index ? "markdown" : "html";
}

function findRange(ranges: readonly Range[], name: string): Range | undefined {
  const matchingRanges = ranges.filter((range) => range.name === name);
  return matchingRanges.find((range) => range.hasNoParameters) ?? matchingRanges[0];
}

function parseRange(rangeText: string, index: number): Range | null {
  const [type = "", ...parameters] = splitOutsideQuotes(rangeText, ";").map((part) => part.trim());
  const name = type.toLowerCase();
  const match = rangeGrammar.exec(name);
  if (!match || (match[1] === "*" && match[2] !== "*")) return null;
  let quality = 1;
  let hasNoParameters = true;
  for (const parameter of parameters) {
    const [key = "", value = ""] = parameter.split(/=(.*)/s);
    if (key.trim().toLowerCase() !== "q") {
      hasNoParameters = false;
      continue;
    }
    if (!weightGrammar.test(value.trim())) return null;
    quality = Number(value.trim());
  }
  return { name, quality, hasNoParameters, index };
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let pieceStart = 0;
  let isInQuotes = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInQuotes && character === "\\") index++;
    else if (character === '"') isInQuotes = !isInQuotes;
    else if (character === separator && !isInQuotes) {
      pieces.push(text.slice(pieceStart, index));
      pieceStart = index + 1;
    }
  }
  pieces.push(text.slice(pieceStart));
  return pieces;
}
