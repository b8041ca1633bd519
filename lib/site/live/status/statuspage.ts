// JSON in the shape of Statuspage's public API (version 2), for aggregators and chat tools.
// Components are chains, incidents are halts in force, maintenances are scheduled halts.

import * as z from "zod";
import { type HaltInForce, haltsInForce, scheduledHalts } from "../../../answers/status/halts.ts";
import { config } from "../../../config.ts";
import type {
  ChainNote,
  ChainReading,
  NetworkReading,
  SignState,
} from "../../../protocol/model/network-status.ts";
import { chainNote } from "../../../protocol/safety/chain-note.ts";
import { type Preset, shortChainName } from "../../../protocol/values/chains.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { noteText } from "../../../say/notes.en.ts";
import { headline } from "../../../say/signs.en.ts";
import { statuspageTexts } from "../../../say/status.en.ts";
import { stopWords } from "../../../say/stops.en.ts";
import { chainUrl } from "../../registry/chain-pages.ts";
import { absoluteUrl } from "../../registry/links.ts";

const Time = z.string().nullable();
const PageShape = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  time_zone: z.literal("Etc/UTC"),
  updated_at: Time,
});
const StateShape = z.object({
  indicator: z.enum(["none", "minor", "major", "critical"]),
  description: z.string(),
});
const ComponentShape = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(["operational", "degraded_performance", "partial_outage", "major_outage"]),
  description: z.string().nullable(),
  position: z.int(),
  page_id: z.string(),
  group: z.literal(false),
  group_id: z.null(),
  updated_at: Time,
});
type Component = z.output<typeof ComponentShape>;
const UpdateShape = z.object({
  id: z.string(),
  incident_id: z.string(),
  status: z.enum(["identified", "scheduled"]),
  body: z.string(),
  created_at: Time,
  display_at: Time,
  updated_at: Time,
});
export const StatuspageEventShape = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(["identified", "scheduled"]),
  impact: z.enum(["none", "minor", "major", "critical", "maintenance"]),
  shortlink: z.string(),
  page_id: z.string(),
  /**
   * `created_at` and `started_at`: estimated start of the halt. Null if the block at which the halt
   * began is unknown, or if the halt is still to come.
   */
  created_at: Time,
  started_at: Time,
  updated_at: Time,
  monitoring_at: z.null(),
  resolved_at: z.null(),
  incident_updates: z.array(UpdateShape),
  components: z.array(ComponentShape.pick({ id: true, name: true, status: true })),
  scheduled_for: Time.optional(),
  scheduled_until: z.null().optional(),
});
type StatuspageEvent = z.output<typeof StatuspageEventShape>;

export const StatuspageStatusShape = z.object({ page: PageShape, status: StateShape });
export const StatuspageSummaryShape = StatuspageStatusShape.extend({
  components: z.array(ComponentShape),
  incidents: z.array(StatuspageEventShape),
  scheduled_maintenances: z.array(StatuspageEventShape),
});

const indicators: Readonly<Record<SignState, z.output<typeof StateShape>["indicator"]>> = {
  halted: "critical",
  partly_halted: "major",
  sources_disagree: "major",
  not_checked: "major",
  payouts_wait: "minor",
  swaps_wait: "minor",
  halts_soon: "minor",
  warned: "minor",
  open: "none",
};

export function statuspageStatus(
  { sign, source, clock }: NetworkReading,
  { protocol }: Preset,
): z.output<typeof StatuspageStatusShape> {
  const isSample = source === "sample";
  const page = {
    id: pageId(),
    name: statuspageTexts.page(config().siteName, protocol, isSample),
    url: absoluteUrl("/status"),
    time_zone: "Etc/UTC" as const,
    updated_at: toIsoTime(clock.blockTimeMs),
  };
  const description = statuspageTexts.state(headline(sign), isSample);
  return { page, status: { indicator: indicators[sign.state], description } };
}

export function statuspageSummary(
  reading: NetworkReading,
  preset: Preset,
): z.output<typeof StatuspageSummaryShape> {
  const components = reading.chains.map((chain, index) =>
    toComponent(chain, index + 1, reading, preset),
  );
  return {
    ...statuspageStatus(reading, preset),
    components,
    incidents: listIncidents(reading, components, preset),
    scheduled_maintenances: listMaintenances(reading, components, preset),
  };
}

const pageId = () => new URL(absoluteUrl("/status")).host;

