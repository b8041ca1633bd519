// The model's wire: answers decided when they are asked, delivered later on a fake clock, and remembered for the oracle.

import type { Transport } from "../../lib/protocol/upstream/transport.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import {
  type Block,
  endpointsOf,
  notFound,
  type Row,
  replyAt,
  steadyScene,
  toResponse,
} from "../support/wire.ts";
import { allFlags, type PoolSaid, type RowSaid } from "./rules.ts";
import {
  faultyAnswers,
  type History,
  type ProviderState,
  START_MS,
  toPoolsSaid,
  toProviderBlock,
  toRowsSaid,
  toView,
  type View,
} from "./world.ts";

const TIMEOUT_MS = 2_500;
/** An answer that took longer reached a process that stood still meanwhile: it is not read, like one that failed. */
const SLEPT_MS = TIMEOUT_MS + 2_000;

/** What the quotes of these nodes state. */
export const CONFIRMATION_SECONDS = 600;
export const PAYOUT_SECONDS = 18;

/** What one good answer said. `null` of `facts`: the answer was faulty. */
export interface Facts {
  readonly mimir?: Record<string, number>;
  readonly rows?: RowSaid[];
  readonly height?: number;
  readonly block?: Block;
  readonly pools?: PoolSaid[];
}
export interface Told {
  readonly provider: string;
  readonly path: string;
  /** By whichever process. */
  readonly askedAtMs: number;
  deliveredAtMs: number | null;
  readonly facts: Facts | null;
}

/** Where the answers of upstreams and of the cache reach one process. */
export interface Inbox {
  readonly told: Told[];
  /** Until then the process stands still, or stood. */
  thawsAtMs: number;
  /** It did so for longer than a call may take: what was asked before is asked again. */
  isCutOff: boolean;
  /** How many answers reach it before it stands still, and for how long. */
  freeze: { readonly after: number; readonly ms: number } | null;
  onFreeze: () => void;
}

/** A result with the instant at which it was had and all that had been delivered by then. */
export interface Settled<T> {
  readonly value: T;
  readonly answerMs: number;
  readonly delivered: readonly Told[];
  /** Those that answered or failed since the work began. An instant tells no more: two readings may begin at one. */
  readonly heard: ReadonlySet<string>;
}
interface Clockwork {
  nowMs: number;
  /** Lets fake time pass until the work is done: only as much as the answers take, and none while the process stands still. */
  settle<T>(work: Promise<T>, inbox: Inbox): Promise<Settled<T>>;
  advance(ms: number): Promise<void>;
  pass(ms: number): Promise<void>;
  /** Until the process goes on, if it stands still. */
  arrive(inbox: Inbox): Promise<void>;
}
interface Pending {
  readonly dueMs: number;
  readonly deliver: () => void;
}

