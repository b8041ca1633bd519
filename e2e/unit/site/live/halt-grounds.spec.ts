// The reasons why a pair is halted: words first, then the parameters.
import { expect, test } from "@playwright/test";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { haltGrounds } from "../../../../lib/site/live/halt-grounds.ts";

const halts: readonly (readonly [by: readonly string[], grounds: string])[] = [
  [
    ["HALTLTCTRADING", "halted", "chain_trading_paused"],
    "Trading on Litecoin (LTC): halted by HALTLTCTRADING; the node's flags say so too: halted, chain_trading_paused",
  ],
  [["HALTCHAINGLOBAL"], "Every chain as a whole: halted by HALTCHAINGLOBAL"],
  [["trading_halted"], "The node's flags say so: trading_halted"],
  [["HALTNEWTHING"], "In force: HALTNEWTHING"],
];
for (const [by, grounds] of halts) {
  test(grounds, () => expect(haltGrounds(by, ["BTC.BTC", "LTC.LTC"], presets.thorchain)).toBe(grounds));
}
