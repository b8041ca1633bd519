import { expect, test } from "@playwright/test";
import { toDurationText } from "../../lib/protocol/durations.ts";

const rows: [seconds: number, text: string][] = [
  [0, "0 s"],
  [0.26, "0.26 s"],
  [0.45, "0.45 s"],
  [1.5, "1.5 s"],
  [6, "6 s"],
  [59, "59 s"],
  [60, "1 min"],
  [61, "1 min 1 s"],
  [75, "1 min 15 s"],
  [371.2, "6 min 12 s"],
  [600, "10 min"],
  [3599, "59 min 59 s"],
  [3600, "1 h"],
  [3601, "1 h 1 min"],
  [7200, "2 h"],
  [7259, "2 h 1 min"],
];
for (const [seconds, text] of rows) test(`${seconds} s → ${text}`, () => expect(toDurationText(seconds)).toBe(text));
