// What waits in the queue, as two nodes tell it: the same terms, and the lesser progress of a node that is a block behind.
import { expect, test } from "@playwright/test";
import { agreeOnQueued, type QueuedSwap } from "../../../../lib/protocol/swap/queue.ts";

const one: QueuedSwap = {
  count: 3,
  quantity: 10,
  asset: "ETH.ETH",
  intervalBlocks: 1,
  deposit: 5_000_000n,
  in: 1_500_000n,
  out: 90n,
  failed: 0,
  target: 7n,
  sinceHeight: 950,
};
const ahead = { ...one, count: 4, in: 2_000_000n, out: 120n };

test("of two that are a block apart, the lesser progress is told", () => {
  expect(agreeOnQueued(one, ahead)).toBe(one);
  expect(agreeOnQueued(ahead, one)).toBe(one);
  expect(agreeOnQueued(one, { ...one })).toEqual(one);
});

for (const change of [
  { quantity: 9 },
  { asset: "ETH.FIXT" },
  { intervalBlocks: 2 },
  { deposit: 1n },
  { target: 8n },
  { sinceHeight: 949 },
]) {
  test(`nothing is told where ${Object.keys(change)} differs`, () => {
    expect(agreeOnQueued(one, { ...one, ...change })).toBeNull();
    expect(agreeOnQueued({ ...one, ...change }, one)).toBeNull();
  });
}
