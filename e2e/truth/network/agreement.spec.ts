// When answers agree, which chains a failed reading tells apart, which code a reason becomes, and in which order pools stand.
import { expect, test } from "@playwright/test";
import {
  agreeOfTwo,
  agreeOn,
  agreeOnLeast,
  agreeOnWorst,
  deriveAgreed,
  quorumOf,
  type Within,
} from "../../../lib/protocol/model/agreed.ts";
import { forbidFor, warnOf } from "../../../lib/protocol/model/envelope.ts";
import { type ChainReading, splitChains } from "../../../lib/protocol/model/network-status.ts";
import type { PoolReading } from "../../../lib/protocol/model/pools.ts";
import {
  codedReason,
  type Judgement,
  plainReason,
  reasonCodes,
} from "../../../lib/protocol/model/verdicts.ts";
import { rankPools } from "../../../lib/protocol/network-rows.ts";
import { yieldToEventLoop } from "../../../lib/protocol/turns.ts";
import { agreed, agreedMoney } from "../../support/agreed.ts";
import { createScene, silent } from "../../support/scene.ts";

test("two sources must name a value where two operators are configured", () => {
  const quorums = ["a", "ab", "aa", "aab"].map((names) =>
    quorumOf([...names].map((operator) => ({ operator }))),
  );
  expect(quorums).toEqual([1, 2, 1, 2]);
});

test("a value is agreed on where enough name it, and nobody another", () => {
  const told = [[], ["a"], ["a", "a"], ["a", "b"], ["a", "a", "b"]].map((answers) => [
    ...[agreeOn(answers, 1), agreeOn(answers, 2)],
  ]);
  expect(told).toEqual([
    [null, null],
    ["a", null],
    ["a", "a"],
    [null, null],
    [null, null],
  ]);
  expect([agreeOn([0n, 0n], 2), agreeOn(["", ""], 2)]).toEqual([0n, ""]);
});

type Answer = bigint | null | undefined;
const worst: readonly [answers: readonly Answer[], quorum: 1 | 2, told: Answer, within?: Within][] =
  [
    [[], 1, null],
    [[5n], 2, null],
    [[5n], 1, 5n],
    [[90n, 100n], 2, 100n],
    [[100n, 90n], 2, 100n],
    [[89n, 100n], 2, null],
    [[89n, 100n], 2, 100n, { slack: 1n }],
    [[100n, 95n, 89n], 2, null],
    [[0n, 0n], 2, 0n],
    [[0n, 1n], 2, null],
    [[5n, null], 1, null],
    [[5n, 5n, undefined], 2, null],
    [[5n, 10n], 2, 10n, { withinBps: 5_000n }],
    [[5n, 10n], 2, null, { withinBps: 4_999n }],
    // Answers about one state of the network must be equal.
    [[99n, 100n], 2, null, { slack: 5n, withinBps: 5_000n, isOneHeight: true }],
    [[100n, 100n], 2, 100n, { isOneHeight: true }],
    [[100n], 2, null, { isOneHeight: true }],
  ];
for (const [answers, quorum, told, within] of worst)
  test(`the worst of [${answers}] for ${quorum} is ${told}`, () =>
    expect(agreeOnWorst(answers, quorum, within)).toBe(told));

const least: readonly [answers: readonly bigint[], quorum: 1 | 2, told: bigint | null][] = [
  [[], 1, null],
  [[5n], 2, null],
  [[5n], 1, 5n],
  [[10_000n, 9_900n], 2, 9_900n],
  [[9_899n, 10_000n], 2, null],
  [[10_000n, 9_950n, 9_899n], 2, null],
  [[0n, 0n], 2, 0n],
  [[0n, 1n], 2, null],
];
for (const [answers, quorum, told] of least)
  test(`the least of [${answers}] within 1 % for ${quorum} is ${told}`, () =>
    expect(agreeOnLeast(answers, quorum, 100n)).toBe(told));

/** The first two decide, else the pair that agrees. A third that is near to both of two decides nothing. */
const ofThree: readonly [answers: readonly bigint[], told: bigint | null][] = [
  [[100n, 109n, 1n], 109n],
  [[100n, 200n, 109n], 109n],
  [[200n, 100n, 109n], 109n],
  [[100n, 115n, 107n], null],
  [[115n, 100n, 107n], null],
  [[1n, 100n, 50n], null],
  [[89n, 100n, 99n], 100n],
  [[100n, 109n], 109n],
  [[100n], null],
];
for (const [answers, told] of ofThree)
  test(`of three [${answers}] agree on ${told}`, () =>
    expect(agreeOfTwo(answers, (some) => agreeOnWorst(some, 2))).toBe(told));

test("both pairs with a third may agree on one value, and what follows from agreed values is agreed", () => {
  const alike = (some: readonly bigint[]) => (some.includes(7n) && some.includes(8n) ? null : 9n);
  expect(agreeOfTwo([7n, 8n, 9n], alike)).toBe(9n);
  expect(deriveAgreed([agreed(3n), agreed(4n)], (x, y) => x * y)).toBe(12n);
});

