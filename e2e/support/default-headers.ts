import { commonHeaders, documentHeaders } from "../../lib/http/security-headers.ts";

/** The headers of every error response, with names in lower case. */
export function refusalHeaders(origin: string): Record<string, string> {
  const defaultHeaders = Object.entries({
    ...commonHeaders(origin),
    ...documentHeaders,
    "Cache-Control": "no-store",
  });
  return Object.fromEntries(defaultHeaders.map(([name, value]) => [name.toLowerCase(), value]));
}
