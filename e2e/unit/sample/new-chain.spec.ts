// A new chain needs only a row in the preset: the sample serves it, every reading has it, the drift check knows it.
import { expect, test } from "@playwright/test";
import type { Chain } from "../../../lib/protocol/values/chain-rows.ts";
import { type Preset, presets } from "../../../lib/protocol/values/chains.ts";
import { compareBody, compareChains } from "../../../tools/drift/compare.ts";
import { endpoints } from "../../../tools/drift/fields.ts";
import { inventedChain, txidExamples, withInventedChain } from "../../support/invented-chain.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { get, HOUR_MS, NOW, quotePath } from "./sample-client.ts";

const { code, gasAsset, blockSeconds } = inventedChain;

const families: readonly Partial<Chain>[] = [{}, { family: "utxo" }, { family: "evm" }];
for (const own of families) {
  test.describe(`a new chain, family ${own.family ?? "none"}`, () => {
    const network = createSampleNetwork({
      now: () => NOW,
      preset: withInventedChain(presets.sample, own),
    });

    test("is open, with the least fee of a payout and a height", async () => {
      const { chains } = await network.getStatus();
      const chain = chains.find((one) => one.chain === code);
      for (const question of ["trading", "deposits", "signing", "liquidity"] as const) {
        expect(chain?.[question].verdict, question).toBe("open");
      }
      expect(chain).toMatchObject({ gasAsset, blockSeconds, reason: null });
      expect(Number(chain?.outboundFee?.usd) / 1e8).toBeCloseTo(0.25, 2);
      expect(chain?.lastObservedHeight).toBe(
        Math.floor((NOW - (NOW % 6_000)) / 1_000 / blockSeconds),
      );
    });

    test("has a pool and quotes both ways, and an inbound address where its family has a row of deposits", async () => {
      const { chains } = await network.getInbounds({ chain: code });
      const router = own.family === "evm" ? "sample-zzz9-router-do-not-send" : null;
      const address = own.family === undefined ? null : "sample-zzz9-vault-do-not-send";
      const reason = address === null ? { code: "deposit_not_known" } : null;
      expect(chains).toMatchObject([{ address, router, reason }]);
      const { pools } = await network.getPools();
      expect(pools.find((pool) => pool.asset === gasAsset)).toMatchObject({
        chain: code,
        status: "available",
      });
      const destination = "sample-zzz9-recipient";
      const out = await network.getQuote({ from: "BTC", to: code, amount: "0.1", destination });
      expect(out).toMatchObject({ to: gasAsset, failure: null });
      const fee = out.fees.find(({ kind }) => kind === "outbound")?.amount?.base ?? 0n;
      expect(out.memo).toBe(`=:${gasAsset}:sample-zzz9-recipient:${(out.minReceived ?? 0n) + fee}`);
      const back = await network.getQuote({
        from: gasAsset,
        to: "ETH",
        amount: "100",
        destination: "sample-eth-me",
      });
      expect(back).toMatchObject({ inboundAddress: address, failure: null });
    });

    test("takes an id of its form, which is not seen yet", async () => {
      const swap = await network.getSwap(txidExamples[inventedChain.txidForm], code);
      expect(swap).toMatchObject({ state: "unknown", failure: null });
    });
  });
}

test.describe("beside a new chain", () => {
  // The node sorts by name: one new chain comes first, one comes last.
  for (const own of [inventedChain, { code: "AAA9", gasAsset: "AAA9.AAA" }]) {
    const isOther = (row: { asset?: string; chain?: string }) =>
      row.asset !== own.gasAsset && row.chain !== own.code;
    for (const path of [
      "/pools",
      "/v2/pools",
      "/outbound_fees",
      "/inbound_addresses",
      "/lastblock",
    ]) {
      test(`${own.code}: ${path} is the same for every other chain`, async () => {
        for (const nowMs of [NOW, NOW + HOUR_MS, NOW + 400 * 24 * HOUR_MS]) {
          const rows = await get(path, nowMs, withInventedChain(presets.sample, own));
          expect(rows.filter(isOther)).toEqual(await get(path, nowMs));
          expect(rows.filter(isOther).length).toBe(rows.length - 1);
        }
      });
    }
  }

  test("no other quote changes", async () => {
    const path = quotePath({ from_asset: "XRP.XRP", to_asset: "ZEC.ZEC", amount: "100000000000" });
    expect(await get(path, NOW, withInventedChain(presets.sample))).toEqual(await get(path));
  });

  test("a chain that is removed from the preset is gone with its pools", async () => {
    const without = {
      ...presets.sample,
      chains: presets.sample.chains.filter((chain) => chain.code !== "ETH"),
    };
    const pools: { asset: string }[] = await get("/pools");
    expect(await get("/pools", NOW, without)).toEqual(
      pools.filter(({ asset }) => !asset.startsWith("ETH.")),
    );
  });
});

test.describe("the drift check of a node with a new chain", () => {
  const served = withInventedChain(presets.sample);

  async function findDrift(preset: Preset): Promise<string[]> {
    const nodeEndpoints = endpoints.filter((one) => one.kind === "node");
    const found = await Promise.all(
      nodeEndpoints.map(async (endpoint) => {
        const path = endpoint.toPath("thorchain", txidExamples.hex).replace("/thorchain", "");
        return compareBody(endpoint, "thorchain", await get(path, NOW, served));
      }),
    );
    const rows: { chain: string }[] = await get("/inbound_addresses", NOW, served);
    return [
      ...found.flat(),
      ...compareChains(
        preset,
        rows.map(({ chain }) => chain),
      ),
    ];
  }

  test("finds nothing if the preset has its row", async () =>
    expect(await findDrift(served)).toEqual([]));
  test("names the chain if the preset has no row", async () => {
    expect(await findDrift(presets.sample)).toEqual([
      `new_chain ${code}: has a row, is not in the preset`,
    ]);
  });
});
