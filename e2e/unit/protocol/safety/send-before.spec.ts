// The one moment after which nobody should send: 15 minutes from now, or so long before a halt that the deposit is confirmed by then.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { confirmedWithinMs, isTooLate, sendDeadline } from "../../../../lib/protocol/safety/send-before.ts";
import { H, NOW, toEvidence } from "./halt-evidence.ts";

const MINUTE_MS = 60_000;
const due = { code: "halt_due", text: "a halt is scheduled before a deposit sent now would be confirmed" };
/** Ten blocks a minute. */
const inMinutes = (minutes: number) => H + minutes * 10;

const rows: [
  what: string,
  mimir: Record<string, number>,
  scope: { chains?: string[]; assets?: string[]; confirmationSeconds?: number },
  left: number | "due",
][] = [
  ["no halt", {}, {}, 15 * MINUTE_MS],
  ["a halt of the chain", { HALTBTCTRADING: inMinutes(10) }, {}, 10 * MINUTE_MS - 6_000],
  [
    "its confirmations count twice",
    { HALTBTCTRADING: inMinutes(10) },
    { confirmationSeconds: 120 },
    6 * MINUTE_MS - 6_000,
  ],
  ["a halt of every chain", { HALTTRADING: inMinutes(10) }, {}, 10 * MINUTE_MS - 6_000],
  ["a halt of a chain whole", { HALTBTCCHAIN: inMinutes(10) }, {}, 10 * MINUTE_MS - 6_000],
  ["of two the sooner", { HALTBTCTRADING: inMinutes(10), HALTTRADING: inMinutes(5) }, {}, 5 * MINUTE_MS - 6_000],
  ["of another chain", { HALTETHTRADING: inMinutes(10) }, {}, 15 * MINUTE_MS],
  ["of one of two chains", { HALTETHTRADING: inMinutes(10) }, { chains: ["BTC", "ETH"] }, 10 * MINUTE_MS - 6_000],
  ["of an asset", { HALTTCYTRADING: inMinutes(10) }, { assets: ["THOR.TCY"] }, 10 * MINUTE_MS - 6_000],
  ["of payouts only", { HALTSIGNINGBTC: inMinutes(10), HALTSIGNING: inMinutes(10) }, {}, 15 * MINUTE_MS],
  ["a halt just after the 15 minutes and a block", { HALTBTCTRADING: inMinutes(15) + 1 }, {}, 15 * MINUTE_MS],
  ["a halt after 15 minutes", { HALTBTCTRADING: inMinutes(15) }, {}, 15 * MINUTE_MS - 6_000],
  ["two blocks ahead there is one block's time", { HALTBTCTRADING: H + 2 }, {}, 6_000],
  [
    "the next block but one, with a second of confirmations",
    { HALTBTCTRADING: H + 2 },
    { confirmationSeconds: 3 },
    "due",
  ],
  ["with less than that", { HALTBTCTRADING: H + 2 }, { confirmationSeconds: 2 }, 2_000],
];
for (const [what, mimir, { chains = ["BTC"], assets = [], confirmationSeconds = 0 }, left] of rows) {
  test(`${what}: ${left === "due" ? "too late" : `${left / 1_000} s`}`, () => {
    const deadline = sendDeadline(toEvidence({ mimir, ageMs: 0 }), { chains, assets, confirmationSeconds });
    expect(deadline).toEqual(left === "due" ? due : NOW + left);
  });
}

test("a halt whose time nobody can tell is no reason to be late", () => {
  const halt = { parameter: "HALTTRADING", value: H, height: H };
  expect(isTooLate({ ...halt, estimatedTimeMs: null }, 600, NOW)).toBe(false);
  expect(isTooLate({ ...halt, estimatedTimeMs: NOW + 6_000 }, 0, NOW)).toBe(true);
  expect(isTooLate({ ...halt, estimatedTimeMs: NOW + 6_001 }, 0, NOW)).toBe(false);
});

test("a deposit sent at the last moment may take its confirmations twice", () => {
  expect(confirmedWithinMs(0)).toBe(15 * MINUTE_MS);
  expect(confirmedWithinMs(600)).toBe(35 * MINUTE_MS);
});

test("what is sent by the deadline is confirmed a block before every halt that it could meet", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("HALTTRADING", "HALTBTCTRADING", "HALTBTCCHAIN", "HALTETHTRADING"),
        fc.integer({ min: H + 2, max: H + 1_000 }),
        { maxKeys: 3 },
      ),
      fc.integer({ min: 0, max: 1_200 }),
      (mimir, confirmationSeconds) => {
        const deadline = sendDeadline(toEvidence({ mimir, ageMs: 0 }), {
          chains: ["BTC"],
          assets: [],
          confirmationSeconds,
        });
        const met = Object.entries(mimir).filter(([name]) => name !== "HALTETHTRADING");
        const haltsMs = met.map(([, height]) => NOW + (height - H) * 6_000);
        const lastMs = Math.min(...haltsMs) - 6_000 - 2_000 * confirmationSeconds;
        if (typeof deadline === "number") {
          expect(deadline).toBe(Math.min(NOW + 15 * MINUTE_MS, lastMs));
          expect(deadline).toBeGreaterThan(NOW);
        } else expect(lastMs).toBeLessThanOrEqual(NOW);
      },
    ),
  );
});
