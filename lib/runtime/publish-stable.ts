// Path → the route handler of a stable document. It runs when the site is built. `bin/record-headers.ts` adds what the build measures, and
// `next.config.ts` how long it may be kept, which goes by the address that was asked for.
import { notFound } from "../http/problem.ts";
import { createRepresentation } from "../http/reply.ts";
import { workerHeaders } from "../http/security-headers.ts";
import { listSwapDocuments } from "../site/registry/hosts.ts";
import { linkHeader } from "../site/registry/links.ts";
import { defaultScope, getServed, type Scope } from "../site/registry/published.ts";
import { bodyPath, findResource, type StablePath } from "../site/registry/resources.ts";
import { updatedAt } from "../site/registry/updated.ts";
import { getBody } from "./bodies.ts";

/** `scope`: `swap` for a document of the swap site where it has a host of its own, which `next.config.ts` chooses by the host. */
export function publishStable(
  path: StablePath,
  scope: Scope = defaultScope(),
): (request: Request) => Promise<Response> {
  const isPublished = scope === "swap" ? listSwapDocuments().includes(path) : getServed("all").includes(path);
  return async (request) => {
    if (!isPublished) return notFound(request);
    const text = await getBody(bodyPath(path), scope);
    const link = linkHeader(path);
    const headersOf = { ...(link && { Link: link }), ...(path === "/offline-worker.js" && workerHeaders) };
    const own = { text, mediaType: findResource(path).mediaType, updated: updatedAt(path), cache: null };
    const { bytes, headers } = createRepresentation({ ...own, headers: headersOf });
    return new Response(bytes, { headers });
  };
}
