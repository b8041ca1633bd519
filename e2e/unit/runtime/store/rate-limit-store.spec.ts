// The shared store on a real server, and what happens if it is down, hung, restarted or answers nonsense.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "@playwright/test";
import { createClient } from "@redis/client";
import { createMemoryLimiter } from "../../../../lib/http/rate-limit.ts";
import { createStoreLimiter } from "../../../../lib/runtime/client-limit.ts";
import { createStore, type StoreOptions } from "../../../../lib/runtime/store/store.ts";
import { skipWithout } from "../../../support/programs.ts";
import { redisUrl, startRedis, stopRedis } from "../../../support/redis-server.ts";
import { findFreePort } from "../../../support/start-process.ts";

test.describe.configure({ mode: "serial" });
const closing: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const startStore = (port: number) => startRedis(port, (child) => closing.push(() => stopRedis(child)));

/** One instance of this server: its limiter, its clock, and its messages to the operator. */
function createInstance(port: number, limit: number, changes: Partial<StoreOptions> = {}) {
  // Not 0, which lru-cache takes for no time and then sets a timer every millisecond.
  const clock = { nowMs: 1 };
  const failures: string[] = [];
  const url = redisUrl(port);
  const store = createStore({
    url,
    reportFailure: (cause) => failures.push(cause),
    nowMs: () => clock.nowMs,
    // Only the specs of a hung store need the short limit.
    commandMs: 10_000,
    ...changes,
  });
  closing.push(() => store.close());
  const fallback = createMemoryLimiter(limit, () => clock.nowMs);
  const limiter = createStoreLimiter({ store, secret: url, fallback });
  const take = async (client: string, messages = 1) => (await limiter.take(client, messages)).allowed;
  const takeMany = async (client: string, count: number) => {
    const taken = await Promise.all(Array.from({ length: count }, () => take(client)));
    return taken.filter(Boolean).length;
  };
  return { limiter, clock, failures, take, takeMany };
}

async function openStore(port: number) {
  const client = createClient({ url: redisUrl(port), RESP: 2 });
  await client.connect();
  closing.push(() => client.isOpen && client.destroy());
  return client;
}

