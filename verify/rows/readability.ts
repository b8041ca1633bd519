// Criteria of @vercel/agent-readability 0.5 that are refused, and those that no other group checks.
import type { Group } from "../row.ts";
import { findResource, needResource } from "../site.ts";
import { createScanner } from "./criterion.ts";

const { has, lacks } = createScanner("readability");

export const readability: Group = {
  title: "Scanner: @vercel/agent-readability",
  checks: [
    has(
      "llms",
      "llms.txt is smaller than 100 KB",
      "List less.",
      (site) => needResource(site, "/llms.txt").answer.bytes.byteLength < 100_000,
    ),
    has(
      "sitemaps",
      "The sitemap is there as XML and as Markdown",
      "Publish /sitemap.md.",
      (site) => findResource(site, "/sitemap.xml") !== null && findResource(site, "/sitemap.md") !== null,
    ),
    lacks(
      "missing-as-200",
      "A missing page is Markdown with status 200",
      "a page that does not exist is 404: a client must not take an apology for a document",
    ),
    lacks(
      "agent-user-agent",
      "Agents get Markdown by their User-Agent, unasked",
      "it would override Accept, need Vary: User-Agent and defeat every cache",
    ),
  ],
};
