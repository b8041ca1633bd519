// The observed changes in words, newest first. A time without readings is a row of its own, never "no change".
import type { HistorySnapshot } from "../../../protocol/history/keeper.ts";
import {
  type Change,
  KEPT_MS,
  type Log,
  listOpenGaps,
  type SubjectSet,
  WATCH_MS,
} from "../../../protocol/history/log.ts";
import { parseSubject, WHOLE_NETWORK } from "../../../protocol/history/observation.ts";
import { chainName } from "../../../protocol/safety/halt-names.ts";
import { joinWords } from "../../../protocol/safety/sentences.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { formatInstant, formatSpan } from "../../../protocol/values/figure-text.ts";

interface HistoryRow {
  readonly id: string;
  readonly state: "open" | "halted" | "unknown";
  readonly when: string;
  readonly what: string;
}

export interface HistoryView {
  readonly lead: string;
  /** How long the history is kept, and where. */
  readonly memory: string;
  readonly rows: readonly HistoryRow[];
  /** How many rows are left out. */
  readonly older: number;
}

/** The newest rows. /status.atom has more. */
export const SHOWN_ROWS = 12;
const NAMED_CHAINS = 6;

interface Span {
  readonly of: SubjectSet;
  readonly fromMs: number;
  /** Null: up to now. */
  readonly toMs: number | null;
  readonly lengthMs: number;
  readonly spans: number;
}

type Event = { readonly change: Change } | { readonly spans: readonly [Span, ...Span[]] };

export function historyView({ log, memory, startedMs }: HistorySnapshot, nowMs: number, preset: Preset): HistoryView {
  const events = listEvents(log, nowMs);
  const rows = events.map((event) =>
    "change" in event ? toChangeRow(event.change, preset) : toSpansRow(event.spans, preset),
  );
  return {
    lead: historyLead(log),
    memory: memoryText(memory, startedMs),
    rows: rows.slice(0, SHOWN_ROWS),
    older: Math.max(0, rows.length - SHOWN_ROWS),
  };
}

function historyLead({ sinceMs, changes }: Log): string {
  const limit = formatSpan(WATCH_MS / 1000);
  const rule = `We check every minute. A halt shorter than ${limit} may be missing here.`;
  if (sinceMs === null) return `Nothing has been observed yet. ${rule}`;
  const since = `Observed since ${formatInstant(sinceMs)}.`;
  const found = changes.length === 0 ? " No change was seen." : "";
  return `${since}${found} ${rule} A span without a reading is listed as not observed: what happened in it is not known.`;
}

function memoryText(memory: HistorySnapshot["memory"], startedMs: number): string {
  switch (memory) {
    case "sample":
      return "Sample network: this history is invented.";
    case "file":
      return `Kept in a file of this server, for ${KEPT_MS / 86_400_000} days.`;
    case "file_failed":
      return "The file of this history cannot be used right now. What is shown may be incomplete, and a restart forgets it.";
    case "instance":
      return `Kept in the memory of this server. It began to watch at ${formatInstant(startedMs)}, and a restart forgets it.`;
    case "store":
      return `Kept by all servers of this deployment together, for ${KEPT_MS / 86_400_000} days.`;
    case "store_failed":
      return "The kept history cannot be read now: this is what this server saw itself since it last could, and what it read then.";
  }
}

/** Changes, and spans without readings. Adjacent spans of the same subjects, with no change between them, are one event. */
function listEvents(log: Log, nowMs: number): Event[] {
  const dated = [
    ...log.changes.map((change) => ({ atMs: change.atMs, event: { change } as Event })),
    ...[
      ...log.gaps,
      ...listOpenGaps(log, nowMs).map((gap) => ({ ...gap, toMs: null, lengthMs: nowMs - gap.fromMs, spans: 1 })),
    ].map((span: Span) => ({
      atMs: span.toMs ?? Number.POSITIVE_INFINITY,
      event: { spans: [span] } as Event,
    })),
  ];
  // A change that was found at the end of a gap comes before the gap.
  const order = (event: Event) => ("change" in event ? 0 : 1);
  dated.sort((a, b) => (a.atMs === b.atMs ? order(a.event) - order(b.event) : a.atMs > b.atMs ? -1 : 1));
  const events: Event[] = [];
  for (const { event } of dated) {
    const before = events.at(-1);
    if (before && "spans" in before && "spans" in event && String(before.spans[0].of) === String(event.spans[0].of)) {
      events[events.length - 1] = { spans: [...before.spans, event.spans[0]] };
    } else events.push(event);
  }
  return events;
}

