import { commonHeaders, documentHeaders } from "../../lib/http/security-headers.ts";

/** What each refusal carries, whoever makes it, as a client reads it: it is a document, and nobody keeps it. */
export function toOwedHeaders(origin: string): Record<string, string> {
  const defaultHeaders = Object.entries({
    ...commonHeaders(origin),
    ...documentHeaders,
    "Cache-Control": "no-store",
  });
  return Object.fromEntries(defaultHeaders.map(([name, value]) => [name.toLowerCase(), value]));
}
