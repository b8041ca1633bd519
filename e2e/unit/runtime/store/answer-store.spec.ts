// The store of answers, in memory and on a real Redis: one reader at a time, and no answer older than asked.
import { setTimeout } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { createClient } from "@redis/client";
import { type AnswerStore, createAnswerStore, LEASE_MS } from "../../../../lib/runtime/store/shared-transport.ts";
import { createStore } from "../../../../lib/runtime/store/store.ts";
import { skipWithout } from "../../../support/programs.ts";
import { redisUrl, startRedis, stopRedis } from "../../../support/redis-server.ts";
import { findFreePort } from "../../../support/start-process.ts";
import { createMemoryStore } from "./memory-store.ts";

/** Longer than any spec takes. */
const AGE_MS = 600_000;

/** `pass` makes all that the store holds older. */
async function holdToRules(store: AnswerStore, pass: (ms: number) => Promise<unknown>): Promise<void> {
  const take = (maxAgeMs = AGE_MS) => store.take("key", maxAgeMs);
  const lease = async () => {
    const taken = await take();
    if (taken === null || !("leasedAtMs" in taken)) throw new Error(`no lease: ${JSON.stringify(taken)}`);
    return taken;
  };
  const first = await lease();
  expect(await take(), "somebody reads").toBeNull();
  await store.release("key", first);
  const second = await lease();
  await store.put("key", second, "told", AGE_MS);
  expect(await take()).toMatchObject({ text: "told" });
  await pass(AGE_MS / 2);
  const kept = await take();
  expect(kept).toMatchObject({ text: "told" });
  expect((kept as { ageMs: number }).ageMs).toBeGreaterThanOrEqual(AGE_MS / 2);
  expect(await take(AGE_MS / 2), "older than asked").toHaveProperty("leasedAtMs");
  expect(await take(AGE_MS / 2), "somebody reads anew").toBeNull();
  expect(await take(), "to others the old one is good").toMatchObject({ text: "told" });
  await pass(AGE_MS);
  // Whoever had the lease is dead. What it reads late is not put in the place of what was read later.
  const late = await lease();
  await pass(LEASE_MS);
  const next = await lease();
  expect(next.leasedAtMs).not.toBe(late.leasedAtMs);
  await store.release("key", late);
  expect(await take(), "a lease of another").toBeNull();
  await store.put("key", next, "newer", AGE_MS);
  await store.put("key", { leasedAtMs: next.leasedAtMs - 1 }, "older", AGE_MS);
  expect(await take()).toMatchObject({ text: "newer" });
  await pass(-2 * AGE_MS);
  expect(await take(), "of a time that has not come").toHaveProperty("leasedAtMs");
}

test("in memory", async () => {
  let nowMs = 1_800_000_000_000;
  await holdToRules(
    createMemoryStore(() => nowMs),
    async (ms) => {
      nowMs += ms;
    },
  );
});

test.describe("on a real server", () => {
  skipWithout("redis-server");

  test("the same, and nothing is kept for ever", async () => {
    const port = await findFreePort();
    const server = await startRedis(port, () => undefined);
    const store = createStore({ url: redisUrl(port), commandMs: 10_000 });
    const client = createClient({ url: redisUrl(port), RESP: 2 });
    await client.connect();
    try {
      await holdToRules(createAnswerStore(store.run), async (ms) => {
        for (const [field, text] of Object.entries(await client.hGetAll("key")))
          if (field !== "text") await client.hSet("key", field, String(Number(text) - ms));
        // The real clock has not gone on by as much, and two leases of one millisecond would be the same.
        await setTimeout(2);
      });
      expect(await client.pTTL("key")).toBeGreaterThan(0);
      await createAnswerStore(store.run).take("other", AGE_MS);
      expect(await client.pTTL("other")).toBeGreaterThan(0);
    } finally {
      client.destroy();
      store.close();
      await stopRedis(server);
    }
  });
});
