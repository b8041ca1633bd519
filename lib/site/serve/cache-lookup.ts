// Decides whether the cache of `npm start` may keep a response, and under which key.
import { negotiate } from "../../http/negotiate.ts";
import { parseChainPath } from "../registry/chain-pages.ts";
import { withTxidInQuery } from "../registry/hosts.ts";
import {
  findResource,
  isDrawnImage,
  isLivePage,
  isResourcePath,
  usualSpelling,
} from "../registry/resources.ts";

interface CacheRequest {
  readonly method: string;
  readonly url: string;
  /** One of the hosts that are served. */
  readonly host: string;
  readonly accept: string | undefined;
}

export interface CacheLookup {
  /**
   * Key of the stored response. Null if the response may not be stored: unknown path, no acceptable
   * format, or a live HTML page, whose script nonce is for one request only.
   */
  readonly key: string | null;
  readonly accept: string | undefined;
  readonly isStable: boolean;
  readonly isNegotiated: boolean;
}

/**
 * Null if the request must bypass the cache: a static file, /mcp, or a method other than GET and
 * HEAD.
 */
export function cacheLookup({
  method,
  url: urlAsSent,
  host,
  accept,
}: CacheRequest): CacheLookup | null {
  const url = withTxidInQuery(urlAsSent);
  const [pathAsSent = ""] = url.split("?");
  const path = usualSpelling(pathAsSent);
  const resource = isResourcePath(path) ? findResource(path) : null;
  const isReadMethod = method === "GET" || method === "HEAD";
  const isStaticFile = pathAsSent.startsWith("/_next/static/");
  if (!isReadMethod || isStaticFile || resource?.kind === "endpoint") return null;

  const chainAddress = resource ? null : parseChainPath(path);
  const isChainPage = chainAddress !== null && chainAddress.chain !== null;
  const isNegotiated = resource
    ? resource.twin !== undefined
    : isChainPage && chainAddress.form === null;
  const negotiatedForm = isNegotiated ? negotiate(accept ?? null) : "only";
  const isImage = resource === null && isDrawnImage(path);
  const isStable = isImage || (resource !== null && resource.cache !== "live");
  const isPublished = resource !== null || isChainPage || isImage;
  const isForOneClient = negotiatedForm === "none" || (negotiatedForm === "html" && !isStable);
  if (!isPublished || isForOneClient) {
    return { key: null, accept, isStable: false, isNegotiated };
  }
  const dependsOnQuery = isChainPage || (isResourcePath(path) && isLivePage(path));
  return {
    key: `${host} ${negotiatedForm} ${dependsOnQuery ? url : path}`,
    accept: negotiatedForm === "only" ? "*/*" : `text/${negotiatedForm}`,
    isStable,
    isNegotiated,
  };
}
