// Redirects between the two hosts of a deployment, and the documents that each has of its own. With one origin there are none.
import { config } from "../../config.ts";
import { findResource, isStablePath, resourcePaths, type StablePath } from "./resources.ts";

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

/** Where the swap site's own documents stand, beside those of the website at their public addresses. */
const SWAP_SITE = "/swap-site";

/** The documents of which each of the two hosts has one of its own. */
export function listSwapDocuments(): readonly StablePath[] {
  const { siteUrl, swapUrl } = config();
  const isOnBoth = (path: StablePath) => findResource(path).onBoth === true;
  return siteUrl === swapUrl ? [] : resourcePaths.filter(isStablePath).filter(isOnBoth);
}

/** In the form of `next.config.ts`. The internal addresses themselves are not published. */
export function swapSiteRewrites() {
  const value = new URL(config().swapUrl).hostname.replaceAll(".", "\\.");
  return [
    { source: `${SWAP_SITE}/:path*`, destination: "/not-found.json" },
    ...listSwapDocuments().map((source) => ({
      source,
      has: [{ type: "host" as const, value }],
      destination: `${SWAP_SITE}${source}`,
    })),
  ];
}
