// Whether the cache of `npm start` may keep an answer, and under which key.
import { negotiate } from "../../http/negotiate.ts";
import { parseChainPath } from "../registry/chain-pages.ts";
import {
  findResource,
  isLivePage,
  isResourcePath,
  type ResourcePath,
  usualSpelling,
} from "../registry/resources.ts";

interface ClientRequest {
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly accept: string | undefined;
}

export interface CacheLookup {
  /** Null if the answer is for this client alone: a live page has a nonce. */
  readonly key: string | null;
  /** One value for all clients that get the same form. */
  readonly accept: string | undefined;
  readonly isStable: boolean;
  readonly isNegotiated: boolean;
}

/** Null if Next answers the client itself: files, endpoints, and what is neither GET nor HEAD. */
export function cacheLookup(
  { method, url, host, accept }: ClientRequest,
  siteHosts: readonly string[],
): CacheLookup | null {
  const [pathAsSent = ""] = url.split("?");
  const path = usualSpelling(pathAsSent);
  const resource = isResourcePath(path) ? findResource(path) : null;
  const isReadMethod = method === "GET" || method === "HEAD";
  const isFile = pathAsSent.startsWith("/_next/static/");
  if (!isReadMethod || isFile || resource?.kind === "endpoint") return null;

  const chainPath = resource ? null : parseChainPath(path);
  const isChainPage = chainPath !== null && chainPath.chain !== null;
  const isNegotiated = resource
    ? resource.twin !== undefined
    : isChainPage && chainPath.form === null;
  const form = isNegotiated ? negotiate(accept ?? null) : "only";
  const isStable = resource !== null && resource.cache !== "live";
  const isPublished = resource !== null || isChainPage;
  const isForOneClient = form === "none" || (form === "html" && !isStable);
  if (!isPublished || isForOneClient || !siteHosts.includes(host)) {
    return { key: null, accept, isStable: false, isNegotiated };
  }
  const isQueryRead = isChainPage || isLivePage(path as ResourcePath);
  return {
    key: `${host} ${form} ${isQueryRead ? url : path}`,
    accept: form === "only" ? "*/*" : `text/${form}`,
    isStable,
    isNegotiated,
  };
}
