// The grammar of a swap's memo, and what counts as a name in it.
import { expect, test } from "@playwright/test";
import { askedAsset, isName, parseSwapMemo } from "../../../lib/protocol/swap/memo.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";

/** Target, destination, whether it is a limit order, and blocks between two parts. */
const rows: readonly [memo: string, expected: string | null][] = [
  ["=:ETH.ETH:0xabc:0/1/0:aff:30", "ETH.ETH 0xabc false 1"],
  ["SWAP:ETH.ETH:0xabc/0xdef:5", "ETH.ETH 0xabc false 0"],
  ["swap:ETH.ETH:0xabc|hello: world", "ETH.ETH 0xabc false 0"],
  ["=:ETH.ETH:0xabc:5|=:BTC.BTC:bc1q", "ETH.ETH 0xabc false 0"],
  ["=:ETH.ETH:0xabc:x5/x60", "ETH.ETH 0xabc false 0"],
  ["=:ETH.ETH:0xabc:5x/60x", "ETH.ETH 0xabc false 0"],
  ["=:ETH.ETH:0xabc:/999999999", "ETH.ETH 0xabc false 999999999"],
  ["=:ETH.ETH:0xabc:5/9999999999", "ETH.ETH 0xabc false 0"],
  ["S:ETH.ETH", "ETH.ETH null false 0"],
  ["=:ETH.ETH:/0xdef", "ETH.ETH null false 0"],
  [" =< :ETH.ETH:0xabc:5", "ETH.ETH 0xabc true 0"],
  ["=<:ETH.ETH:0xabc:x", "ETH.ETH 0xabc true 0"],
  ["=<:ETH.ETH:0xabc:05/100/0", "ETH.ETH 0xabc true 100"],
  [`=<:ETH.ETH:0xabc:${"0".repeat(41)}`, "ETH.ETH 0xabc true 0"],
  // Without a limit it is swapped at once, at any price.
  [`=<:ETH.ETH:0xabc:${"0".repeat(40)}/100/0`, "ETH.ETH 0xabc false 100"],
  ["=<:ETH.ETH:0xabc:00E12/100/0", "ETH.ETH 0xabc false 100"],
  ["=<:ETH.ETH:0xabc:0e123", "ETH.ETH 0xabc true 0"],
  ["=<:ETH.ETH:0xabc", "ETH.ETH 0xabc false 0"],
  ["=:", null],
  ["=::0xabc", null],
  ["+:ETH.ETH:0xabc", null],
  ["", null],
];
for (const [memo, expected] of rows)
  test(`"${memo}"`, () => {
    const parts = parseSwapMemo(memo);
    expect(parts && Object.values(parts).join(" ").replace("  ", " null ")).toBe(expected);
  });

test("the asset that a memo asks for is told only where nobody can make it up", () => {
  for (const [memo, asset] of [
    ["=:ETH.ETH:0xabc", "ETH.ETH"],
    ["=:e:0xabc", "ETH.ETH"],
    ["=:E:0xabc", "ETH.ETH"],
    ["s:btc.btc:bc1q", "BTC.BTC"],
    ["=:r:thor1", "THOR.RUNE"],
    ["=:ETH.USDC-0XFAKE:0xabc", null],
    ["=:ETH.USDC:0xabc", null],
    ["=:PAY.TO-BC1QTHIEF:0xabc", null],
    ["=:ETH/ETH:0xabc", null],
    ["+:ETH.ETH", null],
    ["", null],
  ] as const)
    expect(askedAsset(memo, presets.thorchain), memo).toBe(asset);
});

test("a name is short, of a name's letters, and does not begin like an address", () => {
  const named = ["mario", "t", "a-b_c.d+e", "MARIO", "my0x", "abc1", "n".repeat(24)];
  const prefixes = ["0x", "bc1", "ltc1", "thor1", "maya1", "cosmos1", "noble1", "kujira1"];
  const addresses = prefixes.flatMap((prefix) => [`${prefix}q`, `${prefix.toUpperCase()}Q`]);
  const others = ["n".repeat(25), "", "my name", " mario", "mario ", "mario\n", "märio"];
  expect(named.filter((text) => !isName(text))).toEqual([]);
  expect([...addresses, ...others].filter(isName)).toEqual([]);
});
