// What counts as a contradiction between two nodes, and which of them are slow.
import { expect, test } from "@playwright/test";
import type { NodeEvidence } from "../../../../lib/protocol/safety/evidence.ts";
import { areAlike } from "../../../../lib/protocol/safety/node-agreement.ts";
import { createPace, SLOW_MS } from "../../../../lib/protocol/safety/node-pace.ts";
import type { NodeReading } from "../../../../lib/protocol/safety/node-reading.ts";
import { createProvider } from "../../../../lib/protocol/upstream/provider.ts";
import { soundFlags } from "../../../support/wire.ts";
import { H } from "./halt-evidence.ts";

const row = {
  chain: "BTC",
  address: "vault",
  router: "0xrouter",
  ...soundFlags(),
  gas_rate: "100",
  gas_rate_units: "satsperbyte",
  outbound_fee: 1_000n,
  dust_threshold: 10n,
};
const other = { ...row, chain: "ETH" };
const node = (change: Partial<NodeEvidence> = {}): NodeEvidence => ({
  height: H,
  mimir: { HALTTRADING: 0, L1SLIPMINBPS: 5 },
  rows: [row],
  ...change,
});
const withRow = (change: object) => node({ rows: [{ ...row, ...change }] });
const without = (name: string) =>
  node({
    rows: [Object.fromEntries(Object.entries(row).filter(([key]) => key !== name)) as typeof row],
  });

const pairs: readonly [what: string, a: NodeEvidence, b: NodeEvidence, isAlike: boolean][] = [
  ["the same", node(), node(), true],
  ["some blocks apart", node(), node({ height: H - 5 }), true],
  ["another address", node(), withRow({ address: "thief" }), false],
  ["another router", node(), withRow({ router: "0xthief" }), false],
  ["no router and a blank one", without("router"), withRow({ router: "" }), true],
  ["a halted row", node(), withRow({ halted: true }), false],
  ["a halted network", node(), withRow({ global_trading_paused: true }), false],
  ["a halted chain", node(), withRow({ chain_trading_paused: true }), false],
  ["a pause of liquidity", node(), withRow({ chain_lp_actions_paused: true }), false],
  ["a flag left out", node(), without("halted"), false],
  ["another unit of gas", node(), withRow({ gas_rate_units: "gwei" }), false],
  ["another dust", node(), withRow({ dust_threshold: 11n }), false],
  ["a fee 10 % apart", node(), withRow({ outbound_fee: 900n }), true],
  ["a fee further apart", node(), withRow({ outbound_fee: 899n }), false],
  ["a fee left out", node(), without("outbound_fee"), false],
  ["no fee in both", without("outbound_fee"), without("outbound_fee"), true],
  ["a rate 10 % apart", node(), withRow({ gas_rate: "90" }), true],
  ["a rate further apart", node(), withRow({ gas_rate: "89" }), false],
  ["a rate that is no number", node(), withRow({ gas_rate: "1e9" }), false],
  [
    "equal rates that are no numbers",
    withRow({ gas_rate: "1.5" }),
    withRow({ gas_rate: "1.5" }),
    true,
  ],
  ["a chain more", node(), node({ rows: [row, other] }), false],
  ["a row twice", node(), node({ rows: [row, row] }), false],
  [
    "a row more, another address",
    node({ rows: [row, row] }),
    node({ rows: [row, { ...row, address: "thief" }] }),
    false,
  ],
  ["rows in another order", node({ rows: [other, row] }), node({ rows: [row, other] }), true],
  ["rows that were not read", node(), node({ rows: null }), true],
  ["an empty list of rows", node(), node({ rows: [] }), true],
  ["another vote", node(), node({ mimir: { HALTTRADING: 1, L1SLIPMINBPS: 5 } }), false],
  [
    "a vote more",
    node(),
    node({ mimir: { HALTTRADING: 0, L1SLIPMINBPS: 5, HALTBTCCHAIN: 1 } }),
    false,
  ],
  [
    "a vote of 0 more",
    node(),
    node({ mimir: { HALTTRADING: 0, L1SLIPMINBPS: 5, HALTBTCCHAIN: 0 } }),
    false,
  ],
  [
    "an unset vote, listed",
    node(),
    node({ mimir: { HALTTRADING: 0, L1SLIPMINBPS: 5, HALTBTCCHAIN: -1 } }),
    true,
  ],
  ["two ways to write an unset vote", node({ mimir: { A: -1 } }), node({ mimir: { A: -2 } }), true],
  ["parameters that were not read", node(), node({ mimir: null }), true],
];
for (const [what, a, b, isAlike] of pairs) {
  test(`${what}: ${isAlike ? "no contradiction" : "a contradiction"}`, () => {
    expect([areAlike(a, b), areAlike(b, a)]).toEqual([isAlike, isAlike]);
  });
}

test("a node is slow whose median of a minute is above a second, by three readings at least", () => {
  let nowMs = 1_000_000;
  const pace = createPace(() => nowMs);
  const provider = createProvider({
    kind: "node",
    index: 0,
    baseUrl: "https://node.test",
    transport: () => Promise.reject(new Error("not asked")),
    now: () => nowMs,
  });
  const note = (...tookMs: number[]) => {
    nowMs += 5_000;
    const calls = tookMs.map((ms) => ({ askedAtMs: nowMs, tookMs: ms }));
    pace.note({ provider, calls } as unknown as NodeReading);
    return pace.isSlow(provider);
  };
  expect(pace.isSlow(provider)).toBe(false);
  expect([note(SLOW_MS + 1), note(SLOW_MS + 1), note(SLOW_MS + 1)]).toEqual([false, false, true]);
  // The slowest call of a reading counts, and a reading counts once.
  expect([note(1), note(1, SLOW_MS + 1, 2), note(), note(1), note(1), note(1)]).toEqual(
    Array(6).fill(true),
  );
  expect(note(1)).toBe(false);
  expect(note(SLOW_MS), "a second is not slow").toBe(false);
  for (let reading = 0; reading < 12; reading++) note(SLOW_MS + 1);
  expect(pace.isSlow(provider)).toBe(true);
  nowMs += 50_000;
  expect(pace.isSlow(provider)).toBe(true);
  nowMs += 1_000;
  expect(pace.isSlow(provider), "too few are of the last minute").toBe(false);
  nowMs += 120_000;
  expect([note(1_500), note(300), note(9_000)], "the median of figures, not of texts").toEqual([
    false,
    false,
    true,
  ]);
  nowMs -= 120_000;
  expect(pace.isSlow(provider), "what a clock that was set back calls the future").toBe(false);
});
