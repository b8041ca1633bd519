// Whole networks as the reader gives them: verdicts, fees, prices and providers, and what is null where an optional part fails.
import { expect, test } from "@playwright/test";
import { warnOf } from "../../../lib/protocol/model/envelope.ts";
import { chainReasons } from "../../../lib/protocol/safety/reasons.ts";
import { liquidityPause, signingHalt, tradingHalt } from "../../support/halt-key.ts";
import { createWorld, down, status, toBlock, toRows } from "../../support/world.ts";
import { verdictOf } from "./network-checks.ts";

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
    nativeOutboundFee: { base: 0n },
    outboundMultiplierBps: null,
    minimumSlipBps: { l1: 5, synth: 7, trade: null, secured: null, derived: null, stable: null },
    haltParameters: {},
    queue: { swap: 1, outbound: 12, internal: 0, scheduledOutboundValue: 120_450_000_000n },
    providers: [
      { kind: "node", ok: true, height: 25_000_000, lagBlocks: 0 },
      { kind: "node", ok: true, height: 25_000_000, lagBlocks: 0 },
      { kind: "indexer", ok: true, height: 24_999_999, lagBlocks: 1 },
    ],
  });
  expect(reading.chains.map((chain) => chain.chain)).toEqual(
    world.preset.chains.map((chain) => chain.code),
  );
  const [thor, btc, eth] = reading.chains;
  const native = { native: true, outboundFee: { base: 0n } };
  expect(thor).toMatchObject({ ...native, lastObservedHeight: 25_000_000, reason: null });
  expect(btc, "the fee of its row").toMatchObject({
    outboundFee: { asset: "BTC.BTC", base: 1103n, usd: 88_240_000n },
    dustThreshold: 1000n,
    gasRate: "10",
    gasRateUnits: "sat",
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
    reason: { code: "native_chain" },
  });
  expect(inbounds.chains[2]).toMatchObject({
    address: "ethvault1",
    router: "0xrouter",
    reason: null,
    sendBeforeMs: world.nowMs + 15 * 60_000,
  });
});

test("a least slip of one asset is told where two nodes vote it alike, and is not known where they do not", async () => {
  type Votes = Record<string, number>;
  const [btc, usdc] = ["L1SLIPMINBPS-BTC-BTC", "STABLESLIPMINBPS-ETH-USDC-0XA0B8"] as const;
  const rows: readonly (readonly [one: Votes, other: Votes, told: readonly object[]])[] = [
    [{ [btc]: 20 }, { [btc]: 20 }, [{ asset: "BTC.BTC", kind: "l1", bps: 20 }]],
    [{ [usdc]: 3 }, { [usdc]: 3 }, [{ asset: "ETH.USDC-0XA0B8", kind: "stable", bps: 3 }]],
    [{ [btc]: 20 }, { [btc]: 21 }, [{ asset: "BTC.BTC", kind: "l1", bps: null }]],
    [{ [btc]: 20 }, {}, [{ asset: "BTC.BTC", kind: "l1", bps: null }]],
    [{ [btc]: 20 }, { [btc]: -1 }, [{ asset: "BTC.BTC", kind: "l1", bps: null }]],
    [{ [btc]: 0 }, { [btc]: 0 }, [{ asset: "BTC.BTC", kind: "l1", bps: null }]],
    [{ [btc]: -1 }, {}, []],
    [{ "L1SLIPMINBPS-ETH-USDC": 3, "L1SLIPMINBPS-LTC-LTC": 3 }, {}, []],
  ];
  for (const [one, other, told] of rows) {
    const world = createWorld({ nodes: 2 });
    world.scripts.node0 = { mimir: { ...world.mimir, ...one } };
    world.scripts.node1 = { mimir: { ...world.mimir, ...other } };
    const { ownSlips, minimumSlipBps } = await world.network.getStatus();
    expect([ownSlips, minimumSlipBps.l1], JSON.stringify([one, other])).toEqual([told, 5]);
  }
  const world = createWorld({ nodes: 2 });
  world.mimir[btc] = 20;
  world.scripts.node0 = { pools: down };
  expect((await world.network.getStatus()).ownSlips).toBeNull();
  const maya = createWorld({ network: "mayachain" });
  maya.mimir[btc] = 20;
  expect((await maya.network.getStatus()).ownSlips).toEqual([]);
});

