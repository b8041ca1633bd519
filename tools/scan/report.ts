// The table of a scan, for a terminal and for docs/verification.md, where it replaces the one before.
import { readFileSync, writeFileSync } from "node:fs";
import { replaceMarked } from "../support/marked-text.ts";
import type { Absence, Judged } from "./measure.ts";

const head = ["Tool", "Version", "Result", "Asked", "", "On", "Not had, and why"];

function tableRow({ tool, version, score, threshold, verdict, open, waived, scope }: Judged): string[] {
  const left = open.length === 0 ? "clean" : `${open.length} findings`;
  const asked = threshold === null ? (score === null ? "clean" : "recorded") : `≥ ${threshold}`;
  const reasons = [...new Map(waived.map(({ rule, reason }) => [reason, rule])).entries()];
  return [
    tool,
    version,
    score === null ? left : String(score),
    asked,
    verdict === "recorded" ? "" : verdict,
    scope,
    reasons.map(([reason, rule]) => `${rule}: ${reason}`).join(" "),
  ];
}

/** Aligned columns without the reasons, then every open finding. */
export function reportText(judged: readonly Judged[], absent: readonly Absence[]): string {
  const rows = [head, ...judged.map(tableRow)].map((row) => row.slice(0, 5));
  const widths = head.slice(0, 5).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const table = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const gates = judged.filter(({ verdict }) => verdict !== "recorded");
  const findings = gates.flatMap(({ tool, open }) =>
    [...new Set(open.map(({ rule }) => rule))].map((rule) => {
      const [first, ...more] = open.filter((finding) => finding.rule === rule);
      const line = `✗ ${tool}: ${rule} at ${first?.where}: ${first?.message.slice(0, 300)}`;
      return more.length > 0 ? `${line} (and ${more.length} more)` : line;
    }),
  );
  return [...table, ...absent.map(({ tool, reason }) => `${tool}: not run: ${reason}`), "", ...findings].join("\n");
}

function reportMarkdown(judged: readonly Judged[], absent: readonly Absence[], date: string): string {
  const cell = (text: string) => text.replace(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("<", "&lt;");
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  const rows = [
    ...judged.map(tableRow),
    ...absent.map(({ tool, reason }) => [tool, "", "not run", "", "", "", reason]),
  ];
  const table = [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
  return `Measured on ${date}, UTC, on loopback.\n\n${table}`;
}

/** @throws Error if the document has no place for the table. */
export function writeTable(file: string, judged: readonly Judged[], absent: readonly Absence[], date: string): void {
  writeFileSync(file, replaceMarked(readFileSync(file, "utf8"), "scan", reportMarkdown(judged, absent, date)));
}
