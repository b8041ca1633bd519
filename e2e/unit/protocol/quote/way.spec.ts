// The way in which a swap would run: one part is never called rapid.
import { expect, test } from "@playwright/test";
import { swapWay } from "../../../../lib/protocol/quote/way.ts";

test("a swap that the network leaves whole is single, and one that it splits is rapid", () => {
  const split = [{ streaming_swap_blocks: 1 }];
  expect(swapWay(undefined, split, 1)).toMatchObject({ mode: "single", quantity: 1, isApplied: true });
  expect(swapWay(undefined, split, 9)).toMatchObject({ mode: "rapid", quantity: 9, isApplied: true });
  expect(swapWay(undefined, [{ streaming_swap_blocks: 0 }], 9)).toMatchObject({ mode: "single", quantity: 1 });
  expect(swapWay({ interval: 1, quantity: 0 }, split, 1)).toMatchObject({ mode: "spaced", isApplied: false });
});
