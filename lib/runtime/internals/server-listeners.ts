// Puts our listener before Next's on the server that Next made. Next documents
// a custom server for this, but its standalone output leaves that out.
// Relies on Next listening to `request` and `upgrade` on that server, and on Node reading `requireHostHeader` of it at each request. First to fail: e2e/http/attacks.spec.ts, e2e/http/mcp-direct.spec.ts.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Next gets only the requests for which `answer` calls `pass`. */
export function answerBeforeNext(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void,
): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  // Without a listener Node ignores upgrades (h2c), as HTTP allows. Next would drop the connection.
  server.removeAllListeners("upgrade");
  // Node would refuse a request without `Host` by itself, without our headers.
  Object.assign(server, { requireHostHeader: false });
  server.on("request", (request, response) => {
    answer(request, response, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}

/** Reads and drops the rest of a body. Unread, it would block the next request of the connection. */
export function discardBody(request: IncomingMessage): void {
  request.removeAllListeners("data").resume();
}

/** Whether a response has begun on this socket. Anything else written there would become a part of it. */
export function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse };
  return response?.headersSent === true;
}
