// A log of a known past, as if it had been watched each minute: the sample network has one from its first request on.
import { countSpan } from "./days.ts";
import { type Change, emptyLog, type Gap, hasBar, type Log, WATCH_MS } from "./log.ts";
import { type HistorySample, joinAlike, type Subject } from "./observation.ts";

const CHECK_MS = 60_000;

/** One subject, watched without a pause and without a change. */
export interface WatchedSpan extends HistorySample {
  readonly of: Subject;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Spans of one subject follow each other in time. Where they do not meet, nobody watched. `heightAt`: the block at an instant. */
export function logOfSpans(spans: readonly WatchedSpan[], heightAt: (atMs: number) => number): Log {
  const days: Record<Subject, Log["days"][string]> = {};
  const last: Record<Subject, WatchedSpan> = {};
  const changes: Change[] = [];
  const gaps: (Gap & Pick<Change, "of">)[] = [];
  for (const span of spans) {
    const { of, verdict, haltedBy, fromMs, toMs } = span;
    const before = last[of];
    last[of] = span;
    if (hasBar(of)) days[of] = countSpan(days[of] ?? [], verdict, fromMs, toMs);
    if (!before) continue;
    const afterMs = Math.min(before.toMs, fromMs - CHECK_MS);
    const [seen, lengthMs] = [{ afterMs, atMs: fromMs, height: heightAt(fromMs) }, fromMs - before.toMs];
    if (before.verdict !== verdict) changes.push({ from: before.verdict, to: verdict, haltedBy, ...seen, of: [of] });
    if (lengthMs > WATCH_MS) gaps.push({ fromMs: before.toMs, toMs: fromMs, lengthMs, spans: 1, of: [of] });
  }
  const all = Object.keys(last).length;
  return {
    ...emptyLog,
    sinceMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
    last: Object.fromEntries(
      Object.values(last).map(({ of, verdict, toMs, haltedBy }) => [
        of,
        { verdict, atMs: toMs, ...(haltedBy.length > 0 && { haltedBy }) },
      ]),
    ),
    changes: joinAlike(changes).sort((a, b) => a.atMs - b.atMs),
    gaps: joinAlike(gaps)
      .sort((a, b) => a.toMs - b.toMs)
      .map((gap) => (gap.of.length === all ? { ...gap, of: "all" } : gap)),
    days,
  };
}
