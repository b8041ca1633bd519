// The JSON of /.well-known/status (health+json). `status` is about this service, not the network.
// A check of the network has the status "pass" only if its value was observed.

import * as z from "zod";
import { answerTable } from "../../../answers/answer-table.ts";
import { StatusAnswerShape, statusAnswer } from "../../../answers/status/structured.ts";
import { config } from "../../../config.ts";
import type { NetworkReading } from "../../../protocol/model/network-status.ts";
import type { Clock } from "../../../protocol/model/verdicts.ts";
import { toSeconds } from "../../../protocol/safety/freshness.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { adviceText, hintText } from "../../../say/message-text.ts";
import { codedReason } from "../../../say/reason-text.ts";
import { sampleNote } from "../../../say/status.en.ts";
import { VERSION } from "../../../version.ts";
import { absoluteUrl } from "../../registry/links.ts";

interface Service {
  readonly startedMs: number;
  readonly nowMs: number;
}

const StateShape = z.enum(["pass", "warn", "fail"]);
const CheckShape = z.object({
  componentId: z.string(),
  componentType: z.string(),
  operator: z.string().optional(),
  observedValue: z.number().nullable().optional(),
  observedUnit: z.string().optional(),
  status: StateShape,
  time: z.string().optional(),
  output: z.string().optional(),
});
type State = z.output<typeof StateShape>;
type Checks = Record<string, z.output<typeof CheckShape>[]>;

interface StatusFacts {
  readonly reading: NetworkReading;
  readonly preset: Preset;
  readonly service: Service;
}
const documentTable = answerTable<StatusFacts>()({
  status: [StateShape, serviceState],
  version: [z.string(), () => VERSION],
  serviceId: [z.string(), () => new URL(absoluteUrl("/")).host],
  description: [
    z.string(),
    ({ reading: { source }, preset: { protocol, network } }) =>
      `${config().siteName}: discovery surface of ${protocol} (${network}, ${source})`,
  ],
  notes: [z.array(z.string()), ({ reading }) => listNotes(reading)],
  started: [z.string(), ({ service }) => new Date(service.startedMs).toISOString()],
  messages_per_minute: [z.int().nullable(), () => config().rateLimit || null],
  /** Time of the newest block in epoch seconds. Absent if no block was verified. */
  updated: [
    z.int().optional(),
    ({ reading: { clock } }) =>
      clock.blockTimeMs === null ? undefined : Math.floor(clock.blockTimeMs / 1000),
  ],
  checks: [
    z.record(z.string(), z.array(CheckShape)),
    ({ reading, preset, service }) => ({
      ...clockChecks(reading.clock, preset),
      ...providerChecks(reading),
      ...serviceChecks(service),
    }),
  ],
  network: [StatusAnswerShape, ({ reading }) => statusAnswer(reading)],
  dependencies: [
    z.array(z.string()),
    ({ preset: { network } }) => [`${network} node API`, `${network} indexer API`],
  ],
  links: [
    z.record(z.string(), z.string().regex(/^https?:\/\//)),
    () => ({
      self: absoluteUrl("/.well-known/status"),
      openapi: absoluteUrl("/openapi.json"),
      mcp: absoluteUrl("/mcp"),
      about: absoluteUrl("/llms.txt"),
    }),
  ],
});
export const StatusShape = documentTable.shape;

export function statusDocument(reading: NetworkReading, preset: Preset, service: Service) {
  return documentTable.of({ reading, preset, service });
}

function listNotes({ source, failure, advice }: NetworkReading): string[] {
  const failureHint = failure && hintText(failure);
  return [
    ...(source === "sample" ? [sampleNote] : []),
    ...(failureHint && failureHint !== adviceText(advice) ? [failureHint] : []),
    adviceText(advice),
  ];
}

/** pass: all data is fresh. warn: some is stale, missing or disputed. fail: no usable data. */
function serviceState({ reading }: StatusFacts): State {
  if (reading.failure || reading.clock.freshness === "unknown") return "fail";
  const isAllDataGood =
    reading.clock.freshness === "fresh" &&
    reading.providers.every((provider) => provider.ok) &&
    reading.warnings.every(({ code }) => code !== "outvoted") &&
    reading.trading.verdict !== "unknown" &&
    reading.chains
      .flatMap(({ trading, signing }) => [trading, signing])
      .every(({ verdict, reason }) => verdict !== "unknown" || reason?.code === "not_listed");
  return isAllDataGood ? "pass" : "warn";
}

const clockStates = { fresh: "pass", stale: "warn", unknown: "fail" } as const;

const observedMembers = (observedValue: number | null, observedUnit: string) =>
  observedValue === null ? { observedValue } : { observedValue, observedUnit };

const timeMember = (timeMs: number | null) =>
  timeMs === null ? {} : { time: new Date(timeMs).toISOString() };

function clockChecks(
  { ageMs, freshness, blockTimeMs, reason }: Clock,
  { network }: Preset,
): Checks {
  const blockTime = toIsoTime(blockTimeMs);
  const ageCheck = {
    componentId: network,
    componentType: "datastore",
    ...observedMembers(ageMs === null ? null : toSeconds(ageMs), "s"),
    status: clockStates[freshness],
    ...(blockTime !== null && { time: blockTime }),
    ...(reason && { output: codedReason(reason) }),
  };
  return { "network:block-age": [ageCheck] };
}

function providerChecks({ providers, source }: NetworkReading): Checks {
  const heightChecks = (kind: "node" | "indexer") =>
    providers
      .filter((provider) => provider.kind === kind)
      .map(({ operator, height, ok, observedAtMs }, index) => ({
        componentId: `${kind}-${index + 1}`,
        componentType: "datastore",
        ...(source === "live" && { operator }),
        ...observedMembers(height, "block"),
        status: ok ? ("pass" as const) : ("fail" as const),
        ...timeMember(observedAtMs),
      }));
  return { "node:height": heightChecks("node"), "indexer:height": heightChecks("indexer") };
}

function serviceChecks({ startedMs, nowMs }: Service): Checks {
  const uptimeCheck = {
    componentId: "process",
    componentType: "system",
    observedValue: Math.floor((nowMs - startedMs) / 1000),
    observedUnit: "s",
    status: "pass" as const,
    ...timeMember(nowMs),
  };
  return { uptime: [uptimeCheck] };
}
