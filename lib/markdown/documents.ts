// Markdown room, DOOR: reads content/. What is read is filled with named placeholders and nothing else; an unknown name is an error.
import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The text of a file of content/, LF line ends, one final newline. */
export function readContent(file: string): string {
  const text = readFileSync(join(process.cwd(), "content", file), "utf8");
  return `${text.replace(/\r\n?/g, "\n").trimEnd()}\n`;
}

/** Fills `{{name}}`. @throws Error when the text names a placeholder that has no value. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  const filled = text.replace(/\{\{([a-z_]+)\}\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`content names an unknown placeholder: ${name}`);
    return value;
  });
  return filled.replace(/\n{3,}/g, "\n\n");
}
