// A new chain needs only a row in the preset: the sample serves it, every reading has it, the drift check knows it.
import { expect, test } from "@playwright/test";
import { type Preset, presets } from "../../../lib/protocol/values/chains.ts";
import { compareBody, compareChains } from "../../../tools/drift/compare.ts";
import { endpoints } from "../../../tools/drift/fields.ts";
import { inventedChain, txidExamples, withInventedChain } from "../../support/invented-chain.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { get, NOW, quotePath } from "./sample-client.ts";

const { code, gasAsset } = inventedChain;
const served = withInventedChain(presets.sample, { family: "utxo" });

test("a new chain is open, has a pool, an address and quotes both ways", async () => {
  const network = createSampleNetwork({ now: () => NOW, preset: served });
  const { chains } = await network.getStatus();
  const chain = chains.find((one) => one.chain === code);
  for (const question of ["trading", "deposits", "signing", "liquidity"] as const)
    expect(chain?.[question].verdict, question).toBe("open");
  expect(chain).toMatchObject({ gasAsset, reason: null });
  const inbound = await network.getInbounds({ chain: code });
  expect(inbound.chains).toMatchObject([
    { address: "sample-zzz9-vault-do-not-send", reason: null },
  ]);
  const way = { from: "BTC", to: code, amount: "0.1", destination: "sample-zzz9-recipient" };
  expect(await network.getQuote(way)).toMatchObject({ to: gasAsset, failure: null });
  const back = { from: gasAsset, to: "ETH", amount: "100", destination: "sample-eth-me" };
  expect(await network.getQuote(back)).toMatchObject({ failure: null });
  const swap = await network.getSwap(txidExamples[inventedChain.txidForm], code);
  expect(swap).toMatchObject({ state: "unknown", failure: null });
});

for (const own of [inventedChain, { code: "AAA9", gasAsset: "AAA9.AAA" }]) {
  test(`beside ${own.code} every other chain and quote is the same`, async () => {
    const preset = withInventedChain(presets.sample, own);
    const isOther = (row: { asset?: string; chain?: string }) =>
      row.asset !== own.gasAsset && row.chain !== own.code;
    for (const path of ["/pools", "/v2/pools", "/outbound_fees", "/inbound_addresses"])
      expect((await get(path, NOW, preset)).filter(isOther)).toEqual(await get(path));
    const path = quotePath({ from_asset: "XRP.XRP", to_asset: "ZEC.ZEC", amount: "100000000000" });
    expect(await get(path, NOW, preset)).toEqual(await get(path));
  });
}

async function findDrift(preset: Preset): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of endpoints.filter(({ kind }) => kind === "node")) {
    const path = endpoint.toPath("thorchain", txidExamples.hex).replace("/thorchain", "");
    found.push(...compareBody(endpoint, "thorchain", await get(path, NOW, served)));
  }
  const rows: { chain: string }[] = await get("/inbound_addresses", NOW, served);
  return [
    ...found,
    ...compareChains(
      preset,
      rows.map(({ chain }) => chain),
    ),
  ];
}

test("the drift check names a new chain if the preset has no row", async () => {
  expect(await findDrift(served)).toEqual([]);
  const words = `new_chain ${code}: has a row, is not in the preset`;
  expect(await findDrift(presets.sample)).toEqual([words]);
});
