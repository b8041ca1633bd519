// Lighthouse for mobile, in the system's Chromium, on every page behind
// the shipped front. A category's score is that of its lowest page.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Finding, Measure } from "../measure.ts";
import type { Deployment } from "../servers.ts";
import type { Toolbox } from "../toolbox.ts";

interface Audit {
  readonly score: number | null;
  readonly displayValue?: string;
  readonly title: string;
}

interface Report {
  readonly lighthouseVersion: string;
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<
    Record<string, { score: number | null; title: string; auditRefs: readonly { id: string; weight: number }[] }>
  >;
}

/** Null: recorded without a threshold. */
const thresholds: Readonly<Record<string, number | null>> = {
  "agentic-browsing": 0.98,
  seo: 1,
  accessibility: 1,
  "best-practices": 1,
  performance: 0.98,
};

const flags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The front's certificate is self-signed.
  "--ignore-certificate-errors",
  // Enables the WebMCP audits: the page registers its tools as in a browser with an agent.
  "--enable-features=WebMCP",
];

/** Out of five runs. */
const MAJORITY = 3;

/** Speed audits are graded and rarely perfect. They count as findings only on a page below the threshold. */
export async function scanLighthouse({ front, pages }: Deployment, toolbox: Toolbox): Promise<Measure[]> {
  // The front compresses a cached file once, and a browser's first start is slow. Neither depends on the page.
  await runAgain(`${front}/`, toolbox);
  const reports: { path: string; report: Report }[] = [];
  for (const path of pages) reports.push({ path, report: await runMedian(`${front}${path}`, toolbox) });
  return Object.entries(thresholds).map(([category, threshold]) => ({
    tool: `Lighthouse ${category}`,
    version: toolbox.versionOf("lighthouse"),
    score: Math.min(...reports.map(({ report }) => report.categories[category]?.score ?? 0)),
    threshold,
    scope: reports.map(({ path, report }) => `${path} ${report.categories[category]?.score ?? "none"}`).join(", "),
    findings: reports
      .filter(({ report }) => category !== "performance" || speedScore(report) < (threshold ?? 0))
      .flatMap(({ path, report }) => listFindings(path, report, category)),
  }));
}

/** The median of five runs, as Lighthouse's guide on variability recommends. Fewer if more cannot change the result. */
async function runMedian(url: string, toolbox: Toolbox): Promise<Report> {
  const runs: Report[] = [];
  const gate = thresholds.performance ?? 0;
  const count = (holds: boolean) => runs.filter((run) => speedScore(run) >= gate === holds).length;
  while (count(true) < MAJORITY && count(false) < MAJORITY) runs.push(await runAgain(url, toolbox));
  return runs.sort((a, b) => speedScore(a) - speedScore(b))[Math.floor(runs.length / 2)] as Report;
}

/** Sometimes the browser records no trace, and Lighthouse asks for another run. */
async function runAgain(url: string, toolbox: Toolbox): Promise<Report> {
  return runOn(url, toolbox).catch(() => runOn(url, toolbox));
}

function speedScore({ categories }: Report): number {
  return categories.performance?.score ?? 0;
}

async function runOn(url: string, toolbox: Toolbox): Promise<Report> {
  const file = join(toolbox.scratch, "lighthouse.json");
  rmSync(file, { force: true });
  const { stdout, stderr } = await toolbox.run(
    "lighthouse/cli/index.js",
    url,
    "--output=json",
    `--output-path=${file}`,
    "--quiet",
    "--no-enable-error-reporting",
    `--chrome-flags=${flags.join(" ")}`,
  );
  try {
    const report: Report = JSON.parse(readFileSync(file, "utf8"));
    if (report.runtimeError) throw new Error(report.runtimeError.message);
    return report;
  } catch (cause) {
    throw new Error(`Lighthouse left no report of ${url}:\n${stdout}\n${stderr}`, { cause });
  }
}

function listFindings(path: string, { audits, categories }: Report, category: string): Finding[] {
  return (categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => {
      const { score, title, displayValue } = audits[id] as Audit;
      return { rule: id, where: path, message: `${title}: ${displayValue ?? score}` };
    });
}
