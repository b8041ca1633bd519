// The way in which a swap would run: one part is never called rapid, and what the sources do not say alike is not told.
import { expect, test } from "@playwright/test";
import { SINGLE, swapWay } from "../../../../lib/protocol/quote/way.ts";

const split = [{ streaming_swap_blocks: 1 }];
const whole = [{ streaming_swap_blocks: 0 }];
const unsaid = [{}];
type Row = readonly [
  what: string,
  asked: Parameters<typeof swapWay>[0],
  quotes: Parameters<typeof swapWay>[1],
  most: number | null,
  way: ReturnType<typeof swapWay>,
];
const single = { mode: "single", interval: 0, quantity: 1, isApplied: true } as const;
const spaced = { mode: "spaced", interval: 1, quantity: 4, isApplied: true } as const;
const rows: readonly Row[] = [
  ["left whole by the network", undefined, split, 1, single],
  ["not split, whatever the cap", undefined, whole, 9, single],
  ["of which nothing is said", undefined, unsaid, 9, single],
  ["split by itself", undefined, split, 9, { mode: "rapid", interval: 0, quantity: 9, isApplied: true }],
  [
    "split by one source",
    undefined,
    [...whole, ...split],
    9,
    { mode: null, interval: null, quantity: null, isApplied: null },
  ],
  ["spaced, and split by one source", { interval: 1, quantity: 4 }, [...whole, ...split], 9, spaced],
  [
    "split into a number not agreed on",
    undefined,
    split,
    null,
    { mode: "rapid", interval: 0, quantity: null, isApplied: null },
  ],
  ["asked for in one part", SINGLE, split, 9, single],
  ["asked for in one part, of an unknown cap", { interval: 0, quantity: 1 }, split, null, single],
  [
    "spaced, as many as it may",
    { interval: 1, quantity: 0 },
    split,
    9,
    { mode: "spaced", interval: 1, quantity: 9, isApplied: true },
  ],
  [
    "spaced, and capped",
    { interval: 3, quantity: 20 },
    split,
    9,
    { mode: "spaced", interval: 3, quantity: 9, isApplied: true },
  ],
  [
    "spaced, below the cap",
    { interval: 3, quantity: 5 },
    whole,
    9,
    { mode: "spaced", interval: 3, quantity: 5, isApplied: true },
  ],
  [
    "spaced, but not split",
    { interval: 1, quantity: 0 },
    split,
    1,
    { mode: "spaced", interval: 1, quantity: 1, isApplied: false },
  ],
  [
    "spaced, with a cap of none",
    { interval: 1, quantity: 7 },
    whole,
    0,
    { mode: "spaced", interval: 1, quantity: 1, isApplied: false },
  ],
  [
    "rapid in a number of parts",
    { interval: 0, quantity: 4 },
    whole,
    9,
    { mode: "rapid", interval: 0, quantity: 4, isApplied: true },
  ],
  [
    "spaced, of an unknown cap",
    { interval: 2, quantity: 4 },
    split,
    null,
    { mode: "spaced", interval: 2, quantity: null, isApplied: null },
  ],
];
for (const [what, asked, quotes, most, way] of rows) {
  test(`a swap ${what}`, () => expect(swapWay(asked, quotes, most)).toEqual(way));
}
