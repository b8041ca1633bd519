// The soak: 100 requests a second to documents and to the endpoint,
// while every tenth upstream call fails. It reports growth and failures.

import type { Outcome } from "./groups/group.ts";
import { importAutocannon } from "./load.ts";
import { ports } from "./ports.ts";
import { readProcessFacts } from "./process-facts.ts";
import { mcpQuestionNames, mcpRequest } from "./questions.ts";
import { publicHost, startSite, startUpstream, withServers } from "./servers.ts";
import { median } from "./statistics.ts";
import { startFaultyProxy } from "./upstream-proxy.ts";

const RATE = 100;
/** While a client waits for a hanging upstream, it skips its turns. */
const OFFERED = 110;
/** Enough clients, so that those waiting for a hanging upstream do not delay others. */
const CONNECTIONS = 100;
const SAMPLE_MS = 1_000;
/** Caches, compiled code and the heap's size settle in this time. */
const WARM_SHARE = 0.2;
const GROWTH_LIMIT = 0.1;
/** Connections to upstreams open and close. */
const DESCRIPTORS_LIMIT = 20;
/** The heap of a younger process is still growing. */
const JUDGED_SECONDS = 600;

const documents = [
  { path: "/llms.txt" },
  { path: "/", headers: { accept: "text/markdown" } },
  { path: "/pricing", headers: { accept: "text/html" } },
  { path: "/status", headers: { accept: "text/html" } },
  { path: "/.well-known/status" },
].map(({ path, headers }) => ({ method: "GET", path, headers: { host: publicHost, ...headers } }));

interface Sample {
  readonly atMs: number;
  readonly rssBytes: number;
  readonly descriptors: number;
}

/** Medians over a tenth of the time each, after the warm-up and at the end. */
function listWindows(samples: readonly Sample[], durationMs: number, key: "rssBytes" | "descriptors") {
  const within = (from: number, to: number) =>
    samples.filter(({ atMs }) => atMs >= from * durationMs && atMs < to * durationMs);
  const medianOf = (some: readonly Sample[]) => median(some.map((sample) => sample[key]));
  return { first: medianOf(within(WARM_SHARE, WARM_SHARE + 0.1)), last: medianOf(within(0.9, 2)) };
}

export async function soak(seconds: number): Promise<Outcome> {
  const autocannon = await importAutocannon();
  return withServers(async (start) => {
    await start(startUpstream());
    const proxy = await startFaultyProxy(ports.proxy, ports.upstream);
    const site = await start(startSite(ports.proxy));
    const messages = mcpQuestionNames.map((name) => ({ path: "/mcp", ...mcpRequest(name, publicHost) }));
    const requests = [...documents, ...messages];

    const startMs = Date.now();
    const samples: Sample[] = [];
    const timer = setInterval(() => {
      const facts = site.pid === null ? null : readProcessFacts(site.pid);
      if (facts) samples.push({ atMs: Date.now() - startMs, ...facts });
    }, SAMPLE_MS);
    const result = await autocannon({
      url: site.origin,
      connections: CONNECTIONS,
      overallRate: OFFERED,
      duration: seconds,
      requests,
      // Otherwise autocannon counts a request of N ms as N requests, one for each millisecond.
      ignoreCoordinatedOmission: true,
    });
    clearInterval(timer);
    await proxy.stop();

    const statuses = Object.entries(result.statusCodeStats).map(([code, { count }]) => `${count} × ${code}`);
    const refused = Object.entries(result.statusCodeStats).filter(([code]) => code !== "200");
    const others = refused.reduce((sum, [, { count }]) => sum + count, 0);
    const perSecond = result.requests.total / result.duration;
    const { calls, faults } = proxy.counts;
    const rows: [string, string][] = [
      ["Duration", `${Math.round(result.duration)} s`],
      ["Requests", `${result.requests.total}, ${perSecond.toFixed(1)} a second`],
      ["Answers", statuses.join(", ")],
      ["Upstream calls", `${calls}, of which ${faults} failed`],
      ["Latency", `p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms`],
    ];
    const checks = [
      {
        name: "Every answer is 200, and every request has one",
        holds: others + result.errors + result.timeouts === 0,
        seen: `${others} of another status, ${result.errors - result.timeouts} errors, ${result.timeouts} time-outs`,
      },
    ];
    const rateCheck = {
      name: `${RATE} requests a second at least`,
      holds: perSecond >= RATE,
      seen: perSecond.toFixed(1),
    };
    if (samples.length < 20)
      return {
        tables: [formatTable(rows)],
        checks,
        skipped: [
          {
            name: "memory and descriptors",
            reason: "fewer than 20 samples: too short a run, or no /proc on this machine",
          },
        ],
      };
    const durationMs = seconds * 1000;
    const rss = listWindows(samples, durationMs, "rssBytes");
    const descriptors = listWindows(samples, durationMs, "descriptors");
    const growth = rss.last / rss.first - 1;
    rows.push(
      [
        "Resident memory",
        `${formatMegabytes(rss.first)} MB after the warm-up, ${formatMegabytes(rss.last)} MB at the end, ${formatMegabytes(Math.max(...samples.map(({ rssBytes }) => rssBytes)))} MB at most`,
      ],
      ["File descriptors", `${descriptors.first} after the warm-up, ${descriptors.last} at the end`],
    );
    const growths = [
      {
        name: `Resident memory grows by less than ${GROWTH_LIMIT * 100} %`,
        holds: growth < GROWTH_LIMIT,
        seen: `${(growth * 100).toFixed(1)} %`,
      },
      {
        name: `File descriptors grow by ${DESCRIPTORS_LIMIT} at most`,
        holds: descriptors.last <= descriptors.first + DESCRIPTORS_LIMIT,
        seen: `${descriptors.first} to ${descriptors.last}`,
      },
    ];
    const tables = [formatTable(rows), sampleTable(samples, durationMs)];
    if (seconds >= JUDGED_SECONDS) return { tables, checks: [...checks, rateCheck, ...growths] };
    return { tables, checks, skipped: [{ name: "rate and growth", reason: `judged from ${JUDGED_SECONDS} s on` }] };
  });
}

const formatMegabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

function formatTable(rows: readonly [string, string][]) {
  const note = `${OFFERED} requests offered each second, all at once, over ${CONNECTIONS} connections: ${documents.map(({ path }) => path).join(", ")} and three messages to /mcp, in turn. Every tenth upstream call fails: 503, reset, hang, truncated JSON, HTML, in turn. Windows are a tenth of the time; the warm-up is the first fifth.`;
  return { title: "Soak", head: ["What", "Seen"], rows, note };
}

/** The medians of ten parts of the time. */
function sampleTable(samples: readonly Sample[], durationMs: number) {
  const spans = Array.from({ length: 10 }, (_, index) => {
    const some = samples.filter(({ atMs }) => Math.min(9, Math.floor((atMs / durationMs) * 10)) === index);
    if (some.length === 0) return [`${index * 10} %`, "", ""];
    return [
      `${index * 10} %`,
      formatMegabytes(median(some.map(({ rssBytes }) => rssBytes))),
      median(some.map((one) => one.descriptors)),
    ];
  });
  return { title: "Memory over the soak", head: ["From", "Resident MB", "File descriptors"], rows: spans };
}
