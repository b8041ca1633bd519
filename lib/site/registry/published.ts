// What this deployment publishes, and on which of its two sites. With one origin the two are one.
import { config } from "../../config.ts";
import { findResource, type ResourcePath, resourcePaths } from "./resources.ts";

/** The part of the registry that one host serves: `all` where both sites share an origin. */
export type Scope = "all" | "website" | "swap";

/** The scope of a request by its `Host`; the header chooses between configured hosts and is never repeated. */
export function scopeOf(host: string | null): Scope {
  const { siteUrl, swapUrl } = config();
  if (siteUrl === swapUrl) return "all";
  return host?.toLowerCase() === new URL(swapUrl).host ? "swap" : "website";
}

/** The addresses that answer 200 (or are the endpoint) in a scope, in the registry's order. */
export function getPublished(scope: Scope): readonly ResourcePath[] {
  const { contactEmail } = config();
  return resourcePaths.filter((path) => {
    const { needs, site, onBoth } = findResource(path);
    if (needs === "contact" && contactEmail === null) return false;
    return scope === "all" || site === scope || onBoth === true;
  });
}
