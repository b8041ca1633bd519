// What a payout costs, from the place where a node says it of this asset.
import { expect, test } from "@playwright/test";
import type { AgreedParameters } from "../../../../lib/protocol/market/agreement.ts";
import {
  type CostSources,
  costParameters,
  readMinimumSlip,
  readNativeTransactionFee,
  readOutboundFee,
  readOwnSlips,
  readPayoutEnd,
  readSigningPeriod,
} from "../../../../lib/protocol/market/costs.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { agreed } from "../../../support/agreed.ts";
import { type Facts, toEvidence } from "../safety/halt-evidence.ts";

const chainCosts = (outboundFee: bigint) => ({
  chain: "BTC",
  dustThreshold: null,
  outboundFee: agreed(outboundFee),
  gasRate: null,
  gasRateUnits: null,
  outboundSize: null,
});

interface Said {
  /** Of `/outbound_fees`. */
  readonly listed?: Readonly<Record<string, bigint>> | null;
  /** `native_outbound_fee_rune` of `/network`. */
  readonly native?: bigint;
  /** `outbound_fee` in Bitcoin's row of `/inbound_addresses`. */
  readonly row?: bigint;
}

const network = (more: Partial<NonNullable<CostSources["network"]>>) => ({
  nativeTransactionFee: null,
  nativeOutboundFee: null,
  outboundMultiplierBps: null,
  nativePriceUsd: null,
  isPriceHalted: false,
  ...more,
});

function readFee(asset: string, { listed = null, native, row }: Said) {
  const sources: CostSources = {
    preset: presets.thorchain,
    votes: new Map(),
    defaults: new Map(),
    chainCosts: row === undefined ? null : new Map([["BTC", chainCosts(row)]]),
    network: native === undefined ? null : network({ nativeOutboundFee: agreed(native) }),
    outboundFees: listed && new Map(Object.entries(listed).map(([of, fee]) => [of, agreed(fee)])),
    prices: new Map(),
  };
  return readOutboundFee(sources, asset)?.base ?? null;
}

const rows: readonly [what: string, asset: string, said: Said, fee: bigint | null][] = [
  [
    "a listed 0 of the native asset is 0",
    "THOR.RUNE",
    { listed: { "THOR.RUNE": 0n }, native: 2_000_000n },
    0n,
  ],
  [
    "an older node charges for it",
    "THOR.RUNE",
    { listed: { "THOR.RUNE": 2_000_000n } },
    2_000_000n,
  ],
  ["a node without the list says nothing of it", "THOR.RUNE", { native: 2_000_000n }, null],
  ["nobody names it", "THOR.RUNE", {}, null],
  ["another asset of the native chain is as free", "THOR.TCY", { listed: { "THOR.RUNE": 0n } }, 0n],
  [
    "synth, trade and secured assets are booked on the native chain, as free",
    "BTC/BTC",
    { listed: { "THOR.RUNE": 0n }, row: 1_500n },
    0n,
  ],
  ["a trade asset", "ETH~ETH", { listed: { "THOR.RUNE": 0n } }, 0n],
  [
    "a secured asset, of which an older node says nothing",
    "BTC-BTC",
    { listed: { "BTC.BTC": 1_103n } },
    null,
  ],
  [
    "what an older node charges for it is not said",
    "THOR.TCY",
    { listed: { "THOR.RUNE": 2_000_000n } },
    null,
  ],
  ["nor what one without the list charges", "THOR.TCY", { native: 2_000_000n }, null],
  [
    "of a gas asset the row of its chain says it",
    "BTC.BTC",
    { listed: { "BTC.BTC": 1_103n }, row: 2_000n },
    2_000n,
  ],
  [
    "of a token the list does",
    "ETH.USDC-0XA0B8",
    { listed: { "ETH.USDC-0XA0B8": 1_103n } },
    1_103n,
  ],
  ["a listed 0 is no rate", "ETH.USDC-0XA0B8", { listed: { "ETH.USDC-0XA0B8": 0n } }, null],
  ["a 0 of its row neither", "BTC.BTC", { row: 0n }, null],
  ["a token has no row", "ETH.USDC-0XA0B8", { row: 2_000n }, null],
  ["a chain that is not listed has none", "ETH.ETH", { row: 2_000n }, null],
  ["nobody lists a chain", "BTC.BTC", {}, null],
  ["what is no asset has no fee", "BTC", { native: 2_000_000n, row: 2_000n }, null],
];
for (const [what, asset, said, fee] of rows) {
  test(`${asset}: ${what}`, () => {
    expect(readFee(asset, said)).toBe(fee);
  });
}

