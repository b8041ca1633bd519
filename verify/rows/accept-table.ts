// Verify: Accept fields of real clients and of the RFC's corners, each with the representation that it must get (RFC 9110, 12.5.1).

export type Choice = "html" | "markdown" | "none";

export interface AcceptCase {
  /** Null: no field. A list: one line for each member. */
  readonly accept: string | readonly string[] | null;
  readonly choice: Choice;
}

const manyRanges = `text/markdown,${Array.from({ length: 32 }, (_, n) => `a/${n}`).join(",")}`;
const longField = Array.from({ length: 1500 }, (_, n) => `a/b${n}`).join(",");

const table: readonly (readonly [accept: AcceptCase["accept"], choice: Choice])[] = [
  [null, "html"],
  ["", "html"],
  ["*/*", "html"],
  ["text/html", "html"],
  [
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
    "html",
  ],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
  ["text/markdown", "markdown"],
  ["text/markdown, text/html, */*", "markdown"],
  ["text/markdown, text/plain;q=0.9, */*;q=0.8", "markdown"],
  ["text/markdown,text/plain;q=0.5", "markdown"],
  ["text/html, text/markdown;q=0.1", "html"],
  ["text/markdown;q=0.1, text/html", "html"],
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
  ["text/html;q=0", "none"],
  ["text/html;q=0.0, text/markdown;q=0.000", "none"],
  ["*/*;q=0", "none"],
  ["text/markdown, */*;q=0", "markdown"],
  ["application/json", "none"],
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
  [manyRanges, "html"],
  [longField, "html"],
  [["text/html;q=0.5", "text/markdown"], "markdown"],
];

export const acceptTable: readonly AcceptCase[] = table.map(([accept, choice]) => ({ accept, choice }));

/** More than an HTTP server takes as its header: refused, or read as no preference; never a fault. */
export const oversized = Array.from({ length: 2800 }, (_, n) => `a/b${n}`).join(",");

/** A few of the table, asked for on every page. */
export const acceptSample: readonly AcceptCase[] = [2, 4, 6, 7, 11, 28, 32, 53].map(
  (index) => acceptTable[index] as AcceptCase,
);
