// The sitemap as XML (0.9) and as Markdown. `lastmod` is the content's own date, never the build's; a live page has none.
import { config } from "../../config.ts";
import { heading, line, link, list, quotation } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { toResourceItem } from "../prose/markdown-document.ts";
import { toUrl } from "../registry/links.ts";
import { getPublished, type Scope } from "../registry/published.ts";
import { type ResourcePath, resources, toResource } from "../registry/resources.ts";
import { toUpdated } from "../registry/updated.ts";
import { escapeXml } from "./xml.ts";

function toListed(scope: Scope): readonly ResourcePath[] {
  return getPublished(scope).filter((path) => toResource(path).sitemap);
}

/** Pages alone: a search engine wants canonical addresses, and a twin names its page as that. */
export function toSitemap(scope: Scope): string {
  const pages = toListed(scope).filter((path) => toResource(path).kind === "page");
  const urls = pages.map((path) => {
    const updated = toUpdated(path);
    const modified = updated ? `\n    <lastmod>${updated}</lastmod>` : "";
    return `  <url>\n    <loc>${escapeXml(toUrl(path))}</loc>${modified}\n  </url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Every document for readers of Markdown, pages first, each with its sentence. */
export function toSitemapMarkdown(): string {
  const listed = toListed("all");
  const toList = (kind: "page" | "prose") =>
    list(listed.filter((path) => toResource(path).kind === kind).map(toResourceItem));
  const blocks = [
    heading(1, `Sitemap of ${config().siteName}`),
    quotation(
      line`${resources["/sitemap.md"].description} Index of every document: ${link("llms.txt", toUrl("/llms.txt"))}.`,
    ),
    heading(2, "Pages"),
    toList("page"),
    heading(2, "Markdown documents"),
    toList("prose"),
  ];
  return `${writeMarkdown(blocks)}\n`;
}