test("on MAYAChain the payout of CACAO costs what /network says, and what one of a synth costs is not said", () => {
  const of = (asset: string) =>
    readOutboundFee(
      { ...none, preset: presets.mayachain, network: network({ nativeOutboundFee: agreed(7n) }) },
      asset,
    );
  expect([of("MAYA.CACAO")?.base ?? null, of("BTC/BTC"), of("ETH~ETH")]).toEqual([7n, null, null]);
});

test("a fee of an asset has its worth", () => {
  const rows = new Map([["BTC", chainCosts(1_103n)]]);
  const prices = new Map([["BTC.BTC", 8_000_000_000_000n]]);
  expect(readOutboundFee({ ...none, chainCosts: rows, prices }, "BTC.BTC")).toEqual({
    ...{ asset: "BTC.BTC", base: 1_103n, usd: 88_240_000n },
  });
});

const none: CostSources = {
  preset: presets.thorchain,
  votes: new Map(),
  defaults: new Map(),
  chainCosts: null,
  network: null,
  outboundFees: null,
  prices: new Map([["THOR.RUNE", 150_000_000n]]),
};
const parameters = (values: Readonly<Record<string, number | "unset">>): AgreedParameters =>
  new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      value === "unset" ? value : agreed(value),
    ]),
  );

test.describe("a message on the protocol's own chain", () => {
  const stated = network({ nativeTransactionFee: agreed(2_000_000n) });
  const zero = network({ nativeTransactionFee: agreed(0n) });
  const key = "NATIVETRANSACTIONFEE";
  const rows: [
    what: string,
    network: "thorchain" | "mayachain",
    sources: Partial<CostSources>,
    fee: bigint | null,
  ][] = [
    ["costs on THORChain what the node states", "thorchain", { network: stated }, 2_000_000n],
    [
      "whatever was voted there",
      "thorchain",
      { network: stated, votes: parameters({ [key]: 7 }) },
      2_000_000n,
    ],
    ["a stated 0 is 0", "thorchain", { network: zero }, 0n],
    ["nobody states it", "thorchain", {}, null],
    [
      "costs on MAYAChain what was voted",
      "mayachain",
      { network: stated, votes: parameters({ [key]: 7 }) },
      7n,
    ],
    ["a voted 0 is 0", "mayachain", { network: stated, votes: parameters({ [key]: 0 }) }, 0n],
    [
      "a negative vote is none",
      "mayachain",
      { network: stated, votes: parameters({ [key]: -1 }) },
      2_000_000n,
    ],
    [
      "nobody voted",
      "mayachain",
      { network: stated, votes: parameters({ [key]: "unset" }) },
      2_000_000n,
    ],
    ["the votes are in dispute", "mayachain", { network: null, votes: new Map() }, null],
  ];
  for (const [what, name, sources, fee] of rows) {
    test(`${what}: ${fee}`, () => {
      const preset = presets[name];
      const money = readNativeTransactionFee({ ...none, preset, ...sources });
      const usd = preset.nativeAsset === "THOR.RUNE" && fee !== null ? (fee * 3n) / 2n : null;
      expect(money).toEqual(fee === null ? null : { asset: preset.nativeAsset, base: fee, usd });
    });
  }
});

