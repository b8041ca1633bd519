// One reading for all processes of a deployment, through a cache that may fail, forget and mix things up.
import { expect, test } from "@playwright/test";
import type { Network } from "../../../lib/protocol/network.ts";
import { SAFETY_KEEP_MS } from "../../../lib/protocol/safety/node-reading.ts";
import { HEIGHT_HEADER } from "../../../lib/protocol/upstream/answer.ts";
import { createSharedTransport, hashKey, LIFE_MS } from "../../../lib/runtime/shared-transport.ts";
import { createSharedWorld, type SharedWorld } from "../../support/shared-world.ts";
import { status } from "../../support/world.ts";

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

test("what one process read, the others tell in the same words, without a call", async () => {
  const shared = createSharedWorld();
  const first = await readFirst(shared);
  for (const network of shared.processes) expect(toText(await network.getStatus())).toBe(first);
  expect(shared.world.calls).toHaveLength(CALLS);
});

test("four processes read at most 1.7 times as often as one", async () => {
  const count = async (offsetsMs: readonly number[]) => {
    const { world, processes } = createSharedWorld({}, { offsetsMs });
    // Six questions a second for half a minute, to each process in turn.
    for (let asked = 0; asked < 180; asked += 1) {
      world.nowMs += 167;
      await processes[asked % processes.length]?.getStatus();
    }
    return world.calls.length;
  };
  const [one, four] = [await count([0]), await count([0, 0, 0, 0])];
  test
    .info()
    .annotations.push({ type: "calls", description: `${one} of one process, ${four} of four` });
  expect(one).toBeGreaterThan(6 * 10);
  expect(four / one).toBeLessThanOrEqual(1.7);
});

test("the height of an answer is shared with it: what differs at one height is told by no process", async () => {
  for (const [heights, told] of [
    [["25000000", "25000001"], 1_060n],
    [["25000000", "25000000"], null],
  ] as const) {
    const shared = createSharedWorld();
    shared.world.intercept = (name, { pathname }, reply) => {
      if (!name.startsWith("node") || !/(outbound_fees|inbound_addresses)$/.test(pathname))
        return reply;
      const [fee, height] = name === "node0" ? ["1000", heights[0]] : ["1060", heights[1]];
      const body = (reply as object[]).map((one) => ({ ...one, outbound_fee: fee }));
      return status(200, body, { [HEIGHT_HEADER]: height });
    };
    for (const network of shared.processes) {
      const { chains } = await network.getStatus();
      const btc = chains.find(({ chain }) => chain === "BTC");
      expect(btc?.outboundFee?.base ?? null, String(heights)).toBe(told);
    }
    expect(shared.world.calls).toHaveLength(CALLS);
  }
});

