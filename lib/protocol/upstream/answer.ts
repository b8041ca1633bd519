// One HTTP response → one JSON value, or an UpstreamError. No body is buffered beyond its limit.
import * as z from "zod";
import { UpstreamError, type UpstreamFault } from "./errors.ts";

const REFUSAL_CHARACTERS = 300;
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

/**
 * `path` names the errors and decides the size limit. Errors of the connection pass through.
 * @throws UpstreamError redirect, status, too_large, content_type or not_json
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
  // A 200 with an `error` member is a refusal.
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

/** Our own timeout arrives as the signal's reason, not here. */
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
  // A small body is parsed whole even where one member would do: it may be a refusal.
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
 * Ten times the largest recorded body (2021 to 2026), rounded up to the next 64 kB.
 * Behind each: that body's bytes and its recording.
 */
export const bodyLimits: ReadonlyMap<string, number> = new Map([
  ["mimir", 64 * KB], // 4,420, thornode/mimir/2024-03
  ["inbound_addresses", 64 * KB], // 5,987, regtest-3.17/switch__switch
  ["lastblock", 64 * KB], // 1,073, regtest-3.17/switch__invalid
  ["pools", 320 * KB], // 27,840, thornode/pools/2025
  ["network", 64 * KB], // 559, thornode/network/2025-04
  ["outbound_fees", 128 * KB], // 7,476, regtest-3.17/lab__twin-a
  ["queue", 64 * KB], // 116, regtest-3.17
  // Not recorded after days of a halt, so the limit fits as many rows as are read.
  ["queue/outbound", 1024 * KB],
  ["queue/scheduled", 1024 * KB],
  ["constants", 64 * KB], // 4,560, regtest-3.17/tcy__tcy-fund-fees
  ["quote/swap", 64 * KB], // 1,463, regtest-3.17/lab__twin-a
  ["quote/limit", 64 * KB], // 834, regtest-3.17/lab__twin-a
  ["tx/status", 64 * KB], // 2,928, regtest-3.17/swaps__multiple-affiliates
  ["v2/health", 64 * KB], // 281, midgard/health/2022-07
  ["v2/pools", 256 * KB], // 25,822, midgard/pools/2024-03
  ["v2/actions", 384 * KB], // 36,816, midgard/actions/2022-10.swaps_one_pending: a page of 50
  // Not recorded whole: it holds all events and transactions of a block.
  ["block", 4 * KB * KB],
]);

const onlyMembers: ReadonlyMap<string, string> = new Map([["block", "header"]]);

const OTHER_BYTES = 64 * KB;

const REFUSAL_BYTES = 16 * KB;

/**
 * `path` as errors name it: "/thorchain/tx/status/ABC…". The network's name makes no difference.
 */
export function maxBodyBytes(path: string): number {
  return findOf(path, bodyLimits) ?? OTHER_BYTES;
}

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

/** @throws SyntaxError where the bytes are not JSON, TypeError where they are not UTF-8. */
function parseBytes(bytes: Uint8Array): unknown {
  return parseJson(decoder.decode(bytes));
}

/** Codes of an error and its causes, outermost first: fetch hides the socket's error in `cause`. */
function chainOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const code = "code" in error ? [String(error.code)] : [];
  const name = error.name === "TimeoutError" ? ["ETIMEDOUT"] : [];
  const inner =
    error instanceof AggregateError ? error.errors.flatMap((one) => chainOf(one, depth + 1)) : [];
  return [...code, ...name, ...inner, ...chainOf(error.cause, depth + 1)];
}

/** Answers nest at most eight levels deep. JSON.parse slows down on many opening brackets. */
const MAX_DEPTH = 32;

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = [91, 123] as const;
const CLOSING = [93, 125] as const;

/** @throws SyntaxError where the text is not JSON, or nests too deeply. */
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

function closingQuote(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE)
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

const COLON = 58;
const OPEN = 123;
const steps: Readonly<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };
const isGap = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

/** Finds the object that is the member `name` of the outermost object, without parsing the rest. */
export function createMemberScan(name: string, maxBytes: number) {
  const wanted = Buffer.from(name);
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  /** How many bytes of the current string equal the name so far; -1 once one differs. */
  let matched = -1;
  let place: "outside" | "after name" | "after colon" | "inside" | "done" = "outside";
  const kept: Uint8Array[] = [];
  let keptBytes = 0;

  function keep(part: Uint8Array): void {
    keptBytes += part.byteLength;
    if (keptBytes <= maxBytes) kept.push(part);
  }

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
    found: () => (place === "done" && keptBytes <= maxBytes ? Buffer.concat(kept) : null),
    add(part: Uint8Array): void {
      // An object that began in an earlier part continues at the start of this one.
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
