// A live answer is made once for all who ask while nothing in it could differ, a second at most. Each client is counted all the same.
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Choice } from "../../http/negotiate.ts";
import { MAX_QUERY_CHARACTERS } from "../../http/problem.ts";
import { findResource, isLivePage, isResourcePath, type ResourcePath } from "../../site/registry/resources.ts";
import { holdResponse } from "../internals/response-hooks.ts";
import { createLifetime, MAX_LIFETIME_MS } from "./answer-lifetime.ts";
import { type LiveAnswer, liveAnswer, sendLiveAnswer } from "./live-answer.ts";
import type { DefaultHeaders } from "./next-response-fixes.ts";

const MAX_BYTES = 32 * 1024 * 1024;

interface Question {
  readonly key: string;
  readonly path: ResourcePath;
  /** With its question mark. */
  readonly search: string;
}

export interface LiveCacheSetup {
  /** Those of the configured origins. */
  readonly hosts: readonly string[];
  readonly defaultHeaders: DefaultHeaders;
  /** Counts the request for its client, and tells whether it may be answered. */
  readonly isAllowed: (request: IncomingMessage, path: ResourcePath, search: string) => Promise<boolean>;
  /** Epoch milliseconds, the clock of the readings. */
  readonly now: () => number;
}

/**
 * Returns a function that tells whether it answers the request, now or later. `pass` hands the request to Next, which counts it itself
 * and refuses it where it must. The first of equal requests goes there, and the others wait for its answer.
 */
export function createLiveCache({ hosts, defaultHeaders, isAllowed, now }: LiveCacheSetup) {
  const answers = new LRUCache<string, LiveAnswer & { readonly untilMs: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes.byteLength + key.length,
    ttl: MAX_LIFETIME_MS,
    ttlAutopurge: true,
  });
  const pending = new Map<string, Promise<LiveAnswer | null>>();

  function findAnswer(key: string): LiveAnswer | null {
    const known = answers.get(key);
    // The cache itself forgets it by a clock that is never set back.
    return known && now() < known.untilMs ? known : null;
  }

  /** What others wait for is null where the answer is for this client alone, or the client went away. */
  function make({ key, path }: Question, request: IncomingMessage, response: ServerResponse, pass: () => void): void {
    const lifetime = createLifetime(now());
    const making = new Promise<LiveAnswer | null>((resolve) => {
      response.once("close", () => resolve(null));
      holdResponse(response, (body) => {
        const answer = liveAnswer(response, body, path);
        if (answer) {
          answers.set(key, { ...answer, untilMs: lifetime.getUntilMs() });
          for (const name of response.getHeaderNames())
            if (!/^(?:date|connection)$/.test(name)) response.removeHeader(name);
          sendLiveAnswer(answer, asked, response, defaultHeaders);
        } else sendHeld(response, body, request.method);
        resolve(answer);
      });
    });
    pending.set(key, making);
    making.then(() => pending.delete(key));
    const asked = { method: request.method, headers: request.headers };
    request.headers = plainHeaders(request.headers);
    lifetime.run(pass);
  }

  async function answer(question: Question, request: IncomingMessage, response: ServerResponse, pass: () => void) {
    const { key, path, search } = question;
    for (;;) {
      const other = pending.get(key);
      const known = findAnswer(key) ?? (other ? await other : null);
      if (known) {
        if (await isAllowed(request, path, search)) sendLiveAnswer(known, request, response, defaultHeaders);
        else pass();
        return;
      }
      if (request.method === "HEAD") return pass();
      // While this request waited, another one may have become the first.
      if (!pending.has(key)) return make(question, request, response, pass);
    }
  }

  return (request: IncomingMessage, response: ServerResponse, choice: Choice, pass: () => void): boolean => {
    const question = toQuestion(request, choice, hosts);
    if (question) void answer(question, request, response, pass);
    return question !== null;
  };
}

/** Null if the answer depends on anything but the address and the form that `Accept` asks for. */
function toQuestion({ method, url = "", headers }: IncomingMessage, choice: Choice, hosts: readonly string[]) {
  const { host } = headers;
  if ((method !== "GET" && method !== "HEAD") || host === undefined || !hosts.includes(host)) return null;
  const [path = ""] = url.split("?");
  const search = url.slice(path.length);
  if (!isResourcePath(path) || search.length > MAX_QUERY_CHARACTERS) return null;
  const { cache, kind, twin } = findResource(path);
  if (cache !== "live" || kind === "endpoint" || (search !== "" && !isLivePage(path))) return null;
  // Next's router asks a page's address for parts of the page.
  if (Object.keys(headers).some((name) => /^(?:rsc$|next-|x-nextjs)/.test(name))) return null;
  if (twin !== undefined && choice === "none") return null;
  return { key: `${host} ${twin === undefined ? "only" : choice} ${url}`, path, search };
}

/** What Next gets of the headers: nothing on which an answer for everybody may depend, and whom the request counts for. */
function plainHeaders(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const names = ["host", "accept", "x-forwarded-for"] as const;
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

function sendHeld(response: ServerResponse, body: Buffer, method: string | undefined): void {
  if (body.byteLength > 0) response.setHeader("Content-Length", body.byteLength);
  response.writeHead(response.statusCode).end(method === "HEAD" ? undefined : body);
}
