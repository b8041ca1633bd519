// The JSON of /status/history.json: the bars of /status in seconds a day, and each halt. Time that was not watched never counts as open.

import * as z from "zod";
import { answerTable } from "../../../mcp/tools/answer-table.ts";
import { NamesShape, TextShape } from "../../../mcp/tools/shapes.ts";
import { sumDays, type WatchedDay } from "../../../protocol/history/days.ts";
import { type Halt, listHalts } from "../../../protocol/history/halts.ts";
import type { HistorySnapshot } from "../../../protocol/history/keeper.ts";
import { type Gap, WATCH_MS } from "../../../protocol/history/log.ts";
import { parseSubject, type Subject, WHOLE_NETWORK } from "../../../protocol/history/observation.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { toIsoTime } from "../../../protocol/values/figure-text.ts";
import { formatDay, subjectDays } from "./bars.ts";

const seconds = (ms: number) => Math.floor(ms / 1000);
/** Rounded down, so that only what was open all the time is 1. */
const floor = (share: number) => Math.floor(share * 1e6) / 1e6;
/** A log has instants only. */
const timeText = (ms: number) => toIsoTime(ms) as string;

const SubjectShape = z.object({ chain: TextShape, question: z.string() });
const betweenTable = answerTable<NonNullable<Halt["began"]>>()({
  after: [z.string(), (change) => timeText(change.afterMs)],
  by: [z.string(), (change) => timeText(change.atMs)],
});
const haltTable = answerTable<Halt>()({
  state: [z.enum(["halted", "disputed"]), (halt) => halt.verdict],
  of: [z.array(SubjectShape), (halt) => halt.of.map(toSubject)],
  halted_by: [NamesShape, (halt) => [...halt.haltedBy]],
  began: [betweenTable.shape.nullable(), ({ began }) => began && betweenTable.of(began)],
  ended: [betweenTable.shape.nullable(), ({ ended }) => ended && betweenTable.of(ended)],
  unchecked_seconds: [z.int(), (halt) => seconds(halt.unwatchedMs)],
  changes: [z.int(), (halt) => halt.times],
});
const gapTable = answerTable<Gap>()({
  of: [z.array(SubjectShape).nullable(), ({ of }) => (of === "all" ? null : of.map(toSubject))],
  from: [z.string(), (gap) => timeText(gap.fromMs)],
  to: [z.string(), (gap) => timeText(gap.toMs)],
  seconds: [z.int(), (gap) => seconds(gap.lengthMs)],
  parts: [z.int(), (gap) => gap.spans],
});
const runTable = answerTable<{ readonly first: WatchedDay; readonly last: WatchedDay }>()({
  from: [z.iso.date(), ({ first }) => formatDay(first.day)],
  to: [z.iso.date(), ({ last }) => formatDay(last.day)],
  open_seconds: [z.int(), ({ first }) => seconds(first.openMs)],
  halted_seconds: [z.int(), ({ first }) => seconds(first.haltedMs)],
  disputed_seconds: [z.int(), ({ first }) => seconds(first.disputedMs)],
  unchecked_seconds: [z.int(), ({ first }) => uncheckedSeconds(first)],
});
const chainTable = answerTable<{ readonly subject: Subject; readonly days: readonly WatchedDay[] }>()({
  chain: [TextShape, ({ subject }) => toSubject(subject).chain],
  // Of no other question a log has days.
  question: [z.enum(["trading", "signing"]), ({ subject }) => toSubject(subject).question as "trading" | "signing"],
  open_share: [
    z.number().min(0).max(1).nullable(),
    ({ days }) => {
      const { openMs, lengthMs, unwatchedMs } = sumDays(days);
      return lengthMs === unwatchedMs ? null : floor(openMs / (lengthMs - unwatchedMs));
    },
  ],
  checked_share: [
    z.number().min(0).max(1),
    ({ days }) => {
      const { lengthMs, unwatchedMs } = sumDays(days);
      return lengthMs === 0 ? 0 : floor((lengthMs - unwatchedMs) / lengthMs);
    },
  ],
  days: [z.array(runTable.shape), ({ days }) => joinEqual(days).map(runTable.of)],
});
const historyTable = answerTable<HistorySnapshot & { readonly preset: Preset; readonly nowMs: number }>()({
  network: [z.string(), ({ preset }) => preset.network],
  source: [z.enum(["live", "sample"]), ({ preset }) => (preset.network === "sample" ? "sample" : "live")],
  since: [TextShape, ({ log }) => toIsoTime(log.sinceMs)],
  kept: [z.enum(["sample", "instance", "store", "store_failed", "file", "file_failed"]), ({ memory }) => memory],
  checks: [z.enum(["each_minute", "on_request"]), ({ checks }) => checks],
  /** A shorter halt may be missing. */
  continuous_seconds: [z.int(), () => WATCH_MS / 1000],
  chains: [
    z.array(chainTable.shape),
    ({ log, nowMs }) =>
      Object.keys(log.days).map((subject) => chainTable.of({ subject, days: subjectDays(log, subject, nowMs) })),
  ],
  halts: [z.array(haltTable.shape), ({ log }) => listHalts(log).map(haltTable.of)],
  unchecked: [z.array(gapTable.shape), ({ log }) => log.gaps.map(gapTable.of)],
});
export const HistoryShape = historyTable.shape;

/** All of the log, for readers that draw it themselves. */
export function historyDocument(snapshot: HistorySnapshot, preset: Preset, nowMs: number) {
  return historyTable.of({ ...snapshot, preset, nowMs });
}

/** `chain` is null for the network as a whole. */
function toSubject(subject: Subject) {
  const { chain, question } = parseSubject(subject);
  return { chain: chain === WHOLE_NETWORK ? null : chain, question };
}

/** What is not checked is the rest of the day, so that nothing is lost to rounding. */
const uncheckedSeconds = ({ lengthMs, openMs, haltedMs, disputedMs }: WatchedDay) =>
  seconds(lengthMs) - seconds(openMs) - seconds(haltedMs) - seconds(disputedMs);

/** Days that follow each other with the same seconds are one run. */
function joinEqual(days: readonly WatchedDay[]) {
  const keyOf = (day: WatchedDay) =>
    [day.openMs, day.haltedMs, day.disputedMs].map(seconds).concat(uncheckedSeconds(day)).join();
  const runs: { readonly first: WatchedDay; last: WatchedDay }[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && keyOf(run.first) === keyOf(day)) run.last = day;
    else runs.push({ first: day, last: day });
  }
  return runs;
}
