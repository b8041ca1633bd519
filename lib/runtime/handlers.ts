// Shared by route handlers: a handler for each method, and responses with live data.

import type { EnvelopeAnswer } from "../answers/envelope.ts";
import { SHARED_SECONDS, sharedFor } from "../http/cache.ts";
import { allowedOptions, methodNotAllowed, unanswered } from "../http/problem.ts";
import { type Fields, requestedPath, toResponse } from "../http/ready-answer.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import type { Handler } from "./loaded-endpoint.ts";

export function readHandlers<Context extends readonly unknown[]>(
  allowedMethods: readonly string[],
  answerRead: (request: Request, ...context: Context) => Promise<Response>,
) {
  const refuseMethod: Handler = async (request) =>
    toResponse(request, methodNotAllowed(requestedPath(request), allowedMethods));
  const handleOptions: Handler = async (request) =>
    toResponse(request, allowedOptions(allowedMethods));
  return {
    GET: answerRead,
    HEAD: answerRead,
    OPTIONS: handleOptions,
    POST: refuseMethod,
    PUT: refuseMethod,
    PATCH: refuseMethod,
    DELETE: refuseMethod,
  };
}

/**
 * Arguments that can identify a person: an answer to them is not kept in a shared cache. A
 * transaction id is public, so it is not in this list.
 */
const personalArguments = ["destination", "refund_address", "affiliate"];

export function sharedCacheFields(query: URLSearchParams): Fields {
  return personalArguments.some((name) => query.has(name)) ? {} : sharedFor(SHARED_SECONDS);
}

export function linkField(link: string): Fields {
  return link === "" ? {} : { Link: link };
}

export function replyLive(request: Request, text: string, mediaType: string, headers: Fields) {
  return reply(
    request,
    createRepresentation({ text, mediaType, updated: null, cache: "live", headers }),
  );
}

interface StructuredReply {
  readonly mediaType: string;
  readonly link: string;
  /** False if the query has no arguments. An error then has status 200, and says what to send. */
  readonly isQuestion: boolean;
  /** True if the problem says all that there is: nothing was read. */
  readonly isArgumentError?: boolean;
}

/**
 * Sends a tool's answer. If it contains an error and `isQuestion` is true, the status is 400 (the
 * request must change) or 503 (a retry may help).
 */
export function replyStructured(
  request: Request,
  structuredAnswer: Record<string, unknown>,
  { mediaType, link, isQuestion, isArgumentError = false }: StructuredReply,
): Response {
  const { error } = structuredAnswer as Partial<EnvelopeAnswer>;
  if (error && isQuestion) {
    const { argument, candidates, retry_after_seconds: waitSeconds } = error;
    const answer = isArgumentError ? { argument, candidates } : structuredAnswer;
    return toResponse(
      request,
      unanswered(requestedPath(request), { ...error, waitSeconds }, answer),
    );
  }
  const cacheHeaders = error ? {} : sharedCacheFields(new URL(request.url).searchParams);
  const text = `${JSON.stringify(structuredAnswer)}\n`;
  return replyLive(request, text, mediaType, { ...linkField(link), ...cacheHeaders });
}