function toChangeRow(change: Change, preset: Preset): HistoryRow {
  const { afterMs, atMs, height } = change;
  const isSudden = atMs - afterMs <= WATCH_MS;
  const when = isSudden
    ? `${formatInstant(atMs)}, block ${height}`
    : `between ${formatInstant(afterMs)} and ${formatInstant(atMs)}`;
  const state = change.to === "disputed" ? "unknown" : change.to;
  return { id: `${atMs} ${change.to} ${change.of.join()}`, state, when, what: changeText(change, preset) };
}

/** "Litecoin (LTC): trading and deposits halted by HALTLTCTRADING, were open". */
export function changeText({ of, from, to, haltedBy, times }: Change, preset: Preset): string {
  const by = haltedBy.length > 0 ? ` by ${haltedBy.join(", ")}` : "";
  if (times !== undefined) return `${scopeText(of, preset)} changed ${times} times, ${verdictWords[to]}${by} at last`;
  return `${scopeText(of, preset)} ${verdictWords[to]}${by}, ${of.length === 1 ? "was" : "were"} ${verdictWords[from]}`;
}

export const verdictWords = {
  open: "open",
  halted: "halted",
  disputed: "not checked (sources disagree)",
} as const satisfies Readonly<Record<Change["to"], string>>;

function toSpansRow(spans: readonly [Span, ...Span[]], preset: Preset): HistoryRow {
  const [newest] = spans;
  const oldest = spans.at(-1) ?? newest;
  const lengthMs = spans.reduce((sum, span) => sum + span.lengthMs, 0);
  const times = spans.reduce((sum, one) => sum + one.spans, 0);
  const count = times === 1 ? "" : `, in ${times} spans`;
  const what = newest.of === "all" ? "Not observed" : `Not observed: ${scopeText(newest.of, preset)}`;
  return {
    id: `${oldest.fromMs} gap ${newest.of === "all" ? "all" : newest.of.join()}`,
    state: "unknown",
    when: `${formatInstant(oldest.fromMs)} to ${newest.toMs === null ? "now" : formatInstant(newest.toMs)}`,
    what: `${what} (${formatSpan(lengthMs / 1000)} in all${count})`,
  };
}

/** "The network: trading; Bitcoin (BTC) and Litecoin (LTC): trading, deposits and liquidity". */
function scopeText(of: readonly string[], preset: Preset): string {
  const asked = new Map<string, string[]>();
  for (const subject of of) {
    const { chain, question } = parseSubject(subject);
    asked.set(chain, [...(asked.get(chain) ?? []), question]);
  }
  const alike = new Map<string, string[]>();
  for (const [chain, questions] of asked) {
    const key = `${chain === WHOLE_NETWORK ? "network " : ""}${joinWords(questions)}`;
    alike.set(key, [...(alike.get(key) ?? []), chain]);
  }
  return [...alike.values()]
    .map((chains) => `${scopeNames(chains, preset)}: ${joinWords(asked.get(chains[0] as string) ?? [])}`)
    .join("; ");
}

function scopeNames(chains: readonly string[], preset: Preset): string {
  if (chains[0] === WHOLE_NETWORK) return "The network";
  const more = chains.length > NAMED_CHAINS ? [`${chains.length - NAMED_CHAINS + 1} more`] : [];
  const named = chains.slice(0, more.length > 0 ? NAMED_CHAINS - 1 : NAMED_CHAINS);
  return joinWords([...named.map((chain) => chainName(chain, preset)), ...more]);
}
