// `npm run test:conformance`: the official suites of both eras,
// and the client of the SDK 1.x, against the built site and the fixture server.
// Ends with "N passed, N failed". Exits with 1 on an unexpected failure, or if a baseline entry passes.
import { fileURLToPath } from "node:url";
import { canRun, findNode, install } from "../support/install.ts";
import { type RunningServer, startSite } from "../support/site.ts";
import { type Check, checkSdkClient } from "./clients.ts";
import { startFixtures } from "./servers.ts";
import { runSuite, type SuiteRun, type Verdict } from "./suites.ts";

interface Column {
  readonly label: string;
  readonly verdicts: Map<string, Verdict>;
}

const MIN_NODE = 22;
const folder = fileURLToPath(new URL(".", import.meta.url));

const listRuns = (target: "site" | "fixtures"): SuiteRun[] => [
  { label: "0.1.16", suite: "0.1", baseline: `${target}-2025.yml` },
  { label: "2025-11-25", suite: "0.2", version: "2025-11-25", baseline: `${target}-2025.yml` },
  { label: "2026-07-28", suite: "0.2", version: "2026-07-28", baseline: `${target}-2026.yml` },
  // These scenarios run with the others, but are not scored there.
  ...(target === "site"
    ? [{ label: "alone", suite: "0.2", version: "2026-07-28", scenario: "http-header-validation" } as const]
    : [
        { label: "alone 0.1", suite: "0.1", scenario: "json-schema-2020-12" } as const,
        { label: "alone 0.2", suite: "0.2", version: "2026-07-28", scenario: "json-schema-2020-12" } as const,
      ]),
];

async function runAll(node: string, url: string, target: "site" | "fixtures"): Promise<Column[]> {
  const columns: Column[] = [];
  for (const run of listRuns(target)) {
    columns.push({ label: `${target} ${run.label}`, verdicts: await runSuite(folder, node, url, run) });
  }
  return columns;
}

function formatTable(columns: readonly Column[]): string {
  const names = [...new Set(columns.flatMap(({ verdicts }) => [...verdicts.keys()]))];
  const rows = [
    ["scenario", ...columns.map(({ label }) => label)],
    ...names.map((name) => [name, ...columns.map(({ verdicts }) => verdicts.get(name) ?? "")]),
  ];
  const widths = ["scenario", ...columns].map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function count(columns: readonly Column[], ...wanted: Verdict[]): number {
  return columns.flatMap(({ verdicts }) => [...verdicts.values()]).filter((verdict) => wanted.includes(verdict)).length;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

if (!canRun(MIN_NODE)) {
  say(
    `Skipped: the suites need Node 22 or newer, and this is ${process.versions.node} (${process.platform} ${process.arch}).`,
  );
  say("0 passed, 0 failed");
} else {
  install(folder);
  const node = findNode(folder, MIN_NODE);
  const running: RunningServer[] = [];
  const stopAll = () => Promise.all(running.map((server) => server.stop()));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  try {
    const site = await startSite();
    running.push(site);
    const fixtures = await startFixtures();
    running.push(fixtures);
    const columns = [...(await runAll(node, site.url, "site")), ...(await runAll(node, fixtures.url, "fixtures"))];
    const checks: Check[] = await checkSdkClient(folder, node, site.url);
    say(formatTable(columns));
    say("");
    for (const { name, passed, detail } of checks) say(`${passed ? "✓" : "✗"} ${name}${detail ? `\n${detail}` : ""}`);
    say("");
    const rest = `${count(columns, "expected")} failed as expected/*.yml says, ${count(columns, "unscored")} are not scored`;
    say(`Beside these, ${rest}.`);
    const passed = count(columns, "pass") + checks.filter((check) => check.passed).length;
    const failed = count(columns, "FAIL", "stale") + checks.filter((check) => !check.passed).length;
    say(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
  } finally {
    await stopAll();
  }
}
