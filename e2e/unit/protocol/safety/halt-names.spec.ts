// What each halt parameter stops, and since when, in words.
import { expect, test } from "@playwright/test";
import {
  chainName,
  inForceText,
  isStandstill,
  mayStandStill,
  stoppedQuestions,
  stoppedText,
} from "../../../../lib/protocol/safety/halt-names.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";

const { thorchain, mayachain } = presets;
const swaps = ["trading", "deposits", "liquidity"];
const everything = ["trading", "deposits", "signing", "liquidity"];

const stops: readonly [parameter: string, chain: string, questions: readonly string[], text: string][] = [
  ["HALTTRADING", "BTC", swaps, "Trading on every chain"],
  ["HALTBTCTRADING", "BTC", swaps, "Trading on Bitcoin (BTC)"],
  ["HALTBTCTRADING", "ETH", [], "HALTBTCTRADING"],
  ["HALTCHAINGLOBAL", "BTC", everything, "Every chain as a whole"],
  ["NODEPAUSECHAINGLOBAL", "BTC", everything, "Every chain as a whole"],
  ["HALTBTCCHAIN", "BTC", everything, "Bitcoin (BTC) as a whole"],
  ["SOLVENCYHALTBTCCHAIN", "BTC", everything, "Bitcoin (BTC) as a whole"],
  ["HALTSIGNING", "BTC", ["signing"], "Signing on every chain"],
  ["HALTSIGNINGBTC", "BTC", ["signing"], "Signing on Bitcoin (BTC)"],
  ["PAUSELP", "BTC", ["liquidity"], "Liquidity on every chain"],
  ["PAUSELPBTC", "BTC", ["liquidity"], "Liquidity on Bitcoin (BTC)"],
  ["RAGNAROK-GAIA-ATOM", "GAIA", swaps, "Trading on Cosmos Hub (GAIA), for good"],
  ["HALTNEWTRADING", "NEW", swaps, "Trading on NEW"],
  ["RAGNAROK-NEW-NEW", "NEW", swaps, "Trading on NEW, for good"],
  ["HALTETHSIGNING", "ETH", [], "HALTETHSIGNING"],
  ["TRADEACCOUNTSENABLED", "THOR", [], "Swaps of trade assets, which are off unless voted on"],
  ["HALTSECUREDGLOBAL", "BTC", [], "Swaps of secured assets"],
  ["HALTMEMOLESS", "BTC", [], "Deposits whose memo is a reference"],
];

for (const [parameter, chain, questions, text] of stops) {
  test(`${parameter} on ${chain}`, () => {
    expect(stoppedQuestions(parameter, chain, thorchain)).toEqual(questions);
    expect(stoppedText(parameter, chain, thorchain)).toBe(text);
  });
}

const forces: readonly [name: string, value: number | null, thor: string, maya: string][] = [
  ["HALTBTCTRADING", 1, "in force", "in force"],
  ["HALTBTCTRADING", 28_130_100, "in force", "in force"],
  ["HALTSIGNINGBTC", 28_130_100, "in force", "in force"],
  ["NODEPAUSECHAINGLOBAL", 28_135_600, "in force until block 28135600", "in force until block 28135600"],
  ["RAGNAROK-BTC-BTC", 28_130_100, "in force", "in force"],
  ["HALTBTCTRADING", null, "in force when last read", "in force when last read"],
  ["chain_trading_paused", null, "a flag that the node shows", "a flag that the node shows"],
];

for (const [name, value, thor, maya] of forces) {
  test(`${name} = ${value}: ${thor}`, () => {
    const parameter = value === null ? undefined : { value, inForce: true };
    expect(inForceText(name, parameter, "BTC", thorchain)).toBe(thor);
    expect(inForceText(name, parameter, "BTC", mayachain)).toBe(maya);
  });
}

test("only what stops a chain as a whole lets it stand still", () => {
  for (const name of ["HALTCHAINGLOBAL", "NODEPAUSECHAINGLOBAL", "HALTLTCCHAIN", "SOLVENCYHALTLTCCHAIN"]) {
    expect(isStandstill(["HALTTRADING", name], "LTC"), name).toBe(true);
  }
  for (const name of [
    "HALTTRADING",
    "HALTLTCTRADING",
    "HALTBTCCHAIN",
    "HALTSIGNING",
    "halted",
    "chain_trading_paused",
  ]) {
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
  for (const [haltedBy, may] of rows) expect(mayStandStill(haltedBy, "LTC"), haltedBy.join()).toBe(may);
});

test("a chain is named by its name and code, or by its code alone", () => {
  expect(chainName("LTC", thorchain)).toBe("Litecoin (LTC)");
  expect(chainName("NEW", thorchain)).toBe("NEW");
});
