// This folder is the guard around the MCP adapter: messages, limits, log, result cache. It knows no tool.
// This file: corrects the adapter's answer to one request. No text of a thrown error passes.
import { type ReportFault, reportFaultId } from "./fault.ts";
import { errorMessage, isObject, type RequestId, type RpcAnswer, type RpcRequest } from "./messages.ts";

/** `answer` is undefined if the adapter gave none. `status` is that of the adapter's response. */
export function amendAnswer(
  request: RpcRequest,
  answer: RpcAnswer | undefined,
  status: number,
  report: ReportFault | undefined,
): { readonly status: number; readonly answer: RpcAnswer } {
  const { id, method, params } = request;
  const error = answer?.error;
  // Lists never change, so subscriptions are not offered. The SDK only limits them to zero, and only for 2026.
  if (method === "subscriptions/listen" && status === 200 && error?.code !== -32601) {
    return { status: 404, answer: errorMessage(-32601, "Method not found", id) };
  }
  // For parameters of a wrong shape the SDK dumps its schema's issues, as -32603 or -32602.
  const badParams = error ? badParamsText(error.message) : null;
  if (badParams) return { status: 200, answer: errorMessage(-32602, `Invalid params: ${badParams}.`, id) };
  // The SDK repeats the name as sent. It also finds names of the prototype, such as "constructor".
  if (method === "tools/call" && error?.code === -32602) {
    const data = { code: "unknown_tool", hint: "tools/list names the tools." };
    return { status: 200, answer: errorMessage(-32602, "Unknown tool.", id, data) };
  }
  // The SDK's 5xx, its catch-all -32700 and -32603 can contain the text of a thrown error. The JSON was valid.
  if (!answer || status >= 500 || error?.code === -32603 || error?.code === -32700) {
    return { status: 200, answer: faultMessage(error ?? `status ${status}`, method, id, report) };
  }
  // Lists have one page, so no cursor is valid. The SDK ignores an unknown cursor and answers the whole list.
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

/** "name, arguments.limit" from a dump of schema issues about the params. Null for any other message. */
function badParamsText(message: string): string | null {
  const start = message.indexOf("[");
  if (start === -1 || !message.endsWith("]")) return null;
  let issues: unknown;
  try {
    issues = JSON.parse(message.slice(start));
  } catch {
    return null;
  }
  const paths = (Array.isArray(issues) ? issues : []).map((issue) => (isObject(issue) ? issue.path : undefined));
  const ofParams = paths.filter((path): path is unknown[] => Array.isArray(path) && path[0] === "params");
  if (ofParams.length === 0 || ofParams.length < paths.length) return null;
  return ofParams
    .slice(0, 5)
    .map((path) => path.slice(1, 4).join(".") || "params")
    .join(", ");
}
