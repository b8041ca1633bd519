// The front matter of a Markdown document, as plain scalars. Other YAML is not allowed, so it is not parsed.

export interface FrontMatter {
  readonly entries: ReadonlyMap<string, string>;
  /** Lines that are not `name: scalar`. */
  readonly unreadable: readonly string[];
  /** The Markdown after the front matter. */
  readonly body: string;
}

/** Null if the text does not begin with front matter. */
export function parseFrontMatter(text: string): FrontMatter | null {
  const [whole, block] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  if (whole === undefined || block === undefined) return null;
  const entries = new Map<string, string>();
  const unreadable: string[] = [];
  for (const line of block.split("\n")) {
    const [, name, value] = /^([A-Za-z][\w-]*):\s+(.*)$/.exec(line) ?? [];
    const scalar = value === undefined ? null : parseScalar(value);
    if (name === undefined || scalar === null || entries.has(name)) unreadable.push(line);
    else entries.set(name, scalar);
  }
  return { entries, unreadable, body: text.slice(whole.length) };
}

function parseScalar(value: string): string | null {
  if (value.startsWith('"')) {
    try {
      const parsed: unknown = JSON.parse(value);
      return typeof parsed === "string" ? parsed : null;
    } catch {
      return null;
    }
  }
  if (value.startsWith("'")) return /^'(?:[^']|'')*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : null;
  return /^[[{&*!|>%@`]/.test(value) ? null : value.trim();
}
