// Reads one HTTP response. Returns the JSON value, date and height, or throws an UpstreamError.
import * as z from "zod";
import { maxBodyBytes } from "./body-limits.ts";
import { orNull, UpstreamError } from "./errors.ts";
import { type JsonBody, readJsonBody } from "./json-body.ts";
import { HEIGHT_HEADER, type UpstreamResponse } from "./transport.ts";

const MAX_REFUSAL_BYTES = 16 * 1024;
const MAX_REFUSAL_CHARS = 300;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
/** HTTP statuses of a gateway. A node never sends them: it has no API keys and no rate limit. */
export const GATEWAY_STATUSES = new Set([401, 403, 407, 408, 425, 429, 451]);

const ErrorBody = z.union([
  z.looseObject({ error: z.string() }),
  z.looseObject({ message: z.string() }),
]);

/** Several callers share one answer, so no caller may change `value`. */
export interface Answer<T> {
  readonly value: T;
  /** Start of the call, by our clock. The age of the data counts from this time. */
  readonly askedAtMs: number;
  readonly receivedAtMs: number;
  readonly serverDateMs: number | null;
  readonly height: number | null;
}

export type ParsedResponse = JsonBody & Pick<Answer<unknown>, "serverDateMs" | "height">;

export async function readResponse(
  response: UpstreamResponse,
  path: string,
  maxRetryAfterMs: number,
  nowMs: number,
): Promise<ParsedResponse> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) throw new UpstreamError("redirect", path, { status });
  const isJson = JSON_TYPE.test(headers.get("content-type") ?? "");
  if (status < 200 || status >= 400) {
    const isNodeAnswer = isJson && !GATEWAY_STATUSES.has(status) && status <= 500;
    const refusal = isNodeAnswer ? await readRefusal(response, path) : null;
    const retryAfterMs = parseRetryAfter(headers.get("retry-after"), nowMs, maxRetryAfterMs);
    throw new UpstreamError("status", path, { status, refusal, retryAfterMs });
  }
  if (!isJson) throw new UpstreamError("content_type", path, { status });
  const jsonBody = await readJsonBody(response, path, maxBodyBytes(path));
  const refusal = hasErrorMember(jsonBody.value) ? parseRefusal(jsonBody.value, status) : null;
  if (refusal !== null) throw new UpstreamError("status", path, { status, refusal });
  return {
    ...jsonBody,
    serverDateMs: parseDate(headers.get("date")),
    height: parseHeight(headers.get(HEIGHT_HEADER)),
  };
}

function parseDate(header: string | null): number | null {
  const dateMs = Date.parse(header ?? "");
  return Number.isFinite(dateMs) ? dateMs : null;
}

function parseHeight(header: string | null): number | null {
  return /^[1-9]\d{0,14}$/.test(header ?? "") ? Number(header) : null;
}

function parseRetryAfter(header: string | null, nowMs: number, maxMs: number): number | null {
  if (header === null) return null;
  const isInSeconds = /^\s*\d{1,9}\s*$/.test(header);
  const waitMs = isInSeconds ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) ? Math.min(maxMs, Math.max(0, waitMs)) : null;
}

async function readRefusal(response: UpstreamResponse, path: string): Promise<string | null> {
  const jsonBody = await orNull(readJsonBody(response, path, MAX_REFUSAL_BYTES));
  return jsonBody && parseRefusal(jsonBody.value, response.status);
}

/**
 * Error text of a node, or "" if `error` is not a text. Null if the body has no error, or if a
 * gateway wrote the body: a 404 with `message`, but without `error` and `code`.
 */
function parseRefusal(body: unknown, status: number): string | null {
  if (hasErrorMember(body) && typeof body.error !== "string") return "";
  const errorBody = ErrorBody.safeParse(body).data;
  if (!errorBody) return null;
  if (status === 404 && !("error" in errorBody) && !("code" in errorBody)) return null;
  const refusalText = "error" in errorBody ? errorBody.error : errorBody.message;
  return String(refusalText).slice(0, MAX_REFUSAL_CHARS).toWellFormed();
}

function hasErrorMember(body: unknown): body is { readonly error: unknown } {
  return (
    typeof body === "object" &&
    body !== null &&
    !Array.isArray(body) &&
    Object.hasOwn(body, "error")
  );
}
