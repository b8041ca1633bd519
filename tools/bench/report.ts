// The report of a run: Markdown for people, JSON for machines, a chart for both.
import type { Comparison, Measured, Outcome, Table } from "./groups/group.ts";
import { type Spread, toSpread } from "./statistics.ts";

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

export function toMarkdown(run: Run, outcome: Outcome, chart: string | null): string {
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
    ...comparisons.map(toComparisonText),
    ...tables.map(toTableText),
    ...(checks.length > 0
      ? [
          toTableText({
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

function toComparisonText({ title, measured, ratios }: Comparison): string {
  const rows = measured.map((one) => [
    one.name,
    toSpreadText(toSpread(one.requestsPerSecond), 0),
    toSpreadText(toSpread(one.p50Ms), 0),
    toSpreadText(toSpread(one.p99Ms), 0),
    one.cpuMicroseconds.length > 0 ? toSpread(one.cpuMicroseconds).median.toFixed(0) : "",
    one.bytesPerAnswer,
  ]);
  const head = ["Server", "Requests a second", "p50 ms", "p99 ms", "Processor µs a request", "Bytes an answer"];
  const lines = ratios.map(({ name, value, target }) => {
    const verdict = target === null ? "" : ` Asked: ≥ ${target}: ${value.median >= target ? "met" : "not met"}.`;
    return `- ${name}: **${value.median.toFixed(2)}** (rounds ${value.min.toFixed(2)} to ${value.max.toFixed(2)}).${verdict}`;
  });
  return `${toTableText({ title, head, rows })}\n\n${lines.join("\n")}`;
}

const toSpreadText = ({ median, min, max }: Spread, digits: number) =>
  `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;

function toTableText({ title, head, rows, note }: Table): string {
  const toLine = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  const table = [toLine(head), toLine(head.map(() => "---")), ...rows.map(toLine)].join("\n");
  return `## ${title}\n\n${note ? `${note}\n\n` : ""}${table}`;
}

/** One line per contender and ratio, printed during the run. */
export function toProgress({ title, measured, ratios }: Comparison): string {
  const toLine = ({ name, requestsPerSecond, p99Ms, cpuMicroseconds }: Measured) =>
    `  ${name.padEnd(28)} ${toSpread(requestsPerSecond).median.toFixed(0).padStart(7)} a second, p99 ${toSpread(p99Ms).median} ms${cpuMicroseconds.length > 0 ? `, ${toSpread(cpuMicroseconds).median.toFixed(0)} µs` : ""}`;
  const ratioLines = ratios.map(
    ({ name, value, target }) => `  ${name}: ${value.median.toFixed(2)}${target === null ? "" : ` (asked ${target})`}`,
  );
  return [title, ...measured.map(toLine), ...ratioLines].join("\n");
}
