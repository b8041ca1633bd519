// Runs one official suite and reads the verdicts from its output.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../support/run-node.ts";

/**
 * `expected`: it fails, and a file of `expected/` says why. `stale`: it passes although that file expects a failure.
 */
export type Verdict = "pass" | "expected" | "unscored" | "stale" | "FAIL";

export interface SuiteRun {
  /** The heading of its column. */
  readonly label: string;
  readonly suite: "0.1" | "0.2";
  /** One scenario of a protocol version, or all scored ones. */
  readonly version?: string;
  readonly scenario?: string;
  /** A file of `expected/`. */
  readonly baseline?: string;
}

const packages = { "0.1": "@modelcontextprotocol/conformance", "0.2": "conformance-next" };

/** The verdict of each scenario, by name. A suite that crashes counts as one more failed scenario. */
export async function runSuite(
  folder: string,
  node: string,
  url: string,
  run: SuiteRun,
): Promise<Map<string, Verdict>> {
  const { suite, version, scenario, baseline } = run;
  const args = ["server", "--url", url];
  if (scenario) args.push("--scenario", scenario);
  if (version) args.push(scenario ? "--spec-version" : "--requirements", version);
  if (baseline) args.push("--expected-failures", join("expected", baseline));
  const { code, output } = await runNode(
    node,
    [join("node_modules", packages[suite], "dist", "index.js"), ...args],
    folder,
  );
  const known = baseline ? readFileSync(join(folder, "expected", baseline), "utf8") : "";
  const verdicts = scenario ? parseVerdict(scenario, output) : parseVerdicts(output, known);
  const isRed = () => [...verdicts.values()].some((verdict) => verdict === "FAIL" || verdict === "stale");
  if (verdicts.size === 0 || (code !== 0 && !isRed())) verdicts.set(`suite ${suite} ended with ${code}`, "FAIL");
  if (isRed()) process.stdout.write(`${output}\n`);
  return verdicts;
}

/** Reads the run of one scenario. A warning counts as a failure, and so does a run without checks. */
function parseVerdict(scenario: string, output: string): Map<string, Verdict> {
  const totals = /^Passed: (\d+)\/(\d+), (\d+) failed, (\d+) warnings$/m.exec(output)?.slice(1).map(Number);
  const [passed = 0, all = 0, failed = 0, warnings = 0] = totals ?? [];
  const isPass = passed > 0 && passed === all && failed === 0 && warnings === 0;
  return new Map([[scenario, isPass ? "pass" : "FAIL"]]);
}

/**
 * With a baseline, the suite names every scored failure. Other scenarios that failed or checked nothing are not scored.
 */
function parseVerdicts(output: string, baseline: string): Map<string, Verdict> {
  const [, summary = ""] = output.split("=== SUMMARY ===");
  const verdicts = new Map<string, Verdict>();
  for (const [, name = "", passed, failed] of summary.matchAll(/^[✓✗] ([\w/-]+): (\d+) passed, (\d+) failed$/gm)) {
    verdicts.set(name, failed === "0" && passed !== "0" ? "pass" : "unscored");
  }
  for (const [heading, verdict] of sections) {
    const section = summary.split(`\n${heading}`)[1]?.split("\n\n")[0] ?? "";
    for (const [, name = ""] of section.matchAll(/^ {2}[~✓✗] ([\w/-]+)/gm)) verdicts.set(name, verdict);
  }
  // The suite does not report an entry that matches nothing.
  for (const [, entry = ""] of baseline.matchAll(/^ {2}- (\S+)$/gm)) {
    if (!new RegExp(`^ {2}[~✓] ${entry}$`, "m").test(summary)) verdicts.set(entry, "stale");
  }
  return verdicts;
}

const sections: readonly [heading: string, verdict: Verdict][] = [
  ["Expected failures (", "expected"],
  ["Stale baseline entries (", "stale"],
  ["Unexpected failures (", "FAIL"],
];
