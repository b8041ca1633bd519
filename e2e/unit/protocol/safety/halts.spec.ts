// Which parameter halts what, on which chains of both networks, and from or until which height.
import { expect, test } from "@playwright/test";
import type { Judgement } from "../../../../lib/protocol/model/verdicts.ts";
import { compareHaltParameters } from "../../../../lib/protocol/safety/halt-parameters.ts";
import {
  findMemolessHalt,
  findPartsPause,
  judge,
  judgePair,
} from "../../../../lib/protocol/safety/halts.ts";
import { nodeReasons } from "../../../../lib/protocol/safety/reasons.ts";
import type { Mimir } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import {
  chainOf,
  H,
  halted,
  open,
  questions,
  rowsOf,
  toEvidence,
  unknown,
} from "./halt-evidence.ts";

// [key, kind of inequality, which of the four questions it halts on ETH, whether BTC and the network too]
const FROM = "from height" as const;
const table: [
  key: string,
  kind: string,
  eth: string,
  others: "all" | "eth" | "none",
  network: boolean,
][] = [
  ["HALTTRADING", FROM, "trading deposits liquidity", "all", true],
  ["HALTETHTRADING", FROM, "trading deposits liquidity", "eth", false],
  ["HALTCHAINGLOBAL", FROM, "trading deposits signing liquidity", "all", true],
  ["HALTETHCHAIN", FROM, "trading deposits signing liquidity", "eth", false],
  ["SOLVENCYHALTETHCHAIN", FROM, "trading deposits signing liquidity", "eth", false],
  ["NODEPAUSECHAINGLOBAL", "until height", "trading deposits signing liquidity", "all", true],
  ["HALTSIGNING", "signing", "signing", "all", false],
  ["HALTSIGNINGETH", "signing", "signing", "eth", false],
  ["PAUSELP", FROM, "liquidity", "all", false],
  ["PAUSELPETH", FROM, "liquidity", "eth", false],
  ["RAGNAROK-ETH-ETH", "switch", "trading deposits liquidity", "eth", false],
];

/** on at v = -1, 0, 1, h - 1, h, h + 1, h + 2: a deposit sent now lands at h + 1 at the earliest */
const values = [-1, 0, 1, H - 1, H, H + 1, H + 2];
const inequality: Record<string, Record<"thorchain" | "mayachain", boolean[]>> = {
  [FROM]: {
    thorchain: [false, false, true, true, true, true, false],
    mayachain: [false, false, true, true, true, false, false],
  },
  "until height": {
    thorchain: [false, false, false, false, true, true, true],
    mayachain: [false, false, false, false, false, true, true],
  },
  signing: {
    thorchain: [false, false, true, true, true, true, false],
    mayachain: [false, false, true, true, true, true, true],
  },
  switch: {
    thorchain: [false, false, true, true, true, true, true],
    mayachain: [false, false, true, true, true, true, true],
  },
};

for (const network of ["thorchain", "mayachain"] as const) {
  for (const [key, kind, eth, others, halts] of table) {
    test(`${network}: ${key} is read ${kind} and halts ${eth}`, () => {
      values.forEach((value, index) => {
        const isOn = inequality[kind]?.[network][index];
        const verdicts = judge(toEvidence({ network, mimir: { [key]: value } }));
        const by = (applies: boolean) => (isOn && applies ? halted(key) : open);
        const seen = questions.map((question) => [
          question,
          verdicts.chains.get("ETH")?.[question],
          verdicts.chains.get("BTC")?.[question],
        ]);
        const expected = questions.map((question) => {
          const applies = eth.split(" ").includes(question);
          return [question, by(applies), by(applies && others === "all")];
        });
        expect([...seen, verdicts.network], `at ${value}`).toEqual([...expected, by(halts)]);
      });
    });
  }
}

test("the keys of the native chain are built from its own code, and its verdict needs mimir alone", () => {
  for (const [network, native] of [
    ["thorchain", "THOR"],
    ["mayachain", "MAYA"],
  ] as const) {
    const readings: [Mimir, Judgement, Judgement][] = [
      [{ HALTTRADING: 1 }, halted("HALTTRADING"), open],
      [{ [`HALT${native}TRADING`]: 1 }, halted(`HALT${native}TRADING`), open],
      [{ [`HALT${native}CHAIN`]: 1 }, halted(`HALT${native}CHAIN`), halted(`HALT${native}CHAIN`)],
      [
        { [`SOLVENCYHALT${native}CHAIN`]: 1 },
        halted(`SOLVENCYHALT${native}CHAIN`),
        halted(`SOLVENCYHALT${native}CHAIN`),
      ],
      [{ HALTCHAINGLOBAL: 1 }, halted("HALTCHAINGLOBAL"), halted("HALTCHAINGLOBAL")],
      [
        { NODEPAUSECHAINGLOBAL: H + 1 },
        halted("NODEPAUSECHAINGLOBAL"),
        halted("NODEPAUSECHAINGLOBAL"),
      ],
      [{}, open, open],
    ];
    for (const [mimir, trading, signing] of readings) {
      for (const rows of [rowsOf(network), null]) {
        expect(chainOf({ network, mimir, rows }, native)).toMatchObject({
          trading,
          deposits: trading,
          signing,
        });
      }
    }
    expect(chainOf({ network, rows: null }, "BTC").trading).toEqual(
      unknown(nodeReasons.unread("inbound_addresses")),
    );
    expect(chainOf({ network, rows: null }, native).liquidity).toEqual(open);
  }
});

