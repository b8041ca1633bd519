// One upstream (a node or indexer) with its limits. Clients' requests have a separate cache and
// separate slots, so that they cannot block calls for network data.
import { type Admission, type AdmissionSetup, createAdmission } from "./admission.ts";
import type { BreakerLimits } from "./circuit-breaker.ts";
import { type ConcurrencyLimit, createConcurrencyLimit } from "./concurrency-limit.ts";
import type { CallError } from "./errors.ts";
import { createKeptAnswers, type KeptAnswers, type KeptLimits } from "./kept-answers.ts";
import type { Transport } from "./transport.ts";

export interface UpstreamCall {
  readonly path: string;
  /** Duration of the call. Null if no call was made, or if the answer is of another process. */
  readonly seconds: number | null;
  readonly error: CallError | null;
  readonly skewMs: number | null;
}

export interface Limits extends BreakerLimits, KeptLimits {
  /** Time limit of one call, which includes waiting for a slot, connecting, headers and body. */
  readonly attemptMs: number;
  readonly maxInFlight: number;
  readonly maxWaiting: number;
  readonly maxClientCallsInFlight: number;
  readonly maxClientCallsWaiting: number;
}

const defaultLimits: Limits = {
  attemptMs: 2_500,
  maxInFlight: 16,
  maxWaiting: 256,
  maxClientCallsInFlight: 8,
  maxClientCallsWaiting: 64,
  maxKeptAnswers: 256,
  maxKeptBytes: 16 * 1024 * 1024,
  breakerFailures: 3,
  breakerOpenMs: 5_000,
  backOffMinMs: 500,
  backOffMaxMs: 30_000,
};

export interface UpstreamSetup extends AdmissionSetup {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly limits?: Partial<Limits> | undefined;
  readonly watch?: ((call: UpstreamCall) => void) | undefined;
}

interface Lane {
  readonly slots: ConcurrencyLimit;
  readonly keptAnswers: KeptAnswers;
}

export interface Upstream extends Pick<UpstreamSetup, "transport" | "now" | "watch"> {
  readonly base: URL;
  readonly limits: Limits;
  readonly admission: Admission;
  readonly networkCalls: Lane;
  readonly clientCalls: Lane;
}

export function createUpstream(setup: UpstreamSetup): Upstream {
  const { transport, now, watch } = setup;
  const limits: Limits = { ...defaultLimits, ...setup.limits };
  const createLane = (maxInFlight: number, maxWaiting: number): Lane => ({
    slots: createConcurrencyLimit(maxInFlight, maxWaiting),
    keptAnswers: createKeptAnswers(limits),
  });
  return {
    transport,
    now,
    watch,
    base: new URL(setup.baseUrl),
    limits,
    admission: createAdmission(limits, setup),
    networkCalls: createLane(limits.maxInFlight, limits.maxWaiting),
    clientCalls: createLane(limits.maxClientCallsInFlight, limits.maxClientCallsWaiting),
  };
}

export const laneOf = ({ networkCalls, clientCalls }: Upstream, isClientCall: boolean): Lane =>
  isClientCall ? clientCalls : networkCalls;
