// The cache of a provider's answers, limited in number and bytes.
import { LRUCache } from "lru-cache";
import type { Answer } from "./answer.ts";
import type { CallError } from "./errors.ts";

/** Maximum cache time of an unusable answer. A repeated call would probably fail again. */
const UNUSABLE_KEEP_MS = 10_000;

interface KeptAnswer {
  readonly askedAtMs: number;
  readonly byteCount: number;
  readonly answer: Answer<unknown> | CallError;
}

export interface KeptLimits {
  readonly maxKeptAnswers: number;
  readonly maxKeptBytes: number;
}

export interface KeptAnswers {
  find(key: string, maxAgeMs: number, nowMs: number): KeptAnswer["answer"] | undefined;
  keep(key: string, keptAnswer: KeptAnswer): void;
}

export function createKeptAnswers({ maxKeptAnswers, maxKeptBytes }: KeptLimits): KeptAnswers {
  const cache = new LRUCache<string, KeptAnswer>({
    max: maxKeptAnswers,
    maxSize: maxKeptBytes,
    sizeCalculation: ({ byteCount }) => byteCount + 1,
  });

  return {
    find(key, maxAgeMs, nowMs) {
      const keptAnswer = cache.get(key);
      return keptAnswer && isYoung(keptAnswer, maxAgeMs, nowMs) ? keptAnswer.answer : undefined;
    },
    keep(key, keptAnswer) {
      cache.set(key, keptAnswer);
    },
  };
}

/** False for a negative age: the clock was set back, so the real age of the answer is unknown. */
function isYoung({ askedAtMs, answer }: KeptAnswer, maxAgeMs: number, nowMs: number): boolean {
  const ageMs = nowMs - askedAtMs;
  const ageLimitMs = answer instanceof Error ? Math.min(maxAgeMs, UNUSABLE_KEEP_MS) : maxAgeMs;
  return ageMs >= 0 && ageMs < ageLimitMs;
}
