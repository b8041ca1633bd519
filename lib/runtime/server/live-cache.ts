// A live answer is made once for all who ask, until something in it could differ, and for a second at most. `question-limit.ts` counted
// each client before.
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Choice } from "../../http/negotiate.ts";
import { MAX_QUERY_CHARACTERS } from "../../http/problem.ts";
import {
  findResource,
  isLivePage,
  isQuestionPage,
  isResourcePath,
  type QuestionPath,
  type ResourcePath,
} from "../../site/registry/resources.ts";
import { ownHeader } from "../internals/own-headers.ts";
import { holdResponse } from "../internals/response-hooks.ts";
import { createLifetime, MAX_LIFETIME_MS } from "./answer-lifetime.ts";
import { type LiveAnswer, liveAnswer, sendLiveAnswer } from "./live-answer.ts";
import { askForShell, createShells, fillShell, type RenderQuestion } from "./question-shell.ts";
import { findSharedHost, isRedirected, type Redirected } from "./shared-request.ts";

const MAX_BYTES = 32 * 1024 * 1024;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Hands the request to Next. */
  readonly pass: () => void;
}

interface Question {
  readonly host: string;
  readonly key: string;
  readonly path: ResourcePath;
  /** With its question mark. */
  readonly search: string;
  /** Whether the answer is HTML that can be made without Next. */
  readonly isRendered: boolean;
}

export interface LiveCacheSetup {
  /** Those of the configured origins. */
  readonly hosts: readonly string[];
  readonly redirected: Redirected;
  /** Makes the answer to a question without Next; null where Next makes all. */
  readonly renderQuestion: RenderQuestion | null;
  /** Epoch milliseconds, the clock of the readings. */
  readonly now: () => number;
  /** By which an answer is forgotten. It is never set back; absent: the one of this process. */
  readonly perf?: { readonly now: () => number };
}

/**
 * Returns a function that tells whether it answers the request, now or later. `pass` hands the request to Next.
 * The first of equal requests is answered by Next or in the shell of its page, and the others wait for that.
 */
export function createLiveCache({ hosts, redirected, renderQuestion, now, perf }: LiveCacheSetup) {
  const answers = new LRUCache<string, LiveAnswer & { readonly untilMs: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ byteLength }, key) => byteLength + key.length,
    ttl: MAX_LIFETIME_MS,
    ttlAutopurge: true,
    ...(perf && { perf }),
  });
  // No Map, as in upstream/limits/single-flight.ts.
  const pending: Record<string, Promise<LiveAnswer | null> | undefined> = Object.create(null);
  const getShell = createShells();

  function findAnswer(key: string): LiveAnswer | null {
    const known = answers.get(key);
    // The cache itself forgets it by a clock that is never set back.
    return known && now() < known.untilMs ? known : null;
  }

  /** Null where the answer is for this client alone and was sent, or the client went away. */
  async function make(question: Question, exchange: Exchange): Promise<LiveAnswer | null> {
    if (!question.isRendered || !renderQuestion) return takeFromNext(exchange);
    const { host, path, search } = question;
    const { response } = exchange;
    const shell = await getShell(`${host} ${path}`, () => takeShell(path, exchange));
    try {
      if (shell) return fillShell(shell, await renderQuestion(path as QuestionPath, new URLSearchParams(search)));
    } catch {
      // Next makes the same error, and logs it.
    }
    return response.writableEnded || response.destroyed ? null : takeFromNext(exchange);
  }

  async function answer(question: Question, exchange: Exchange): Promise<void> {
    const { key } = question;
    const { request, response } = exchange;
    const { method, headers } = request;
    for (;;) {
      const other = pending[key];
      const known = findAnswer(key) ?? (other ? await other : null);
      if (known) {
        sendLiveAnswer(known, request, response);
        return;
      }
      // While this request waited, another one may have become the first.
      if (pending[key]) continue;
      const lifetime = createLifetime(now());
      // Node sends no body to HEAD, whoever writes one.
      request.method = "GET";
      const making = lifetime.run(() => make(question, exchange));
      pending[key] = making;
      const made = await making.finally(() => delete pending[key]);
      if (!made) return;
      answers.set(key, { untilMs: lifetime.getUntilMs(), ...made });
      sendLiveAnswer(made, { method, headers }, response);
      return;
    }
  }

  return (request: IncomingMessage, response: ServerResponse, choice: Choice, pass: () => void): boolean => {
    const question = parseQuestion(request, choice, hosts);
    if (!question || isRedirected(redirected, question.host, question.path)) return false;
    request.url = question.path + question.search;
    void answer(question, { request, response, pass });
    return true;
  };
}

/** What Next answers. Null where that is for this client alone and was sent, or the client went away. */
function takeFromNext({ request, response, pass }: Exchange): Promise<LiveAnswer | null> {
  // Next answers nobody who is gone, and no event tells of it again: whoever waits for this answer would wait for ever.
  if (request.socket.destroyed || response.destroyed) return Promise.resolve(null);
  request.headers = plainHeaders(request.headers);
  return new Promise((resolve) => {
    response.once("close", () => resolve(null));
    holdResponse(response, (body) => {
      const answer = liveAnswer(response, body);
      if (answer) clearHead(response);
      else sendHeld(response, body, request.method);
      resolve(answer);
    });
    pass();
  });
}

/** The request then asks its question again. */
async function takeShell(path: string, exchange: Exchange): Promise<LiveAnswer | null> {
  const { request } = exchange;
  const { url, headers } = request;
  request.headers = plainHeaders(headers);
  askForShell(request, path);
  const answer = await takeFromNext(exchange);
  Object.assign(request, { url, headers });
  return answer;
}

/** Null if the answer depends on anything but the address and the form that `Accept` asks for. */
function parseQuestion(request: IncomingMessage, choice: Choice, hosts: readonly string[]): Question | null {
  const { method, url = "", headers } = request;
  const [path = ""] = url.split("?");
  if ((method !== "GET" && method !== "HEAD") || !isResourcePath(path)) return null;
  const { cache, kind, twin } = findResource(path);
  if (cache !== "live" || kind === "endpoint") return null;
  const own = hosts.find((one) => one === headers.host) ?? "";
  // These take no question and depend on no header. Nobody is counted for them, so no request may have one made anew.
  if (!isLivePage(path)) return { host: own, key: `${own} ${path}`, path, search: "", isRendered: false };
  const search = url.slice(path.length);
  const host = findSharedHost(request, hosts);
  if (host === null || search.length > MAX_QUERY_CHARACTERS) return null;
  if (twin !== undefined && choice === "none") return null;
  const isRendered = choice === "html" && search !== "" && isQuestionPage(path);
  return { host, key: `${host} ${twin === undefined ? "only" : choice} ${url}`, path, search, isRendered };
}

/** What Next gets of the headers: nothing on which an answer for everybody may depend. */
function plainHeaders(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const names = ["host", "accept", ownHeader("counted"), ownHeader("shell")];
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

function clearHead(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) if (!/^(?:date|connection)$/.test(name)) response.removeHeader(name);
}

function sendHeld(response: ServerResponse, body: Buffer, method: string | undefined): void {
  if (body.byteLength > 0) response.setHeader("Content-Length", body.byteLength);
  response.writeHead(response.statusCode).end(method === "HEAD" ? undefined : body);
}
