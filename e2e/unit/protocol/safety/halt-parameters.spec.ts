// The list of halt parameters: the known keys that are in force or scheduled, and nothing else.
import { expect, test } from "@playwright/test";
import {
  compareHaltParameters,
  findAssetHalts,
  findComingHalts,
  HALT_HORIZON_MS,
  type HaltScope,
  isHaltSoon,
} from "../../../../lib/protocol/safety/halt-parameters.ts";
import { judge } from "../../../../lib/protocol/safety/halts.ts";
import type { NetworkName } from "../../../../lib/protocol/values/chains.ts";
import { H, NOW, row, rowsOf, toEvidence } from "./halt-evidence.ts";

test("mayanode knows no pause of deposits to one pool", () => {
  const mimir = { "PAUSELPDEPOSIT-ETH-ETH": 1, HALTETHTRADING: 1 };
  const named = (network: NetworkName) =>
    Object.keys(compareHaltParameters(toEvidence({ network, mimir }), ["ETH.ETH"]));
  expect(named("thorchain")).toEqual(["HALTETHTRADING", "PAUSELPDEPOSIT-ETH-ETH"]);
  expect(named("mayachain")).toEqual(["HALTETHTRADING"]);
  const doubted = (network: NetworkName) => {
    const second = { mimir: { "PAUSELPDEPOSIT-ETH-ETH": 1, HALTSIGNING: 1 } };
    const evidence = toEvidence({ network, second, ageMs: 0 });
    return findAssetHalts(
      evidence,
      [...judge(evidence).chains.values()],
      ["ETH.ETH", "ETH.USDC-0XA0"],
    ).pauseDisputed;
  };
  expect([doubted("thorchain"), doubted("mayachain")]).toEqual([["ETH.ETH"], []]);
});

test("switches of the whole network are listed while they stop something, by their own comparison", () => {
  const mimir = {
    HALTMEMOLESS: 1,
    STREAMINGSWAPPAUSE: H + 50,
    BURNSYNTHS: 0,
    MINTSYNTHS: 1,
    TRADEACCOUNTSENABLED: 1,
    TRADEACCOUNTSDEPOSITENABLED: 0,
    HALTSECUREDGLOBAL: H + 50,
  };
  const inForce = (value: number) => ({ value, inForce: true });
  expect(compareHaltParameters(toEvidence({ mimir }), [])).toEqual({
    HALTMEMOLESS: inForce(1),
    STREAMINGSWAPPAUSE: inForce(H + 50),
    MINTSYNTHS: inForce(1),
    TRADEACCOUNTSDEPOSITENABLED: inForce(0),
    HALTSECUREDGLOBAL: { value: H + 50, inForce: false },
  });
  const maya = compareHaltParameters(toEvidence({ network: "mayachain", mimir }), []);
  expect(Object.keys(maya)).toEqual([
    "STREAMINGSWAPPAUSE",
    "MINTSYNTHS",
    "TRADEACCOUNTSDEPOSITENABLED",
  ]);
});

