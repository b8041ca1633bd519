// Which assets the list below a field offers for what was typed, and in which order.
import { expect, test } from "@playwright/test";
import {
  type AssetOption,
  filterOptions,
  findAnswer,
} from "../../../../../lib/site/live/assets/picker.ts";

const options: readonly AssetOption[] = [
  { value: "THOR.RUNE", label: "RUNE on THORChain" },
  { value: "BTC.BTC", label: "BTC on Bitcoin" },
  { value: "ETH.USDC", label: "USDC on Ethereum" },
  { value: "ETH.ETH", label: "ETH on Ethereum" },
  { value: "ETH.USDT-0XDAC17F", label: "USDT on Ethereum" },
  { value: "BASE.ETH", label: "ETH on Base" },
  { value: "TRON.USDT-TR7NHQ", label: "USDT on TRON" },
  { value: "XRP.XRP", label: "XRP on XRP Ledger" },
];
const all = options.map(({ value }) => value);

const table: readonly (readonly [typed: string, found: readonly string[]])[] = [
  ["", all],
  ["  ", all],
  ["btc", ["BTC.BTC"]],
  ["Bitcoin", ["BTC.BTC"]],
  ["usdt tron", ["TRON.USDT-TR7NHQ"]],
  ["TRON usdt", ["TRON.USDT-TR7NHQ"]],
  ["USDT on TRON", ["TRON.USDT-TR7NHQ"]],
  ["usdt (tron)", ["TRON.USDT-TR7NHQ"]],
  ["tron.usdt", ["TRON.USDT-TR7NHQ"]],
  ["ETH.USDT-0xdac1", ["ETH.USDT-0XDAC17F"]],
  ["ledger", ["XRP.XRP"]],
  // An asset of that ticker comes before others on that chain.
  ["eth", ["ETH.ETH", "BASE.ETH", "ETH.USDC", "ETH.USDT-0XDAC17F"]],
  ["usd", ["ETH.USDC", "ETH.USDT-0XDAC17F", "TRON.USDT-TR7NHQ"]],
  // Only the beginning of a word counts, and letters that look alike are others.
  ["sdt", []],
  ["ВТС", []],
  ["tether tron", []],
];
for (const [typed, found] of table) {
  test(`"${typed}" offers ${found.length === all.length ? "all" : found.join(", ") || "none"}`, () => {
    expect(filterOptions(options, typed).map(({ value }) => value)).toEqual(found);
  });
}

test("a row has the verdict of its asset, and none of two that share its name", () => {
  const [one, other, coin] = [
    { asset: "ETH.USDC-0XA" },
    { asset: "ETH.USDC-0XB" },
    { asset: "ETH.ETH" },
  ];
  const found = (value: string, assets = [one, other, coin]) =>
    findAnswer(assets, { value })?.asset;
  expect([found("ETH.ETH"), found("ETH.USDC-0XB"), found("ETH.USDC")]).toEqual([
    "ETH.ETH",
    "ETH.USDC-0XB",
    undefined,
  ]);
  expect(found("ETH.USDC", [one, coin])).toBe("ETH.USDC-0XA");
});
