// What each halt parameter stops, and since when, in words.
import { expect, test } from "@playwright/test";
import {
  chainName,
  findStop,
  haltHeight,
  shortChainName,
} from "../../../../lib/protocol/safety/halt-names.ts";
import { isStandstill, mayStandStill } from "../../../../lib/protocol/safety/sentences.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";

const { thorchain, mayachain } = presets;
const swaps = ["trading", "deposits", "liquidity"];
const everything = ["trading", "deposits", "signing", "liquidity"];

const stops: readonly [
  parameter: string,
  chain: string,
  questions: readonly string[],
  text: string,
][] = [
  ["HALTTRADING", "BTC", swaps, "Trading on every chain halts, short: every chain"],
  ["HALTBTCTRADING", "BTC", swaps, "Trading on Bitcoin halts, short: Bitcoin"],
  ["HALTBTCTRADING", "ETH", [], "HALTBTCTRADING stop, short: HALTBTCTRADING"],
  ["HALTCHAINGLOBAL", "BTC", everything, "Every chain as a whole halts, short: every chain"],
  ["NODEPAUSECHAINGLOBAL", "BTC", everything, "Every chain as a whole halts, short: every chain"],
  ["HALTBTCCHAIN", "BTC", everything, "Bitcoin as a whole halts, short: Bitcoin"],
  ["SOLVENCYHALTBTCCHAIN", "BTC", everything, "Bitcoin as a whole halts, short: Bitcoin"],
  ["HALTSIGNING", "BTC", ["signing"], "Payouts on every chain halt, short: payouts on every chain"],
  ["HALTSIGNINGBTC", "BTC", ["signing"], "Payouts on Bitcoin halt, short: payouts on Bitcoin"],
  [
    "PAUSELP",
    "BTC",
    ["liquidity"],
    "Liquidity on every chain is paused, short: liquidity on every chain",
  ],
  [
    "PAUSELPBTC",
    "BTC",
    ["liquidity"],
    "Liquidity on Bitcoin is paused, short: liquidity on Bitcoin",
  ],
  ["RAGNAROK-GAIA-ATOM", "GAIA", swaps, "Trading on Cosmos Hub ends, short: Cosmos Hub"],
  ["HALTNEWTRADING", "NEW", swaps, "Trading on NEW halts, short: NEW"],
  ["RAGNAROK-NEW-NEW", "NEW", swaps, "Trading on NEW ends, short: NEW"],
  ["HALTETHSIGNING", "ETH", [], "HALTETHSIGNING stop, short: HALTETHSIGNING"],
  [
    "TRADEACCOUNTSENABLED",
    "THOR",
    [],
    "Swaps of trade assets (off unless voted on) stop, short: swaps of trade assets (off unless voted on)",
  ],
  ["HALTSECUREDGLOBAL", "BTC", [], "Swaps of secured assets stop, short: swaps of secured assets"],
  [
    "HALTMEMOLESS",
    "BTC",
    [],
    "Deposits whose memo is a reference stop, short: deposits whose memo is a reference",
  ],
];

for (const [parameter, chain, questions, text] of stops) {
  test(`${parameter} on ${chain}`, () => {
    const stop = findStop(parameter, [chain], thorchain);
    expect(stop.stops).toEqual(questions);
    expect(`${stop.subject} ${stop.verb}, short: ${stop.short}`).toBe(text);
  });
}

test("what halts one asset is named by the asset", () => {
  const named = (parameter: string, assets: string[], preset = mayachain) =>
    findStop(parameter, ["BTC"], preset, assets);
  expect(named("HALTTRADING-BTC-BTC", ["ETH.ETH", "BTC.BTC"])).toMatchObject({
    stops: [],
    subject: "Swaps of BTC",
    short: "swaps of BTC",
  });
  expect(named("HALTTRADING-ETH-USDC-0XA0", ["ETH.USDC-0XA0"]).subject).toBe(
    "Swaps of USDC on Ethereum",
  );
  // Another asset's key is not told as this one's, and THORChain does not read such a key.
  expect(named("HALTTRADING-BTC-BTC", ["ETH.ETH"]).subject).toBe("HALTTRADING-BTC-BTC");
  expect(named("HALTTRADING-BTC-BTC", ["BTC.BTC"], thorchain).subject).toBe("HALTTRADING-BTC-BTC");
});

test("of several chains the one that a parameter is about is named", () => {
  expect(findStop("HALTBTCTRADING", ["ETH", "BTC"], thorchain).subject).toBe("Trading on Bitcoin");
  expect(findStop("HALTBTCTRADING", [], thorchain).stops).toEqual([]);
});

type Height = number | null;
const heights: readonly [name: string, value: number, thor: Height, maya: Height][] = [
  ["HALTBTCTRADING", 1, null, null],
  ["HALTBTCTRADING", 28_130_100, 28_130_100, 28_130_101],
  ["HALTSIGNINGBTC", 28_130_100, 28_130_100, null],
  ["NODEPAUSECHAINGLOBAL", 28_135_600, null, null],
  ["RAGNAROK-BTC-BTC", 28_130_100, null, null],
  ["chain_trading_paused", 28_130_100, null, null],
];

for (const [name, value, thor, maya] of heights) {
  test(`${name} = ${value} halts from block ${thor}`, () => {
    const parameter = { value, inForce: true };
    expect(haltHeight(name, parameter, "BTC", thorchain)).toBe(thor);
    expect(haltHeight(name, parameter, "BTC", mayachain)).toBe(maya);
  });
}

test("only what stops a chain as a whole lets it stand still", () => {
  const marks = ["halted", "chain_trading_paused"];
  for (const name of ["HALTTRADING", "HALTLTCTRADING", "HALTBTCCHAIN", "HALTSIGNING", ...marks]) {
    expect(isStandstill([name], "LTC"), name).toBe(false);
  }
});

test("a halt that no parameter explains may be a standstill", () => {
  const rows: [haltedBy: string[], may: boolean][] = [
    [["halted", "chain_trading_paused"], true],
    [["halted", "global_trading_paused"], true],
    [["HALTTRADING", "halted", "global_trading_paused", "chain_trading_paused"], true],
    [["HALTBTCTRADING", "chain_trading_paused"], true],
    [["HALTLTCTRADING", "halted", "chain_trading_paused"], false],
    [["HALTTRADING", "halted", "global_trading_paused"], false],
    [["RAGNAROK-LTC-LTC"], false],
  ];
  for (const [haltedBy, may] of rows)
    expect(mayStandStill(haltedBy, "LTC"), haltedBy.join()).toBe(may);
});

test("a chain is named by its name, where asked with its code, or by its code alone", () => {
  expect(chainName("LTC", thorchain)).toBe("Litecoin (LTC)");
  expect(shortChainName("LTC", thorchain)).toBe("Litecoin");
  for (const name of [chainName, shortChainName]) expect(name("NEW", thorchain)).toBe("NEW");
});
