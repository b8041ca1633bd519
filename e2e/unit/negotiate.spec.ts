import { expect, test } from "@playwright/test";
import { negotiate } from "../../lib/http/negotiate.ts";

const chrome =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";
const firefox = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const table: [accept: string | null, choice: "html" | "markdown" | "none"][] = [
  [null, "html"],
  ["", "html"],
  ["   ", "html"],
  ["*/*", "html"],
  ["text/html", "html"],
  [chrome, "html"],
  [firefox, "html"],
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
  [`text/markdown,${Array.from({ length: 32 }, (_, n) => `a/${n}`).join(",")}`, "html"],
  [Array.from({ length: 2000 }, (_, n) => `a/b${n}`).join(","), "html"],
  ["text/html;q=0.5, text/markdown", "markdown"],
  ["text/markdown;level=1;q=0.2, text/markdown;q=0.9, text/html;q=0.5", "markdown"],
];

for (const [accept, choice] of table) {
  const shown = accept === null ? "(absent)" : accept.slice(0, 70) || "(empty)";
  test(`Accept ${JSON.stringify(shown)} gets ${choice}`, () => expect(negotiate(accept)).toBe(choice));
}
