// Chooses HTML or Markdown by `Accept` (RFC 9110, 12.5.1). Linear in its length; never throws.

export type Choice = "html" | "markdown" | "none";

const MAX_CHARACTERS = 1024;
const MAX_RANGES = 32;
const range = /^([!#$%&'*+.^_`|~0-9a-z-]+)\/([!#$%&'*+.^_`|~0-9a-z-]+)$/;
const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

interface Range {
  readonly name: string;
  readonly quality: number;
  readonly bare: boolean;
  readonly index: number;
}

/** `none`: the header excludes both representations (406). Repeated headers are joined by ", ". */
export function negotiate(accept: string | null): Choice {
  if (accept === null || accept.trim() === "" || accept.length > MAX_CHARACTERS) return "html";
  const members = splitOutsideQuotes(accept, ",");
  if (members.length > MAX_RANGES) return "html";
  const ranges = members.map(parseRange).filter((member) => member !== null);
  if (ranges.length === 0) return "html";

  const exactMarkdown = find(ranges, "text/markdown");
  const html = find(ranges, "text/html") ?? find(ranges, "text/*") ?? find(ranges, "*/*");
  const markdown = exactMarkdown ?? find(ranges, "text/*") ?? find(ranges, "*/*");
  const htmlQuality = html?.quality ?? 0;
  const markdownQuality = markdown?.quality ?? 0;

  if (htmlQuality === 0) return markdownQuality === 0 ? "none" : "markdown";
  // A wildcard never selects Markdown while HTML is acceptable: browsers and curl send */*.
  if (!exactMarkdown || exactMarkdown.quality === 0) return "html";
  if (exactMarkdown.quality !== htmlQuality)
    return exactMarkdown.quality > htmlQuality ? "markdown" : "html";
  const htmlByWildcard = html?.name !== "text/html";
  return htmlByWildcard || exactMarkdown.index < html.index ? "markdown" : "html";
}

function find(ranges: readonly Range[], name: string): Range | undefined {
  const matches = ranges.filter((member) => member.name === name);
  return matches.find((member) => member.bare) ?? matches[0];
}

function parseRange(member: string, index: number): Range | null {
  const [head = "", ...parameters] = splitOutsideQuotes(member, ";").map((part) => part.trim());
  const name = head.toLowerCase();
  const match = range.exec(name);
  if (!match || (match[1] === "*" && match[2] !== "*")) return null;
  let quality = 1;
  let bare = true;
  for (const parameter of parameters) {
    const [key = "", value = ""] = parameter.split(/=(.*)/s);
    if (key.trim().toLowerCase() !== "q") {
      bare = false;
      continue;
    }
    if (!weight.test(value.trim())) return null;
    quality = Number(value.trim());
  }
  return { name, quality, bare, index };
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (quoted && character === "\\") index++;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
