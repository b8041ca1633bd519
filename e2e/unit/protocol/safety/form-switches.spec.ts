// The switches of synth, trade and secured assets: each with its own comparison, and with the release's default where a node lists none.
import { expect, test } from "@playwright/test";
import type { Judgement } from "../../../../lib/protocol/model/verdicts.ts";
import { judge, judgePair } from "../../../../lib/protocol/safety/halts.ts";
import type { Mimir } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { H, halted, open, toEvidence } from "./halt-evidence.ts";

type Network = "thorchain" | "mayachain";
const natives = { thorchain: "THOR.RUNE", mayachain: "MAYA.CACAO" } as const;
const pools = new Map(
  ["BTC.BTC", "ETH.ETH"].map((asset) => [asset, { asset, status: "Available" }]),
);

function pairOf(network: Network, [from, to]: readonly [string, string], mimir: Mimir): Judgement {
  const evidence = toEvidence({ network, mimir });
  return judgePair(evidence, judge(evidence), [from, to], pools);
}

const trading: Mimir = { TRADEACCOUNTSENABLED: 1 };
const NATIVE = "native";
/** Which pairs a value of a key closes, and the pairs of other forms, which it leaves alone. */
const table: [
  network: Network,
  key: string,
  closed: readonly number[],
  left: readonly number[],
  pairs: readonly (readonly [string, string])[],
  others: readonly (readonly [string, string])[],
][] = [
  ["thorchain", "BURNSYNTHS", [1, H], [-1, 0, H + 1], [["BTC/BTC", NATIVE]], [[NATIVE, "BTC/BTC"]]],
  ["thorchain", "MINTSYNTHS", [1, H], [-1, 0, H + 1], [[NATIVE, "BTC/BTC"]], [["BTC/BTC", NATIVE]]],
  [
    "thorchain",
    "MANUALSWAPSTOSYNTHDISABLED",
    [1, 2],
    [-1, 0],
    [[NATIVE, "BTC/BTC"]],
    [["BTC/BTC", NATIVE]],
  ],
  [
    "thorchain",
    "TRADEACCOUNTSENABLED",
    [0, -1],
    [1, 2],
    [
      ["BTC~BTC", NATIVE],
      [NATIVE, "BTC~BTC"],
    ],
    [["BTC.BTC", NATIVE]],
  ],
  [
    "thorchain",
    "TRADEACCOUNTSDEPOSITENABLED",
    [0],
    [-1, 1],
    [[NATIVE, "BTC~BTC"]],
    [["BTC~BTC", NATIVE]],
  ],
  [
    "thorchain",
    "HALTSECUREDGLOBAL",
    [1, H, H + 1],
    [-1, 0, H + 2],
    [
      ["BTC-BTC", NATIVE],
      [NATIVE, "BTC-BTC"],
    ],
    [["BTC.BTC", NATIVE]],
  ],
  [
    "mayachain",
    "BURNSYNTHS",
    [1, H],
    [-1, 0, H + 1],
    [["BTC/BTC", "ETH/ETH"]],
    [["BTC.BTC", "ETH.ETH"]],
  ],
  ["mayachain", "NA", [1], [-1, 0], [["BTC.BTC", "BTC/BTC"]], [["BTC/BTC", "BTC.BTC"]]],
  [
    "mayachain",
    "TRADEACCOUNTSENABLED",
    [0, -1],
    [1],
    [["BTC~BTC", "ETH~ETH"]],
    [["BTC.BTC", "ETH.ETH"]],
  ],
  [
    "mayachain",
    "TRADEACCOUNTSDEPOSITENABLED",
    [0],
    [1],
    [["BTC~BTC", "ETH~ETH"]],
    [["BTC~BTC", NATIVE]],
  ],
  [
    "mayachain",
    "TRADEACCOUNTSWITHDRAWENABLED",
    [0],
    [1],
    [["BTC~BTC", NATIVE]],
    [[NATIVE, "BTC~BTC"]],
  ],
];

for (const [network, key, closed, left, pairs, others] of table) {
  test(`${network}: ${key} closes its form, by name, and no other`, () => {
    const named = (pair: readonly [string, string]) =>
      pair.map((asset) => (asset === NATIVE ? natives[network] : asset)) as [string, string];
    for (const pair of pairs.map(named)) {
      for (const value of closed)
        expect(pairOf(network, pair, { ...trading, [key]: value })).toEqual(halted(key));
      for (const value of left)
        expect(pairOf(network, pair, { ...trading, [key]: value })).toEqual(open);
    }
    for (const pair of others.map(named)) {
      for (const value of closed)
        expect(pairOf(network, pair, { ...trading, [key]: value })).toEqual(open);
    }
  });
}

test("a switch that no node lists has its release's default: trade assets are off, all else is on", () => {
  const pairs: [string, string, Judgement][] = [
    ["THOR.RUNE", "BTC~BTC", halted("TRADEACCOUNTSENABLED")],
    ["BTC~BTC", "THOR.RUNE", halted("TRADEACCOUNTSENABLED")],
    ["THOR.RUNE", "BTC/BTC", open],
    ["BTC/BTC", "THOR.RUNE", open],
    ["BTC-BTC", "THOR.RUNE", open],
  ];
  for (const [from, to, verdict] of pairs)
    expect(pairOf("thorchain", [from, to], {})).toEqual(verdict);
});

test("stops of deposits and withdrawals of a form are no stops of its swaps", () => {
  const mimir = {
    "HALTSECUREDDEPOSIT-BTC": 1,
    "HALTSECUREDWITHDRAW-BTC": 1,
    "HALTTRADEDEPOSIT-BTC": 1,
  };
  for (const form of ["BTC-BTC", "BTC~BTC"]) {
    for (const pair of [[form, "THOR.RUNE"] as const, ["THOR.RUNE", form] as const]) {
      expect(pairOf("thorchain", pair, { ...trading, ...mimir })).toEqual(open);
    }
  }
});

test("what moves on the native chain cannot be sold while that chain is halted, and can be bought", () => {
  const at = (pair: readonly [string, string], mimir: Mimir) =>
    pairOf("thorchain", pair, { ...trading, ...mimir });
  for (const form of ["BTC-BTC", "BTC~BTC", "BTC/BTC"]) {
    expect(at([form, "ETH.ETH"], { HALTTHORCHAIN: 1 })).toEqual(halted("HALTTHORCHAIN"));
    expect(at([form, "ETH.ETH"], { HALTTHORTRADING: 1 })).toEqual(open);
    expect(at(["ETH.ETH", form], { HALTTHORCHAIN: 1 })).toEqual(open);
  }
});

test("MAYAChain: HALTTRADING-<CHAIN>-<SYMBOL> halts that asset in every form, though no row and no pool tells", () => {
  const mimir = (value: number) => ({ ...trading, "HALTTRADING-BTC-BTC": value });
  for (const form of ["BTC.BTC", "BTC/BTC", "BTC~BTC"]) {
    expect(pairOf("mayachain", [form, "ETH.ETH"], mimir(H))).toEqual(halted("HALTTRADING-BTC-BTC"));
    expect(pairOf("mayachain", [form, "ETH.ETH"], mimir(H + 1))).toEqual(open);
    expect(pairOf("thorchain", [form, "ETH.ETH"], mimir(H))).toEqual(open);
  }
  expect(pairOf("mayachain", ["ETH.ETH", "MAYA.CACAO"], mimir(H))).toEqual(open);
});