test("halt parameters: the exact known keys in force or scheduled, nothing else", () => {
  const mimir = {
    HALTTRADING: 0,
    HALTRADING: 1,
    HALTETHSIGNING: 1,
    HALTSIGNINGETH: H,
    HALTBTCTRADING: H + 50,
    PAUSELP: 1,
    PAUSELPBTC: -1,
    NODEPAUSECHAINGLOBAL: H - 1,
    SOLVENCYHALTLTCCHAIN: 7,
    HALTTCYTRADING: H,
    "RAGNAROK-BTC-BTC": 1,
    "RAGNAROK-ETH-USDC-0XA0": 1,
    "RAGNAROK-TERRA-UST": 1,
    "PAUSELPDEPOSIT-ETH-ETH": 1,
    HALTCHURNING: 1,
  };
  expect(compareHaltParameters(toEvidence({ mimir }), ["THOR.TCY", "ETH.USDC-0XA0"])).toEqual({
    PAUSELP: { value: 1, inForce: true },
    HALTBTCTRADING: { value: H + 50, inForce: false },
    HALTSIGNINGETH: { value: H, inForce: true },
    SOLVENCYHALTLTCCHAIN: { value: 7, inForce: true },
    HALTTCYTRADING: { value: H, inForce: true },
    "RAGNAROK-BTC-BTC": { value: 1, inForce: true },
    "RAGNAROK-ETH-USDC-0XA0": { value: 1, inForce: true },
    "PAUSELPDEPOSIT-ETH-ETH": { value: 1, inForce: true },
  });
  const live = { rows: [...rowsOf("thorchain"), row("BNB")], mimir: { "RAGNAROK-BNB-BNB": 1 } };
  expect(
    compareHaltParameters(toEvidence(live), []),
    "of a chain that only the nodes list",
  ).toEqual({
    "RAGNAROK-BNB-BNB": { value: 1, inForce: true },
  });
  expect(compareHaltParameters(toEvidence({ mimir: { NODEPAUSECHAINGLOBAL: H } }), [])).toEqual({
    NODEPAUSECHAINGLOBAL: { value: H, inForce: true },
  });
  const second = { mimir: { HALTBTCTRADING: 5 } };
  expect(
    compareHaltParameters(toEvidence({ mimir: { HALTBTCTRADING: H + 5 }, second }), []),
    "in force at one node",
  ).toEqual({});
  expect(
    compareHaltParameters(
      toEvidence({ mimir: { HALTBTCTRADING: 5 }, second: { mimir: { HALTBTCTRADING: 9 } } }),
      [],
    ),
  ).toEqual({ HALTBTCTRADING: { value: 5, inForce: true } });
  expect(
    compareHaltParameters(toEvidence({ mimir: { HALTBTCTRADING: 5 }, height: null }), []),
  ).toEqual({});
  expect(
    compareHaltParameters(toEvidence({ mimir: { HALTBTCTRADING: 5 }, noClock: true }), []),
  ).toEqual({});
});

const chain = { chains: ["BTC"], assets: [] };
const inSeconds: [what: string, scope: HaltScope, seconds: number, names: readonly string[]][] = [
  ["the chain's own and the network's", chain, 600, ["HALTBTCTRADING", "HALTTRADING"]],
  ["at the instant itself", chain, 300, ["HALTBTCTRADING"]],
  ["just after it", chain, 299, []],
  [
    "a chain that is named twice counts once",
    { ...chain, chains: ["BTC", "BTC"] },
    300,
    ["HALTBTCTRADING"],
  ],
  ["payouts too", { ...chain, signedChains: ["ETH"] }, 300, ["HALTSIGNINGETH", "HALTBTCTRADING"]],
  [
    "all payouts",
    { ...chain, signedChains: ["BTC", "BTC"] },
    900,
    ["HALTBTCTRADING", "HALTTRADING", "HALTSIGNING"],
  ],
  ["of an asset", { ...chain, assets: ["THOR.TCY"] }, 300, ["HALTTCYTRADING", "HALTBTCTRADING"]],
  [
    "of a form that is sold",
    { ...chain, forms: ["BTC/BTC", "ETH.ETH"] },
    300,
    ["BURNSYNTHS", "HALTBTCTRADING"],
  ],
  [
    "of a form that is bought",
    { ...chain, forms: ["ETH.ETH", "BTC/BTC"] },
    300,
    ["HALTBTCTRADING"],
  ],
];
for (const [what, scope, seconds, names] of inSeconds) {
  test(`coming halts within ${seconds} s, the soonest first: ${what}`, () => {
    const mimir = {
      HALTTRADING: H + 100,
      HALTBTCTRADING: H + 50,
      HALTSIGNINGETH: H + 40,
      HALTSIGNING: H + 150,
      HALTTCYTRADING: H + 30,
      BURNSYNTHS: H + 19,
      HALTLTCTRADING: H + 10,
      // No instant has so late a block.
      HALTCHAINGLOBAL: 10 ** 14,
    };
    const coming = findComingHalts(toEvidence({ mimir, ageMs: 0 }), scope, NOW + seconds * 1_000);
    expect(coming.map(({ parameter }) => parameter)).toEqual(names);
  });
}

