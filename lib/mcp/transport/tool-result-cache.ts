// Repeats an answer of the adapter, with the new request's id, as long as the adapter would give the same bytes.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { RpcAnswer, RpcRequest } from "./messages.ts";

/** Methods whose answers stay the same until the next deployment. */
export const staticMethods = [
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
] as const;

interface CachedAnswer {
  readonly answer: RpcAnswer;
  /** The whole answer as JSON, with this id. */
  toText(id: RpcRequest["id"]): string;
}

/**
 * A cached answer, or the result of `ask`. How long that result is cached depends on the method and on the tool.
 * If an equal request is under way, and its answers can be cached, this waits for it, but not longer than `WAIT_MS`.
 */
export type ToolResultCache = <T>(question: {
  readonly key: string;
  readonly method: string;
  readonly ask: () => Promise<T>;
  readonly toAnswer: (asked: T) => RpcAnswer | undefined;
}) => Promise<{ readonly cached: CachedAnswer } | { readonly asked: T }>;

const MAX_KEY_CHARACTERS = 1_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** A healthy node answers faster. Who waits longer for another request asks the adapter itself. */
const WAIT_MS = 1_000;
/** The headers that change the adapter's answer. */
const readHeaders = ["mcp-protocol-version", "mcp-method", "mcp-name"] as const;

const lifetimes = new AsyncLocalStorage<{ untilMs: number }>();

/** A tool calls this while it answers. Until then, the same arguments give the same answer. */
export function noteCacheUntil(untilMs: number): void {
  const lifetime = lifetimes.getStore();
  if (lifetime) lifetime.untilMs = untilMs;
}

/** Everything that the adapter's answer depends on, except the id. */
export function resultKey(headers: Headers, { id: _id, ...message }: RpcRequest): string {
  return JSON.stringify([message, ...readHeaders.map((name) => headers.get(name))]);
}

/** `now`: epoch milliseconds, the clock of the readings. */
export function createToolResultCache(now: () => number): ToolResultCache {
  const entries = new LRUCache<string, CachedAnswer & { readonly fromMs: number; readonly untilMs: number }>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (entry, key) => entry.toText("").length + key.length,
  });
  const pending = new Map<string, Promise<void>>();

  function findEntry(key: string): CachedAnswer | null {
    const entry = entries.get(key);
    const nowMs = now();
    // An entry does not live longer after the clock was set back.
    return entry && nowMs >= entry.fromMs && nowMs < entry.untilMs ? entry : null;
  }

  function store(key: string, answer: RpcAnswer | undefined, untilMs: number): void {
    const fromMs = now();
    const remembered = answer && key.length <= MAX_KEY_CHARACTERS && fromMs < untilMs ? cacheableAnswer(answer) : null;
    if (remembered) entries.set(key, { ...remembered, fromMs, untilMs });
  }

  function forget(key: string, asking: Promise<void>): void {
    if (pending.get(key) === asking) pending.delete(key);
  }

  return async ({ key, method, ask, toAnswer }) => {
    const other = pending.get(key);
    const remembered = findEntry(key);
    if (remembered) return { cached: remembered };
    const isStatic = (staticMethods as readonly string[]).includes(method);
    if (other && (isStatic || entries.has(key))) {
      await Promise.race([other, sleep(WAIT_MS, undefined, { ref: false })]);
      const told = findEntry(key);
      if (told) return { cached: told };
    }
    const lifetime = { untilMs: isStatic ? Number.POSITIVE_INFINITY : 0 };
    const asking = lifetimes.run(lifetime, ask).then((asked) => {
      store(key, toAnswer(asked), lifetime.untilMs);
      return { asked };
    });
    const settled: Promise<void> = asking.then(
      () => forget(key, settled),
      () => forget(key, settled),
    );
    pending.set(key, settled);
    return asking;
  };
}

/** Null for an error, or if the id is not the last member, where the SDK writes it. */
function cacheableAnswer(answer: RpcAnswer): CachedAnswer | null {
  const text = JSON.stringify(answer);
  const tail = `${JSON.stringify(answer.id)}}`;
  if (answer.result === undefined || !text.endsWith(`,"id":${tail}`)) return null;
  const head = text.slice(0, -tail.length);
  return { answer, toText: (id) => `${head}${JSON.stringify(id)}}` };
}
