import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { judgeClock } from "../../../lib/protocol/safety/freshness.ts";
import { judge } from "../../../lib/protocol/safety/halts.ts";
import { nodeReasons } from "../../../lib/protocol/safety/reasons.ts";
import { ErrorBody } from "../../../lib/protocol/upstream/answer.ts";
import * as networkSchemas from "../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../lib/protocol/upstream/parse-shape.ts";
import * as schemas from "../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { sampleHalts } from "../../../lib/sample/mimir.ts";
import { sampleTransactions, sampleWalk } from "../../../lib/sample/transactions.ts";
import { createSampleTransport, SAMPLE_NODE_URL } from "../../../lib/sample/transport.ts";
import { txidExamples } from "../../support/invented-chain.ts";
import { BLOCK_MS, BTC_TO_ETH, get, HOUR_MS, NOW, quotePath, send } from "./sample-client.ts";

const preset = presets.sample;
const external = preset.chains.filter((chain) => !chain.native);
const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) });
const nodePools = async (nowMs = NOW) =>
  parseShape(networkSchemas.Pools, "/pools", await get("/pools", nowMs));

const answers = [
  ["/pools", networkSchemas.Pools],
  ["/inbound_addresses", networkSchemas.InboundAddresses],
  ["/mimir", networkSchemas.Mimir],
  ["/network", networkSchemas.NodeNetwork],
  ["/lastblock", networkSchemas.LastBlock],
  ["/block", networkSchemas.Block],
  ["/outbound_fees", networkSchemas.OutboundFees],
  ["/queue", networkSchemas.Queue],
  [quotePath(BTC_TO_ETH), schemas.QuoteSwap],
  ["/v2/health", networkSchemas.Health],
  ["/v2/pools", networkSchemas.IndexerPools],
  ["/v2/actions", schemas.Actions],
  ...[...sampleTransactions, sampleWalk].flatMap(
    ({ txid }) =>
      [
        [`/tx/status/${txid}`, schemas.TxStatus],
        [`/v2/actions?txid=${txid}`, schemas.Actions],
      ] as const,
  ),
] as const;

test.describe("answers", () => {
  for (const [path, schema] of answers) {
    test(`${path} has the shape that lib/protocol reads`, async () => {
      parseShape(schema, path, await get(path));
    });
  }

  test("every answer keeps its shape at any instant", async () => {
    const check = async (nowMs: number) => {
      for (const [path, schema] of answers) parseShape(schema, path, await get(path, nowMs));
    };
    await fc.assert(fc.asyncProperty(instants, check), { numRuns: 10 });
  });

  test("the small endpoints", async () => {
    expect((await get("/constants")).int_64_values.SigningTransactionPeriod).toBe(300);
    const network = await get("/network");
    expect(network).toMatchObject({
      native_outbound_fee_rune: "2000000",
      outbound_fee_multiplier: "100",
    });
  });

  test("answers are JSON with the date of the sample's clock", async () => {
    const { headers } = await send("/pools");
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("date")).toBe("Fri, 20 Nov 2026 03:12:33 GMT");
  });

  const missing = ["/nosuch", "/", "/mimir/key", "/quote/nosuch", "/tx/status", "/v2/nosuch"];
  for (const path of missing) {
    test(`${path} is not found`, async () => {
      const response = await send(path);
      expect(response.status).toBe(404);
      expect(ErrorBody.parse(await response.json())).toMatchObject({ code: 5 });
    });
  }

  test("a malformed id is refused, an unknown one is answered", async () => {
    expect((await send("/tx/status/xyz")).status).toBe(400);
    for (const id of Object.values(txidExamples)) {
      const stages = { inbound_observed: { final_count: 0, completed: false } };
      expect(await get(`/tx/status/${id}`)).toEqual({ stages });
    }
  });

  test("another host cannot be reached, and an aborted call is not answered", async () => {
    const transport = createSampleTransport({ now: () => NOW });
    const signal = new AbortController().signal;
    const elsewhere = transport(new URL("http://example.invalid/thorchain/pools"), {
      headers: {},
      signal,
    });
    await expect(elsewhere).rejects.toThrow(TypeError);
    const aborted = AbortSignal.abort(new Error("gone"));
    const late = transport(new URL(`${SAMPLE_NODE_URL}/thorchain/pools`), {
      headers: {},
      signal: aborted,
    });
    await expect(late).rejects.toThrow("gone");
  });
});

