// The way in which a swap would run: one part is never called rapid, and what the sources do not say alike is not told.
import { expect, test } from "@playwright/test";
import { partNumbers, SINGLE, swapStreaming } from "../../../../lib/protocol/quote/streaming.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";

const split = [{ streaming_swap_blocks: 1 }];
const whole = [{ streaming_swap_blocks: 0 }];
const unsaid = [{}];
type Row = readonly [
  what: string,
  asked: Parameters<typeof swapStreaming>[0],
  quotes: Parameters<typeof swapStreaming>[1],
  most: number | null,
  want: Way,
];
type Way = ReturnType<typeof swapStreaming>;
const way = (
  mode: Way["mode"],
  interval: number | null,
  quantity: number | null,
  isApplied: boolean | null,
) => ({
  mode,
  interval,
  quantity,
  isApplied,
});
const single = way("single", 0, 1, true);
const spaced = way("spaced", 1, 4, true);
const rows: readonly Row[] = [
  ["left whole by the network", undefined, split, 1, single],
  ["not split, whatever the cap", undefined, whole, 9, single],
  ["of which nothing is said", undefined, unsaid, 9, single],
  ["split by itself", undefined, split, 9, way("rapid", 0, 9, true)],
  ["split by one source", undefined, [...whole, ...split], 9, way(null, null, null, null)],
  [
    "spaced, and split by one source",
    { interval: 1, quantity: 4 },
    [...whole, ...split],
    9,
    spaced,
  ],
  ["split into a number not agreed on", undefined, split, null, way("rapid", 0, null, null)],
  ["asked for in one part", SINGLE, split, 9, single],
  ["asked for in one part, of an unknown cap", { interval: 0, quantity: 1 }, split, null, single],
  ["spaced, as many as it may", { interval: 1, quantity: 0 }, split, 9, way("spaced", 1, 9, true)],
  ["spaced, and capped", { interval: 3, quantity: 20 }, split, 9, way("spaced", 3, 9, true)],
  ["spaced, below the cap", { interval: 3, quantity: 5 }, whole, 9, way("spaced", 3, 5, true)],
  ["spaced, but not split", { interval: 1, quantity: 0 }, split, 1, way("spaced", 1, 1, false)],
  [
    "spaced, with a cap of none",
    { interval: 1, quantity: 7 },
    whole,
    0,
    way("spaced", 1, 1, false),
  ],
  ["rapid in a number of parts", { interval: 0, quantity: 4 }, whole, 9, way("rapid", 0, 4, true)],
  [
    "spaced, of an unknown cap",
    { interval: 2, quantity: 4 },
    split,
    null,
    way("spaced", 2, null, null),
  ],
];
for (const [what, asked, quotes, most, want] of rows) {
  test(`a swap ${what}`, () => expect(swapStreaming(asked, quotes, most)).toEqual(want));
}

test("the numbers of one part are left out where a memo without them asks for one part", () => {
  const [two, none] = [
    { interval: 1, quantity: 2 },
    { interval: 0, quantity: 0 },
  ];
  const numbers = (asked: Parameters<typeof partNumbers>[0]) =>
    [presets.thorchain, presets.mayachain].map((preset) => partNumbers(asked, preset));
  expect(numbers(SINGLE)).toEqual([SINGLE, none]);
  expect(numbers(two)).toEqual([two, two]);
  expect(numbers(undefined)).toEqual([none, none]);
});
