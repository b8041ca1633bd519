// Redirects of /track/<txid>, and redirects and rewrites between the hosts of the two sites.
import { config } from "../../config.ts";
import { CHAIN_PAGE, listChainForms } from "./chain-pages.ts";
import { hrefOf } from "./links.ts";
import { findResource, isStablePath, resourcePaths, type StablePath } from "./resources.ts";

export function trackRedirects() {
  const txidPatterns = {
    "": "(?!now$|opengraph-image$)[^/.]+",
    ".md": "[^/.]+",
    ".json": "[^/.]+",
  };
  return Object.entries(txidPatterns).map(([formEnd, txidPattern]) => ({
    source: `/track/:txid(${txidPattern})${formEnd.replace(".", "\\.")}`,
    destination: `${hrefOf("/track")}${formEnd}?txid=:txid`,
  }));
}

export function hostRedirects() {
  const { siteUrl, swapUrl } = config();
  if (siteUrl === swapUrl) return [];
  const [siteHost, swapHost] = [new URL(siteUrl).hostname, new URL(swapUrl).hostname];
  const chainPageRoute = { source: CHAIN_PAGE, destination: "/status/:chain" };
  const chainRedirects = [chainPageRoute, ...listChainForms()].map(({ source, destination }) => ({
    source,
    host: siteHost,
    destination: `${swapUrl}${destination}`,
  }));
  const resourceRedirects = resourcePaths.flatMap((path) => {
    const { site, onBoth } = findResource(path);
    if (onBoth) return [];
    if (site === "swap")
      return [{ source: path, host: siteHost, destination: `${swapUrl}${path}` }];
    const destination = path === "/" ? `${swapUrl}/developers` : `${siteUrl}${path}`;
    return [{ source: path, host: swapHost, destination }];
  });
  return [...resourceRedirects, ...chainRedirects];
}

const SWAP_SITE = "/swap-site";

export function listSwapDocuments(): readonly StablePath[] {
  const { siteUrl, swapUrl } = config();
  const isOnBothSites = (path: StablePath) => findResource(path).onBoth === true;
  return siteUrl === swapUrl ? [] : resourcePaths.filter(isStablePath).filter(isOnBothSites);
}

export function swapSiteRewrites() {
  const swapHostPattern = new URL(config().swapUrl).hostname.replaceAll(".", "\\.");
  return [
    { source: `${SWAP_SITE}/:path*`, destination: "/not-found.json" },
    ...listSwapDocuments().map((source) => ({
      source,
      has: [{ type: "host" as const, value: swapHostPattern }],
      destination: `${SWAP_SITE}${source}`,
    })),
  ];
}
