// The sitemap as XML (0.9) and as Markdown. `lastmod` is the date of the content, never of the build. A live page has none.
import { config } from "../../config.ts";
import { heading, joined, line, link, list, paragraph, quotation } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { resourceItem } from "../prose/markdown-document.ts";
import { chainUrl, listChainCodes } from "../registry/chain-pages.ts";
import { absoluteUrl } from "../registry/links.ts";
import { getPublished, type Scope } from "../registry/published.ts";
import { findResource, type ResourcePath, resources } from "../registry/resources.ts";
import { updatedAt } from "../registry/updated.ts";
import { escapeXml } from "./xml.ts";

function listedPaths(scope: Scope): readonly ResourcePath[] {
  return getPublished(scope).filter((path) => findResource(path).sitemap);
}

/** Only pages: search engines want canonical addresses, and the canonical address of a twin is its page. */
export function sitemapXml(scope: Scope): string {
  const pages = listedPaths(scope).filter((path) => findResource(path).kind === "page");
  const listed = [
    ...pages.map((path) => [absoluteUrl(path), updatedAt(path)] as const),
    ...(scope === "website" ? [] : listChainCodes().map((code) => [chainUrl(code), null] as const)),
  ];
  const urls = listed.map(([address, updated]) => {
    const modified = updated ? `\n    <lastmod>${updated}</lastmod>` : "";
    return `  <url>\n    <loc>${escapeXml(address)}</loc>${modified}\n  </url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Every document with its description, pages first. */
export function sitemapMarkdown(): string {
  const listed = listedPaths("all");
  const linkList = (kind: "page" | "prose") =>
    list(listed.filter((path) => findResource(path).kind === kind).map(resourceItem));
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
