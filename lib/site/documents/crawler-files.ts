// Files for crawlers: sitemaps (XML 0.9, Markdown), robots.txt, security.txt (RFC 9116).
// `lastmod` is the date of the content, never of the build. A live page has no `lastmod`.
import { config } from "../../config.ts";
import { heading, joined, line, link, list, paragraph, quotation } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { resourceItem } from "../prose/markdown-document.ts";
import { chainUrl, listChainCodes } from "../registry/chain-pages.ts";
import { absoluteUrl } from "../registry/links.ts";
import { getPublished, getServed, type Scope } from "../registry/published.ts";
import { findResource, isLivePage, type ResourcePath, resources } from "../registry/resources.ts";
import { updatedAt } from "../registry/updated.ts";
import { escapeXml } from "./xml.ts";

function listedPaths(scope: Scope): readonly ResourcePath[] {
  return getPublished(scope).filter((path) => findResource(path).sitemap);
}

/** Lists only pages, because the canonical address of a page's Markdown is the page. */
export function sitemapXml(scope: Scope): string {
  const pagePaths = listedPaths(scope).filter((path) => findResource(path).kind === "page");
  const sitemapEntries = [
    ...pagePaths.map((path) => [absoluteUrl(path), updatedAt(path)] as const),
    ...(scope === "website" ? [] : listChainCodes().map((code) => [chainUrl(code), null] as const)),
  ];
  const urlElements = sitemapEntries.map(([address, updated]) => {
    const lastmodElement = updated ? `\n    <lastmod>${updated}</lastmod>` : "";
    return `  <url>\n    <loc>${escapeXml(address)}</loc>${lastmodElement}\n  </url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urlElements.join("\n")}\n</urlset>\n`;
}

export function sitemapMarkdown(): string {
  const paths = listedPaths("all");
  const linkList = (kind: "page" | "prose") =>
    list(paths.filter((path) => findResource(path).kind === kind).map(resourceItem));
  const chainLinks = listChainCodes().map((code) => link(code, chainUrl(code)));
  const blocks = [
    heading(1, `Sitemap of ${config().siteName}`),
    quotation(
      line`${resources["/sitemap.md"].description} Index of every document: ${link("llms.txt", absoluteUrl("/llms.txt"))}.`,
    ),
    heading(2, "Pages"),
    linkList("page"),
    paragraph(line`${resources["/status"].title} of one chain: ${joined(chainLinks)}.`),
    heading(2, "Markdown documents"),
    linkList("prose"),
  ];
  return `${writeMarkdown(blocks)}\n`;
}

/**
 * Expiry time of security.txt. Whoever checks the contact address again sets a later time by hand.
 * A test fails from 30 days before this time.
 */
const SECURITY_EXPIRES = "2027-10-31T00:00:00Z";

export function securityTxt(): string {
  const { contactEmail } = config();
  if (contactEmail === null) throw new Error("security.txt needs a contact");
  return `Contact: mailto:${contactEmail}\nExpires: ${SECURITY_EXPIRES}\nPreferred-Languages: en\nCanonical: ${absoluteUrl("/.well-known/security.txt")}\nPolicy: ${absoluteUrl("/legal")}\n`;
}

/** The token with which OpenAI checks who submits this server to its directory of apps. */
export function openaiAppsChallenge(): string {
  const { openaiAppsChallenge: token } = config();
  if (token === null) throw new Error("the challenge needs a token");
  return token;
}

/**
 * AI crawlers. A crawler that is named ignores the rules of `User-agent: *` (RFC 9309), so each has
 * all rules. Some site scanners still look for names that nobody documents, such as Claude-Web.
 */
const aiCrawlers = [
  "GPTBot",
  "OAI-SearchBot",
  "ClaudeBot",
  "Claude-SearchBot",
  "Claude-Web",
  "anthropic-ai",
  "Google-Extended",
  "CCBot",
  "PerplexityBot",
  "Applebot-Extended",
  "Amazonbot",
  "Bytespider",
  "meta-externalagent",
  "Omgilibot",
  "cohere-ai",
] as const;

const userFetchers = [
  "ChatGPT-User",
  "Claude-User",
  "Perplexity-User",
  "MistralAI-User",
  "meta-externalfetcher",
  "Amzn-User",
] as const;

/**
 * Forbids crawlers to fetch live pages with a query, because there are endless queries. Programs
 * that fetch one page for a person (`userFetchers`) may do so.
 */
export function robotsTxt(scope: Scope): string {
  const { contentSignal } = config();
  const livePaths = getServed(scope).filter(isLivePage);
  const swapRules = livePaths.includes("/track")
    ? ["Disallow: /track/", "Allow: /track/opengraph-image"]
    : [];
  const disallowRules = [...livePaths.map((path) => `Disallow: ${path}?`), ...swapRules];
  const crawlerGroup = (agent: string, rules: readonly string[]) =>
    [`User-agent: ${agent}`, `Content-Signal: ${contentSignal}`, "Allow: /", ...rules, ""].join(
      "\n",
    );
  const crawlerGroups = [
    ...userFetchers.map((agent) => crawlerGroup(agent, [])),
    ...[...aiCrawlers, "*"].map((agent) => crawlerGroup(agent, disallowRules)),
  ];
  return `${crawlerGroups.join("\n")}\nSitemap: ${absoluteUrl("/sitemap.xml", scope)}\n`;
}
