// Starts the listeners of the serving process: before Next reads a request, and before it writes a response. After a signal it stops
// in time: Next itself refuses new connections, but waits for open ones without end.
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { exit, stderr, stdout } from "node:process";
import { config } from "../../config.ts";
import { type Choice, negotiate } from "../../http/negotiate.ts";
import { MAX_QUERY_CHARACTERS } from "../../http/problem.ts";
import { commonHeaders, documentHeaders } from "../../http/security-headers.ts";
import { hostRedirects } from "../../site/registry/hosts.ts";
import { findResource, isLivePage, isResourcePath, type ResourcePath } from "../../site/registry/resources.ts";
import { VERSION } from "../../version.ts";
import { ownHeader } from "../internals/own-headers.ts";
import { answerBeforeNext } from "../internals/server-listeners.ts";
import { measureExchange } from "../metrics/instruments.ts";
import { type AnswerCacheSetup, createAnswerCache, isRedirected } from "./answer-cache.ts";
import { amendExchange, guardServer, refuseInvalidTarget } from "./next-response-fixes.ts";
import { createRouteBypass } from "./route-bypass.ts";

interface ServeSetup {
  /** Counts a request to a live page for its client. */
  readonly refuse: QuestionLimitSetup["refuse"];
  readonly renderQuestion: AnswerCacheSetup["renderQuestion"];
}

/** The earliest place that reaches requests and responses under `next start`. */
export async function serve({ refuse, renderQuestion }: ServeSetup): Promise<void> {
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

interface QuestionLimitSetup {
  readonly redirected: AnswerCacheSetup["redirected"];
  /** Counts the request for its client, and returns the answer for one above its limit. `form`: the path of the form that is asked for. */
  readonly refuse: (request: IncomingMessage, form: ResourcePath) => Promise<Response | null>;
  /** Corrects what is written to the response, as it does for Next. */
  readonly amend: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Counts each request for a live page before Next, in every form, and answers the client that is above its limit. Returns a function that
 * refuses the request, or calls `goOn` when it is counted or need not be.
 */
export function createQuestionLimit({ redirected, refuse, amend }: QuestionLimitSetup) {
  return (request: IncomingMessage, response: ServerResponse, choice: Choice, goOn: () => void): void => {
    const form = countedForm(request, choice, redirected);
    if (form === null) {
      goOn();
      return;
    }
    const answer = async (): Promise<void> => {
      const refusal = await refuse(request, form);
      request.headers[ownHeader("counted")] = "1";
      if (!refusal) {
        goOn();
        return;
      }
      amend(request, response);
      response.statusCode = refusal.status;
      for (const [name, value] of refusal.headers) response.setHeader(name, value);
      response.end(Buffer.from(await refusal.arrayBuffer()));
    };
    answer().catch(() => response.destroy());
  };
}

/** Null where Next answers without counting: another method, a redirect, a form that is not offered, a query that is too long. */
function countedForm(
  { method, url = "", headers }: IncomingMessage,
  choice: Choice,
  redirected: AnswerCacheSetup["redirected"],
): ResourcePath | null {
  const [path = ""] = url.split("?");
  if ((method !== "GET" && method !== "HEAD") || !isResourcePath(path) || !isLivePage(path)) return null;
  const { twin } = findResource(path);
  if (isRedirected(redirected, headers.host ?? "", path) || url.length - path.length > MAX_QUERY_CHARACTERS)
    return null;
  if (twin === undefined || choice === "html") return path;
  return choice === "markdown" && isResourcePath(twin) ? twin : null;
}

/** A tool may take 8 s, and a supervisor often kills after 10 s. */
const DRAIN_MS = 9_000;

export function createDrain() {
  const open = new Set<ServerResponse>();
  let hasBegun = false;
  return {
    /** Called for each response before it begins. */
    follow(response: ServerResponse) {
      if (hasBegun) return endConnection(response);
      open.add(response);
      response.once("close", () => open.delete(response));
    },
    /** From now on each response closes its connection. A client that keeps asking would otherwise be cut off at the end. */
    begin(): void {
      hasBegun = true;
      for (const response of open) endConnection(response);
    },
  };
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
  // A head that is already sent promised to keep the connection open, and Node would wait for the next request.
  response.once("finish", () => response.req.socket.destroySoon());
}

/** Returns `follow`. After SIGINT or SIGTERM, each response closes its connection. */
function drainOnSignal() {
  const drain = createDrain();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      drain.begin();
      limitDrain(signal);
    });
  return drain.follow;
}

function limitDrain(signal: string): void {
  // Next would exit with 143 or 130. Exit code 0 means that the stop went well.
  process.once("exit", () => {
    process.exitCode = 0;
  });
  const late = () => {
    const text = `Connections that were still open ${DRAIN_MS / 1000} s after ${signal} were cut off.\n`;
    process.stderr.write(text, () => process.exit());
  };
  setTimeout(late, DRAIN_MS).unref();
}
