import { expect, test } from "@playwright/test";
import type { HaltKey, HaltKind } from "../../../../lib/protocol/safety/halt-keys.ts";
import {
  assetHaltKeys,
  formHaltKeys,
  gasAssetOf,
  knownKeys,
  pausedPoolOf,
  ragnarokKey,
  startHeight,
} from "../../../../lib/protocol/safety/halt-keys.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";

const H = 1_000_000;
const key = (kind: HaltKind): HaltKey => ({ name: "ANY", kind });
const never = [null, null, null, null, null, null] as const;

/** Kind and rule → the first height at which it is on, for v = -1, 0, 1, h, h + 1, h + 9. */
const starts: [HaltKind, "inclusive" | "strict", readonly (number | null)[]][] = [
  ["from_height", "inclusive", [null, null, null, null, H + 1, H + 9]],
  ["from_height", "strict", [null, null, null, H + 1, H + 2, H + 10]],
  ["signing", "inclusive", [null, null, null, null, H + 1, H + 9]],
  ["signing", "strict", never],
  ["after_height", "inclusive", [null, null, null, H + 1, H + 2, H + 10]],
  ["after_height", "strict", [null, null, null, H + 1, H + 2, H + 10]],
  ["until_height", "inclusive", never],
  ["until_height", "strict", never],
  ["switch", "inclusive", never],
  ["switch", "strict", never],
];
for (const [kind, rule, want] of starts) {
  test(`the first height of a ${kind} key that is off now, ${rule}`, () => {
    const values = [-1, 0, 1, H, H + 1, H + 9];
    expect(values.map((value) => startHeight(key(kind), rule, value, H))).toEqual(want);
  });
}

test("a chain's gas asset is the preset's; a chain that it does not know names it like itself", () => {
  const gasAssets = (["GAIA", "BSC", "THOR", "BTC", "BNB"] as const).map((chain) =>
    gasAssetOf(presets.thorchain, chain),
  );
  expect(gasAssets).toEqual(["GAIA.ATOM", "BSC.BNB", "THOR.RUNE", "BTC.BTC", "BNB.BNB"]);
});

test("parameter names spell assets in capitals, with a dash for any separator", () => {
  for (const written of ["ETH.USDC-0xA0", "eth/usdc-0xa0", "ETH~USDC-0XA0", "ETH-USDC-0XA0"]) {
    expect(ragnarokKey(written).name).toBe("RAGNAROK-ETH-USDC-0XA0");
    expect(knownKeys("inclusive", [], [written]).map(({ name }) => name)).toContain(
      "PAUSELPDEPOSIT-ETH-USDC-0XA0",
    );
  }
  const names = (rule: "inclusive" | "strict", asset: string) =>
    assetHaltKeys(rule, asset).map((one) => one.name);
  expect(names("inclusive", "THOR.TCY")).toEqual(["HALTTCYTRADING", "RAGNAROK-THOR-TCY"]);
  expect(names("inclusive", "THOR.RUNE")).toEqual(["RAGNAROK-THOR-RUNE"]);
  expect(names("strict", "ETH/USDC-0XA0")).toEqual([
    "HALTTRADING-ETH-USDC-0XA0",
    "RAGNAROK-ETH-USDC-0XA0",
  ]);
});

test("what is no asset, and an asset of layer 1, has no switch of a form", () => {
  for (const rule of ["inclusive", "strict"] as const) {
    expect(formHaltKeys(rule, "BTC.BTC", "ETH.ETH")).toEqual([]);
    expect(formHaltKeys(rule, "nonsense", "")).toEqual([]);
  }
});

test("each parameter is looked up once, by a name that a network could list", () => {
  for (const rule of ["inclusive", "strict"] as const) {
    const names = knownKeys(
      rule,
      ["BTC", "ETH"],
      ["BTC.BTC", "ETH.ETH", "ETH.USDC-0xA0", "BTC.BTC"],
    ).map(({ name }) => name);
    expect(
      names.every((name) => /^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(name)),
      `${names}`,
    ).toBe(true);
    expect(new Set(names).size).toBe(names.length);
  }
});

test("a pause of deposits names its pool, and no other parameter names one", () => {
  const assets = ["ETH.ETH", "ETH.USDT-0XDAC1"];
  expect(
    knownKeys("inclusive", [], assets).flatMap(({ name }) => pausedPoolOf(name) ?? []),
  ).toEqual(assets);
  expect(knownKeys("strict", [], assets).flatMap(({ name }) => pausedPoolOf(name) ?? [])).toEqual(
    [],
  );
  for (const name of [
    "PAUSELP",
    "PAUSELPDEPOSIT-ETH",
    "PAUSELPDEPOSIT--ETH",
    "XPAUSELPDEPOSIT-ETH-ETH",
    "PAUSELPDEPOSIT-ETH-A\nB",
  ])
    expect(pausedPoolOf(name), name).toBeNull();
});
