// "Can I send?" is answered before anything else is said, and a scheduled halt is a no exactly where deposits are not open for it.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { judgeDeposits } from "../../../../../lib/protocol/safety/inbound-gate.ts";
import { networkSign } from "../../../../../lib/protocol/safety/sign.ts";
import { chainAnswers } from "../../../../../lib/site/live/status/view.ts";
import {
  chainOf,
  type Facts,
  H,
  NOW,
  row,
  toEvidence,
} from "../../../protocol/safety/halt-evidence.ts";

const answers = (chain: string, mimir: Record<string, number>) => {
  const evidence = toEvidence({ mimir, ageMs: 0 });
  const judged = chainOf({ mimir, ageMs: 0 }, chain);
  return chainAnswers(
    { ...judged, deposits: judgeDeposits(evidence, judged) },
    evidence.preset,
    NOW,
  );
};
const MINUTE = 10;
const HOUR = 600;

const late = "halted: no, halts soon";
const soon = (time: string) =>
  [`scheduled: yes, halts in ${time}`, `scheduled: yes, halts in ${time}`] as const;

const rows: [
  name: string,
  chain: string,
  mimir: Record<string, number>,
  send: string,
  receive: string,
][] = [
  ["open", "BTC", {}, "open: yes", "open: yes"],
  ["halted", "BTC", { HALTBTCTRADING: 1 }, "halted: no, halted", "halted: no, halted"],
  ["payouts wait", "BTC", { HALTSIGNINGBTC: 1 }, "open: yes", "warned: no, payouts wait"],
  ["within half an hour", "ETH", { HALTTRADING: H + 30 * MINUTE }, late, late],
  ["after half an hour", "ETH", { HALTTRADING: H + 31 * MINUTE }, ...soon("31 minutes")],
  [
    "within six blocks of the chain",
    "BTC",
    { HALTBTCTRADING: H + 60 * MINUTE },
    late,
    "scheduled: yes, halts in 1 hour",
  ],
  ["in time", "BTC", { HALTBTCTRADING: H + 61 * MINUTE }, ...soon("61 minutes")],
  ["within the longest swap", "ETH", { HALTETHCHAIN: H + 24 * HOUR }, ...soon("24 hours")],
  [
    "after the longest swap",
    "ETH",
    { HALTETHCHAIN: H + 25 * HOUR },
    "open: yes, halts in 25 hours",
    "open: yes, halts in 25 hours",
  ],
  ["payouts halt soon", "BTC", { HALTSIGNINGBTC: H + 30 * MINUTE }, "open: yes", late],
  [
    "payouts halt later",
    "BTC",
    { HALTSIGNINGBTC: H + 40 * MINUTE },
    "open: yes",
    "scheduled: yes, halts in 40 minutes",
  ],
  ["all payouts halt soon", "ETH", { HALTSIGNING: H + 30 * MINUTE }, late, late],
];
for (const [name, chain, mimir, send, receive] of rows) {
  test(`${name}: ${send}`, () => {
    const told = answers(chain, mimir).map(({ state, word }) => `${state}: ${word}`);
    expect(told.slice(0, 2)).toEqual([send, receive]);
  });
}

test("liquidity has an answer of its own, and its halts are told there only", () => {
  const rows: [mimir: Record<string, number>, told: string[]][] = [
    [{ PAUSELPBTC: 1 }, ["open: yes", "open: yes", "halted: no, paused"]],
    [{ PAUSELP: H + MINUTE }, ["open: yes", "open: yes", "scheduled: yes, halts in 1 minute"]],
    [{ HALTBTCTRADING: 1 }, ["halted: no, halted", "halted: no, halted", "halted: no, paused"]],
    [
      { HALTBTCTRADING: H + 2 * HOUR, PAUSELPBTC: H + 5 * MINUTE },
      [
        "scheduled: yes, halts in 2 hours",
        "scheduled: yes, halts in 2 hours",
        "scheduled: yes, halts in 5 minutes",
      ],
    ],
  ];
  for (const [mimir, told] of rows) {
    expect(answers("BTC", mimir).map(({ state, word }) => `${state}: ${word}`)).toEqual(told);
  }
});

test("what is not known is neither a yes nor a no, and a halt beside it is a no", () => {
  const told = (facts: Facts) => {
    const { preset } = toEvidence(facts);
    return chainAnswers(chainOf(facts, "BTC"), preset, NOW).map(
      ({ state, word }) => `${state}: ${word}`,
    );
  };
  const three = (text: string) => [text, text, text];
  const vault = { second: { rows: [row("BTC", { address: "elsewhere" })] } };
  expect(told({ rows: [row("BTC")], ...vault }).slice(0, 2)).toEqual([
    "unknown: sources disagree",
    "unknown: sources disagree",
  ]);
  expect(told({ ageMs: 31_000 })).toEqual(three("unknown: not checked"));
  expect(told({ rows: [row("ETH")] })).toEqual(three("unknown: not listed"));
  expect(told({ rows: [row("BTC", { address: "" })], mimir: { HALTSIGNINGBTC: 1 } })[1]).toBe(
    "warned: no, payouts wait",
  );
});

test("the soonest of several halts is told", () => {
  const mimir = {
    HALTBTCCHAIN: H + 2 * HOUR,
    HALTBTCTRADING: H + 1.5 * HOUR,
    HALTTRADING: H + 3 * HOUR,
  };
  expect(answers("BTC", mimir)[0].word).toBe("yes, halts in 90 minutes");
});

const halts = fc.dictionary(
  fc.constantFrom(
    "HALTTRADING",
    "HALTBTCTRADING",
    "HALTETHCHAIN",
    "HALTSIGNING",
    "PAUSELPBTC",
    "HALTDOGETRADING",
  ),
  fc.integer({ min: H + 2, max: H + 30 * HOUR }),
  { maxKeys: 3 },
);

test("a scheduled halt is a no where deposits are not open for it, and green only where the sign does not warn", () => {
  let late = 0;
  fc.assert(
    fc.property(halts, fc.constantFrom("BTC", "ETH", "DOGE"), (mimir, chain) => {
      const evidence = toEvidence({ mimir, ageMs: 0 });
      const known = chainOf({ mimir, ageMs: 0 }, chain);
      const judged = { ...known, deposits: judgeDeposits(evidence, known) };
      const [send, receive] = chainAnswers(judged, evidence.preset, NOW);
      const isWithheld = judged.deposits.reason?.code === "halts_soon";
      late += isWithheld ? 1 : 0;
      const assetHalts = { assets: [], halted: [], scheduled: [] };
      const facts = {
        network: judged.trading,
        chains: [judged],
        assetHalts,
        isPartsPaused: false,
        payoutEnd: { afterSeconds: "never" as const, isSwappedBack: true },
      };
      const sign = networkSign({ ...facts, preset: evidence.preset, nowMs: NOW });
      const isGreen = send.state === "open" && receive.state === "open";
      expect({ no: send.word.startsWith("no"), isGreen }).toEqual({
        no: isWithheld,
        isGreen: sign.state === "open",
      });
    }),
    { numRuns: 500 },
  );
  expect(late).toBeGreaterThan(0);
});