const reason = { code: "stale", text: "late" } as const;
const halted: Judgement = { verdict: "halted", haltedBy: ["A"], reason: null };
/** Facts for which a chain keeps its row in a failed reading. */
const kept: readonly Partial<ChainReading>[] = [
  { trading: halted },
  { deposits: halted },
  { signing: { verdict: "open", haltedBy: [], reason: null } },
  { liquidity: halted },
  { scheduled: [{ parameter: "A", value: 9, height: 9, estimatedTimeMs: null }] },
  { outboundFee: agreedMoney({ asset: "BTC.BTC", base: 1n, usd: null }) },
  { dustThreshold: agreed(1n) },
  { gasRate: agreed("4") },
  { lastObservedHeight: 9 },
  { reason: { ...reason, code: "unreadable" } },
  { reason: { ...reason, text: "later" } },
  { reason: { ...reason, cause: reason } },
  { reason: null },
];
test("in a failed reading a chain keeps its row as long as one fact of it is known", async () => {
  const failed = await createScene({ node0: silent, node1: silent }).network.getStatus();
  const unread: Judgement = { verdict: "unknown", haltedBy: [], reason };
  const [first, ...others] = failed.chains.map((chain): ChainReading => {
    const answers = { trading: unread, deposits: unread, signing: unread, liquidity: unread };
    return { ...chain, ...answers, reason };
  });
  const codes = failed.chains.map(({ chain }) => chain);
  const split = (row: object, more = {}) =>
    splitChains({
      ...{ ...failed, trading: unread, ...more },
      chains: [{ ...(first as ChainReading), ...row }, ...others],
    });
  expect(split({})).toEqual({ known: [], unchecked: codes });
  for (const changes of kept)
    expect(split(changes), Object.keys(changes).join()).toEqual({
      known: [{ ...first, ...changes }],
      unchecked: codes.slice(1),
    });
  const whole = { ...failed, failure: null };
  expect(splitChains(whole)).toEqual({ known: failed.chains, unchecked: [] });
  expect(split({ reason: null }, { trading: halted }).unchecked).toEqual(codes.slice(0, 1));
});

/** Any other reason means that something could not be checked. */
const warningCodes: Readonly<Record<string, string>> = {
  halted: "halted",
  halts_soon: "halt_scheduled",
  providers_disagree: "sources_disagree",
  one_source: "one_source",
  stale: "stale",
  amount_too_small: "amount_small",
  contract_destination: "contract_destination",
  deposit_not_known: "deposit_not_known",
  destination_is_vault: "contract_destination",
  cost_too_high: "costly",
  memo_too_long: "memo_too_long",
  thin_pool: "thin_pool",
  limit_orders_off: "limit_order",
};
test("each reason becomes a warning of its code, in the words of the caller, and is written with its cause", () => {
  for (const code of reasonCodes) {
    const warning = { code: warningCodes[code] ?? "not_checked", text: "a", isForbidding: true };
    expect(forbidFor({ code, text: "" })("a")).toEqual(warning);
  }
  const both = { text: "a b", fact: "a", meaning: "b" };
  expect(warnOf("costly")("a", "b")).toEqual({ code: "costly", ...both });
  expect(warnOf("costly")("a")).toEqual({ code: "costly", text: "a" });
  const cause = { ...reason, cause: { code: "no_clock", text: "few" } } as const;
  expect([plainReason(cause), codedReason(cause)]).toEqual([
    "late; few",
    "stale: late; no_clock: few",
  ]);
});

const names = {
  good: [
    "BTC.BTC",
    "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48",
    "ETH.SIXTEENLETTERSOK-0X1",
  ],
  odd: [
    "ETH.SEND-ALL-TO-0X1",
    "ETH.USDC.SAFE",
    "ETH.THIS/IS/NO",
    "ETH.SEVENTEENLETTERSX",
    "ETH/USDC-0X1",
  ],
};
test("pools with odd names come last, and a depth of more than ten times all others is none", async () => {
  const [pool] = (await createScene().network.getPools()).pools;
  const poolOf = (asset: string, depthUsd: bigint | null) => ({
    ...(pool as PoolReading),
    asset,
    depthUsd,
  });
  const rank = (...rows: readonly PoolReading[]) =>
    rankPools(rows).map(({ asset, reason: why, ...depths }) =>
      [
        asset,
        why?.code,
        depths.depthUsd,
        depths.assetDepth === null,
        depths.nativeDepth === null,
      ].join(" "),
    );
  const { good, odd } = names;
  expect(rank(...[...odd, ...good].map((asset) => poolOf(asset, 1n)))).toEqual([
    ...good.map((asset) => `${asset}  1 false false`),
    ...odd.map((asset) => `${asset} odd_asset_name 1 false false`),
  ]);
  const others = [poolOf("ETH.ETH", 60n), poolOf("LTC.LTC", 40n), poolOf("DOGE.DOGE", null)];
  expect(rank(poolOf("BTC.BTC", 1_000n), ...others)[0]).toBe("BTC.BTC  1000 false false");
  expect(rank(poolOf("BTC.BTC", 1_001n), ...others)[0]).toBe(
    "BTC.BTC depth_implausible  true true",
  );
  expect(rank(poolOf("BTC.BTC", 1_001n))).toEqual(["BTC.BTC  1001 false false"]);
});

test("who waited for one answer goes on one by one, in order, and the event loop turns in between", async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const seen: (readonly [name: number, turn: number])[] = [];
  const wait = async (name: number) => {
    await yieldToEventLoop();
    seen.push([name, turns]);
  };
  for (const _ of [1, 2]) {
    seen.length = 0;
    await Promise.all([1, 2, 3, 4].map(wait));
    expect(seen.map(([name]) => name)).toEqual([1, 2, 3, 4]);
    expect(new Set(seen.map(([, at]) => at)).size).toBe(4);
  }
  isOver = true;
});
