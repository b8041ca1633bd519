// One HTTP response → one JSON value, or the fault that it is. Nothing is buffered beyond the limit of its kind of question.
// One pass checks its depth before it is parsed, so no answer within its size limit can block the process.
import * as z from "zod";
import { UpstreamError, type UpstreamFault } from "./errors.ts";

const REFUSAL_CHARACTERS = 300;
/** The height of the state that an answer is made from. The gateway of a node of Cosmos SDK names it on each, see `client/grpc_query.go`. */
export const HEIGHT_HEADER = "grpc-metadata-x-cosmos-block-height";
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
/** Errors up to 500 that a gateway gives; a node, which asks for no key and counts no calls, does not. */
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
/** OpenSSL's names for a certificate that it does not accept, and Node's for a handshake that fails. */
const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|EPROTO$)/;
const TIMEOUT_CODES = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"]);

/** Error bodies: `{"error": "..."}` of older nodes, `{"code", "message"}` of newer ones and of gateways. */
export const ErrorBody = z.union([
  z.looseObject({ error: z.string() }),
  z.looseObject({ message: z.string() }),
]);

/** What is read of a response, of whichever transport. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Of what another process read: when it asked and when it had the whole, by our clock. */
  readonly readEarlier?: { readonly askedAtMs: number; readonly receivedAtMs: number };
  /** Called once the answer was read whole and has the shape that was asked for. Only then others may be given it. */
  readonly accept?: () => void;
}

interface JsonBody {
  readonly value: unknown;
  /** Size of the decoded body. */
  readonly bytes: number;
}

/**
 * Reads a response as JSON. `path` is the request's path, for errors and for the kind of question, which bounds the body.
 * @throws UpstreamError redirect, status, too_large, content_type or not_json; a fault of the connection passes through.
 */
export async function parseAnswer(
  response: UpstreamResponse,
  path: string,
  limits: { readonly backOffMaxMs: number },
  nowMs: number,
): Promise<JsonBody & Readonly<Record<"serverDateMs" | "height", number | null>>> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) throw new UpstreamError("redirect", path, { status });
  const isJson = JSON_TYPE.test(headers.get("content-type") ?? "");
  if (status < 200 || status >= 400) {
    const readable = isJson && !GATEWAY_STATUSES.has(status) && status <= 500;
    const refusal = readable
      ? readRefusal(await readBody(response, path, REFUSAL_BYTES).catch(() => null), status)
      : null;
    const retryAfterMs = parseRetryAfter(headers.get("retry-after"), nowMs, limits.backOffMaxMs);
    throw new UpstreamError("status", path, { status, refusal, retryAfterMs });
  }
  if (!isJson) throw new UpstreamError("content_type", path, { status });
  const body = await readBody(response, path, maxBodyBytes(path));
  // A 200 that holds an `error` is an error.
  const refusal = hasError(body.value) ? readRefusal(body, status) : null;
  if (refusal !== null) throw new UpstreamError("status", path, { status, refusal });
  const dateMs = Date.parse(headers.get("date") ?? "");
  const height = headers.get(HEIGHT_HEADER) ?? "";
  return {
    serverDateMs: Number.isFinite(dateMs) ? dateMs : null,
    height: /^[1-9]\d{0,14}$/.test(height) ? Number(height) : null,
    ...body,
  };
}

/** What a rejected transport or a broken body means. A timeout of ours arrives as the signal's reason, not here. */
export function transportError(cause: unknown, path: string): UpstreamError {
  if (cause instanceof UpstreamError) return cause;
  const codes = chainOf(cause);
  const kinds: readonly [fault: UpstreamFault, isKind: (code: string) => boolean][] = [
    ["timeout", (code) => TIMEOUT_CODES.has(code)],
    ["tls", (code) => TLS_CODE.test(code)],
    ["connect", (code) => CONNECT_CODES.has(code)],
  ];
  for (const [fault, isKind] of kinds) {
    const code = codes.find(isKind);
    if (code) return new UpstreamError(fault, path, { code, cause });
  }
  return new UpstreamError("reset", path, { code: codes.at(-1) ?? null, cause });
}

