// HTTP responses of the endpoint. Their headers let every origin read them.
import { documentHeaders } from "../../http/security-headers.ts";
import { errorMessage, type RequestId } from "./messages.ts";

const openHeaders = {
  "Cache-Control": "no-store",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Allow, Retry-After, RateLimit, RateLimit-Policy",
  ...documentHeaders,
  "X-Content-Type-Options": "nosniff",
};

export function emptyResponse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...openHeaders, ...headers } });
}

/** 499: the client closed the connection, so nobody reads this response. */
export function goneResponse(): Response {
  return emptyResponse(499);
}

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const bodyHeaders = {
    "Content-Type": "application/json",
    "Content-Length": String(bytes.byteLength),
  };
  return new Response(bytes, { status, headers: { ...openHeaders, ...bodyHeaders, ...headers } });
}

export function streamResponse(body: BodyInit | null): Response {
  const headers = {
    ...openHeaders,
    "Content-Type": "text/event-stream",
    "X-Accel-Buffering": "no",
  };
  return new Response(body, { status: 200, headers });
}

export function errorResponse(
  status: number,
  code: number,
  message: string,
  id: RequestId | null = null,
  headers: Record<string, string> = {},
): Response {
  return jsonResponse(status, errorMessage(code, message, id), headers);
}
