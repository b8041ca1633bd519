import { expect, test } from "@playwright/test";
import { isName, parseSwapMemo } from "../../../../lib/protocol/swap/memo.ts";

test.describe("the parts of a swap's memo", () => {
  const swap = (
    target: string,
    destination: string | null,
    limitOrder = false,
    intervalBlocks = 0,
  ) => ({
    target,
    destination,
    limitOrder,
    intervalBlocks,
  });
  const rows: [memo: string, parts: ReturnType<typeof parseSwapMemo>][] = [
    ["=:ETH.ETH:0xabc:0/1/0:aff:30", swap("ETH.ETH", "0xabc", false, 1)],
    ["SWAP:ETH.ETH:0xabc/0xdef:5", swap("ETH.ETH", "0xabc")],
    ["=:ETH.ETH:0xabc|hello: world", swap("ETH.ETH", "0xabc")],
    ["=:ETH.ETH:0xabc:5|=:BTC.BTC:bc1q", swap("ETH.ETH", "0xabc")],
    ["=:ETH.ETH:0xabc:12e6/x/0", swap("ETH.ETH", "0xabc")],
    ["=<:ETH.ETH:0xabc:5/3600/0", swap("ETH.ETH", "0xabc", true, 3_600)],
    ["=:ETH.ETH:0xabc:1234567/12/3", swap("ETH.ETH", "0xabc", false, 12)],
    ["=:ETH.ETH:0xabc:x5/x60", swap("ETH.ETH", "0xabc")],
    ["=:ETH.ETH:0xabc:5x/60x", swap("ETH.ETH", "0xabc")],
    ["=:ETH.ETH:0xabc:/60", swap("ETH.ETH", "0xabc", false, 60)],
    [`=:ETH.ETH:0xabc:${"9".repeat(40)}/999999999`, swap("ETH.ETH", "0xabc", false, 999_999_999)],
    [`=:ETH.ETH:0xabc:${"9".repeat(41)}/9999999999`, swap("ETH.ETH", "0xabc")],
    ["s:e:mario", swap("e", "mario")],
    ["=:ETH.ETH", swap("ETH.ETH", null)],
    ["=:ETH.ETH:", swap("ETH.ETH", null)],
    ["=:ETH.ETH:/0xdef", swap("ETH.ETH", null)],
    ["=<:ETH.ETH:0xabc:5", swap("ETH.ETH", "0xabc", true)],
    [" =< :ETH.ETH:0xabc:5", swap("ETH.ETH", "0xabc", true)],
    ["=<:ETH.ETH:0xabc:1e8/9/0", swap("ETH.ETH", "0xabc", true, 9)],
    ["=<:ETH.ETH:0xabc:x", swap("ETH.ETH", "0xabc", true)],
    // Without a limit it is swapped at once, at any price.
    ["=<:ETH.ETH:0xabc:0/100/0", swap("ETH.ETH", "0xabc", false, 100)],
    ["=<:ETH.ETH:0xabc:00e12/100/0", swap("ETH.ETH", "0xabc", false, 100)],
    ["=<:ETH.ETH:0xabc:05/100/0", swap("ETH.ETH", "0xabc", true, 100)],
    ["=<:ETH.ETH:0xabc", swap("ETH.ETH", "0xabc")],
    ["=", null],
    ["=::0xabc", null],
    ["+:ETH.ETH:0xabc", null],
    ["", null],
  ];
  for (const [memo, parts] of rows)
    test(`"${memo}"`, () => expect(parseSwapMemo(memo)).toEqual(parts));
});

test("a name is short, of a name's letters, and does not begin like an address", () => {
  for (const name of ["mario", "t", "a-b_c.d+e", "MARIO", "my0x", "abc1", "n".repeat(24)]) {
    expect(isName(name), name).toBe(true);
  }
  const prefixes = ["0x", "bc1", "ltc1", "thor1", "maya1", "cosmos1", "noble1", "kujira1"];
  const none = [
    ...prefixes.flatMap((prefix) => [`${prefix}q`, `${prefix.toUpperCase()}Q`]),
    "n".repeat(25),
    "",
  ];
  for (const text of [...none, "my name", " mario", "mario ", "mario\n", "märio"]) {
    expect(isName(text), JSON.stringify(text)).toBe(false);
  }
});