/** Retry-After in seconds or as a date → milliseconds from now, at most `maxMs`; null when absent or unreadable. */
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

/** The node's own words, or null when the body is not in a node's error form. A 404 with a bare `message` is a gateway's. */
function readRefusal(body: JsonBody | null, status: number): string | null {
  if (!body) return null;
  const parsed = ErrorBody.safeParse(body.value);
  if (!parsed.success) return hasError(body.value) ? "" : null;
  if (status === 404 && !("error" in parsed.data) && !("code" in parsed.data)) return null;
  const text = "error" in parsed.data ? parsed.data.error : parsed.data.message;
  return String(text).slice(0, REFUSAL_CHARACTERS).toWellFormed();
}

async function readBody(
  response: UpstreamResponse,
  path: string,
  maxBytes: number,
): Promise<JsonBody> {
  const tooLarge = () => new UpstreamError("too_large", path, { status: response.status });
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  // Of a kind whose body may be large, one member is read. A small body of it is parsed whole: it may be a refusal.
  const only = onlyMember(path);
  const scan = only && createMemberScan(only.name, only.bytes);
  const wholeBytes = only?.bytes ?? maxBytes;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    if (bytes <= wholeBytes) chunks.push(chunk);
    scan?.add(chunk);
  }
  try {
    if (!only || bytes <= wholeBytes) {
      const [first = new Uint8Array()] = chunks;
      return { value: parseBytes(chunks.length < 2 ? first : Buffer.concat(chunks)), bytes };
    }
    return { value: { [only.name]: parseBytes(scan?.found() ?? new Uint8Array()) }, bytes };
  } catch (cause) {
    throw new UpstreamError("not_json", path, { status: response.status, cause });
  }
}

const KB = 1024;

/**
 * Ten times the largest body of each kind among the recordings (2021 to 2026: main networks, regression suites of THORNode 3.17 and mayanode 1.124), rounded up to the
 * next 64 kB. The comment is that body's size in bytes and its recording.
 */
export const bodyLimits: ReadonlyMap<string, number> = new Map([
  ["mimir", 64 * KB], // 4,420, thornode/mimir/2024-03
  ["inbound_addresses", 64 * KB], // 5,987, regtest-3.17/switch__switch
  ["lastblock", 64 * KB], // 1,073, regtest-3.17/switch__invalid
  ["pools", 320 * KB], // 27,840, thornode/pools/2025
  ["network", 64 * KB], // 559, thornode/network/2025-04
  ["outbound_fees", 128 * KB], // 7,476, regtest-3.17/lab__twin-a
  ["queue", 64 * KB], // 116, regtest-3.17
  // Not recorded with a chain halted for days: as many rows as are read.
  ["queue/outbound", 1024 * KB],
  ["queue/scheduled", 1024 * KB],
  ["constants", 64 * KB], // 4,560, regtest-3.17/tcy__tcy-fund-fees
  ["quote/swap", 64 * KB], // 1,463, regtest-3.17/lab__twin-a
  ["quote/limit", 64 * KB], // 834, regtest-3.17/lab__twin-a
  ["tx/status", 64 * KB], // 2,928, regtest-3.17/swaps__multiple-affiliates
  ["v2/health", 64 * KB], // 281, midgard/health/2022-07
  ["v2/pools", 256 * KB], // 25,822, midgard/pools/2024-03
  ["v2/actions", 384 * KB], // 36,816, midgard/actions/2022-10.swaps_one_pending: a page of 50
  // Not recorded whole: all events and transactions of a block, of which the header is read.
  ["block", 4 * KB * KB],
]);

/** The one member that is read of a kind whose body may be large. The rest is not parsed. */
const onlyMembers: ReadonlyMap<string, string> = new Map([["block", "header"]]);

/** Of a kind that is not listed, and of one member. */
const OTHER_BYTES = 64 * KB;

/** A refusal is a sentence. */
const REFUSAL_BYTES = 16 * KB;

/** Of a path as errors name it: "/thorchain/tx/status/ABC…" and "/mayachain/tx/status/ABC…" are one kind. */
export function maxBodyBytes(path: string): number {
  return findOf(path, bodyLimits) ?? OTHER_BYTES;
}

