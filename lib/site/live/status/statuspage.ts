// The shape of Statuspage's public API (version 2), which aggregators and chat tools read.
// Components are chains, incidents are halts in force, maintenances are scheduled halts.
import * as z from "zod";
import { config } from "../../../config.ts";
import type {
  ChainReading,
  NetworkReading,
  SignState,
} from "../../../protocol/model/network-status.ts";
import { type Question, questions } from "../../../protocol/model/verdicts.ts";
import { keysOfChain } from "../../../protocol/safety/halt-keys.ts";
import {
  findStop,
  haltHeight,
  isFlag,
  shortChainName,
} from "../../../protocol/safety/halt-names.ts";
import { chainNote } from "../../../protocol/safety/sentences.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../../../protocol/values/chains.ts";
import { capitalize, toIsoTime } from "../../../protocol/values/figure-text.ts";
import { chainUrl } from "../../registry/chain-pages.ts";
import { absoluteUrl } from "../../registry/links.ts";
import { scheduledHalts } from "./view.ts";

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
  updated_at: Time,
});
type Component = z.output<typeof ComponentShape>;
const UpdateShape = z.object({
  id: z.string(),
  incident_id: z.string(),
  status: z.enum(["identified", "scheduled"]),
  body: z.string(),
  updated_at: Time,
});
export const StatuspageEventShape = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(["identified", "scheduled"]),
  impact: z.enum(["none", "minor", "major", "critical", "maintenance"]),
  shortlink: z.string(),
  page_id: z.string(),
  /** Estimated time of the block where the halt began; null where the parameter names none. */
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
    name: `${config().siteName}: ${protocol}${isSample ? " (sample, invented data)" : ""}`,
    url: absoluteUrl("/status"),
    time_zone: "Etc/UTC" as const,
    updated_at: toIsoTime(clock.blockTimeMs),
  };
  const description = `${isSample ? "Sample, invented data: " : ""}${sign.headline}`;
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
    incidents: listHaltsInForce(reading, components, preset),
    scheduled_maintenances: listHaltsToCome(reading, components, preset),
  };
}

const pageId = () => new URL(absoluteUrl("/status")).host;

const outages = {
  sending: "major_outage",
  payouts: "partial_outage",
  liquidity: "degraded_performance",
} as const;

function toComponent(
  chain: ChainReading,
  position: number,
  reading: NetworkReading,
  preset: Preset,
): Component {
  const note = chainNote(chain, reading.trading, preset);
  const outage = note && (note.state === "halted" ? outages[note.stops] : "degraded_performance");
  return {
    id: chain.chain,
    name: shortChainName(chain.chain, preset),
    status: outage ?? "operational",
    description: note && `${capitalize(note.what)}. ${note.sentences.join(" ")}`,
    position,
    page_id: pageId(),
    updated_at: toIsoTime(reading.clock.blockTimeMs),
  };
}

interface ChainHalt {
  /** The parameter, or chain and question where only a node's flag reports the halt. */
  readonly id: string;
  /** A flag is replaced by the chain's parameter with the same effect. */
  readonly parameter: string;
  readonly chain: string;
  readonly question: Question;
}

function haltsOfChain(reading: ChainReading): ChainHalt[] {
  const { chain } = reading;
  return questions.flatMap((question) => {
    const { haltedBy } = reading[question];
    const parameters = haltedBy.filter((name) => !isFlag(name));
    if (parameters.length > 0)
      return parameters.map((parameter) => ({ id: parameter, parameter, chain, question }));
    const isTold = question === "liquidity" && reading.trading.verdict === "halted";
    if (haltedBy.length === 0 || isTold) return [];
    const key = question === "deposits" ? "trading" : question;
    return [{ id: `${chain}-${key}`, parameter: keysOfChain(chain)[key].name, chain, question }];
  });
}

const verbInForce = {
  halts: "is halted",
  halt: "are halted",
  stop: "are halted",
  "is paused": "is paused",
  ends: "has ended for good",
  "is due": "is due",
} as const satisfies Readonly<Record<ReturnType<typeof findStop>["verb"], string>>;

