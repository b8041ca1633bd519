// A log as text, for a store or a file. Text that is no log of ours is null, never a log with something left out.
import * as z from "zod";
import { questions } from "../model/verdicts.ts";
import { CHAIN_CODE } from "../values/clean-text.ts";
import { toInstant } from "../values/instants.ts";
import { DAY_MS, KEPT_DAYS } from "./days.ts";
import { type Log, MAX_CHANGES, MAX_GAPS } from "./log.ts";
import { historySubject, historyVerdicts, MAX_SUBJECTS, parseSubject, WHOLE_NETWORK } from "./observation.ts";

const Verdict = z.enum(historyVerdicts);
/** Who can write into the store can write no sentence onto a page: parameters in capitals, flags in small letters. */
const Names = z.array(z.string().regex(/^(?:[A-Z0-9][A-Z0-9_-]{0,127}|[a-z_]{1,40})$/)).max(100);
const Subject = z.string().refine((text) => {
  const { chain, question } = parseSubject(text);
  const isNamed = chain === WHOLE_NETWORK || CHAIN_CODE.test(chain);
  return isNamed && questions.includes(question) && text === historySubject(chain, question);
});
const Subjects = z.array(Subject).max(MAX_SUBJECTS);
const Instant = z.number().refine((timeMs) => toInstant(timeMs) !== null);
const Day = z.int().refine((day) => toInstant(day * DAY_MS) !== null);
const Count = z.number().nonnegative();
const Whole = z.int().nonnegative();

const Last = {
  verdict: Verdict.nullable(),
  atMs: Instant,
  haltedBy: Names.optional(),
  disputedHeight: Whole.optional(),
};

const KeptLog = z.object({
  sinceMs: Instant.nullable(),
  last: z.record(Subject, z.object(Last)),
  changes: z
    .array(
      z.object({
        of: Subjects,
        from: Verdict,
        to: Verdict,
        haltedBy: Names,
        afterMs: Instant,
        atMs: Instant,
        height: Whole,
        times: Whole.optional(),
      }),
    )
    .max(MAX_CHANGES),
  gaps: z
    .array(
      z
        .object({
          of: z.union([z.literal("all"), Subjects]),
          fromMs: Instant,
          toMs: Instant,
          lengthMs: Count.optional(),
          spans: Count.optional(),
        })
        // Versions before 1.1 wrote each span alone.
        .transform(({ lengthMs, spans, ...gap }) => {
          return { ...gap, lengthMs: lengthMs ?? gap.toMs - gap.fromMs, spans: spans ?? 1 };
        }),
    )
    .max(MAX_GAPS),
  days: z.record(Subject, z.array(z.tuple([Day, Count, Count, Count]).readonly()).max(KEPT_DAYS)).default({}),
  lostMs: Instant.optional(),
});

export function parseLog(text: string): Log | null {
  try {
    return KeptLog.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const formatLog = (log: Log): string => JSON.stringify(log);
