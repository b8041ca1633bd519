// Checks requests before the adapter, and corrects its responses.

import type { RateLimit } from "../../http/rate-limit.ts";
import { loopbackHosts } from "../../variables.ts";
import type { ReportFault } from "./fault.ts";
import { protocolVersions } from "./identity.ts";
import {
  amendAnswer,
  emptyResponse,
  errorMessage,
  faultMessage,
  isEventStream,
  isObject,
  jsonResponse,
  MAX_BATCH,
  MAX_BODY_BYTES,
  type RequestId,
  type RpcAnswer,
  type RpcRequest,
  readAnswers,
  readId,
  streamResponse,
} from "./messages.ts";
import { createMeter, type Meter } from "./meter.ts";
import { followStream, type LogRequest, type Trace, traceRequest } from "./request-log.ts";

export interface GuardOptions {
  readonly handle: (request: Request, methods: readonly string[]) => Promise<Response>;
  readonly hostnames: ReadonlySet<string>;
  readonly endpointUrl: string;
  readonly cardUrl: string;
  /** Only tools that report progress can answer with an event stream. */
  readonly progressTools?: ReadonlySet<string>;
  readonly reportFault?: ReportFault;
  readonly rateLimit?: RateLimit;
  /** Messages that a request counts as; one by default. */
  readonly costOf?: (request: RpcRequest) => number;
  readonly toolNames?: ReadonlySet<string>;
  readonly logRequest?: LogRequest;
}

interface Call {
  readonly request: Request;
  readonly options: GuardOptions;
  readonly meter: Meter;
  readonly trace: Trace;
}

interface CheckedBody {
  readonly body: BodyInit;
  readonly requests: readonly RpcRequest[];
  readonly isBatch: boolean;
}

const [MODERN_VERSION] = protocolVersions;
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

async function serveSafely(call: Call): Promise<Response> {
  try {
    return await serve(call);
  } catch (error) {
    if (call.request.signal.aborted) return goneResponse();
    const fault = faultMessage(error, "transport", null, call.options.reportFault);
    call.trace.answers = [fault];
    return jsonResponse(200, fault);
  }
}

/** The client closed the connection: nobody reads this response. */
function goneResponse(): Response {
  return emptyResponse(499);
}

