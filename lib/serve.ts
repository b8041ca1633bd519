// Edge room: the process that serves: before Next reads a request and before it writes a response.
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { exit, stderr, stdout } from "node:process";
import { config } from "./config.ts";
import { createDirectAnswers } from "./http/direct-listeners.ts";
import { createKeptAnswers } from "./http/kept-answers.ts";
import { amendExchange, guardServer } from "./http/node-exchange.ts";
import { refuseUnclear } from "./http/request-target.ts";
import { documentHeaders, toCommonHeaders } from "./http/security-headers.ts";
import { endInTime } from "./http/stop.ts";
import { measureExchange } from "./metrics/exchange.ts";
import { VERSION } from "./site/identity.ts";
import { isMeasured } from "./site/page-policy.ts";

/** The earliest place at which a request and its response can be reached under `next start`: before Next reads the one and writes the other. */
export async function serve(): Promise<void> {
  // When whoever read the log has gone, each line fails, Next logs that failure, and the process would do nothing else.
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
  let metricsPort: number | null;
  try {
    ({ metricsPort } = config());
  } catch (error) {
    // `npm start` has looked already; a standalone build begins here, and Next would go on with a 500 for everything.
    stderr.write(`${error instanceof Error ? error.message : error}\n`, () => exit(1));
    return;
  }
  const { siteUrl, swapUrl, onVercel, inProduction } = config();
  // There the digests are traced into the middleware alone.
  if (inProduction && !onVercel && !isMeasured())
    stderr.write("Stable pages run no inline script: their digests are missing. Build the site by `npm run build`.\n");
  const follow = onVercel ? null : endInTime();
  if (metricsPort !== null) {
    const { serveMetrics } = await import("./metrics/serve.ts");
    await serveMetrics({ port: metricsPort, version: VERSION });
  }
  const owed = Object.entries({ ...toCommonHeaders(siteUrl), ...documentHeaders });
  const [siteHost, swapHost] = [new URL(siteUrl).host, new URL(swapUrl).host];
  const kept = createKeptAnswers([siteHost, swapHost]);
  const direct = createDirectAnswers([siteHost]);
  // The platform's network keeps answers, and its server is not ours to change; in development answers change.
  const answersFirst = inProduction && !onVercel;
  const known = new WeakSet<Server>();
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Exchange;
    if (metricsPort !== null) {
      // A scrape is served by this process too.
      if (request.socket.localPort === metricsPort) return;
      measureExchange(request, response);
    }
    follow?.(response);
    if (!known.has(server)) {
      known.add(server);
      guardServer(server, owed);
      if (answersFirst) answerFirst(server);
    }
    if (!answersFirst) amendExchange(request, response, owed);
  });

  /** The server's own listeners hear what was not answered before them. */
  function answerFirst(server: Server): void {
    const listeners = server.listeners("request");
    server.removeAllListeners("request");
    // Unheard, a wish to upgrade (h2c) is ignored, as HTTP says; Next would drop the connection.
    server.removeAllListeners("upgrade");
    // Node would refuse a request of no host by itself, without any of the owed headers.
    Object.assign(server, { requireHostHeader: false });
    server.on("request", (request, response) => {
      if (refuseUnclear(request, response, owed) || kept.answer(request, response)) return;
      amendExchange(request, response, owed);
      if (direct.answer(request, response)) return;
      for (const listener of listeners) listener.call(server, request, response);
    });
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}
