// sitemap.xml (protocol 0.9). The elements read here have no
// attributes or mixed content, so a full XML parser is not needed.

interface SitemapEntry {
  readonly loc: string;
  readonly lastmod: string | null;
}

export interface Sitemap {
  /** True for an index, which lists further sitemaps. */
  readonly kind: "urlset" | "sitemapindex";
  readonly namespace: string | null;
  readonly entries: readonly SitemapEntry[];
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** @throws Error if the text is not a sitemap. */
export function parseSitemap(xml: string): Sitemap {
  // An element without its end reaches to the end of the text. Otherwise every start would be searched to the end.
  const bare = xml.replace(/<!--[\s\S]*?(?:-->|$)/g, "").replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, "");
  const [, kind, attributes, content] = /^\s*<(urlset|sitemapindex)\b([^>]*)>([\s\S]*)<\/\1>\s*$/.exec(bare) ?? [];
  if (kind === undefined || content === undefined)
    throw new Error("not a sitemap: no urlset or sitemapindex as the root");
  const item = kind === "urlset" ? "url" : "sitemap";
  const entries = [...content.matchAll(new RegExp(`<${item}>([\\s\\S]*?)(</${item}>|$)`, "g"))].map(
    ([, inner = "", end]) => {
      if (!end) throw new Error("not a sitemap: an entry has no end");
      const loc = readElement(inner, "loc");
      if (loc === null) throw new Error("not a sitemap: an entry has no loc");
      return { loc, lastmod: readElement(inner, "lastmod") };
    },
  );
  const namespace = /\bxmlns\s*=\s*["']([^"']*)["']/.exec(attributes ?? "")?.[1] ?? null;
  return { kind: kind as Sitemap["kind"], namespace, entries };
}

function readElement(xml: string, name: string): string | null {
  const [, text = "", end] = new RegExp(`<${name}>([\\s\\S]*?)(</${name}>|$)`).exec(xml) ?? [];
  return !end ? null : text.trim().replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole);
}
