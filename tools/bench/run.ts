// `npm run bench`: compares the site with its peers in one run. --only <group>[,<group>];
// --smoke: short, without targets; --write: a dated report in tools/reports/;
// --recordings: a folder of recorded answers; --port: the first of eleven ports.
// `npm run bench -- soak [--minutes 30]` runs the soak, one minute by default.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { readRevision } from "../../e2e/support/revision.ts";
import { install } from "../support/install.ts";
import { type Bar, ratioChart } from "./chart.ts";
import { measureCold } from "./groups/cold.ts";
import { measureCosts } from "./groups/costs.ts";
import { measureDocuments } from "./groups/documents.ts";
import { watchGateways } from "./groups/gateways.ts";
import type { Outcome, Pace } from "./groups/group.ts";
import { measureHostile } from "./groups/hostile.ts";
import { measureLive, QUESTION_SECONDS, WARM_QUESTIONS } from "./groups/live.ts";
import { measureMcp } from "./groups/mcp.ts";
import { watchTabs } from "./groups/tabs.ts";
import { countTokens } from "./groups/tokens.ts";
import { countUpstreamCalls, type UpstreamLoad } from "./groups/upstream-calls.ts";
import { options } from "./options.ts";
import { progressText, type Run, reportMarkdown } from "./report.ts";
import { buildNextPeer, buildSite, startSite, startUpstream, withServers, writeBytes } from "./servers.ts";
import { soak } from "./soak.ts";

const folder = import.meta.dirname;
const reports = join(folder, "../reports");

const say = (text: string) => void process.stdout.write(`${text}\n`);

const pace: Pace = options.smoke
  ? { warmRequests: 100, rounds: 1, seconds: 1 }
  : { warmRequests: 2_500, rounds: 5, seconds: 1.5 };
// The last load is long enough to contain more periods of the safety cache than blocks.
const loads: readonly UpstreamLoad[] = options.smoke
  ? [{ amount: 1 }, { amount: 100 }]
  : [{ amount: 1 }, { amount: 100 }, { amount: 10_000 }, { perSecond: 200, seconds: 60 }];

type Group = (bytes: string, buildSeconds: number) => Promise<Outcome>;
const groups: Readonly<Record<string, Group>> = {
  documents: (bytes) => measureDocuments(pace, bytes),
  mcp: (bytes) => measureMcp(pace, bytes),
  live: (bytes) => measureLive(pace, bytes),
  tabs: () => watchTabs(options.smoke ? { tabs: 100, seconds: 60 } : { tabs: 10_000, seconds: 300 }),
  rush: () =>
    watchTabs({ isDeployed: true, ...(options.smoke ? { tabs: 100, seconds: 60 } : { tabs: 10_000, seconds: 120 }) }),
  upstream: () => countUpstreamCalls(loads),
  gateways: () => watchGateways(options.smoke ? { questions: 15, seconds: 30 } : { questions: 60, seconds: 180 }),
  hostile: () => measureHostile(options.smoke ? 5 : 60),
  cold: (bytes) => measureCold(bytes, options.smoke ? 1 : 9),
  costs: (bytes, buildSeconds) => measureCosts(bytes, buildSeconds, options.smoke ? 1 : 3),
  tokens: (bytes) => countTokens(bytes, options.recordings ?? null),
};

/** Prepares the peers' answers and builds. Returns the seconds that the site's build took. */
async function prepare(bytes: string, anew: boolean): Promise<number> {
  const buildSeconds = buildSite({ anew });
  await withServers(async (start) => {
    await start(startUpstream());
    await writeBytes(bytes, (await start(startSite())).origin);
  });
  buildNextPeer(bytes);
  return buildSeconds;
}

async function runGroups(): Promise<Outcome> {
  const chosen = options.only?.split(",") ?? Object.keys(groups);
  const unknown = chosen.find((name) => !(name in groups));
  if (unknown) throw new Error(`no group ${unknown}; there are ${Object.keys(groups).join(", ")}`);
  const bytes = mkdtempSync(join(tmpdir(), "signpost-bench-"));
  try {
    const buildSeconds = await prepare(bytes, chosen.includes("costs"));
    const outcomes: Outcome[] = [];
    for (const name of chosen) {
      const outcome = await (groups[name] as Group)(bytes, buildSeconds);
      for (const comparison of outcome.comparisons ?? []) say(progressText(comparison));
      outcomes.push(outcome);
    }
    return joinOutcomes(outcomes);
  } finally {
    rmSync(bytes, { recursive: true, force: true });
  }
}

