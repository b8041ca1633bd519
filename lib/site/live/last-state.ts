// The last state that this device read, kept for the page that stands in where there is no network. It runs in the browser.
// Nothing of a person is kept, and nothing kept ever stands on a page that the network answered.

export interface LastState {
  /** Of the block, or of the reading where none is told, by who answered; and when it was kept, by this device's clock. */
  readonly atMs: number;
  readonly keptMs: number;
  /** "Litecoin: halted". */
  readonly lines: readonly string[];
}

/** Another form of what is kept needs another number: the worker deletes all others of this name. */
export const LAST_STATE_CACHE = "last-state-1";
const LAST_STATE_ADDRESS = "/last-state";

/** Null where nothing is kept. */
export async function readLastState(): Promise<LastState | null> {
  const kept = await caches.match(LAST_STATE_ADDRESS, { cacheName: LAST_STATE_CACHE });
  return (await kept?.json()) ?? null;
}

/** A copy out of a browser's memory replaces no newer state. Where no time was told, nothing is kept any more: it may have ended. */
export async function keepLastState(atMs: number, lines: readonly string[], isSample: boolean): Promise<void> {
  try {
    if (!Number.isFinite(atMs)) return void (await caches.delete(LAST_STATE_CACHE));
    if (((await readLastState())?.atMs ?? 0) > atMs) return;
    const state: LastState = {
      ...{ atMs, keptMs: Date.now() },
      lines: isSample ? ["sample data, invented", ...lines] : lines,
    };
    await (await caches.open(LAST_STATE_CACHE)).put(LAST_STATE_ADDRESS, Response.json(state));
  } catch {
    // The browser keeps nothing here.
  }
}
