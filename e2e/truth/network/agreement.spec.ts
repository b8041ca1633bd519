// When answers agree, which chains a failed reading tells apart, and in which order pools stand.

import { expect, test } from "@playwright/test";
import {
  agreeOfTwo,
  agreeOn,
  agreeOnWorst,
  deriveAgreed,
  quorumOf,
  type Within,
} from "../../../lib/protocol/model/agreed.ts";
import { type ChainReading, splitChains } from "../../../lib/protocol/model/network-status.ts";
import type { PoolReading } from "../../../lib/protocol/model/pools.ts";
import { because } from "../../../lib/protocol/model/reasons.ts";
import type { Judgement } from "../../../lib/protocol/model/verdicts.ts";
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
  const toldBy = (quorum: 1 | 2) =>
    ["", "a", "aa", "ab", "aab"].map((answers) => agreeOn([...answers], quorum));
  expect(toldBy(1)).toEqual([null, "a", "a", null, null]);
  expect(toldBy(2)).toEqual([null, null, "a", null, null]);
});

type Answers = readonly (bigint | null | undefined)[];
type Row = readonly [answers: Answers, quorum: 1 | 2, told: bigint | null, within?: Within];
test("fees agree up to a tenth, and the worst of them is told", () => {
  const rows: readonly Row[] = [
    [[], 1, null],
    [[5n], 2, null],
    [[5n], 1, 5n],
    [[90n, 100n], 2, 100n],
    [[100n, 90n], 2, 100n],
    [[89n, 100n], 2, null],
    [[89n, 100n], 2, 100n, { slack: 1n }],
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
  for (const [answers, quorum, told, within] of rows)
    expect(agreeOnWorst(answers, quorum, within), `${answers} ${quorum}`).toBe(told);
});

test("of three the first two decide, else the one pair that agrees; what follows from agreed values is agreed", () => {
  const rows: readonly [answers: readonly bigint[], told: bigint | null][] = [
    [[100n, 109n, 1n], 109n],
    [[100n, 200n, 109n], 109n],
    [[200n, 100n, 109n], 109n],
    // A third that is near to both decides nothing.
    [[100n, 115n, 107n], null],
    [[1n, 100n, 50n], null],
    [[100n, 109n], 109n],
    [[100n], null],
  ];
  for (const [answers, told] of rows)
    expect(
      agreeOfTwo(answers, (some) => agreeOnWorst(some, 2)),
      `${answers}`,
    ).toBe(told);
  const alike = (some: readonly bigint[]) => (some.includes(7n) && some.includes(8n) ? null : 9n);
  expect(agreeOfTwo([7n, 8n, 9n], alike)).toBe(9n);
  expect(deriveAgreed([agreed(3n), agreed(4n)], (x, y) => x * y)).toBe(12n);
});

const reason = because("newest_block_late", { seconds: 9 });
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
  { reason: because("newest_block_late", { seconds: 7 }) },
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
  expect(split({})).toEqual({ checked: [], unchecked: codes });
  for (const changes of kept)
    expect(split(changes), Object.keys(changes).join()).toEqual({
      checked: [{ ...first, ...changes }],
      unchecked: codes.slice(1),
    });
  const whole = { ...failed, failure: null };
  expect(splitChains(whole)).toEqual({ checked: failed.chains, unchecked: [] });
  expect(split({ reason: null }, { trading: halted }).unchecked).toEqual(codes.slice(0, 1));
});

test("pools with odd names come last, and a depth of more than ten times all others is none, and behind them", async () => {
  const [pool] = (await createScene().network.getPools()).pools as [PoolReading];
  /** By asset: its depth in dollars. Told: the asset, the reason, the depth, and which depths are null. */
  const rank = (depths: Readonly<Record<string, bigint | null>>) =>
    rankPools(
      Object.entries(depths).map(([asset, depthUsd]) => ({ ...pool, asset, depthUsd })),
    ).map(({ asset, reason: why, depthUsd, assetDepth, nativeDepth }) =>
      [asset, why?.code, depthUsd, assetDepth === null, nativeDepth === null].join(" "),
    );
  const good = ["BTC.BTC", "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48"];
  const longest = "ETH.SIXTEENLETTERSOK-0X1";
  const parted = ["ETH.SEND-ALL-TO-0X1", "ETH.USDC.SAFE", "ETH.THIS/IS/NO", "ETH/USDC-0X1"];
  const odd = [...parted, "ETH.SEVENTEENLETTERSX"];
  expect(rank(Object.fromEntries([...odd, ...good, longest].map((name) => [name, 1n])))).toEqual([
    ...[...good, longest].map((asset) => `${asset}  1 false false`),
    ...odd.map((asset) => `${asset} odd_asset_name 1 false false`),
  ]);
  const others = { "ETH.ETH": 60n, "LTC.LTC": 40n, "DOGE.DOGE": null };
  expect(rank({ "BTC.BTC": 1_000n, ...others })[0]).toBe("BTC.BTC  1000 false false");
  const implausible = "BTC.BTC depth_implausible  true true";
  expect(rank({ "BTC.BTC": 1_001n, ...others }).at(-1)).toBe(implausible);
  expect(rank({ "BTC.BTC": 1_001n })).toEqual(["BTC.BTC  1001 false false"]);
});

test("who waited for one answer goes on in order, each in a turn of the event loop", async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    ticking = setImmediate(turn);
  };
  let ticking = setImmediate(turn);
  for (const _ of [1, 2]) {
    const seen: (readonly [name: number, turn: number])[] = [];
    const wait = async (name: number) => {
      await yieldToEventLoop();
      seen.push([name, turns]);
    };
    await Promise.all([1, 2, 3, 4].map(wait));
    expect(seen.map(([name]) => name)).toEqual([1, 2, 3, 4]);
    expect(new Set(seen.map(([, at]) => at)).size).toBe(4);
  }
  clearImmediate(ticking);
});