test.describe("clock", () => {
  test("the same instant gives the same bytes, in any order of requests", async () => {
    const read = async (paths: readonly string[]) => {
      const texts: Record<string, string> = {};
      for (const path of paths) texts[path] = await (await send(path)).text();
      return texts;
    };
    const paths = answers.map(([path]) => path);
    const first = await read(paths);
    await send("/pools", NOW + HOUR_MS);
    expect(await read([...paths].reverse())).toEqual(first);
  });

  test("the height grows by one every 6 seconds, and block time, node and indexer agree", async () => {
    const check = async (nowMs: number) => {
      const block = parseShape(networkSchemas.Block, "/block", await get("/block", nowMs)).header;
      const next = parseShape(
        networkSchemas.Block,
        "/block",
        await get("/block", nowMs + BLOCK_MS),
      ).header;
      const rows = parseShape(
        networkSchemas.LastBlock,
        "/lastblock",
        await get("/lastblock", nowMs),
      );
      const health = parseShape(
        networkSchemas.Health,
        "/v2/health",
        await get("/v2/health", nowMs),
      );
      const ageMs = nowMs - block.time;
      expect({
        next: [next.height, next.time],
        isWithinBlock: ageMs >= 0 && ageMs < BLOCK_MS,
        rows: new Set(rows.map((row) => row.height)),
        lastThorNode: health.lastThorNode,
        lastCommitted: health.lastCommitted?.height,
        inSync: health.inSync,
      }).toEqual({
        next: [block.height + 1, block.time + BLOCK_MS],
        isWithinBlock: true,
        rows: new Set([block.height]),
        lastThorNode: { height: block.height, timestamp: block.time / 1000 },
        lastCommitted: block.height - 1,
        inSync: true,
      });
    };
    await fc.assert(fc.asyncProperty(instants, check), { numRuns: 100 });
  });

  test("each external chain grows at the pace of the preset", async () => {
    const at = async (nowMs: number) =>
      parseShape(networkSchemas.LastBlock, "/lastblock", await get("/lastblock", nowMs));
    const before = await at(NOW);
    const after = await at(NOW + 24 * HOUR_MS);
    for (const { code, blockSeconds } of external) {
      const find = (rows: networkSchemas.LastBlock) =>
        rows.find((row) => row.chain === code)?.lastObservedIn ?? Number.NaN;
      const blocks = find(after) - find(before);
      expect(Math.abs(blocks - 86_400 / blockSeconds), code).toBeLessThanOrEqual(1);
    }
  });

  test("prices change, but never by more than 0.1 % a block", async () => {
    const start = await nodePools();
    const next = await nodePools(NOW + BLOCK_MS);
    const later = await nodePools(NOW + 2 * HOUR_MS);
    for (const [index, pool] of start.entries()) {
      const price = Number(pool.asset_tor_price);
      expect(Math.abs(Number(next[index]?.asset_tor_price) / price - 1), pool.asset).toBeLessThan(
        0.001,
      );
      if (price !== 100_000_000)
        expect(later[index]?.asset_tor_price, pool.asset).not.toBe(pool.asset_tor_price);
    }
    expect((await get("/network", NOW + HOUR_MS)).rune_price_in_tor).not.toBe(
      (await get("/network")).rune_price_in_tor,
    );
  });
});

test.describe("coverage of the preset", () => {
  test("every external chain has a row, a height, a gas pool and an outbound fee of a quarter of a dollar or more", async () => {
    const rows = parseShape(
      networkSchemas.InboundAddresses,
      "/inbound_addresses",
      await get("/inbound_addresses"),
    );
    const heights = parseShape(networkSchemas.LastBlock, "/lastblock", await get("/lastblock"));
    const fees = parseShape(
      networkSchemas.OutboundFees,
      "/outbound_fees",
      await get("/outbound_fees"),
    );
    const pools = await nodePools();
    const codes = external.map((chain) => chain.code).sort();
    expect(rows.map((row) => row.chain).sort()).toEqual(codes);
    expect(heights.map((row) => row.chain).sort()).toEqual(codes);
    for (const { code, gasAsset } of external) {
      const fee = rows.find((row) => row.chain === code)?.outbound_fee ?? 0n;
      const pool = pools.find((entry) => entry.asset === gasAsset);
      expect(fees.find((entry) => entry.asset === gasAsset)?.outbound_fee, code).toBe(fee);
      const usd = (fee * (pool?.asset_tor_price ?? 0n)) / 100_000_000n;
      // Cut to the decimals of the asset, so a little below.
      expect(usd, code).toBeGreaterThan(24_900_000n);
      expect(usd, code).toBeLessThan(200_000_000n);
    }
  });

  test("at least forty pools: three staged, one suspended, the others available, priced by their depths", async () => {
    const pools = await nodePools();
    const count = (status: string) => pools.filter((pool) => pool.status === status).length;
    expect(pools.length).toBeGreaterThanOrEqual(40);
    expect([count("Available"), count("Staged"), count("Suspended")]).toEqual([
      pools.length - 4,
      3,
      1,
    ]);
    const rune = BigInt((await get("/network")).rune_price_in_tor);
    for (const pool of pools) {
      expect(pool.asset_tor_price).toBe(((pool.balance_rune ?? 0n) * rune) / pool.balance_asset);
      const halted = pool.status !== "Available" || pool.asset.startsWith("LTC.");
      expect(pool.trading_halted, pool.asset).toBe(halted);
    }
    const indexed = parseShape(networkSchemas.IndexerPools, "/v2/pools", await get("/v2/pools"));
    expect(indexed.filter((pool) => pool.status === "staged")).toHaveLength(3);
  });

  test("no address looks like a real one", async () => {
    for (const row of await get("/inbound_addresses")) {
      expect(row.address).toMatch(/^sample-[a-z0-9]+-vault-do-not-send$/);
      if (row.router !== undefined)
        expect(row.router).toMatch(/^sample-[a-z0-9]+-router-do-not-send$/);
    }
    // Asset names contain contracts of well-known tokens in capitals (0X…). An address would have another form.
    const realLooking =
      /0x[0-9a-f]{40}|\b(bc1|ltc1|thor1|cosmos1|noble1|thorpub1|bitcoincash:)[0-9a-z]{8}/;
    for (const [path] of answers)
      expect(await (await send(path)).text(), path).not.toMatch(realLooking);
  });
});

