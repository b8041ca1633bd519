// JSON-RPC messages and their responses. All responses have the same headers. An error never has a thrown text.
import { documentHeaders } from "../../http/security-headers.ts";

/** Maximum of messages in one batch. */
export const MAX_BATCH = 8;

export type RequestId = string | number;
export interface RpcRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}
interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}
export interface RpcAnswer {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly result?: unknown;
  readonly error?: RpcError;
}

/** No response is cached, any page may read it, and its type is not guessed. */
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

export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return jsonTextResponse(status, JSON.stringify(body), headers);
}

export function jsonTextResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  const bytes = new TextEncoder().encode(text);
  const own = { "Content-Type": "application/json", "Content-Length": String(bytes.byteLength) };
  return new Response(bytes, { status, headers: { ...openHeaders, ...own, ...headers } });
}

/** Server-sent events, for clients that accept nothing else or follow progress. */
export function streamResponse(body: BodyInit | null): Response {
  const headers = { ...openHeaders, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" };
  return new Response(body, { status: 200, headers });
}

export function errorMessage(code: number, message: string, id: RequestId | null, data?: unknown): RpcAnswer {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } };
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

/** The id for the answer; null if the value is not like a request. */
export function readId(value: unknown): RequestId | null {
  const id = isObject(value) ? value.id : undefined;
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : null;
}

export type MessageKind = "request" | "notification" | "response";

/**
 * The kind of JSON-RPC 2.0 message, or null if it is none. By MCP, ids are strings or integers and params an object.
 */
export function messageKind(value: unknown): MessageKind | null {
  if (!isObject(value) || value.jsonrpc !== "2.0") return null;
  if (value.params !== undefined && !isObject(value.params)) return null;
  // The SDK drops this member silently, but an unknown argument must be refused.
  if (hasProtoMember(value.params)) return null;
  if (typeof value.method === "string") {
    if (value.id === undefined) return "notification";
    return readId(value) === null ? null : "request";
  }
  const answers = isObject(value.result) !== isObject(value.error);
  return value.method === undefined && answers && "id" in value ? "response" : null;
}

/** Whether `__proto__` is a member at any depth. The guard has limited the depth before. */
function hasProtoMember(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(hasProtoMember);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
