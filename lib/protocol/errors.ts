// Protocol room: the few ways in which reading a network can fail. No error carries an upstream's host or text in its message.

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

  constructor(
    fault: UpstreamFault,
    path: string,
    more: {
      status?: number;
      retryAfterMs?: number | null;
      refusal?: string | null;
      code?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(`GET ${path}: ${fault}${more.status ? ` ${more.status}` : ""}`, { cause: more.cause });
    this.fault = fault;
    this.path = path;
    this.status = more.status ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.refusal = more.refusal ?? null;
    this.code = more.code ?? null;
  }
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

/** The caller asked for something that cannot be answered. `hint` says what to do; `candidates` are the nearest legal values. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;
  readonly hint: string;
  readonly candidates: readonly string[];

  /** By name: the one network may have been made by another bundle than the one that asks it, with its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "InputError";
  }

  constructor(code: string, hint: string, candidates: readonly string[] = []) {
    super(hint);
    this.code = code;
    this.hint = hint;
    this.candidates = candidates;
  }
}