test("MAYAChain: strict halts, CACAO in 1e10, the indexer's prices, the voted fee, and no list of outbound fees", async () => {
  const world = createWorld({ network: "mayachain" });
  const { height } = toBlock(world);
  world.mimir[tradingHalt("THOR")] = height + 1;
  world.mimir[signingHalt("ETH")] = height + 1000;
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
    scheduled: [{ parameter: tradingHalt("THOR"), height: height + 2 }],
  });
  expect(chain("ETH")?.signing.verdict).toBe("halted");
  expect(chain("BTC")?.outboundFee).toMatchObject({ base: 1_103n, usd: 88_240_551n });
  expect(chain("MAYA")).toMatchObject({
    native: true,
    outboundFee: null,
    trading: { verdict: "open" },
  });
  const { pools } = await world.network.getPools();
  expect(pools[0]).toMatchObject({
    nativeDepth: 500_000_000_000_000_000n,
    nativeAsset: "MAYA.CACAO",
    priceUsd: 8_000_050_000_000n,
  });
  expect(pools[0]?.depthUsd, "both sides of a pool are worth the same").toBe(
    2n * 800_005_000_000_000n,
  );
  expect(pools[1]).toMatchObject({ priceUsd: null, depthUsd: null });
  world.scripts.indexer0 = {
    health: { inSync: false, lastThorNode: { height, timestamp: world.nowMs / 1000 } },
  };
  world.nowMs += 7_000;
  expect(
    (await world.network.getPools()).pools[0],
    "an indexer out of sync gives no prices",
  ).toMatchObject({
    priceUsd: null,
  });
});

test("prices are null when the network halts its anchors, or when nothing says whether it did", async () => {
  for (const network of [
    { total_bond_units: "1", rune_price_in_tor: "5", tor_price_halted: true },
    status(500),
  ]) {
    const world = createWorld();
    world.scripts.node0 = { network };
    const reading = await world.network.getPools();
    expect(reading.failure).toBeNull();
    const prices = reading.pools.map((pool) => [pool.priceUsd, pool.depthUsd]);
    expect(prices).toEqual(Array(3).fill([null, null]));
  }
});

test("optional parts fail to null one by one; only safety facts decide failure", async () => {
  const cases: [part: string, reply: unknown, check: object][] = [
    ["network", { wrong: 1 }, { nativeTransactionFee: null }],
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
    expect(
      reading.chains.find((chain) => chain.chain === "BTC")?.outboundFee?.base,
      "in its row",
    ).toBe(1103n);
    expect(reading.nativeOutboundFee?.base ?? null, "in the list").toBe(
      part === "outbound_fees" ? null : 0n,
    );
  }
  const world = createWorld();
  world.scripts.node0 = { pools: status(500) };
  expect(await world.network.getPools()).toMatchObject({
    failure: { code: "upstream_unavailable" },
    pools: [],
  });
  world.nowMs += 20_000;
  world.scripts.node0 = { outbound_fees: [{ asset: "BTC.BTC", outbound_fee: "0" }] };
  const listed = (await world.network.getStatus()).chains.find((chain) => chain.chain === "BTC");
  expect(listed?.outboundFee?.base, "of a gas asset the row says it").toBe(1103n);
  world.rows.BTC = { outbound_fee: "0" };
  world.scripts.node0 = { outbound_fees: status(404) };
  world.nowMs += 20_000;
  const btc = (await world.network.getStatus()).chains.find((chain) => chain.chain === "BTC");
  expect(btc, "a zero fee is no fee that is known").toMatchObject({
    outboundFee: null,
    reason: chainReasons.noOutboundFee,
  });
});

