// One reading for all processes of a deployment, and a store that nobody has to trust.
import { expect, test } from "@playwright/test";
import type { Network } from "../../../../lib/protocol/network.ts";
import { SAFETY_KEEP_MS } from "../../../../lib/protocol/safety/node-reading.ts";
import { HEIGHT_HEADER } from "../../../../lib/protocol/upstream/answer.ts";
import { LEASE_MS } from "../../../../lib/runtime/store/shared-transport.ts";
import { status, toRows } from "../../protocol/network-world.ts";
import { createSharedWorld, forgeAnswer, type SharedWorld, secret } from "./shared-world.ts";

const toText = (reading: unknown) =>
  JSON.stringify(reading, (_, value) => (typeof value === "bigint" ? `${value}` : value));
const destination = `0x${"ab".repeat(20)}`;
const quote = { from: "BTC", to: "ETH.ETH", amount: "1", destination, toleranceBps: 10_000 };
/** Calls of one status of two nodes and an indexer. */
const CALLS = 19;

const addressOf = async (network: Network) =>
  (await network.getInbounds({ chain: "BTC" })).chains.map(({ address }) => address)[0];

/** A first process has read everything, and all is in the store. */
async function readFirst(shared: SharedWorld): Promise<string> {
  const reading = toText(await shared.processes[0]?.getStatus());
  expect([shared.world.calls.length, shared.store.entries.size]).toEqual([CALLS, CALLS]);
  return reading;
}

test("what one process read, the others tell in the same words, without a call", async () => {
  const shared = createSharedWorld();
  const first = await readFirst(shared);
  for (const network of shared.processes) expect(toText(await network.getStatus())).toBe(first);
  expect(shared.world.calls).toHaveLength(CALLS);
});

for (const renewAheadMs of [0, 500]) {
  test(`four processes read at most 1.5 times as often as one, renewed ${renewAheadMs} ms ahead`, async () => {
    const count = async (offsetsMs: readonly number[]) => {
      const { world, processes } = createSharedWorld({ renewAheadMs }, { offsetsMs });
      // Six questions a second for half a minute, to each process in turn.
      for (let asked = 0; asked < 180; asked += 1) {
        world.nowMs += 167;
        for (const { work } of world.timers.splice(0, world.timers.length)) work();
        await processes[asked % processes.length]?.getStatus();
      }
      return world.calls.length;
    };
    const [one, four] = [await count([0]), await count([0, 0, 0, 0])];
    test.info().annotations.push({ type: "calls", description: `${one} of one process, ${four} of four` });
    expect(one).toBeGreaterThan(6 * 10);
    expect(four / one).toBeLessThanOrEqual(1.5);
  });
}

