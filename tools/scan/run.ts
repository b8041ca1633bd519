// `npm run scan`: runs other projects' scanners against production builds on loopback.
// Exits with 1 below a threshold, on a finding without a waiver, and on an unneeded
// waiver. --write updates docs/verification.md, --only <text> selects scanners.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { canRun, findNode, install } from "../support/install.ts";
import { type Absence, findStaleWaivers, type Judged, judge, type Measure } from "./measure.ts";
import { reportText, writeTable } from "./report.ts";
import { scanAfdocs } from "./scanners/afdocs.ts";
import { scanAgentReadability } from "./scanners/agent-readability.ts";
import { scanAgentReadiness } from "./scanners/agent-readiness.ts";
import { scanSitemaps, scanSkills } from "./scanners/documents.ts";
import { scanHtml } from "./scanners/html.ts";
import { scanLighthouse } from "./scanners/lighthouse.ts";
import { scanLinks } from "./scanners/links.ts";
import { scanOpenApi } from "./scanners/openapi.ts";
import { type Deployment, startDeployment } from "./servers.ts";
import { createToolbox, type Toolbox } from "./toolbox.ts";

type Scanner = (deployment: Deployment, toolbox: Toolbox) => Promise<readonly (Measure | Absence)[]>;

const scanners: Readonly<Record<string, Scanner>> = {
  AFDocs: scanAfdocs,
  "agent-readability": scanAgentReadability,
  "agent-readiness": scanAgentReadiness,
  Lighthouse: scanLighthouse,
  OpenAPI: scanOpenApi,
  skills: scanSkills,
  sitemaps: scanSitemaps,
  HTML: scanHtml,
  links: scanLinks,
};

/** Scanners that exist but do not run here. */
const notRun: readonly Absence[] = [
  {
    tool: "a14y 0.2.0",
    reason:
      "its package could not be installed. Of its published checks, read one by one, a glossary link on every page and a breadcrumb on the home page are not met.",
  },
];

const MIN_NODE = 22;
const folder = fileURLToPath(new URL(".", import.meta.url));
const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    only: { type: "string" },
    port: { type: "string", default: "4340" },
  },
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function scan(deployment: Deployment, toolbox: Toolbox): Promise<{ judged: Judged[]; absent: Absence[] }> {
  const judged: Judged[] = [];
  const absent: Absence[] = values.only ? [] : [...notRun];
  const chosen = Object.entries(scanners).filter(([name]) => !values.only || name === values.only);
  if (chosen.length === 0) throw new Error(`--only takes one of: ${Object.keys(scanners).join(", ")}`);
  for (const [name, run] of chosen) {
    const startMs = Date.now();
    for (const said of await run(deployment, toolbox)) {
      if ("reason" in said) absent.push(said);
      else judged.push(judge(said));
    }
    say(`${name}: ${Math.round((Date.now() - startMs) / 1000)} s`);
  }
  return { judged, absent };
}

async function main(): Promise<boolean> {
  install(folder);
  const scratch = mkdtempSync(join(tmpdir(), "signpost-scan-"));
  const toolbox = createToolbox(folder, findNode(folder, MIN_NODE), scratch);
  const deployment = await startDeployment(Number(values.port));
  try {
    const { judged, absent } = await scan(deployment, toolbox);
    const stale = findStaleWaivers(judged);
    say(`\n${reportText(judged, absent)}`);
    for (const { tool, rule } of stale) say(`✗ ${tool}: the waiver of ${rule} is needed no more: take it out`);
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(join(folder, "report.json"), `${JSON.stringify({ date, judged, absent, stale }, null, 2)}\n`);
    if (values.write && !values.only) writeTable(join(folder, "../..", "docs/verification.md"), judged, absent, date);
    say("Every finding, waived ones too, is in tools/scan/report.json.");
    return judged.every(({ verdict }) => verdict !== "fail") && stale.length === 0;
  } finally {
    await deployment.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
if (canRun(MIN_NODE)) process.exitCode = (await main()) ? 0 : 1;
else say(`Skipped: the scanners need Node 22 or newer, and this is ${process.versions.node} (${process.platform}).`);