function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    comparisons: outcomes.flatMap(({ comparisons = [] }) => comparisons),
    tables: outcomes.flatMap(({ tables = [] }) => tables),
    checks: outcomes.flatMap(({ checks = [] }) => checks),
    skipped: outcomes.flatMap(({ skipped = [] }) => skipped),
  };
}

function describeMachine(): string {
  const model = cpus()[0]?.model.trim().replace(/\s+/g, " ") || "unknown processor";
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.versions.node}, ${process.platform}; load average ${(loadavg()[0] ?? 0).toFixed(1)} before the run`;
}

function write(name: string, run: Run, outcome: Outcome): void {
  mkdirSync(reports, { recursive: true });
  const file = `${run.startedAt.slice(0, 10)}-${name}`;
  const bars = (outcome.comparisons ?? []).flatMap(({ title, ratios }) =>
    ratios.map((ratio): Bar => ({ group: title, ...ratio })),
  );
  if (bars.length > 0)
    writeFileSync(
      join(reports, `${file}.svg`),
      ratioChart("Requests a second, ours divided by theirs (1 = equal)", bars),
    );
  writeFileSync(join(reports, `${file}.md`), reportMarkdown(run, outcome, bars.length > 0 ? `${file}.svg` : null));
  writeFileSync(join(reports, `${file}.json`), `${JSON.stringify({ ...run, ...outcome }, null, 2)}\n`);
  say(`Written: tools/reports/${file}.md`);
}

const { isSoak } = options;
install(folder);
const startedAt = new Date();
const revision = readRevision();
if (options.write && revision.includes(",")) {
  process.stderr.write(
    `bench: a report names its sources, and these are ${revision}. Commit first, or leave --write out.\n`,
  );
  process.exit(2);
}
const machine = describeMachine();
if (isSoak) buildSite();
const outcome = isSoak ? await soak(options.minutes * 60) : await runGroups();
const run: Run = {
  title: isSoak ? "Soak" : "Bench",
  command: `npm run bench${process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(" ")}` : ""}`,
  startedAt: startedAt.toISOString(),
  durationSeconds: (Date.now() - startedAt.getTime()) / 1000,
  machine,
  revision,
  note: isSoak
    ? "One process of `next start`, its upstream behind a proxy that fails every tenth call."
    : `All servers on one machine and loopback, loaded one after another by 20 connections of one process: ${pace.rounds} rounds of ${pace.seconds} s each in turn, after ${pace.warmRequests} requests to warm up; where each question is another one, rounds of ${QUESTION_SECONDS} s after ${WARM_QUESTIONS}. Figures are medians with the least and the greatest round; a ratio is that of the medians. Ratios say more about another machine than figures do. Documents have the same bytes and headers everywhere, but for the page of the bare Next app, which has Next's own headers. A load repeats one message or request. Ours caches a tool's answer for a second at most, and a list until the next deployment. The MCP peers have ready-made answers, no guard, no log and no upstream, and list no output schemas; all answer JSON but the adapter, which can answer these messages as an event stream alone. Ours reads a scripted node and writes its log.`,
};
if (options.write) write(isSoak ? "soak" : "bench", run, outcome);
say(reportMarkdown(run, outcome, null));
const missed = [
  ...(outcome.comparisons ?? []).flatMap(({ title, ratios }) =>
    ratios.flatMap(({ name, value, target }) =>
      target !== null && value.median < target ? [`${title}, ${name}: ${value.median.toFixed(2)} of ${target}`] : [],
    ),
  ),
  ...(outcome.checks ?? []).flatMap(({ name, holds, seen }) => (holds ? [] : [`${name}: ${seen}`])),
];
if (options.smoke) process.exit(0);
for (const line of missed) say(`missed: ${line}`);
process.exit(missed.length > 0 ? 1 : 0);
