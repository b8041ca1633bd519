// Every sentence of a view is a sentence of the page about the same answer. What the page says in parts that a view has too stands in
// the view. Each warning and the verdict of an answer stand in its text.
import { expect, test } from "@playwright/test";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { sampleTransactions, sampleWalk } from "../../../../../lib/sample/transactions.ts";
import { NOW_MS } from "../../../../fixtures/swap-bodies.ts";
import { createScene, userAddress } from "../../../mcp/text-scenes.ts";
import { BLOCK_MS, NOW } from "../../../sample/sample-client.ts";
import { readScene, sceneNames } from "../status/scenes.ts";
import { readings } from "../track/readings.ts";
import { compareQuote, compareStatus, compareSwap } from "./compared.ts";
import type { Question } from "./forms.ts";
import { asked, createSetting, given, plain, worlds } from "./quote-scenes.ts";

for (const [name, change] of Object.entries(worlds))
  test(`a quote, ${name}: the view says what the page says`, async () => {
    const setting = createSetting(change);
    const found: string[] = [];
    for (const input of asked) found.push(...(await compareQuote(setting, input)));
    expect(found).toEqual([]);
  });

test("a quote of one node, and of MAYAChain: the view says what the page says", async () => {
  const found: string[] = [];
  for (const options of [{ nodes: 1 }, { network: "mayachain" }] as const)
    for (const input of [plain, given])
      found.push(
        ...(await compareQuote(
          createSetting(() => undefined, options),
          input,
        )),
      );
  expect(found).toEqual([]);
});

const height = Math.floor(NOW / BLOCK_MS);
const mimirs: readonly Readonly<Record<string, number>>[] = [
  {},
  { STREAMINGSWAPPAUSE: 1, HALTSIGNINGETH: 1, HALTSIGNINGBTC: 1, HALTETHTRADING: height + 400 },
];

for (const source of ["live", "sample"] as const)
  test(`a quote of many chains, ${source}: the view says what the page says`, async () => {
    const preset = source === "live" ? presets.thorchain : presets.sample;
    const of = (code: string) => (source === "live" ? userAddress(code) : `sample-${code.toLowerCase()}-recipient`);
    const found: string[] = [];
    for (const mimir of mimirs) {
      const setting = { network: createScene({ source, mimir }), preset, nowMs: NOW };
      const pairs: readonly Question[] = [
        { from: "BTC", to: "ETH", amount: "0.5" },
        { from: "BTC", to: "ETH", amount: "50", destination: of("ETH") },
        { from: "BTC", to: "ETH", amount: "0.5", destination: of("ETH"), streaming: "single" },
        { from: "BTC", to: "ETH", amount: "0.5", destination: of("ETH"), streaming: { interval: 1, quantity: 0 } },
        { from: "BTC", to: "ETH", amount: "0.5", destination: of("ETH"), target_out: "20" },
        { from: "eth.usdc", to: "BTC", amount: "50000", destination: of("BTC") },
        { from: "LTC", to: "BTC", amount: "1", destination: of("BTC") },
        { from: "DOGE", to: "XRP", amount: "5000", destination: of("XRP") },
        { from: "RUNE", to: "DOGE", amount: "100", destination: of("DOGE"), liquidity_tolerance_bps: 0 },
      ];
      for (const input of pairs) found.push(...(await compareQuote(setting, input)));
    }
    expect(found).toEqual([]);
  });

for (const network of ["thorchain", "mayachain"] as const)
  for (const name of sceneNames)
    test(`the status of ${network}, ${name}: the view says what the page says`, async () => {
      expect(await compareStatus(await readScene(name, network), presets[network])).toEqual([]);
    });

test("a swap in every state: the view says what the page says", async () => {
  const found: string[] = [];
  for (const [name, , reading] of readings)
    for (const one of await compareSwap(reading, presets.thorchain, NOW_MS)) found.push(`${name}: ${one}`);
  expect(found).toEqual([]);
});

test("the sample's swaps, and each step of the one that walks: the view says what the page says", async () => {
  const found: string[] = [];
  let nowMs = NOW;
  const network = createScene({ source: "sample", now: () => nowMs });
  const compare = async (txid: string) => {
    const differences = await compareSwap(await network.getSwap(txid, null), presets.sample, nowMs);
    found.push(...differences.map((one) => `${txid.slice(0, 4)}: ${one}`));
  };
  for (const { txid } of sampleTransactions) await compare(txid);
  for (let block = 0; block < 40; block += 2) {
    await compare(sampleWalk.txid);
    nowMs += 2 * BLOCK_MS;
  }
  expect(found).toEqual([]);
});
