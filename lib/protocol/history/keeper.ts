// The history in the memory of this process, written through to a `SharedLog`: the store (shared-log.ts) or a file (lib/runtime/store/file-log.ts).
// Recording never fails and nobody waits for it. If the store fails, a part of the past is missing, but nothing false is shown.
import { addObservation, emptyLog, type Log } from "./log.ts";
import { type Observation, type ObservedReading, observeNetwork } from "./observation.ts";
import type { SharedLog } from "./shared-log.ts";

/** Where the log is kept. `…_failed`: what this instance saw itself since it last heard from there, and what it read then. */
export type HistoryStorage = "sample" | "instance" | "store" | "store_failed" | "file" | "file_failed";

export interface HistorySnapshot {
  readonly log: Log;
  readonly memory: HistoryStorage;
  /** When this instance began to watch, epoch milliseconds. */
  readonly startedMs: number;
  readonly checks: CheckRhythm;
}

/** Who checks the network where nobody asks: the process itself, or nobody for certain. */
type CheckRhythm = "each_minute" | "on_request";

export type HistoryKeeper = ReturnType<typeof createHistoryKeeper>;

/** What is kept is written at once when something changed, else at most this often by each instance. */
const SYNC_MS = 15_000;
/** Until it is written, one observation in this time is remembered, and each change. */
const PENDING_MS = 60_000;
const MAX_PENDING = 240;

interface Pending {
  readonly observation: Observation;
  /** It saw something else than the one before. */
  readonly isNews: boolean;
}

/** `shared` is null where nothing keeps the log: then it begins with `seed`, in the memory of this instance. */
export function createHistoryKeeper(setup: {
  readonly shared: SharedLog | null;
  readonly kept: Exclude<HistoryStorage, `${string}_failed`>;
  readonly checks: CheckRhythm;
  readonly seed?: Log;
  readonly now: () => number;
}) {
  const { shared, kept, checks, seed = emptyLog, now } = setup;
  const failed = kept === "store" || kept === "file" ? (`${kept}_failed` as const) : kept;
  const startedMs = now();
  let log = seed;
  let pending: readonly Pending[] = [];
  let memory: HistoryStorage = shared ? failed : kept;
  let syncedMs = Number.NEGATIVE_INFINITY;
  let syncing: Promise<void> | null = null;
  let isNews = false;

  async function sync(store: SharedLog): Promise<void> {
    do {
      isNews = false;
      syncedMs = now();
      const sent = pending;
      try {
        const { log: found, isWritten } = await store.add(sent.map(({ observation }) => observation));
        if (isWritten) pending = pending.filter((one) => !sent.includes(one));
        log = pending.reduce((all, { observation }) => addObservation(all, observation), found);
        memory = isWritten ? kept : failed;
        if (isWritten) continue;
      } catch {
        memory = failed;
      }
      // The store itself says how soon it may be asked again.
      syncedMs = Number.NEGATIVE_INFINITY;
      return;
    } while (isNews);
  }

  return {
    record(reading: ObservedReading): void {
      const observation = observeNetwork(reading);
      if (observation) {
        const next = addObservation(log, observation);
        isNews ||= next.changes.at(-1) !== log.changes.at(-1);
        log = next;
        if (shared) pending = addPending(pending, observation);
      }
      if (!shared || syncing || !(isNews || now() - syncedMs >= SYNC_MS)) return;
      syncing = sync(shared).finally(() => {
        syncing = null;
      });
    },
    async recall(): Promise<HistorySnapshot> {
      await syncing;
      return { log, memory, startedMs, checks };
    },
  };
}

/** The newest takes the place of the one before where that one tells nothing more: nothing new, and no minute passed. */
function addPending(pending: readonly Pending[], observation: Observation): readonly Pending[] {
  const [before, last] = pending.slice(-2);
  const isNews = pending.length > 0 && verdictsText(observation) !== verdictsText(pending.at(-1)?.observation);
  const isDense = before && last && !last.isNews && !isNews && observation.atMs - before.observation.atMs < PENDING_MS;
  return [...(isDense ? pending.slice(0, -1) : pending), { observation, isNews }].slice(-MAX_PENDING);
}

const verdictsText = (observation: Observation | undefined) =>
  JSON.stringify([...(observation?.samples ?? [])].map(([subject, sample]) => [subject, sample?.verdict]));
