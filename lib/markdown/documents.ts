// Reads content/ and fills its placeholders. No other file reads that folder.
import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The text of a file, with LF line ends and one newline at the end. */
export function readContent(file: string): string {
  const text = readFileSync(join(process.cwd(), "content", file), "utf8");
  return `${text.replace(/\r\n?/g, "\n").trimEnd()}\n`;
}

/** Fills each `{{name}}`. @throws Error for a name that has no value. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  const filled = text.replace(/\{\{([a-z_]+)\}\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`content names an unknown placeholder: ${name}`);
    return value;
  });
  return filled.replace(/\n{3,}/g, "\n\n");
}
