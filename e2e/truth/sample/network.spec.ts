// What every answer of the sample keeps, at any instant.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import * as schemas from "../../../lib/protocol/upstream/network-schemas.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { allTxids } from "../../../lib/sample/transactions.ts";
import { createSampleTransport } from "../../../lib/sample/transport.ts";
import { compareBody } from "../../../tools/drift/compare.ts";
import { endpoints } from "../../../tools/drift/fields.ts";
import { inventedChain, txidExamples, withInventedChain } from "../../support/invented-chain.ts";
import {
  BLOCK_MS,
  BTC_TO_ETH,
  get,
  HOUR_MS,
  NOW,
  quotePath,
  send,
} from "../../support/sample-client.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";

const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) });
const atAnyInstant = (numRuns: number, check: (nowMs: number) => Promise<void>) =>
  fc.assert(fc.asyncProperty(instants, check), { numRuns, examples: [[NOW]] });
const { Pools, LastBlock, Block, InboundAddresses, OutboundFees, Health } = schemas;

/** Every endpoint, for every sample transaction. */
const answers = endpoints.flatMap((endpoint) => {
  const paths = allTxids.map((txid) => endpoint.toPath("thorchain", txid));
  return [...new Set(paths)].map((path) => [path.replace("/thorchain", ""), endpoint] as const);
});
const readAll = () => Promise.all(answers.map(async ([path]) => (await send(path)).text()));
/** No recorded node was seen to have observed and not yet confirmed, or to delay a payout. */
const unrecorded =
  /^unknown_field stages\.(?:inbound_observed\.started|inbound_confirmation_counted\.(?:chain|external_\w+)|outbound_delay\b)/;

test("every answer has the members that are read, and none that a real node has not", () =>
  atAnyInstant(10, async (nowMs) => {
    for (const [path, endpoint] of answers) {
      const found = compareBody(endpoint, "thorchain", await get(path, nowMs));
      const unexpected = found.filter((finding) => !unrecorded.test(finding));
      expect(unexpected, path).toEqual([]);
    }
  }));

test("the same instant gives the same bytes, with its date", async () => {
  const first = await readAll();
  const { headers } = await send("/pools", NOW);
  await send("/pools", NOW + HOUR_MS);
  expect(await readAll()).toEqual(first);
  expect(headers.get("date")).toBe("Fri, 20 Nov 2026 03:12:33 GMT");
});

test("no address looks like a real one", async () => {
  // A token's contract stands in capitals (0X…). An address would have another form.
  const realLooking = /0x[0-9a-f]{40}|\b(?:bc1|ltc1|thor1|cosmos1|noble1|bitcoincash:)[0-9a-z]{8}/;
  for (const text of await readAll()) expect(text).not.toMatch(realLooking);
});

