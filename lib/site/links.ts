// Site room: absolute URLs and Link headers, from the configuration and the registry alone.
import { type Config, config } from "../config.ts";
import { type Resource, type ResourcePath, toResource } from "./resources.ts";

/** The public address of a resource: on the swap site's origin when it belongs there. */
export function toUrl(path: ResourcePath, { siteUrl, swapUrl }: Config = config()): string {
  const origin = toResource(path).site === "swap" ? swapUrl : siteUrl;
  return path === "/" ? `${origin}/` : `${origin}${path}`;
}

interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
}

/** Relations of a resource (RFC 8288), in the order in which they are sent. */
export function toLinks(path: ResourcePath): readonly Link[] {
  const resource: Resource = toResource(path);
  if (resource.mediaType.startsWith("image/") || resource.kind === "endpoint") return [];
  const links: Link[] = [];
  const canonical = (resource.page ?? resource.aliasOf ?? path) as ResourcePath;
  const prose = resource.kind === "page" || resource.kind === "prose";
  if (prose) links.push({ href: toUrl(canonical), rel: "canonical" });
  if (resource.twin)
    links.push({ href: toUrl(resource.twin as ResourcePath), rel: "alternate", type: "text/markdown" });
  if (resource.page) links.push({ href: toUrl(resource.page as ResourcePath), rel: "alternate", type: "text/html" });
  if (prose) links.push({ href: toUrl("/llms.txt"), rel: "describedby", type: "text/plain" });
  if (canonical === "/") {
    links.push(
      { href: toUrl("/openapi.json"), rel: "service-desc", type: "application/json" },
      { href: toUrl("/.well-known/status"), rel: "status", type: "application/health+json" },
      { href: toUrl("/.well-known/ai-catalog.json"), rel: "ai-catalog", type: "application/ai-catalog+json" },
    );
  }
  return links;
}

export function toLinkHeader(path: ResourcePath): string {
  return toLinks(path)
    .map(({ href, rel, type }) => `<${href}>; rel="${rel}"${type ? `; type="${type}"` : ""}`)
    .join(", ");
}
