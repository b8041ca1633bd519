// This folder holds what specs share. Only specs and tools import it.
// This file: Accept headers of clients, and which representation of a page each must get.

type Choice = "html" | "markdown" | "none";

/** The media type of each choice. */
export const choiceTypes: Readonly<Record<Choice, string>> = {
  html: "text/html; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  none: "application/problem+json",
};

export type AcceptCase = readonly [accept: string | null, choice: Choice];

const chrome =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";
const firefox = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const manyRanges = `text/markdown,${Array.from({ length: 32 }, (_, n) => `a/${n}`).join(",")}`;
const longField = Array.from({ length: 1500 }, (_, n) => `a/b${n}`).join(",");

/** The rules of RFC 9110, 12.5.1, and malformed fields. What real programs send stands below. */
export const rules: readonly AcceptCase[] = [
  ["", "html"],
  ["text/html", "html"],
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
  ["application/json, */*;q=0.1", "html"],
  ["application/json, text/markdown;q=0.2", "markdown"],
  ["text/plain", "none"],
  ["text/plain, */*;q=0.1", "html"],
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
  ["text/markdownx, text/html;q=0.1", "html"],
  ['text/html;title="a, text/markdown"', "html"],
  [", text/markdown ,", "markdown"],
  [manyRanges, "html"],
  [longField, "html"],
  ["text/html;q=0.5, text/markdown", "markdown"],
  ["   ", "html"],
  ["text/markdown;level=1;q=0.2, text/markdown;q=0.9, text/html;q=0.5", "markdown"],
];

/** Accept headers of real programs, each once with its programs. */
export const realClients: readonly (readonly [client: string, ...AcceptCase])[] = [
  ["Go's, Python's urllib and other clients that send none", null, "html"],
  [
    "curl, wget, node's fetch, python-requests, HTTPie, bingbot, GPTBot, facebookexternalhit",
    "*/*",
    "html",
  ],
  ["Chrome and Edge", chrome, "html"],
  ["Firefox and Safari", firefox, "html"],
  [
    "Firefox 66 to 91",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8",
    "html",
  ],
  [
    "Firefox 92 to 127",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "html",
  ],
  [
    "Firefox 128 to 131",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8",
    "html",
  ],
  [
    "Chrome before 79",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,image/apng,*/*;q=0.8",
    "html",
  ],
  [
    "Googlebot",
    "text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8",
    "html",
  ],
  [
    "Nutch and crawlers built on it",
    "text/html,application/xml;q=0.9,application/xhtml+xml,text/xml;q=0.9,text/plain;q=0.8",
    "html",
  ],
  ["Internet Explorer 11", "text/html, application/xhtml+xml, */*", "html"],
  [
    "Internet Explorer 8",
    "image/gif, image/jpeg, image/pjpeg, application/x-ms-application, application/xaml+xml, application/x-ms-xbap, */*",
    "html",
  ],
  ["Edge Legacy", "text/html, application/xhtml+xml, application/xml; q=0.9, */*; q=0.8", "html"],
  [
    "Opera Presto",
    "text/html, application/xml;q=0.9, application/xhtml+xml, image/png, image/webp, image/jpeg, image/gif, image/x-xbitmap, */*;q=0.1",
    "html",
  ],
  [
    "old Android",
    "application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,image/png,*/*;q=0.5",
    "html",
  ],
  ["Lynx", "text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01", "html"],
  ["w3m", "text/html, text/*;q=0.5, image/*, application/*", "html"],
  ["Java's URLConnection", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "html"],
  ["axios", "application/json, text/plain, */*", "html"],
  ["jQuery's ajax", "*/*; q=0.01", "html"],
  ["jQuery's ajax for HTML", "text/html, */*; q=0.01", "html"],
  ["htmx and Turbo", "text/vnd.turbo-stream.html, text/html, application/xhtml+xml", "html"],
  [
    "feed readers",
    "application/atom+xml,application/rss+xml;q=0.9,application/xml;q=0.8,text/xml;q=0.7,*/*;q=0.1",
    "html",
  ],
  ["Claude Code", "text/markdown, text/html, */*", "markdown"],
  ["Cursor", "text/markdown, text/plain;q=0.9, */*;q=0.8", "markdown"],
  [
    "OpenCode",
    "text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1",
    "markdown",
  ],
  [
    "OpenCode asked for HTML",
    "text/html;q=1.0, application/xhtml+xml;q=0.9, text/plain;q=0.8, text/markdown;q=0.7, */*;q=0.1",
    "html",
  ],
  [
    "OpenCode asked for text",
    "text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1",
    "markdown",
  ],
  ["agents that ask for Markdown alone", "text/markdown", "markdown"],
  ["agentsfirst", "text/markdown,text/plain;q=0.5", "markdown"],
  ["an MCP client on the wrong address", "application/json, text/event-stream", "none"],
  ["an API client", "application/json", "none"],
  ["an image element", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "html"],
  ["a style sheet link", "text/css,*/*;q=0.1", "html"],
  ["an image loader that takes nothing else", "image/png, image/*;q=0.8", "none"],
  ["an event source", "text/event-stream", "none"],
];
