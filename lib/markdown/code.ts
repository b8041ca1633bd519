// This folder reads, renders and writes Markdown. It knows nothing of the site, its addresses or the network.
// This file: code spans in tool texts, and compact JSON.

/**
 * Untrusted text as a code span in a tool's text. The text cannot contain markup or end the span.
 * Tools write many spans; `nodes.ts` would take thirty times as long for each.
 */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const quotes = "`".repeat(longest + 1);
  const edge = /^`|`$/.test(line) || (line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "") ? " " : "";
  return line === "" ? "" : `${quotes}${edge}${line}${edge}${quotes}`;
}

/** Indented JSON. A value that fits in `width` characters stays on one line. */
export function formatJson(value: unknown, width = 100, indent = ""): string {
  const line = jsonLine(value);
  if (value === null || typeof value !== "object" || indent.length + line.length <= width) return line;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => formatJson(item, width, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${formatJson(item, width, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${items.map((item) => inner + item).join(",\n")}\n${indent}${close}`;
}

function jsonLine(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonLine).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${jsonLine(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
