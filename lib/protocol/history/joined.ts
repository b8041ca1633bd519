// Bounds a list of dated entries. Entries that are near in time become one, so many new entries remove no older ones.
import type { Subject } from "./observation.ts";

/** How the entries of one kind follow each other and are joined. */
export interface Joining<Entry> {
  /** From the end of one to the next one. */
  readonly apartMs: (before: Entry, after: Entry) => number;
  readonly join: (before: Entry, after: Entry) => Entry;
  readonly endMs: (entry: Entry) => number;
}

/** Two entries of a subject that are less than this apart are joined first, then those that are twice as far apart. */
const FIRST_MS = 12_000;

/** The same list, or one of about three quarters of `most` at most: room for entries to come. Of one subject at least one entry stays. */
export function boundEntries<Entry extends { readonly of: readonly Subject[] }>(
  entries: readonly Entry[],
  most: number,
  joining: Joining<Entry>,
): readonly Entry[] {
  if (entries.length <= most) return entries;
  const ends = entries.map(joining.endMs);
  const longestMs = Math.max(...ends) - Math.min(...ends);
  let joined: readonly Entry[] = entries;
  for (let withinMs = FIRST_MS; joined.length * 4 > most * 3; withinMs *= 2) {
    joined = joinNear(entries, withinMs, joining);
    if (withinMs > longestMs) break;
  }
  return joined;
}

function joinNear<Entry extends { readonly of: readonly Subject[] }>(
  entries: readonly Entry[],
  withinMs: number,
  { apartMs, join, endMs }: Joining<Entry>,
): Entry[] {
  const found = new Map<string, { readonly entry: Entry; readonly of: Subject[] }>();
  const keep = (subject: Subject, entry: Entry) => {
    const key = JSON.stringify({ ...entry, of: null });
    const same = found.get(key) ?? { entry, of: [] };
    same.of.push(subject);
    found.set(key, same);
  };
  const newest = new Map<Subject, Entry>();
  for (const entry of entries) {
    for (const subject of entry.of) {
      const before = newest.get(subject);
      const isNear = before !== undefined && apartMs(before, entry) <= withinMs;
      if (before && !isNear) keep(subject, before);
      newest.set(subject, isNear ? join(before, entry) : entry);
    }
  }
  for (const [subject, entry] of newest) keep(subject, entry);
  return [...found.values()].map(({ entry, of }) => ({ ...entry, of })).sort((a, b) => endMs(a) - endMs(b));
}
