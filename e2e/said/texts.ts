// The approved texts: how one is written, compared and taken over.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../support/root.ts";
import { findBase, states } from "./all-states.ts";
import { foldedLines, wordsOf } from "./folded-lines.ts";
import { difference, type Json, jsonText } from "./json-text.ts";
import { pageLines } from "./page-text.ts";
import type { Alike, Question, State } from "./state.ts";
import { quoteSearch, readSaid, type Said } from "./surfaces.ts";

const folder = join(root, "e2e/said/texts");
const HELP =
  "What is said differs from the approved text. If it is meant, run `npm run accept`, and read the diff of e2e/said/texts.";

/** Longer than the text of a code, shorter than a sentence. */
const SENTENCE_CHARS = 50;

const fence = (language: string, text: string) => `\`\`\`\`${language}\n${text.trim()}\n\`\`\`\`\n`;

function questionText(question: Question): string {
  const { about, ...rest } = question;
  if (question.about === "quote")
    return `quote ${decodeURIComponent(`${quoteSearch(question.input)}`)}`;
  if (question.about === "page") {
    const search = decodeURIComponent(question.search);
    const short = search.replace(/(.)\1{40,}/g, (run, letter) => `${letter}×${run.length}`);
    return `${question.path}?${short}`;
  }
  const written = Object.values(rest).map((value) =>
    typeof value === "object" ? JSON.stringify(value) : value,
  );
  return [about, ...written].join(" ");
}

/** A sentence that the text above has already stands there alone. */
function withoutRepeated(value: Json, text: string): Json {
  const isRepeated = (member: unknown) =>
    typeof member === "string" && member.length > SENTENCE_CHARS && text.includes(member);
  return JSON.parse(
    JSON.stringify(value, (_, member) => (isRepeated(member) ? "(in the text above)" : member)),
  );
}

/** Shorter runs of lines are repeated, so that a text is read without its base. */
const LEAST_RUN = 3;

interface Base {
  readonly name: string;
  readonly said: Said;
}

const linesOf = (text: string) => text.trim().split("\n");
/** Without blank lines, and the row below the heads of a table. */
const wordedLines = (text: string) => linesOf(text).filter((line) => wordsOf(line) !== "");

/** What another text says as well, if there is such a text. */
const other = (name = "", lines: readonly string[] | undefined, leastRun = LEAST_RUN) =>
  lines ? [{ name, lines, leastRun }] : [];
const markdownOf = (page: Said["page"]) =>
  other("the Markdown", page && wordedLines(page.markdown), 1);

const unlike = (text: string, name: string | undefined, base: string | undefined) =>
  foldedLines(linesOf(text), other(name, base === undefined ? base : linesOf(base)));

function pageText(page: NonNullable<Said["page"]>, base: Base | null): string {
  const basePage = base?.said.page;
  const others = [
    ...markdownOf(page),
    ...other(base?.name, basePage && pageLines(basePage.html), 1),
  ];
  return foldedLines(pageLines(page.html), others, wordsOf);
}

/** A text that is written from the blocks of the page repeats lines of its Markdown. */
function toolLines(text: string, tool: string, page: Said["page"], base: Base | null): string {
  const baseTool = base?.said.tools[tool];
  const others = [
    ...markdownOf(page),
    ...other(base?.name, baseTool && wordedLines(baseTool.text)),
  ];
  return foldedLines(wordedLines(text), others, wordsOf);
}

function saidText(question: Question, { page, tools, documents }: Said, base: Base | null): string {
  const parts = [`## ${questionText(question)}\n`];
  if (page) {
    const markdown = unlike(page.markdown, base?.name, base?.said.page?.markdown);
    parts.push("### Markdown\n", fence("markdown", markdown));
    parts.push("### Page\n", fence("text", pageText(page, base)));
  }
  const above = [page?.markdown ?? ""];
  const where = base === null ? "" : `, where it differs from ${base.name}`;
  const pushJson = (heading: string, value: Json, other: Json | undefined) => {
    const shown = difference(value, other);
    const text = shown === undefined ? "" : jsonText(withoutRepeated(shown, above.join("\n")));
    parts.push(`### ${heading}${where}\n`, text === "" ? "The same.\n" : fence("json", text));
  };
  for (const [name, { text, structured }] of Object.entries(tools)) {
    const shown = toolLines(text, name, page, base);
    parts.push(`### ${name}\n`, fence("text", shown));
    above.push(text);
    pushJson(`JSON of ${name}`, structured, base?.said.tools[name]?.structured);
  }
  for (const [path, body] of Object.entries(documents))
    pushJson(path, body, base?.said.documents[path]);
  return parts.join("\n");
}