test("what no node has is not found, and another host cannot be reached", async () => {
  for (const path of ["/nosuch", "/", "/tx/status", "/v2/nosuch", "/tx/1"])
    expect(await (await send(path)).json(), path).toMatchObject({
      code: 5,
      message: expect.any(String),
    });
  const transport = createSampleTransport(() => NOW);
  const ask = (signal: AbortSignal) =>
    transport(new URL("http://example.invalid/pools"), { headers: {}, signal });
  await expect(ask(new AbortController().signal)).rejects.toThrow(TypeError);
  await expect(ask(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
});

test("a block takes 6 s, and block time, node and indexer agree", () =>
  atAnyInstant(30, async (nowMs) => {
    const readBlock = async (ms: number) => Block.parse(await get("/block", ms)).header;
    const [block, next] = [await readBlock(nowMs), await readBlock(nowMs + BLOCK_MS)];
    const rows = LastBlock.parse(await get("/lastblock", nowMs));
    const { lastThorNode } = Health.parse(await get("/v2/health", nowMs));
    expect([next.height, next.time]).toEqual([block.height + 1, block.time + BLOCK_MS]);
    expect(Math.floor((nowMs - block.time) / BLOCK_MS)).toBe(0);
    expect(new Set(rows.map(({ height }) => height))).toEqual(new Set([block.height]));
    expect(lastThorNode).toEqual({ height: block.height, timestamp: block.time / 1000 });
  }));

test("every external chain has a row, a height, and a gas pool in which a payout costs a quarter", () =>
  atAnyInstant(10, async (nowMs) => {
    const rows = InboundAddresses.parse(await get("/inbound_addresses", nowMs));
    const heights = LastBlock.parse(await get("/lastblock", nowMs));
    const fees = OutboundFees.parse(await get("/outbound_fees", nowMs));
    const pools = Pools.parse(await get("/pools", nowMs));
    const external = presets.sample.chains.filter(({ native }) => !native);
    const codes = external.map(({ code }) => code).sort();
    for (const list of [rows, heights]) expect(list.map(({ chain }) => chain)).toEqual(codes);
    for (const { code, gasAsset } of external) {
      const fee = rows.find(({ chain }) => chain === code)?.outbound_fee ?? 0n;
      expect(fees.find(({ asset }) => asset === gasAsset)?.outbound_fee, code).toBe(fee);
      const price = pools.find(({ asset }) => asset === gasAsset)?.asset_tor_price || 0n;
      expect((fee * price) / 10n ** 8n, code).toBeGreaterThan(25_000_000n);
    }
  }));

test("exactly the documented halts are in force, at any instant", () =>
  atAnyInstant(20, async (nowMs) => {
    const { chains, trading } = await createSampleNetwork({ now: () => nowMs }).getStatus();
    expect(trading.verdict).toBe("open");
    const halted = chains.flatMap(({ chain, ...verdicts }) =>
      (["trading", "deposits", "signing", "liquidity"] as const)
        .filter((action) => verdicts[action].verdict !== "open")
        .map((action) => `${chain} ${action} ${verdicts[action].verdict}`),
    );
    expect(halted.sort()).toEqual([
      "BCH liquidity halted",
      "LTC deposits halted",
      "LTC liquidity halted",
      "LTC trading halted",
      "XRP signing halted",
    ]);
    const scheduled = chains.flatMap((chain) => chain.scheduled.map(({ parameter }) => parameter));
    expect(scheduled).toEqual(["HALTDOGETRADING"]);
  }));

test("a new chain needs only a row in the preset: it is open, has an address and quotes both ways", async () => {
  const { code, gasAsset, txidForm } = inventedChain;
  const preset = withInventedChain(presets.sample, { family: "utxo" });
  const network = createSampleNetwork({ now: () => NOW, preset });
  const row = (await network.getStatus()).chains.find(({ chain }) => chain === code);
  const open = { verdict: "open" };
  expect(row).toMatchObject({ gasAsset, reason: null, trading: open, signing: open });
  const way = { from: "BTC", to: code, amount: "0.1", destination: "sample-zzz9-recipient" };
  expect(await network.getQuote(way)).toMatchObject({ to: gasAsset, failure: null });
  const back = { from: gasAsset, to: "ETH", amount: "100", destination: "sample-eth-me" };
  const inboundAddress = "sample-zzz9-vault-do-not-send";
  expect(await network.getQuote(back)).toMatchObject({ inboundAddress, failure: null });
  const swap = await network.getSwap(txidExamples[txidForm], code);
  expect(swap).toMatchObject({ state: "unknown", failure: null });
});

test("beside a new chain every other chain and quote is the same", async () => {
  const preset = withInventedChain(presets.sample, { code: "AAA9", gasAsset: "AAA9.AAA" });
  const isOther = (row: object) => !JSON.stringify(row).includes("AAA9");
  for (const path of ["/pools", "/v2/pools", "/outbound_fees", "/inbound_addresses"])
    expect((await get(path, NOW, preset)).filter(isOther)).toEqual(await get(path));
  expect(await get(quotePath(BTC_TO_ETH), NOW, preset)).toEqual(await get(quotePath(BTC_TO_ETH)));
});
