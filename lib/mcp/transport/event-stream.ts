// Reads the answers from the adapter's response, JSON or event stream. Stops when all expected answers are there.
import { isObject, type RequestId, type RpcAnswer, readId } from "./messages.ts";

export function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

/** Answers by id. An answer that never came is missing. An answer without an id has the key null. */
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
  let rest = "";
  while (!awaited.every((id) => answers.has(id))) {
    const { done, value } = await reader.read();
    if (done) break;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").filter((line) => line.startsWith("data:"));
      if (data.length > 0) keep(data.map((line) => line.slice(5).trimStart()).join("\n"));
    }
  }
  await reader.cancel().catch(() => undefined);
  return answers;
}

/** Answers as one finished event stream. */
export function eventStream(answers: readonly RpcAnswer[]): string {
  return answers.map((answer) => `event: message\ndata: ${JSON.stringify(answer)}\n\n`).join("");
}
