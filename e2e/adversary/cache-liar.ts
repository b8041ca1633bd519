// A runtime cache that fails, forgets, or gives something else than what was put there.
import type { SharedCache } from "../support/shared-world.ts";

export const cacheLies = ["replay", "mix", "cut", "empty", "wipe", "fail", "work"] as const;

/** Returns a function that tells a lie, or ends those that last ("work"). */
export function createCacheLiar({
  entries,
  faults,
}: SharedCache): (lie: (typeof cacheLies)[number]) => void {
  /** By key: everything that was ever kept there. */
  const past = new Map<string, string[]>();
  faults.set = async (key, value) => {
    const text = JSON.stringify(value);
    past.set(key, [...(past.get(key) ?? []), text]);
    entries.set(key, text);
  };
  const rewrite = (change: (key: string, text: string) => string) => {
    for (const [key, texts] of past) entries.set(key, change(key, texts.at(-1) as string));
  };

  return (lie) => {
    switch (lie) {
      case "replay":
        return rewrite((key, text) => past.get(key)?.at(-2) ?? text);
      case "mix": {
        const all = [...past.values()].flatMap((texts) => texts.slice(-1));
        return rewrite((_, text) => all[(all.indexOf(text) + 1) % all.length] as string);
      }
      case "cut":
        return rewrite((_, text) => JSON.stringify({ ...JSON.parse(text), bodyBase64: undefined }));
      case "empty":
        return rewrite(() => "{}");
      case "wipe":
        return entries.clear();
      case "fail":
        faults.get = () => Promise.reject(new Error("down"));
        return;
      case "work":
        delete faults.get;
    }
  };
}
