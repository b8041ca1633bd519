// Verdicts in doubt: of facts that are missing, old or behind nothing is open, and a halted stands for 600 s of block time.
import { expect, test } from "@playwright/test";
import type { Reason } from "../../../../lib/protocol/model/verdicts.ts";
import { type Verdicts, withoutOpen } from "../../../../lib/protocol/safety/evidence.ts";
import { compareHaltParameters } from "../../../../lib/protocol/safety/halt-parameters.ts";
import { judge } from "../../../../lib/protocol/safety/halts.ts";
import { clockReasons, haltReasons, nodeReasons } from "../../../../lib/protocol/safety/reasons.ts";
import type { Mimir } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import {
  chainOf,
  type Facts,
  H,
  halted,
  NOW,
  open,
  questions,
  toEvidence,
  unknown,
} from "./halt-evidence.ts";

const noNodes = toEvidence().noNodesReason;
const unreadable: [string, Facts, reason: Reason, alsoSigning: boolean][] = [
  ["no node", { nodes: [] }, noNodes, true],
  ["neither a node nor a clock", { nodes: [], noClock: true }, noNodes, true],
  ["no node and a stale clock", { nodes: [], ageMs: 30_001 }, clockReasons.late(31), true],
  ["no mimir", { mimir: null }, nodeReasons.unread("mimir"), true],
  ["no rows", { rows: null }, nodeReasons.unread("inbound_addresses"), false],
  ["an empty list of rows", { rows: [] }, nodeReasons.unread("inbound_addresses"), false],
  ["no node height", { height: null }, nodeReasons.unread("lastblock"), true],
  ["no clock", { noClock: true }, clockReasons.unread, true],
  ["a stale clock", { ageMs: 30_001 }, clockReasons.late(31), true],
  ["a frozen chain", { ageMs: 60_001 }, clockReasons.stopped(61), true],
  [
    "a height that stands still",
    { heightUnchangedMs: 60_001 },
    clockReasons.heightUnchanged(61),
    true,
  ],
  ["a block in the future", { ageMs: -5_001 }, clockReasons.ahead(6), true],
  ["a node 6 blocks behind", { height: H - 6 }, nodeReasons.offClock(6), true],
  ["a node 6 blocks ahead", { height: H + 6 }, nodeReasons.offClock(6), true],
];
for (const [name, facts, reason, alsoSigning] of unreadable) {
  test(`with ${name} nothing is open`, () => {
    const verdicts = judge(toEvidence(facts));
    expect(verdicts.network).toEqual(unknown(reason));
    const eth = verdicts.chains.get("ETH");
    for (const question of ["trading", "deposits", "liquidity"] as const)
      expect(eth?.[question]).toEqual(unknown(reason));
    expect(eth?.signing).toEqual(alsoSigning ? unknown(reason) : open);
  });
}

test("up to 30 s and 5 blocks all may be open", () => {
  for (const facts of [
    { ageMs: 30_000 },
    { ageMs: -5_000 },
    { height: H - 5 },
    { height: H + 5 },
    { heightUnchangedMs: 60_000 },
  ]) {
    expect(chainOf(facts, "ETH").trading, JSON.stringify(facts)).toEqual(open);
  }
});

test("asymmetric staleness: data that says halted may be repeated to 600 s, marked; what it calls open may not", () => {
  const mimir = { HALTETHTRADING: 1 };
  for (const [ageMs, verdict] of [
    [30_001, "halted"],
    [60_001, "halted"],
    [600_000, "halted"],
    [600_001, "unknown"],
  ] as const) {
    const eth = chainOf({ mimir, ageMs }, "ETH").trading;
    expect(eth.verdict, `${ageMs}`).toBe(verdict);
    expect(eth.reason).toMatchObject({
      code: "stale",
      text: expect.stringMatching(/^the newest block is \d+ (seconds|minutes?) old/),
    });
    expect(eth.haltedBy).toEqual(verdict === "halted" ? ["HALTETHTRADING"] : []);
    expect(chainOf({ mimir, ageMs }, "BTC").trading.verdict).toBe("unknown");
  }
  expect(
    chainOf({ mimir, ageMs: -5_001 }, "ETH").trading.verdict,
    "a skewed clock dates nothing",
  ).toBe("unknown");
  expect(chainOf({ mimir, rows: null }, "ETH").trading).toEqual(halted("HALTETHTRADING"));
});

