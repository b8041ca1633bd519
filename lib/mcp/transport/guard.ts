// The guard before the MCP adapter. It checks caller, method, rate, type, size, depth and messages.
import type { RateLimit } from "../../http/rate-limit.ts";
import { type AdapterOptions, askAdapter } from "./adapter.ts";
import { faultMessage } from "./answers.ts";
import { isTrustedCaller } from "./caller.ts";
import { protocolVersions } from "./identity.ts";
import {
  batchRefusalText,
  hasInexactId,
  isRequest,
  messageKind,
  parseRequestId,
  type RequestId,
  type RpcRequest,
} from "./messages.ts";
import { createMeter, type Meter } from "./meter.ts";
import {
  isTooDeep,
  MAX_BODY_BYTES,
  MAX_DEPTH,
  parseJson,
  readBody,
  readJsonOrNull,
} from "./request-body.ts";
import { type Trace, traceRequest } from "./request-log.ts";
import { emptyResponse, errorResponse, goneResponse, jsonResponse } from "./responses.ts";

export interface GuardOptions extends AdapterOptions {
  readonly hostnames: ReadonlySet<string>;
  readonly endpointUrl: string;
  readonly cardUrl: string;
  readonly rateLimit?: RateLimit;
  readonly costOf?: (request: RpcRequest) => number;
  readonly toolNames?: ReadonlySet<string>;
}

interface GuardedCall {
  readonly request: Request;
  readonly options: GuardOptions;
  readonly meter: Meter;
  readonly trace: Trace;
}

const [MODERN_VERSION] = protocolVersions;
const inexactIdText = "An id, and a progressToken, is a string or a whole number below 2^53.";
const allowPost = { Allow: "POST" };
const preflightHeaders = {
  ...allowPost,
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID",
  "Access-Control-Max-Age": "86400",
};

export function createGuard(options: GuardOptions): (request: Request) => Promise<Response> {
  const { rateLimit, toolNames = new Set(), logRequest } = options;
  return (request) =>
    traceRequest(request, toolNames, logRequest, async (trace) => {
      const meter = createMeter(rateLimit, request.headers);
      const response = await serveSafely({ request, options, meter, trace });
      for (const [name, value] of Object.entries(meter.toHeaders()))
        response.headers.set(name, value);
      return response;
    });
}

async function serveSafely(call: GuardedCall): Promise<Response> {
  try {
    return await serve(call);
  } catch (error) {
    if (call.request.signal.aborted) return goneResponse();
    const faultAnswer = faultMessage(error, "transport", null, call.options.reportFault);
    call.trace.answers = [faultAnswer];
    return jsonResponse(200, faultAnswer);
  }
}

