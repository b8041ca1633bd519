// "Can I send?" is answered before anything else is said, and a scheduled halt is a no exactly where the deposit address is withheld for it.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { judge } from "../../../../../lib/protocol/safety/halts.ts";
import { gateInbound } from "../../../../../lib/protocol/safety/inbound-gate.ts";
import { networkSign } from "../../../../../lib/protocol/safety/sign.ts";
import { chainAnswers } from "../../../../../lib/site/live/status/chain-answers.ts";
import { chainOf, H, NOW, toEvidence } from "../../../protocol/safety/halt-evidence.ts";

const answers = (chain: string, mimir: Record<string, number>) => {
  const evidence = toEvidence({ mimir, ageMs: 0 });
  return chainAnswers(chainOf({ mimir, ageMs: 0 }, chain), evidence.preset, NOW);
};
const MINUTE = 10;
const HOUR = 600;

const rows: [name: string, chain: string, mimir: Record<string, number>, send: string, receive: string][] = [
  ["open", "BTC", {}, "open: yes", "open: yes"],
  ["halted", "BTC", { HALTBTCTRADING: 1 }, "halted: no, halted", "halted: no, halted"],
  ["payouts wait", "BTC", { HALTSIGNINGBTC: 1 }, "open: yes", "warned: no, payouts wait"],
  [
    "too late for two blocks of the chain",
    "BTC",
    { HALTBTCTRADING: H + 20 * MINUTE },
    "halted: no, halts in 20 minutes",
    "scheduled: yes, halts in 20 minutes",
  ],
  [
    "in time",
    "BTC",
    { HALTBTCTRADING: H + 21 * MINUTE },
    "scheduled: yes, halts in 21 minutes",
    "scheduled: yes, halts in 21 minutes",
  ],
  [
    "in time on a faster chain",
    "ETH",
    { HALTTRADING: H + MINUTE },
    "scheduled: yes, halts in 1 minute",
    "scheduled: yes, halts in 1 minute",
  ],
  [
    "within the longest swap",
    "ETH",
    { HALTETHCHAIN: H + 24 * HOUR },
    "scheduled: yes, halts in 24 hours",
    "scheduled: yes, halts in 24 hours",
  ],
  [
    "after the longest swap",
    "ETH",
    { HALTETHCHAIN: H + 25 * HOUR },
    "open: yes, halts in 25 hours",
    "open: yes, halts in 25 hours",
  ],
  ["payouts halt later", "BTC", { HALTSIGNINGBTC: H + MINUTE }, "open: yes", "scheduled: yes, halts in 1 minute"],
];
for (const [name, chain, mimir, send, receive] of rows) {
  test(`${name}: ${send}`, () => {
    const told = answers(chain, mimir).map(({ state, word }) => `${state}: ${word}`);
    expect(told.slice(0, 2)).toEqual([send, receive]);
  });
}

const halts = fc.dictionary(
  fc.constantFrom("HALTTRADING", "HALTBTCTRADING", "HALTETHCHAIN", "HALTSIGNING", "PAUSELPBTC", "HALTDOGETRADING"),
  fc.integer({ min: H + 2, max: H + 30 * HOUR }),
  { maxKeys: 3 },
);

test("a scheduled halt is a no where the address is withheld for it, and green only where the sign does not warn", () => {
  let late = 0;
  fc.assert(
    fc.property(halts, fc.constantFrom("BTC", "ETH", "DOGE"), (mimir, chain) => {
      const evidence = toEvidence({ mimir, ageMs: 0 });
      const verdicts = judge(evidence);
      const judged = chainOf({ mimir, ageMs: 0 }, chain);
      const [send, receive] = chainAnswers(judged, evidence.preset, NOW);
      const isWithheld = gateInbound(evidence, verdicts, chain).reason?.code === "halt_due";
      late += isWithheld ? 1 : 0;
      expect(send.word.startsWith("no")).toBe(isWithheld);
      const facts = { network: judged.trading, chains: [judged], isPartsPaused: false };
      const sign = networkSign({ ...facts, preset: evidence.preset, nowMs: NOW });
      const isGreen = send.state === "open" && receive.state === "open";
      expect(isGreen).toBe(sign.state === "open");
    }),
    { numRuns: 500 },
  );
  expect(late).toBeGreaterThan(0);
});
