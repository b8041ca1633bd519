// The answers inside the adapter's response, whichever form it chose. Reading stops when every awaited answer is there.
import { isObject, type RequestId, type RpcAnswer, readId } from "./messages.ts";

export function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

/** The awaited answers by id; an answer that never came is missing. A JSON body that names no id is filed under null. */
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