test("a difference between nodes that one process found costs the others no call, and they tell the same", async () => {
  const shared = createSharedWorld({ nodes: 3 });
  const { world, processes } = shared;
  world.intercept = (name, { pathname }, told) =>
    name === "node1" && pathname.endsWith("/mimir")
      ? { ...(told as object), HALTLTCTRADING: 1 }
      : told;
  for (let reading = 0; reading < 3; reading += 1) {
    world.calls.length = 0;
    const first = await processes[reading]?.getStatus();
    // The third node decides.
    expect(first?.warnings.map(({ code }) => code)).toContain("outvoted");
    const calls = world.calls.length;
    expect(new Set(world.calls.map((call) => call.split(" ")[0]))).toEqual(
      new Set(["node0", "node1", "node2", "indexer0"]),
    );
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
  const shared = createSharedWorld();
  const { world, processes } = shared;
  const bad = [
    status(500),
    "<html>",
    '{"error":"no"}',
    '[{"chain":7',
    status(200, "[]", { "content-type": "text/html" }),
  ];
  for (const reply of bad) {
    world.intercept = (name, { pathname }, told) =>
      name === "node0" && pathname.endsWith("/mimir") ? reply : told;
    expect((await processes[0]?.getStatus())?.trading.verdict).toBe("unknown");
    world.intercept = (_name, _url, told) => told;
    expect((await processes[1]?.getStatus())?.trading.verdict).toBe("open");
    world.nowMs += 60_000;
  }
});

type Entry = Readonly<Record<string, unknown>>;

/** What every entry says in place of what was put there. */
function rewrite({ entries }: SharedWorld, change: (entry: Entry, key: string) => unknown): void {
  for (const [key, text] of entries)
    entries.set(key, JSON.stringify(change(JSON.parse(text), key)));
}

const changes: Readonly<Record<string, (shared: SharedWorld) => void>> = {
  nothing: (shared) => shared.entries.clear(),
  "no entry of ours": (shared) => rewrite(shared, () => ({ body: "[]" })),
  "a text": (shared) => rewrite(shared, () => "[]"),
  "one member less": (shared) => rewrite(shared, ({ askedAtMs: _, ...entry }) => entry),
  "one member more": (shared) => rewrite(shared, (entry) => ({ ...entry, address: "thiefvault" })),
  "of another network": (shared) =>
    rewrite(shared, (entry) => ({ ...entry, network: "mayachain" })),
  "of another address": (shared) => {
    const texts = [...shared.entries.values()];
    rewrite(shared, (entry) =>
      JSON.parse(texts[(texts.indexOf(JSON.stringify(entry)) + 1) % texts.length] as string),
    );
  },
  "asked for in the future": (shared) =>
    rewrite(shared, (entry) => ({
      ...entry,
      askedAtMs: shared.world.nowMs + 501,
      receivedAtMs: shared.world.nowMs + 501,
    })),
  "received before it was asked for": (shared) =>
    rewrite(shared, ({ askedAtMs, ...entry }) => ({
      ...entry,
      askedAtMs,
      receivedAtMs: Number(askedAtMs) - 1,
    })),
};

for (const [name, change] of Object.entries(changes)) {
  test(`the cache has ${name}: each process reads by itself, and tells the same`, async () => {
    const shared = createSharedWorld();
    const first = await readFirst(shared);
    change(shared);
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
  for (const passMs of [1, 1_000, 60_000, 3_600_000, 86_400_000]) {
    world.nowMs += passMs;
    for (const [key, text] of backup) entries.set(key, text);
    expect(await addressOf(shared.start()), `${passMs} ms later`).toBe("btcvault2");
  }
});

test("clocks of processes that are apart make no answer last longer", async () => {
  for (const offsetMs of [-3_600_000, -10_000, -400, 400, 10_000, 3_600_000]) {
    const shared = createSharedWorld({}, { offsetsMs: [offsetMs, 0] });
    const { world, processes } = shared;
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
  for (const fault of [
    { get: failed, set: failed },
    { set: failed },
    { set: async () => undefined },
  ]) {
    const shared = createSharedWorld();
    Object.assign(shared.faults, fault);
    for (const network of shared.processes) {
      expect(await addressOf(network)).toBe("btcvault1");
      shared.entries.clear();
    }
    expect(shared.world.calls.length).toBeGreaterThan(shared.processes.length * 3);
  }
});

const url = new URL("https://node.example/thorchain/mimir");
const ask = { headers: {}, signal: new AbortController().signal, maxAgeMs: 6_000 };
const answer = async () => new Response("{}", { headers: { "content-type": "application/json" } });

test("a cache that does not answer is waited for shortly", async () => {
  const waits: number[] = [];
  const pause = async (ms: number) => void waits.push(ms);
  const cache = { get: () => new Promise(() => undefined), set: async () => undefined };
  const read = createSharedTransport({
    transport: answer,
    cache,
    network: "thorchain",
    now: Date.now,
    pause,
  });
  expect((await read(url, ask)).status).toBe(200);
  expect(waits).toEqual([250]);
});

test("an entry says who said what and when, and is kept for five seconds", async () => {
  const kept: unknown[] = [];
  const cache = {
    get: async () => null,
    set: async (...asked: unknown[]) => void kept.push(asked),
  };
  const read = createSharedTransport({
    transport: answer,
    cache,
    network: "thorchain",
    now: () => 7,
  });
  const response = await read(url, ask);
  for await (const _ of response.body ?? []);
  expect(kept, "before it is known to be an answer").toEqual([]);
  response.accept?.();
  expect(kept).toEqual([
    [
      `thorchain ${url.href}`,
      expect.objectContaining({
        network: "thorchain",
        url: url.href,
        askedAtMs: 7,
        receivedAtMs: 7,
        bodyBase64: "e30=",
      }),
      { ttl: LIFE_MS / 1_000, name: "node answer" },
    ],
  ]);
});

test("two addresses that the platform's own hash takes for one have two keys", () => {
  const platformHash = (key: string) =>
    [...key].reduce((hash, one) => (hash * 33) ^ one.charCodeAt(0), 5381) >>> 0;
  const [one, other] = ["bC", "cb"] as const;
  expect(platformHash(one)).toBe(platformHash(other));
  expect(hashKey(one)).not.toBe(hashKey(other));
});
