import type { IncomingMessage, ServerResponse } from "node:http";
import { amendExchange } from "./lib/http/node-exchange.ts";

/** Next compiles this file for the edge runtime too, where nothing of this site runs: so the bundler must not see the import. */
const channels = "node:diagnostics_channel";

/** The earliest place at which a request and its response can be reached under `next start`: before Next reads the one and writes the other. */
export async function register(): Promise<void> {
  const { subscribe }: typeof import("node:diagnostics_channel") = await import(/* webpackIgnore: true */ channels);
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    amendExchange(request, response);
  });
}
