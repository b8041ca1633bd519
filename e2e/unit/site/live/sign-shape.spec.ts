// The shape of a sign: one state is green, what is halted is red, and what nobody knows looks like neither.
import { expect, test } from "@playwright/test";
import { type SignState, signStates } from "../../../../lib/protocol/model/network-status.ts";
import { quoteShape, type SignShape, signShapes } from "../../../../lib/site/live/sign-shape.ts";

const states: Readonly<Record<SignShape, readonly SignState[]>> = {
  open: ["open"],
  halted: ["halted"],
  costly: [],
  warned: ["partly_halted", "payouts_wait", "swaps_wait", "halts_soon", "warned"],
  unknown: ["sources_disagree", "not_checked"],
};
for (const [shape, alike] of Object.entries(states))
  test(`${shape}: ${alike.join(", ")}`, () =>
    expect(signStates.filter((state) => signShapes[state] === shape).toSorted()).toEqual(
      alike.toSorted(),
    ));

for (const [state, totalBps, shape] of [
  ["warned", 999, "warned"],
  ["warned", 1_000, "costly"],
  ["warned", null, "warned"],
  ["open", 1_000, "open"],
  ["payouts_wait", 1_000, "warned"],
  ["halted", 1_000, "halted"],
] as const)
  test(`a quote of ${totalBps} bps that is ${state}: ${shape}`, () =>
    expect(quoteShape(state, totalBps)).toBe(shape));
