// Which resources this deployment publishes, and on which of its two sites.
import { config } from "../../config.ts";
import { findResource, isPart, type ResourcePath, resourcePaths } from "./resources.ts";

/** The part of the registry that one host serves. It is `all` where both sites share an origin. */
export type Scope = "all" | "website" | "swap";

/** The addresses that lists name, in the order of the registry. A part of a page is not one of its own. */
export function getPublished(scope: Scope): readonly ResourcePath[] {
  return getServed(scope).filter((path) => !isPart(path) && !findResource(path).unlisted);
}

/** The published addresses of a scope. */
export function getServed(scope: Scope): readonly ResourcePath[] {
  const { contactEmail } = config();
  return resourcePaths.filter((path) => {
    const { needs, site, onBoth } = findResource(path);
    if (needs === "contact" && contactEmail === null) return false;
    return scope === "all" || site === scope || onBoth === true;
  });
}
