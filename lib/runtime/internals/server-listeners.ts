// Our listener in front of Next's own, on the server that Next made. Next's documented way is a custom server, which its standalone output leaves out.
// Relies on Next listening to `request` and `upgrade` on that server, and on Node reading `requireHostHeader` of it at each request. First to fail: e2e/http/attacks.spec.ts, e2e/http/mcp-direct.spec.ts.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Next hears only of requests for which `answer` returns false. */
export function answerInFront(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  // Unheard, a wish to upgrade (h2c) is ignored, as HTTP says; Next would drop the connection.
  server.removeAllListeners("upgrade");
  // Node would refuse a request of no host by itself, without any header of ours.
  Object.assign(server, { requireHostHeader: false });
  server.on("request", (request, response) => {
    if (answer(request, response)) return;
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** Lets the rest of a body flow away, whoever began to read it: unread, it would stand before the next request of its connection. */
export function discardBody(request: IncomingMessage): void {
  request.removeAllListeners("data").resume();
}

/** Whether an answer has begun on this socket: what else is written there would be read as a part of it. */
export function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse };
  return response?.headersSent === true;
}
