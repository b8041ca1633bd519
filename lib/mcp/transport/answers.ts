// Reads the adapter's answers from its response, and corrects them.
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

export async function readAnswers(
  response: Response,
  requestIds: readonly RequestId[],
): Promise<Map<RequestId | null, RpcAnswer>> {
  const answersById = new Map<RequestId | null, RpcAnswer>();
  const addAnswers = (text: string) => {
    const messageOrBatch: unknown = JSON.parse(text);
    for (const answer of Array.isArray(messageOrBatch) ? messageOrBatch : [messageOrBatch]) {
      if (isObject(answer) && ("result" in answer || "error" in answer)) {
        answersById.set(parseRequestId(answer), answer as unknown as RpcAnswer);
      }
    }
  };
  if (!response.body) return answersById;
  if (!isEventStream(response)) {
    addAnswers(await response.text());
    return answersById;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unparsedText = "";
  while (!requestIds.every((id) => answersById.has(id))) {
    const { done, value } = await reader.read();
    if (done) break;
    const eventTexts = (unparsedText + value).split("\n\n");
    unparsedText = eventTexts.pop() ?? "";
    for (const eventText of eventTexts) {
      const data = eventData(eventText);
      if (data !== null) addAnswers(data);
    }
  }
  await reader.cancel().catch(() => undefined);
  return answersById;
}

function eventData(eventText: string): string | null {
  const dataLines = eventText.split("\n").filter((line) => line.startsWith("data:"));
  if (dataLines.length === 0) return null;
  return dataLines.map((line) => line.slice("data:".length).trimStart()).join("\n");
}

interface AmendedAnswer {
  readonly status: number;
  readonly answer: RpcAnswer;
}

export function amendAnswer(
  request: RpcRequest,
  answer: RpcAnswer | undefined,
  status: number,
  reportFault: ReportFault | undefined,
): AmendedAnswer {
  const { id, method, params } = request;
  const error = answer?.error;
  // A subscription reports changes of a list, such as the tools. This server's lists never change,
  // so the server has no subscriptions. The SDK would accept them with version 2026-07-28.
  if (method === "subscriptions/listen" && status === 200 && error?.code !== -32601) {
    return { status: 404, answer: errorMessage(-32601, "Method not found", id) };
  }
  // Each list has one page, so no cursor is valid. The SDK would ignore a cursor and send the list.
  const isListAnswered = answer?.result !== undefined || error?.code === -32602;
  if (status === 200 && isListAnswered && isListWithCursor(request)) {
    const errorData = { code: "unknown_cursor", hint: "Lists fit one page: leave cursor out." };
    return { status, answer: errorMessage(-32602, "This server issues no cursor.", id, errorData) };
  }
  // The SDK repeats the URI of an unknown skill as the client sent it, and issues of a wrong `uri`.
  if (status === 200 && error?.code === -32602 && method === "skills/get") {
    if (typeof params?.uri !== "string")
      return { status, answer: errorMessage(-32602, "Invalid params: uri.", id) };
    const errorData = { code: "unknown_skill", hint: "skills/list names the skills." };
    return { status, answer: errorMessage(-32602, "Unknown skill.", id, errorData) };
  }
  // If parameters have a wrong shape, the SDK's message contains a JSON list of Zod issues, and its
  // code is -32603 or -32602. The client gets only the names of at most five wrong parameters.
  const paramNamesText = error ? invalidParamNames(error.message) : null;
  if (paramNamesText)
    return { status: 200, answer: errorMessage(-32602, `Invalid params: ${paramNamesText}.`, id) };
  // The SDK sends -32602 for an unknown tool, and repeats the name as the client sent it. With
  // `data`, -32602 is about `_meta` or `requestState`, and its message names the missing keys.
  if (method === "tools/call" && error?.code === -32602 && error.data === undefined) {
    const errorData = { code: "unknown_tool", hint: "tools/list names the tools." };
    return { status: 200, answer: errorMessage(-32602, "Unknown tool.", id, errorData) };
  }
  // No answer, 5xx, -32603 and -32700 (invalid JSON) are faults of this server: the guard has
  // already checked the request. The SDK's text can contain a thrown error, so it is replaced.
  if (!answer || status >= 500 || error?.code === -32603 || error?.code === -32700) {
    return {
      status: 200,
      answer: faultMessage(error ?? `status ${status}`, method, id, reportFault),
    };
  }
  return { status, answer: { ...answer, id } };
}

function isListWithCursor({ method, params }: RpcRequest): boolean {
  return method.endsWith("/list") && params?.cursor !== undefined;
}

export function faultMessage(
  error: unknown,
  where: string,
  id: RequestId | null,
  reportFault: ReportFault | undefined,
): RpcAnswer {
  const faultId = reportFaultId(error, where, reportFault);
  return errorMessage(-32603, `This server failed. Quote ${faultId} when you report it.`, id);
}

/** Invalid parameters, such as "name, arguments.limit". Null if none, or also other issues. */
function invalidParamNames(message: string): string | null {
  const issuePaths = parseIssuePaths(message);
  const paramPaths = issuePaths.filter(
    (path): path is unknown[] => Array.isArray(path) && path[0] === "params",
  );
  if (paramPaths.length === 0 || paramPaths.length < issuePaths.length) return null;
  return paramPaths
    .slice(0, 5)
    .map((path) => path.slice(1, 4).join(".") || "params")
    .join(", ");
}

function parseIssuePaths(message: string): readonly unknown[] {
  const jsonStart = message.indexOf("[");
  if (jsonStart === -1 || !message.endsWith("]")) return [];
  try {
    const issues: unknown = JSON.parse(message.slice(jsonStart));
    if (!Array.isArray(issues)) return [];
    return issues.map((issue) => (isObject(issue) ? issue.path : undefined));
  } catch {
    return [];
  }
}
