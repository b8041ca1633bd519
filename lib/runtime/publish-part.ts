// Route handlers of the parts of live pages. An open page loads its parts again and again.

import { createRepresentation, reply } from "../http/reply.ts";
import { withoutReadTime } from "../site/live/read-part.ts";
import { allowedMethods, findResource, type PartPath } from "../site/registry/resources.ts";
import { getPartPolicy } from "../site/serve/page-policy.ts";
import { refuseQuestion } from "./client-limit.ts";
import { readHandlers, sharedCacheFields } from "./handlers.ts";

export function publishPart(path: PartPath, render: (query: URLSearchParams) => Promise<string>) {
  const { title, mediaType, cache } = findResource(path);
  return readHandlers(allowedMethods(path), async (request) => {
    const { style: partStyle, headers } = getPartPolicy(path);
    const refusalResponse = refuseQuestion(request, path);
    if (refusalResponse) {
      // A spread would keep both policies: the names of their headers differ in case.
      for (const [name, value] of Object.entries(headers)) refusalResponse.headers.set(name, value);
      return refusalResponse;
    }
    const { searchParams } = new URL(request.url);
    const html = await render(searchParams);
    const cacheHeaders = sharedCacheFields(searchParams);
    const representation = createRepresentation({
      text: partDocument(title, partStyle, html),
      mediaType,
      updated: null,
      cache,
      headers: { ...headers, ...cacheHeaders },
      tagSource: withoutReadTime(html),
    });
    const mayBeCached = Object.keys(cacheHeaders).length > 0;
    return reply(mayBeCached ? withoutConditions(request) : request, representation);
  });
}

/** A shared cache compares ETags itself, so the cache needs the whole answer, not a 304. */
function withoutConditions({ url, method }: Request): Request {
  return new Request(url, { method });
}

function partDocument(title: string, style: string | null, html: string): string {
  const styleElement = style === null ? "" : `<style>${style}</style>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${styleElement}</head><body>${html}</body></html>\n`;
}
