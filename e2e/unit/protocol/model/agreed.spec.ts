// What the comparison of nodes lets pass.
import { expect, test } from "@playwright/test";
import {
  agreeOfTwo,
  agreeOn,
  agreeOnLeast,
  agreeOnWorst,
  deriveAgreed,
  quorumOf,
} from "../../../../lib/protocol/model/agreed.ts";

test("two nodes must name a value where two or more are configured", () => {
  expect(
    ["a", "ab", "aa", "aab"].map((operators) =>
      quorumOf([...operators].map((operator) => ({ operator }))),
    ),
  ).toEqual([1, 2, 1, 2]);
});

for (const [answers, quorum, value] of [
  [[], 1, null],
  [["a"], 1, "a"],
  [["a"], 2, null],
  [["a", "a"], 2, "a"],
  [["a", "b"], 2, null],
  [["a", "a", "b"], 2, null],
  [["a", "b"], 1, null],
  [[0n, 0n], 2, 0n],
  [["", ""], 2, ""],
] as const) {
  test(`${answers.length} answers (${answers.join(", ")}) of which ${quorum} must agree give ${value}`, () => {
    expect(agreeOn<string | bigint>(answers, quorum)).toBe(value);
  });
}

for (const [answers, quorum, slack, worst] of [
  [[], 1, 0n, null],
  [[5n], 2, 0n, null],
  [[5n], 1, 0n, 5n],
  [[90n, 100n], 2, 0n, 100n],
  [[89n, 100n], 2, 0n, null],
  [[100n, 89n], 2, 0n, null],
  [[89n, 100n], 2, 1n, 100n],
  [[5n, 10n], 2, 0n, null],
  [[100n, 95n, 89n], 2, 0n, null],
  [[0n, 0n], 2, 0n, 0n],
  [[0n, 1n], 2, 0n, null],
  [[5n, null], 1, 0n, null],
  [[5n, 5n, undefined], 2, 0n, null],
] as const) {
  test(`of ${answers.join(", ")} the worst for ${quorum}, with ${slack} to spare, is ${worst}`, () => {
    expect(agreeOnWorst(answers, quorum, { slack })).toBe(worst);
  });
}

test("of three the first two decide, else the pair that agrees, and nothing where the third is near to both in another way", () => {
  const near = (some: readonly bigint[]) => agreeOnWorst(some, 2);
  const of = (...answers: bigint[]) => agreeOfTwo(answers, near);
  expect([of(100n, 109n, 1n), of(100n, 200n, 109n), of(200n, 100n, 109n)]).toEqual([
    109n,
    109n,
    109n,
  ]);
  expect([of(100n, 115n, 107n), of(115n, 100n, 107n), of(1n, 100n, 50n)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(of(89n, 100n, 99n), "only one of them is near").toBe(100n);
  expect([of(100n, 109n), of(100n)]).toEqual([109n, null]);
  expect(agreeOfTwo([5n], (some) => agreeOnWorst(some, 1))).toBe(5n);
  const higher = (some: readonly bigint[]) => (some.includes(7n) && some.includes(8n) ? null : 9n);
  expect(agreeOfTwo([7n, 8n, 9n], higher), "both pairs say the same").toBe(9n);
});

test("what may be further apart says so, and what is of one height may not differ", () => {
  const isOneHeight = true;
  expect(agreeOnWorst([99n, 100n], 2, { slack: 5n, withinBps: 5_000n, isOneHeight })).toBeNull();
  expect(agreeOnWorst([100n, 100n], 2, { isOneHeight })).toBe(100n);
  expect(agreeOnWorst([100n], 2, { isOneHeight })).toBeNull();
  expect([5_000n, 4_999n].map((withinBps) => agreeOnWorst([5n, 10n], 2, { withinBps }))).toEqual([
    10n,
    null,
  ]);
});

for (const [answers, quorum, least] of [
  [[], 1, null],
  [[5n], 2, null],
  [[5n], 1, 5n],
  [[9_900n, 10_000n], 2, 9_900n],
  [[9_899n, 10_000n], 2, null],
  [[10_000n, 9_950n, 9_899n], 2, null],
  [[0n, 0n], 2, 0n],
  [[0n, 1n], 2, null],
] as const) {
  test(`of ${answers.join(", ")} the least within 1 % for ${quorum} is ${least}`, () => {
    expect(agreeOnLeast(answers, quorum, 100n)).toBe(least);
  });
}

test("what follows from agreed values is agreed", () => {
  const [a, b] = [agreeOn([3n], 1), agreeOn([4n], 1)];
  if (a === null || b === null) throw new Error("both were named");
  expect(deriveAgreed([a, b], (x, y) => x * y)).toBe(12n);
});