test.describe("halts", () => {
  const alone = { quorum: 1, noNodesReason: nodeReasons.noneUsable, previous: null } as const;
  async function judgeSample(nowMs: number) {
    const mimir = parseShape(networkSchemas.Mimir, "/mimir", await get("/mimir", nowMs));
    const rows = parseShape(
      networkSchemas.InboundAddresses,
      "/rows",
      await get("/inbound_addresses", nowMs),
    );
    const { header } = parseShape(networkSchemas.Block, "/block", await get("/block", nowMs));
    const clock = judgeClock(
      [{ height: header.height, timeMs: header.time, rolledBack: false }],
      0,
      nowMs,
    );
    const nodes = [{ height: header.height, mimir, rows }];
    return { mimir, rows, header, verdicts: judge({ ...alone, preset, nodes, clock, nowMs }) };
  }

  /** Of trading, deposits, signing and liquidity. On all other chains everything is open. */
  const documented: Readonly<Record<string, readonly string[]>> = {
    LTC: ["halted", "halted", "open", "halted"],
    XRP: ["open", "open", "halted", "open"],
    BCH: ["open", "open", "open", "halted"],
  };

  test("exactly the documented halts are in force, at any instant", async () => {
    const check = async (nowMs: number) => {
      const { verdicts, mimir, header } = await judgeSample(nowMs);
      const chains = [...verdicts.chains].map(([chain, judged]) => ({
        chain,
        verdicts: [judged.trading, judged.deposits, judged.signing, judged.liquidity].map(
          (one) => one.verdict,
        ),
        scheduled: judged.scheduled.map((one) => one.parameter),
      }));
      const ahead = (mimir.HALTDOGETRADING ?? 0) - header.height;
      const pausedUntil = mimir.NODEPAUSECHAINGLOBAL ?? 0;
      expect({
        network: verdicts.network.verdict,
        chains,
        isScheduledForToday:
          ahead >= (4 * HOUR_MS) / BLOCK_MS && ahead <= (28 * HOUR_MS) / BLOCK_MS,
        isPauseOver: pausedUntil > 0 && pausedUntil < header.height,
      }).toEqual({
        network: "open",
        chains: chains.map(({ chain }) => ({
          chain,
          verdicts: documented[chain] ?? ["open", "open", "open", "open"],
          scheduled: chain === "DOGE" ? ["HALTDOGETRADING"] : [],
        })),
        isScheduledForToday: true,
        isPauseOver: true,
      });
    };
    await fc.assert(fc.asyncProperty(instants, check), { numRuns: 100 });
  });

  test("the table of halts matches the mimir, and mistaken votes are among dozens of keys", async () => {
    const { mimir, rows } = await judgeSample(NOW);
    const { tradingHalted, signingHalted, liquidityPaused, scheduled, junk } = sampleHalts;
    for (const { chain, key } of [tradingHalted, signingHalted, liquidityPaused, scheduled]) {
      expect(external.map((one) => one.code)).toContain(chain);
      expect(mimir[key], key).toBeGreaterThan(0);
    }
    expect(junk.map((key) => mimir[key])).toEqual([1, 1]);
    expect(mimir.L1SLIPMINBPS).toBe(5);
    expect(Object.keys(mimir).length).toBeGreaterThanOrEqual(75);
    expect(Object.keys(mimir)).toEqual(Object.keys(mimir).sort());
    for (const row of rows) {
      expect([row.halted, row.chain_trading_paused], row.chain).toEqual(
        Array(2).fill(row.chain === tradingHalted.chain),
      );
      expect(row.chain_lp_actions_paused, row.chain).toBe(row.chain === liquidityPaused.chain);
      expect(row.global_trading_paused, row.chain).toBe(false);
    }
  });
});
