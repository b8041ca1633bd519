// Which resources this deployment publishes, and on which of its two sites.
import { config } from "../../config.ts";
import { findResource, isPart, type ResourcePath, resourcePaths } from "./resources.ts";

/** The part of the registry that one host serves. It is `all` where both sites share an origin. */
export type Scope = "all" | "website" | "swap";

/** The scope of a request by its `Host`. The header only chooses between configured hosts; no answer repeats it. */
export function scopeOf(host: string | null): Scope {
  const { siteUrl, swapUrl } = config();
  if (siteUrl === swapUrl) return "all";
  return host?.toLowerCase() === new URL(swapUrl).host ? "swap" : "website";
}

/** The published addresses of a scope, in the order of the registry. A part of a page is not one of its own. */
export function getPublished(scope: Scope): readonly ResourcePath[] {
  return getServed(scope).filter((path) => !isPart(path));
}

/** The same with the parts of pages. */
export function getServed(scope: Scope): readonly ResourcePath[] {
  const { contactEmail } = config();
  return resourcePaths.filter((path) => {
    const { needs, site, onBoth } = findResource(path);
    if (needs === "contact" && contactEmail === null) return false;
    return scope === "all" || site === scope || onBoth === true;
  });
}
