// What the adapter answered is said again, under the asker's id, while asking the adapter again could change no byte of it.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { RpcAnswer, RpcRequest } from "./messages.ts";

/** Answers that are the same until the next deployment. */
export const staticMethods = [
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
] as const;

interface RememberedAnswer {
  readonly answer: RpcAnswer;
  /** The whole answer as JSON, with this id. */
  toText(id: RpcRequest["id"]): string;
}

export interface AnswerMemory {
  /**
   * What is remembered; else what the adapter is asked, of which `toAnswer` is remembered for ever, as long as a tool notes, or not
   * at all. Where an equal question is under way whose answers were remembered before, its answer is waited for, but not long.
   */
  recallOrAsk<T>(question: {
    readonly key: string;
    readonly method: string;
    readonly ask: () => Promise<T>;
    readonly toAnswer: (asked: T) => RpcAnswer | undefined;
  }): Promise<{ readonly remembered: RememberedAnswer } | { readonly asked: T }>;
}

const MAX_KEY_CHARACTERS = 1_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** A cold reading of a node that is well takes less; whoever waits longer for another's asks for himself. */
const WAIT_MS = 1_000;
/** The headers that the adapter reads beside the body. */
const readHeaders = ["mcp-protocol-version", "mcp-method", "mcp-name"] as const;

const lifetimes = new AsyncLocalStorage<{ untilMs: number }>();

/** Said by a tool while it answers: until when a new answer to the same arguments would be the same. */
export function noteSameUntil(untilMs: number): void {
  const lifetime = lifetimes.getStore();
  if (lifetime) lifetime.untilMs = untilMs;
}

/** All that the adapter's answer depends on but the id. */
export function resultKey(headers: Headers, { id: _id, ...message }: RpcRequest): string {
  return JSON.stringify([message, ...readHeaders.map((name) => headers.get(name))]);
}

/** `now` in epoch milliseconds, as the readings count. */
export function createAnswerMemory(now: () => number): AnswerMemory {
  const known = new LRUCache<string, RememberedAnswer & { readonly fromMs: number; readonly untilMs: number }>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (entry, key) => entry.toText("").length + key.length,
  });
  const underWay = new Map<string, Promise<void>>();

  function recall(key: string): RememberedAnswer | null {
    const entry = known.get(key);
    const nowMs = now();
    // A clock that was set back does not lengthen a life.
    return entry && nowMs >= entry.fromMs && nowMs < entry.untilMs ? entry : null;
  }

  function keep(key: string, answer: RpcAnswer | undefined, untilMs: number): void {
    const fromMs = now();
    const remembered = answer && key.length <= MAX_KEY_CHARACTERS && fromMs < untilMs ? cacheableAnswer(answer) : null;
    if (remembered) known.set(key, { ...remembered, fromMs, untilMs });
  }

  function forget(key: string, asking: Promise<void>): void {
    if (underWay.get(key) === asking) underWay.delete(key);
  }

  return {
    async recallOrAsk({ key, method, ask, toAnswer }) {
      const other = underWay.get(key);
      const remembered = recall(key);
      if (remembered) return { remembered };
      const isStatic = (staticMethods as readonly string[]).includes(method);
      if (other && (isStatic || known.has(key))) {
        await Promise.race([other, sleep(WAIT_MS, undefined, { ref: false })]);
        const told = recall(key);
        if (told) return { remembered: told };
      }
      const lifetime = { untilMs: isStatic ? Number.POSITIVE_INFINITY : 0 };
      const asking = lifetimes.run(lifetime, ask).then((asked) => {
        keep(key, toAnswer(asked), lifetime.untilMs);
        return { asked };
      });
      const settled: Promise<void> = asking.then(
        () => forget(key, settled),
        () => forget(key, settled),
      );
      underWay.set(key, settled);
      return asking;
    },
  };
}

/** Null for an error, and where the id does not stand last, as the SDK writes it. */
function cacheableAnswer(answer: RpcAnswer): RememberedAnswer | null {
  const text = JSON.stringify(answer);
  const tail = `${JSON.stringify(answer.id)}}`;
  if (answer.result === undefined || !text.endsWith(`,"id":${tail}`)) return null;
  const head = text.slice(0, -tail.length);
  return { answer, toText: (id) => `${head}${JSON.stringify(id)}}` };
}