async function readState({
  setting,
  questions,
}: State): Promise<readonly (readonly [Question, Said])[]> {
  const ready = await setting();
  const all: (readonly [Question, Said])[] = [];
  for (const question of questions) all.push([question, await readSaid(ready, question)]);
  return all;
}

export async function stateText(name: string): Promise<string> {
  const state = states[name];
  if (!state) throw new Error(`no state is named ${name}`);
  const parts = [`# ${name}\n`];
  for (const [question, said] of await readState(state))
    parts.push(saidText(question, said, await readBase(question, name)));
  return parts.join("\n");
}

const readOnce = new Map<string, ReturnType<typeof readState>>();

async function readBase({ about }: Question, name: string): Promise<Base | null> {
  const baseName = findBase(name, about);
  const base = states[baseName];
  if (baseName === name || !base) return null;
  const answers = readOnce.get(baseName) ?? readState(base);
  readOnce.set(baseName, answers);
  const said = (await answers).find(([question]) => question.about === about)?.[1];
  return said ? { name: baseName, said } : null;
}

export async function alikeText(name: string, { surface, scenes }: Alike): Promise<string> {
  const parts = [`# ${name}\n`];
  let [base, baseName]: (string | undefined)[] = [];
  for (const [scene, state] of Object.entries(scenes))
    for (const [question, { page, tools }] of await readState(state)) {
      const [tool] = Object.values(tools);
      const whole = (surface === "tool" ? tool?.text : page?.markdown) ?? "";
      const text = surface === "head" ? (whole.split("\nChecked at ")[0] ?? "") : whole;
      parts.push(`## ${scene}\n`, `${questionText(question)}\n`);
      parts.push(
        fence(surface === "tool" ? "text" : "markdown", unlike(text, baseName, base)),
        ...(tool ? [fence("json", jsonText(codesOf(tool.structured)))] : []),
      );
      base ??= text;
      baseName ??= scene;
    }
  return parts.join("\n");
}

/** What programs decide by. */
function codesOf(structured: Json): Json {
  const names = "state terminal trading error withheld doubt warnings not_known".split(" ");
  const answer = (structured ?? {}) as Readonly<Record<string, Json>>;
  const codeOf = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(codeOf);
    return typeof value === "object" && value !== null && "code" in value
      ? (value.code ?? null)
      : value;
  };
  const { hint = null } = Object(answer.error);
  // The codes of "unreadable: too few of our sources stated it", in rows of chains and pools.
  const rows = JSON.stringify([answer.chains, answer.pools]);
  const reasons = new Set([...rows.matchAll(/"reason":"(\w+):/g)].map(([, code = ""]) => code));
  const codes: (readonly [string, Json])[] = [
    ...names.map((name) => [name, codeOf(answer[name] ?? null)] as const),
    ["hint", hint],
    ["reasons", reasons.size > 0 ? [...reasons] : null],
  ];
  return Object.fromEntries(codes.filter(([, code]) => code !== null));
}

const pathOf = (name: string) => join(folder, `${name}.md`);

export const readText = (name: string): string =>
  existsSync(pathOf(name)) ? readFileSync(pathOf(name), "utf8") : "";

export const listTexts = (): string[] =>
  readdirSync(folder).map((file) => file.replace(/\.md$/, ""));

const isUpdate = () => /all|changed/.test(test.info().config.updateSnapshots);

/** `npm run accept` writes it. */
export function holdText(name: string, text: string): void {
  if (isUpdate()) writeFileSync(pathOf(name), text);
  else expect(text, HELP).toBe(readText(name));
}

/** A text whose state is gone is no approved text. */
export function holdNames(names: readonly string[]): void {
  const orphans = listTexts().filter((name) => !names.includes(name));
  if (isUpdate()) for (const name of orphans) rmSync(pathOf(name));
  else expect(orphans, `No state has these names. ${HELP}`).toEqual([]);
}
