// Several processes that read one network through one runtime cache, which can have faults.
import type { Transport } from "../../lib/protocol/upstream/transport.ts";
import { type AnswerCache, createSharedTransport } from "../../lib/runtime/shared-transport.ts";
import { createWorld } from "./world.ts";

export interface SharedCache {
  /** Cached values as JSON text. Entries never expire, so readers must check the age. */
  readonly entries: Map<string, string>;
  /** Replaces `get` or `set` of the cache, for example to make the cache fail. */
  readonly faults: Partial<AnswerCache>;
  readonly taken: () => number;
  /** Puts the cache before `transport`. `arrive`: delays the cache's answer. */
  readonly wrap: (
    transport: Transport,
    process: { readonly now: () => number; readonly arrive?: () => Promise<void> },
  ) => Transport;
}

/** As `pause`: the transport never gives up waiting for the cache. */
const never = () => new Promise<never>(() => undefined);

export function createSharedCache(network = "thorchain"): SharedCache {
  const entries = new Map<string, string>();
  const faults: Partial<AnswerCache> = {};
  let taken = 0;
  const own: AnswerCache = {
    get: async (key) => JSON.parse(entries.get(key) ?? "null"),
    set: async (key, value) => void entries.set(key, JSON.stringify(value)),
  };
  const wrap: SharedCache["wrap"] = (transport, { now, arrive }) => {
    const cache: AnswerCache = {
      async get(key) {
        const found = await (faults.get ?? own.get)(key);
        await arrive?.();
        if (found !== null) taken += 1;
        return found;
      },
      set: (...asked) => (faults.set ?? own.set)(...asked),
    };
    return createSharedTransport({ transport, cache, network, now, pause: never });
  };
  return { entries, faults, taken: () => taken, wrap };
}

export type SharedWorld = ReturnType<typeof createSharedWorld>;

export function createSharedWorld(
  options: Omit<Parameters<typeof createWorld>[0] & object, "wrap"> = {},
  { offsetsMs = [0, 0, 0, 0] }: { readonly offsetsMs?: readonly number[] } = {},
) {
  const shared = createSharedCache();
  const world = createWorld({
    nodes: 2,
    ...options,
    wrap: (transport, now) => shared.wrap(transport, { now }),
  });
  const start = (offsetMs = 0) => {
    world.offsetMs = offsetMs;
    world.restart();
    return world.network;
  };
  return Object.assign(shared, { world, start, processes: offsetsMs.map(start) });
}
