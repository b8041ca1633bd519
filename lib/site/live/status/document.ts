// The JSON of /.well-known/status (health+json). `status` is about this service: a halt of the network is no failure of it.
// Nothing that was not observed is "pass".
import { config } from "../../../config.ts";
import type { HistoryStorage } from "../../../protocol/history/keeper.ts";
import { type ChainReading, type NetworkReading, splitChains } from "../../../protocol/model/network-status.ts";
import { codedReason } from "../../../protocol/model/verdicts.ts";
import { toSeconds } from "../../../protocol/safety/freshness.ts";
import { hintText, listHalts } from "../../../protocol/safety/sentences.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { VERSION } from "../../../version.ts";
import { absoluteUrl } from "../../registry/links.ts";

/** The facts about this process. */
export interface Service {
  readonly startedMs: number;
  readonly nowMs: number;
  readonly memory: HistoryStorage;
}

/** The status document of one reading. `updated` is the block's time in epoch seconds, left out when no block was verified. */
export function statusDocument(
  reading: NetworkReading,
  { network, protocol }: Preset,
  service: Service,
): Record<string, unknown> {
  const { siteName, rateLimit } = config();
  const { clock } = reading;
  const status = serviceStatus(reading, service);
  const { known, unchecked } = splitChains(reading);
  const hint = reading.failure && hintText(reading.failure);
  return {
    status,
    version: VERSION,
    serviceId: new URL(absoluteUrl("/")).host,
    description: `${siteName}: discovery surface of ${protocol} (${network}, ${reading.source})`,
    notes: [
      ...(reading.source === "sample" ? ["Sample network: invented data. Never send funds based on it."] : []),
      ...(hint && hint !== reading.advice ? [hint] : []),
      reading.advice,
    ],
    started: new Date(service.startedMs).toISOString(),
    messages_per_minute: rateLimit === 0 ? null : rateLimit,
    ...(clock.blockTimeMs === null ? {} : { updated: Math.floor(clock.blockTimeMs / 1000) }),
    checks: {
      "network:block-age": [
        {
          componentId: network,
          componentType: "datastore",
          ...observed(clock.ageMs === null ? null : toSeconds(clock.ageMs), "s"),
          status: clockStatus[clock.freshness],
          ...(clock.blockTimeMs === null ? {} : { time: toIsoTime(clock.blockTimeMs) }),
          ...(clock.reason ? { output: codedReason(clock.reason) } : {}),
        },
      ],
      ...providerChecks(reading),
      ...ownChecks(service),
    },
    network: {
      name: reading.network,
      source: reading.source,
      state: reading.sign.state,
      headline: reading.sign.headline,
      verdict: reading.trading.verdict,
      halted_by: reading.trading.haltedBy,
      reason: reading.trading.reason && codedReason(reading.trading.reason),
      height: clock.height,
      block_time: toIsoTime(clock.blockTimeMs),
      age_seconds: clock.ageMs === null ? null : toSeconds(clock.ageMs),
      freshness: clock.freshness,
      warnings: reading.warnings.map(({ code, text }) => ({ code, text })),
      chains: known.map((chain) => toChainRow(chain, reading)),
      unchecked_chains: unchecked,
    },
    dependencies: [`${network} node API`, `${network} indexer API`],
    links: {
      self: absoluteUrl("/.well-known/status"),
      openapi: absoluteUrl("/openapi.json"),
      mcp: absoluteUrl("/mcp"),
      about: absoluteUrl("/llms.txt"),
    },
  };
}

/** pass: all facts are fresh. warn: a fact is stale, missing or disputed, or the store fails. fail: no fact can be verified. */
function serviceStatus(reading: NetworkReading, { memory }: Service): "pass" | "warn" | "fail" {
  if (reading.failure || reading.clock.freshness === "unknown") return "fail";
  const whole =
    memory !== "store_failed" &&
    memory !== "file_failed" &&
    reading.clock.freshness === "fresh" &&
    reading.providers.every((provider) => provider.ok) &&
    reading.warnings.every(({ code }) => code !== "outvoted") &&
    reading.trading.verdict !== "unknown" &&
    reading.chains
      .flatMap(({ trading, signing }) => [trading, signing])
      .every(({ verdict, reason }) => verdict !== "unknown" || reason?.code === "not_listed");
  return whole ? "pass" : "warn";
}

const clockStatus = { fresh: "pass", stale: "warn", unknown: "fail" } as const;

/** What was not observed has no unit. */
function observed(observedValue: number | null, observedUnit: string): Record<string, unknown> {
  return observedValue === null ? { observedValue } : { observedValue, observedUnit };
}

/** When the value was observed. Empty when it was not. */
function timeOrNull(timeMs: number | null): Record<string, string> {
  return timeMs === null ? {} : { time: new Date(timeMs).toISOString() };
}

function providerChecks(reading: NetworkReading): Record<string, unknown> {
  const checks: Record<string, unknown[]> = {};
  for (const kind of ["node", "indexer"] as const) {
    const rows = reading.providers.filter((provider) => provider.kind === kind);
    checks[`${kind}:height`] = rows.map((provider, index) => ({
      componentId: `${kind}-${index + 1}`,
      componentType: "datastore",
      ...(reading.source === "live" && { operator: provider.operator }),
      ...observed(provider.height, "block"),
      status: provider.ok ? "pass" : "fail",
      ...timeOrNull(provider.observedAtMs),
    }));
  }
  return checks;
}

/** What keeps the history is listed only where something does. */
function ownChecks({ startedMs, nowMs, memory }: Service): Record<string, unknown> {
  const uptime = {
    componentId: "process",
    componentType: "system",
    observedValue: Math.floor((nowMs - startedMs) / 1000),
    observedUnit: "s",
    status: "pass",
    ...timeOrNull(nowMs),
  };
  const [kind] = memory.split("_");
  const isKept = kind === "store" || kind === "file";
  const state = memory === kind ? { status: "pass" } : { status: "warn", output: keptElsewhere[memory] };
  return {
    uptime: [uptime],
    ...(isKept && { "store:history": [{ componentId: kind, componentType: "datastore", ...state }] }),
  };
}

const keptElsewhere: Readonly<Record<string, string>> = {
  store_failed: "The store does not answer: this instance counts and remembers alone.",
  file_failed: "The file of the history cannot be used: this instance remembers alone.",
};

function toChainRow(chain: ChainReading, { haltParameters }: NetworkReading): Record<string, unknown> {
  return {
    chain: chain.chain,
    trading: chain.trading.verdict,
    deposits: chain.deposits.verdict,
    signing: chain.signing.verdict,
    liquidity: chain.liquidity.verdict,
    halted_by: listHalts(chain, haltParameters),
    reason: chain.reason && codedReason(chain.reason),
    scheduled: chain.scheduled.map(({ parameter, height, estimatedTimeMs }) => ({
      parameter,
      height,
      estimated_time: toIsoTime(estimatedTimeMs),
    })),
  };
}
