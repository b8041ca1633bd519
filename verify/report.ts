// The result of a run as text for people. The JSON form is the result itself.
import type { Row, Status } from "./row.ts";
import type { Source } from "./site.ts";

export interface Report {
  readonly url: string;
  readonly swap: string | null;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  readonly counts: Readonly<Record<Status, number>>;
  readonly rows: readonly Row[];
  /** Addresses of other sites. Their status is set only with --external, and null if none answered. */
  readonly external: readonly {
    readonly url: string;
    readonly namedBy: readonly Source[];
    readonly status?: number | null;
  }[];
}

const words: Readonly<Record<Status, string>> = {
  pass: "pass",
  fail: "FAIL",
  skip: "skip",
  "not-claimed": "not claimed",
};

/** One line per row under its group. A failing row adds what to do. */
export function reportLines({ url, swap, rows, counts, external, durationMs, requests }: Report): readonly string[] {
  const width = Math.max(...rows.map(({ id }) => id.length));
  const lines: string[] = [`${url}${swap ? ` and ${swap}` : ""}`];
  let group = "";
  for (const row of rows) {
    if (row.group !== group) lines.push("", row.group);
    group = row.group;
    lines.push(`  ${words[row.status].padEnd(11)}  ${row.id.padEnd(width)}  ${rowSummary(row)}`);
    if (row.todo) lines.push(`${" ".repeat(15)}rule: ${row.what}`, `${" ".repeat(15)}to do: ${row.todo}`);
  }
  lines.push("", `Addresses of other sites (${external.length})`);
  lines.push(...external.map(({ url: address, namedBy }) => `  ${address}  named by ${namedBy.join(", ")}`));
  const total = `${counts.pass} passed, ${counts.fail} failed, ${counts.skip} skipped, ${counts["not-claimed"]} not claimed`;
  lines.push("", `${total} (${requests} requests, ${(durationMs / 1000).toFixed(1)} s)`);
  return lines.map(escapeControls);
}

/** Escapes control characters, line ends too. Text of a site could move the cursor or reverse the line. */
export function escapeControls(text: string): string {
  const spell = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => found.split("").map(spell).join(""));
}

/** A passing row shows its rule, any other row what was seen. */
function rowSummary({ status, what, evidence }: Row): string {
  if (status === "pass") return `${what} (${evidence})`;
  return status === "fail" ? evidence : `${what}: ${evidence}`;
}