function listHaltsInForce(
  reading: NetworkReading,
  components: readonly Component[],
  preset: Preset,
) {
  const halts = reading.chains.flatMap(haltsOfChain);
  return [...new Map(halts.map(({ id, parameter }) => [id, parameter]))].map(([id, parameter]) => {
    const halted = components.filter((component) =>
      halts.some((halt) => halt.id === id && halt.chain === component.id),
    );
    const codes = halted.map((component) => component.id);
    const { subject, verb } = findStop(parameter, codes, preset);
    const title = `${subject} ${verbInForce[verb]}`;
    const height = startHeight(parameter, codes, reading, preset);
    const since =
      height === null ? [] : [`${parameter} acts from block ${height}, or since a later vote.`];
    const body = [
      ...new Set(halted.flatMap(({ description }) => description ?? [])),
      ...since,
    ].join(" ");
    const startMs = height === null ? null : blockTime(height, reading);
    const stopped = halts.filter((halt) => halt.id === id).map(({ question }) => question);
    const impactOnSending =
      halted.length === components.length ? ("critical" as const) : ("major" as const);
    const impactOnRest = stopped.includes("signing") ? ("minor" as const) : ("none" as const);
    const isSendingHalted = stopped.includes("trading") || stopped.includes("deposits");
    return {
      ...toEvent({ id, title, body, status: "identified", chains: halted, startMs, reading }),
      impact: isSendingHalted ? impactOnSending : impactOnRest,
    };
  });
}

function startHeight(
  parameter: string,
  chains: readonly string[],
  { haltParameters }: NetworkReading,
  preset: Preset,
): number | null {
  const vote = haltParameters[parameter];
  if (!vote?.inForce) return null;
  return (
    chains
      .map((chain) => haltHeight(parameter, vote, chain, preset))
      .find((height) => height !== null) ?? null
  );
}

/** Estimated from the protocol's block time; null without a block, or for a later one. */
function blockTime(height: number, { clock }: NetworkReading): number | null {
  if (clock.blockTimeMs === null || clock.height === null || height > clock.height) return null;
  return clock.blockTimeMs - (clock.height - height) * PROTOCOL_BLOCK_SECONDS * 1_000;
}

function listHaltsToCome(
  reading: NetworkReading,
  components: readonly Component[],
  preset: Preset,
) {
  return scheduledHalts(reading.chains, preset).map(({ subject, verb, halt, chains }) => {
    const title = `${subject} ${verb}`;
    return {
      ...toEvent({
        id: `${halt.parameter}-${halt.height}`,
        title,
        body: `${title} at block ${halt.height}. The time is an estimate.`,
        status: "scheduled",
        chains: components.filter(({ id }) => chains.includes(id)),
        startMs: null,
        reading,
      }),
      impact: "maintenance" as const,
      scheduled_for: toIsoTime(halt.estimatedTimeMs),
      scheduled_until: null,
    };
  });
}

interface Event {
  readonly id: string;
  readonly startMs: number | null;
  readonly title: string;
  readonly body: string;
  readonly status: "identified" | "scheduled";
  readonly chains: readonly Component[];
  readonly reading: NetworkReading;
}

function toEvent({ id, title, body, status, chains, startMs, reading }: Event) {
  const [only, ...others] = chains;
  const updatedAt = toIsoTime(reading.clock.blockTimeMs);
  return {
    id,
    name: title,
    status,
    shortlink: only && others.length === 0 ? chainUrl(only.id) : absoluteUrl("/status"),
    page_id: pageId(),
    created_at: toIsoTime(startMs),
    started_at: toIsoTime(startMs),
    updated_at: updatedAt,
    monitoring_at: null,
    resolved_at: null,
    incident_updates: [{ id: `${id}-1`, incident_id: id, status, body, updated_at: updatedAt }],
    components: chains.map(({ id: chain, name, status }) => ({ id: chain, name, status })),
  };
}
