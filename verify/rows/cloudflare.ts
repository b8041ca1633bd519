// The published criteria of Cloudflare's isitagentready, as of November 2026, with its own ids.
import { CARD, CATALOG, LINKSET, SKILLS } from "../addresses.ts";
import type { Group } from "../row.ts";
import { AiCatalog, findFaults, Linkset, needBody, SkillsIndex } from "../shapes.ts";
import { findResource, getLinks, mediaType } from "../site.ts";
import { nameAiCrawlers, readEntries, readRobots } from "./crawlers.ts";
import { createScanner } from "./criterion.ts";
import { mcpTools } from "./mcp-tools.ts";
import { ask, HTML, MARKDOWN } from "./representations.ts";

const agentRelations = ["api-catalog", "service-desc", "service-doc", "describedby", "ai-catalog", "ard", "mcp"];

const { has, lacks, as } = createScanner("cloudflare");

const noLogin = "there is no login and no key: publishing metadata of one would be false";
const noPayment = "nothing is sold or paid here";

export const cloudflare: Group = {
  title: "Scanner: Cloudflare isitagentready",
  checks: [
    has(
      "robotsTxt",
      "robots.txt answers 200 and names a user agent",
      "Publish robots.txt.",
      (site) => readRobots(site).groups.length > 0,
    ),
    has(
      "sitemap",
      "robots.txt names a valid sitemap",
      "Name it in robots.txt.",
      (site) => readRobots(site).sitemaps.length > 0 && readEntries(site).length > 0,
    ),
    has("linkHeaders", "Link on / has a relation for agents", "Send Link on /.", (site) => {
      const home = findResource(site, "/");
      return home !== null && getLinks(home.answer).some(({ rel }) => agentRelations.includes(rel));
    }),
    lacks("dnsAid", "DNS-AID records with DNSSEC", "DNS lies outside the application"),
    has(
      "markdownNegotiation",
      "Accept: text/markdown on / gets Markdown; HTML stays the default",
      "Negotiate /.",
      async (site) => {
        const [markdown, any] = await Promise.all([
          ask(site, `${site.origin}/`, MARKDOWN),
          ask(site, `${site.origin}/`, "*/*"),
        ]);
        return mediaType(markdown) === MARKDOWN && mediaType(any) === HTML;
      },
    ),
    has(
      "robotsTxtAiRules",
      "robots.txt names AI crawlers",
      "Add groups for them.",
      (site) => nameAiCrawlers(site).length > 0,
    ),
    has("contentSignals", "robots.txt has a Content-Signal line", "Add one to each group.", (site) =>
      readRobots(site).groups.some(({ rules }) => rules.some(({ name }) => name === "content-signal")),
    ),
    lacks("webBotAuth", "A directory of keys that sign a bot's requests", "this site sends no bot"),
    has("apiCatalog", "The API catalog has an anchor with service relations", "Publish the linkset.", (site) =>
      needBody(site, LINKSET, Linkset).linkset.some((context) => "service-desc" in context || "service-doc" in context),
    ),
    lacks("oauthDiscovery", "OAuth or OpenID discovery", noLogin),
    lacks("oauthProtectedResource", "OAuth protected resource metadata", noLogin),
    lacks("authMd", "/auth.md describes registration", noLogin),
    has(
      "mcpServerCard",
      "A server card at the well-known address",
      "Publish it.",
      (site) => findResource(site, CARD) !== null,
    ),
    lacks("a2aAgentCard", "An A2A agent card", "there is no A2A endpoint"),
    has(
      "agentSkills",
      "A skills index 0.2.0 with digests",
      "Publish it.",
      (site) => needBody(site, SKILLS, SkillsIndex).skills.length > 0,
    ),
    as("webMcp", "A tool is registered when the page loads", mcpTools, "mcp.in-page"),
    has("ard", "An AI catalog with valid entries, open to every origin", "Publish it.", (site) => {
      const found = findResource(site, CATALOG);
      return (
        found !== null &&
        findFaults(AiCatalog, found.answer).length === 0 &&
        found.answer.headers["access-control-allow-origin"] === "*"
      );
    }),
    ...["x402", "mpp", "ucp", "acp", "ap2"].map((id) => lacks(id, `The payment protocol ${id}`, noPayment)),
  ],
};
