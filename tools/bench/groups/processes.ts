// How often the nodes are read: by one process of `npm start`, and on the platform, where each bundle has processes of its own.
import { setTimeout as sleep } from "node:timers/promises";
import { redisBinary, redisUrl, startRedis, stopRedis } from "../../../e2e/support/redis-server.ts";
import { ports } from "../ports.ts";
import { livePages, mcpRequest } from "../questions.ts";
import type { Running } from "../running.ts";
import { getAnswer, publicHost, startPlatform, startSite, startUpstream, withServers } from "../servers.ts";
import type { Outcome } from "./group.ts";

const MANY = 4;
const MAX_RATIO = 1.5;
const QUESTIONS_A_SECOND = 6;
/** Quotes and swaps that a client asks for are never shared. */
const ownCalls = /\/(?:quote|tx|actions)\b/;
/** What every verdict rests on. */
const readingPath = /\/inbound_addresses$/;

/** `count`: processes of each bundle; null: one process of `npm start`. */
interface Setup {
  readonly count: number | null;
  readonly isStored: boolean;
}

interface Read {
  /** Readings of one node, the most. */
  readonly readings: number;
  readonly calls: number;
}

export async function countReadings(seconds: number): Promise<Outcome> {
  const platforms = [1, MANY].flatMap((count): Setup[] => [
    { count, isStored: false },
    ...(redisBinary ? [{ count, isStored: true }] : []),
  ]);
  const seen: (Setup & Read)[] = [];
  for (const setup of [{ count: null, isStored: false }, ...platforms])
    seen.push({ ...setup, ...(await readWith(setup, seconds, seen.length > 1)) });
  const [one, many] = [seen[0], seen.find(({ count, isStored }) => count === MANY && isStored)];
  const perMinute = (calls: number) => Math.round((calls * 60) / seconds);
  return {
    tables: [
      {
        title: "Readings of the network on the platform",
        head: ["Processes", "Store", "Readings of one node a minute", "Calls of all sources a minute"],
        rows: seen.map(({ count, isStored, readings, calls }) => [
          count === null ? "one, `npm start`" : `${count} of each bundle`,
          isStored ? "yes" : "no",
          perMinute(readings),
          perMinute(calls),
        ]),
        note: `${QUESTIONS_A_SECOND} questions a second for ${seconds} s that no cache in front answers: the tool get_network_status, /status, and /quote with another amount each time. Two nodes and an indexer. Calls for quotes are not counted: they are never shared.`,
      },
    ],
    checks:
      one && many
        ? (["readings", "calls"] as const).map((part) => ({
            name: `${MANY} processes of each bundle with a store: at most ${MAX_RATIO} times the ${part} of one process`,
            holds: many[part] <= MAX_RATIO * one[part],
            seen: (many[part] / one[part]).toFixed(2),
          }))
        : [],
    ...(redisBinary ? {} : { skipped: [{ name: "Readings with a store", reason: "redis-server is missing" }] }),
  };
}

function readWith({ count, isStored }: Setup, seconds: number, isBuilt: boolean): Promise<Read> {
  return withServers(async (start) => {
    const upstream = await start(startUpstream());
    if (isStored) await start(startStore());
    const variables = { STORE_SECRET: "s".repeat(32), STORE_URL: isStored ? redisUrl(ports.redis) : "" };
    const { origin } = await start(
      count === null
        ? startSite(ports.upstream, variables)
        : startPlatform(ports.upstream, { count, isBuilt, variables }),
    );
    // Each process is started, and has read, before calls are counted.
    for (let index = 0; index < 3 * (count ?? 1); index++) await ask(origin, index);
    await fetch(`${upstream.origin}/__calls`, { method: "DELETE" });
    const startMs = performance.now();
    const asked: Promise<void>[] = [];
    for (let index = 0; index < seconds * QUESTIONS_A_SECOND; index++) {
      asked.push(ask(origin, index));
      await sleep(Math.max(0, startMs + ((index + 1) * 1000) / QUESTIONS_A_SECOND - performance.now()));
    }
    await Promise.all(asked);
    const told = (await (await getAnswer(`${upstream.origin}/__calls`)).json()) as { provider: string; path: string }[];
    const calls = told.filter(({ path }) => !ownCalls.test(path));
    const ofNode = (node: string) => calls.filter(({ provider, path }) => provider === node && readingPath.test(path));
    return { readings: Math.max(ofNode("node0").length, ofNode("node1").length), calls: calls.length };
  });
}

async function startStore(): Promise<Running> {
  const child = await startRedis(ports.redis, () => undefined);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("the store ended while it was measured");
    await stopRedis(child);
  };
  return { origin: redisUrl(ports.redis), pid: child.pid ?? null, stop };
}

/** The three in turn. @throws Error if the status is not 200. */
async function ask(origin: string, index: number): Promise<void> {
  const [status, quote] = livePages;
  const headers = { host: publicHost, accept: "text/html" };
  const asked = [
    getAnswer.bind(null, `${origin}/mcp`, mcpRequest("get_network_status", publicHost)),
    getAnswer.bind(null, `${origin}${status.path}`, { headers }),
    getAnswer.bind(null, `${origin}${quote.askPath(index)}`, { headers }),
  ][index % 3];
  await (await asked?.())?.arrayBuffer();
}
