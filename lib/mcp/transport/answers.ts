// The adapter's answers, read from its response and corrected.
import { type ReportFault, reportFaultId } from "./fault.ts";
import {
  errorMessage,
  isObject,
  parseRequestId,
  type RequestId,
  type RpcAnswer,
  type RpcRequest,
} from "./messages.ts";

export function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

/** Answers by id. A missing answer is absent; one without an id has the key null. */
export async function readAnswers(
  response: Response,
  requestIds: readonly RequestId[],
): Promise<Map<RequestId | null, RpcAnswer>> {
  const answers = new Map<RequestId | null, RpcAnswer>();
  const addAnswers = (text: string) => {
    const message: unknown = JSON.parse(text);
    for (const answer of Array.isArray(message) ? message : [message]) {
      if (isObject(answer) && ("result" in answer || "error" in answer)) {
        answers.set(parseRequestId(answer), answer as unknown as RpcAnswer);
      }
    }
  };
  if (!response.body) return answers;
  if (!isEventStream(response)) {
    addAnswers(await response.text());
    return answers;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unparsed = "";
  while (!requestIds.every((id) => answers.has(id))) {
    const { done, value } = await reader.read();
    if (done) break;
    const events = (unparsed + value).split("\n\n");
    unparsed = events.pop() ?? "";
    for (const event of events) {
      const data = eventData(event);
      if (data !== null) addAnswers(data);
    }
  }
  await reader.cancel().catch(() => undefined);
  return answers;
}

function eventData(event: string): string | null {
  const lines = event.split("\n").filter((line) => line.startsWith("data:"));
  if (lines.length === 0) return null;
  return lines.map((line) => line.slice("data:".length).trimStart()).join("\n");
}

interface AmendedAnswer {
  readonly status: number;
  readonly answer: RpcAnswer;
}

/** `answer` is undefined if the adapter gave none. `status` is that of the adapter's response. */
export function amendAnswer(
  request: RpcRequest,
  answer: RpcAnswer | undefined,
  status: number,
  report: ReportFault | undefined,
): AmendedAnswer {
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
  const paths = parseIssuePaths(message);
  const paramPaths = paths.filter(
    (path): path is unknown[] => Array.isArray(path) && path[0] === "params",
  );
  if (paramPaths.length === 0 || paramPaths.length < paths.length) return null;
  return paramPaths
    .slice(0, 5)
    .map((path) => path.slice(1, 4).join(".") || "params")
    .join(", ");
}

function parseIssuePaths(message: string): readonly unknown[] {
  const start = message.indexOf("[");
  if (start === -1 || !message.endsWith("]")) return [];
  try {
    const issues: unknown = JSON.parse(message.slice(start));
    if (!Array.isArray(issues)) return [];
    return issues.map((issue) => (isObject(issue) ? issue.path : undefined));
  } catch {
    return [];
  }
}
