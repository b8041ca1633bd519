// What this deployment has seen. Recording never fails and nobody waits for it; a store that fails costs memory of the past, never truth.
import { addObservation, emptyLog, type Log } from "./log.ts";
import { type Observation, type ObservedReading, observeNetwork } from "./observation.ts";
import type { SharedLog } from "./shared-log.ts";

/** How much of the past a log holds: `store_failed` has what this instance saw itself since it last heard from the store. */
export type HistoryStorage = "instance" | "store" | "store_failed";

export interface HistorySnapshot {
  readonly log: Log;
  readonly memory: HistoryStorage;
  /** When this instance began to watch, epoch milliseconds. */
  readonly startedMs: number;
}

export interface HistoryKeeper {
  record(reading: ObservedReading): void;
  recall(): Promise<HistorySnapshot>;
}

/** A store is written at once when something changed, else at most this often by each instance. */
const SYNC_MS = 15_000;

/** `shared` is null where no store is configured. */
export function createHistoryKeeper(setup: { readonly shared: SharedLog | null; readonly now: () => number }) {
  const { shared, now } = setup;
  const startedMs = now();
  let log: Log = emptyLog;
  let latest: Observation | null = null;
  let memory: HistoryStorage = shared ? "store_failed" : "instance";
  let syncedMs = Number.NEGATIVE_INFINITY;
  let syncing: Promise<void> | null = null;
  let isNews = false;

  async function sync(store: SharedLog): Promise<void> {
    do {
      isNews = false;
      syncedMs = now();
      try {
        const kept = await store.add(latest);
        log = latest ? addObservation(kept, latest) : kept;
        memory = "store";
      } catch {
        memory = "store_failed";
        // The store itself says how soon it may be asked again.
        syncedMs = Number.NEGATIVE_INFINITY;
        return;
      }
    } while (isNews);
  }

  const keeper: HistoryKeeper = {
    record(reading) {
      const observation = observeNetwork(reading);
      if (observation) {
        const next = addObservation(log, observation);
        isNews ||= next.changes.at(-1) !== log.changes.at(-1);
        log = next;
        latest = observation;
      }
      if (!shared || syncing || !(isNews || now() - syncedMs >= SYNC_MS)) return;
      syncing = sync(shared).finally(() => {
        syncing = null;
      });
    },
    async recall() {
      await syncing;
      return { log, memory, startedMs };
    },
  };
  return keeper;
}
