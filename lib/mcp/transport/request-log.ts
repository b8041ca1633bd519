// One log line per request, of fixed words and numbers: no text of a client or an upstream.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { readAnswers } from "./answers.ts";
import { protocolVersions, skillMethods, staticMethods } from "./identity.ts";
import { isObject, type RequestId, type RpcAnswer } from "./messages.ts";

/**
 * `refused`: an error that the client caused, or the client has gone. `fault`: an error of this
 * server. `tool_error`: a tool's answer with `isError`.
 */
type Outcome = "ok" | "tool_error" | "refused" | "fault";

export interface RequestLine {
  readonly time: string;
  readonly method: string | null;
  readonly tool: string | null;
  readonly messages: number;
  readonly era: "2026" | "2025" | null;
  readonly outcome: Outcome;
  readonly status: number;
  readonly ms: number;
  /** HTTP requests made for this answer. Cached data, or data another request reads, needs none. */
  readonly upstream_calls: number;
}

export type LogRequest = (line: RequestLine) => void;

export interface Trace {
  version: string | null;
  messages: readonly unknown[];
  answers: readonly RpcAnswer[];
  /** Resolves when the event stream ends: true if all requests were answered. Null: no stream. */
  streamEnd: Promise<boolean> | null;
  upstreamCalls: number;
}

const traceStorage = new AsyncLocalStorage<Trace>();
// Node's fetch publishes this event for each outgoing request, in the async context of the caller.
// So `getStore` finds the trace of the MCP request for which the outgoing request is made.
subscribe("undici:request:create", () => {
  const trace = traceStorage.getStore();
  if (trace) trace.upstreamCalls += 1;
});

export async function traceRequest(
  request: Request,
  toolNames: ReadonlySet<string>,
  logRequest: LogRequest | undefined,
  serve: (trace: Trace) => Promise<Response>,
): Promise<Response> {
  const startMs = performance.now();
  const version = request.headers.get("mcp-protocol-version")?.trim() ?? null;
  const trace: Trace = { version, messages: [], answers: [], streamEnd: null, upstreamCalls: 0 };
  if (!logRequest) return serve(trace);
  const response = await traceStorage.run(trace, () => serve(trace));
  const writeLogLine = (status: number) => {
    try {
      logRequest(requestLine(trace, toolNames, status, performance.now() - startMs));
    } catch {
      // An error while the log line is written must not change the response.
    }
  };
  if (trace.streamEnd)
    void trace.streamEnd.then((isAnswered) => writeLogLine(isAnswered ? response.status : 499));
  else writeLogLine(response.status);
  return response;
}

export function followStream(
  response: Response,
  trace: Trace,
  requestIds: readonly RequestId[],
): ReadableStream | null {
  if (!response.body) return null;
  const [clientStream, traceStream] = response.body.tee();
  const responseCopy = new Response(traceStream, { headers: response.headers });
  trace.streamEnd = readAnswers(responseCopy, requestIds).then(
    (answers) => {
      trace.answers = [...answers.values()];
      return answers.size >= requestIds.length;
    },
    () => false,
  );
  return clientStream;
}

function requestLine(
  trace: Trace,
  toolNames: ReadonlySet<string>,
  status: number,
  ms: number,
): RequestLine {
  const { messages, answers } = trace;
  return {
    time: new Date().toISOString(),
    ...loggedCall(messages, toolNames),
    messages: messages.length,
    era: protocolEra(trace),
    outcome: requestOutcome(answers, status),
    status,
    ms: Math.round(ms),
    upstream_calls: trace.upstreamCalls,
  };
}

const loggedMethods = new Set<string>([
  ...staticMethods,
  ...skillMethods,
  "initialize",
  "ping",
  "tools/call",
  "prompts/get",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/progress",
  "notifications/roots/list_changed",
  "completion/complete",
  "logging/setLevel",
  "subscriptions/listen",
]);

function loggedCall(
  messages: readonly unknown[],
  toolNames: ReadonlySet<string>,
): Pick<RequestLine, "method" | "tool"> {
  if (messages.length > 1) return { method: "batch", tool: null };
  const [message] = messages;
  if (!isObject(message) || typeof message.method !== "string") return { method: null, tool: null };
  const { method, params } = message;
  if (!loggedMethods.has(method)) return { method: "other", tool: null };
  if (method !== "tools/call") return { method, tool: null };
  const toolName = isObject(params) ? params.name : undefined;
  const isKnownTool = typeof toolName === "string" && toolNames.has(toolName);
  return { method, tool: isKnownTool ? toolName : "other" };
}

function protocolEra({ version, messages }: Trace): RequestLine["era"] {
  const [modernVersion, ...olderVersions] = protocolVersions;
  const messageMetas = messages.map(
    (message) => isObject(message) && isObject(message.params) && message.params._meta,
  );
  const hasModernMeta = messageMetas.some(
    (meta) => isObject(meta) && "io.modelcontextprotocol/protocolVersion" in meta,
  );
  if (version === modernVersion || hasModernMeta) return "2026";
  if (version === null) return messages.length > 0 ? "2025" : null;
  return (olderVersions as readonly string[]).includes(version) ? "2025" : null;
}

function requestOutcome(answers: readonly RpcAnswer[], status: number): Outcome {
  const outcomes = answers.map(answerOutcome);
  const worstOutcome = (["fault", "refused", "tool_error"] as const).find((outcome) =>
    outcomes.includes(outcome),
  );
  if (status >= 500) return "fault";
  return worstOutcome ?? (status >= 400 ? "refused" : "ok");
}

function answerOutcome({ error, result }: RpcAnswer): Outcome {
  if (error) return error.code === -32603 ? "fault" : "refused";
  if (!isObject(result) || result.isError !== true) return "ok";
  const structuredError = isObject(result.structuredContent)
    ? result.structuredContent.error
    : undefined;
  return isObject(structuredError) && structuredError.code === "internal" ? "fault" : "tool_error";
}
