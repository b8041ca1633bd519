// JSON-RPC messages: their shapes, and which messages the body of a request may contain.

const MAX_BATCH = 8;

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

export function errorMessage(
  code: number,
  message: string,
  id: RequestId | null,
  data?: unknown,
): RpcAnswer {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } };
}

export function parseRequestId(message: unknown): RequestId | null {
  const id = isObject(message) ? message.id : undefined;
  return isId(id) ? id : null;
}

/** A number above 2^53 is none: JavaScript would round it, and the client would miss its answer. */
const isId = (value: unknown): value is RequestId =>
  typeof value === "string" || Number.isSafeInteger(value);

/** True if a message has a number that no answer can repeat exactly, as its id or its token. */
export function hasInexactId(message: unknown): boolean {
  if (!isObject(message)) return false;
  const meta = isObject(message.params) ? message.params._meta : undefined;
  const token = isObject(meta) ? meta.progressToken : undefined;
  return [message.id, token].some((id) => typeof id === "number" && !isId(id));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type MessageKind = "request" | "notification" | "response";

/** The kind of a JSON-RPC message. Null if `value` is none. In MCP, `params` must be an object. */
export function messageKind(value: unknown): MessageKind | null {
  if (!isObject(value) || value.jsonrpc !== "2.0") return null;
  if (value.params !== undefined && !isObject(value.params)) return null;
  // This server refuses unknown arguments. The SDK would drop an argument `__proto__` silently.
  if (hasProtoMember(value.params)) return null;
  if (typeof value.method === "string") {
    if (value.id === undefined) return "notification";
    return parseRequestId(value) === null ? null : "request";
  }
  const hasOneOutcome = isObject(value.result) !== isObject(value.error);
  return value.method === undefined && hasOneOutcome && "id" in value ? "response" : null;
}

export function isRequest(message: unknown): message is RpcRequest {
  return messageKind(message) === "request";
}

/** Recursion is safe here, because `isTooDeep` has refused deep values. */
function hasProtoMember(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(hasProtoMember);
}

/**
 * Says why a batch is refused. Null if it is allowed. Of the MCP versions, only 2025-03-26 has
 * batches. The SDK would accept a batch of a hundred messages in any version.
 */
export function batchRefusalText(batch: readonly unknown[], version: string | null): string | null {
  if (batch.length === 0) return "The batch is empty.";
  if (version !== null && version >= "2025-06-18") return "This protocol version has no batches.";
  if (batch.length > MAX_BATCH) return `A batch holds at most ${MAX_BATCH} messages.`;
  const requests = batch.filter(isRequest);
  if (requests.some(({ method }) => method === "initialize"))
    return "initialize cannot stand in a batch.";
  if (new Set(requests.map(({ id }) => id)).size < requests.length)
    return "Two requests have the same id.";
  return null;
}
