// Operator log: one line when a path of an upstream begins to fail, fails differently, or recovers.

import { SKEW_MS } from "../protocol/safety/freshness.ts";
import { ShapeError, UpstreamError, type UpstreamFault } from "../protocol/upstream/errors.ts";
import type { UpstreamCall } from "../protocol/upstream/upstream.ts";
import { isTxid } from "../protocol/values/txid.ts";

export interface UpstreamLine {
  readonly time: string;
  /** As in /.well-known/status: "node-1" is the first of NODE_URLS. */
  readonly upstream: string;
  /** No path, because it may contain a key. */
  readonly host: string;
  readonly path: string;
  readonly fault: string | null;
  readonly code: string | null;
  readonly message: string;
}

const words: Readonly<
  Record<Exclude<UpstreamFault, "skipped" | "aborted" | "tls" | "status">, string>
> = {
  connect: "No connection could be made: the host is down, unknown or out of reach.",
  timeout: "No whole answer came in time.",
  reset: "The connection broke.",
  redirect: "It answered with a redirect, and none is followed.",
  too_large: "The answer is larger than is read.",
  content_type: "The answer is not declared as JSON.",
  not_json: "The answer is not JSON.",
};

const certificateWords: readonly (readonly [code: RegExp, words: string])[] = [
  [/EXPIRED/, "its certificate has expired, if this machine's clock is right"],
  [/NOT_YET_VALID/, "its certificate is not valid yet, if this machine's clock is right"],
  [/ALTNAME|HOSTNAME/, "its certificate is for another host"],
  [/SELF_SIGNED/, "its certificate is signed by itself"],
  [/UNABLE_TO|CERT_/, "its certificate is signed by no authority that this machine trusts"],
];

/** HTTP dates have whole seconds. */
const DATE_STEP_MS = 1_000;

export function createUpstreamReport(setup: {
  readonly kind: "node" | "indexer";
  readonly index: number;
  readonly host: string;
  readonly write: (line: UpstreamLine) => void;
}): (call: UpstreamCall) => void {
  const upstream = `${setup.kind}-${setup.index + 1}`;
  const last = new Map<string, string>();

  /** `fault`: null while the path works, which is the first state. */
  function tell(
    path: string,
    fault: string | null,
    message: string,
    code: string | null = null,
  ): void {
    const state = [fault, code].join(" ");
    if (state === (last.get(path) ?? " ")) return;
    last.set(path, state);
    setup.write({
      time: new Date().toISOString(),
      upstream,
      host: setup.host,
      path,
      fault,
      code,
      message,
    });
  }

  return ({ path: ownPath, seconds, error, skewMs }) => {
    const path = pathTemplate(ownPath);
    if (seconds === null) return;
    const fault = faultText(error);
    if (fault === null || fault === "refused") tell(path, null, "It answers again.");
    else if (fault !== "aborted") tell(path, fault, errorText(error), errorCode(error));
    if (skewMs === null) return;
    const isSkewed = Math.abs(skewMs) > SKEW_MS + DATE_STEP_MS;
    const apart = `Its clock is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? "ahead of" : "behind"} ours`;
    if (isSkewed)
      tell("clock", "clock_skew", `${apart}: compare this machine's with a time server.`);
    else tell("clock", null, "Its clock agrees with ours again.");
  };
}

/** Hides ids and amounts: they identify a transaction, and each would be a new path. */
function pathTemplate(path: string): string {
  const hidden = path.replace(/[^/]+/g, (part) => (isTxid(part) ? "{txid}" : part));
  return hidden.replace(/(?<=\/memo\/(?:check\/)?)[^/]+\/[^/]+$/, "{asset}/{number}");
}

/** `refused`: the node itself refused the question. */
function faultText(error: UpstreamCall["error"]): string | null {
  if (error instanceof ShapeError) return "shape";
  if (error instanceof UpstreamError) return error.refusal === null ? error.fault : "refused";
  return null;
}

function errorCode(error: UpstreamCall["error"]): string | null {
  if (!(error instanceof UpstreamError)) return null;
  return error.code ?? (error.fault === "status" ? `${error.status}` : null);
}

function errorText(error: UpstreamCall["error"]): string {
  if (error instanceof ShapeError)
    return "The answer has not the shape that the protocol documents.";
  if (!error || error.fault === "skipped" || error.fault === "aborted") return "";
  if (error.fault === "status") return `It answered ${error.status}.`;
  if (error.fault !== "tls") return words[error.fault];
  const known = certificateWords.find(([code]) => code.test(error.code ?? ""));
  return `The connection could not be secured: ${known?.[1] ?? "the handshake failed"}.`;
}
