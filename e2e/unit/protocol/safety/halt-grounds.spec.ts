// The reasons why a pair is halted, in words and without the names of parameters.
import { expect, test } from "@playwright/test";
import { haltGrounds } from "../../../../lib/protocol/safety/halt-names.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";

const halts: readonly (readonly [by: readonly string[], grounds: string])[] = [
  [["HALTLTCTRADING", "halted", "chain_trading_paused"], "Trading on Litecoin is halted"],
  [["HALTCHAINGLOBAL", "NODEPAUSECHAINGLOBAL"], "Every chain as a whole is halted"],
  [
    ["HALTTRADING", "HALTLTCCHAIN"],
    "Trading on every chain is halted; Litecoin as a whole is halted",
  ],
  [["BURNSYNTHS"], "Swaps from synths are halted"],
  [["trading_halted"], "The network says that this swap is halted"],
  [["HALTNEWTHING"], "The network says that this swap is halted"],
];
for (const [by, grounds] of halts) {
  test(`${by}: ${grounds}`, () =>
    expect(haltGrounds(by, ["BTC.BTC", "LTC.LTC"], presets.thorchain)).toBe(grounds));
}

test("a halt of one asset, in any form of it", () => {
  expect(haltGrounds(["HALTTRADING-BTC-BTC"], ["BTC/BTC", "ETH.ETH"], presets.mayachain)).toBe(
    "Swaps of BTC are halted",
  );
});

test("a halt of everything, also of a pair that was typed and is not known", () => {
  for (const assets of [
    ["no asset", "none"],
    ["no asset", "LTC.LTC"],
  ])
    expect(haltGrounds(["HALTTRADING"], assets, presets.thorchain)).toBe(
      "Trading on every chain is halted",
    );
  expect(haltGrounds(["HALTLTCTRADING"], ["no asset", "LTC.LTC"], presets.thorchain)).toBe(
    "Trading on Litecoin is halted",
  );
});
