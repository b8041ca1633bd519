// Counts each request for a live page before Next, in every form, and answers the client that is above its limit.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Choice } from "../../http/negotiate.ts";
import { MAX_QUERY_CHARACTERS } from "../../http/problem.ts";
import { findResource, isLivePage, isResourcePath, type ResourcePath } from "../../site/registry/resources.ts";
import { ownHeader } from "../internals/own-headers.ts";

export interface QuestionLimitSetup {
  readonly redirected: Redirected;
  /** Counts the request for its client, and returns the answer for one above its limit. `form`: the path of the form that is asked for. */
  readonly refuse: (request: IncomingMessage, form: ResourcePath) => Promise<Response | null>;
  /** Corrects what is written to the response, as it does for Next. */
  readonly amend: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Returns a function that refuses the request, or calls `goOn` when it is counted or need not be. */
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
  redirected: Redirected,
): ResourcePath | null {
  const [path = ""] = url.split("?");
  if ((method !== "GET" && method !== "HEAD") || !isResourcePath(path) || !isLivePage(path)) return null;
  const { twin } = findResource(path);
  if (isRedirected(redirected, headers.host ?? "", path) || url.length - path.length > MAX_QUERY_CHARACTERS)
    return null;
  if (twin === undefined || choice === "html") return path;
  return choice === "markdown" && isResourcePath(twin) ? twin : null;
}

/** Hosts and paths that Next redirects to the other host, as `name/path`. */
export type Redirected = ReadonlySet<string>;

/** `host`: as in `Host`, with or without its port. */
export function isRedirected(redirected: Redirected, host: string, path: string): boolean {
  return redirected.has(host.replace(/:\d+$/, "") + path);
}