test("an outbound fee that two nodes state too far apart is not told, and why", async () => {
  for (const [fee, blocks, told] of [
    ["606", 1, { outboundFee: { base: 606n }, reason: null }],
    ["606", 0, { outboundFee: null, reason: chainReasons.outboundFeeApart }],
    ["1212", 1, { outboundFee: null, reason: chainReasons.outboundFeeApart }],
  ] as const) {
    const world = Object.assign(createWorld({ nodes: 2 }), { behind: { node1: blocks } });
    const rows = (outbound_fee: string) => toRows({ ...world, rows: { BTC: { outbound_fee } } });
    world.scripts = {
      node0: {
        inbound_addresses: rows("600"),
        outbound_fees: [{ asset: "BTC.BTC", outbound_fee: "600" }],
      },
      node1: {
        inbound_addresses: rows(fee),
        outbound_fees: [{ asset: "BTC.BTC", outbound_fee: fee }],
      },
    };
    const btc = (await world.network.getStatus()).chains.find(({ chain }) => chain === "BTC");
    expect(btc, fee).toMatchObject(told);
  }
});

test("scheduled halts and junk: reported by height, in force not before", async () => {
  const world = createWorld();
  const { height } = toBlock(world);
  Object.assign(world.mimir, {
    [tradingHalt("BTC")]: height + 2,
    HALTRADING: 1,
    HALTETHSIGNING: 1,
    [liquidityPause("ETH")]: 1,
  });
  const reading = await world.network.getStatus();
  expect(reading.haltParameters).toEqual({
    [tradingHalt("BTC")]: { value: height + 2, inForce: false },
    [liquidityPause("ETH")]: { value: 1, inForce: true },
  });
  expect(reading.chains[1]).toMatchObject({
    trading: { verdict: "open" },
    scheduled: [{ parameter: tradingHalt("BTC"), height: height + 2 }],
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
    inbound_addresses: [
      ...toRows(world),
      { ...toRows(world)[0], chain: "ZZZ9", address: "zzz9vault1" },
    ],
  };
  const reading = await world.network.getStatus();
  expect(reading.failure).toBeNull();
  expect(reading.chains.find((one) => one.chain === "BTC")).toMatchObject({
    trading: { verdict: "unknown" },
    reason: chainReasons.notListed,
  });
  expect(reading.chains.at(-1)).toMatchObject({
    chain: "ZZZ9",
    trading: { verdict: "open" },
    gasAsset: null,
    outboundFee: null,
    blockSeconds: null,
  });
});

test("a halt of one asset is told with the network and with its chain's address, which stay open", async () => {
  const world = createWorld({ network: "mayachain", nodes: 2 });
  const halted = warnOf("halted")("Do not swap from or to BTC.", "Swaps of it are halted.");
  world.mimir["HALTTRADING-BTC-BTC"] = 1;
  const headline = "Swaps of BTC are halted";
  const sign = { state: "partly_halted", headline, word: headline };
  expect(await world.network.getStatus()).toMatchObject({
    trading: { verdict: "open" },
    sign,
    warnings: [halted],
  });
  expect((await world.network.getStatus({ chain: "BTC" })).sign).toEqual(sign);
  expect((await world.network.getStatus({ chain: "ETH" })).sign.state).toBe("open");
  expect((await world.network.getInbounds()).warnings).toEqual([halted]);
  expect((await world.network.getInbounds({ chain: "ETH" })).warnings).toEqual([]);

  world.restart();
  world.mimir["HALTTRADING-BTC-BTC"] = 25_000_000 + 100;
  const fact = expect.stringMatching(/^Swaps of BTC stop in 10 minutes \([^.]* UTC\)\.$/);
  for (const reading of [await world.network.getStatus(), await world.network.getInbounds()])
    expect(reading.warnings).toMatchObject([{ code: "halt_scheduled", fact }]);
});
