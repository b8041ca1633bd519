// Errors of calls to nodes and indexers. No message contains the host of a node or indexer.

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

export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly fault: UpstreamFault;
  readonly path: string;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  /** A node's error text (`error` or `message` of the body), untrusted. Null if there is none. */
  readonly refusal: string | null;
  readonly code: string | null;

  constructor(
    fault: UpstreamFault,
    path: string,
    { cause, status, retryAfterMs, refusal, code }: UpstreamErrorDetails & ErrorOptions = {},
  ) {
    super(`GET ${path}: ${fault}${status ? ` ${status}` : ""}`, { cause });
    this.fault = fault;
    this.path = path;
    this.status = status ?? null;
    this.retryAfterMs = retryAfterMs ?? null;
    this.refusal = refusal ?? null;
    this.code = code ?? null;
  }
}

type UpstreamErrorDetails = Partial<
  Pick<UpstreamError, "status" | "retryAfterMs" | "refusal" | "code">
>;

export function isEndpointMissing(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && (error.status === 404 || error.status === 501);
}

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

export type CallError = UpstreamError | ShapeError;

/** True if a healthy node refused the request: an error text, or HTTP 501 "not implemented". */
export function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && (error.refusal !== null || error.status === 501);
}

/**
 * True if a working node or indexer gave an unusable answer: a refusal, wrong shape, too large, no
 * JSON, or a status below 500 other than 401, 403 and 429.
 */
export function isUnusableAnswer(error: unknown): boolean {
  if (error instanceof ShapeError) return true;
  if (!(error instanceof UpstreamError)) return false;
  const { fault, status } = error;
  if (fault !== "status") return fault === "too_large" || fault === "not_json";
  if (isRefusal(error)) return true;
  return status !== null && status < 500 && ![401, 403, 429].includes(status);
}

export async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch {
    return null;
  }
}
