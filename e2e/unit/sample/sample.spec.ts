import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { ErrorBody } from "../../../lib/protocol/upstream/answer.ts";
import * as networkSchemas from "../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../lib/protocol/upstream/parse-shape.ts";
import * as schemas from "../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { allTxids } from "../../../lib/sample/transactions.ts";
import { createSampleTransport, SAMPLE_NODE_URL } from "../../../lib/sample/transport.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { BLOCK_MS, BTC_TO_ETH, get, HOUR_MS, NOW, quotePath, send } from "./sample-client.ts";

const external = presets.sample.chains.filter((chain) => !chain.native);
const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) });
const { Pools, LastBlock, Block, InboundAddresses, OutboundFees, Health } = networkSchemas;

const answers = [
  ["/pools", Pools],
  ["/inbound_addresses", InboundAddresses],
  ["/mimir", networkSchemas.Mimir],
  ["/network", networkSchemas.NodeNetwork],
  ["/constants", networkSchemas.Constants],
  ["/lastblock", LastBlock],
  ["/block", Block],
  ["/outbound_fees", OutboundFees],
  ["/queue", networkSchemas.Queue],
  ["/queue/outbound", schemas.PayoutQueue],
  ["/queue/scheduled", schemas.PayoutQueue],
  [quotePath(BTC_TO_ETH), schemas.QuoteSwap],
  ["/v2/health", Health],
  ["/v2/pools", networkSchemas.IndexerPools],
  ["/v2/actions", schemas.Actions],
  ...allTxids.flatMap(
    (txid) =>
      [
        [`/tx/status/${txid}`, schemas.TxStatus],
        [`/v2/actions?txid=${txid}`, schemas.Actions],
        [`/swap/streaming/${txid}`, schemas.StreamingSwap],
      ] as const,
  ),
] as const;

test("every answer has the shape that lib/protocol reads, at any instant", async () => {
  const check = async (nowMs: number) => {
    for (const [path, schema] of answers) parseShape(schema, path, await get(path, nowMs));
  };
  await fc.assert(fc.asyncProperty(instants, check), { numRuns: 10, examples: [[NOW]] });
});

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

test("answers are JSON with the date of the sample's clock", async () => {
  const { headers } = await send("/pools");
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("date")).toBe("Fri, 20 Nov 2026 03:12:33 GMT");
});

test("what no node has is not found, and another host cannot be reached", async () => {
  for (const path of ["/nosuch", "/", "/mimir/key", "/tx/status", "/v2/nosuch", "/tx/1"])
    expect(ErrorBody.parse(await (await send(path)).json()), path).toMatchObject({ code: 5 });
  const transport = createSampleTransport(() => NOW);
  const ask = (url: string, signal: AbortSignal) =>
    transport(new URL(url), { headers: {}, signal });
  const elsewhere = ask("http://example.invalid/pools", new AbortController().signal);
  await expect(elsewhere).rejects.toThrow(TypeError);
  const late = ask(`${SAMPLE_NODE_URL}/thorchain/pools`, AbortSignal.abort(new Error("gone")));
  await expect(late).rejects.toThrow("gone");
});

test("a block takes 6 s, and block time, node and indexer agree", async () => {
  const check = async (nowMs: number) => {
    const read = async (ms: number) => parseShape(Block, "/block", await get("/block", ms)).header;
    const [block, next] = [await read(nowMs), await read(nowMs + BLOCK_MS)];
    const rows = parseShape(LastBlock, "/lastblock", await get("/lastblock", nowMs));
    const health = parseShape(Health, "/v2/health", await get("/v2/health", nowMs));
    expect([next.height, next.time]).toEqual([block.height + 1, block.time + BLOCK_MS]);
    expect(Math.floor((nowMs - block.time) / BLOCK_MS)).toBe(0);
    expect(new Set(rows.map((row) => row.height))).toEqual(new Set([block.height]));
    expect(health.lastThorNode).toEqual({ height: block.height, timestamp: block.time / 1000 });
  };
  await fc.assert(fc.asyncProperty(instants, check), { numRuns: 30 });
});

