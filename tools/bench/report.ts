// The report of a run: Markdown for people, JSON for machines, a chart for both.
import type { Comparison, Measured, Outcome, Table } from "./groups/group.ts";
import { type Spread, spreadOf } from "./statistics.ts";

export interface Run {
  readonly title: string;
  readonly command: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationSeconds: number;
  readonly machine: string;
  readonly revision: string;
  readonly note: string;
}

export function reportMarkdown(run: Run, outcome: Outcome, chart: string | null): string {
  const { comparisons = [], tables = [], checks = [], skipped = [] } = outcome;
  const facts = [
    `Command: \`${run.command}\``,
    `Begun: ${run.startedAt}, ${Math.round(run.durationSeconds)} s`,
    `Machine: ${run.machine}`,
    `Sources: ${run.revision}`,
  ];
  const blocks = [
    `# ${run.title}`,
    facts.map((fact) => `- ${fact}`).join("\n"),
    run.note,
    ...(chart ? [`![Ratios of this run](${chart})`] : []),
    ...comparisons.map(comparisonText),
    ...tables.map(tableText),
    ...(checks.length > 0
      ? [
          tableText({
            title: "Checks",
            head: ["What", "Holds", "Seen"],
            rows: checks.map(({ name, holds, seen }) => [name, holds ? "yes" : "no", seen]),
          }),
        ]
      : []),
    ...(skipped.length > 0
      ? ["## Not measured", skipped.map(({ name, reason }) => `- ${name}: ${reason}.`).join("\n")]
      : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function comparisonText({ title, measured, ratios }: Comparison): string {
  const rows = measured.map((one) => [
    one.name,
    spreadText(spreadOf(one.requestsPerSecond), 0),
    spreadText(spreadOf(one.p50Ms), 0),
    spreadText(spreadOf(one.p99Ms), 0),
    one.cpuMicroseconds.length > 0 ? spreadOf(one.cpuMicroseconds).median.toFixed(0) : "",
    one.bytesPerAnswer,
  ]);
  const head = ["Server", "Requests a second", "p50 ms", "p99 ms", "Processor µs a request", "Bytes an answer"];
  const lines = ratios.map(({ name, value, target }) => {
    const verdict = target === null ? "" : ` Asked: ≥ ${target}: ${value.median >= target ? "met" : "not met"}.`;
    return `- ${name}: **${value.median.toFixed(2)}** (rounds ${value.min.toFixed(2)} to ${value.max.toFixed(2)}).${verdict}`;
  });
  return `${tableText({ title, head, rows })}\n\n${lines.join("\n")}`;
}

const spreadText = ({ median, min, max }: Spread, digits: number) =>
  `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;

function tableText({ title, head, rows, note }: Table): string {
  const formatLine = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  const table = [formatLine(head), formatLine(head.map(() => "---")), ...rows.map(formatLine)].join("\n");
  return `## ${title}\n\n${note ? `${note}\n\n` : ""}${table}`;
}

/** One line per contender and ratio, printed during the run. */
export function progressText({ title, measured, ratios }: Comparison): string {
  const formatLine = ({ name, requestsPerSecond, p99Ms, cpuMicroseconds }: Measured) =>
    `  ${name.padEnd(28)} ${spreadOf(requestsPerSecond).median.toFixed(0).padStart(7)} a second, p99 ${spreadOf(p99Ms).median} ms${cpuMicroseconds.length > 0 ? `, ${spreadOf(cpuMicroseconds).median.toFixed(0)} µs` : ""}`;
  const ratioLines = ratios.map(
    ({ name, value, target }) => `  ${name}: ${value.median.toFixed(2)}${target === null ? "" : ` (asked ${target})`}`,
  );
  return [title, ...measured.map(formatLine), ...ratioLines].join("\n");
}
