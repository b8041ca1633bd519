// One log line per request, of fixed words and numbers: no text of a client or an upstream.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { protocolVersions, staticMethods } from "./identity.ts";
import { isObject, type RequestId, type RpcAnswer, readAnswers } from "./messages.ts";

/** `refused`: not our fault, or the client left. `tool_error`: an answer with `isError`. */
type Outcome = "ok" | "tool_error" | "refused" | "fault";

export interface RequestLine {
  readonly time: string;
  readonly method: string | null;
  readonly tool: string | null;
  /** JSON-RPC messages in the body; 0 if it was not read. */
  readonly messages: number;
  readonly era: "2026" | "2025" | null;
  readonly outcome: Outcome;
  readonly status: number;
  readonly ms: number;
  /** HTTP requests that this one started, without cached or shared ones. */
  readonly upstream_calls: number;
}

export type LogRequest = (line: RequestLine) => void;

export interface Trace {
  version: string | null;
  messages: readonly unknown[];
  answers: readonly RpcAnswer[];
  /** For an open stream: resolves to whether every answer came. */
  pending: Promise<boolean> | null;
  upstreamCalls: number;
}

const traces = new AsyncLocalStorage<Trace>();
// Node's fetch publishes this for each request, in the context of its caller.
subscribe("undici:request:create", () => {
  const trace = traces.getStore();
  if (trace) trace.upstreamCalls += 1;
});

export async function traceRequest(
  request: Request,
  tools: ReadonlySet<string>,
  write: LogRequest | undefined,
  work: (trace: Trace) => Promise<Response>,
): Promise<Response> {
  const startMs = performance.now();
  const version = request.headers.get("mcp-protocol-version")?.trim() ?? null;
  const trace: Trace = { version, messages: [], answers: [], pending: null, upstreamCalls: 0 };
  if (!write) return work(trace);
  const response = await traces.run(trace, () => work(trace));
  const finish = (status: number) => {
    try {
      const ms = performance.now() - startMs;
      write(requestLine(trace, tools, status, ms));
    } catch {
      // A failing log must not change the response.
    }
  };
  if (trace.pending)
    void trace.pending.then((answered) => finish(answered ? response.status : 499));
  else finish(response.status);
  return response;
}

export function followStream(
  response: Response,
  trace: Trace,
  ids: readonly RequestId[],
): ReadableStream | null {
  if (!response.body) return null;
  const [clientStream, traceStream] = response.body.tee();
  const copy = new Response(traceStream, { headers: response.headers });
  trace.pending = readAnswers(copy, ids).then(
    (answers) => {
      trace.answers = [...answers.values()];
      return answers.size >= ids.length;
    },
    () => false,
  );
  return clientStream;
}

function requestLine(
  trace: Trace,
  tools: ReadonlySet<string>,
  status: number,
  ms: number,
): RequestLine {
  const { messages, answers } = trace;
  const [only] = messages.length === 1 ? messages : [];
  const { method, name } = readTarget(only, tools);
  return {
    time: new Date().toISOString(),
    method: messages.length > 1 ? "batch" : method,
    tool: name,
    messages: messages.length,
    era: protocolEra(trace),
    outcome: requestOutcome(answers, status),
    status,
    ms: Math.round(ms),
    upstream_calls: trace.upstreamCalls,
  };
}

const methods = new Set<string>([
  ...staticMethods,
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

function readTarget(
  message: unknown,
  tools: ReadonlySet<string>,
): { method: string | null; name: string | null } {
  if (!isObject(message) || typeof message.method !== "string") return { method: null, name: null };
  if (!methods.has(message.method)) return { method: "other", name: null };
  if (message.method !== "tools/call") return { method: message.method, name: null };
  const name = isObject(message.params) ? message.params.name : undefined;
  return {
    method: message.method,
    name: typeof name === "string" && tools.has(name) ? name : "other",
  };
}

function protocolEra({ version, messages }: Trace): RequestLine["era"] {
  const [modern, ...older] = protocolVersions;
  const metas = messages.map(
    (message) => isObject(message) && isObject(message.params) && message.params._meta,
  );
  const isModern = metas.some(
    (meta) => isObject(meta) && "io.modelcontextprotocol/protocolVersion" in meta,
  );
  if (version === modern || isModern) return "2026";
  if (version === null) return messages.length > 0 ? "2025" : null;
  return (older as readonly string[]).includes(version) ? "2025" : null;
}

function requestOutcome(answers: readonly RpcAnswer[], status: number): Outcome {
  const outcomes = answers.map(answerOutcome);
  const worst = (["fault", "refused", "tool_error"] as const).find((outcome) =>
    outcomes.includes(outcome),
  );
  if (status >= 500) return "fault";
  return worst ?? (status >= 400 ? "refused" : "ok");
}

function answerOutcome({ error, result }: RpcAnswer): Outcome {
  if (error) return error.code === -32603 ? "fault" : "refused";
  if (!isObject(result) || result.isError !== true) return "ok";
  const failure = isObject(result.structuredContent) ? result.structuredContent.error : undefined;
  return isObject(failure) && failure.code === "internal" ? "fault" : "tool_error";
}
