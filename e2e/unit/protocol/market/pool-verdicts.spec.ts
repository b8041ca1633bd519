// Verdicts of pools and of pairs of assets: the chains on both sides, keys of one asset, and the pool's own state.
import { expect, test } from "@playwright/test";
import type { Judgement } from "../../../../lib/protocol/model/verdicts.ts";
import { judge, judgePair, judgePool } from "../../../../lib/protocol/safety/halts.ts";
import {
  chainReasons,
  clockReasons,
  nodeReasons,
  poolReasons,
} from "../../../../lib/protocol/safety/reasons.ts";
import type { Mimir, Pool } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { type Facts, H, halted, open, row, toEvidence, unknown } from "../safety/halt-evidence.ts";

const pool = (asset: string, more: Partial<Pool> = {}): Pool => ({
  asset,
  status: "Available",
  balance_asset: 1n,
  balance_rune: 1n,
  trading_halted: false,
  ...more,
});
const poolMap = (...pools: Pool[]) => new Map(pools.map((one) => [one.asset, one]));

test("a pool: its chain, its asset's ragnarok or its gas asset's, and its own state", () => {
  const usdc = pool("ETH.USDC-0XA0");
  const cases: [Facts, Pool, Judgement][] = [
    [{}, usdc, open],
    [{}, pool("ETH.USDC-0XA0", { status: "available" }), open],
    [{}, { ...usdc, trading_halted: undefined } as unknown as Pool, open],
    [{ mimir: { HALTETHTRADING: 1 } }, usdc, halted("HALTETHTRADING")],
    [{ mimir: { "RAGNAROK-ETH-USDC-0XA0": 1 } }, usdc, halted("RAGNAROK-ETH-USDC-0XA0")],
    [{ mimir: { "RAGNAROK-ETH-ETH": 1 } }, usdc, halted("RAGNAROK-ETH-ETH")],
    [{ mimir: { "RAGNAROK-ETH-USDT-0XDA": 1 } }, usdc, open],
    [{ mimir: { "RAGNAROK-ETH-USDC-0XA0": -1 } }, usdc, open],
    [{}, pool("ETH.USDC-0XA0", { trading_halted: true }), halted("trading_halted")],
    [{}, pool("ETH.USDC-0XA0", { status: "Staged" }), halted("pool_status")],
    [
      {},
      pool("ETH.USDC-0XA0", { status: "Suspended", trading_halted: true }),
      halted("trading_halted", "pool_status"),
    ],
    [
      { ageMs: 31_000 },
      pool("ETH.USDC-0XA0", { status: "Staged" }),
      unknown(clockReasons.late(31)),
    ],
    [{ mimir: { PAUSELP: 1, HALTSIGNING: 1 } }, usdc, open],
    [{}, pool("ZZZ9.ZZZ"), unknown(poolReasons.chainNotListed)],
    [{}, pool("ZZZ9/ZZZ"), unknown(poolReasons.chainNotListed)],
    [{}, pool("nonsense"), unknown(poolReasons.chainNotListed)],
  ];
  for (const [facts, one, expected] of cases) {
    const evidence = toEvidence(facts);
    expect(judgePool(evidence, judge(evidence), one), JSON.stringify(facts.mimir)).toEqual(
      expected,
    );
  }
});

test("THOR.TCY: its own key, from its height on, and the native chain", () => {
  const tcy = pool("THOR.TCY");
  for (const [value, verdict] of [
    [1, halted("HALTTCYTRADING")],
    [H - 1, halted("HALTTCYTRADING")],
    [H, halted("HALTTCYTRADING")],
    [H + 1, halted("HALTTCYTRADING")],
    [H + 2, open],
    [0, open],
    [-1, open],
  ] as const) {
    const evidence = toEvidence({ mimir: { HALTTCYTRADING: value } });
    expect(judgePool(evidence, judge(evidence), tcy), `${value}`).toEqual(verdict);
    expect(
      judgePair(evidence, judge(evidence), ["BTC.BTC", "THOR.RUNE"], poolMap(pool("BTC.BTC"))),
    ).toEqual(open);
  }
  const withoutRows = toEvidence({ rows: null });
  expect(
    judgePool(withoutRows, judge(withoutRows), tcy),
    "on the native chain mimir decides",
  ).toEqual(open);
  const evidence = toEvidence({ mimir: { HALTTHORCHAIN: 1 } });
  expect(judgePool(evidence, judge(evidence), tcy)).toEqual(halted("HALTTHORCHAIN"));
});

