// The JSON of /status/history.json: the bars of /status in seconds a day, and each halt. Time that was not watched never counts as open.

import { sumDays, type WatchedDay } from "../../../protocol/history/days.ts";
import { listHalts } from "../../../protocol/history/halts.ts";
import type { HistorySnapshot } from "../../../protocol/history/keeper.ts";
import { WATCH_MS } from "../../../protocol/history/log.ts";
import { parseSubject, type Subject, WHOLE_NETWORK } from "../../../protocol/history/observation.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { formatDay, subjectDays } from "./bars.ts";

/** All of the log, for readers that draw it themselves. */
export function historyDocument({ log, memory, checks }: HistorySnapshot, { network }: Preset, nowMs: number) {
  return {
    network,
    source: network === "sample" ? "sample" : "live",
    since: toIsoTime(log.sinceMs),
    kept: memory,
    checks,
    /** A shorter halt may be missing. */
    continuous_seconds: WATCH_MS / 1000,
    chains: Object.keys(log.days).map((subject) => {
      const days = subjectDays(log, subject, nowMs);
      const { openMs, lengthMs, unwatchedMs } = sumDays(days);
      const watchedMs = lengthMs - unwatchedMs;
      return {
        ...toSubject(subject),
        open_share: watchedMs === 0 ? null : floor(openMs / watchedMs),
        checked_share: lengthMs === 0 ? 0 : floor(watchedMs / lengthMs),
        days: joinEqual(days),
      };
    }),
    halts: listHalts(log).map(({ of, verdict, haltedBy, began, ended, unwatchedMs, times }) => ({
      state: verdict,
      of: of.map(toSubject),
      halted_by: haltedBy,
      began: began && { after: toIsoTime(began.afterMs), by: toIsoTime(began.atMs) },
      ended: ended && { after: toIsoTime(ended.afterMs), by: toIsoTime(ended.atMs) },
      unchecked_seconds: seconds(unwatchedMs),
      changes: times,
    })),
    unchecked: log.gaps.map(({ of, fromMs, toMs, lengthMs, spans }) => ({
      of: of === "all" ? null : of.map(toSubject),
      from: toIsoTime(fromMs),
      to: toIsoTime(toMs),
      seconds: seconds(lengthMs),
      parts: spans,
    })),
  };
}

const seconds = (ms: number) => Math.floor(ms / 1000);
/** Rounded down, so that only what was open all the time is 1. */
const floor = (share: number) => Math.floor(share * 1e6) / 1e6;

/** `chain` is null for the network as a whole. */
function toSubject(subject: Subject) {
  const { chain, question } = parseSubject(subject);
  return { chain: chain === WHOLE_NETWORK ? null : chain, question };
}

/** Days that follow each other with the same seconds are one entry. */
function joinEqual(days: readonly WatchedDay[]) {
  const runs: (ReturnType<typeof toRun> & { to: string })[] = [];
  for (const day of days) {
    const run = toRun(day);
    const last = runs.at(-1);
    if (last && secondNames.every((name) => last[name] === run[name])) last.to = run.from;
    else runs.push({ ...run, to: run.from });
  }
  return runs;
}

const secondNames = ["open_seconds", "halted_seconds", "disputed_seconds", "unchecked_seconds"] as const;

/** The seconds of one day. What is not checked is the rest of it, so that nothing is lost to rounding. */
function toRun({ day, lengthMs, openMs, haltedMs, disputedMs }: WatchedDay) {
  const [open, halted, disputed] = [openMs, haltedMs, disputedMs].map(seconds) as [number, number, number];
  return {
    from: formatDay(day),
    to: "",
    open_seconds: open,
    halted_seconds: halted,
    disputed_seconds: disputed,
    unchecked_seconds: seconds(lengthMs) - open - halted - disputed,
  };
}