/** The member whose text alone is parsed, or null where the whole body is. */
export function onlyMember(path: string): { readonly name: string; readonly bytes: number } | null {
  const name = findOf(path, onlyMembers);
  return name === undefined ? null : { name, bytes: OTHER_BYTES };
}

function findOf<T>(path: string, table: ReadonlyMap<string, T>): T | undefined {
  const [first = "", second = "", third = ""] = path.split("/").slice(1);
  const kinds = first === "v2" ? [`v2/${second}`] : [`${second}/${third}`, second];
  return kinds.map((kind) => table.get(kind)).find((found) => found !== undefined);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** @throws SyntaxError where the bytes are no JSON, TypeError where they are no UTF-8. */
function parseBytes(bytes: Uint8Array): unknown {
  return parseJson(decoder.decode(bytes));
}

/** Names and codes of an error and of its causes, outermost first: fetch hides the socket's error in `cause`. */
function chainOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const code = "code" in error ? [String(error.code)] : [];
  const name = error.name === "TimeoutError" ? ["ETIMEDOUT"] : [];
  const inner =
    error instanceof AggregateError ? error.errors.flatMap((one) => chainOf(one, depth + 1)) : [];
  return [...code, ...name, ...inner, ...chainOf(error.cause, depth + 1)];
}

/** Answers that are read are nested at most eight levels deep. A parser slows down on brackets that only open. */
const MAX_DEPTH = 32;

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = [91, 123] as const;
const CLOSING = [93, 125] as const;

/** @throws SyntaxError where the text is no JSON, or is nested too deeply. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) throw new SyntaxError("nested too deeply");
  return JSON.parse(text);
}

function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else if (code === OPENING[0] || code === OPENING[1]) depth += 1;
    else if (code === CLOSING[0] || code === CLOSING[1]) depth -= 1;
  }
  return depth > most;
}

/** The index of the quote that ends the string which begins at `open`, or of the end of the text. */
function closingQuote(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE)
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

const COLON = 58;
const OPEN = 123;
/** Change of depth at a bracket or a brace. */
const steps: Readonly<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };
const isGap = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

/** Looks for an object that is the member `name` of the outermost object. */
export function createMemberScan(name: string, maxBytes: number) {
  const wanted = Buffer.from(name);
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  /** Bytes of the string so far that equal the name; -1 where it is another. */
  let matched = -1;
  let place: "outside" | "after name" | "after colon" | "inside" | "done" = "outside";
  const kept: Uint8Array[] = [];
  let keptBytes = 0;

  function keep(part: Uint8Array): void {
    keptBytes += part.byteLength;
    if (keptBytes <= maxBytes) kept.push(part);
  }

  /** Of a byte in a string. */
  function readText(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) {
      isString = false;
      if (place !== "inside")
        place = depth === 1 && matched === wanted.byteLength ? "after name" : "outside";
      return;
    }
    matched = matched >= 0 && byte === wanted[matched] && !isEscaped ? matched + 1 : -1;
  }

  return {
    /** The object's text; null where its end did not come, or came too late. */
    found: () => (place === "done" && keptBytes <= maxBytes ? Buffer.concat(kept) : null),
    add(part: Uint8Array): void {
      // Where the object began in an earlier part, this part begins inside it.
      let from = 0;
      for (let at = 0; at < part.byteLength && place !== "done"; at += 1) {
        const byte = part[at] as number;
        if (isString) {
          readText(byte);
          continue;
        }
        depth += steps[byte] ?? 0;
        if (byte === QUOTE) {
          isString = true;
          matched = 0;
        }
        if (place === "inside") {
          if (depth === 1) {
            keep(part.subarray(from, at + 1));
            place = "done";
          }
        } else if (place === "after colon" && byte === OPEN) {
          place = "inside";
          from = at;
        } else if (place === "after name" && byte === COLON) place = "after colon";
        else if (!isGap(byte)) place = "outside";
      }
      if (place === "inside") keep(part.subarray(from));
    },
  };
}
