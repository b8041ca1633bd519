// The client's other side for specs: an upstream on loopback or a transport of a script, and the fault of a read in a word.
import { httpTransport } from "../../../../lib/protocol/upstream/client.ts";
import { ShapeError, UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import {
  createProvider,
  type Provider,
  type Transport,
} from "../../../../lib/protocol/upstream/provider.ts";
import { readFixture } from "../../../support/upstream/read-fixture.ts";
import { startUpstream, type Upstream } from "../../../support/upstream/server.ts";

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

export function createNode(
  baseUrl: string,
  more: Partial<Parameters<typeof createProvider>[0]> = {},
): Provider {
  return createProvider({
    kind: "node",
    index: 0,
    baseUrl,
    transport: httpTransport,
    now: Date.now,
    ...more,
  });
}

/** The fault of a failed read, with its status: "status 503", "timeout", "shape". */
export async function faultOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return "none";
  if (error instanceof ShapeError) return "shape";
  if (error instanceof UpstreamError)
    return error.status ? `${error.fault} ${error.status}` : error.fault;
  return `other: ${String(error)}`;
}

/** A transport of a script: one entry a call, the last one repeated. */
export function createScript(
  ...answers: (() => Response | Promise<Response>)[]
): Transport & { count: () => number } {
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

export const refused = () =>
  Promise.reject(
    new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }),
  );
