// This folder runs other projects' scanners and validators. Our own checks of a deployment are in verify/.
// This file: a scanner's result and how it is judged: by its threshold, and by findings that are fixed or waived by name.
import { type Waiver, waivers } from "./waivers.ts";

export interface Finding {
  /** The tool's own name of the rule or check. */
  readonly rule: string;
  /** The page or document, or a place in it. */
  readonly where: string;
  readonly message: string;
}

export interface Measure {
  /** Unique. A waiver names it. */
  readonly tool: string;
  readonly version: string;
  /** Null if the tool only counts findings. */
  readonly score: number | null;
  /** The lowest score that passes. Null if the score is only recorded, or there is none. */
  readonly threshold: number | null;
  readonly findings: readonly Finding[];
  /** What was checked: "7 pages". */
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

/** A recorded score has no threshold: its findings are advice. */
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

/** Waivers of tools that ran but that no finding needs any more. Each could hide a future defect. */
export function findStaleWaivers(judged: readonly Judged[]): readonly Waiver[] {
  const tools = new Map(judged.map((one) => [one.tool, one.findings]));
  return waivers.filter((waiver) => {
    if (waiver.isDrawn) return false;
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
