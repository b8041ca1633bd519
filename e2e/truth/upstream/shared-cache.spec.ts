// One reading for all processes of a deployment, through a cache that may fail, forget and mix things up.
import { expect, test } from "@playwright/test";
import type { Network } from "../../../lib/protocol/network.ts";
import { SAFETY_KEEP_MS } from "../../../lib/protocol/safety/node-reading.ts";
import { createSharedTransport, hashKey } from "../../../lib/runtime/shared-transport.ts";
import { changeRow } from "../../support/changes.ts";
import { createSharedWorld, type SharedWorld } from "../../support/shared-world.ts";
import { status, type World } from "../../support/world.ts";

const toText = (reading: unknown) =>
  JSON.stringify(reading, (_, value) => (typeof value === "bigint" ? `${value}` : value));
const destination = `0x${"ab".repeat(20)}`;
const quote = { from: "BTC", to: "ETH.ETH", amount: "1", destination, toleranceBps: 10_000 };
/** Calls of one status of two nodes and an indexer. */
const CALLS = 19;

const addressOf = async (network: Network) =>
  (await network.getInbounds({ chain: "BTC" })).chains.map(({ address }) => address)[0];

/** A first process has read everything, and all is in the cache. */
async function readFirst(shared: SharedWorld): Promise<string> {
  const reading = toText(await shared.processes[0]?.getStatus());
  expect([shared.world.calls.length, shared.entries.size]).toEqual([CALLS, CALLS]);
  return reading;
}

test("the height of an answer is shared with it: what differs at one height is told by no process", async () => {
  for (const [behind, told] of [
    [1, 1_060n],
    [0, null],
  ] as const) {
    const { world, processes } = createSharedWorld();
    world.behind.node0 = behind;
    changeRow(world, "BTC", { outbound_fee: "1000" }, "node0");
    changeRow(world, "BTC", { outbound_fee: "1060" }, "node1");
    for (const network of processes) {
      const [btc] = (await network.getStatus({ chain: "BTC" })).chains;
      expect(btc?.outboundFee?.base ?? null, `${behind} behind`).toBe(told);
    }
    expect(world.calls).toHaveLength(CALLS);
  }
});

test("a difference between nodes that one process found costs the others no call, and they tell the same", async () => {
  const { world, processes } = createSharedWorld({ nodes: 3 });
  world.scripts.node1 = { mimir: () => ({ ...world.mimir, HALTLTCTRADING: 1 }) };
  for (const reader of processes.slice(0, 3)) {
    world.calls.length = 0;
    const first = await reader.getStatus();
    // The third node decides.
    expect(first.warnings.map(({ code }) => code)).toContain("outvoted");
    const calls = world.calls.length;
    expect(world.calls.some((call) => call.startsWith("node2"))).toBe(true);
    for (const network of processes) expect(toText(await network.getStatus())).toBe(toText(first));
    expect(world.calls).toHaveLength(calls);
    world.nowMs += SAFETY_KEEP_MS;
  }
});

test("what a client asks is never shared", async () => {
  const { world, processes, entries } = createSharedWorld();
  for (const network of processes) expect((await network.getQuote(quote)).memo).not.toBeNull();
  expect(world.calls.filter((call) => call.endsWith("quote/swap"))).toHaveLength(
    2 * processes.length,
  );
  expect(entries.size).toBe(15);
});

test("an answer that is none is not shared, and the next process reads at once", async () => {
  const { world, processes } = createSharedWorld();
  const html = status(200, "[]", { "content-type": "text/html" });
  const unread = ["<html>", '{"error":"no"}', '[{"chain":7', '{"HALTTRADING":"0"}'];
  for (const reply of [status(500), html, ...unread]) {
    world.scripts.node0 = { mimir: reply };
    expect((await processes[0]?.getStatus())?.trading.verdict).toBe("unknown");
    world.scripts = {};
    expect((await processes[1]?.getStatus())?.trading.verdict).toBe("open");
    world.nowMs += 60_000;
  }
});

