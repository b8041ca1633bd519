// The gas asset of each chain, by two other sources than its row: a table of the protocol's own, and recorded pools.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { gasAssets } from "../../../fixtures/chain-examples.ts";

const { thorchain, mayachain } = presets;

test("each chain has the gas asset that the protocol names, and no chain is without", () => {
  const rows = [...thorchain.chains, ...mayachain.chains].map(({ code, gasAsset }) => [code, gasAsset]);
  expect(Object.fromEntries(rows)).toEqual(gasAssets);
});

test("of each chain with recorded pools, one is of its gas asset", { tag: "@shared" }, () => {
  const { recordingsDir } = test.info().config.metadata;
  test.skip(!recordingsDir, "RECORDINGS_DIR is not set");
  for (const [folder, { chains }, least] of [
    ["thornode/pools", thorchain, 9],
    ["maya-midgard/pools", mayachain, 7],
  ] as const) {
    const files = readdirSync(join(recordingsDir, folder)).filter((name) => name.endsWith(".json"));
    const assets = files.flatMap(
      (name) => readFileSync(join(recordingsDir, folder, name), "utf8").match(/"[A-Z]+\.[A-Z]+"/g) ?? [],
    );
    const pooled = chains.filter(
      ({ code, native }) => !native && assets.some((asset) => asset.startsWith(`"${code}.`)),
    );
    expect(pooled.filter(({ gasAsset }) => !assets.includes(`"${gasAsset}"`))).toEqual([]);
    expect(pooled.length).toBeGreaterThanOrEqual(least);
  }
});
