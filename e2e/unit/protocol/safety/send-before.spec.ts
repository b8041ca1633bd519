// The one moment after which nobody should send: 15 minutes from now, or so long before a halt that the whole swap is done.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { haltReasons } from "../../../../lib/protocol/safety/reasons.ts";
import {
  isHaltTooSoon,
  type SwapPath,
  sendDeadline,
} from "../../../../lib/protocol/safety/send-before.ts";
import { H, NOW, toEvidence } from "./halt-evidence.ts";

const MINUTE_MS = 60_000;
/** Ten blocks a minute. */
const inMinutes = (minutes: number) => H + minutes * 10;
const ofBitcoin: SwapPath = {
  chains: ["BTC"],
  assets: [],
  confirmationSeconds: 0,
  payoutSeconds: 0,
};

const rows: [
  what: string,
  mimir: Record<string, number>,
  path: Partial<SwapPath>,
  minutes: number | "too late",
][] = [
  ["no halt", {}, {}, 15],
  ["a halt of the chain", { HALTBTCTRADING: inMinutes(40) }, {}, 10],
  ["a halt of every chain", { HALTTRADING: inMinutes(40) }, {}, 10],
  ["a halt of a chain whole", { HALTBTCCHAIN: inMinutes(40) }, {}, 10],
  ["of two the sooner", { HALTBTCTRADING: inMinutes(40), HALTTRADING: inMinutes(35) }, {}, 5],
  ["of another chain", { HALTETHTRADING: inMinutes(40) }, {}, 15],
  ["of one of two chains", { HALTETHTRADING: inMinutes(40) }, { chains: ["BTC", "ETH"] }, 10],
  ["of an asset", { HALTTCYTRADING: inMinutes(40) }, { assets: ["THOR.TCY"] }, 10],
  ["of payouts, where none counts", { HALTSIGNING: inMinutes(1) }, {}, 15],
  ["of all payouts", { HALTSIGNING: inMinutes(40) }, { signedChains: [] }, 10],
  ["of payouts on the target", { HALTSIGNINGETH: inMinutes(40) }, { signedChains: ["ETH"] }, 10],
  ["of payouts on the source", { HALTSIGNINGBTC: inMinutes(1) }, { signedChains: ["ETH"] }, 15],
  ["a halt after 45 minutes", { HALTBTCTRADING: inMinutes(45) }, {}, 15],
  ["in half an hour", { HALTBTCTRADING: inMinutes(30) }, {}, "too late"],
  [
    "six times the confirmations",
    { HALTBTCTRADING: inMinutes(65) },
    { confirmationSeconds: 600 },
    5,
  ],
  [
    "and less than that",
    { HALTBTCTRADING: inMinutes(60) },
    { confirmationSeconds: 600 },
    "too late",
  ],
  [
    "a swap of 30 minutes and its delay",
    { HALTTRADING: inMinutes(50) },
    { payoutSeconds: 2_400 },
    10,
  ],
  [
    "the same, and the halt sooner",
    { HALTTRADING: inMinutes(40) },
    { payoutSeconds: 2_400 },
    "too late",
  ],
  [
    "parts that wait, and a halt in 24 hours",
    { HALTTRADING: inMinutes(1_440) },
    { payoutSeconds: null },
    "too late",
  ],
  [
    "parts that wait, and a halt after it",
    { HALTTRADING: inMinutes(1_445) },
    { payoutSeconds: null },
    5,
  ],
];
for (const [what, mimir, path, minutes] of rows) {
  test(`${what}: ${minutes === "too late" ? minutes : `${minutes} minutes`}`, () => {
    const deadline = sendDeadline(toEvidence({ mimir, ageMs: 0 }), { ...ofBitcoin, ...path });
    expect(deadline).toEqual(minutes === "too late" ? haltReasons.soon : NOW + minutes * MINUTE_MS);
  });
}

test("no swap is done before a halt within half an hour; one whose time nobody can tell is none", () => {
  const halt = { parameter: "HALTTRADING", value: H, height: H };
  expect(isHaltTooSoon({ ...halt, estimatedTimeMs: null }, NOW)).toBe(false);
  expect(isHaltTooSoon({ ...halt, estimatedTimeMs: NOW + 30 * MINUTE_MS }, NOW)).toBe(true);
  expect(isHaltTooSoon({ ...halt, estimatedTimeMs: NOW + 30 * MINUTE_MS + 1 }, NOW)).toBe(false);
});

test("what is sent by the deadline has its whole path before every halt that it could meet", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("HALTTRADING", "HALTBTCTRADING", "HALTBTCCHAIN", "HALTETHTRADING"),
        fc.integer({ min: H + 2, max: H + 2_000 }),
        { maxKeys: 3 },
      ),
      fc.integer({ min: 0, max: 1_200 }),
      fc.integer({ min: 0, max: 3_600 }),
      (mimir, confirmationSeconds, payoutSeconds) => {
        const path = { ...ofBitcoin, confirmationSeconds, payoutSeconds };
        const deadline = sendDeadline(toEvidence({ mimir, ageMs: 0 }), path);
        const met = Object.entries(mimir).filter(([name]) => name !== "HALTETHTRADING");
        const haltsMs = met.map(([, height]) => NOW + (height - H) * 6_000);
        const pathMs = Math.max(30 * MINUTE_MS, (confirmationSeconds * 6 + payoutSeconds) * 1_000);
        const lastMs = Math.min(...haltsMs) - pathMs;
        if (typeof deadline === "number") {
          expect(deadline).toBe(Math.min(NOW + 15 * MINUTE_MS, lastMs));
          expect(deadline).toBeGreaterThan(NOW);
        } else expect(lastMs).toBeLessThanOrEqual(NOW);
      },
    ),
  );
});
