// Verify: sitemap.xml (protocol 0.9). The format has no attributes or mixed content in what is read here, so its elements are taken one by one.

interface SitemapEntry {
  readonly loc: string;
  readonly lastmod: string | null;
}

export interface Sitemap {
  /** An index lists further sitemaps. */
  readonly kind: "urlset" | "sitemapindex";
  readonly namespace: string | null;
  readonly entries: readonly SitemapEntry[];
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** @throws Error when the text is not a sitemap. */
export function parseSitemap(xml: string): Sitemap {
  // A part without its end reaches to the end of the text: else each beginning would be searched to the end in turn.
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
