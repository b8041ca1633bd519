// Route handler of the page of a refusal, for people. The middleware rewrites to it.

import { cacheControl } from "../http/cache.ts";
import { notFound, refreshField } from "../http/problem.ts";
import { type FramedContent, framedPage } from "../site/serve/missing-page.ts";
import { parseRefusalField, REFUSAL_HEADER } from "./refusal-field.ts";
import { getRefusedPage, type RefusedPage } from "./refused-page.ts";

export function publishRefused(render: (page: RefusedPage) => Promise<FramedContent>) {
  const handle = async (request: Request): Promise<Response> => {
    const question = parseRefusalField(request.headers.get(REFUSAL_HEADER));
    if (question === null) return notFound(request);
    const { problem, headers: refusalHeaders } = question.refusal;
    const page = getRefusedPage(question, new URL(request.url).searchParams);
    const { html, headers } = framedPage(await render(page));
    return new Response(request.method === "HEAD" ? null : html, {
      status: problem.status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": cacheControl.live,
        ...headers,
        ...refusalHeaders,
        ...refreshField(refusalHeaders),
      },
    });
  };
  return { GET: handle, HEAD: handle };
}
