import { expect, test } from "@playwright/test";
import { formatDuration, formatSpan, formatTimeLeft } from "../../../../lib/protocol/values/durations.ts";

const waits: [seconds: number, text: string][] = [
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
for (const [seconds, text] of waits)
  test(`a wait of ${seconds} s → ${text}`, () => expect(formatDuration(seconds)).toBe(text));

const spans: [seconds: number, text: string][] = [
  [0, "0 s"],
  [6.9, "6 s"],
  [119.9, "119 s"],
  [120, "2 min"],
  [895.7, "14 min"],
  [7199, "119 min"],
  [7200, "2 h"],
  [11_159, "3 h 5 min"],
  [172_799, "47 h 59 min"],
  [172_800, "2 d"],
  [187_200, "2 d 4 h"],
];
for (const [seconds, text] of spans)
  test(`a span of ${seconds} s → ${text}`, () => expect(formatSpan(seconds)).toBe(text));

const left: [seconds: number, text: string][] = [
  [0, "0 s"],
  [0.9, "0 s"],
  [59.9, "59 s"],
  [119, "1 min 59 s"],
  [895.7, "14 min 55 s"],
  [3599.9, "59 min 59 s"],
  [3600, "60 min"],
  [11_159, "3 h 5 min"],
];
for (const [seconds, text] of left)
  test(`${seconds} s are left → ${text}`, () => expect(formatTimeLeft(seconds)).toBe(text));
