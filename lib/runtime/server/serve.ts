// Starts the listeners of the serving process: before Next reads a request, and before it writes a response.
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { exit, stderr, stdout } from "node:process";
import { config } from "../../config.ts";
import { negotiate } from "../../http/negotiate.ts";
import { commonHeaders, documentHeaders } from "../../http/security-headers.ts";
import { hostRedirects } from "../../site/registry/hosts.ts";
import { VERSION } from "../../version.ts";
import { answerBeforeNext } from "../internals/server-listeners.ts";
import { measureExchange } from "../metrics/exchange.ts";
import { type AnswerCacheSetup, createAnswerCache } from "./answer-cache.ts";
import { amendExchange, guardServer } from "./next-response-fixes.ts";
import { createQuestionLimit, type QuestionLimitSetup } from "./question-limit.ts";
import { refuseInvalidTarget } from "./request-target.ts";
import { createRouteBypass } from "./route-bypass.ts";
import { drainOnSignal } from "./stop.ts";

interface ServeSetup {
  /** Counts a request to a live page for its client. */
  readonly refuse: QuestionLimitSetup["refuse"];
  readonly renderQuestion: AnswerCacheSetup["renderQuestion"];
  /** Called where the process lives on between requests. */
  readonly startWatching: () => void;
}

/** The earliest place that reaches requests and responses under `next start`. */
export async function serve({ refuse, renderQuestion, startWatching }: ServeSetup): Promise<void> {
  // When the reader of the log is gone, each log line fails. Next would log that failure again, without end.
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
  let metricsPort: number | null;
  try {
    ({ metricsPort } = config());
  } catch (error) {
    // `npm start` has checked the configuration already. A standalone
    // build starts here, and Next would answer 500 to everything.
    stderr.write(`${error instanceof Error ? error.message : error}\n`, () => exit(1));
    return;
  }
  const { siteUrl, swapUrl, hasListeners, inProduction } = config();
  if (!hasListeners) return;
  const follow = drainOnSignal();
  if (metricsPort !== null) {
    const { serveMetrics } = await import("../metrics/serve.ts");
    await serveMetrics({ port: metricsPort, version: VERSION });
  }
  startWatching();
  const defaultHeaders = Object.entries({ ...commonHeaders(siteUrl), ...documentHeaders });
  const [siteHost, swapHost] = [new URL(siteUrl).host, new URL(swapUrl).host];
  const redirected = new Set(hostRedirects().map(({ host, source }) => host + source));
  const limitQuestions = createQuestionLimit({
    redirected,
    refuse,
    amend: (request, response) => amendExchange(request, response, defaultHeaders),
  });
  const answerOnce = createAnswerCache({ hosts: [siteHost, swapHost], redirected, renderQuestion, now: Date.now });
  const answerWithoutNext = createRouteBypass([siteHost]);
  const guarded = new WeakSet<Server>();
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Exchange;
    if (metricsPort !== null) {
      // This process serves the scrapes too. They are not measured.
      if (request.socket.localPort === metricsPort) return;
      measureExchange(request, response);
    }
    follow(response);
    if (!guarded.has(server)) {
      guarded.add(server);
      guardServer(server, defaultHeaders);
      // In development responses change.
      if (inProduction) answerBeforeNext(server, answer);
    }
    if (!inProduction) amendExchange(request, response, defaultHeaders);
  });

  function answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    if (refuseInvalidTarget(request, response, defaultHeaders)) return;
    const choice = negotiate(request.headers.accept ?? null);
    const pass = () => {
      amendExchange(request, response, defaultHeaders);
      if (!answerWithoutNext(request, response)) next();
    };
    limitQuestions(request, response, choice, () => {
      if (!answerOnce(request, response, choice, pass)) pass();
    });
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}
