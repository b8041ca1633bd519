// The published criteria of Ora (is-agentic), as of November
// 2026, that apply to a site of documents with an MCP endpoint.
import { CARD } from "../addresses.ts";
import type { Group } from "../row.ts";
import { needBody, OpenApi, ServerCard } from "../shapes.ts";
import { findResource, getPages, readHtml } from "../site.ts";
import { readEntries } from "./crawlers.ts";
import { createScanner } from "./criterion.ts";
import { errors } from "./errors.ts";
import { readLlms } from "./llms.ts";
import { mcp } from "./mcp.ts";
import { negotiation } from "./negotiation.ts";
import { pages } from "./pages.ts";
import { twins } from "./twins.ts";
import { vary } from "./vary.ts";

const { has, as, lacks } = createScanner("ora");

export const ora: Group = {
  title: "Scanner: Ora",
  checks: [
    has(
      "openapi",
      "An OpenAPI description is published",
      "Publish /openapi.json.",
      (site) => Object.keys(needBody(site, "/openapi.json", OpenApi).paths).length > 0,
    ),
    has(
      "open-api",
      "The API needs no key",
      "Declare `security: []`.",
      (site) => needBody(site, "/openapi.json", OpenApi).security.length === 0,
    ),
    has(
      "mcp-tools",
      "The server card lists tools",
      "Generate tools into the card.",
      (site) => (needBody(site, CARD, ServerCard).tools ?? []).length > 0,
    ),
    as("mcp", "An MCP server answers", mcp, "mcp.clients"),
    has("developers", "A page for developers is linked from /", "Link it.", (site) => {
      const home = findResource(site, "/");
      return home !== null && readHtml(home).anchors.some(({ href, text }) => /develop|docs/i.test(`${href} ${text}`));
    }),
    as("json-ld", "JSON-LD describes organization, site and API", pages, "pages.json-ld"),
    as("problem", "Errors are problem details with a code", errors, "errors.data"),
    as("text", "500 characters can be read without scripts", pages, "pages.text"),
    has(
      "pricing",
      "/pricing.md is published",
      "Publish the prices as Markdown.",
      (site) => findResource(site, "/pricing.md") !== null,
    ),
    has("when-to-use", "llms.txt says when to use this", "Add the section `When to use this`.", (site) =>
      readLlms(site).headings.includes("When to use this"),
    ),
    as("missing", "A missing page is a real 404 with links", errors, "errors.page-html"),
    as("vary", "Negotiated HTML says Vary: Accept", vary, "vary.html"),
    as("not-acceptable", "What cannot be served is 406", negotiation, "negotiation.not-acceptable"),
    as("fallback", "Every page has an address of its Markdown", twins, "twins.exist"),
    as("front-matter", "Markdown has front matter", twins, "twins.front-matter"),
    has("lastmod", "The sitemap is dated", "Write lastmod.", (site) =>
      readEntries(site).some(({ lastmod }) => lastmod !== null),
    ),
    has("about", "A page tells the terms, the contact or who runs this", "Publish and link such a page.", (site) =>
      getPages(site).some(({ path }) => /^\/(about|contact|legal|privacy|terms)\b/.test(path)),
    ),
    lacks("oauth", "OAuth metadata and scopes", "there is no login and no key"),
    lacks("payments", "Payment for agents", "nothing is sold or paid here"),
    lacks(
      "agent-user-agent",
      "Agents get Markdown by their User-Agent, unasked",
      "it would override Accept, need Vary: User-Agent and defeat every cache",
    ),
  ],
};
