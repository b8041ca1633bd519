// Reads README, AGENTS.md, CHANGELOG and docs/ for specs that compare or run parts of them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "./root.ts";

export const projectDocs: readonly string[] = [
  "README.md",
  "AGENTS.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

export function readDoc(name: string): string {
  return readFileSync(join(root, name), "utf8");
}

/** The text from a heading to the next heading of any level. @throws without that heading. */
export function readSection(name: string, heading: string): string {
  const [, after] = `\n${readDoc(name)}`.split(`\n${heading}\n`);
  if (after === undefined) throw new Error(`${name} has no heading "${heading}"`);
  return after.split(/^#{1,6} /m)[0] as string;
}

/**
 * Fails if the generated text `now` differs from the text `was` in the file. `--update-snapshots`
 * writes `now` into the file.
 */
export function expectCommitted(name: string, now: string, was = readDoc(name), why = ""): void {
  const isUpdate = /all|changed/.test(test.info().config.updateSnapshots);
  if (isUpdate) writeFileSync(join(root, name), readDoc(name).split(was).join(now));
  else expect(now, `${why}If it is meant, run this spec with --update-snapshots.`).toBe(was);
}

export function readFirstCells(name: string, heading: string): string[] {
  const rows = readSection(name, heading).matchAll(/^\| (`[^|]+`) \|/gm);
  return [...rows].flatMap(([, cell = ""]) =>
    cell.split(", ").map((span) => span.replaceAll("`", "")),
  );
}

export interface Fence {
  readonly name: string;
  readonly language: string;
  readonly text: string;
}

export function readFences(): readonly Fence[] {
  return projectDocs.flatMap((name) =>
    [...readDoc(name).matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
      ([, language = "", text = ""]) => ({
        name,
        language,
        text,
      }),
    ),
  );
}