async function serve(call: Call): Promise<Response> {
  const { request, options, meter, trace } = call;
  const trusted = isTrustedCaller(
    request.headers.get("host"),
    request.headers.get("origin"),
    options.hostnames,
  );
  const foreign = () =>
    errorResponse(403, -32000, "This Host, or this Origin under it, is not served here.");
  // Next would answer OPTIONS with the wrong methods and no CORS headers.
  if (request.method === "OPTIONS")
    return trusted ? emptyResponse(204, preflightHeaders) : foreign();
  // Next's own 405 has no `Allow` and no hint. A GET stream would only keep a connection open.
  if (request.method === "HEAD") return emptyResponse(405, allowPost);
  if (request.method !== "POST") {
    const hint = `POST JSON-RPC to ${options.endpointUrl}. The server card is at ${options.cardUrl}.`;
    return errorResponse(405, -32000, `Method not allowed. ${hint}`, null, allowPost);
  }
  // Against DNS rebinding: the adapter checks neither header.
  if (!trusted) return foreign();
  // One message counts before the body is read, so a refused body is not free.
  if (!meter.take(1)) {
    // Clients match errors by id, so the body is read for its id, up to its limit.
    const body = await readJsonOrNull(request);
    if (body !== null) trace.messages = listMessages(body);
    return meter.refuse(readId(body), costOfAll(trace.messages, options));
  }
  // A page can send other types without a preflight. The adapter would read the body first.
  if (!/^\s*application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    return errorResponse(415, -32000, "Content-Type must be application/json.");
  }
  // The size limit would count compressed bytes.
  if (!/^\s*(identity\s*)?$/i.test(request.headers.get("content-encoding") ?? "")) {
    return errorResponse(415, -32000, "Content-Encoding must be identity.");
  }
  // The adapter gets a parsed body, which turns the SDK's own size limit off.
  const bytes = await readBody(request);
  if (!bytes) return errorResponse(413, -32000, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  return serveBody(call, bytes);
}

function listMessages(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

async function serveBody(call: Call, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const { meter, trace } = call;
  let body: unknown;
  try {
    body = parseJson(bytes);
  } catch {
    return errorResponse(400, -32700, "The body is not JSON in UTF-8.");
  }
  const id = readId(body);
  // Deep values make the adapter's recursive checks expensive.
  if (isTooDeep(body))
    return errorResponse(400, -32600, `The body nests deeper than ${MAX_DEPTH}.`, id);

  const { version } = trace;
  const messages = listMessages(body);
  trace.messages = messages;
  const refusal = Array.isArray(body) ? batchRefusal(body, version) : null;
  if (refusal) return errorResponse(400, -32600, refusal);
  const kinds = messages.map(messageKind);
  // The SDK would answer -32700, although the JSON is valid.
  if (kinds.includes(null)) return errorResponse(400, -32600, "Not a JSON-RPC 2.0 message.", id);
  if (version === MODERN_VERSION && kinds.includes("response")) {
    return errorResponse(400, -32600, "This server sends no requests, so it takes no responses.");
  }
  const cost = costOfAll(messages, call.options);
  if (cost > 1 && !meter.take(cost - 1)) return meter.refuse(id, cost);
  // Notifications and responses have no effect: no state outlives a request. A cancellation in a
  // batch would keep the stream of its request open for ever.
  const requests = messages.filter((_, index) => kinds[index] === "request") as RpcRequest[];
  if (requests.length === 0) return emptyResponse(202);
  const forwarded = requests.length === messages.length ? bytes : JSON.stringify(requests);
  return askAdapter(call, { body: forwarded, requests, isBatch: Array.isArray(body) });
}

/** If the limit is below the cost of one request, that request must still be possible. */
function costOfAll(
  messages: readonly unknown[],
  { rateLimit, costOf = () => 1 }: GuardOptions,
): number {
  const requests = messages.filter((message) => messageKind(message) === "request") as RpcRequest[];
  const maxCost = rateLimit?.limiter.limit ?? 1;
  return requests.reduce(
    (sum, request) => sum + Math.min(maxCost, costOf(request)),
    messages.length - requests.length,
  );
}

/** Only 2025-03-26 has batches; the SDK accepts a hundred messages in any version. */
function batchRefusal(batch: readonly unknown[], version: string | null): string | null {
  if (batch.length === 0) return "The batch is empty.";
  if (version !== null && version >= "2025-06-18") return "This protocol version has no batches.";
  if (batch.length > MAX_BATCH) return `A batch holds at most ${MAX_BATCH} messages.`;
  const requests = batch.filter((message) => messageKind(message) === "request") as RpcRequest[];
  if (requests.some(({ method }) => method === "initialize"))
    return "initialize cannot stand in a batch.";
  if (new Set(requests.map((message) => message.id)).size < requests.length)
    return "Two requests have the same id.";
  return null;
}

async function askAdapter(call: Call, { body, requests, isBatch }: CheckedBody): Promise<Response> {
  const { request, options, trace } = call;
  const headers = new Headers(request.headers);
  // The SDK answers 406 unless both types are named. This server has no sessions and no resumption.
  headers.set("accept", "application/json, text/event-stream");
  for (const name of ["mcp-session-id", "last-event-id", "content-length", "transfer-encoding"])
    headers.delete(name);
  const { signal } = request;
  const response = await options.handle(
    new Request(request.url, { method: "POST", headers, body, signal }),
    requests.map(({ method }) => method),
  );

  const ids = requests.map((message) => message.id);
  if (
    isEventStream(response) &&
    acceptedTypes(request).includes("text/event-stream") &&
    asksProgress(requests, options)
  ) {
    return streamResponse(options.logRequest ? followStream(response, trace, ids) : response.body);
  }
  const answers = await readAnswers(response, ids);
  if (signal.aborted) return goneResponse();
  const wholeAnswer = answers.get(null);
  if (isBatch && wholeAnswer) {
    trace.answers = [wholeAnswer];
    return jsonResponse(response.status, wholeAnswer);
  }
  const statusOfOne = isEventStream(response) ? 200 : response.status;
  const amended = requests.map((message) =>
    amendAnswer(message, answers.get(message.id) ?? wholeAnswer, statusOfOne, options.reportFault),
  );
  const firstAnswer = amended[0];
  const status = isBatch ? 200 : (firstAnswer?.status ?? 200);
  const bodies = amended.map(({ answer }) => answer);
  trace.answers = bodies;
  if (takesStreamOnly(request) && status === 200) return streamResponse(eventStream(bodies));
  return jsonResponse(status, isBatch ? bodies : firstAnswer?.answer);
}

type MessageKind = "request" | "notification" | "response";

/** In MCP, ids are strings or integers, and params is an object. */
function messageKind(value: unknown): MessageKind | null {
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

/** `isTooDeep` has limited the recursion. */
function hasProtoMember(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(hasProtoMember);
}

const MAX_DEPTH = 32;

/** Null if the body exceeds the limit: reading stops there, whatever Content-Length says. */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
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

async function readJsonOrNull(request: Request): Promise<unknown> {
  try {
    const bytes = await readBody(request);
    return bytes && parseJson(bytes);
  } catch {
    return null;
  }
}

function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

function isTooDeep(value: unknown): boolean {
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

function errorResponse(
  status: number,
  code: number,
  message: string,
  id: RequestId | null = null,
  headers: Record<string, string> = {},
): Response {
  return jsonResponse(status, errorMessage(code, message, id), headers);
}

function eventStream(answers: readonly RpcAnswer[]): string {
  return answers.map((answer) => `event: message\ndata: ${JSON.stringify(answer)}\n\n`).join("");
}

function acceptedTypes(request: Request): string[] {
  const ranges = (request.headers.get("accept") ?? "").toLowerCase().split(",");
  return ranges
    .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range))
    .map((range) => (range.split(";")[0] ?? "").trim())
    .filter(Boolean);
}

function takesStreamOnly(request: Request): boolean {
  const accepted = acceptedTypes(request);
  return accepted.length > 0 && accepted.every((type) => type === "text/event-stream");
}

function asksProgress(requests: readonly RpcRequest[], options: GuardOptions): boolean {
  const [request, ...others] = requests;
  if (!request || others.length > 0 || request.method !== "tools/call") return false;
  const meta = request.params?._meta;
  const hasToken = typeof meta === "object" && meta !== null && "progressToken" in meta;
  const name = request.params?.name;
  return hasToken && typeof name === "string" && (options.progressTools?.has(name) ?? false);
}

const hostPattern = String.raw`(\[[0-9a-f:.]{2,45}\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::\d{1,5})?`;
const hostGrammar = new RegExp(`^${hostPattern}$`, "i");
const originGrammar = new RegExp(`^[a-z][a-z0-9+.-]*://${hostPattern}$`, "i");

/**
 * Against DNS rebinding; forwarded headers do not count. A public host serves every origin, because
 * there is no cookie, login or private data. A local host serves only itself and loopback.
 */
function isTrustedCaller(
  host: string | null,
  origin: string | null,
  hostnames: ReadonlySet<string>,
): boolean {
  const hostname = hostGrammar.exec(host ?? "")?.[1]?.toLowerCase();
  if (hostname === undefined || !(hostnames.has(hostname) || loopbackHosts.has(hostname)))
    return false;
  if (origin === null || !isLocal(hostname)) return true;
  const caller = originGrammar.exec(origin)?.[1]?.toLowerCase();
  return caller !== undefined && (caller === hostname || loopbackHosts.has(caller));
}

const privateRanges =
  /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[f[cd][0-9a-f]{2}:|\[fe[89ab][0-9a-f]:)/;

function isLocal(hostname: string): boolean {
  return loopbackHosts.has(hostname) || hostname.endsWith(".local") || privateRanges.test(hostname);
}