test("prices drift, but never by more than 0.1 % a block", async () => {
  const read = async (ms: number) => parseShape(Pools, "/pools", await get("/pools", ms));
  const [start, next, later] = [
    await read(NOW),
    await read(NOW + BLOCK_MS),
    await read(NOW + 2 * HOUR_MS),
  ];
  for (const [index, { asset, asset_tor_price }] of start.entries()) {
    const price = Number(asset_tor_price);
    const change = Number(next[index]?.asset_tor_price) / price - 1;
    expect(Math.abs(change), asset).toBeLessThan(0.001);
    if (price !== 1e8) expect(later[index]?.asset_tor_price, asset).not.toBe(asset_tor_price);
  }
});

test("every external chain has a row, a height, a gas pool and an outbound fee of a quarter of a dollar or more", async () => {
  const rows = parseShape(InboundAddresses, "/rows", await get("/inbound_addresses"));
  const heights = parseShape(LastBlock, "/lastblock", await get("/lastblock"));
  const fees = parseShape(OutboundFees, "/outbound_fees", await get("/outbound_fees"));
  const pools = parseShape(Pools, "/pools", await get("/pools"));
  const codes = external.map((chain) => chain.code).sort();
  expect(rows.map((row) => row.chain)).toEqual(codes);
  expect(heights.map((row) => row.chain)).toEqual(codes);
  for (const { code, gasAsset } of external) {
    const fee = rows.find((row) => row.chain === code)?.outbound_fee ?? 0n;
    expect(fees.find((entry) => entry.asset === gasAsset)?.outbound_fee, code).toBe(fee);
    const price = pools.find((pool) => pool.asset === gasAsset)?.asset_tor_price || 0n;
    // Cut to the decimals of the asset, so a little below.
    expect((fee * price) / 10n ** 8n, code).toBeGreaterThan(24_900_000n);
  }
});

test("no address looks like a real one", async () => {
  // Asset names contain contracts of well-known tokens in capitals (0X…). An address would have another form.
  const realLooking =
    /0x[0-9a-f]{40}|\b(bc1|ltc1|thor1|cosmos1|noble1|thorpub1|bitcoincash:)[0-9a-z]{8}/;
  for (const [path] of answers)
    expect(await (await send(path)).text(), path).not.toMatch(realLooking);
  for (const { address } of await get("/inbound_addresses"))
    expect(address).toMatch(/^sample-[a-z0-9]+-vault-do-not-send$/);
});

/** Of trading, deposits, signing and liquidity. On all other chains everything is open. */
const documented: Readonly<Record<string, readonly string[]>> = {
  LTC: ["halted", "halted", "open", "halted"],
  XRP: ["open", "open", "halted", "open"],
  BCH: ["open", "open", "open", "halted"],
};

test("exactly the documented halts are in force, at any instant", async () => {
  const check = async (nowMs: number) => {
    const { chains, ...whole } = await createSampleNetwork({ now: () => nowMs }).getStatus();
    expect(whole.trading.verdict).toBe("open");
    for (const { chain, trading, deposits, signing, liquidity, scheduled } of chains) {
      const verdicts = [trading, deposits, signing, liquidity].map(({ verdict }) => verdict);
      expect(verdicts, chain).toEqual(documented[chain] ?? ["open", "open", "open", "open"]);
      const halts = scheduled.map(({ parameter }) => parameter);
      expect(halts, chain).toEqual(chain === "DOGE" ? ["HALTDOGETRADING"] : []);
    }
    expect(chains.map(({ chain }) => chain)).toEqual(
      expect.arrayContaining(Object.keys(documented)),
    );
  };
  await fc.assert(fc.asyncProperty(instants, check), { numRuns: 20 });
});
