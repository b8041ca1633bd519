import type { IncomingMessage, ServerResponse } from "node:http";
import { amendExchange } from "./lib/http/node-exchange.ts";

/** Next compiles this file for the edge runtime too, where nothing of this site runs: so the bundler must not see the imports. */
const channels = "node:diagnostics_channel";
const ownProcess = "node:process";

/** The earliest place at which a request and its response can be reached under `next start`: before Next reads the one and writes the other. */
export async function register(): Promise<void> {
  // When whoever read the log has gone, each line fails, Next logs that failure, and the process would do nothing else.
  const { stdout, stderr }: typeof import("node:process") = await import(/* webpackIgnore: true */ ownProcess);
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
  const { subscribe }: typeof import("node:diagnostics_channel") = await import(/* webpackIgnore: true */ channels);
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    amendExchange(request, response);
  });
}
