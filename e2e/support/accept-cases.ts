// This folder holds what specs share. Only specs and tools import it.
// This file: Accept headers of clients, and which representation of a page each must get.

type Choice = "html" | "markdown" | "none";

/** The media type of each choice. */
export const choiceTypes: Readonly<Record<Choice, string>> = {
  html: "text/html; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  none: "application/problem+json",
};

type AcceptCase = readonly [accept: string | null, choice: Choice];
const casesOf = (choice: Choice, ...fields: readonly string[]) =>
  fields.map((accept): AcceptCase => [accept, choice]);

const chrome =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";
const firefox = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const manyRanges = `text/markdown,${Array.from({ length: 32 }, (_, n) => `a/${n}`).join(",")}`;
const longField = Array.from({ length: 1500 }, (_, n) => `a/b${n}`).join(",");

/** The rules of RFC 9110, 12.5.1, and malformed fields. What real programs send stands below. */
export const rules: readonly AcceptCase[] = [
  ...casesOf(
    "html",
    "",
    "text/html",
    "text/html, text/markdown;q=0.1",
    "text/markdown;q=0.1, text/html",
    "text/html, text/markdown",
    "text/html;q=0.8, text/markdown;q=0.8",
    "text/markdown;q=0.5, */*;q=0.8",
    "text/*",
    "text/*, text/html;q=0.5",
    "text/markdown;q=0, */*",
    "text/html, text/markdown;q=0",
    "application/json, */*;q=0.1",
    "text/plain, */*;q=0.1",
    "text/markdown;q=abc",
    "text/markdown;q=1.5, text/html;q=0.5",
    "text/markdown;q=",
    ";;;,,,",
    "*",
    "text/markdownx, text/html;q=0.1",
    'text/html;title="a, text/markdown"',
    manyRanges,
    longField,
    "   ",
  ),
  ...casesOf(
    "markdown",
    "text/html;q=0.5, text/markdown;q=0.9",
    "text/markdown, text/html",
    "text/markdown, */*",
    "*/*, text/markdown",
    "text/markdown;q=0.8, */*;q=0.8",
    "text/*;q=0.5, text/markdown",
    "text/html;q=0, */*",
    "text/html;q=0, text/markdown;q=0.001",
    "text/markdown, */*;q=0",
    "application/json, text/markdown;q=0.2",
    "TEXT/Markdown",
    "text/markdown ; q=0.9 , text/html ; Q=0.8",
    "text/markdown;charset=utf-8",
    "text/markdown;variant=GFM, text/html;q=0.9",
    "text/html;q=0.1234, text/markdown;q=0.2",
    ", text/markdown ,",
    "text/html;q=0.5, text/markdown",
    "text/markdown;level=1;q=0.2, text/markdown;q=0.9, text/html;q=0.5",
  ),
  ...casesOf(
    "none",
    "text/markdown;q=0",
    "text/html;q=0",
    "text/html;q=0.0, text/markdown;q=0.000",
    "*/*;q=0",
    "text/plain",
  ),
];

/** Accept headers of real programs, by what they get. */
const programs: Readonly<Record<Choice, Readonly<Record<string, string>>>> = {
  html: {
    "curl, wget, node's fetch, python-requests, HTTPie, bingbot, GPTBot, facebookexternalhit":
      "*/*",
    "Chrome and Edge": chrome,
    "Firefox and Safari": firefox,
    "Firefox 128 to 131":
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8",
    Googlebot:
      "text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8",
    "Internet Explorer 8":
      "image/gif, image/jpeg, image/pjpeg, application/x-ms-application, application/xaml+xml, application/x-ms-xbap, */*",
    Lynx: "text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01",
    "Java's URLConnection": "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
    axios: "application/json, text/plain, */*",
    "htmx and Turbo": "text/vnd.turbo-stream.html, text/html, application/xhtml+xml",
    "feed readers":
      "application/atom+xml,application/rss+xml;q=0.9,application/xml;q=0.8,text/xml;q=0.7,*/*;q=0.1",
    "OpenCode asked for HTML":
      "text/html;q=1.0, application/xhtml+xml;q=0.9, text/plain;q=0.8, text/markdown;q=0.7, */*;q=0.1",
    "an image element": "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
    "a style sheet link": "text/css,*/*;q=0.1",
  },
  markdown: {
    "Claude Code": "text/markdown, text/html, */*",
    Cursor: "text/markdown, text/plain;q=0.9, */*;q=0.8",
    OpenCode:
      "text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1",
    "agents that ask for Markdown alone": "text/markdown",
    agentsfirst: "text/markdown,text/plain;q=0.5",
  },
  none: {
    "an MCP client on the wrong address": "application/json, text/event-stream",
    "an API client": "application/json",
    "an image loader that takes nothing else": "image/png, image/*;q=0.8",
    "an event source": "text/event-stream",
  },
};
export const realClients: readonly (readonly [client: string, ...AcceptCase])[] = [
  ["Go's, Python's urllib and other clients that send none", null, "html"],
  ...(["html", "markdown", "none"] as const).flatMap((choice) =>
    Object.entries(programs[choice]).map(([name, accept]) => [name, accept, choice] as const),
  ),
];
