// Open tabs through a halt: each asks for its part as the script of the page does, with a tag, from a client of its own.
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { RENEW_AHEAD_MS, SAFETY_KEEP_MS } from "../../../lib/protocol/safety/node-reading.ts";
import { PAUSE_MS } from "../../../lib/site/live/status/watch-clock.ts";
import { ports } from "../ports.ts";
import { getAnswer, publicHost, startPlatform, startSite, startUpstream, withServers } from "../servers.ts";
import type { Outcome } from "./group.ts";

const TOLD_LIMIT_MS = 20_000;
const BLOCK_MS = 6_000;
/** For one address, whose answer may be a second old. */
const MAX_CALLS_A_SECOND = 1.2;

interface Tab {
  readonly address: string;
  etag: string | null;
  toldMs: number | null;
}

interface Seen {
  answers: number;
  unchanged: number;
  bytes: number;
  readonly failures: string[];
  readonly latenciesMs: number[];
}

interface Watched {
  readonly tabs: number;
  readonly seconds: number;
  /** Whether the tabs ask what is deployed to Vercel, in the platform's runner. */
  readonly isDeployed?: boolean;
}

export async function watchTabs({ tabs: count, seconds, isDeployed = false }: Watched): Promise<Outcome> {
  return withServers(async (start) => {
    const upstream = await start(startUpstream());
    const platform = isDeployed ? await start(startPlatform(ports.upstream)) : null;
    // Each tab is a client that the rate limit counts.
    const site = platform ?? (await start(startSite(ports.upstream, { RATE_LIMIT: "120", TRUSTED_HOPS: "1" })));
    await (await getAnswer(`${site.origin}/status/now`, { headers: { host: publicHost } })).arrayBuffer();
    const calledBefore = platform?.calls() ?? 0;
    await fetch(`${upstream.origin}/__calls`, { method: "DELETE" });
    const tabs = Array.from(
      { length: count },
      (_, index): Tab => ({ address: toAddress(index), etag: null, toldMs: null }),
    );
    const seen: Seen = { answers: 0, unchanged: 0, bytes: 0, failures: [], latenciesMs: [] };
    const startMs = performance.now();
    const endMs = startMs + seconds * 1000;
    const haltMs = startMs + (seconds * 1000) / 2;
    let haltedMs = Number.POSITIVE_INFINITY;
    const halting = sleep(haltMs - performance.now()).then(async () => {
      const change = { mimir: { HALTTRADING: "-10" } };
      await getAnswer(`${upstream.origin}/__control`, { method: "POST", body: JSON.stringify(change) });
      haltedMs = performance.now();
    });
    await Promise.all([halting, ...tabs.map((tab) => keepOpen(tab, seen, endMs))]);
    const calls = (await (await getAnswer(`${upstream.origin}/__calls`)).json()) as {
      provider: string;
      path: string;
    }[];
    const perEndpoint = new Map<string, number>();
    for (const { provider, path } of calls)
      perEndpoint.set(`${provider}${path}`, (perEndpoint.get(`${provider}${path}`) ?? 0) + 1);
    const most = Math.max(...perEndpoint.values());
    // One more for the reading under way at the start, and one for the halt between two readings.
    const readings = Math.ceil((performance.now() - startMs) / (SAFETY_KEEP_MS - RENEW_AHEAD_MS)) + 2;
    const called = ((platform?.calls() ?? 0) - calledBefore) / seconds;
    const told = tabs.flatMap(({ toldMs }) => (toldMs === null ? [] : [toldMs - haltedMs])).sort((a, b) => a - b);
    const latencies = seen.latenciesMs.sort((a, b) => a - b);
    const at = (sorted: readonly number[], share: number) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    return {
      tables: [
        {
          title: `${count} open tabs of /status for ${seconds} s, with a halt in the middle${platform ? ", on the platform" : ""}`,
          head: ["What", "Seen"],
          rows: [
            ["Answers", `${seen.answers}, ${seen.unchanged} of them 304`],
            ["Kilobytes an answer", (seen.bytes / Math.max(1, seen.answers) / 1000).toFixed(1)],
            ["Latency ms", `p50 ${at(latencies, 0.5)}, p99 ${at(latencies, 0.99)}`],
            ["Told of the halt, s after it", `median ${at(told, 0.5) / 1000}, last ${at(told, 1) / 1000}`],
            ["Upstream calls", `${calls.length}; most of one endpoint ${most}`],
            ...(platform ? [["Function calls a second", called.toFixed(2)]] : []),
          ],
          note: `Each tab opens a connection for each request, has an address of its own in the rate limit, and begins at a random moment. A block comes every ${BLOCK_MS / 1000} s.`,
        },
      ],
      checks: [
        {
          name: "open tabs: no failure",
          holds: seen.failures.length === 0,
          seen: `${seen.failures.length} of ${seen.answers + seen.failures.length}${seen.failures[0] ? `, such as ${seen.failures[0]}` : ""}`,
        },
        {
          name: `open tabs: everybody is told of the halt within ${TOLD_LIMIT_MS / 1000} s`,
          holds: told.length === count && at(told, 1) <= TOLD_LIMIT_MS,
          seen: `${told.length} of ${count}, the last after ${at(told, 1) / 1000} s`,
        },
        {
          name: "open tabs: one upstream call an endpoint and reading",
          holds: most <= readings,
          seen: `${most}, ${readings} readings`,
        },
        ...(platform
          ? [
              {
                name: `open tabs on the platform: at most ${MAX_CALLS_A_SECOND} function calls a second`,
                holds: called <= MAX_CALLS_A_SECOND,
                seen: called.toFixed(2),
              },
            ]
          : []),
      ],
    };
  });
}

/** 10.0.0.0/8 has more than enough. */
const toAddress = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

async function keepOpen(tab: Tab, seen: Seen, endMs: number): Promise<void> {
  await sleep(Math.random() * PAUSE_MS);
  while (performance.now() < endMs) {
    const sentMs = performance.now();
    await ask(tab, seen).catch((error: Error) => seen.failures.push(error.message));
    await sleep(Math.max(0, PAUSE_MS * (1 + Math.random() / 10) - (performance.now() - sentMs)));
  }
}

function ask(tab: Tab, seen: Seen): Promise<void> {
  const headers = {
    host: publicHost,
    accept: "text/html",
    "x-forwarded-for": tab.address,
    ...(tab.etag !== null && { "if-none-match": tab.etag }),
  };
  const sentMs = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(
      { port: ports.site, path: "/status/now", headers, agent: false, timeout: 10_000 },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.once("error", reject);
        response.once("end", () => {
          const body = Buffer.concat(parts);
          if (response.statusCode !== 200 && response.statusCode !== 304) {
            reject(new Error(`HTTP ${response.statusCode}`));
            return;
          }
          seen.answers += 1;
          seen.bytes += body.byteLength;
          seen.latenciesMs.push(performance.now() - sentMs);
          if (response.statusCode === 304) seen.unchanged += 1;
          else {
            tab.etag = response.headers.etag ?? null;
            if (tab.toldMs === null && body.includes('data-state="halted"') && isSignHalted(body))
              tab.toldMs = performance.now();
          }
          resolve();
        });
      },
    );
    asked.once("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.once("error", reject).end();
  });
}

/** The sign of the page, not a chain of its table. */
function isSignHalted(body: Buffer): boolean {
  const at = body.indexOf('class="signboard"');
  return at !== -1 && body.subarray(at, at + 200).includes('data-state="halted"');
}