test("a halted read before is repeated while the clock is not fresh, for 600 s of block time", () => {
  const before = (agoMs: number, mimir: Mimir = { HALTETHTRADING: 1, HALTSIGNINGETH: 1 }) =>
    ({ ...judge(toEvidence({ mimir })), blockTimeMs: NOW - agoMs }) as Verdicts;
  const gone = { nodes: [], noClock: true };
  const repeated = chainOf({ ...gone, previous: before(600_000) }, "ETH");
  expect(repeated.trading).toEqual({
    verdict: "halted",
    haltedBy: ["HALTETHTRADING"],
    reason: haltReasons.before(600, clockReasons.unread),
  });
  expect(repeated.signing.haltedBy).toEqual(["HALTSIGNINGETH"]);
  expect(repeated.liquidity.verdict).toBe("halted");
  expect(chainOf({ ...gone, previous: before(600_001) }, "ETH").trading.verdict).toBe("unknown");
  expect(
    chainOf({ ...gone, previous: before(1_000) }, "BTC").trading.verdict,
    "open is never repeated",
  ).toBe("unknown");
  expect(chainOf({ previous: before(1_000) }, "ETH").trading, "fresh data replaces it").toEqual(
    open,
  );
  expect(
    chainOf({ rows: null, previous: before(1_000) }, "ETH").trading.verdict,
    "with a fresh clock only data counts",
  ).toBe("unknown");
  expect(
    chainOf({ nodes: [], previous: before(9_000) }, "ETH").trading.reason,
    "the clock lives, no node answers",
  ).toEqual({
    code: "stale",
    text: "halted when last read, 9 seconds ago",
    cause: { code: "upstream_unavailable", text: "no node answered" },
  });
  const global = judge(toEvidence({ ...gone, previous: before(1_000, { HALTTRADING: 1 }) }));
  expect(global.network).toMatchObject({ verdict: "halted", haltedBy: ["HALTTRADING"] });
  const second = { ...before(1_000), ...global, blockTimeMs: NOW - 1_000 };
  expect(
    judge(toEvidence({ ...gone, previous: second })).network.verdict,
    "a repeated one is not repeated again",
  ).toBe("unknown");
  const undated = { ...before(0), blockTimeMs: null };
  expect(chainOf({ ...gone, previous: undated }, "ETH").trading.verdict).toBe("unknown");
});

test("what a stale node calls open does not lift a halted that was read on fresh data", () => {
  const previous = {
    ...judge(toEvidence({ mimir: { HALTETHTRADING: 1 } })),
    blockTimeMs: NOW - 40_000,
  };
  expect(chainOf({ ageMs: 31_000, previous }, "ETH").trading).toEqual({
    verdict: "halted",
    haltedBy: ["HALTETHTRADING"],
    reason: haltReasons.before(40, clockReasons.late(31)),
  });
  expect(chainOf({ ageMs: 31_000, previous }, "BTC").trading).toEqual(
    unknown(clockReasons.late(31)),
  );
});

test("where no rows or no parameters were read, they name no chain and no halt", () => {
  const codes = presets.thorchain.chains.map((chain) => chain.code);
  expect([...judge(toEvidence({ rows: null })).chains.keys()]).toStrictEqual(codes);
  expect(compareHaltParameters(toEvidence({ mimir: null }), [])).toEqual({});
  const second = { mimir: { HALTBTCTRADING: 5 } };
  expect(Object.keys(compareHaltParameters(toEvidence({ mimir: null, second }), []))).toEqual([
    "HALTBTCTRADING",
  ]);
});

test("a node that lags says halted for as long as its data may be repeated", () => {
  const mimir = { HALTETHTRADING: 1 };
  const at = (height: number) => chainOf({ mimir, height, ageMs: 6_000 }, "ETH").trading;
  expect(at(H - 5)).toEqual(halted("HALTETHTRADING"));
  expect(at(H - 6)).toEqual({
    verdict: "halted",
    haltedBy: ["HALTETHTRADING"],
    reason: nodeReasons.behindNetwork,
  });
  expect(at(H - 99).verdict).toBe("halted");
  expect(at(H - 100).verdict).toBe("unknown");
});

test("where the whole is in doubt no part is open, and what is halted stays halted", () => {
  const verdicts = judge(toEvidence({ mimir: { HALTETHTRADING: 1 } }));
  const doubt = { code: "stale", text: "of old" } as const;
  const doubted = withoutOpen(verdicts, doubt);
  expect(doubted.network).toEqual(unknown({ code: "stale", text: "of old" }));
  expect(doubted.chains.get("ETH")).toMatchObject({
    trading: halted("HALTETHTRADING"),
    deposits: halted("HALTETHTRADING"),
    signing: unknown({ code: "stale", text: "of old" }),
    liquidity: halted("HALTETHTRADING"),
  });
  for (const question of questions)
    expect(doubted.chains.get("BTC")?.[question]).toEqual(
      unknown({ code: "stale", text: "of old" }),
    );
  expect([...doubted.chains.keys()]).toEqual([...verdicts.chains.keys()]);
  expect(withoutOpen({ ...verdicts, network: halted("HALTTRADING") }, doubt).network).toEqual(
    halted("HALTTRADING"),
  );
});
