// The icon of a tab: a state by colour and by shape, from the table that signs and badges use.
import { expect, test } from "@playwright/test";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import type { IconName } from "../../../../lib/site/live/state-icon.ts";
import {
  drawings,
  iconSvg,
  isIconName,
  stateColours,
  swapIcon,
} from "../../../../lib/site/live/state-icon.ts";
import { swapSummary } from "../../../../lib/site/live/track/swap-summary.ts";
import { NOW_MS } from "../../../fixtures/swap-bodies.ts";
import { findReading } from "./track/readings.ts";

const names = Object.keys(stateColours) as IconName[];
const drawingOf = (name: IconName) => /<g [^>]*>(.*)<\/g>/.exec(iconSvg(name))?.[1];

test("states of one colour differ in shape, and open looks like no other", () => {
  const looks = names
    .filter((name) => name !== "costly")
    .map((name) => [stateColours[name][0], drawingOf(name)].join());
  expect(new Set(looks).size).toBe(looks.length);
  const [openGround] = stateColours.open;
  expect(
    names.filter(
      (name) => stateColours[name][0] === openGround || drawingOf(name) === drawingOf("open"),
    ),
  ).toEqual(["open"]);
});

test("an icon has the drawing and the colours of its state, and runs nothing", () => {
  expect(iconSvg("halted")).toContain(`d="${drawings.halted[1].d}"`);
  expect(iconSvg("halted")).toContain('fill="#b3201a"');
  expect(iconSvg("stale")).toContain('stroke-dasharray="3.2 3.08"');
  for (const name of names)
    expect(iconSvg(name)).not.toMatch(/script|href|style|[A-Z](?=\w*=)(?<!viewB)/);
  expect(["open", "scheduled", "toString", ""].map(isIconName)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("a swap is green only once it is paid out, amber while a payout waits, and a late reading is not current", () => {
  const iconOf = (name: string) =>
    swapIcon(
      swapSummary(findReading(name), { preset: presets.thorchain, chain: null, readAtMs: NOW_MS }),
    );
  expect(
    [
      "done",
      "swapping",
      "signing halted",
      "refunded",
      "failed",
      "not seen",
      "unavailable",
      "stale",
    ].map(iconOf),
  ).toEqual(["open", "moving", "warned", "refund", "halted", "unknown", "unknown", "stale"]);
});
