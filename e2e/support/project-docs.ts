// The documents for people who run or change the site, and the parts that specs compare and run.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "./root.ts";

/** Paths from the root of the checkout. */
export const projectDocs: readonly string[] = [
  "README.md",
  "AGENTS.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
];

export function readDoc(name: string): string {
  return readFileSync(join(root, name), "utf8");
}

/** The text under a heading, up to the next heading of any level. @throws if there is no such heading. */
export function readSection(name: string, heading: string): string {
  const [, after] = `\n${readDoc(name)}`.split(`\n${heading}\n`);
  if (after === undefined) throw new Error(`${name} has no heading "${heading}"`);
  return after.split(/^#{1,6} /m)[0] as string;
}

/** Holds a text that is made and committed too; `--update-snapshots` commits it anew. `was`: the part of the file that it is, else all. */
export function expectCommitted(name: string, now: string, was = readDoc(name), why = ""): void {
  const isUpdate = /all|changed/.test(test.info().config.updateSnapshots);
  if (isUpdate) writeFileSync(join(root, name), readDoc(name).split(was).join(now));
  else expect(now, `${why}If it is meant, run this spec with --update-snapshots.`).toBe(was);
}

/** The code spans in the first cell of each table row of the section. */
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

/** Every fenced block of every document. */
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
