// JSON-RPC messages, how they are read within limits, and their responses. All responses have the same headers. An error never has a thrown text.
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

type MessageKind = "request" | "notification" | "response";

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

export const MAX_BODY_BYTES = 65_536;
export const MAX_DEPTH = 32;

/** The body's bytes. Null if they exceed the limit: reading stops there, whatever Content-Length says. */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) return null;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    size += part.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader?.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** The body's value, for a request that is refused anyway. Null if it is too large or not JSON. */
export async function readJsonOrNull(request: Request): Promise<unknown> {
  try {
    const bytes = await readBody(request);
    return bytes && parseJson(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 JSON → its value. @throws on malformed JSON, invalid UTF-8 and an empty body. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** Whether objects and arrays nest too deep. Walks level by level, so depth needs no stack. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((node) => Object.values(node)).filter(isContainer);
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

/** Answers by id. An answer that never came is missing. An answer without an id has the key null. */
export async function readAnswers(
  response: Response,
  awaited: readonly RequestId[],
): Promise<Map<RequestId | null, RpcAnswer>> {
  const answers = new Map<RequestId | null, RpcAnswer>();
  const keep = (text: string) => {
    const value: unknown = JSON.parse(text);
    for (const answer of Array.isArray(value) ? value : [value]) {
      if (isObject(answer) && ("result" in answer || "error" in answer)) {
        answers.set(readId(answer), answer as unknown as RpcAnswer);
      }
    }
  };
  if (!response.body) return answers;
  if (!isEventStream(response)) {
    keep(await response.text());
    return answers;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (!awaited.every((id) => answers.has(id))) {
    const { done, value } = await reader.read();
    if (done) break;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").filter((line) => line.startsWith("data:"));
      if (data.length > 0) keep(data.map((line) => line.slice(5).trimStart()).join("\n"));
    }
  }
  await reader.cancel().catch(() => undefined);
  return answers;
}

/** Answers as one finished event stream. */
export function eventStream(answers: readonly RpcAnswer[]): string {
  return answers.map((answer) => `event: message\ndata: ${JSON.stringify(answer)}\n\n`).join("");
}
