// Site room: headers and error answers that the operations of the OpenAPI description share.

type Kind = "schemas" | "headers" | "responses";

export function ref(kind: Kind, name: string): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

const text = (description: string, example: string) => ({ description, schema: { type: "string" }, example });

export const headers = {
  Allow: text("The methods that this address answers.", "GET, HEAD, OPTIONS"),
  CacheControl: text("How long a cache may keep the answer.", "public, max-age=300, stale-while-revalidate=86400"),
  ETag: text("Strong validator of the bytes; send it back in If-None-Match.", '"hsD2FtXj5BPUzE7UOvdUEp0LKgYzRVjr"'),
  Link: text("Typed links to related resources (RFC 8288).", '<https://example.org/llms.txt>; rel="describedby"'),
  RetryAfter: text("Seconds to wait.", "7"),
  Vary: text("Contains Accept: the address has two representations.", "Accept"),
};

const problem = (description: string, extra: Record<string, unknown>, example: Record<string, unknown>) => ({
  description,
  headers: { "Cache-Control": ref("headers", "CacheControl"), ...extra },
  content: { "application/problem+json": { schema: ref("schemas", "Problem"), example } },
});

export const responses = {
  McpRefusal: {
    description: "A JSON-RPC error that says what to do.",
    content: {
      "application/json": {
        schema: ref("schemas", "JsonRpcResponse"),
        example: { jsonrpc: "2.0", id: null, error: { code: -32700, message: "The body is not JSON in UTF-8." } },
      },
    },
  },
  MethodNotAllowed: problem(
    "The method is not answered here.",
    { Allow: ref("headers", "Allow") },
    {
      type: "about:blank",
      status: 405,
      code: "method_not_allowed",
      title: "Method not allowed",
      detail: "This resource does not answer that method.",
      hint: "Use one of: GET, HEAD, OPTIONS.",
    },
  ),
  NotAcceptable: problem(
    "The Accept header excludes both representations.",
    { Vary: ref("headers", "Vary") },
    {
      type: "about:blank",
      status: 406,
      code: "not_acceptable",
      title: "Not acceptable",
      detail: "This page exists as HTML and as Markdown; the Accept header excludes both.",
      hint: "Send Accept: text/html or Accept: text/markdown, or ask for the Markdown address.",
      alternates: [
        { type: "text/html", href: "/pricing" },
        { type: "text/markdown", href: "/pricing.md" },
      ],
    },
  ),
  NotModified: { description: "The validator still matches; no body.", headers: { ETag: ref("headers", "ETag") } },
  RateLimited: {
    description: "Over the rate limit: a JSON-RPC error.",
    headers: { "Retry-After": ref("headers", "RetryAfter") },
    content: {
      "application/json": {
        schema: ref("schemas", "JsonRpcResponse"),
        example: { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Too many messages." } },
      },
    },
  },
};
