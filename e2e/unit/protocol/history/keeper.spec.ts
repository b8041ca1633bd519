// What a deployment remembers: in one instance, in a store that several share, and when that store fails, is late or holds nonsense.
import { expect, test } from "@playwright/test";
import { createClient } from "@redis/client";
import { createHistoryKeeper } from "../../../../lib/protocol/history/keeper.ts";
import { addObservation, emptyLog, KEPT_MS, type Log } from "../../../../lib/protocol/history/log.ts";
import { type Observation, observeNetwork } from "../../../../lib/protocol/history/observation.ts";
import { createSharedLog, type RunScript, type SharedLog } from "../../../../lib/protocol/history/shared-log.ts";
import type { NetworkReading } from "../../../../lib/protocol/model/network-status.ts";
import { createSeal } from "../../../../lib/runtime/store/shared-transport.ts";
import { createStore } from "../../../../lib/runtime/store/store.ts";
import { tradingHalt } from "../../../support/halt-key.ts";
import { skipWithout } from "../../../support/programs.ts";
import { redisUrl, startRedis, stopRedis } from "../../../support/redis-server.ts";
import { findFreePort } from "../../../support/start-process.ts";
import { halted, status } from "../../mcp/fake-network.ts";

test.describe.configure({ mode: "serial" });
const closing: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const START_MS = Date.UTC(2026, 10, 20);

/** The fake network's status at a second, with BTC trading open or halted. */
function readAt(seconds: number, isHalted = false): NetworkReading {
  const clock = { ...status.clock, blockTimeMs: START_MS + seconds * 1000, height: 1_000_000 + seconds };
  if (!isHalted) return { ...status, clock };
  const trading = halted(tradingHalt("BTC"));
  const chains = status.chains.map((chain) =>
    chain.chain === "BTC" ? { ...chain, trading, deposits: trading } : chain,
  );
  return { ...status, clock, chains };
}
const seeAt = (seconds: number, isHalted = false) => observeNetwork(readAt(seconds, isHalted)) as Observation;
const unread: NetworkReading = { ...status, clock: { ...status.clock, blockTimeMs: null, height: null }, chains: [] };

const toChanges = (log: Log) =>
  log.changes.map((one) => `${one.of.join("+")} ${one.to} ${(one.atMs - START_MS) / 1000}`);
const btcHalted = (seconds: number) => `BTC trading+BTC deposits halted ${seconds}`;
const btcOpen = (seconds: number) => `BTC trading+BTC deposits open ${seconds}`;

test("without a store, an instance remembers what it read itself", async () => {
  const keeper = createHistoryKeeper({ shared: null, kept: "instance", checks: "each_minute", now: () => START_MS });
  expect(await keeper.recall()).toEqual({
    log: emptyLog,
    memory: "instance",
    startedMs: START_MS,
    checks: "each_minute",
  });
  keeper.record(unread);
  expect((await keeper.recall()).log).toEqual(emptyLog);
  for (const reading of [readAt(0), readAt(60, true), unread]) keeper.record(reading);
  const { log, memory } = await keeper.recall();
  expect(memory).toBe("instance");
  expect(toChanges(log)).toEqual([btcHalted(60)]);
  expect(log.sinceMs).toBe(START_MS);
});

/** A store's log in this process that can be made to fail or wait, and notes what it is asked. */
function createFakeShared() {
  const added: (readonly Observation[])[] = [];
  const fake = { log: emptyLog, added, fails: false, isFull: false, gate: Promise.resolve() };
  const shared: SharedLog = {
    async add(observations) {
      fake.added.push(observations);
      await fake.gate;
      if (fake.fails) throw new Error("no");
      const log = observations.reduce(addObservation, fake.log);
      if (!fake.isFull) fake.log = log;
      return { log, isWritten: !fake.isFull };
    },
  };
  return { fake, shared };
}

