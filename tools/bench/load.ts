// Runs one load at a time, over 20 connections. Contenders take
// turns within a round, so other work of the machine affects all.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { request } from "undici";
import type { Measured, Pace } from "./groups/group.ts";
import { readCpuMs } from "./process-facts.ts";

const CONNECTIONS = 20;
/** A load stops at its next sample. autocannon's default of a second would outlast the servers' caches. */
const SAMPLE_MS = 20;

interface Load {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The path of each request in turn, where each is to be another one. `url` is the first. */
  readonly nextPath?: () => string;
}

export interface Contender {
  readonly name: string;
  readonly load: Load;
  /** The process whose CPU time is measured. Null if unknown. */
  readonly pid: number | null;
  readonly status: number;
  /** Of the whole body. Null if the answer is as expected, else what is wrong with it. */
  readonly findFault: (text: string) => string | null;
}

interface Result {
  readonly requests: { readonly total: number };
  readonly duration: number;
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly throughput: { readonly total: number };
  readonly errors: number;
  readonly timeouts: number;
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
}
type Autocannon = (options: object) => Promise<Result>;

export async function importAutocannon(): Promise<Autocannon> {
  const file = join(import.meta.dirname, "node_modules/autocannon/autocannon.js");
  const { default: autocannon } = await import(pathToFileURL(file).href);
  return (options) => autocannon({ sampleInt: SAMPLE_MS, ...options });
}

/** @throws Error if a contender gives another answer than expected. */
async function ask({ name, load: { url, nextPath: _nextPath, ...init }, status, findFault }: Contender): Promise<void> {
  // `fetch` would leave out `Host`, and add `Cache-Control: no-cache` to a condition.
  const { statusCode, body } = await request(url, init);
  const text = await body.text();
  const fault = statusCode === status ? findFault(text) : text.slice(0, 200);
  if (fault !== null) throw new Error(`${name} at ${url} answers HTTP ${statusCode}: ${fault}`);
}

/** @throws Error if a contender gives another answer than expected. */
export async function measure(
  contenders: readonly Contender[],
  { rounds, seconds, warmRequests }: Pace,
): Promise<Measured[]> {
  const autocannon = await importAutocannon();
  const measured = contenders.map(
    ({ name }): Measured => ({
      name,
      requestsPerSecond: [],
      p50Ms: [],
      p99Ms: [],
      cpuMicroseconds: [],
      bytesPerAnswer: 0,
    }),
  );
  const run = ({ nextPath, ...load }: Load, limit: { duration: number } | { amount: number }) => {
    const requests = nextPath && [{ setupRequest: (request: object) => Object.assign(request, { path: nextPath() }) }];
    return autocannon({ ...load, ...limit, connections: CONNECTIONS, ...(requests && { requests }) });
  };
  for (const contender of contenders) {
    await ask(contender);
    await run(contender.load, { amount: warmRequests });
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const index = (turn + round) % contenders.length;
      const { name, load, pid, status } = contenders[index] as Contender;
      const into = measured[index] as Measured;
      // A server's cached values expired while the others had their turn.
      await run(load, { amount: 2 * CONNECTIONS });
      const cpuBefore = pid === null ? null : readCpuMs(pid);
      const result = await run(load, { duration: seconds });
      const cpuAfter = pid === null ? null : readCpuMs(pid);
      const { total } = result.requests;
      const counted = result.statusCodeStats[status]?.count ?? 0;
      // nginx closes a connection after a thousand requests, sometimes while the next one is on its way.
      const broken = result.errors + result.timeouts > total / 1000;
      if (broken || counted < total || total === 0) {
        throw new Error(
          `${name} at ${load.url}: ${total} answers, ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`,
        );
      }
      into.requestsPerSecond.push(total / result.duration);
      into.p50Ms.push(result.latency.p50);
      into.p99Ms.push(result.latency.p99);
      if (cpuBefore !== null && cpuAfter !== null) into.cpuMicroseconds.push(((cpuAfter - cpuBefore) * 1000) / total);
      into.bytesPerAnswer = Math.round(result.throughput.total / total);
    }
  }
  return measured;
}
