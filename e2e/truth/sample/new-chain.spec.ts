// A new chain needs only a row in the preset: the sample serves it, and every reading has it.
import { expect, test } from "@playwright/test";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { inventedChain, txidExamples, withInventedChain } from "../../support/invented-chain.ts";
import { BTC_TO_ETH, get, NOW, quotePath } from "../../support/sample-client.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";

const { code, gasAsset } = inventedChain;
const served = withInventedChain(presets.sample, { family: "utxo" });

test("a new chain is open, has an address and quotes both ways", async () => {
  const network = createSampleNetwork({ now: () => NOW, preset: served });
  const row = (await network.getStatus()).chains.find(({ chain }) => chain === code);
  const open = { verdict: "open" };
  expect(row).toMatchObject({ gasAsset, reason: null, trading: open, signing: open });
  const way = { from: "BTC", to: code, amount: "0.1", destination: "sample-zzz9-recipient" };
  expect(await network.getQuote(way)).toMatchObject({ to: gasAsset, failure: null });
  const back = { from: gasAsset, to: "ETH", amount: "100", destination: "sample-eth-me" };
  const inboundAddress = "sample-zzz9-vault-do-not-send";
  expect(await network.getQuote(back)).toMatchObject({ inboundAddress, failure: null });
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
    expect(await get(quotePath(BTC_TO_ETH), NOW, preset)).toEqual(await get(quotePath(BTC_TO_ETH)));
  });
}