test.describe("the least slip of a pool", () => {
  const l1 = "L1SLIPMINBPS";
  const rows: [
    what: string,
    votes: AgreedParameters,
    defaults: AgreedParameters,
    slip: number | null,
  ][] = [
    ["what was voted", parameters({ [l1]: 5 }), parameters({ [l1]: 3 }), 5],
    ["a voted 0 is 0", parameters({ [l1]: 0 }), parameters({ [l1]: 3 }), 0],
    ["the constant where nobody voted", parameters({ [l1]: "unset" }), parameters({ [l1]: 3 }), 3],
    [
      "the constant where the vote is negative",
      parameters({ [l1]: -1 }),
      parameters({ [l1]: 3 }),
      3,
    ],
    [
      "no constant of that name",
      parameters({ [l1]: "unset" }),
      parameters({ [l1]: "unset" }),
      null,
    ],
    ["constants in dispute", parameters({ [l1]: "unset" }), new Map(), null],
    ["votes in dispute", new Map(), parameters({ [l1]: 3 }), null],
  ];
  for (const [what, votes, defaults, slip] of rows) {
    test(`${what}: ${slip}`, () =>
      expect(readMinimumSlip({ ...none, votes, defaults }).l1).toBe(slip));
  }

  const names = {
    l1,
    synth: "SYNTHSLIPMINBPS",
    trade: "TRADEACCOUNTSSLIPMINBPS",
    secured: "SECUREDASSETSLIPMINBPS",
    derived: "DERIVEDSLIPMINBPS",
    stable: "STABLESLIPMINBPS",
  };
  test("each kind of asset has a parameter of its own, and MAYAChain has none", () => {
    const votes = parameters(
      Object.fromEntries(Object.values(names).map((name, index) => [name, index])),
    );
    const slips = readMinimumSlip({ ...none, votes });
    expect(slips).toEqual({ l1: 0, synth: 1, trade: 2, secured: 3, derived: 4, stable: 5 });
    const nothing = {
      l1: null,
      synth: null,
      trade: null,
      secured: null,
      derived: null,
      stable: null,
    };
    expect(readMinimumSlip({ ...none, votes, preset: presets.mayachain })).toEqual(nothing);
  });
  test("a 0 leaves two dollar assets with the least slip of their kind, and a vote in dispute is not known", () => {
    const { stable } = names;
    const zero = parameters({ [stable]: 0 });
    for (const [votes, defaults, slip] of [
      [parameters({ [l1]: 10, [stable]: 3 }), zero, 3],
      [parameters({ [l1]: 10, [stable]: 0 }), zero, 10],
      [parameters({ [l1]: 10, [stable]: "unset" }), zero, 10],
      [parameters({ [stable]: 0 }), zero, null],
      [parameters({ [l1]: 10 }), zero, null],
    ] as const) {
      expect(readMinimumSlip({ ...none, votes, defaults }).stable).toBe(slip);
    }
  });
  test("these are the parameters that are read", () => {
    expect(costParameters).toEqual([
      "NATIVETRANSACTIONFEE",
      "MAXOUTBOUNDATTEMPTS",
      "SIGNINGTRANSACTIONPERIOD",
      ...Object.values(names),
    ]);
  });
});

