import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { config } from "./lib/config.ts";
import { createDirectAnswers } from "./lib/http/direct-listeners.ts";
import { createKeptAnswers } from "./lib/http/kept-answers.ts";
import { amendExchange, guardServer } from "./lib/http/node-exchange.ts";
import { documentHeaders, toCommonHeaders } from "./lib/http/security-headers.ts";
import { measureExchange } from "./lib/metrics/exchange.ts";
import { VERSION } from "./lib/site/identity.ts";

/** Next compiles this file for the edge runtime too, where nothing of this site runs: so the bundler must not see the imports. */
const channels = "node:diagnostics_channel";
const ownProcess = "node:process";

/** The earliest place at which a request and its response can be reached under `next start`: before Next reads the one and writes the other. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  // When whoever read the log has gone, each line fails, Next logs that failure, and the process would do nothing else.
  const { exit, stdout, stderr }: typeof import("node:process") = await import(/* webpackIgnore: true */ ownProcess);
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
  let metricsPort: number | null;
  try {
    ({ metricsPort } = config());
  } catch (error) {
    // `npm start` has looked already; a standalone build begins here, and Next would go on with a 500 for everything.
    stderr.write(`${error instanceof Error ? error.message : error}\n`, () => exit(1));
    return;
  }
  if (!config().onVercel) {
    const { endInTime } = await import("./lib/http/stop.ts");
    endInTime();
  }
  if (metricsPort !== null) {
    const { serveMetrics } = await import("./lib/metrics/serve.ts");
    await serveMetrics({ port: metricsPort, version: VERSION });
  }
  const { subscribe }: typeof import("node:diagnostics_channel") = await import(/* webpackIgnore: true */ channels);
  const owed = Object.entries({ ...toCommonHeaders(config().siteUrl), ...documentHeaders });
  const kept = createKeptAnswers(toOwnHosts(config().siteUrl, config().swapUrl));
  const direct = createDirectAnswers(toOwnHosts(config().siteUrl));
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Exchange;
    if (metricsPort !== null) {
      // A scrape is served by this process too.
      if (request.socket.localPort === metricsPort) return;
      measureExchange(request, response);
    }
    guardServer(server, owed);
    if (kept.answer(request, response)) return spareNext(server, response);
    amendExchange(request, response, owed);
    if (direct.answer(request, response)) spareNext(server, response);
  });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

/** Where requests may be answered before Next: nowhere on the platform, whose own network keeps answers, nor in development, where they change. */
function toOwnHosts(...urls: readonly string[]): string[] {
  const { inProduction, onVercel } = config();
  return inProduction && !onVercel ? urls.map((url) => new URL(url).host) : [];
}

const spared = new WeakSet<Server>();
const answered = new WeakSet<ServerResponse>();

/** Next does not hear the request of this response. */
function spareNext(server: Server, response: ServerResponse): void {
  answered.add(response);
  if (spared.has(server)) return;
  spared.add(server);
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (!answered.has(response)) for (const listener of listeners) listener.call(server, request, response);
  });
}
