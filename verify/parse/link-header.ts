// The Link header (RFC 8288) → one link for each relation.

export interface Link {
  readonly href: string;
  /** In lower case. A member with two relations gives two links. */
  readonly rel: string;
  readonly type: string | null;
}

/** Members without a target or a relation are left out. */
export function parseLinkHeader(value: string): readonly Link[] {
  const links: Link[] = [];
  for (const [, href = "", parameters = ""] of value.matchAll(
    /<([^>]*)>((?:\s*;\s*[^\s=;,]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g,
  )) {
    const named = new Map<string, string>();
    for (const [, name = "", quoted, token] of parameters.matchAll(
      /;\s*([^\s=;,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g,
    )) {
      const key = name.toLowerCase();
      // The first of repeated parameters counts (RFC 8288, 3.3).
      if (!named.has(key)) named.set(key, quoted?.replace(/\\(.)/g, "$1") ?? token ?? "");
    }
    for (const rel of (named.get("rel") ?? "").toLowerCase().split(/\s+/).filter(Boolean)) {
      links.push({ href, rel, type: named.get("type") ?? null });
    }
  }
  return links;
}
