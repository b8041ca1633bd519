// Lists the resources that this deployment publishes on each of its two sites.
import { config } from "../../config.ts";
import { findResource, isPart, type ResourcePath, resourcePaths } from "./resources.ts";

export type Scope = "all" | "website" | "swap";

export function getPublished(scope: Scope): readonly ResourcePath[] {
  return getServed(scope).filter((path) => !isPart(path) && !findResource(path).unlisted);
}

export function getServed(scope: Scope): readonly ResourcePath[] {
  const settings = config();
  return resourcePaths.filter((path) => {
    const { needs, site, onBoth } = findResource(path);
    if (needs !== undefined && settings[needs] === null) return false;
    return scope === "all" || site === scope || onBoth === true;
  });
}