const harmless: Mimir[] = [
  { HALTRADING: 1 },
  { HALTETHSIGNING: 1 },
  { HALTETH: 1 },
  { HALTTRADINGETH: 1 },
  { SOLVENCYHALTETH: 1 },
  { STREAMINGSWAPPAUSE: 1 },
  { HALTSECUREDGLOBAL: 1, HALTSECUREDDEPOSITETH: 1 },
  { HALTWASMGLOBAL: 1 },
  { TCYCLAIMINGHALT: 1, TCYSTAKINGHALT: 1, HALTTCYTRADING: 1 },
  { HALTCHURNING: 1 },
  { PAUSELOANS: 1 },
  { STOPSOLVENCYCHECK: 1, STOPSOLVENCYCHECKETH: 1 },
  { TRADEACCOUNTSENABLED: 1 },
  { "PAUSELPDEPOSIT-ETH-ETH": 1 },
  { NODEPAUSECHAINGLOBAL: H - 1 },
  { halttrading: 1 },
];
for (const mimir of harmless) {
  test(`${JSON.stringify(mimir)} halts nothing`, () => {
    const verdicts = judge(toEvidence({ mimir }));
    expect(verdicts.network).toEqual(open);
    for (const question of questions) expect(verdicts.chains.get("ETH")?.[question]).toEqual(open);
    expect(verdicts.chains.get("ETH")?.scheduled).toEqual([]);
  });
}

test("the height of a verdict is the higher of the node's and the clock's", () => {
  const mimir = { HALTETHTRADING: H + 2 };
  expect(chainOf({ mimir, height: H, clockHeight: H }, "ETH").trading).toEqual(open);
  expect(chainOf({ mimir, height: H + 1, clockHeight: H }, "ETH").trading).toEqual(
    halted("HALTETHTRADING"),
  );
  expect(chainOf({ mimir, height: H, clockHeight: H + 1 }, "ETH").trading).toEqual(
    halted("HALTETHTRADING"),
  );
});

test("a pause until a height is over once the node and the clock have both passed it", () => {
  const mimir = { NODEPAUSECHAINGLOBAL: H };
  for (const [height, clockHeight, verdict] of [
    [H, H, halted("NODEPAUSECHAINGLOBAL")],
    [H, H + 1, halted("NODEPAUSECHAINGLOBAL")],
    [H + 1, H, halted("NODEPAUSECHAINGLOBAL")],
    [H + 1, H + 1, open],
  ] as const) {
    const facts = { mimir, height, clockHeight };
    expect(chainOf(facts, "ETH").trading, `${height} ${clockHeight}`).toEqual(verdict);
    const inForce = verdict === open ? {} : { NODEPAUSECHAINGLOBAL: { value: H, inForce: true } };
    expect(compareHaltParameters(toEvidence(facts), [])).toEqual(inForce);
  }
});

test("the ragnarok of a chain's gas asset halts the chain, however that asset is called", () => {
  for (const network of ["thorchain", "mayachain"] as const) {
    for (const { code, gasAsset } of presets[network].chains) {
      const name = `RAGNAROK-${gasAsset.replace(".", "-")}`;
      expect(chainOf({ network, mimir: { [name]: 1 } }, code).trading, name).toEqual(halted(name));
    }
  }
});

test("what lets parts wait, and what stops a memo that is looked up, is named while it is on", () => {
  const named = (mimir: Mimir) => [
    findPartsPause(toEvidence({ mimir })),
    findMemolessHalt(toEvidence({ mimir })),
  ];
  expect(named({})).toEqual([[], []]);
  expect(named({ STREAMINGSWAPPAUSE: 0, HALTMEMOLESS: -1 })).toEqual([[], []]);
  expect(named({ STREAMINGSWAPPAUSE: H + 9 })).toEqual([["STREAMINGSWAPPAUSE"], []]);
  expect(named({ HALTMEMOLESS: H + 9 })).toEqual([[], ["HALTMEMOLESS"]]);
});

test("a pair of what is no asset is never open", () => {
  const evidence = toEvidence();
  for (const pair of [["nonsense", "THOR.RUNE"] as const, ["THOR.RUNE", ""] as const]) {
    expect(judgePair(evidence, judge(evidence), pair, new Map()).verdict).toBe("unknown");
  }
});
