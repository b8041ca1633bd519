// Answers that a provider keeps, up to a number and a size.
import { LRUCache } from "lru-cache";
import type { Answer } from "./answer.ts";
import type { CallError } from "./errors.ts";

/** Spares an upstream repeated calls whose answer is of no use. */
const UNUSABLE_KEEP_MS = 10_000;

interface KeptAnswer {
  readonly askedAtMs: number;
  readonly bytes: number;
  readonly answer: Answer<unknown> | CallError;
}

export interface KeptLimits {
  readonly keptAnswers: number;
  readonly keptBytes: number;
}

export interface KeptAnswers {
  /** Undefined where none is younger than `maxAgeMs`. */
  find(key: string, maxAgeMs: number, nowMs: number): KeptAnswer["answer"] | undefined;
  keep(key: string, kept: KeptAnswer): void;
}

export function createKeptAnswers({ keptAnswers, keptBytes }: KeptLimits): KeptAnswers {
  const cache = new LRUCache<string, KeptAnswer>({
    max: keptAnswers,
    maxSize: keptBytes,
    sizeCalculation: (kept) => kept.bytes + 1,
  });

  return {
    find(key, maxAgeMs, nowMs) {
      const kept = cache.get(key);
      return kept && isYoung(kept, maxAgeMs, nowMs) ? kept.answer : undefined;
    },
    keep(key, kept) {
      cache.set(key, kept);
    },
  };
}

/** A negative age means that the clock was set back: the answer's age is unknown. */
function isYoung({ askedAtMs, answer }: KeptAnswer, maxAgeMs: number, nowMs: number): boolean {
  const ageMs = nowMs - askedAtMs;
  const limitMs = answer instanceof Error ? Math.min(maxAgeMs, UNUSABLE_KEEP_MS) : maxAgeMs;
  return ageMs >= 0 && ageMs < limitMs;
}
