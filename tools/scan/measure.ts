// What a scanner says, and how it is judged: against its threshold, and every finding fixed or waived by name.
import { type Waiver, waivers } from "./waivers.ts";

export interface Finding {
  /** The tool's own name of the rule or check. */
  readonly rule: string;
  /** Page, document or place in it. */
  readonly where: string;
  readonly message: string;
}

export interface Measure {
  /** Unique; a waiver names it. */
  readonly tool: string;
  readonly version: string;
  /** Null where the tool only counts findings. */
  readonly score: number | null;
  /** The least score that passes; null where the score is only recorded, or there is none. */
  readonly threshold: number | null;
  readonly findings: readonly Finding[];
  /** What was looked at: "7 pages". */
  readonly scope: string;
}

/** A tool that could not run here. */
export interface Absence {
  readonly tool: string;
  readonly reason: string;
}

export interface Judged extends Measure {
  readonly verdict: "pass" | "fail" | "recorded";
  readonly open: readonly Finding[];
  readonly waived: readonly (Finding & { readonly reason: string })[];
}

/** A recorded score has no gate: its findings are advice. */
export function judge(measure: Measure): Judged {
  const pairs = measure.findings.map((finding) => ({ finding, waiver: findWaiver(measure.tool, finding) }));
  const open = pairs.filter(({ waiver }) => !waiver).map(({ finding }) => finding);
  const waived = pairs.flatMap(({ finding, waiver }) => (waiver ? [{ ...finding, reason: waiver.reason }] : []));
  const { score, threshold } = measure;
  const isRecorded = score !== null && threshold === null;
  const reached = score === null || threshold === null || score >= threshold;
  return {
    ...measure,
    open,
    waived,
    verdict: isRecorded ? "recorded" : reached && open.length === 0 ? "pass" : "fail",
  };
}

/** Waivers of the tools that ran which no finding needs any more: each hides a defect to come. */
export function findStaleWaivers(judged: readonly Judged[]): readonly Waiver[] {
  const tools = new Map(judged.map((one) => [one.tool, one.findings]));
  return waivers.filter((waiver) => {
    const findings = tools.get(waiver.tool);
    return findings !== undefined && !findings.some((finding) => fits(waiver, finding));
  });
}

function findWaiver(tool: string, finding: Finding): Waiver | undefined {
  return waivers.find((waiver) => waiver.tool === tool && fits(waiver, finding));
}

function fits(waiver: Waiver, { rule, where }: Finding): boolean {
  return waiver.rule === rule && (waiver.where === undefined || waiver.where.test(where));
}
