// Markdown room: code blocks by construction: no text can end its own fence, and JSON takes no more lines than it needs.

/** A fenced block of a language; its fence is longer than any run of backquotes in the text. */
export function toFence(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** Text of others as inline code: nothing in it is markup, and it cannot end its own quotation. Line ends become spaces. */
export function toCodeSpan(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const quotes = "`".repeat(longest + 1);
  const edge = /^`|`$/.test(line) || (line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "") ? " " : "";
  return line === "" ? "" : `${quotes}${edge}${line}${edge}${quotes}`;
}

/** JSON in which a value that fits in `width` characters stays on one line; two spaces a level. */
export function toShortJson(value: unknown, width = 100, indent = ""): string {
  const line = toLine(value);
  if (value === null || typeof value !== "object" || indent.length + line.length <= width) return line;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => toShortJson(item, width, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${toShortJson(item, width, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${items.map((item) => inner + item).join(",\n")}\n${indent}${close}`;
}

function toLine(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toLine).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${toLine(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
