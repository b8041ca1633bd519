// The client's other side for specs: a transport of a script, and the fault of a read in a word.
import { httpTransport } from "../../../lib/protocol/upstream/client.ts";
import { ShapeError, UpstreamError } from "../../../lib/protocol/upstream/errors.ts";
import { createProvider, type Provider } from "../../../lib/protocol/upstream/provider.ts";
import type { Transport } from "../../../lib/protocol/upstream/transport.ts";

export const POOLS = "/thorchain/pools";

type Setup = Partial<Parameters<typeof createProvider>[0]>;
export const createNode = (baseUrl: string, more: Setup = {}): Provider =>
  createProvider({
    ...{ kind: "node", index: 0, baseUrl, transport: httpTransport, now: Date.now },
    ...more,
  });

export type Reply = () => Response | Promise<Response>;
/** A node that answers by a script, one entry a call and the last one repeated, on a clock of the spec. */
export function createScripted(script: readonly Reply[] | Transport, more: Setup = {}) {
  const clock = { ms: Date.parse("2026-05-01T00:00:00Z") };
  let count = 0;
  const transport: Transport = async (...call) => {
    count += 1;
    if (typeof script === "function") return script(...call);
    return (script[count - 1] ?? (script.at(-1) as Reply))();
  };
  const setup = { transport, now: () => clock.ms, random: () => 0.5, ...more };
  return { clock, node: createNode("http://upstream.invalid", setup), count: () => count };
}

export const errorOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => null,
    (reason: unknown) => reason,
  );
/** The fault of a failed read, with its status: "status 503", "timeout", "shape". */
export async function faultOf(reading: Promise<unknown>): Promise<string> {
  const error = await errorOf(reading);
  if (error === null) return "none";
  if (error instanceof ShapeError) return "shape";
  if (!(error instanceof UpstreamError)) return `other: ${String(error)}`;
  return error.status ? `${error.fault} ${error.status}` : error.fault;
}
/** Of reads one after another. */
export async function faultsOf(...readings: (() => Promise<unknown>)[]): Promise<string[]> {
  const faults = [];
  for (const read of readings) faults.push(await faultOf(read()));
  return faults;
}
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const answered = (body: string, type = "application/json", more: object = {}) =>
  new Response(body, { headers: { "content-type": type, ...more } });
export const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" }, status });
export const empty = () => json([]);
export const never = () => new Promise<Response>(() => {});
export const failed = (status: number, seconds?: string) =>
  new Response("", { status, headers: seconds === undefined ? {} : { "retry-after": seconds } });
/** As fetch throws it. */
export const broken = (code: string, cause: unknown = Object.assign(new Error(), { code })) =>
  Promise.reject(new TypeError("fetch failed", { cause }));
export const refused = () => broken("ECONNREFUSED");
