// Where a request goes that reached the wrong one of two hosts. With one origin there is nothing to send on.
import { config } from "../../config.ts";
import { findResource, resourcePaths } from "./resources.ts";

export interface Redirect {
  readonly source: string;
  /** Host name, without port, that the request must be for. */
  readonly host: string;
  readonly destination: string;
}

/** Permanent redirects between the two sites, from the registry: each path to the site that has it, the swap site's root to its index. */
export function hostRedirects(): readonly Redirect[] {
  const { siteUrl, swapUrl } = config();
  if (siteUrl === swapUrl) return [];
  const [siteHost, swapHost] = [new URL(siteUrl).hostname, new URL(swapUrl).hostname];
  const moved = resourcePaths.flatMap((path): Redirect[] => {
    const { site, onBoth } = findResource(path);
    if (onBoth) return [];
    if (site === "swap") return [{ source: path, host: siteHost, destination: `${swapUrl}${path}` }];
    const destination = path === "/" ? `${swapUrl}/developers` : `${siteUrl}${path}`;
    return [{ source: path, host: swapHost, destination }];
  });
  return moved;
}
