// Folder transport: guards the MCP endpoint, and knows no tool.
// This file passes checked messages to the adapter, and sends its answers as JSON or as an event
// stream, whichever the client accepts.
import { amendAnswer, isEventStream, readAnswers } from "./answers.ts";
import type { ReportFault } from "./fault.ts";
import type { RpcAnswer, RpcRequest } from "./messages.ts";
import { followStream, type LogRequest, type Trace } from "./request-log.ts";
import { goneResponse, jsonResponse, streamResponse } from "./responses.ts";

export interface AdapterOptions {
  readonly handle: (request: Request, methods: readonly string[]) => Promise<Response>;
  readonly progressTools?: ReadonlySet<string>;
  readonly reportFault?: ReportFault;
  readonly logRequest?: LogRequest;
}

interface CheckedBody {
  readonly body: BodyInit;
  readonly requests: readonly RpcRequest[];
  readonly isBatch: boolean;
}

export async function askAdapter(
  request: Request,
  { body, requests, isBatch }: CheckedBody,
  options: AdapterOptions,
  trace: Trace,
): Promise<Response> {
  const response = await options.handle(
    adapterRequest(request, body),
    requests.map(({ method }) => method),
  );
  const requestIds = requests.map(({ id }) => id);
  if (isEventStream(response) && acceptsStream(request) && asksForProgress(requests, options)) {
    if (!options.logRequest) return streamResponse(response.body);
    return streamResponse(followStream(response, trace, requestIds));
  }

  const answersById = await readAnswers(response, requestIds);
  if (request.signal.aborted) return goneResponse();
  const answerWithoutId = answersById.get(null);
  if (isBatch && answerWithoutId) {
    trace.answers = [answerWithoutId];
    return jsonResponse(response.status, answerWithoutId);
  }
  const adapterStatus = isEventStream(response) ? 200 : response.status;
  const amendments = requests.map((rpcRequest) =>
    amendAnswer(
      rpcRequest,
      answersById.get(rpcRequest.id) ?? answerWithoutId,
      adapterStatus,
      options.reportFault,
    ),
  );
  const responseStatus = isBatch ? 200 : (amendments[0]?.status ?? 200);
  const amendedAnswers = amendments.map(({ answer }) => answer);
  trace.answers = amendedAnswers;
  if (responseStatus === 200 && acceptsOnlyStream(request))
    return streamResponse(eventStreamText(amendedAnswers));
  return jsonResponse(responseStatus, isBatch ? amendedAnswers : amendedAnswers[0]);
}

function adapterRequest({ url, headers: clientHeaders, signal }: Request, body: BodyInit): Request {
  const adapterHeaders = new Headers(clientHeaders);
  // The SDK answers 406 if `Accept` does not name both types. The session headers are removed,
  // because this server keeps no sessions.
  adapterHeaders.set("accept", "application/json, text/event-stream");
  for (const name of ["mcp-session-id", "last-event-id", "content-length", "transfer-encoding"])
    adapterHeaders.delete(name);
  return new Request(url, { method: "POST", headers: adapterHeaders, body, signal });
}

function eventStreamText(answers: readonly RpcAnswer[]): string {
  return answers.map((answer) => `event: message\ndata: ${JSON.stringify(answer)}\n\n`).join("");
}

const EVENT_STREAM_TYPE = "text/event-stream";

function acceptsStream(request: Request): boolean {
  return acceptedTypes(request).includes(EVENT_STREAM_TYPE);
}

function acceptsOnlyStream(request: Request): boolean {
  const mediaTypes = acceptedTypes(request);
  return mediaTypes.length > 0 && mediaTypes.every((type) => type === EVENT_STREAM_TYPE);
}

function acceptedTypes(request: Request): string[] {
  const acceptRanges = (request.headers.get("accept") ?? "").toLowerCase().split(",");
  return acceptRanges
    .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range))
    .map((range) => (range.split(";")[0] ?? "").trim())
    .filter(Boolean);
}

function asksForProgress(
  requests: readonly RpcRequest[],
  { progressTools }: AdapterOptions,
): boolean {
  const [request, ...otherRequests] = requests;
  if (!request || otherRequests.length > 0 || request.method !== "tools/call") return false;
  const { _meta: meta, name } = request.params ?? {};
  const hasProgressToken = typeof meta === "object" && meta !== null && "progressToken" in meta;
  return hasProgressToken && typeof name === "string" && (progressTools?.has(name) ?? false);
}
