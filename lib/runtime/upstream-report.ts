// Operator log: one line when a path of an upstream begins to fail, fails differently, or recovers.

import { SKEW_MS } from "../protocol/safety/freshness.ts";
import { ShapeError, UpstreamError, type UpstreamFault } from "../protocol/upstream/errors.ts";
import type { UpstreamCall } from "../protocol/upstream/upstream.ts";
import { isTxid } from "../protocol/values/txid.ts";

export interface UpstreamLine {
  readonly time: string;
  /** Name of a node or indexer, as in /.well-known/status: "node-1" is the first of NODE_URLS. */
  readonly upstream: string;
  /** Host of the configured URL. The URL's path is omitted, because it may contain a secret. */
  readonly host: string;
  readonly path: string;
  readonly fault: string | null;
  readonly code: string | null;
  readonly message: string;
}

type PlainFault = Exclude<UpstreamFault, "skipped" | "aborted" | "tls" | "status">;

const faultTexts: Readonly<Record<PlainFault, string>> = {
  connect: "No connection could be made: the host is down, unknown or out of reach.",
  timeout: "No whole answer came in time.",
  reset: "The connection broke.",
  redirect: "It answered with a redirect, and none is followed.",
  too_large: "The answer is larger than is read.",
  content_type: "The answer is not declared as JSON.",
  not_json: "The answer is not JSON.",
};

const certificateTexts: readonly (readonly [code: RegExp, text: string])[] = [
  [/EXPIRED/, "its certificate has expired, if this machine's clock is right"],
  [/NOT_YET_VALID/, "its certificate is not valid yet, if this machine's clock is right"],
  [/ALTNAME|HOSTNAME/, "its certificate is for another host"],
  [/SELF_SIGNED/, "its certificate is signed by itself"],
  [/UNABLE_TO|CERT_/, "its certificate is signed by no authority that this machine trusts"],
];

/** An HTTP date has whole seconds, so it can be off by up to one second. */
const DATE_STEP_MS = 1_000;

interface ReportSetup {
  readonly kind: "node" | "indexer";
  readonly index: number;
  readonly host: string;
  readonly write: (line: UpstreamLine) => void;
}

export function createUpstreamReport(setup: ReportSetup): (call: UpstreamCall) => void {
  const upstreamName = `${setup.kind}-${setup.index + 1}`;
  const lastReportedFaultByPath = new Map<string, string>();

  function reportChange(
    path: string,
    fault: string | null,
    message: string,
    code: string | null = null,
  ): void {
    const faultAndCode = [fault, code].join(" ");
    if (faultAndCode === (lastReportedFaultByPath.get(path) ?? " ")) return;
    lastReportedFaultByPath.set(path, faultAndCode);
    const time = new Date().toISOString();
    setup.write({ time, upstream: upstreamName, host: setup.host, path, fault, code, message });
  }

  function reportSkew(skewMs: number): void {
    if (Math.abs(skewMs) <= SKEW_MS + DATE_STEP_MS) {
      reportChange("clock", null, "Its clock agrees with ours again.");
      return;
    }
    const skewSeconds = Math.round(Math.abs(skewMs) / 1000);
    const differenceText = `${skewSeconds} s ${skewMs > 0 ? "ahead of" : "behind"} ours`;
    reportChange(
      "clock",
      "clock_skew",
      `Its clock is ${differenceText}: compare this machine's with a time server.`,
    );
  }

  return ({ path, seconds, error, skewMs }) => {
    if (seconds === null) return;
    const maskedPath = maskPath(path);
    const fault = faultName(error);
    if (fault === null || fault === "refused") reportChange(maskedPath, null, "It answers again.");
    else if (fault !== "aborted")
      reportChange(maskedPath, fault, errorText(error), errorCode(error));
    if (skewMs !== null) reportSkew(skewMs);
  };
}

/**
 * Replaces ids and amounts by placeholders. They identify a transaction, and with them each path
 * would be new, so each failure would get its own log line.
 */
function maskPath(path: string): string {
  const pathWithoutIds = path.replace(/[^/]+/g, (segment) =>
    isTxid(segment) ? "{txid}" : segment,
  );
  return pathWithoutIds.replace(/(?<=\/memo\/(?:check\/)?)[^/]+\/[^/]+$/, "{asset}/{number}");
}

function faultName(error: UpstreamCall["error"]): string | null {
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
  if (error.fault !== "tls") return faultTexts[error.fault];
  const [, reasonText = "the handshake failed"] =
    certificateTexts.find(([code]) => code.test(error.code ?? "")) ?? [];
  return `The connection could not be secured: ${reasonText}.`;
}
