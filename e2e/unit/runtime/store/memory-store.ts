// The store of answers in memory, on a clock of its own, with its entries open to whoever can write to it.
import { type AnswerStore, LEASE_MS } from "../../../../lib/runtime/store/shared-transport.ts";

interface Entry {
  atMs?: number;
  text?: string;
  leasedAtMs?: number | undefined;
}

/** What the scripts do in Redis; `answer-store.spec.ts` holds both against the same rules. */
export function createMemoryStore(now: () => number): AnswerStore & { readonly entries: Map<string, Entry> } {
  const entries = new Map<string, Entry>();
  const isWithin = (sinceMs: number | undefined, limitMs: number) =>
    sinceMs !== undefined && now() - sinceMs >= 0 && now() - sinceMs < limitMs;
  return {
    entries,
    async take(key, maxAgeMs) {
      const entry = entries.get(key) ?? {};
      if (entry.text !== undefined && entry.atMs !== undefined && isWithin(entry.atMs, maxAgeMs))
        return { text: entry.text, ageMs: now() - entry.atMs };
      if (isWithin(entry.leasedAtMs, LEASE_MS)) return null;
      entries.set(key, { ...entry, leasedAtMs: now() });
      return { leasedAtMs: now() };
    },
    async put(key, { leasedAtMs }, text) {
      const entry = entries.get(key) ?? {};
      if (entry.leasedAtMs === leasedAtMs) entry.leasedAtMs = undefined;
      if ((entry.atMs ?? 0) <= leasedAtMs) entries.set(key, { ...entry, atMs: leasedAtMs, text });
    },
    async release(key, { leasedAtMs }) {
      const entry = entries.get(key);
      if (entry?.leasedAtMs === leasedAtMs) entry.leasedAtMs = undefined;
    },
  };
}