test("a store is written at once for a change, else every 15 s, and never twice at the same time", async () => {
  const { fake, shared } = createFakeShared();
  const clock = { nowMs: START_MS };
  const keeper = createHistoryKeeper({ shared, kept: "store", checks: "each_minute", now: () => clock.nowMs });
  const record = async (seconds: number, isHalted = false) => {
    clock.nowMs = START_MS + seconds * 1000;
    keeper.record(readAt(seconds, isHalted));
    await keeper.recall();
    return fake.added.length;
  };
  const counts = [];
  for (const seconds of [0, 6, 12, 15, 18]) counts.push(await record(seconds));
  expect(counts).toEqual([1, 1, 1, 2, 2]);
  expect(await record(24, true), "a change").toBe(3);
  expect(await record(30, true)).toBe(3);
  expect(toChanges((await keeper.recall()).log)).toEqual([btcHalted(24)]);

  // What changes while the store is being written is written next.
  let letGo = () => {};
  fake.gate = new Promise((resolve) => {
    letGo = resolve;
  });
  clock.nowMs = START_MS + 60_000;
  for (const reading of [readAt(60, true), readAt(66, true), readAt(80)]) keeper.record(reading);
  expect(fake.added.length).toBe(4);
  letGo();
  expect((await keeper.recall()).memory).toBe("store");
  expect(fake.added.slice(3).map((all) => all.map((one) => (one.atMs - START_MS) / 1000))).toEqual([
    [30, 60],
    [66, 80],
  ]);
  expect(toChanges(fake.log)).toEqual([btcHalted(24), btcOpen(80)]);
});

test("while the store fails, the instance goes on from what it last knew, and says so", async () => {
  const { fake, shared } = createFakeShared();
  fake.log = [seeAt(0), seeAt(60, true)].reduce(addObservation, emptyLog);
  const clock = { nowMs: START_MS + 90_000 };
  const keeper = createHistoryKeeper({ shared, kept: "store", checks: "each_minute", now: () => clock.nowMs });
  fake.fails = true;
  keeper.record(readAt(90, true));
  const alone = await keeper.recall();
  expect(alone.memory).toBe("store_failed");
  expect(alone.log.sinceMs).toBe(START_MS + 90_000);
  expect(alone.log.changes).toEqual([]);

  fake.fails = false;
  keeper.record(readAt(96, true));
  const found = await keeper.recall();
  expect(found.memory).toBe("store");
  expect(found.log.sinceMs).toBe(START_MS);
  expect(toChanges(found.log)).toEqual([btcHalted(60)]);

  fake.fails = true;
  clock.nowMs = START_MS + 120_000;
  keeper.record(readAt(120));
  const later = await keeper.recall();
  expect(later.memory).toBe("store_failed");
  expect(toChanges(later.log)).toEqual([btcHalted(60), btcOpen(120)]);
});

test("what is seen while nothing can be written is written when it can, each change with its time", async () => {
  for (const trouble of ["fails", "isFull"] as const) {
    const { fake, shared } = createFakeShared();
    fake.log = [seeAt(0), seeAt(60)].reduce(addObservation, emptyLog);
    const clock = { nowMs: START_MS };
    const keeper = createHistoryKeeper({ shared, kept: "file", checks: "each_minute", now: () => clock.nowMs });
    const record = async (seconds: number, isHalted = false) => {
      clock.nowMs = START_MS + seconds * 1000;
      keeper.record(readAt(seconds, isHalted));
      return keeper.recall();
    };
    fake[trouble] = true;
    const seen = Array.from({ length: 600 }, (_, index) => 66 + index * 6);
    for (const seconds of seen) await record(seconds, seconds > 1_000 && seconds < 2_000);
    expect((await keeper.recall()).memory, trouble).toBe("file_failed");
    // What is read of a full disk is told as well.
    expect((await keeper.recall()).log.sinceMs).toBe(START_MS + (trouble === "isFull" ? 0 : 66_000));
    fake[trouble] = false;
    const { log, memory } = await record(3_666);
    expect(memory).toBe("file");
    expect(toChanges(log)[0]).toBe(btcHalted(1_002));
    const [halt, end, ...more] = log.changes;
    const after = [halt?.afterMs, end?.afterMs].map((ms) => (ms ?? 0) - START_MS);
    expect([...after, end?.to, more]).toEqual([996_000, 1_998_000, "open", []]);
    expect(end?.atMs, "within the minute").toBeLessThanOrEqual(START_MS + 2_064_000);
    expect(log.gaps).toEqual([]);
    expect(fake.log).toEqual(log);
    expect(fake.added.at(-1)?.length, "thinned out").toBeLessThan(80);
  }
});

test("a reading that saw nothing still fetches what others kept", async () => {
  const { fake, shared } = createFakeShared();
  fake.log = addObservation(emptyLog, seeAt(0));
  const keeper = createHistoryKeeper({ shared, kept: "store", checks: "each_minute", now: () => START_MS });
  keeper.record(unread);
  expect((await keeper.recall()).log).toEqual(fake.log);
  expect(fake.added).toEqual([[]]);
});

