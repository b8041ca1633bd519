// Route handlers of the parts of live pages. An open page loads its parts again and again.

import { type PageRefusal, refreshField, refusalResponse } from "../http/problem.ts";
import { textResponse } from "../http/problem-response.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { withoutReadTime } from "../site/live/read-part.ts";
import { allowedMethods, findResource, type PartPath } from "../site/registry/resources.ts";
import { getPartPolicy } from "../site/serve/page-policy.ts";
import { countQuestion } from "./client-limit.ts";
import { readHandlers, sharedCacheFields } from "./handlers.ts";

export function publishPart(path: PartPath, render: (query: URLSearchParams) => Promise<string>) {
  const { title, mediaType, cache } = findResource(path);
  return readHandlers(allowedMethods(path), async (request) => {
    const { style: partStyle, headers } = getPartPolicy(path);
    /** A frame shows why there are no figures, and asks again by itself. */
    const framedRefusal = ({ problem, headers: refusalHeaders }: PageRefusal) => {
      const texts = `<main><p>${problem.detail} ${problem.hint}</p></main>`;
      return textResponse(
        problem.status,
        partDocument(title, partStyle, texts),
        {
          "Content-Type": mediaType,
          ...refusalHeaders,
          ...refreshField(refusalHeaders),
          ...headers,
        },
        request.method === "HEAD",
      );
    };
    const refusal = countQuestion(request, path);
    if (refusal)
      return partStyle === null ? refusalResponse(request, refusal) : framedRefusal(refusal);
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

/**
 * Copies a request without headers such as If-None-Match, so that the reply is never a 304. The
 * shared cache in front of Next needs the whole answer, and compares ETags of clients itself.
 */
function withoutConditions({ url, method }: Request): Request {
  return new Request(url, { method });
}

function partDocument(title: string, style: string | null, html: string): string {
  const styleElement = style === null ? "" : `<style>${style}</style>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${styleElement}</head><body>${html}</body></html>\n`;
}
