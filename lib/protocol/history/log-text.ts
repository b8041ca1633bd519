// A log as text, for a store or a file. Text that is no log is null, never a log with something left out.
import { z } from "zod";
import type { Log } from "./log.ts";
import { historyVerdicts } from "./observation.ts";

const Verdict = z.enum(historyVerdicts);
const Names = z.array(z.string());
const Count = z.number().nonnegative();

const KeptLog = z.object({
  sinceMs: z.number().nullable(),
  last: z.record(z.string(), z.object({ verdict: Verdict.nullable(), atMs: z.number(), haltedBy: Names.optional() })),
  changes: z.array(
    z.object({
      of: Names,
      from: Verdict,
      to: Verdict,
      haltedBy: Names,
      afterMs: z.number(),
      atMs: z.number(),
      height: z.number(),
      times: z.number().optional(),
    }),
  ),
  gaps: z.array(
    z
      .object({
        of: z.union([z.literal("all"), Names]),
        fromMs: z.number(),
        toMs: z.number(),
        lengthMs: Count.optional(),
        spans: Count.optional(),
      })
      // Versions before 1.1 wrote each span alone.
      .transform(({ lengthMs, spans, ...gap }) => {
        return { ...gap, lengthMs: lengthMs ?? gap.toMs - gap.fromMs, spans: spans ?? 1 };
      }),
  ),
  days: z.record(z.string(), z.array(z.tuple([z.int(), Count, Count, Count]).readonly())).default({}),
  lostMs: z.number().optional(),
});

export function parseLog(text: string): Log | null {
  try {
    return KeptLog.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const formatLog = (log: Log): string => JSON.stringify(log);