async function serve(call: GuardedCall): Promise<Response> {
  const { request, options, meter } = call;
  const earlyResponse = responseBeforeBody(request, options);
  if (earlyResponse) return earlyResponse;
  // The rate limit counts one message before the body is read, so that a refused body counts too.
  if (!meter.take(1)) return refuseUnread(call);
  const typeRefusalText = mediaTypeRefusalText(request.headers);
  if (typeRefusalText) return errorResponse(415, -32000, typeRefusalText);
  // `readBody` limits the size. The SDK's own limit has no effect, because the adapter has parsed
  // the body before the SDK gets it.
  const bodyBytes = await readBody(request);
  if (!bodyBytes)
    return errorResponse(413, -32000, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  return serveBody(call, bodyBytes);
}

function responseBeforeBody(request: Request, options: GuardOptions): Response | null {
  // The adapter checks neither Host nor Origin. Without this check, DNS rebinding is possible.
  const isTrusted = isTrustedCaller(request.headers, options.hostnames);
  const refuseCaller = () =>
    errorResponse(403, -32000, "This Host, or this Origin under it, is not served here.");
  // Next would answer OPTIONS with the wrong methods and without CORS headers.
  if (request.method === "OPTIONS")
    return isTrusted ? emptyResponse(204, preflightHeaders) : refuseCaller();
  // A GET would open a stream for messages from the server, but this server sends none by itself.
  // The route answers 405 itself, because Next's own 405 has no `Allow` header and no hint.
  if (request.method === "HEAD") return emptyResponse(405, allowPost);
  if (request.method !== "POST") {
    const hint = `POST JSON-RPC to ${options.endpointUrl}. The server card is at ${options.cardUrl}.`;
    return errorResponse(405, -32000, `Method not allowed. ${hint}`, null, allowPost);
  }
  return isTrusted ? null : refuseCaller();
}

/**
 * Answers 429. Clients match an error to a request by the request's id, so the id is read from the
 * body. A body above the size limit is not read to its end.
 */
async function refuseUnread({ request, options, meter, trace }: GuardedCall): Promise<Response> {
  const body = await readJsonOrNull(request);
  if (body !== null && !isTooDeep(body)) trace.messages = listMessages(body);
  return meter.refuse(parseRequestId(body), countMessages(trace.messages, options));
}

function mediaTypeRefusalText(headers: Headers): string | null {
  // A page of another site can send some other types, such as text/plain, without a CORS preflight.
  // The adapter would accept such a body.
  if (!/^\s*application\/json\s*(;|$)/i.test(headers.get("content-type") ?? ""))
    return "Content-Type must be application/json.";
  // A compressed body is refused, because the size limit would count its compressed bytes.
  if (!/^\s*(identity\s*)?$/i.test(headers.get("content-encoding") ?? ""))
    return "Content-Encoding must be identity.";
  return null;
}

function listMessages(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

async function serveBody(call: GuardedCall, bodyBytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const { request, options, meter, trace } = call;
  let body: unknown;
  try {
    body = parseJson(bodyBytes);
  } catch {
    return errorResponse(400, -32700, "The body is not JSON in UTF-8.");
  }
  const requestId = parseRequestId(body);
  // Deeply nested values are refused, because they make the adapter's recursive checks slow.
  if (isTooDeep(body))
    return errorResponse(400, -32600, `The body nests deeper than ${MAX_DEPTH}.`, requestId);

  const messages = listMessages(body);
  trace.messages = messages;
  const refusalResponse = refuseBadBody(body, requestId, trace.version);
  if (refusalResponse) return refusalResponse;
  const messageCount = countMessages(messages, options);
  if (messageCount > 1 && !meter.take(messageCount - 1))
    return meter.refuse(requestId, messageCount);
  // Notifications and responses are not forwarded to the adapter. They can have no effect, because
  // this server keeps no state between HTTP requests. With a cancellation in the same batch as the
  // request that it cancels, the response stream would even stay open for ever.
  const requests = messages.filter(isRequest);
  if (requests.length === 0) return emptyResponse(202);
  const forwardedBody = requests.length === messages.length ? bodyBytes : JSON.stringify(requests);
  const checkedBody = { body: forwardedBody, requests, isBatch: Array.isArray(body) };
  return askAdapter(request, checkedBody, options, trace);
}

function refuseBadBody(body: unknown, id: RequestId | null, version: string | null) {
  const refusalText = Array.isArray(body) ? batchRefusalText(body, version) : null;
  if (refusalText) return errorResponse(400, -32600, refusalText);
  if (listMessages(body).some(hasInexactId)) return errorResponse(400, -32600, inexactIdText, id);
  const messageKinds = listMessages(body).map(messageKind);
  // Without this check, the SDK would answer -32700 (invalid JSON), although the body is JSON.
  if (messageKinds.includes(null))
    return errorResponse(400, -32600, "Not a JSON-RPC 2.0 message.", id);
  if (version === MODERN_VERSION && messageKinds.includes("response"))
    return errorResponse(400, -32600, "This server sends no requests, so it takes no responses.");
  return null;
}

/**
 * Counts messages for the rate limit. One request can count as several messages: see `costOf`. It
 * never counts as more than the whole limit, because it could then never be answered.
 */
function countMessages(
  messages: readonly unknown[],
  { rateLimit, costOf = () => 1 }: GuardOptions,
): number {
  const requests = messages.filter(isRequest);
  const maxRequestCost = rateLimit?.limiter.limit ?? 1;
  return requests.reduce(
    (sum, request) => sum + Math.min(maxRequestCost, costOf(request)),
    messages.length - requests.length,
  );
}
