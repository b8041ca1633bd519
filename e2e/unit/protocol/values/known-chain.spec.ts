// A chain is named by its code or its name, as people write it. Its gas asset and family are held by other sources than its row.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { chainCodeOf, parseKnownChain, presets } from "../../../../lib/protocol/values/chains.ts";
import { InputError } from "../../../../lib/protocol/values/input-error.ts";
import { parseChain } from "../../../../lib/protocol/values/txid.ts";
import { chainFacts } from "../../../fixtures/chain-examples.ts";
import { createWorld, down } from "../../../support/world.ts";

const codesOf = (chains: readonly { readonly chain: string }[]) => chains.map(({ chain }) => chain);

for (const preset of Object.values(presets)) {
  test(`${preset.network}: every chain by its code and its name, in any case`, () => {
    const codes = preset.chains.map(({ code }) => code);
    for (const { code, name } of preset.chains) {
      for (const written of [
        code,
        code.toLowerCase(),
        name,
        name.toLowerCase(),
        ` ${name.toUpperCase()} `,
      ]) {
        expect(parseKnownChain(written, codes, preset.chains), written).toBe(code);
        expect(parseChain(written, preset), written).toBe(code);
      }
    }
    for (const written of ["", "Bitcoin Gold", "BTCX", "constructor"])
      expect(() => parseKnownChain(written, codes, preset.chains), written).toThrow(InputError);
  });
}

test("a name that the network does not list is unknown, with the codes that it has", () => {
  expect(() => parseKnownChain("Litecoin", ["BTC"], presets.thorchain.chains)).toThrow(
    "It has: BTC.",
  );
  expect(chainCodeOf("zzz", presets.thorchain.chains)).toBe("ZZZ");
});

test("the status and the addresses of a chain are found by its name, in an outage too", async () => {
  const { network } = createWorld();
  expect(codesOf((await network.getStatus({ chain: "Bitcoin" })).chains)).toEqual(["BTC"]);
  expect(codesOf((await network.getInbounds({ chain: "ethereum" })).chains)).toEqual(["ETH"]);
  const outage = createWorld();
  outage.scripts.node0 = { "*": down };
  expect(codesOf((await outage.network.getStatus({ chain: "Bitcoin" })).chains)).toEqual(["BTC"]);
});

const { thorchain, mayachain } = presets;

test("each chain has the gas asset and the family that the protocol names, or none where nobody checked its deposits", () => {
  const chains = [...thorchain.chains, ...mayachain.chains];
  const facts = chains.map(({ code, gasAsset, family = "unknown" }) => [
    code,
    `${gasAsset} ${family}`,
  ]);
  expect(Object.fromEntries(facts)).toEqual(chainFacts);
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
      (name) =>
        readFileSync(join(recordingsDir, folder, name), "utf8").match(/"[A-Z]+\.[A-Z]+"/g) ?? [],
    );
    const pooled = chains.filter(
      ({ code, native }) => !native && assets.some((asset) => asset.startsWith(`"${code}.`)),
    );
    expect(pooled.filter(({ gasAsset }) => !assets.includes(`"${gasAsset}"`))).toEqual([]);
    expect(pooled.length).toBeGreaterThanOrEqual(least);
  }
});
