// The one moment after which nobody should send: 15 minutes from now, or so long before a halt that the deposit is confirmed by then.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { haltReasons } from "../../../../lib/protocol/safety/reasons.ts";
import {
  isTooLate,
  LATE_CHANCE,
  sendDeadline,
  slowConfirmationMs,
} from "../../../../lib/protocol/safety/send-before.ts";
import { H, NOW, toEvidence } from "./halt-evidence.ts";

const none = { confirmationSeconds: 0, blockSeconds: 600 };
const oneHour = { confirmationSeconds: 3_600, blockSeconds: 600 };
const MINUTE_MS = 60_000;
const due = haltReasons.due;
/** Ten blocks a minute. */
const inMinutes = (minutes: number) => H + minutes * 10;

const rows: [
  what: string,
  mimir: Record<string, number>,
  scope: { chains?: string[]; assets?: string[]; confirmationSeconds?: number; blockSeconds?: number },
  left: number | "due",
][] = [
  ["no halt", {}, {}, 15 * MINUTE_MS],
  ["a halt of the chain", { HALTBTCTRADING: inMinutes(10) }, {}, 10 * MINUTE_MS - 6_000],
  [
    "one block that comes at random may take 4.6 times its time",
    { HALTBTCTRADING: inMinutes(10) },
    { confirmationSeconds: 60, blockSeconds: 60 },
    10 * MINUTE_MS - 277_000 - 6_000,
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
  ["the next block but one, a second of confirmations", { HALTBTCTRADING: H + 2 }, { confirmationSeconds: 2 }, "due"],
  ["with less than that", { HALTBTCTRADING: H + 2 }, { confirmationSeconds: 1 }, 1_000],
];
for (const [what, mimir, { chains = ["BTC"], assets = [], confirmationSeconds = 0, blockSeconds = 1 }, left] of rows) {
  test(`${what}: ${left === "due" ? "too late" : `${left / 1_000} s`}`, () => {
    const deadline = sendDeadline(toEvidence({ mimir, ageMs: 0 }), {
      chains,
      assets,
      confirmationSeconds,
      blockSeconds,
    });
    expect(deadline).toEqual(left === "due" ? due : NOW + left);
  });
}

test("a halt whose time nobody can tell is no reason to be late", () => {
  const halt = { parameter: "HALTTRADING", value: H, height: H };
  expect(isTooLate({ ...halt, estimatedTimeMs: null }, oneHour, NOW)).toBe(false);
  expect(isTooLate({ ...halt, estimatedTimeMs: NOW + 6_000 }, none, NOW)).toBe(true);
  expect(isTooLate({ ...halt, estimatedTimeMs: NOW + 6_001 }, none, NOW)).toBe(false);
});

test.describe("of deposits whose blocks come at random, at most 1 in 100 is later than the time that is allowed", () => {
  /** The share of waits for so many blocks that are longer than `times` the average: the Poisson sum of fewer blocks in that time. */
  const lateShare = (blocks: number, times: number) => {
    const mean = blocks * times;
    let [term, sum] = [Math.exp(-mean), 0];
    for (let count = 0; count < blocks; count += 1) {
      sum += term;
      term *= mean / (count + 1);
    }
    return sum;
  };
  for (const blocks of [1, 2, 3, 6, 10, 20, 60]) {
    test(`${blocks} blocks`, () => {
      const confirmationSeconds = blocks * 600;
      const times = slowConfirmationMs({ confirmationSeconds, blockSeconds: 600 }) / 1_000 / confirmationSeconds;
      expect(LATE_CHANCE).toContain("at most 1 deposit in 100 is late");
      expect(lateShare(blocks, times)).toBeLessThanOrEqual(0.0101);
      expect(lateShare(blocks, times), "and no more caution than that").toBeGreaterThan(0.0095);
    });
  }
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
          blockSeconds: 600,
        });
        const met = Object.entries(mimir).filter(([name]) => name !== "HALTETHTRADING");
        const haltsMs = met.map(([, height]) => NOW + (height - H) * 6_000);
        const lastMs = Math.min(...haltsMs) - 6_000 - slowConfirmationMs({ confirmationSeconds, blockSeconds: 600 });
        if (typeof deadline === "number") {
          expect(deadline).toBe(Math.min(NOW + 15 * MINUTE_MS, lastMs));
          expect(deadline).toBeGreaterThan(NOW);
        } else expect(lastMs).toBeLessThanOrEqual(NOW);
      },
    ),
  );
});
