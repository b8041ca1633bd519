// This folder holds the listeners of the process, before Next reads a request and after it writes a response. This file:
// an answer is made once for all who ask: a stable one for as long as the process runs, a live one until something in it could differ, and for
// a second at most. Each client was counted before.
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
  usualSpelling,
} from "../../site/registry/resources.ts";
import { ownHeader } from "../internals/own-headers.ts";
import { createLifetime, MAX_LIFETIME_MS } from "./answer-lifetime.ts";
import { askForShell, createShells, fillShell, type RenderQuestion } from "./question-shell.ts";
import { type SharedAnswer, sendSharedAnswer, takeSharedAnswer } from "./shared-answer.ts";

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
  /** The only header that a stable answer depends on, beside the host. Null for a live answer. */
  readonly stableAccept: string | null;
}

export interface AnswerCacheSetup {
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
export function createAnswerCache({ hosts, redirected, renderQuestion, now, perf }: AnswerCacheSetup) {
  const answers = new LRUCache<string, SharedAnswer & { readonly untilMs: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ byteLength }, key) => byteLength + key.length,
    ttl: MAX_LIFETIME_MS,
    ttlAutopurge: true,
    ...(perf && { perf }),
  });
  // No Map, as in upstream/limits.ts.
  const pending: Record<string, Promise<SharedAnswer | null> | undefined> = Object.create(null);
  const getShell = createShells();

  function findAnswer(key: string): SharedAnswer | null {
    const known = answers.get(key);
    // The cache itself forgets it by a clock that is never set back.
    return known && now() < known.untilMs ? known : null;
  }

  /** Null where the answer is for this client alone and was sent, or the client went away. */
  async function make(question: Question, exchange: Exchange): Promise<SharedAnswer | null> {
    if (!question.isRendered || !renderQuestion) return takeFromNext(exchange, question.stableAccept);
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
      const known = other ? await other : findAnswer(key);
      if (known) {
        sendSharedAnswer(known, request, response);
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
      if (question.stableAccept === null) answers.set(key, { untilMs: lifetime.getUntilMs(), ...made });
      else if (made.etag !== null) answers.set(key, { untilMs: Number.POSITIVE_INFINITY, ...made }, { ttl: 0 });
      sendSharedAnswer(made, { method, headers }, response);
      return;
    }
  }

  return (request: IncomingMessage, response: ServerResponse, choice: Choice, pass: () => void): boolean => {
    const question = parseQuestion(request, choice, hosts);
    if (!question || isRedirected(redirected, question.host, question.path)) return false;
    request.url = question.path + question.search;
    const known = findAnswer(question.key);
    if (known) sendSharedAnswer(known, request, response);
    else void answer(question, { request, response, pass });
    return true;
  };
}

/** What Next answers. Null where that is for this client alone and was sent, or the client went away. */
function takeFromNext(
  { request, response, pass }: Exchange,
  stableAccept: string | null = null,
): Promise<SharedAnswer | null> {
  // Next answers nobody who is gone, and no event tells of it again: whoever waits for this answer would wait for ever.
  if (request.socket.destroyed || response.destroyed) return Promise.resolve(null);
  request.headers = plainHeaders(
    stableAccept === null ? request.headers : { ...request.headers, accept: stableAccept },
  );
  return new Promise((resolve) => {
    response.once("close", () => resolve(null));
    takeSharedAnswer(response, request.method, resolve);
    pass();
  });
}

/** The request then asks its question again. */
async function takeShell(path: string, exchange: Exchange): Promise<SharedAnswer | null> {
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
  const [asked = ""] = url.split("?");
  const path = usualSpelling(asked);
  if ((method !== "GET" && method !== "HEAD") || !isResourcePath(path)) return null;
  const { cache, kind, twin } = findResource(path);
  if (kind === "endpoint" || (twin !== undefined && choice === "none")) return null;
  const plain = { path, search: "", isRendered: false, stableAccept: null };
  if (cache === "live" && !isLivePage(path)) {
    // These take no question and depend on no header. Nobody is counted for them, so no request may have one made anew.
    const host = hosts.find((one) => one === headers.host) ?? "";
    return { ...plain, host, key: `${host} ${path}` };
  }
  const host = findSharedHost(request, hosts);
  if (host === null) return null;
  const form = twin === undefined ? "only" : choice;
  if (cache !== "live") {
    const stableAccept = twin === undefined ? "*/*" : `text/${choice}`;
    return { ...plain, host, key: `${host} ${form} ${path}`, stableAccept };
  }
  const search = url.slice(asked.length);
  if (search.length > MAX_QUERY_CHARACTERS) return null;
  const isRendered = choice === "html" && search !== "" && isQuestionPage(path);
  return { ...plain, host, key: `${host} ${form} ${url}`, search, isRendered };
}

/** The one of `hosts` that is asked. Null for requests of Next's router too, which asks a page's address for parts of the page. */
function findSharedHost({ headers }: IncomingMessage, hosts: readonly string[]): string | null {
  const { host } = headers;
  if (host === undefined || !hosts.includes(host)) return null;
  return Object.keys(headers).some((name) => /^(?:rsc$|next-|x-nextjs)/.test(name)) ? null : host;
}

/** What Next gets of the headers: nothing on which an answer for everybody may depend. */
function plainHeaders(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const names = ["host", "accept", ownHeader("counted"), ownHeader("shell")];
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

/** Hosts and paths that Next redirects to the other host, as `name/path`. */
type Redirected = ReadonlySet<string>;

/** `host`: as in `Host`, with or without its port. */
export function isRedirected(redirected: Redirected, host: string, path: string): boolean {
  return redirected.has(host.replace(/:\d+$/, "") + path);
}
