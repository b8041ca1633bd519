// The few ways in which reading a network can fail. No error carries an upstream's host or text in its message.

export type UpstreamFault =
  | "connect"
  | "tls"
  | "timeout"
  | "reset"
  | "status"
  | "redirect"
  | "too_large"
  | "content_type"
  | "not_json"
  | "skipped"
  | "aborted";

/** The upstream could not be read: nothing usable arrived. `path` is the URL's path, never its host. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly fault: UpstreamFault;
  readonly path: string;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  /** The upstream's own refusal (4xx with an `error` or `message` member): data, never prose of ours. */
  readonly refusal: string | null;
  /** The system's own name of the fault, such as CERT_HAS_EXPIRED; null where it named none. */
  readonly code: string | null;

  constructor(fault: UpstreamFault, path: string, more: Details & ErrorOptions = {}) {
    super(`GET ${path}: ${fault}${more.status ? ` ${more.status}` : ""}`, { cause: more.cause });
    this.fault = fault;
    this.path = path;
    this.status = more.status ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.refusal = more.refusal ?? null;
    this.code = more.code ?? null;
  }
}

type Details = Partial<Pick<UpstreamError, "status" | "retryAfterMs" | "refusal" | "code">>;

/** Of a release, or a gateway, that does not have what was asked for. */
export function isNotOffered(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && (error.status === 404 || error.status === 501);
}

/** The upstream answered, but not in the shape that the protocol documents: names the path and the first wrong field. */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
  readonly path: string;
  readonly field: string;

  constructor(path: string, field: string, expected: string) {
    super(`GET ${path}: field ${field}: ${expected}`);
    this.path = path;
    this.field = field;
  }
}

/** What a healthy upstream answers too: its own refusal, or 501, "not implemented". */
export function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && (error.refusal !== null || error.status === 501);
}

/**
 * Whether the upstream lives and its answer is of no use: a refusal, a wrong shape, no such
 * endpoint. After any other error it could not be read, or no call was made.
 */
export function isUnusableAnswer(error: unknown): boolean {
  if (error instanceof ShapeError) return true;
  if (!(error instanceof UpstreamError)) return false;
  const { fault, status } = error;
  if (fault !== "status") return fault === "too_large" || fault === "not_json";
  if (isRefusal(error)) return true;
  return status !== null && status < 500 && ![401, 403, 429].includes(status);
}

/** What an optional part of an answer gave; null when it failed. The parts fail one by one. */
export async function orNull<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part;
  } catch {
    return null;
  }
}