test("the height of an answer is shared with it: what differs at one height is told by no process", async () => {
  for (const [heights, told] of [
    [["25000000", "25000001"], 1_060n],
    [["25000000", "25000000"], null],
  ] as const) {
    const shared = createSharedWorld();
    shared.world.intercept = (name, { pathname }, reply) => {
      if (!name.startsWith("node") || !/(outbound_fees|inbound_addresses)$/.test(pathname)) return reply;
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
    name === "node1" && pathname.endsWith("/mimir") ? { ...(told as object), HALTLTCTRADING: 1 } : told;
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
  const { world, processes, store } = createSharedWorld();
  for (const network of processes) expect((await network.getQuote(quote)).memo).not.toBeNull();
  expect(world.calls.filter((call) => call.endsWith("quote/swap"))).toHaveLength(2 * processes.length);
  expect(store.entries.size).toBe(15);
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
    world.intercept = (name, { pathname }, told) => (name === "node0" && pathname.endsWith("/mimir") ? reply : told);
    expect((await processes[0]?.getStatus())?.trading.verdict).toBe("unknown");
    world.intercept = (_name, _url, told) => told;
    expect((await processes[1]?.getStatus())?.trading.verdict).toBe("open");
    world.nowMs += 60_000;
  }
});

/** Of every entry, what somebody writes in its place who can write to the store. */
const forgeries: Readonly<Record<string, (shared: SharedWorld) => Promise<void>>> = {
  "another text": (shared) => rewrite(shared, (text) => text.replace(/.(?=.{9}$)/, (one) => (one === "A" ? "B" : "A"))),
  "another seal": (shared) => rewrite(shared, (text) => `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`),
  "no seal": (shared) => rewrite(shared, (text) => text.slice(43)),
  "a part": (shared) => rewrite(shared, (text) => text.slice(0, -20)),
  nothing: (shared) => rewrite(shared, () => ""),
  "no text of ours": (shared) => rewrite(shared, () => "\u0000".repeat(100)),
  "a megabyte": (shared) => rewrite(shared, (text) => text + "x".repeat(1024 * 1024)),
  "another key": async (shared) => {
    const rows = toRows(shared.world).map((row) => ({ ...row, address: "thiefvault" }));
    const url = new URL("http://secret-node0.test/base/thorchain/inbound_addresses");
    const forged = await forgeAnswer(url, rows, () => shared.world.nowMs);
    await rewrite(shared, () => forged);
  },
  "the answer of another address": async (shared) => {
    const texts = [...shared.store.entries.values()].map(({ text }) => text as string);
    await rewrite(shared, (text) => texts[(texts.indexOf(text) + 1) % texts.length] as string);
  },
};

async function rewrite({ store, world }: SharedWorld, change: (text: string) => string): Promise<void> {
  for (const entry of store.entries.values())
    Object.assign(entry, { text: change(entry.text ?? ""), atMs: world.nowMs, leasedAtMs: undefined });
}

for (const [name, forge] of Object.entries(forgeries)) {
  test(`a forged store (${name}): each process reads by itself, and tells the same`, async () => {
    const shared = createSharedWorld();
    const first = await readFirst(shared);
    await forge(shared);
    expect(toText(await shared.processes[1]?.getStatus())).toBe(first);
    expect(shared.world.calls).toHaveLength(2 * CALLS);
  });
}

test("the secret opens what the secret has sealed, of this address and network alone", async () => {
  const shared = createSharedWorld();
  await readFirst(shared);
  const rows = toRows(shared.world).map((row) => ({ ...row, address: "newvault" }));
  const url = (node: number) => new URL(`http://secret-node${node}.test/base/thorchain/inbound_addresses`);
  const sealed = [0, 1].map((node) => forgeAnswer(url(node), rows, () => shared.world.nowMs, secret));
  const texts = await Promise.all(sealed);
  // Which key is whose is not to be seen: each text is written to all of them.
  for (const text of texts) {
    await rewrite(shared, () => text);
    // One node's rows are taken from the store, the other's from the node: they differ.
    const { chains } = await shared.start().getInbounds({ chain: "BTC" });
    expect(chains[0]).toMatchObject({ address: null, reason: { code: "providers_disagree" } });
  }
});

test("an answer is never told for longer than its process would keep it, whatever the store says of its age", async () => {
  for (const offsetMs of [0, -3_600_000, 3_600_000]) {
    const shared = createSharedWorld();
    const { world, store } = shared;
    shared.storeOffsetMs = offsetMs;
    await readFirst(shared);
    const backup = [...store.entries].map(([key, { text }]) => [key, text] as const);
    world.rows.BTC = { address: "btcvault2" };
    world.nowMs += SAFETY_KEEP_MS - 1;
    expect(await addressOf(shared.start()), "young enough").toBe("btcvault1");
    for (const passMs of [1, 1_000, 60_000, 3_600_000, 86_400_000]) {
      world.nowMs += passMs;
      // Restored from a backup, or replayed, as if written now.
      for (const [key, text] of backup) store.entries.set(key, { text: text as string, atMs: world.nowMs + offsetMs });
      expect(await addressOf(shared.start()), `${passMs} ms later`).toBe("btcvault2");
    }
  }
});

test("clocks of processes that are apart make no answer last longer", async () => {
  for (const offsetMs of [-3_600_000, -10_000, -400, 400, 10_000, 3_600_000]) {
    const shared = createSharedWorld({}, { offsetsMs: [offsetMs, 0] });
    const { world, processes } = shared;
    await processes[0]?.getStatus();
    world.rows.BTC = { address: "btcvault2" };
    world.nowMs += SAFETY_KEEP_MS - 100;
    // What it takes from the store now, it keeps no longer than whoever read it.
    await processes[1]?.getInbounds();
    world.nowMs += 100;
    expect(await addressOf(processes[1] as Network), `${offsetMs} ms`).toBe("btcvault2");
  }
});

test("a store that fails, that keeps nothing or that is wiped costs own readings", async () => {
  const failed = () => Promise.reject(new Error("down"));
  const faults: readonly SharedWorld["faults"][] = [
    { take: failed, put: failed, release: failed },
    { put: failed },
    { put: async () => undefined },
    { release: failed },
    { take: async () => ({ leasedAtMs: Number.NaN }) },
    { take: async () => ({ text: "", ageMs: -1 }) },
  ];
  for (const fault of faults) {
    const shared = createSharedWorld({}, { passMs: 100 });
    Object.assign(shared.faults, fault);
    for (const network of shared.processes) {
      expect(await addressOf(network)).toBe("btcvault1");
      shared.store.entries.clear();
    }
    expect(shared.world.calls.length).toBeGreaterThan(shared.processes.length * 3);
  }
});

test("whoever waits is given what is read meanwhile, and reads where the reader failed, died or stands still", async () => {
  for (const end of ["answers", "fails", "dies"] as const) {
    const shared = createSharedWorld({}, { passMs: end === "dies" ? 100 : 0 });
    const { world, processes } = shared;
    const startMs = world.nowMs;
    let settle: (reply: unknown) => void = () => undefined;
    const late = new Promise((resolve) => {
      settle = resolve;
    });
    const isOf = (path: string) => (call: string) => call === `node0 thorchain/${path}`;
    world.scripts.node0 = { mimir: () => (world.calls.filter(isOf("mimir")).length === 1 ? late : world.mimir) };
    const first = processes[0]?.getInbounds();
    await new Promise(setImmediate);
    const waiting = addressOf(processes[1] as Network);
    await new Promise(setImmediate);
    if (end === "answers") settle(world.mimir);
    if (end === "fails") settle(status(500));
    expect(await waiting, end).toBe("btcvault1");
    expect(world.calls.filter(isOf("mimir")), end).toHaveLength(end === "answers" ? 1 : 2);
    if (end === "dies") expect(world.nowMs - startMs).toBeGreaterThanOrEqual(LEASE_MS);
    settle(status(500));
    await first;
  }
});
