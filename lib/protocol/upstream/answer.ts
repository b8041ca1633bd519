// One HTTP response → one JSON value, or an UpstreamError. No body is buffered beyond its limit.
import * as z from "zod";
import { maxBodyBytes, onlyMember } from "./body-limits.ts";
import { UpstreamError, type UpstreamFault } from "./errors.ts";
import { parseBytes } from "./json-text.ts";
import { createMemberScan } from "./member-scan.ts";

const MAX_REFUSAL_BYTES = 16 * 1024;
const MAX_REFUSAL_CHARS = 300;
/** A Cosmos SDK gateway sends it with every answer: `client/grpc_query.go`. */
export const HEIGHT_HEADER = "grpc-metadata-x-cosmos-block-height";
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
/** Only gateways send these: a node checks no key and counts no calls. */
export const GATEWAY_STATUSES = new Set([401, 403, 407, 408, 425, 429, 451]);
const CONNECT_CODES = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** OpenSSL's names for a rejected certificate, and Node's for a failed handshake. */
const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|EPROTO$)/;
const TIMEOUT_CODES = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"]);

export const ErrorBody = z.union([
  z.looseObject({ error: z.string() }),
  z.looseObject({ message: z.string() }),
]);

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Set where another process made the call. Times by our clock. */
  readonly readEarlier?: { readonly askedAtMs: number; readonly receivedAtMs: number };
  /** Called once the answer has its schema's shape: only then may other processes reuse it. */
  readonly accept?: () => void;
}

interface JsonBody {
  readonly value: unknown;
  readonly bytes: number;
}

interface ParsedAnswer extends JsonBody {
  readonly serverDateMs: number | null;
  readonly height: number | null;
}

/**
 * `path` names the errors and decides the size limit. Errors of the connection pass through.
 * @throws UpstreamError redirect, status, too_large, content_type or not_json
 */
export async function parseAnswer(
  response: UpstreamResponse,
  path: string,
  limits: { readonly backOffMaxMs: number },
  nowMs: number,
): Promise<ParsedAnswer> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) throw new UpstreamError("redirect", path, { status });
  const isJson = JSON_TYPE.test(headers.get("content-type") ?? "");
  if (status < 200 || status >= 400) {
    const isFromNode = isJson && !GATEWAY_STATUSES.has(status) && status <= 500;
    const errorBody = isFromNode
      ? await readBody(response, path, MAX_REFUSAL_BYTES).catch(() => null)
      : null;
    const refusal = parseRefusal(errorBody, status);
    const retryAfterMs = parseRetryAfter(headers.get("retry-after"), nowMs, limits.backOffMaxMs);
    throw new UpstreamError("status", path, { status, refusal, retryAfterMs });
  }
  if (!isJson) throw new UpstreamError("content_type", path, { status });
  const body = await readBody(response, path, maxBodyBytes(path));
  // A 200 with an `error` member is a refusal.
  const refusal = hasError(body.value) ? parseRefusal(body, status) : null;
  if (refusal !== null) throw new UpstreamError("status", path, { status, refusal });
  const dateMs = Date.parse(headers.get("date") ?? "");
  const height = headers.get(HEIGHT_HEADER) ?? "";
  return {
    serverDateMs: Number.isFinite(dateMs) ? dateMs : null,
    height: /^[1-9]\d{0,14}$/.test(height) ? Number(height) : null,
    ...body,
  };
}

/** Our own timeout arrives as the signal's reason, not here. */
export function transportError(cause: unknown, path: string): UpstreamError {
  if (cause instanceof UpstreamError) return cause;
  const codes = errorCodes(cause);
  const faults: readonly [fault: UpstreamFault, isOfFault: (code: string) => boolean][] = [
    ["timeout", (code) => TIMEOUT_CODES.has(code)],
    ["tls", (code) => TLS_CODE.test(code)],
    ["connect", (code) => CONNECT_CODES.has(code)],
  ];
  for (const [fault, isOfFault] of faults) {
    const code = codes.find(isOfFault);
    if (code) return new UpstreamError(fault, path, { code, cause });
  }
  return new UpstreamError("reset", path, { code: codes.at(-1) ?? null, cause });
}

function parseRetryAfter(text: string | null, nowMs: number, maxMs: number): number | null {
  if (text === null) return null;
  const waitMs = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) ? Math.min(maxMs, Math.max(0, waitMs)) : null;
}

function hasError(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.hasOwn(value, "error")
  );
}

/** Null when the body is not a node's error. A 404 with a bare `message` comes from a gateway. */
function parseRefusal(body: JsonBody | null, status: number): string | null {
  if (!body) return null;
  const parsed = ErrorBody.safeParse(body.value);
  if (!parsed.success) return hasError(body.value) ? "" : null;
  if (status === 404 && !("error" in parsed.data) && !("code" in parsed.data)) return null;
  const text = "error" in parsed.data ? parsed.data.error : parsed.data.message;
  return String(text).slice(0, MAX_REFUSAL_CHARS).toWellFormed();
}

async function readBody(
  response: UpstreamResponse,
  path: string,
  maxBytes: number,
): Promise<JsonBody> {
  const tooLarge = () => new UpstreamError("too_large", path, { status: response.status });
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  // A small body is parsed whole even where one member would do: it may be a refusal.
  const member = onlyMember(path);
  const scan = member && createMemberScan(member.name, member.bytes);
  const wholeBytes = member?.bytes ?? maxBytes;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    if (bytes <= wholeBytes) chunks.push(chunk);
    scan?.add(chunk);
  }
  try {
    if (!member || bytes <= wholeBytes) {
      const [chunk = new Uint8Array()] = chunks;
      return { value: parseBytes(chunks.length < 2 ? chunk : Buffer.concat(chunks)), bytes };
    }
    return { value: { [member.name]: parseBytes(scan?.found() ?? new Uint8Array()) }, bytes };
  } catch (cause) {
    throw new UpstreamError("not_json", path, { status: response.status, cause });
  }
}

/** Codes of an error and its causes, outermost first: fetch hides the socket's error in `cause`. */
function errorCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const code = "code" in error ? [String(error.code)] : [];
  const name = error.name === "TimeoutError" ? ["ETIMEDOUT"] : [];
  const causes = [...(error instanceof AggregateError ? error.errors : []), error.cause];
  return [...code, ...name, ...causes.flatMap((cause) => errorCodes(cause, depth + 1))];
}
