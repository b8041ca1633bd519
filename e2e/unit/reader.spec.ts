import { expect, test } from "@playwright/test";
import { InputError } from "../../lib/protocol/errors.ts";
import type { Envelope, QuoteRequest } from "../../lib/protocol/model.ts";
import { createWorld, down, hang, status, toBlock, toRows, type World } from "./reader-world.ts";

const verdictOf = async (world: World, chain = "BTC") => {
  const reading = await world.network.getStatus();
  return reading.chains.find((one) => one.chain === chain)?.trading.verdict;
};
const inboundOf = async (world: World, chain = "BTC") => {
  const reading = await world.network.getInbounds();
  return { ...reading.chains.find((one) => one.chain === chain), failure: reading.failure };
};
const toJson = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}` : one));
/** Whatever is wrong: no open verdict, no address, a failure that says what to do, and no word of the upstream. */
async function expectNothingOpen(world: World, code: string) {
  const readings: Envelope[] = [
    await world.network.getStatus(),
    await world.network.getInbounds(),
    await world.network.getPools(),
  ];
  for (const reading of readings) {
    const text = toJson(reading);
    expect(text).not.toContain('"open"');
    expect(text).not.toMatch(/vault|router"?:"|secret|fetch failed/);
    expect(reading.failure).toMatchObject({
      code,
      hint: expect.stringMatching(/could not be verified \(.*\).*do not send funds; retry after \d+ s/i),
    });
    expect(reading.advice).toMatch(/Do not send funds/);
  }
}

test("THORChain: verdicts, fees, prices and providers of one coherent network", async () => {
  const world = createWorld({ nodes: 2 });
  const reading = await world.network.getStatus();
  expect(reading).toMatchObject({
    network: "thorchain",
    source: "live",
    failure: null,
    clock: { freshness: "fresh", height: 25_000_000, ageMs: 0 },
    trading: { verdict: "open" },
    nativeTransactionFee: { asset: "THOR.RUNE", base: 2_000_000n, usd: 3_000_000n },
    nativeOutboundFee: { base: 2_000_000n },
    outboundMultiplierBps: 100,
    minimumSlipBps: { l1: 5, synth: 7, trade: null, secured: null, derived: null },
    haltParameters: {},
    queue: { swap: 1, outbound: 12, internal: 0, scheduledOutboundValue: 120_450_000_000n },
    providers: [
      { kind: "node", ok: true, height: 25_000_000, lagBlocks: 0 },
      { kind: "node", ok: true, height: 25_000_000, lagBlocks: 0 },
      { kind: "indexer", ok: true, height: 24_999_999, lagBlocks: 1 },
    ],
  });
  expect(reading.chains.map((chain) => chain.chain)).toEqual(world.preset.chains.map((chain) => chain.code));
  const [thor, btc, eth] = reading.chains;
  expect(thor).toMatchObject({
    native: true,
    outboundFee: { base: 2_000_000n },
    lastObservedHeight: 25_000_000,
    reason: null,
  });
  expect(btc, "the list of fees before the row").toMatchObject({
    outboundFee: { asset: "BTC.BTC", base: 1103n, usd: 88_240_000n },
    dustThreshold: 1000n,
    gasRate: "10",
    gasRateUnits: "satsperbyte",
    lastObservedHeight: 900_000,
  });
  expect(eth?.outboundFee, "the row where the list has none").toMatchObject({ base: 600_000n });
  expect(reading.chains.find((chain) => chain.chain === "LTC")?.lastObservedHeight).toBeNull();

  const pools = await world.network.getPools();
  expect(pools.pools.map((pool) => [pool.asset, pool.status, pool.trading.verdict])).toEqual([
    ["BTC.BTC", "available", "open"],
    ["ETH.ETH", "available", "open"],
    ["ETH.USDC-0XA0B8", "staged", "halted"],
  ]);
  expect(pools.pools[0]).toMatchObject({
    priceUsd: 8_000_000_000_000n,
    depthUsd: 8_000_000_000_000_00n + 7_500_000_000_000_000n,
  });
  expect(pools.pools[2]?.outboundFee, "a token's fee is in the token").toMatchObject({
    base: 100_000_000n,
    usd: 100_000_000n,
  });
  const inbounds = await world.network.getInbounds();
  expect(inbounds.chains[0]).toMatchObject({
    chain: "THOR",
    address: null,
    reason: expect.stringMatching(/^native_chain/),
  });
  expect(inbounds.chains[2]).toMatchObject({
    address: "ethvault1",
    router: "0xrouter",
    reason: null,
    validUntilMs: world.nowMs + 6000,
  });
});

test("MAYAChain: strict halts, CACAO in 1e10, the indexer's prices, the voted fee, and no list of outbound fees", async () => {
  const world = createWorld({ network: "mayachain" });
  const { height } = toBlock(world);
  world.mimir.HALTTHORTRADING = height;
  world.mimir.HALTSIGNINGETH = height + 1000;
  const reading = await world.network.getStatus();
  expect(reading).toMatchObject({
    failure: null,
    nativeTransactionFee: { asset: "MAYA.CACAO", base: 2_000_000_000n, usd: 32_000_20n },
    nativeOutboundFee: null,
    outboundMultiplierBps: 20_000,
    minimumSlipBps: { l1: null, synth: null },
  });
  const chain = (code: string) => reading.chains.find((one) => one.chain === code);
  expect(chain("THOR")).toMatchObject({
    trading: { verdict: "open" },
    scheduled: [{ parameter: "HALTTHORTRADING", height: height + 1 }],
  });
  expect(chain("ETH")?.signing.verdict).toBe("halted");
  expect(chain("BTC")?.outboundFee).toMatchObject({ base: 600_000n, usd: 48_000_300_000n });
  expect(chain("MAYA")).toMatchObject({ native: true, outboundFee: null, trading: { verdict: "open" } });
  const { pools } = await world.network.getPools();
  expect(pools[0]).toMatchObject({
    nativeDepth: 500_000_000_000_000_000n,
    nativeAsset: "MAYA.CACAO",
    priceUsd: 8_000_050_000_000n,
  });
  expect(pools[0]?.depthUsd, "both sides of a pool are worth the same").toBe(2n * 800_005_000_000_000n);
  expect(pools[1]).toMatchObject({ priceUsd: null, depthUsd: null });
  world.scripts.indexer0 = { health: { inSync: false, lastThorNode: { height, timestamp: world.nowMs / 1000 } } };
  world.nowMs += 7_000;
  expect((await world.network.getPools()).pools[0], "an indexer out of sync gives no prices").toMatchObject({
    priceUsd: null,
  });
});

test("prices are null when the network halts its anchors, or when nothing says whether it did", async () => {
  for (const network of [{ total_bond_units: "1", rune_price_in_tor: "5", tor_price_halted: true }, status(500)]) {
    const world = createWorld();
    world.scripts.node0 = { network };
    const reading = await world.network.getPools();
    expect(reading.failure).toBeNull();
    expect(reading.pools.map((pool) => [pool.priceUsd, pool.depthUsd])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  }
});

test("optional parts fail to null one by one; only safety facts decide failure", async () => {
  const cases: [part: string, reply: unknown, check: object][] = [
    ["network", { wrong: 1 }, { nativeTransactionFee: null, outboundMultiplierBps: null }],
    ["queue", status(404), { queue: null }],
    ["constants", down, { minimumSlipBps: { l1: 5, synth: null } }],
    ["outbound_fees", status(500, "<html>"), { trading: { verdict: "open" } }],
    ["pools", [{ asset: "BTC.BTC" }], { trading: { verdict: "open" } }],
  ];
  for (const [part, reply, check] of cases) {
    const world = createWorld();
    world.scripts.node0 = { [part]: reply };
    const reading = await world.network.getStatus();
    expect(reading, part).toMatchObject({ failure: null, ...check });
    expect(reading.chains.find((chain) => chain.chain === "BTC")?.outboundFee?.base).toBe(
      part === "outbound_fees" ? 600_000n : 1103n,
    );
  }
  const world = createWorld();
  world.scripts.node0 = { pools: status(500) };
  expect(await world.network.getPools()).toMatchObject({ failure: { code: "upstream_unavailable" }, pools: [] });
  world.nowMs += 20_000;
  world.scripts.node0 = { outbound_fees: [{ asset: "BTC.BTC", outbound_fee: "0" }] };
  const listed = (await world.network.getStatus()).chains.find((chain) => chain.chain === "BTC");
  expect(listed?.outboundFee?.base, "a listed zero is no figure: the row's stands").toBe(600_000n);
  world.rows.BTC = { outbound_fee: "0" };
  world.scripts.node0 = { outbound_fees: status(404) };
  world.nowMs += 20_000;
  const btc = (await world.network.getStatus()).chains.find((chain) => chain.chain === "BTC");
  expect(btc, "a zero fee is no fee that is known").toMatchObject({
    outboundFee: null,
    reason: "unreadable: no outbound fee is stated",
  });
});

const unsafe: [name: string, script: Record<string, unknown>, code: string][] = [
  ["no answer", { "*": down }, "upstream_unavailable"],
  ["mimir refused", { mimir: status(500) }, "unreadable"],
  ["an empty mimir", { mimir: {} }, "unreadable"],
  ["mimir of another shape", { mimir: { HALTTRADING: "0" } }, "unreadable"],
  ["rows refused", { inbound_addresses: status(503) }, "unreadable"],
  ["an empty list of rows", { inbound_addresses: [] }, "unreadable"],
  [
    "flags of another type",
    { inbound_addresses: [{ chain: "BTC", address: "btcvault1", halted: "false" }] },
    "unreadable",
  ],
  ["no lastblock", { lastblock: down }, "unreadable"],
  ["an error with status 200", { mimir: { error: "rate limited" } }, "unreadable"],
];
for (const [name, script, code] of unsafe) {
  test(`one node with ${name}: nothing is open, and the failure says so`, async () => {
    const world = createWorld();
    world.scripts.node0 = script;
    await expectNothingOpen(world, code);
  });
  test(`two nodes, one with ${name}: the other decides`, async () => {
    for (const broken of ["node0", "node1"]) {
      const world = createWorld({ nodes: 2 });
      world.scripts[broken] = script;
      const reading = await world.network.getStatus();
      expect(reading.failure).toBeNull();
      expect(reading.chains.every((chain) => chain.trading.verdict === "open")).toBe(true);
      expect(reading.providers.filter((one) => one.kind === "node").map((one) => one.ok)).toEqual(
        broken === "node0" ? [false, true] : [true, false],
      );
      expect((await inboundOf(world)).address).toBe("btcvault1");
    }
  });
}

test("two nodes that disagree: halted if one says so, unknown with the mismatch named, addresses withheld", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node1 = { mimir: { HALTETHCHAIN: 1 } };
  expect(await verdictOf(world, "ETH")).toBe("halted");
  expect((await inboundOf(world, "ETH")).reason).toBe("halted: HALTETHCHAIN");
  expect((await inboundOf(world, "BTC")).address).toBe("btcvault1");

  world.nowMs += 10_000;
  world.scripts.node1 = { inbound_addresses: toRows({ ...world, rows: { BTC: { address: "btcvault2" } } }) };
  expect(await inboundOf(world)).toMatchObject({
    address: null,
    router: null,
    reason: "providers_disagree: address",
    validUntilMs: null,
  });
  expect((await inboundOf(world, "ETH")).address).toBe("ethvault1");

  world.nowMs += 10_000;
  const { height } = toBlock(world);
  world.scripts.node1 = { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: height + 6 }] };
  await expectNothingOpen(world, "providers_disagree");
  world.nowMs += 10_000;
  world.scripts.node1 = { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height + 5 }] };
  expect(await verdictOf(world)).toBe("open");
});

test("of three nodes a third takes the place of one that is down, behind or of another shape", async () => {
  for (const script of [
    { "*": down },
    { mimir: {} },
    { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: 24_999_000 }] },
  ]) {
    for (const broken of ["node0", "node1"]) {
      const world = createWorld({ nodes: 3 });
      world.scripts[broken] = script;
      const reading = await world.network.getStatus();
      expect(reading.trading.verdict).toBe("open");
      expect(reading.providers.filter((one) => one.kind === "node")).toHaveLength(3);
      world.nowMs += 10_000;
      world.scripts.node2 = { mimir: { HALTTRADING: 1 } };
      expect((await world.network.getStatus()).trading, "it is compared like the others").toMatchObject({
        verdict: "halted",
      });
    }
  }
  const world = createWorld({ nodes: 3 });
  await world.network.getStatus();
  expect(
    world.calls.filter((call) => call.startsWith("node2")),
    "no need, no call",
  ).toEqual([]);
});

for (const indexer of ["up", "down"] as const) {
  test(`a consensus halt with the indexer ${indexer}: unknown within one call after 60 s`, async () => {
    const world = createWorld({ nodes: 2 });
    if (indexer === "down") world.scripts.indexer0 = { "*": down };
    world.mimir.HALTLTCTRADING = 1;
    expect(await verdictOf(world)).toBe("open");
    const startMs = world.nowMs;
    world.frozenAtMs = startMs;
    const at = async (afterMs: number) => {
      world.nowMs = startMs + afterMs;
      return [(await world.network.getStatus()).clock.freshness, await verdictOf(world), await verdictOf(world, "LTC")];
    };
    expect(await at(30_000)).toEqual(["fresh", "open", "halted"]);
    expect(await at(30_001)).toEqual(["stale", "unknown", "halted"]);
    expect(await at(60_000)).toEqual(["stale", "unknown", "halted"]);
    expect(await at(60_001)).toEqual(["unknown", "unknown", "halted"]);
    expect((await world.network.getStatus()).failure?.code).toBe("stale");
    expect(await at(600_000)).toEqual(["unknown", "unknown", "halted"]);
    expect(await at(600_001)).toEqual(["unknown", "unknown", "unknown"]);
    await expectNothingOpen(world, "stale");
  });
}

test("a halted that was read is repeated while no node answers, for 600 s; figures are not", async () => {
  const world = createWorld();
  world.mimir.HALTLTCTRADING = 1;
  expect(await verdictOf(world, "LTC")).toBe("halted");
  world.scripts.node0 = { "*": down };
  for (const afterMs of [10_000, 300_000, 289_000]) {
    world.nowMs += afterMs;
    const reading = await world.network.getStatus();
    expect(reading.failure?.code).toBe("upstream_unavailable");
    expect(reading.chains.find((one) => one.chain === "LTC")?.trading).toMatchObject({
      verdict: "halted",
      haltedBy: ["HALTLTCTRADING"],
      reason: expect.stringMatching(/^stale: halted at a block \d+ s ago/),
    });
    expect(reading.chains.find((one) => one.chain === "BTC")?.trading.verdict).toBe("unknown");
  }
  world.nowMs += 10_000;
  expect(await verdictOf(world, "LTC")).toBe("unknown");
  const frozen = createWorld();
  frozen.frozenAtMs = frozen.nowMs;
  frozen.nowMs += 45_000;
  for (const chain of (await frozen.network.getStatus()).chains) {
    expect(chain).toMatchObject({ outboundFee: null, dustThreshold: null, gasRate: null, lastObservedHeight: null });
  }
});

test("safety is judged as of the answer: a flip while the rest is read slowly is seen", async () => {
  const world = createWorld();
  world.scripts.node0 = {
    pools: () => {
      world.nowMs += 7_000;
      world.mimir.HALTBTCTRADING = 1;
      return [];
    },
  };
  expect(await verdictOf(world)).toBe("halted");
});

test("a consensus halt is seen by the first call too, without anything remembered", async () => {
  const world = createWorld();
  world.frozenAtMs = world.nowMs;
  world.nowMs += 60_001;
  await expectNothingOpen(world, "stale");
});

test("an indexer that is stuck or out of the way is no halt: the node's own block tells the time", async () => {
  const world = createWorld();
  world.nowMs += 600_000;
  world.scripts.indexer0 = { health: { inSync: true, lastThorNode: { height: 25_000_000, timestamp: 1_800_000_000 } } };
  expect(await verdictOf(world)).toBe("open");
  const second = createWorld({ indexers: 2 });
  second.scripts.indexer0 = { "*": down };
  second.scripts.node0 = { block: down };
  expect(await verdictOf(second)).toBe("open");
  second.scripts.indexer1 = { "*": down };
  second.nowMs += 10_000;
  await expectNothingOpen(second, "no_clock");
});

test("a clock that runs on while the node's height stands still proves nothing", async () => {
  const world = createWorld();
  world.scripts.node0 = { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: 25_000_000 }] };
  world.scripts.indexer0 = {
    health: () => ({ inSync: true, lastThorNode: { height: 25_000_000, timestamp: Math.floor(world.nowMs / 1000) } }),
  };
  expect(await verdictOf(world)).toBe("open");
  world.nowMs += 60_000;
  expect(await verdictOf(world)).toBe("open");
  world.nowMs += 5_000;
  await expectNothingOpen(world, "stale");
});

test("a node whose height went back is dropped: alone it leaves nothing, beside another the other decides", async () => {
  for (const nodes of [1, 2]) {
    const world = createWorld({ nodes });
    world.nowMs += 60_000;
    expect(await verdictOf(world)).toBe("open");
    world.nowMs += 6_000;
    world.scripts.node0 = { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height - 2 }] };
    if (nodes === 1) await expectNothingOpen(world, "height_rollback");
    else expect(await verdictOf(world)).toBe("open");
    expect((await world.network.getStatus()).providers[0]).toMatchObject({ kind: "node", ok: false });
    world.scripts.node0 = {};
    world.nowMs += 6_000;
    expect(await verdictOf(world), "once it is past the height, it is heard again").toBe("open");
  }
});

test("an indexer whose height went back is no clock", async () => {
  const world = createWorld();
  world.scripts.node0 = { block: down };
  world.nowMs += 60_000;
  expect(await verdictOf(world)).toBe("open");
  world.nowMs += 6_000;
  const { height, timeMs } = toBlock(world);
  world.scripts.indexer0 = { health: { inSync: true, lastThorNode: { height: height - 2, timestamp: timeMs / 1000 } } };
  await expectNothingOpen(world, "height_rollback");
});

test("a block more than 5 s in the future is a skew, where no other source has a clock that is right", async () => {
  const world = createWorld();
  const at = (aheadMs: number) => ({
    inSync: true,
    lastThorNode: { height: 25_000_000, timestamp: (world.nowMs + aheadMs) / 1000 },
  });
  world.scripts.indexer0 = { health: at(5_000) };
  expect(await verdictOf(world)).toBe("open");
  const skewed = createWorld();
  skewed.scripts = { indexer0: { health: at(6_000) }, node0: { block: down } };
  await expectNothingOpen(skewed, "clock_skew");
});

test("a node far behind the block clock is not believed", async () => {
  const world = createWorld();
  world.nowMs += 60_000;
  world.scripts.node0 = { lastblock: [{ chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height - 6 }] };
  await expectNothingOpen(world, "node_lag");
});

test("a flip is visible within 6 s, and an old address is never given later than that", async () => {
  for (const callMs of [0, 40]) {
    const world = createWorld({ nodes: 2 });
    world.callMs = callMs;
    const startMs = world.nowMs;
    const flips: [atMs: number, apply: () => void, holds: () => Promise<boolean>][] = [
      [
        20_000,
        () => (world.rows.BTC = { address: "btcvault2" }),
        async () => (await inboundOf(world)).address !== "btcvault1",
      ],
      [
        40_000,
        () => (world.mimir.HALTBTCTRADING = 1),
        async () => (await verdictOf(world)) === "halted" && (await inboundOf(world)).address === null,
      ],
      [60_000, () => delete world.mimir.HALTBTCTRADING, async () => (await inboundOf(world)).address === "btcvault2"],
      [
        80_000,
        () => (world.rows.BTC = { address: "btcvault2", chain_trading_paused: true }),
        async () => (await inboundOf(world)).address === null,
      ],
    ];
    for (const [atMs, apply, holds] of flips) {
      while (world.nowMs < startMs + atMs) {
        await inboundOf(world);
        await verdictOf(world);
        world.nowMs += 700;
      }
      const flippedMs = world.nowMs;
      apply();
      while (world.nowMs <= flippedMs + 15_000) {
        const isRight = await holds();
        if (world.nowMs - flippedMs >= 6_000) expect(isRight, `${atMs} after ${world.nowMs - flippedMs} ms`).toBe(true);
        world.nowMs += 250;
      }
    }
  }
});

test("facts that took too long to read are read again, or withheld", async () => {
  const world = createWorld();
  world.callMs = 2_100;
  const reading = await world.network.getInbounds();
  for (const chain of reading.chains) expect(chain.address).toBeNull();
  expect(reading.failure?.code).toBe("upstream_unavailable");
});

test("the caller's abort rejects with its own reason and ends the upstream calls", async () => {
  const world = createWorld();
  world.scripts.node0 = { "*": hang };
  const gone = new Error("gone");
  for (const call of [
    (signal: AbortSignal) => world.network.getStatus({ signal }),
    (signal: AbortSignal) => world.network.getSwap("A".repeat(64), null, { signal }),
  ]) {
    const controller = new AbortController();
    const pending = call(controller.signal);
    setTimeout(() => controller.abort(gone), 20);
    await expect(pending).rejects.toBe(gone);
  }
  await expect(world.network.getStatus({ signal: AbortSignal.abort(gone) })).rejects.toBe(gone);
});

test("200 equal calls at once make one upstream call per endpoint and provider", async () => {
  const world = createWorld({ nodes: 2 });
  await Promise.all(Array.from({ length: 200 }, () => world.network.getStatus()));
  expect(new Set(world.calls).size).toBe(world.calls.length);
});

test("scheduled halts and junk: reported by height, in force not before", async () => {
  const world = createWorld();
  const { height } = toBlock(world);
  Object.assign(world.mimir, { HALTBTCTRADING: height + 1, HALTRADING: 1, HALTETHSIGNING: 1, PAUSELPETH: 1 });
  const reading = await world.network.getStatus();
  expect(reading.haltParameters).toEqual({
    HALTBTCTRADING: { value: height + 1, inForce: false },
    PAUSELPETH: { value: 1, inForce: true },
  });
  expect(reading.chains[1]).toMatchObject({
    trading: { verdict: "open" },
    scheduled: [{ parameter: "HALTBTCTRADING", height: height + 1 }],
  });
  expect(reading.chains[2]).toMatchObject({
    trading: { verdict: "open" },
    signing: { verdict: "open" },
    liquidity: { verdict: "halted" },
  });
  world.nowMs += 6_000;
  expect(await verdictOf(world)).toBe("halted");
});

test("a chain without a row is unknown on its own; a new chain is judged", async () => {
  const world = createWorld();
  world.rows.BTC = null;
  world.scripts.node0 = {
    inbound_addresses: [...toRows(world), { ...toRows(world)[0], chain: "SUI", address: "suivault1" }],
  };
  const reading = await world.network.getStatus();
  expect(reading.failure).toBeNull();
  expect(reading.chains.find((one) => one.chain === "BTC")).toMatchObject({
    trading: { verdict: "unknown" },
    reason: "unreadable: no row for the chain",
  });
  expect(reading.chains.at(-1)).toMatchObject({
    chain: "SUI",
    trading: { verdict: "open" },
    gasAsset: null,
    outboundFee: null,
    blockSeconds: null,
  });
});

const ask = (world: World, more: Partial<QuoteRequest> = {}) =>
  world.network.getQuote({
    from: "BTC",
    to: "eth",
    amount: "1",
    destination: "0xdest000000000000000000000000000000000000",
    ...more,
  });

test("a quote: figures, seconds by phase, and the gated address with a memo that says what was asked", async () => {
  const world = createWorld({ nodes: 2 });
  const quote = await ask(world);
  expect(quote).toMatchObject({
    failure: null,
    from: "BTC.BTC",
    to: "ETH.ETH",
    amount: 100_000_000n,
    trading: { verdict: "open" },
    expectedAmountOut: 1_739_654_000n,
    fees: [
      { kind: "liquidity", amount: { asset: "ETH.ETH", base: 3_851_603n, usd: 11_554_809_000n }, bps: 22 },
      { kind: "outbound", amount: { base: 600_000n }, bps: 3 },
      { kind: "affiliate", amount: { base: 0n }, bps: 0 },
    ],
    inboundGasEstimate: { asset: "BTC.BTC", base: 1000n },
    slipBps: 22,
    totalBps: 25,
    recommendedMinAmount: 4412n,
    dustThreshold: 1000n,
    seconds: { inboundConfirmation: 1200, swap: 6, streaming: 0, outboundDelay: 180, total: 1386 },
    expiresAtMs: world.nowMs + 900_000,
    memo: "=:ETH.ETH:0xdest000000000000000000000000000000000000",
    inboundAddress: "btcvault1",
    reason: null,
  });
  const estimate = await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" });
  expect(estimate).toMatchObject({ memo: null, inboundAddress: null, reason: null });
  const before = world.calls.length;
  await ask(world);
  expect(
    world.calls.slice(before).filter((call) => call.includes("quote")),
    "a quote is not kept",
  ).toHaveLength(1);
});

test("a quote from the native asset has a memo and no address; its gas is the native fee", async () => {
  const quote = await ask(createWorld(), { from: "RUNE" });
  expect(quote).toMatchObject({
    memo: expect.stringMatching(/^=:ETH/),
    inboundAddress: null,
    inboundGasEstimate: { asset: "THOR.RUNE", base: 2_000_000n },
  });
  expect(quote.reason).toMatch(/^native_chain/);
});

test("a quote's address is withheld unless it is the current one, of an open pair, with the memo that was asked for", async () => {
  const other = {
    expiry: 1_900_000_000,
    expected_amount_out: "5",
    fees: { asset: "ETH.ETH" },
    inbound_address: "btcvault1",
  };
  const memo = "=:ETH.ETH:0xdest000000000000000000000000000000000000";
  const withheld: [name: string, change: (world: World) => unknown, reason: RegExp][] = [
    [
      "another address",
      (world) => (world.scripts.node0 = { swap: { ...other, memo, inbound_address: "btcvault0" } }),
      /^providers_disagree/,
    ],
    [
      "no address",
      (world) => (world.scripts.node0 = { swap: { ...other, memo, inbound_address: undefined } }),
      /^providers_disagree/,
    ],
    [
      "another router",
      (world) => (world.scripts.node0 = { swap: { ...other, memo, router: "0xother" } }),
      /^providers_disagree/,
    ],
    [
      "another destination",
      (world) => (world.scripts.node0 = { swap: { ...other, memo: "=:ETH.ETH:0xthief" } }),
      /^unreadable: the memo/,
    ],
    [
      "another asset",
      (world) => (world.scripts.node0 = { swap: { ...other, memo: memo.replace("ETH.ETH", "DOGE.DOGE") } }),
      /^unreadable: the memo/,
    ],
    ["no memo", (world) => (world.scripts.node0 = { swap: other }), /^unreadable: the memo/],
    [
      "a hidden character",
      (world) => (world.scripts.node0 = { swap: { ...other, memo: `${memo}\u202e` } }),
      /^unreadable: the memo/,
    ],
    ["a target that is halted", (world) => (world.mimir.HALTETHTRADING = 1), /^halted: HALTETHTRADING/],
    ["a source that is halted", (world) => (world.rows.BTC = { halted: true }), /^halted: halted/],
    ["a target without a row", (world) => (world.rows.ETH = null), /^unreadable: no row/],
  ];
  for (const [name, change, reason] of withheld) {
    const world = createWorld();
    change(world);
    const quote = await ask(world);
    expect(quote, name).toMatchObject({
      memo: null,
      inboundAddress: null,
      reason: expect.stringMatching(reason),
      failure: null,
    });
    expect(quote.advice, name).toMatch(/^Do not send funds/);
  }
  const two = createWorld({ nodes: 2 });
  two.scripts.node1 = { inbound_addresses: toRows({ ...two, rows: { BTC: { address: "btcvault2" } } }) };
  expect(await ask(two)).toMatchObject({ inboundAddress: null, trading: { verdict: "unknown" } });
});

test("the node's refusals become codes by status and our own reading, and its words stay out", async () => {
  const refuse = (text: string, code = 400) => status(code, { code: 3, message: `${text} SECRET` });
  const cases: [
    name: string,
    reply: unknown,
    more: Partial<QuoteRequest>,
    change: (world: World) => unknown,
    code: string,
  ][] = [
    ["our own reading says halted", refuse("anything"), {}, (world) => (world.mimir.HALTETHTRADING = 1), "halted"],
    ["wording alone is no halt", refuse("trading is halted, can't process swap"), {}, () => 0, "unavailable"],
    ["dust by our own reading", refuse("whatever"), { amount: "0.00001" }, () => 0, "amount_too_small"],
    ["too small by its words", refuse("swap too small; recommended minimum: 7761"), {}, () => 0, "amount_too_small"],
    [
      "limit",
      refuse("failed to simulate swap: emit asset 2 less than price limit 3"),
      { toleranceBps: 1 },
      () => 0,
      "limit_not_met",
    ],
    ["destination", refuse("bad destination address"), {}, () => 0, "invalid_destination"],
    ["asset", refuse("bad from asset: invalid symbol"), {}, () => 0, "invalid_asset"],
    ["a failure of the node", refuse("destination", 500), {}, () => 0, "unavailable"],
    ["no answer", down, {}, () => 0, "unavailable"],
    ["a wrong shape", { expected_amount_out: 5 }, {}, () => 0, "unavailable"],
    [
      "an expired quote",
      { expected_amount_out: "5", fees: { asset: "ETH.ETH" }, expiry: 1_700_000_000 },
      {},
      () => 0,
      "unavailable",
    ],
  ];
  for (const [name, reply, more, change, code] of cases) {
    const world = createWorld();
    world.scripts.node0 = { swap: reply };
    change(world);
    const quote = await ask(world, more);
    expect(quote.failure?.code, name).toBe(code);
    expect(quote, name).toMatchObject({ expectedAmountOut: null, memo: null, inboundAddress: null, fees: [] });
    expect(toJson(quote)).not.toMatch(/SECRET|secret/);
  }
});

test("a quote without verified safety asks the node for nothing", async () => {
  const world = createWorld();
  world.frozenAtMs = world.nowMs;
  world.nowMs += 61_000;
  const quote = await ask(world);
  expect(quote).toMatchObject({
    failure: { code: "stale" },
    trading: { verdict: "unknown" },
    expectedAmountOut: null,
    inboundAddress: null,
  });
  expect(world.calls.some((call) => call.includes("quote"))).toBe(false);
});

test("bad input is an InputError with what to do", async () => {
  const world = createWorld();
  const cases: [Partial<QuoteRequest>, string][] = [
    [{ amount: "0" }, "invalid_amount"],
    [{ amount: "1e3" }, "invalid_amount"],
    [{ amount: "0.123456789" }, "invalid_amount"],
    [{ from: "NOPE" }, "invalid_asset"],
    [{ to: "BTC" }, "invalid_asset"],
  ];
  for (const [more, code] of cases) {
    const error = await ask(world, more).catch((caught: unknown) => caught);
    expect(error, JSON.stringify(more)).toBeInstanceOf(InputError);
    expect((error as InputError).code).toBe(code);
  }
  const error = await world.network.getSwap("nonsense", null).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "invalid_txid" });
});

const TXID = "9D30542F".repeat(8);
const unknownTx = { stages: { inbound_observed: { final_count: 0, completed: false } } };
const doneTx = {
  tx: {
    id: TXID,
    chain: "BTC",
    from_address: "bc1qsender",
    coins: [{ asset: "BTC.BTC", amount: "100" }],
    memo: "=:e:0xdest000000000000000000000000000000000000",
  },
  out_txs: [
    {
      id: "AB".repeat(32),
      chain: "ETH",
      to_address: "0xdest000000000000000000000000000000000000",
      coins: [{ asset: "ETH.ETH", amount: "5" }],
      memo: `OUT:${TXID}`,
    },
  ],
  stages: {
    inbound_observed: { final_count: 9, completed: true },
    inbound_finalised: { completed: true },
    swap_status: { pending: false },
    swap_finalised: { completed: true },
    outbound_signed: { completed: true },
  },
};

test("a swap: unknown, done and kept, unavailable", async () => {
  const world = createWorld();
  world.scripts.node0 = { [TXID]: unknownTx };
  expect(await world.network.getSwap(`0x${TXID.toLowerCase()}`, "btc")).toMatchObject({
    txid: TXID,
    state: "unknown",
    terminal: false,
    failure: null,
  });

  world.scripts.node0 = { [TXID]: doneTx };
  world.nowMs += 6_000;
  const done = await world.network.getSwap(TXID, null);
  expect(done).toMatchObject({ state: "done", terminal: true, signing: "open", nextPollSeconds: null, failure: null });
  world.scripts.node0 = { [TXID]: down };
  world.nowMs += 600_000;
  expect(await world.network.getSwap(TXID, null), "what is final is kept for an hour").toMatchObject({ state: "done" });

  const outage = createWorld();
  outage.scripts = { node0: { "*": down }, indexer0: { "*": down } };
  const reading = await outage.network.getSwap(TXID, null);
  expect(reading).toMatchObject({
    state: "unavailable",
    terminal: false,
    failure: { code: "upstream_unavailable" },
    signing: "unknown",
  });
  expect(toJson(reading)).not.toMatch(/secret/);
});

test("signing of the payout's chain stands beside the swap", async () => {
  const world = createWorld();
  world.mimir.HALTSIGNINGETH = 1;
  world.scripts.node0 = {
    [TXID]: {
      ...doneTx,
      out_txs: null,
      planned_out_txs: [
        {
          chain: "ETH",
          to_address: "0xdest000000000000000000000000000000000000",
          coin: { asset: "ETH.ETH", amount: "5" },
        },
      ],
      stages: { ...doneTx.stages, outbound_signed: { completed: false } },
    },
  };
  expect(await world.network.getSwap(TXID, null)).toMatchObject({
    state: "outbound_signing",
    terminal: false,
    signing: "halted",
    advice: expect.stringMatching(/not lost/),
  });
});
