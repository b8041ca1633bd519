import type { IncomingMessage } from "node:http";
import { toPeerHeader } from "./lib/http/client-address.ts";

/** Next compiles this file for the edge runtime too, where nothing of this site runs: so the bundler must not see the import. */
const channels = "node:diagnostics_channel";

/** Route handlers see no socket, and Next keeps an X-Forwarded-For that a client sent: so the peer is written here, before Next reads. */
export async function register(): Promise<void> {
  const { subscribe }: typeof import("node:diagnostics_channel") = await import(/* webpackIgnore: true */ channels);
  const header = toPeerHeader();
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[header] = request.socket.remoteAddress ?? "";
  });
}
