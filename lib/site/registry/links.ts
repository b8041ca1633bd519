// Builds absolute URLs and Link headers from the configuration and the registry alone.
import { config } from "../../config.ts";
import type { Scope } from "./published.ts";
import { findResource, mediaTypeOf, type Resource, type ResourcePath } from "./resources.ts";

/** If both sites publish a path, the URL is on the swap site only if `scope` is "swap". */
export function absoluteUrl(path: ResourcePath, scope: Scope = "all"): string {
  const { siteUrl, swapUrl } = config();
  const { site, onBoth } = findResource(path);
  return `${site === "swap" || (onBoth && scope === "swap") ? swapUrl : siteUrl}${path}`;
}

export function hrefOf(path: ResourcePath): string {
  const { siteUrl, swapUrl } = config();
  return swapUrl === siteUrl ? path : absoluteUrl(path);
}

export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
}

const relations: Partial<
  Record<ResourcePath, readonly (readonly [target: ResourcePath, rel: string, typed?: "typed"])[]>
> = {
  "/": [
    ["/.well-known/api-catalog", "api-catalog"],
    ["/openapi.json", "service-desc", "typed"],
    ["/developers/api", "service-doc", "typed"],
    ["/.well-known/status", "status", "typed"],
  ],
  "/assets": [["/assets.json", "alternate", "typed"]],
  "/developers/api": [["/openapi.json", "service-desc", "typed"]],
  "/.well-known/api-catalog": [["/.well-known/api-catalog", "api-catalog"]],
};

export function linkTo(target: ResourcePath, rel: string, scope: Scope = "all"): Link {
  return { href: absoluteUrl(target, scope), rel, type: mediaTypeOf(target) };
}

/** The catalog under its names in AI Catalog and in ARD. Every page and its Markdown have both. */
export function catalogLinks(): readonly Link[] {
  return [
    linkTo("/.well-known/ai-catalog.json", "ai-catalog"),
    linkTo("/.well-known/ard.json", "ard"),
  ];
}

/** The links of the HTTP header Link (RFC 8288), in the order in which the header has them. */
export function listLinks(path: ResourcePath): readonly Link[] {
  const resource: Resource = findResource(path);
  if (resource.mediaType.startsWith("image/") || resource.kind === "endpoint") return [];
  const links: Link[] = [];
  const addTypedLink = (target: ResourcePath, rel: string, scope?: Scope) =>
    links.push(linkTo(target, rel, scope));
  const canonicalPath = (resource.page ?? resource.aliasOf ?? path) as ResourcePath;
  const isForReaders =
    resource.kind === "page" || resource.kind === "prose" || resource.page !== undefined;
  if (isForReaders) links.push({ href: absoluteUrl(canonicalPath), rel: "canonical" });
  if (resource.twin) addTypedLink(resource.twin as ResourcePath, "alternate");
  if (resource.page) addTypedLink(resource.page as ResourcePath, "alternate");
  if (isForReaders) addTypedLink("/llms.txt", "describedby");
  // Each site describes its own resources in a file of its own.
  const scope = resource.site === "swap" ? "swap" : "all";
  for (const [target, rel, typed] of relations[canonicalPath] ?? []) {
    if (typed) addTypedLink(target, rel, scope);
    else links.push({ href: absoluteUrl(target), rel });
  }
  if (isForReaders) links.push(...catalogLinks());
  return links;
}

export function linkHeader(path: ResourcePath): string {
  return formatLinks(listLinks(path));
}

export function formatLinks(links: readonly Link[]): string {
  return links
    .map(({ href, rel, type }) => `<${href}>; rel="${rel}"${type ? `; type="${type}"` : ""}`)
    .join(", ");
}
