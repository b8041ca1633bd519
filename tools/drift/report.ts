// The drift check's result for one provider, and its text. It shows no address of a provider except the host.

import { GATEWAY_STATUSES } from "../../lib/protocol/upstream/answer.ts";
import { UpstreamError } from "../../lib/protocol/upstream/errors.ts";
import { Health, InboundAddresses, LastBlock, Mimir, Pools } from "../../lib/protocol/upstream/network-schemas.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { cleanText } from "../../lib/protocol/values/clean-text.ts";
import { compareBody, compareChains, compareHaltKeys, type Finding } from "./compare.ts";
import { type Endpoint, endpoints, Version } from "./fields.ts";

/** The result of reading one endpoint: its body, or why there is none. */
export type Reading = { readonly body: unknown } | { readonly error: unknown };

interface EndpointReport {
  readonly endpoint: string;
  /**
   * `refused`: the node declined to quote, which is a valid answer.
   * `unread`: it could not be read, so nothing is compared.
   */
  readonly outcome: "read" | "refused" | "unread";
  /** Why it could not be read. */
  readonly reason: string | null;
  readonly findings: readonly Finding[];
}

export interface ProviderReport {
  readonly kind: Endpoint["kind"];
  /** Counted from 1, in the configured order. */
  readonly number: number;
  readonly host: string;
  readonly version: string | null;
  readonly height: number | null;
  readonly endpoints: readonly EndpointReport[];
}

export type DriftResult = "none" | "drift" | "offline" | "sample";

/** Faults that say nothing about the endpoint's data: no answer, or a gateway's answer. */
const silentFaults = new Set(["connect", "tls", "timeout", "reset", "skipped", "aborted"]);

/** Compares all answers of one provider, by endpoint name. */
export function createProviderReport(
  preset: Preset,
  provider: Pick<ProviderReport, "kind" | "number" | "host">,
  readings: ReadonlyMap<string, Reading>,
): ProviderReport {
  const bodyOf = (name: string) => {
    const reading = readings.get(name);
    return reading && "body" in reading ? reading.body : undefined;
  };
  const rows = InboundAddresses.safeParse(bodyOf("inbound_addresses")).data;
  const pools = Pools.safeParse(bodyOf("pools")).data ?? [];
  const mimir = Mimir.safeParse(bodyOf("mimir")).data;
  const rowChains = rows?.map((row) => row.chain) ?? [];
  const more: Readonly<Record<string, readonly Finding[]>> = {
    inbound_addresses: rows ? compareChains(preset, rowChains) : [],
    mimir: mimir
      ? compareHaltKeys(
          preset,
          rowChains,
          pools.map((pool) => pool.asset),
          mimir,
        )
      : [],
  };
  const heights = LastBlock.safeParse(bodyOf("lastblock")).data?.map((row) => row.height) ?? [];
  const version = Version.safeParse(bodyOf("version")).data?.current;
  return {
    ...provider,
    version: version === undefined ? null : cleanText(version, 40),
    height:
      provider.kind === "node"
        ? (heights.sort((a, b) => b - a)[0] ?? null)
        : (Health.safeParse(bodyOf("health")).data?.lastThorNode.height ?? null),
    endpoints: endpoints
      .filter((endpoint) => endpoint.kind === provider.kind)
      .map((endpoint) => {
        const report = createEndpointReport(endpoint, preset, readings.get(endpoint.name));
        return provider.kind === "node"
          ? { ...report, findings: [...report.findings, ...(more[endpoint.name] ?? [])] }
          : report;
      }),
  };
}

function createEndpointReport(endpoint: Endpoint, preset: Preset, reading: Reading | undefined): EndpointReport {
  const own = { endpoint: endpoint.name, reason: null, findings: [] };
  if (reading && "body" in reading) {
    return { ...own, outcome: "read", findings: compareBody(endpoint, preset.segment, reading.body) };
  }
  const error = reading?.error;
  if (!(error instanceof UpstreamError)) return { ...own, outcome: "unread", reason: "failed" };
  const reason = error.status === null ? error.fault : `${error.fault} ${error.status}`;
  if (error.refusal !== null && endpoint.mayRefuse) return { ...own, outcome: "refused", reason };
  const isSilent =
    silentFaults.has(error.fault) ||
    (error.status !== null && (GATEWAY_STATUSES.has(error.status) || error.status >= 500));
  const finding: Finding = { kind: "bad_answer", name: endpoint.name, detail: reason };
  return { ...own, outcome: "unread", reason, findings: isSilent ? [] : [finding] };
}

/** Offline: nothing could be read, and nothing wrong was found. */
export function driftResult(reports: readonly ProviderReport[]): DriftResult {
  const all = reports.flatMap((report) => report.endpoints);
  if (all.some((one) => one.findings.length > 0)) return "drift";
  return all.some((one) => one.outcome === "read") ? "none" : "offline";
}

/** One block per provider, one line per endpoint or finding. */
export function driftLines(reports: readonly ProviderReport[]): string[] {
  return reports.flatMap((report) => [
    [
      `${report.kind} ${report.number}, ${report.host}: height ${report.height ?? "unread"}`,
      ...(report.kind === "node" ? [`version ${report.version ?? "unread"}`] : []),
    ].join(", "),
    ...report.endpoints.flatMap((one) => {
      const outcome = one.reason === null ? one.outcome : `${one.outcome} (${one.reason})`;
      const found = one.findings.map((finding) => `    ${finding.kind.padEnd(15)} ${finding.name}: ${finding.detail}`);
      return [`  ${one.endpoint.padEnd(18)} ${outcome}`, ...found];
    }),
    "",
  ]);
}