test("a pair: both sides count, in any form of the asset, and only the two sides", () => {
  const pools = poolMap(
    pool("BTC.BTC"),
    pool("ETH.ETH"),
    pool("ETH.USDC-0XA0"),
    pool("LTC.LTC", { status: "Staged" }),
  );
  const judgeOf = (
    from: string,
    to: string,
    facts: Facts = {},
    known: ReadonlyMap<string, Pool> | null = pools,
  ) => {
    const evidence = toEvidence({ ...facts, mimir: { TRADEACCOUNTSENABLED: 1, ...facts.mimir } });
    return judgePair(evidence, judge(evidence), [from, to], known);
  };
  expect(judgeOf("BTC.BTC", "ETH.ETH")).toEqual(open);
  expect(judgeOf("BTC.BTC", "THOR.RUNE")).toEqual(open);
  expect(judgeOf("THOR.RUNE", "BTC/BTC")).toEqual(open);
  for (const form of ["ETH.USDC-0XA0", "ETH/USDC-0XA0", "ETH~USDC-0XA0", "ETH-USDC-0XA0"]) {
    expect(judgeOf("BTC.BTC", form, { mimir: { HALTETHTRADING: 1 } }), form).toEqual(
      halted("HALTETHTRADING"),
    );
    expect(judgeOf(form, "BTC.BTC", { mimir: { "RAGNAROK-ETH-USDC-0XA0": 1 } })).toEqual(
      halted("RAGNAROK-ETH-USDC-0XA0"),
    );
    expect(judgeOf(form, "BTC.BTC", { mimir: { HALTLTCTRADING: 1 } })).toEqual(open);
  }
  expect(
    judgeOf("BTC.BTC", "ETH.ETH", { mimir: { HALTBTCTRADING: 1, HALTETHCHAIN: 1, HALTTRADING: 1 } })
      .haltedBy,
  ).toEqual(["HALTTRADING", "HALTBTCTRADING", "HALTETHCHAIN"]);
  expect(judgeOf("BTC.BTC", "LTC.LTC")).toEqual(halted("pool_status"));
  expect(judgeOf("BTC.BTC", "ETH.ETH", {}, null)).toEqual(unknown(poolReasons.unread));
  expect(judgeOf("THOR.RUNE", "THOR.RUNE", {}, null)).toEqual(open);
  expect(judgeOf("BTC.BTC", "DOGE.DOGE")).toEqual(unknown(poolReasons.none));
  expect(judgeOf("BTC.BTC", "ETH.ETH", { rows: [row("BTC")] })).toEqual(
    unknown(chainReasons.notListed),
  );
  expect(
    judgeOf("LTC.LTC", "ETH.ETH", { rows: [row("LTC")] }).verdict,
    "halted beats unknown",
  ).toBe("halted");
  expect(judgeOf("BTC.BTC", "ETH.ETH", { ageMs: 45_000, mimir: { HALTBTCTRADING: 1 } })).toEqual({
    verdict: "halted",
    haltedBy: ["HALTBTCTRADING"],
    reason: clockReasons.late(45),
  });
  expect(judgeOf("BTC.BTC", "ETH.ETH", { ageMs: 45_000 }).verdict).toBe("unknown");
  const lagging = { height: H - 6, second: { rows: null }, mimir: { HALTBTCTRADING: 1 } };
  expect(judgeOf("BTC.BTC", "ETH.ETH", lagging).reason, "by older data alone").toEqual(
    nodeReasons.behindNetwork,
  );
  const mixed = { ...lagging, second: { rows: null, mimir: { HALTETHTRADING: 1 } } };
  expect(judgeOf("BTC.BTC", "ETH.ETH", mixed), "one side by fresh data").toEqual(
    halted("HALTBTCTRADING", "HALTETHTRADING"),
  );
});

test("a synth, trade or secured asset is sold on the native chain, and is halted with its layer-1 chain", () => {
  const pools = poolMap(pool("BTC.BTC"), pool("ETH.ETH"));
  const judgeOf = (from: string, mimir: Mimir) => {
    const evidence = toEvidence({ mimir: { TRADEACCOUNTSENABLED: 1, ...mimir } });
    return judgePair(evidence, judge(evidence), [from, "BTC.BTC"], pools);
  };
  for (const form of ["ETH/ETH", "ETH~ETH", "ETH-ETH"]) {
    expect(judgeOf(form, { HALTTHORCHAIN: 1 }), form).toEqual(halted("HALTTHORCHAIN"));
    expect(judgeOf(form, { HALTETHCHAIN: 1 }), form).toEqual(halted("HALTETHCHAIN"));
    expect(judgeOf(form, {}), form).toEqual(open);
  }
  expect(judgeOf("ETH.ETH", { HALTTHORCHAIN: 1 })).toEqual(open);
});

test("a pool on which the nodes differ is unknown, whatever else is open; a halt of its chain stays", () => {
  const doubted = {
    ...pool("ETH.ETH"),
    doubt: { code: "providers_disagree", text: "status" },
  } as const;
  const judgeOf = (facts: Facts) => {
    const evidence = toEvidence(facts);
    return judgePool(evidence, judge(evidence), doubted);
  };
  expect(judgeOf({})).toEqual(unknown({ code: "providers_disagree", text: "status" }));
  expect(judgeOf({ mimir: { HALTETHCHAIN: 1 } })).toEqual(halted("HALTETHCHAIN"));
});
