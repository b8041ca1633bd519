// Markdown room: writes Markdown by construction, so that no value can break out of its cell, link or front matter.

/** Plain quoted scalars in the given order. */
export function toFrontMatter(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n`;
}

export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function toListItem(name: string, href: string, note: string): string {
  return `- [${escapeText(name)}](${href}): ${note}`;
}

/** Text that must stay text: nothing in it becomes a link, code, emphasis, markup, a list or a heading. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*[\]<>~&]/g, "\\$&")
    .replace(/^ ?([#+=-])/, "\\$1")
    .replace(/^ ?(\d+)([.)])(?= |$)/, "$1\\$2")
    .replace(/(?<![^\W_])_|_(?![^\W_])/g, "\\_");
}

/** An even run of backslashes before a pipe is text itself, and the pipe would end the cell: it stands escaped behind an odd one. */
function escapeCell(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/(?<!\\)(\\*)\|/g, (_found, run: string) => `${run}${run.length % 2 === 0 ? "\\" : "\\\\"}|`);
}

function escapeText(text: string): string {
  return text.replace(/([\\[\]])/g, "\\$1");
}