/** More than a reading takes from an answer to what it does next. These turns are no upstream's time. */
const TURNS = 8;
async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createUpstreams(preset: Preset, history: History) {
  const pending: Pending[] = [];
  /** Until what was asked or answered last has gone as far as it can. */
  let calm = Promise.resolve();
  const clock: Clockwork = {
    nowMs: START_MS,
    async settle(work, inbox) {
      let isDone = false;
      calm = takeTurns();
      const listDelivered = () => inbox.told.filter((one) => one.deliveredAtMs !== null);
      const earlier = new Set(listDelivered());
      const settled = work
        .then((value) => {
          const delivered = listDelivered();
          const heard = new Set(
            delivered.filter((one) => !earlier.has(one)).map(({ provider }) => provider),
          );
          return { value, answerMs: clock.nowMs, delivered, heard };
        })
        .finally(() => {
          isDone = true;
        });
      settled.catch(() => null);
      for (let idle = 0; idle < 200; ) {
        const before = calm;
        await before;
        await nextTurn();
        if (isDone) return settled;
        // Another reading let time pass meanwhile, or is to.
        if (calm !== before || clock.nowMs < inbox.thawsAtMs) continue;
        if (deliverNext(Number.POSITIVE_INFINITY)) idle = 0;
        else idle += 1;
      }
      throw new Error("the reader neither answers nor waits for an upstream");
    },
    async advance(ms) {
      const untilMs = clock.nowMs + ms;
      while (deliverNext(untilMs)) await calm;
      clock.nowMs = Math.max(clock.nowMs, untilMs);
    },
    pass: (ms) =>
      ms <= 0
        ? Promise.resolve()
        : new Promise<void>((deliver) => pending.push({ dueMs: clock.nowMs + ms, deliver })),
    async arrive(inbox) {
      if (inbox.freeze) {
        const { after, ms } = inbox.freeze;
        inbox.freeze = after > 0 ? { after: after - 1, ms } : null;
        if (after === 0) {
          inbox.thawsAtMs = clock.nowMs + ms;
          inbox.isCutOff = ms > SLEPT_MS - TIMEOUT_MS;
          // What had arrived before is still taken in.
          void takeTurns().then(inbox.onFreeze);
        }
      }
      await clock.pass(inbox.thawsAtMs - clock.nowMs);
    },
  };
  function deliverNext(untilMs: number): boolean {
    const next = pending.reduce<Pending | null>(
      (best, one) => (best && best.dueMs <= one.dueMs ? best : one),
      null,
    );
    if (!next || next.dueMs > untilMs) return false;
    pending.splice(pending.indexOf(next), 1);
    clock.nowMs = Math.max(clock.nowMs, next.dueMs);
    next.deliver();
    calm = takeTurns();
    return true;
  }
  /** By the content type, which stays with an answer in the cache: when it was asked for, and what it says. */
  const answers = new Map<string | null, Pick<Told, "askedAtMs" | "facts">>();
  const pathOf = (url: URL) => url.pathname.split("/").slice(3).join("/");

  const toOwnClockMs = () => clock.nowMs + history.current().clockErrorMs;

  /** Notes what reaches a process, also of what another process asked for. */
  function hear(name: string, inbox: Inbox, transport: Transport): Transport {
    return async (url, init) => {
      const asked = { provider: name, path: pathOf(url), askedAtMs: clock.nowMs };
      const askedByOwnClockMs = toOwnClockMs();
      const entry: Told = { ...asked, deliveredAtMs: null, facts: null };
      inbox.told.push(entry);
      try {
        const response = await transport(url, init);
        Object.assign(entry, answers.get(response.headers.get("content-type")));
        return response;
      } finally {
        await clock.arrive(inbox);
        entry.deliveredAtMs = clock.nowMs;
        if (toOwnClockMs() - askedByOwnClockMs > SLEPT_MS) Object.assign(entry, { facts: null });
      }
    };
  }

  function transportOf(name: string): Transport {
    return async (url, { signal }) => {
      signal.throwIfAborted();
      const path = pathOf(url);
      const state = history.current();
      const provider = state.providers[name];
      if (!provider) throw new Error(`no such provider: ${name}`);
      const providerNow = { history, state, name, atMs: clock.nowMs };
      const view = toView(
        name.startsWith("node") ? providerNow : { ...providerNow, name: "node0" },
      );
      const block = toProviderBlock(providerNow);
      const fault = provider.faults[path] ?? provider.faults["*"] ?? null;
      const said = fault ? null : toSaid(path, url, view, provider, block);
      const askedAtMs = clock.nowMs;
      const isTimedOut = fault === "timeout" || provider.latencyMs >= TIMEOUT_MS;
      await clock.pass(isTimedOut ? TIMEOUT_MS : provider.latencyMs);
      if (isTimedOut) throw new DOMException("timed out at secret.test", "TimeoutError");
      if (fault) return toResponse(faultyAnswers[fault]);
      if (!said) return toResponse(notFound);
      const type = `application/json; answer=${answers.size}`;
      answers.set(type, { askedAtMs, facts: said.facts });
      return toResponse(said.body, { "content-type": type });
    };
  }

  function toSaid(path: string, url: URL, view: View, provider: ProviderState, block: Block) {
    const { height, timeMs } = block;
    const rows = toRowsSaid(view);
    const pools = toPoolsSaid(preset, view);
    const told = {
      mimir: view.mimir,
      inboundAddresses: rows as unknown as Row[],
      pools,
      quotes: [{ body: quoted }],
    };
    const scene = { ...steadyScene(preset.segment, height), ...told };
    const endpoint = url.pathname.includes("/v2/") ? `v2/${path}` : path;
    const body = replyAt(endpointsOf(scene, block), endpoint, url) as Row | undefined;
    switch (path) {
      case "mimir":
        return { body, facts: { mimir: view.mimir } };
      case "inbound_addresses": {
        // A flag of a wrong type makes the whole answer one of a wrong shape, which is as good as none.
        const isMalformed = rows.some((row) =>
          allFlags.some((flag) => typeof row[flag] === "string"),
        );
        return { body, facts: isMalformed ? {} : { rows } };
      }
      case "lastblock":
        return { body, facts: { height } };
      case "block":
        return { body, facts: { height, block } };
      case "health": {
        const told = { height, timeMs: Math.floor(timeMs / 1000) * 1000 };
        return { body: { ...body, inSync: provider.inSync }, facts: { height, block: told } };
      }
      case "pools":
        return { body, facts: { pools: path === endpoint ? pools : [] } };
      case "quote/swap": {
        const strange = provider.strangeQuote ? { inbound_address: "btcvaultstrange" } : {};
        return { body: { ...body, ...strange }, facts: {} };
      }
    }
    return body === undefined ? null : { body, facts: {} };
  }
  return { clock, hear, transportOf };
}

const quoted = {
  inbound_confirmation_seconds: CONFIRMATION_SECONDS,
  outbound_delay_seconds: PAYOUT_SECONDS,
  total_swap_seconds: CONFIRMATION_SECONDS + PAYOUT_SECONDS,
  fees: { outbound: "6" },
};
