// Site room: sitemap.xml (0.9). `lastmod` is the content's own date, never the build's.
import { toUrl } from "./links.ts";
import { resourcePaths, type SourceName, sources, toResource } from "./resources.ts";

export function toSitemap(): string {
  const urls = resourcePaths
    .filter((path) => toResource(path).sitemap)
    .map((path) => {
      const { updated } = sources[toResource(path).source as SourceName];
      return `  <url>\n    <loc>${escapeXml(toUrl(path))}</loc>\n    <lastmod>${updated}</lastmod>\n  </url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
