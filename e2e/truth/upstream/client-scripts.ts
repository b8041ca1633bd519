// The client's other side for specs: an upstream on loopback or a transport of a script, and the fault of a read in a word.
import { httpTransport } from "../../../lib/protocol/upstream/client.ts";
import { ShapeError, UpstreamError } from "../../../lib/protocol/upstream/errors.ts";
import {
  createProvider,
  type Provider,
  type Transport,
} from "../../../lib/protocol/upstream/provider.ts";
import { readFixture } from "../../support/upstream/read-fixture.ts";
import { startUpstream, type Upstream } from "../../support/upstream/server.ts";

export const POOLS = "/thorchain/pools";
export const scene = readFixture("thorchain");

export async function withUpstream(
  run: (upstream: Upstream) => Promise<void>,
  nodes = 2,
): Promise<void> {
  const upstream = await startUpstream({ scene, nodes });
  try {
    await run(upstream);
  } finally {
    await upstream.close();
  }
}

type Setup = Partial<Parameters<typeof createProvider>[0]>;

export const createNode = (baseUrl: string, more: Setup = {}): Provider =>
  createProvider({
    kind: "node",
    index: 0,
    baseUrl,
    transport: httpTransport,
    now: Date.now,
    ...more,
  });

/** A node on a transport of a script and a clock of the spec. */
export function createScripted(transport: Transport, more: Setup = {}) {
  const clock = { ms: Date.parse("2026-05-01T00:00:00Z") };
  const setup = { transport, now: () => clock.ms, random: () => 0.5, ...more };
  return { clock, node: createNode("http://upstream.invalid", setup) };
}

/** The fault of a failed read, with its status: "status 503", "timeout", "shape". */
export async function faultOf(reading: Promise<unknown>): Promise<string> {
  const error = await errorOf(reading);
  if (error === null) return "none";
  if (error instanceof ShapeError) return "shape";
  if (error instanceof UpstreamError)
    return error.status ? `${error.fault} ${error.status}` : error.fault;
  return `other: ${String(error)}`;
}

export const errorOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => null,
    (reason: unknown) => reason,
  );

export type Reply = () => Response | Promise<Response>;
/** A transport of a script: one entry a call, the last one repeated. */
export function createScript(...answers: Reply[]): Transport & { count: () => number } {
  let count = 0;
  const transport: Transport = async () => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    if (!answer) throw new Error("empty script");
    return answer();
  };
  return Object.assign(transport, { count: () => count });
}

export const json = (value: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" }, ...init });
export const empty = () => json([]);
export const never = () => new Promise<Response>(() => {});
export const failed = (status: number, seconds?: string) =>
  new Response("", { status, headers: seconds === undefined ? {} : { "retry-after": seconds } });

/** As fetch throws it. */
export const broken = (code: string, cause: unknown = Object.assign(new Error(), { code })) =>
  Promise.reject(new TypeError("fetch failed", { cause }));
export const refused = () => broken("ECONNREFUSED");
