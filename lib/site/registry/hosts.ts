// Addresses of one swap by its id, and redirects and rewrites between the hosts of the two sites.
import { config } from "../../config.ts";
import { CHAIN_PAGE, listChainForms, parseChainPath } from "./chain-pages.ts";
import { hrefOf } from "./links.ts";
import {
  findResource,
  isResourcePath,
  isStablePath,
  resourcePaths,
  type StablePath,
} from "./resources.ts";

const TXID_PATTERN = "[^/.?]{1,128}";

/** The page of /track has its question in the query, which its script and its form share. */
export function trackRedirects() {
  return [
    {
      source: `/track/:txid((?!now$|opengraph-image$)${TXID_PATTERN})`,
      destination: `${hrefOf("/track")}?txid=:txid`,
    },
  ];
}

const trackAddressPattern = new RegExp(
  `^/track/(?!now$|opengraph-image$)${TXID_PATTERN}(?:\\.md|\\.json)?$`,
);

/** True for an address with the id of one swap in its path. */
export const isTrackAddress = (path: string): boolean => trackAddressPattern.test(path);

/** Markdown and JSON of one swap, with the id in the path. */
const trackForms = [".md", ".json"].map((formEnd) => ({
  source: `/track/:txid(${TXID_PATTERN})\\${formEnd}`,
  address: `/track/:txid${formEnd}`,
  destination: `/track${formEnd}?txid=:txid`,
}));

export const trackRewrites = () =>
  trackForms.map(({ source, destination }) => ({ source, destination }));

const shortAddressPattern = new RegExp(`^/track/(${TXID_PATTERN})(\\.md|\\.json)(?:\\?(.*))?$`);

/**
 * `/track.md?txid={txid}` for `/track/{txid}.md`; another address as it is. On Vercel a rewrite has
 * changed the address already, elsewhere it has not.
 */
export function withTxidInQuery(pathAndQuery: string): string {
  const [, txid, formEnd, search = ""] = shortAddressPattern.exec(pathAndQuery) ?? [];
  if (txid === undefined) return pathAndQuery;
  return `/track${formEnd}?${new URLSearchParams([["txid", txid], ...new URLSearchParams(search)])}`;
}

export function hostRedirects() {
  const { siteUrl, swapUrl } = config();
  if (siteUrl === swapUrl) return [];
  const [siteHost, swapHost] = [new URL(siteUrl).hostname, new URL(swapUrl).hostname];
  const chainPageRoute = { source: CHAIN_PAGE, destination: "/status/:chain" };
  const trackRoutes = trackForms.map(({ source, address }) => ({ source, destination: address }));
  const routes = [chainPageRoute, ...listChainForms(), ...trackRoutes];
  const parameterRedirects = routes.map(({ source, destination }) => ({
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
  return [...resourceRedirects, ...parameterRedirects];
}

/** True if `next.config.ts` redirects an address of this path to the other site. */
export function isOnOtherSite(path: string, hostname: string): boolean {
  const { siteUrl, swapUrl } = config();
  if (siteUrl === swapUrl) return false;
  const isSwapSite = hostname === new URL(swapUrl).hostname;
  const isWebsite = hostname === new URL(siteUrl).hostname;
  if (!isResourcePath(path))
    return isWebsite && (isTrackAddress(path) || parseChainPath(path) !== null);
  const { site, onBoth } = findResource(path);
  if (onBoth) return false;
  return site === "swap" ? isWebsite : isSwapSite;
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
