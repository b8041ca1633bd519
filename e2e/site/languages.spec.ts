// Each language of lib/say has every file, every export and every row of the others.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../support/root.ts";

const folder = join(root, "lib/say");
/** "signs.en.ts" → "signs", "en". */
const files = readdirSync(folder).flatMap((file) => {
  const [, name, language] = /^(.+)\.([a-z]{2})\.ts$/.exec(file) ?? [];
  return name && language ? [{ name, language, file }] : [];
});
const languages = [...new Set(files.map(({ language }) => language))];
const names = [...new Set(files.map(({ name }) => name))];

/** "messages.chain_open", "messages.halted.fact": each row, and each member of a row. */
function listRows(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => listRows(inner, `${path}.${key}`));
}

async function readRows(name: string, language: string): Promise<string[]> {
  const file = files.find((one) => one.name === name && one.language === language)?.file;
  if (!file) return [];
  return listRows({ ...(await import(join(folder, file))) }, name).sort();
}

for (const name of names)
  test(`${name} has the same rows in each language`, async () => {
    const rows = await Promise.all(languages.map((language) => readRows(name, language)));
    const all = [...new Set(rows.flat())].sort();
    expect(all.length).toBeGreaterThan(0);
    const missing = languages.map((language, index) => [
      language,
      all.filter((row) => !rows[index]?.includes(row)),
    ]);
    expect(missing).toEqual(languages.map((language) => [language, []]));
  });

test("English is one of the languages", () => expect(languages).toContain("en"));
