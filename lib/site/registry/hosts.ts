// Redirects between the two hosts of a deployment. With one origin there are none.
import { config } from "../../config.ts";
import { findResource, resourcePaths } from "./resources.ts";

export interface Redirect {
  readonly source: string;
  /** Host name, without port, that the request must be for. */
  readonly host: string;
  readonly destination: string;
}

/** Permanent redirects from the registry: each path goes to the site that publishes it, and the root of the swap site to its index. */
export function hostRedirects(): readonly Redirect[] {
  const { siteUrl, swapUrl } = config();
  if (siteUrl === swapUrl) return [];
  const [siteHost, swapHost] = [new URL(siteUrl).hostname, new URL(swapUrl).hostname];
  return resourcePaths.flatMap((path): Redirect[] => {
    const { site, onBoth } = findResource(path);
    if (onBoth) return [];
    if (site === "swap") return [{ source: path, host: siteHost, destination: `${swapUrl}${path}` }];
    const destination = path === "/" ? `${swapUrl}/developers` : `${siteUrl}${path}`;
    return [{ source: path, host: swapHost, destination }];
  });
}
