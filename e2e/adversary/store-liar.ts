// A store that somebody else writes to: what it may hold and say in place of what was put there.
import { forgeAnswer, type SharedStore } from "../unit/runtime/store/shared-world.ts";
import { thief } from "./liar.ts";

export const storeLies = ["replay", "mix", "cut", "forge", "wipe", "fail", "work", "ahead", "behind", "lease"] as const;

/** Returns a function that tells a lie, or ends those that last ("work"). `rows`: what a node says of its vaults. */
export function createStoreLiar(
  shared: SharedStore,
  rows: () => readonly object[],
): (lie: (typeof storeLies)[number]) => Promise<void> {
  const { store, faults } = shared;
  /** By key: everything that was ever written there. */
  const past = new Map<string, Set<string>>();
  const { put } = store;
  faults.put = (key, lease, text, lifeMs) => {
    past.set(key, (past.get(key) ?? new Set()).add(text));
    return put(key, lease, text, lifeMs);
  };
  const failed = () => Promise.reject(new Error("down"));

  return async (lie) => {
    const nowMs = shared.nowMs() + shared.storeOffsetMs;
    const rewrite = (change: (key: string, text: string) => string) => {
      for (const [key, texts] of past)
        for (const text of [...texts].slice(-1)) store.entries.set(key, { atMs: nowMs, text: change(key, text) });
    };
    switch (lie) {
      case "replay":
        return rewrite((key, text) => [...(past.get(key) ?? [text])].at(-2) ?? text);
      case "mix": {
        const all = [...past.values()].flatMap((texts) => [...texts].slice(-1));
        return rewrite((_, text) => all[(all.indexOf(text) + 1) % all.length] as string);
      }
      case "cut":
        return rewrite((_, text) => text.slice(0, -8));
      case "forge": {
        const url = new URL(`http://secret-node${nowMs % 2}.test/base/thorchain/inbound_addresses`);
        const told = rows().map((row) => ({ ...row, address: thief }));
        const forged = await forgeAnswer(url, told, shared.nowMs);
        return rewrite(() => forged);
      }
      case "wipe":
        return store.entries.clear();
      case "fail":
        faults.take = failed;
        return;
      case "work":
        faults.take = store.take;
        shared.storeOffsetMs = 0;
        return;
      case "ahead":
        shared.storeOffsetMs = 3_600_000;
        return;
      case "behind":
        shared.storeOffsetMs = -3_600_000;
        return;
      case "lease":
        for (const entry of store.entries.values()) Object.assign(entry, { text: undefined, leasedAtMs: nowMs });
        return;
    }
  };
}
