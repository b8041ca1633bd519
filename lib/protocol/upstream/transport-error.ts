// Turns the error of a connection into an UpstreamError.
import { UpstreamError, type UpstreamFault } from "./errors.ts";

const TIMEOUT_CODES = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"]);
const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|EPROTO$)/;
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

const faultRules: readonly (readonly [
  fault: UpstreamFault,
  isFaultCode: (code: string) => boolean,
])[] = [
  ["timeout", (code) => TIMEOUT_CODES.has(code)],
  ["tls", (code) => TLS_CODE.test(code)],
  ["connect", (code) => CONNECT_CODES.has(code)],
];

export function transportError(cause: unknown, path: string): UpstreamError {
  if (cause instanceof UpstreamError) return cause;
  const codes = errorCodes(cause);
  for (const [fault, isFaultCode] of faultRules) {
    const code = codes.find(isFaultCode);
    if (code) return new UpstreamError(fault, path, { code, cause });
  }
  return new UpstreamError("reset", path, { code: codes.at(-1) ?? null, cause });
}

/** Error codes, outermost first. `fetch` puts the socket's error into `cause`. */
function errorCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const ownCodes = "code" in error ? [String(error.code)] : [];
  const timeoutCodes = error.name === "TimeoutError" ? ["ETIMEDOUT"] : [];
  const causes = [...(error instanceof AggregateError ? error.errors : []), error.cause];
  return [...ownCodes, ...timeoutCodes, ...causes.flatMap((cause) => errorCodes(cause, depth + 1))];
}
