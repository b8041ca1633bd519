// Accept headers of real clients and of the RFC's edge cases,
// with the representation that each must get (RFC 9110, 12.5.1).

export type Choice = "html" | "markdown" | "none";

export interface AcceptCase {
  /** Null: no header. A list: one line for each member. */
  readonly accept: string | readonly string[] | null;
  readonly choice: Choice;
}

const manyRanges = `text/markdown,${Array.from({ length: 32 }, (_, n) => `a/${n}`).join(",")}`;
const longField = Array.from({ length: 1500 }, (_, n) => `a/b${n}`).join(",");

const everyPage = "on every page";
type Row = readonly [accept: AcceptCase["accept"], choice: Choice, sampled?: typeof everyPage];

/** A long line that real clients send. */
const usual: readonly Row[] = [
  [null, "html"],
  ["", "html"],
  ["*/*", "html", everyPage],
  ["text/html", "html"],
  [
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
    "html",
    everyPage,
  ],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
  ["text/markdown", "markdown", everyPage],
  ["text/markdown, text/html, */*", "markdown", everyPage],
  ["text/markdown, text/plain;q=0.9, */*;q=0.8", "markdown"],
  ["text/markdown,text/plain;q=0.5", "markdown"],
  ["text/html, text/markdown;q=0.1", "html"],
  ["text/markdown;q=0.1, text/html", "html", everyPage],
  ["text/html;q=0.5, text/markdown;q=0.9", "markdown"],
  ["text/html, text/markdown", "html"],
  ["text/markdown, text/html", "markdown"],
  ["text/html;q=0.8, text/markdown;q=0.8", "html"],
  ["text/markdown, */*", "markdown"],
  ["*/*, text/markdown", "markdown"],
  ["text/markdown;q=0.5, */*;q=0.8", "html"],
  ["text/markdown;q=0.8, */*;q=0.8", "markdown"],
  ["text/*", "html"],
  ["text/*;q=0.5, text/markdown", "markdown"],
  ["text/*, text/html;q=0.5", "html"],
  ["text/html;q=0, */*", "markdown"],
  ["text/html;q=0, text/markdown;q=0.001", "markdown"],
  ["text/markdown;q=0, */*", "html"],
  ["text/html, text/markdown;q=0", "html"],
  ["text/markdown;q=0", "none"],
  ["text/html;q=0", "none", everyPage],
  ["text/html;q=0.0, text/markdown;q=0.000", "none"],
  ["*/*;q=0", "none"],
  ["text/markdown, */*;q=0", "markdown"],
  ["application/json", "none", everyPage],
  ["application/json, */*;q=0.1", "html"],
  ["application/json, text/markdown;q=0.2", "markdown"],
  ["text/plain", "none"],
  ["text/plain, */*;q=0.1", "html"],
  ["image/png, image/*;q=0.8", "none"],
  ["application/json, text/event-stream", "none"],
  ["TEXT/Markdown", "markdown"],
  ["text/markdown ; q=0.9 , text/html ; Q=0.8", "markdown"],
  ["text/markdown;charset=utf-8", "markdown"],
  ["text/markdown;variant=GFM, text/html;q=0.9", "markdown"],
  ["text/markdown;q=abc", "html"],
  ["text/markdown;q=1.5, text/html;q=0.5", "html"],
  ["text/html;q=0.1234, text/markdown;q=0.2", "markdown"],
  ["text/markdown;q=", "html"],
  [";;;,,,", "html"],
  ["*", "html"],
  ["text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "html"],
  ["text/markdownx, text/html;q=0.1", "html"],
  ['text/html;title="a, text/markdown"', "html"],
  [", text/markdown ,", "markdown"],
];
const unusual: readonly Row[] = [
  [manyRanges, "html", everyPage],
  [longField, "html"],
  [["text/html;q=0.5", "text/markdown"], "markdown"],
];

const toCase = ([accept, choice]: Row): AcceptCase => ({ accept, choice });
export const usualCases = usual.map(toCase);
export const acceptTable: readonly AcceptCase[] = [...usual, ...unusual].map(toCase);
/** The part of the table that is tested on every page. */
export const acceptSample: readonly AcceptCase[] = [...usual, ...unusual].filter((row) => row[2]).map(toCase);

/** Longer than an HTTP server accepts. It may be refused or ignored, but must not cause a fault. */
export const oversized = Array.from({ length: 2800 }, (_, n) => `a/b${n}`).join(",");
