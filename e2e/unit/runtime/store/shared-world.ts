// Several processes that read one network through one store, and what somebody can do who writes to that store.
import type { Network } from "../../../../lib/protocol/network.ts";
import type { Transport } from "../../../../lib/protocol/upstream/provider.ts";
import { type AnswerStore, createSharedTransport } from "../../../../lib/runtime/store/shared-transport.ts";
import { createWorld, type World } from "../../protocol/network-world.ts";
import { createMemoryStore } from "./memory-store.ts";

export const secret = "a secret of this deployment";

/** The store that all processes reach. */
export interface SharedStore {
  readonly store: ReturnType<typeof createMemoryStore>;
  /** What the store does in place of its work: it may reject, or answer otherwise. */
  readonly faults: Partial<AnswerStore>;
  /** How far the store's clock is ahead. */
  storeOffsetMs: number;
  /** Epoch milliseconds of the world. */
  readonly nowMs: () => number;
  /** How many answers the store has given, true or not. */
  readonly taken: () => number;
  /** What a process reads through the store. `arrive`: until the store's answer reaches it. */
  readonly wrap: (
    transport: Transport,
    process: { readonly now: () => number; readonly pause: Pause; readonly arrive?: () => Promise<void> },
  ) => Transport;
}
type Pause = NonNullable<Parameters<typeof createSharedTransport>[0]["pause"]>;

export function createSharedStore(nowMs: () => number, network = "thorchain"): SharedStore {
  const faults: Partial<AnswerStore> = {};
  let taken = 0;
  const store = createMemoryStore(() => nowMs() + shared.storeOffsetMs);
  const shared: SharedStore = {
    store,
    faults,
    storeOffsetMs: 0,
    nowMs,
    taken: () => taken,
    wrap(transport, { now, pause, arrive }) {
      const reached: AnswerStore = {
        async take(...asked) {
          const answer = await (faults.take ?? store.take)(...asked);
          await arrive?.();
          if (answer !== null && "text" in answer) taken += 1;
          return answer;
        },
        put: (...asked) => (faults.put ?? store.put)(...asked),
        release: (...asked) => (faults.release ?? store.release)(...asked),
      };
      return createSharedTransport({ transport, store: reached, secret, network, now, pause });
    },
  };
  return shared;
}

export interface SharedWorld extends SharedStore {
  readonly world: World;
  readonly processes: readonly Network[];
  /** One more process, with a clock of its own. */
  readonly start: (offsetMs?: number) => Network;
}

export function createSharedWorld(
  options: Omit<Parameters<typeof createWorld>[0] & object, "wrap"> = {},
  { offsetsMs = [0, 0, 0, 0], passMs = 0 }: { readonly offsetsMs?: readonly number[]; readonly passMs?: number } = {},
): SharedWorld {
  const shared = createSharedStore(() => world.nowMs);
  const pause = async () => {
    await new Promise(setImmediate);
    world.nowMs += passMs;
  };
  const world = createWorld({ nodes: 2, ...options, wrap: (transport, now) => shared.wrap(transport, { now, pause }) });
  const start = (offsetMs = 0) => {
    world.offsetMs = offsetMs;
    world.restart();
    return world.network;
  };
  return Object.assign(shared, { world, start, processes: offsetsMs.map(start) });
}

/** What somebody seals who does not know the secret: an answer of an address, of now. */
export async function forgeAnswer(url: URL, body: unknown, now: () => number, key = "a guess"): Promise<string> {
  const store = createMemoryStore(now);
  const transport = async () => new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
  const forge = createSharedTransport({ transport, store, secret: key, network: "thorchain", now });
  const response = await forge(url, { headers: {}, signal: new AbortController().signal, maxAgeMs: 600_000 });
  for await (const _ of response.body ?? []);
  response.accept?.();
  return [...store.entries.values()][0]?.text as string;
}
