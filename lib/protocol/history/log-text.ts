// What is kept of the observations, and the same as text, for a store or a file. Text that is no log of ours is null, never a log with
// something left out.
import * as z from "zod";
import { questions } from "../model/verdicts.ts";
import { CHAIN_CODE } from "../values/clean-text.ts";
import { toInstant } from "../values/figure-text.ts";
import { DAY_MS, KEPT_DAYS } from "./days.ts";
import {
  historySubject,
  historyVerdicts,
  MAX_CHANGES,
  MAX_GAPS,
  MAX_SUBJECTS,
  parseSubject,
  WHOLE_NETWORK,
} from "./observation.ts";

const Verdict = z.enum(historyVerdicts);
/** Who can write into the store can write no sentence onto a page: parameters in capitals, flags in small letters. */
const Names = z
  .array(z.string().regex(/^(?:[A-Z0-9][A-Z0-9_-]{0,127}|[a-z_]{1,40})$/))
  .max(100)
  .readonly();
const Subject = z.string().refine((text) => {
  const { chain, question } = parseSubject(text);
  const isNamed = chain === WHOLE_NETWORK || CHAIN_CODE.test(chain);
  return isNamed && questions.includes(question) && text === historySubject(chain, question);
});
const Subjects = z.array(Subject).max(MAX_SUBJECTS).readonly();
const Instant = z.number().refine((timeMs) => toInstant(timeMs) !== null);
const Day = z.int().refine((day) => toInstant(day * DAY_MS) !== null);
const Count = z.number().nonnegative();
const Whole = z.int().nonnegative();

/** The last sample of a subject; `verdict` is null until there was one, and `atMs` is then when the log began. */
const LastSample = z.object({
  verdict: Verdict.nullable(),
  atMs: Instant,
  /** What was in force then; left out where nothing was. */
  haltedBy: Names.optional(),
  /** The block at which sources were first seen to disagree since then: while they may only be read blocks apart, that is no sample. */
  disputedHeight: Whole.optional(),
});
export type LastSample = Readonly<z.infer<typeof LastSample>>;

/** Between two samples one after the other of the same subjects. */
const Change = z.object({
  of: Subjects,
  from: Verdict,
  to: Verdict,
  /** What is in force now; empty unless halted. */
  haltedBy: Names,
  /** Block times of the sample before and of this one: it changed between the two. */
  afterMs: Instant,
  atMs: Instant,
  height: Whole,
  /** How many changes this entry stands for, where there were too many to tell each: `from` is of the first, the rest of the last. */
  times: Whole.optional(),
});
export type Change = Readonly<z.infer<typeof Change>>;

/** Spans longer than `WATCH_MS` without a sample, one after the other, between which nothing changed. */
const Gap = z
  .object({
    /** All the subjects that were known then, or some of them. */
    of: z.union([z.literal("all"), Subjects]),
    fromMs: Instant,
    toMs: Instant,
    /** All spans together. */
    lengthMs: Count.optional(),
    spans: Count.optional(),
  })
  // Versions before 1.1 wrote each span alone.
  .transform(({ lengthMs, spans, ...gap }) => {
    return { ...gap, lengthMs: lengthMs ?? gap.toMs - gap.fromMs, spans: spans ?? 1 };
  });
export type Gap = Readonly<z.infer<typeof Gap>>;

/** Bounded, as JSON too. Changes and gaps in the order in which they were found. */
const Log = z.object({
  /** From here on the log is whole; null before the first observation. */
  sinceMs: Instant.nullable(),
  last: z.record(Subject, LastSample).readonly(),
  changes: z.array(Change).max(MAX_CHANGES).readonly(),
  gaps: z.array(Gap).max(MAX_GAPS).readonly(),
  /** For each subject that has a bar: what was seen on each day. It does not depend on the bounds of the lists. */
  days: z
    .record(
      Subject,
      z
        .array(z.tuple([Day, Count, Count, Count]).readonly())
        .max(KEPT_DAYS)
        .readonly(),
    )
    .readonly()
    .default({}),
  /** When a kept log could not be read and this one was begun instead. */
  lostMs: Instant.optional(),
});
export type Log = Readonly<z.infer<typeof Log>>;

export function parseLog(text: string): Log | null {
  try {
    return Log.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const formatLog = (log: Log): string => JSON.stringify(log);
