// The guard around the MCP adapter: messages, limits, log. This folder knows no tool.
// This file: JSON-RPC messages, and corrections of the adapter's responses.
import { documentHeaders } from "../../http/security-headers.ts";
import { type ReportFault, reportFaultId } from "./fault.ts";

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

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const own = { "Content-Type": "application/json", "Content-Length": String(bytes.byteLength) };
  return new Response(bytes, { status, headers: { ...openHeaders, ...own, ...headers } });
}

/** For clients that accept nothing else or follow progress. */
export function streamResponse(body: BodyInit | null): Response {
  const headers = {
    ...openHeaders,
    "Content-Type": "text/event-stream",
    "X-Accel-Buffering": "no",
  };
  return new Response(body, { status: 200, headers });
}

export function errorMessage(
  code: number,
  message: string,
  id: RequestId | null,
  data?: unknown,
): RpcAnswer {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } };
}

export function readId(value: unknown): RequestId | null {
  const id = isObject(value) ? value.id : undefined;
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const MAX_BODY_BYTES = 65_536;

export function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

/** Answers by id. A missing answer is absent; one without an id has the key null. */
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
  let unparsed = "";
  while (!awaited.every((id) => answers.has(id))) {
    const { done, value } = await reader.read();
    if (done) break;
    const events = (unparsed + value).split("\n\n");
    unparsed = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").filter((line) => line.startsWith("data:"));
      if (data.length > 0) keep(data.map((line) => line.slice(5).trimStart()).join("\n"));
    }
  }
  await reader.cancel().catch(() => undefined);
  return answers;
}

/** `answer` is undefined if the adapter gave none. `status` is that of the adapter's response. */
export function amendAnswer(
  request: RpcRequest,
  answer: RpcAnswer | undefined,
  status: number,
  report: ReportFault | undefined,
): { readonly status: number; readonly answer: RpcAnswer } {
  const { id, method, params } = request;
  const error = answer?.error;
  // Lists never change, so there are no subscriptions. The SDK only limits them to zero, for 2026.
  if (method === "subscriptions/listen" && status === 200 && error?.code !== -32601) {
    return { status: 404, answer: errorMessage(-32601, "Method not found", id) };
  }
  // For parameters of a wrong shape the SDK dumps its schema's issues, as -32603 or -32602.
  const badParams = error ? badParamsText(error.message) : null;
  if (badParams)
    return { status: 200, answer: errorMessage(-32602, `Invalid params: ${badParams}.`, id) };
  // The SDK repeats the name as sent, and finds names of the prototype such as "constructor".
  if (method === "tools/call" && error?.code === -32602) {
    const data = { code: "unknown_tool", hint: "tools/list names the tools." };
    return { status: 200, answer: errorMessage(-32602, "Unknown tool.", id, data) };
  }
  // The SDK's 5xx, -32700 and -32603 can contain the text of a thrown error. The JSON was valid.
  if (!answer || status >= 500 || error?.code === -32603 || error?.code === -32700) {
    return { status: 200, answer: faultMessage(error ?? `status ${status}`, method, id, report) };
  }
  // Lists have one page, so no cursor is valid. The SDK ignores it and answers the whole list.
  if (answer.result !== undefined && method.endsWith("/list") && params?.cursor !== undefined) {
    const data = { code: "unknown_cursor", hint: "Lists fit one page: leave cursor out." };
    return { status: 200, answer: errorMessage(-32602, "This server issues no cursor.", id, data) };
  }
  return { status, answer: { ...answer, id } };
}

export function faultMessage(
  error: unknown,
  where: string,
  id: RequestId | null,
  report: ReportFault | undefined,
): RpcAnswer {
  const faultId = reportFaultId(error, where, report);
  return errorMessage(-32603, `This server failed. Quote ${faultId} when you report it.`, id);
}

/** "name, arguments.limit" from a dump of schema issues about params; null for other messages. */
function badParamsText(message: string): string | null {
  const start = message.indexOf("[");
  if (start === -1 || !message.endsWith("]")) return null;
  let issues: unknown;
  try {
    issues = JSON.parse(message.slice(start));
  } catch {
    return null;
  }
  const paths = (Array.isArray(issues) ? issues : []).map((issue) =>
    isObject(issue) ? issue.path : undefined,
  );
  const ofParams = paths.filter(
    (path): path is unknown[] => Array.isArray(path) && path[0] === "params",
  );
  if (ofParams.length === 0 || ofParams.length < paths.length) return null;
  return ofParams
    .slice(0, 5)
    .map((path) => path.slice(1, 4).join(".") || "params")
    .join(", ");
}