test.describe("on a real server", () => {
  skipWithout("redis-server");

  test("instances share one exact count, also for parallel requests", async () => {
    const port = await findFreePort();
    await startStore(port);
    const [first, second] = [createInstance(port, 20), createInstance(port, 20)];
    const [one, two] = await Promise.all([first.takeMany("203.0.113.1", 50), second.takeMany("203.0.113.1", 50)]);
    expect(one + two).toBe(20);
    expect(await second.take("203.0.113.2")).toBe(true);
    expect([...first.failures, ...second.failures]).toEqual([]);
  });

  test("its arithmetic is that of the bucket", async () => {
    const port = await findFreePort();
    await startStore(port);
    const { limiter, take } = createInstance(port, 10);
    expect(await limiter.take("batch", 10)).toEqual({ allowed: true, debtMs: 60_000 });
    expect(await take("batch", 1)).toBe(false);
    expect(await take("too many", 11)).toBe(false);
    expect([await take("parts", 4), await take("parts", 7), await take("parts", 6)]).toEqual([true, false, true]);

    const store = await openStore(port);
    const [key] = (await store.keys("*")).sort();
    await store.flushAll();
    await take("half");
    const [half] = await store.keys("*");
    expect(half).not.toBe(key);
    const setFullIn = (ms: number) => store.set(half as string, String(Date.now() + ms));
    await setFullIn(30_000);
    expect([await take("half", 6), await take("half", 5), await take("half", 1)]).toEqual([false, true, false]);
    await setFullIn(-1);
    expect([await take("half", 10), await take("half", 1)]).toEqual([true, false]);
    // A clock that was set back by a day.
    await setFullIn(86_400_000);
    expect((await limiter.take("half", 1)).debtMs).toBe(60_000);
  });

  test("the store holds only a keyed digest of a client, and not for long", async () => {
    const port = await findFreePort();
    await startStore(port);
    const { take } = createInstance(port, 10);
    const clients = ["203.0.113.77", "2001:db8:1:2::/64", "unknown"];
    for (const client of clients) await take(client);
    const store = await openStore(port);
    const keys = await store.keys("*");
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toMatch(/^signpost:rate:[\w-]{43}$/);
      expect(await store.get(key)).toMatch(/^\d{13}\.\d{3}$/);
      const livesMs = await store.pTTL(key);
      expect(livesMs).toBeGreaterThan(0);
      expect(livesMs).toBeLessThanOrEqual(6_000);
    }
  });

  test("a store that is killed and comes back is used again", async () => {
    const port = await findFreePort();
    const child = await startStore(port);
    const { take, takeMany, clock, failures } = createInstance(port, 3);
    expect(await takeMany("a", 5)).toBe(3);
    await stopRedis(child);
    // The instance counts alone, from a full bucket, but still with a limit.
    expect(await takeMany("a", 5)).toBe(3);
    expect(failures).toHaveLength(1);
    await startStore(port);
    expect(await take("a"), "left alone for a second").toBe(false);
    clock.nowMs += 1_001;
    expect(await takeMany("a", 5), "asked again, and counts anew there").toBe(3);
    expect(failures).toHaveLength(1);
  });

  test("a connection that was closed while idle is opened again", async () => {
    const port = await findFreePort();
    await startStore(port);
    const { takeMany, failures } = createInstance(port, 3);
    expect(await takeMany("a", 2)).toBe(2);
    const store = await openStore(port);
    await store.sendCommand(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    await expect.poll(async () => (await store.sendCommand(["CLIENT", "LIST"]))?.toString().split("\n").length).toBe(2);
    // The close was sent before these answers, so this process has seen it by then.
    for (let round = 0; round < 5; round++) await store.ping();
    expect(await takeMany("a", 5)).toBe(1);
    expect(failures).toEqual([]);
  });

  test("a process that was busy for longer than the store may take is no failure of the store", async () => {
    const port = await findFreePort();
    await startStore(port);
    const commandMs = 1_000;
    const { take, failures } = createInstance(port, 2, { commandMs });
    expect(await take("203.0.113.1")).toBe(true);
    const taken = take("203.0.113.1");
    const busyUntilMs = performance.now() + commandMs + 200;
    while (performance.now() < busyUntilMs);
    expect([await taken, await take("203.0.113.1"), failures]).toEqual([true, false, []]);
  });

  test("a hung store delays nobody for long, and is reported once a minute", async () => {
    const port = await findFreePort();
    const child = await startStore(port);
    const { take, takeMany, clock, failures } = createInstance(port, 3, { commandMs: 50 });
    await expect.poll(() => take("a")).toBe(true);
    const store = await openStore(port);
    const listOthers = async () => {
      const list = String(await store.sendCommand(["CLIENT", "LIST"]));
      const own = String(await store.sendCommand(["CLIENT", "ID"]));
      return [...list.matchAll(/^id=(\d+) /gm)].map((match) => match[1]).filter((id) => id !== own);
    };
    // A first connection that took longer than a command may was let go of: only another command opens the next.
    await expect
      .poll(async () => {
        clock.nowMs += 2_000;
        await take("a");
        return [await store.dbSize(), (await listOthers()).length];
      })
      .toEqual([1, 1]);
    const hung = await listOthers();
    failures.length = 0;
    clock.nowMs = 200_000;
    child.kill("SIGSTOP");
    expect(await takeMany("a", 5)).toBe(3);
    expect(failures).toEqual(["TimeoutError"]);
    for (const nowMs of [210_000, 230_000, 259_000]) {
      clock.nowMs = nowMs;
      await take("a");
    }
    expect(failures).toHaveLength(1);
    clock.nowMs = 262_000;
    await take("a");
    expect(failures).toHaveLength(2);
    child.kill("SIGCONT");
    clock.nowMs = 400_000;
    await expect
      .poll(async () => {
        clock.nowMs += 2_000;
        await take("b");
        return store.dbSize();
      })
      .toBe(2);
    expect(await listOthers(), "the hung connection was given up").not.toContain(hung[0]);
  });

  test("a wrong answer or a refused password leads to the fallback", async () => {
    const port = await findFreePort();
    await startStore(port);
    const { take, takeMany, failures } = createInstance(port, 3);
    await take("a");
    const store = await openStore(port);
    const [key] = await store.keys("*");
    await store.del(key as string);
    await store.lPush(key as string, "x");
    expect(await takeMany("a", 5)).toBe(3);
    const wrong = createInstance(port, 3, { url: `redis://:wrong-secret@127.0.0.1:${port}` });
    expect(await wrong.takeMany("a", 5)).toBe(3);
    expect([failures, wrong.failures]).toEqual([["WRONGTYPE"], ["WRONGPASS"]]);
  });
});

test("without the store each instance limits alone, and reports the error code", async () => {
  const { takeMany, failures, clock } = createInstance(await findFreePort(), 3);
  expect(await takeMany("a", 5)).toBe(3);
  expect(await takeMany("b", 5)).toBe(3);
  clock.nowMs = 19_000;
  expect(await takeMany("a", 5)).toBe(0);
  expect(failures).toEqual(["ECONNREFUSED"]);
});

test("a store that accepts connections but never answers leads to the fallback", async () => {
  const silent = createServer((socket) => void socket.on("error", () => undefined)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  closing.push(() => silent.close());
  const { takeMany, failures } = createInstance((silent.address() as AddressInfo).port, 3, { commandMs: 50 });
  expect(await takeMany("a", 5)).toBe(3);
  expect(failures).toEqual(["TimeoutError"]);
});
