// A page says what a reader says, in words: the codes are for programs.
import { expect, test } from "@playwright/test";
import { presets } from "../../lib/protocol/chains.ts";
import { toHaltGrounds } from "../../lib/site/live/halt-grounds.ts";
import { toPlainText } from "../../lib/site/live/plain-words.ts";

const said: readonly (readonly [reader: string, page: string])[] = [
  [
    "Could not be verified (upstream_unavailable: no node gave a usable answer). Do not send funds.",
    "Could not be verified (no node gave a usable answer). Do not send funds.",
  ],
  ["no_clock: no source of the block time could be read", "no source of the block time could be read"],
  ["providers_disagree: two nodes are 40 blocks apart", "providers disagree: two nodes are 40 blocks apart"],
  [
    "Do not send this (amount_too_small: not above dust_threshold).",
    "Do not send this (not above the dust threshold).",
  ],
  ["Do not send this (fees_too_high: too much).", "Do not send this (too much)."],
  ["halt_due: HALTBTCTRADING comes into force", "HALTBTCTRADING comes into force"],
  ["The amount is below recommended_min_amount: ask.", "The amount is below the recommended minimum: ask."],
  ["Ask with a larger tolerance_bps.", "Ask with a larger tolerance."],
  [
    "unreadable: the memo's limit does not fit tolerance_bps",
    "unreadable: the memo's limit does not fit the tolerance",
  ],
  ["stale: block is 42 s old", "stale: block is 42 s old"],
];
for (const [reader, page] of said) test(page, () => expect(toPlainText(reader)).toBe(page));

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
  test(grounds, () => expect(toHaltGrounds(by, ["BTC.BTC", "LTC.LTC"], presets.thorchain)).toBe(grounds));
}
