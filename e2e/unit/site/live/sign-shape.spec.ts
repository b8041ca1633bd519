// The shape of a sign: one state is green, what is halted is red, and what nobody knows looks like neither.
import { expect, test } from "@playwright/test";
import { type SignState, signStates } from "../../../../lib/protocol/model/sign.ts";
import { type SignShape, signShapes } from "../../../../lib/site/live/sign-shape.ts";

const states: Readonly<Record<SignShape, readonly SignState[]>> = {
  open: ["open"],
  halted: ["halted"],
  warned: ["partly_halted", "payouts_wait", "swaps_wait", "halts_soon", "warned"],
  unknown: ["sources_disagree", "not_checked"],
};
for (const [shape, alike] of Object.entries(states))
  test(`${shape}: ${alike.join(", ")}`, () =>
    expect(signStates.filter((state) => signShapes[state] === shape).toSorted()).toEqual(alike.toSorted()));
