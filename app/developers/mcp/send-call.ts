export interface Answer {
  readonly summary: string;
  readonly body?: string;
}

const TIMEOUT_MS = 30_000;

export function parseCall(
  tool: string,
  input: string,
): { readonly text: string } | { readonly problem: string } {
  let toolArguments: unknown;
  try {
    toolArguments = JSON.parse(input);
  } catch {
    return { problem: 'Not JSON: names and texts stand in double quotes, as in { "limit": 3 }.' };
  }
  if (!isObject(toolArguments))
    return { problem: "Not an object: arguments stand in braces. For none, write {}." };
  const callMessage = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: tool, arguments: toolArguments },
  };
  return { text: JSON.stringify(callMessage, null, 2) };
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Sends an MCP message and returns the answer. Does not throw: `summary` describes a failure. */
export async function sendCall(
  endpoint: string,
  messageText: string,
  signal: AbortSignal,
): Promise<Answer> {
  const startMs = performance.now();
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: messageText,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const bodyText = await response.text();
    const byteCount = new TextEncoder().encode(bodyText).byteLength;
    const statusText = `HTTP ${response.status}, ${Math.round(performance.now() - startMs)} ms, ${byteCount} bytes.`;
    const retryAfterText = response.headers.get("Retry-After");
    const waitText = retryAfterText
      ? ` Over the limit: wait ${retryAfterText} s, then send again.`
      : "";
    return {
      summary: `${statusText}${waitText}${resultText(bodyText)}`,
      body: prettyJson(bodyText),
    };
  } catch {
    if (signal.aborted) return { summary: "Stopped. No answer was taken." };
    const waitedSeconds = Math.round((performance.now() - startMs) / 1000);
    return {
      summary: `No answer after ${waitedSeconds} s: the endpoint could not be reached. Nothing is known; try again.`,
    };
  }
}

function prettyJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/**
 * Returns a sentence if the call failed or the body is not JSON, else "". The HTTP status is not
 * enough: MCP answers a failed tool call with status 200.
 */
function resultText(body: string): string {
  try {
    const { error, result } = JSON.parse(body) as {
      error?: unknown;
      result?: { isError?: boolean };
    };
    return error || result?.isError ? " The call failed: the response says why." : "";
  } catch {
    return body === "" ? "" : " The body is not JSON.";
  }
}