type Entry = Readonly<Record<string, unknown>>;
type Change = (entry: Entry, next: Entry, world: World) => Entry;
/** What every entry says in place of what was put there; `next`: the entry of another address. */
const changes: Readonly<Record<string, Change>> = {
  "no entry of ours": () => ({ body: "[]" }),
  "one member more": (entry) => ({ ...entry, address: "thiefvault" }),
  "of another network": (entry) => ({ ...entry, network: "mayachain" }),
  "of another address": (_, next) => next,
  "asked for in the future": (entry, _, { nowMs }) =>
    Object.assign(entry, { askedAtMs: nowMs + 501, receivedAtMs: nowMs + 501 }),
  "received before it was asked for": (entry) =>
    Object.assign(entry, { receivedAtMs: Number(entry.askedAtMs) - 1 }),
};

for (const [name, change] of Object.entries(changes)) {
  test(`the cache has ${name}: each process reads by itself, and tells the same`, async () => {
    const shared = createSharedWorld();
    const { entries, world } = shared;
    const first = await readFirst(shared);
    const texts = [...entries.values()];
    for (const [at, key] of [...entries.keys()].entries()) {
      const [entry, next] = [at, at + 1].map((one) => JSON.parse(`${texts[one % texts.length]}`));
      entries.set(key, JSON.stringify(change(entry, next, world)));
    }
    expect(toText(await shared.processes[1]?.getStatus())).toBe(first);
    expect(shared.world.calls).toHaveLength(2 * CALLS);
  });
}

test("an answer lives for five seconds, also where the cache gives it later", async () => {
  const shared = createSharedWorld();
  const { world, entries } = shared;
  await readFirst(shared);
  const backup = [...entries];
  world.rows.BTC = { address: "btcvault2" };
  world.nowMs += SAFETY_KEEP_MS - 1;
  expect(await addressOf(shared.start()), "young enough").toBe("btcvault1");
  // What one process keeps for longer is shared for no longer.
  world.nowMs += 1;
  world.calls.length = 0;
  await shared.start().getStatus();
  expect(world.calls).toHaveLength(CALLS);
  for (const passMs of [0, 86_400_000]) {
    world.nowMs += passMs;
    for (const [key, text] of backup) entries.set(key, text);
    expect(await addressOf(shared.start()), `${passMs} ms later`).toBe("btcvault2");
  }
});

test("clocks of processes that are apart make no answer last longer", async () => {
  for (const offsetMs of [-10_000, 400, 10_000]) {
    const { world, processes } = createSharedWorld({}, { offsetsMs: [offsetMs, 0] });
    await processes[0]?.getStatus();
    // A clock that is a little ahead makes its answers last so much longer, and no more.
    const aheadMs = offsetMs > 0 && offsetMs < 500 ? offsetMs : 0;
    world.rows.BTC = { address: "btcvault2" };
    world.nowMs += SAFETY_KEEP_MS - 100;
    // What it takes from the cache now, it keeps no longer than whoever read it.
    await processes[1]?.getInbounds();
    world.nowMs += 100 + aheadMs;
    expect(await addressOf(processes[1] as Network), `${offsetMs} ms`).toBe("btcvault2");
  }
});

test("a cache that fails, or keeps nothing, costs own readings", async () => {
  const failed = () => Promise.reject(new Error("down"));
  for (const fault of [{ get: failed, set: failed }, { set: async () => undefined }]) {
    const { faults, processes, world } = createSharedWorld();
    Object.assign(faults, fault);
    for (const network of processes) expect(await addressOf(network)).toBe("btcvault1");
    expect(world.calls.length).toBeGreaterThan(processes.length * 3);
  }
});

test("a cache that does not answer is waited for shortly", async () => {
  const waits: number[] = [];
  const read = createSharedTransport({
    transport: async () => Response.json({}),
    cache: { get: () => new Promise(() => undefined), set: async () => undefined },
    network: "thorchain",
    now: Date.now,
    pause: async (ms) => void waits.push(ms),
  });
  const ask = { headers: {}, signal: new AbortController().signal, maxAgeMs: 6_000 };
  expect((await read(new URL("https://node.example/"), ask)).status).toBe(200);
  expect(waits).toEqual([250]);
});

test("two addresses that the platform's own hash takes for one have two keys", () => {
  const platformHash = (key: string) =>
    [...key].reduce((hash, one) => (hash * 33) ^ one.charCodeAt(0), 5381) >>> 0;
  const [one, other] = ["bC", "cb"] as const;
  expect(platformHash(one)).toBe(platformHash(other));
  expect(hashKey(one)).not.toBe(hashKey(other));
});
