// One load at a time, 20 connections from this process; contenders take turns within a round, so that what else the machine does meets all alike.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Measured, Pace } from "./groups/group.ts";
import { readCpuMs } from "./process-facts.ts";

const CONNECTIONS = 20;
/** A load stops at its next sample; a second, which autocannon waits, would outlast what the servers keep between two loads. */
const SAMPLE_MS = 20;

interface Load {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Contender {
  readonly name: string;
  readonly load: Load;
  /** Whose processor time a request costs; null where it cannot be told. */
  readonly pid: number | null;
  readonly status: number;
  /** Of the whole body. */
  readonly isExpected: (text: string) => boolean;
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

/** @throws Error where a contender answers something else than is measured. */
async function ask({ name, load: { url, ...init }, status, isExpected }: Contender): Promise<void> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.status === status && isExpected(text)) return;
  throw new Error(`${name} at ${url} answers HTTP ${response.status}: ${text.slice(0, 200)}`);
}

/** @throws Error where a contender answers anything but what is expected of it. */
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
  const run = (load: Load, duration: number) => autocannon({ ...load, duration, connections: CONNECTIONS });
  for (const contender of contenders) {
    await ask(contender);
    await autocannon({ ...contender.load, amount: warmRequests, connections: CONNECTIONS });
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const index = (turn + round) % contenders.length;
      const { name, load, pid, status } = contenders[index] as Contender;
      const into = measured[index] as Measured;
      // What a server keeps has grown old while the others had their turn.
      await autocannon({ ...load, amount: 2 * CONNECTIONS, connections: CONNECTIONS });
      const cpuBefore = pid === null ? null : readCpuMs(pid);
      const result = await run(load, seconds);
      const cpuAfter = pid === null ? null : readCpuMs(pid);
      const { total } = result.requests;
      const counted = result.statusCodeStats[status]?.count ?? 0;
      // nginx ends a connection after a thousand requests, at times while the next one is on its way.
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