test("halts of assets by their own parameters: none where the chain is halted, and by each network's names", () => {
  const mimir = {
    "HALTTRADING-BTC-BTC": 1,
    "HALTTRADING-ETH-USDC-0XA0": H + 50,
    "RAGNAROK-ETH-USDT-0XDA": 1,
    HALTTCYTRADING: 1,
  };
  const pooled = ["BTC.BTC", "ETH.ETH", "ETH.USDC-0XA0", "ETH.USDT-0XDA", "THOR.TCY"];
  const find = (network: NetworkName, changes: Readonly<Record<string, number>> = {}) => {
    const evidence = toEvidence({ network, mimir: { ...mimir, ...changes }, ageMs: 0 });
    const chains = [...judge(evidence).chains.values()].filter(({ chain }) =>
      ["BTC", "ETH", "THOR"].includes(chain),
    );
    const { halted, scheduled } = findAssetHalts(evidence, chains, pooled);
    return { halted, scheduled: scheduled.map(({ parameter }) => parameter) };
  };
  const coming = ["HALTTRADING-ETH-USDC-0XA0"];
  expect(find("mayachain")).toEqual({ halted: ["BTC.BTC", "ETH.USDT-0XDA"], scheduled: coming });
  expect(find("mayachain", { HALTBTCTRADING: 1 })).toEqual({
    halted: ["ETH.USDT-0XDA"],
    scheduled: coming,
  });
  expect(find("thorchain")).toEqual({ halted: ["ETH.USDT-0XDA", "THOR.TCY"], scheduled: [] });
});

test("one source's word of an asset is a doubt of that asset, only where its chain is open", () => {
  type Voted = Readonly<Record<string, number>>;
  const find = (network: NetworkName, mimir: Voted, second: Voted) => {
    const evidence = toEvidence({ network, mimir, ageMs: 0, second: { mimir: second } });
    const chains = [...judge(evidence).chains.values()].filter(({ chain }) =>
      ["BTC", "ETH"].includes(chain),
    );
    const { halted, disputed } = findAssetHalts(evidence, chains, ["BTC.BTC", "ETH.USDC-0XA0"]);
    return { halted, disputed };
  };
  const said = { "RAGNAROK-ETH-USDC-0XA0": 1 };
  const [doubt, fact] = [
    { halted: [], disputed: ["ETH.USDC-0XA0"] },
    { halted: ["ETH.USDC-0XA0"], disputed: [] },
  ];
  for (const network of ["thorchain", "mayachain"] as const) {
    expect(find(network, said, {})).toEqual(doubt);
    expect(find(network, said, said)).toEqual(fact);
    expect(find(network, { ...said, HALTETHTRADING: 1 }, {}), "told of the chain").toEqual({
      halted: [],
      disputed: [],
    });
  }
});

test("what is no asset is on no chain", () => {
  const evidence = toEvidence({});
  const { assets } = findAssetHalts(evidence, [...judge(evidence).chains.values()], ["nonsense"]);
  expect(assets).not.toContain("nonsense");
  expect(assets).toContain("BTC.BTC");
});

test("a halt could touch what is sent now up to a day ahead, where its time is known", () => {
  const rows: [estimatedTimeMs: number | null, isSoon: boolean][] = [
    [NOW, true],
    [NOW + HALT_HORIZON_MS, true],
    [NOW + HALT_HORIZON_MS + 1, false],
    [null, false],
  ];
  for (const [estimatedTimeMs, isSoon] of rows)
    expect(isHaltSoon({ estimatedTimeMs }, NOW)).toBe(isSoon);
  expect(HALT_HORIZON_MS).toBe(86_400_000);
});