test("of a sealed log, what somebody else wrote, changed or moved is begun anew, and says so", async () => {
  const kept = { version: "", log: "" };
  const run: RunScript = async ({ args: [, version = "", log = ""], parse }) => {
    if (log !== "") Object.assign(kept, { version, log });
    return parse(log === "" ? [kept.version || null, kept.log || null] : 1);
  };
  const seal = createSeal("s".repeat(32), "history");
  const read = async (key = "one", by = seal) => (await createSharedLog(run, key, () => START_MS, by).add([])).log;
  await createSharedLog(run, "one", () => START_MS, seal).add([seeAt(0, true)]);
  expect((await read()).last["BTC trading"]?.verdict).toBe("halted");
  const begun = { ...emptyLog, lostMs: START_MS };
  expect(await read("two"), "moved").toEqual(begun);
  expect(await read("one", createSeal("t".repeat(32), "history")), "of another secret").toEqual(begun);
  const { log } = kept;
  for (const forged of [log.replace('"halted"', '"open"'), JSON.stringify(addObservation(emptyLog, seeAt(0)))]) {
    expect(forged).not.toBe(log);
    kept.log = forged;
    expect(await read(), forged.slice(0, 60)).toEqual(begun);
  }
});

test.describe("on a real server", () => {
  skipWithout("redis-server");
  const KEY = "signpost:history:test";

  async function open() {
    const port = await findFreePort();
    await startRedis(port, (child) => closing.push(() => stopRedis(child)));
    const client = createClient({ url: redisUrl(port), RESP: 2 });
    await client.connect();
    closing.push(() => client.isOpen && client.destroy());
    const createStoreOf = () => {
      const store = createStore({ url: redisUrl(port), commandMs: 10_000 });
      closing.push(() => store.close());
      return store;
    };
    return { client, createStoreOf, createInstance: () => createSharedLog(createStoreOf().run, KEY, () => START_MS) };
  }

  test("instances write one log, whoever saw what, and it lives as long as it reaches back", async () => {
    const { client, createInstance } = await open();
    const [first, second] = [createInstance(), createInstance()];
    expect(await first.add([])).toEqual({ log: emptyLog, isWritten: true });
    expect(await client.keys("*"), "a look writes nothing").toEqual([]);
    await first.add([seeAt(0)]);
    await second.add([seeAt(60, true)]);
    expect(toChanges((await first.add([])).log)).toEqual([btcHalted(60)]);
    expect(await client.keys("*")).toEqual([KEY]);
    const livesMs = await client.pTTL(KEY);
    expect(livesMs).toBeGreaterThan(KEPT_MS - 60_000);
    expect(livesMs).toBeLessThanOrEqual(KEPT_MS);
  });

  test("who is overtaken between reading and writing builds on what the other wrote", async () => {
    const { createInstance, createStoreOf } = await open();
    const [first, overtaking] = [createInstance(), createInstance()];
    await first.add([seeAt(0)]);
    const { run } = createStoreOf();
    let scripts = 0;
    const overtaken = createSharedLog(
      async (script) => {
        scripts += 1;
        if (scripts === 2) await overtaking.add([seeAt(60, true)]);
        return run(script);
      },
      KEY,
      () => START_MS,
    );
    const { log } = await overtaken.add([seeAt(120)]);
    expect(scripts, "read, refused, read again, written").toBe(4);
    expect(toChanges(log)).toEqual([btcHalted(60), btcOpen(120)]);
    expect((await first.add([])).log).toEqual(log);
  });

  for (const [what, value] of [
    ["nonsense", "{"],
    ["another shape", JSON.stringify({ ...emptyLog, changes: [{ of: "x" }] })],
  ] as const) {
    test(`a kept log that is ${what} is begun anew`, async () => {
      const { client, createInstance } = await open();
      await client.hSet(KEY, { version: "1", log: value });
      const shared = createInstance();
      expect((await shared.add([])).log).toEqual({ ...emptyLog, lostMs: START_MS });
      await shared.add([seeAt(0)]);
      expect((await shared.add([])).log).toMatchObject({ sinceMs: START_MS, lostMs: START_MS });
    });
  }

  test("a value of another kind under the key is a failure, not a history", async () => {
    const { client, createInstance } = await open();
    await client.set(KEY, "x");
    await expect(createInstance().add([])).rejects.toThrow("WRONGTYPE");
  });
});
