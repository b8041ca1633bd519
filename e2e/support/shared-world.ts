// Several processes that read one network through one runtime cache, and what the cache may do in place of its work.
import type { Network } from "../../lib/protocol/network.ts";
import type { Transport } from "../../lib/protocol/upstream/transport.ts";
import { type AnswerCache, createSharedTransport } from "../../lib/runtime/shared-transport.ts";
import { createWorld, type World } from "./world.ts";

/** The cache that all processes reach. */
export interface SharedCache {
  /** By key: what is kept, as text. Nothing expires here: who takes it must see its age. */
  readonly entries: Map<string, string>;
  /** What the cache does in place of its work: it may reject, or answer otherwise. */
  readonly faults: Partial<AnswerCache>;
  /** How many answers were found, true or not. */
  readonly taken: () => number;
  /** What a process reads through the cache. `arrive`: until the cache's answer reaches it. */
  readonly wrap: (
    transport: Transport,
    process: { readonly now: () => number; readonly arrive?: () => Promise<void> },
  ) => Transport;
}

/** A cache that is only as slow as its script says. */
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

export interface SharedWorld extends SharedCache {
  readonly world: World;
  readonly processes: readonly Network[];
  /** One more process, with a clock of its own. */
  readonly start: (offsetMs?: number) => Network;
}

export function createSharedWorld(
  options: Omit<Parameters<typeof createWorld>[0] & object, "wrap"> = {},
  { offsetsMs = [0, 0, 0, 0] }: { readonly offsetsMs?: readonly number[] } = {},
): SharedWorld {
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