const outagesByStop: Readonly<Record<ChainNote["stops"], Outages>> = {
  sending: { halted: "major_outage", unknown: "partial_outage" },
  payouts: { halted: "partial_outage", unknown: "partial_outage" },
  liquidity: { halted: "degraded_performance", unknown: "degraded_performance" },
};
type Outages = Readonly<Record<ChainNote["state"], Component["status"]>>;

const soonTexts: Readonly<Partial<Record<ChainReading["sending"], string>>> = {
  halts_soon: statuspageTexts.haltsSoon,
  refunds_halt_soon: statuspageTexts.payoutsHaltSoon,
};

function toComponent(
  chain: ChainReading,
  position: number,
  reading: NetworkReading,
  preset: Preset,
): Component {
  const note = chainNote(chain, reading.trading, preset);
  // A pause of liquidity stops no swap, and a halt that comes soon does.
  const soonText =
    note === null || note.stops === "liquidity" ? soonTexts[chain.sending] : undefined;
  const noteStatus = note ? outagesByStop[note.stops][note.state] : "operational";
  return {
    id: chain.chain,
    name: shortChainName(chain.chain, preset),
    status: soonText === undefined ? noteStatus : "degraded_performance",
    description: soonText ?? (note && noteText(note)),
    position,
    page_id: pageId(),
    group: false,
    group_id: null,
    updated_at: toIsoTime(reading.clock.blockTimeMs),
  };
}

function listIncidents(
  reading: NetworkReading,
  components: readonly Component[],
  preset: Preset,
): StatuspageEvent[] {
  return haltsInForce(reading, preset).map((halt) => {
    const haltedComponents = components.filter(({ id }) => halt.chains.includes(id));
    const bodyText = [
      ...new Set(haltedComponents.flatMap(({ description }) => description ?? [])),
      ...(halt.height === null ? [] : [statuspageTexts.start(halt.parameter, halt.height)]),
    ].join(" ");
    const { id, title, startMs } = halt;
    return {
      ...toEvent({
        id,
        title,
        body: bodyText,
        status: "identified",
        components: haltedComponents,
        startMs,
        reading,
      }),
      impact: incidentImpact(halt, haltedComponents.length === components.length),
    };
  });
}

function incidentImpact(
  { questions }: HaltInForce,
  isEveryChainHalted: boolean,
): StatuspageEvent["impact"] {
  if (questions.includes("trading") || questions.includes("deposits"))
    return isEveryChainHalted ? "critical" : "major";
  return questions.includes("signing") ? "minor" : "none";
}

function listMaintenances(
  reading: NetworkReading,
  components: readonly Component[],
  preset: Preset,
): StatuspageEvent[] {
  return scheduledHalts(reading.chains, preset).map(({ name, halt, chains }) => {
    const { subject, verb } = stopWords(name);
    const title = statuspageTexts.scheduled(subject, verb);
    return {
      ...toEvent({
        id: `${halt.parameter}-${halt.height}`,
        title,
        body: statuspageTexts.scheduledBody(title, halt.height),
        status: "scheduled",
        components: components.filter(({ id }) => chains.includes(id)),
        startMs: null,
        reading,
      }),
      impact: "maintenance",
      scheduled_for: toIsoTime(halt.estimatedTimeMs),
      scheduled_until: null,
    };
  });
}

interface EventFacts {
  readonly id: string;
  readonly startMs: number | null;
  readonly title: string;
  readonly body: string;
  readonly status: "identified" | "scheduled";
  readonly components: readonly Component[];
  readonly reading: NetworkReading;
}

function toEvent({
  id,
  title,
  body,
  status,
  components,
  startMs,
  reading,
}: EventFacts): Omit<StatuspageEvent, "impact"> {
  const [component] = components;
  const updatedAt = toIsoTime(reading.clock.blockTimeMs);
  // The text is of the newest block, so its update has no other time.
  const updateTimes = { created_at: updatedAt, display_at: updatedAt, updated_at: updatedAt };
  return {
    id,
    name: title,
    status,
    shortlink:
      component && components.length === 1 ? chainUrl(component.id) : absoluteUrl("/status"),
    page_id: pageId(),
    created_at: toIsoTime(startMs),
    started_at: toIsoTime(startMs),
    updated_at: updatedAt,
    monitoring_at: null,
    resolved_at: null,
    incident_updates: [{ id: `${id}-1`, incident_id: id, status, body, ...updateTimes }],
    components: components.map(({ id, name, status }) => ({ id, name, status })),
  };
}
