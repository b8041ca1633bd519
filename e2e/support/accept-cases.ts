// This folder holds what specs share. Only specs and tools import it.
// This file: Accept headers of clients, and which representation of a page each must get.
import { acceptTable, type Choice } from "../../verify/rows/accept-table.ts";

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

/** The cases of the verify command, and two of our own. Two lines are one header. */
export const rules: readonly AcceptCase[] = [
  ...acceptTable.map(
    ({ accept, choice }) => [Array.isArray(accept) ? accept.join(", ") : accept, choice] as AcceptCase,
  ),
  ["   ", "html"],
  ["text/markdown;level=1;q=0.2, text/markdown;q=0.9, text/html;q=0.5", "markdown"],
];

/** Accept headers of real programs, each once with its programs. */
export const realClients: readonly (readonly [client: string, ...AcceptCase])[] = [
  ["Go's, Python's urllib and other clients that send none", null, "html"],
  ["curl, wget, node's fetch, python-requests, HTTPie, bingbot, GPTBot, facebookexternalhit", "*/*", "html"],
  ["Chrome and Edge", chrome, "html"],
  ["Firefox and Safari", firefox, "html"],
  ["Firefox 66 to 91", "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8", "html"],
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
  ["Chrome before 79", "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,image/apng,*/*;q=0.8", "html"],
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
  ["old Android", "application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,image/png,*/*;q=0.5", "html"],
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
  ["OpenCode", "text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1", "markdown"],
  [
    "OpenCode asked for HTML",
    "text/html;q=1.0, application/xhtml+xml;q=0.9, text/plain;q=0.8, text/markdown;q=0.7, */*;q=0.1",
    "html",
  ],
  ["OpenCode asked for text", "text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1", "markdown"],
  ["agents that ask for Markdown alone", "text/markdown", "markdown"],
  ["agentsfirst", "text/markdown,text/plain;q=0.5", "markdown"],
  ["an MCP client on the wrong address", "application/json, text/event-stream", "none"],
  ["an API client", "application/json", "none"],
  ["an image element", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "html"],
  ["a style sheet link", "text/css,*/*;q=0.1", "html"],
  ["an image loader that takes nothing else", "image/png, image/*;q=0.8", "none"],
  ["an event source", "text/event-stream", "none"],
];
