// Path → the route handler of a stable document. It runs when the site is built. `bin/record-headers.ts` adds what the build measures, and
// `next.config.ts` how long it may be kept, which goes by the address that was asked for.
import { notFound } from "../http/problem.ts";
import { createRepresentation } from "../http/reply.ts";
import { listSwapDocuments } from "../site/registry/hosts.ts";
import { linkHeader } from "../site/registry/links.ts";
import { defaultScope, getPublished, type Scope } from "../site/registry/published.ts";
import { bodyPath, findResource, type StablePath } from "../site/registry/resources.ts";
import { updatedAt } from "../site/registry/updated.ts";
import { getBody } from "./bodies.ts";

export function publishStable(path: StablePath): (request: Request) => Promise<Response> {
  return async (request) =>
    getPublished("all").includes(path) ? createDocument(path, defaultScope()) : notFound(request);
}

interface Asked {
  readonly params: Promise<{ readonly path: readonly string[] }>;
}

/** The documents of the swap site, where it has a host of its own. `next.config.ts` chooses them by the host. */
export function publishSwapSite() {
  return {
    generateStaticParams: () => listSwapDocuments().map((path) => ({ path: path.slice(1).split("/") })),
    async GET(request: Request, { params }: Asked): Promise<Response> {
      const asked = `/${(await params).path.join("/")}`;
      const path = listSwapDocuments().find((one) => one === asked);
      return path === undefined ? notFound(request) : createDocument(path, "swap");
    },
  };
}

async function createDocument(path: StablePath, scope: Scope): Promise<Response> {
  const text = await getBody(bodyPath(path), scope);
  const link = linkHeader(path);
  const { bytes, headers } = createRepresentation({
    text,
    mediaType: findResource(path).mediaType,
    updated: updatedAt(path),
    cache: null,
    headers: link ? { Link: link } : {},
  });
  return new Response(bytes, { headers });
}
