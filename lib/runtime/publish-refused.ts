// Route handler of the page of a refusal, for people. The middleware rewrites to it.

import { cacheControl } from "../http/cache.ts";
import { notFound } from "../http/problem.ts";
import type { FramedContent } from "../site/serve/page-frame.ts";
import { getFramedPage } from "../site/serve/page-policy.ts";
import { parseRefusalField, REFUSAL_HEADER } from "../site/serve/refusal-field.ts";
import { getRefusedPage, type RefusedPage } from "./refused-page.ts";

export function publishRefused(render: (page: RefusedPage) => Promise<FramedContent>) {
  const handle = async (request: Request): Promise<Response> => {
    const question = parseRefusalField(request.headers.get(REFUSAL_HEADER));
    if (question === null) return notFound(request);
    const { problem, headers: refusalHeaders } = question.refusal;
    const page = getRefusedPage(question, new URL(request.url).searchParams);
    const { html, headers } = getFramedPage(await render(page));
    return new Response(request.method === "HEAD" ? null : html, {
      status: problem.status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": cacheControl.live,
        ...headers,
        ...refusalHeaders,
        // Loads the address that the browser shows again, also without scripts.
        ...(question.waitSeconds !== null && { Refresh: String(question.waitSeconds) }),
      },
    });
  };
  return { GET: handle, HEAD: handle };
}
