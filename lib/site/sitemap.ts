// Site room: the sitemap as XML (0.9) and as Markdown. `lastmod` is the content's own date, never the build's; a live page has none.
import { config } from "../config.ts";
import { toUrl } from "./links.ts";
import { toResourceItem } from "./markdown-document.ts";
import { getPublished, type Scope } from "./published.ts";
import { type ResourcePath, resources, toResource } from "./resources.ts";
import { toUpdated } from "./updated.ts";
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
  const list = (kind: "page" | "prose") => listed.filter((path) => toResource(path).kind === kind).map(toResourceItem);
  return `# Sitemap of ${config().siteName}

> ${resources["/sitemap.md"].description} Index of every document: [llms.txt](${toUrl("/llms.txt")}).

## Pages

${list("page").join("\n")}

## Markdown documents

${list("prose").join("\n")}
`;
}
