// The published criteria of agentsfirst, as of November 2026, with their points (100 in all).

import { PLUGIN } from "../addresses.ts";
import type { Group } from "../row.ts";
import { needBody, Plugin } from "../shapes.ts";
import { findResource, mediaType, readHtml, type Site } from "../site.ts";
import { nameAiCrawlers, readEntries, readRobots } from "./crawlers.ts";
import { createScanner } from "./criterion.ts";
import { ask, MARKDOWN } from "./representations.ts";

const { has, lacks } = createScanner("agentsfirst");

function readHomeText(site: Site): string {
  const home = findResource(site, "/");
  return home ? readHtml(home).text : "";
}

export const agentsfirst: Group = {
  title: "Scanner: agentsfirst",
  checks: [
    has(
      "robots",
      "5 points: robots.txt is published",
      "Publish robots.txt.",
      (site) => readRobots(site).groups.length > 0,
    ),
    has(
      "ai-bots",
      "10 points: robots.txt names AI crawlers",
      "Add groups for them.",
      (site) => nameAiCrawlers(site).length >= 3,
    ),
    lacks(
      "no-ban",
      "5 points: no path is disallowed",
      "Answers to questions are computed for each address and have no end. Crawlers are asked to leave them out.",
    ),
    has(
      "llms",
      "10 points: llms.txt is published",
      "Publish llms.txt.",
      (site) => findResource(site, "/llms.txt") !== null,
    ),
    has(
      "agents",
      "10 points: AGENTS.md or agent-rules is published",
      "Publish the rules for agents.",
      (site) => (findResource(site, "/AGENTS.md") ?? findResource(site, "/.well-known/agent-rules")) !== null,
    ),
    has(
      "markdown",
      "10 points: `Accept: text/markdown,text/plain;q=0.5` gets Markdown",
      "Negotiate /.",
      async (site) => mediaType(await ask(site, `${site.origin}/`, "text/markdown,text/plain;q=0.5")) === MARKDOWN,
    ),
    has("sitemap", "5 points: the sitemap is published", "Publish it.", (site) => readEntries(site).length > 0),
    has(
      "openapi",
      "5 points: an OpenAPI description is published",
      "Publish it.",
      (site) => findResource(site, "/openapi.json") !== null,
    ),
    has(
      "card",
      "15 points: a server card stands at /.well-known/mcp-server-card",
      "Serve the card there too.",
      (site) => findResource(site, "/.well-known/mcp-server-card") !== null,
    ),
    has("mentions-mcp", "10 points: the home page names MCP", "Name it in the text.", (site) =>
      /\bMCP\b/.test(readHomeText(site)),
    ),
    has(
      "mentions-tools",
      "10 points: the home page names an API or SDK, or shows a command",
      "Name what there is.",
      (site) => /\b(API|SDK|CLI)\b|\bmcp add\b/.test(readHomeText(site)),
    ),
    has(
      "plugin",
      "5 points: a plugin manifest is published",
      "Publish it.",
      (site) => needBody(site, PLUGIN, Plugin).auth.type === "none",
    ),
  ],
};