test.describe("the least slip of one pool's asset", () => {
  const usdc = "ETH.USDC-0xa0";
  const l1 = { "L1SLIPMINBPS-ETH-USDC-0XA0": 5 };
  const zero = { "L1SLIPMINBPS-ETH-USDC-0XA0": 0 };
  const rows: readonly [
    what: string,
    facts: Facts,
    slips: readonly (readonly [kind: string, bps: number | null])[],
  ][] = [
    ["nobody voted", {}, []],
    ["what was voted", { mimir: l1 }, [["l1", 5]]],
    ["of another kind", { mimir: { "SYNTHSLIPMINBPS-ETH-USDC-0XA0": 7 } }, [["synth", 7]]],
    ["of another asset", { mimir: { "L1SLIPMINBPS-ETH-ETH": 5 } }, []],
    ["a voted 1", { mimir: { "L1SLIPMINBPS-ETH-USDC-0XA0": 1 } }, [["l1", 1]]],
    ["a withdrawn vote", { mimir: { "L1SLIPMINBPS-ETH-USDC-0XA0": -1 } }, []],
    ["a voted 0", { mimir: zero }, [["l1", null]]],
    ["two nodes alike", { mimir: l1, second: { mimir: l1 } }, [["l1", 5]]],
    [
      "two ways to withdraw a vote",
      { mimir: { "L1SLIPMINBPS-ETH-USDC-0XA0": -2 }, second: {} },
      [],
    ],
    ["one of two", { mimir: l1, second: {} }, [["l1", null]]],
    ["two that differ", { mimir: l1, second: { mimir: zero } }, [["l1", null]]],
    ["one of two was read", { mimir: l1, second: { height: null } }, [["l1", null]]],
    ["none was read", { mimir: null }, []],
    [
      "a node that ran backwards",
      { nodes: [{ height: 1, mimir: l1, rows: [], rolledBack: true }] },
      [],
    ],
    ["MAYAChain has none", { mimir: l1, network: "mayachain" }, []],
  ];
  for (const [what, facts, slips] of rows) {
    test(what, () => {
      const told = slips.map(([kind, bps]) => ({ asset: usdc, kind, bps }));
      expect(readOwnSlips(toEvidence(facts), [usdc])).toEqual(told);
    });
  }
});

test("the signers of a payout change after the voted period, or after 300 blocks", () => {
  const voted = (value: number | "unset") => parameters({ SIGNINGTRANSACTIONPERIOD: value });
  const of = (votes: AgreedParameters, network: "thorchain" | "mayachain" = "thorchain") =>
    readSigningPeriod({ preset: presets[network], votes });
  expect([of(voted(30)), of(voted("unset")), of(voted(-1)), of(voted(0)), of(new Map())]).toEqual([
    ...[30, 300, 300, null, null],
  ]);
  expect(of(voted(30), "mayachain")).toBe(300);
});

test.describe("when the network stops trying to pay out", () => {
  const attempts = (value: number | "unset") => new Map([["MAXOUTBOUNDATTEMPTS", vote(value)]]);
  const vote = (value: number | "unset") => (value === "unset" ? value : agreed(value));
  const period = (value: number) => new Map([["SIGNINGTRANSACTIONPERIOD", vote(value)]]);
  const unset = new Map([...attempts("unset"), ["SIGNINGTRANSACTIONPERIOD", "unset" as const]]);
  type Votes = AgreedParameters;
  const rows: readonly [
    what: string,
    network: "thorchain" | "mayachain",
    votes: Votes,
    seconds: number | "never" | "unknown",
  ][] = [
    ["no vote on THORChain: never", "thorchain", unset, "never"],
    ["0 on THORChain: never", "thorchain", new Map([...unset, ...attempts(0)]), "never"],
    ["100: about 50 hours", "thorchain", new Map([...unset, ...attempts(100)]), 180_000],
    ["a withdrawn vote: never", "thorchain", new Map([...unset, ...attempts(-1)]), "never"],
    ["a shorter period", "thorchain", new Map([...unset, ...attempts(100), ...period(30)]), 18_000],
    [
      "a period of 0 that no node takes",
      "thorchain",
      new Map([...attempts(100), ...period(0)]),
      "unknown",
    ],
    ["0 needs no period", "thorchain", attempts(0), "never"],
    ["the nodes differ about the attempts", "thorchain", period(300), "unknown"],
    ["the nodes differ about the period", "thorchain", attempts(100), "unknown"],
    ["no vote on MAYAChain: its constant", "mayachain", unset, 18_000_000],
    [
      "a vote on MAYAChain, by the constant period",
      "mayachain",
      new Map([...attempts(100), ...period(30)]),
      180_000,
    ],
    ["0 on MAYAChain: never", "mayachain", attempts(0), "never"],
  ];
  for (const [what, network, votes, seconds] of rows) {
    test(what, () => {
      const end = readPayoutEnd({ preset: presets[network], votes });
      expect(end).toEqual({ afterSeconds: seconds, isSwappedBack: network === "thorchain" });
    });
  }
});
