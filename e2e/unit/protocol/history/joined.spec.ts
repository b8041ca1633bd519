// A list of dated entries is bounded by joining what lies near in time: nothing is lost of any subject, and what lies apart stays as it is.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { boundEntries, type Joining } from "../../../../lib/protocol/history/log.ts";

interface Entry {
  readonly of: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
}
const joining: Joining<Entry> = {
  apartMs: (before, after) => after.fromMs - before.toMs,
  join: (before, after) => ({ ...after, fromMs: before.fromMs, count: before.count + after.count }),
  endMs: ({ toMs }) => toMs,
};
/** "BTC+ETH 5" or "BTC 5..9x2", in seconds. */
const entryOf = (text: string): Entry => {
  const [names = "", span = ""] = text.split(" ");
  const [from = "", to = from] = (span.split("x")[0] ?? "").split("..");
  return { of: names.split("+"), fromMs: Number(from) * 1_000, toMs: Number(to) * 1_000, count: 1 };
};
const textOf = ({ of, fromMs, toMs, count }: Entry) => {
  const span = fromMs === toMs ? `${toMs / 1_000}` : `${fromMs / 1_000}..${toMs / 1_000}`;
  return `${of.join("+")} ${span}${count === 1 ? "" : `x${count}`}`;
};

const rows: [what: string, most: number, entries: string[], bounded: string[]][] = [
  ["12 seconds apart is near", 3, ["B 0", "B 12", "B 24", "B 36"], ["B 0..36x4"]],
  ["more is not, where that is enough", 3, ["B 0", "B 12", "B 24", "B 37"], ["B 0..24x3", "B 37"]],
  ["then up to 24 seconds", 3, ["B 0", "B 13", "B 37", "B 62"], ["B 0..37x3", "B 62"]],
  ["then up to 48", 3, ["B 0", "B 25", "B 73", "B 122"], ["B 0..73x3", "B 122"]],
  ["three quarters are few enough", 4, ["B 0", "B 1", "B 2", "B 99", "B 199"], ["B 0..2x3", "B 99", "B 199"]],
  ["more than three quarters are not", 4, ["B 0", "B 1", "B 30", "B 99", "B 199"], ["B 0..30x3", "B 99", "B 199"]],
  ["from the end of one to the start of the next", 3, ["B 0..50", "B 60..90", "B 95", "B 300"], ["B 0..95x3", "B 300"]],
  ["each subject by itself", 4, ["B 0", "E 1", "B 2", "B 4", "E 99"], ["E 1", "B 0..4x3", "E 99"]],
  ["what is joined alike stays one", 3, ["B+E 0", "B+E 1", "B+E 2", "B+E 99"], ["B+E 0..2x3", "B+E 99"]],
  ["what is not is told apart", 4, ["B+E 0", "B 1", "B 2", "B 3", "E 99"], ["E 0", "B 0..3x4", "E 99"]],
  ["one entry of each subject stays", 3, ["A 0", "B 1", "C 2", "D 3"], ["A 0", "B 1", "C 2", "D 3"]],
  ["the earlier end first", 3, ["B 0..99", "E 1", "B 100", "E 2"], ["E 1..2x2", "B 0..100x2"]],
];
for (const [what, most, entries, bounded] of rows) {
  test(what, () => expect(boundEntries(entries.map(entryOf), most, joining).map(textOf)).toEqual(bounded));
}

test("a list within its bound is the same list", () => {
  const entries = ["B 0", "B 1", "B 2"].map(entryOf);
  expect(boundEntries(entries, 3, joining)).toBe(entries);
  expect(boundEntries(entries, 2, joining).map(textOf)).toEqual(["B 0..2x3"]);
});

test("nothing is lost of any subject, and the list is short or has one entry of each", () => {
  const subjects = ["A", "B", "C", "D"];
  const drawn = fc.array(fc.record({ of: fc.subarray(subjects, { minLength: 1 }), stepMs: fc.nat(400_000) }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 40 }), (steps, most) => {
      let atMs = 0;
      const entries = steps.map(({ of, stepMs }): Entry => {
        atMs += stepMs;
        return { of, fromMs: atMs, toMs: atMs, count: 1 };
      });
      const bounded = boundEntries(entries, most, joining);
      const named = subjects.filter((subject) => entries.some(({ of }) => of.includes(subject)));
      expect(bounded.length).toBeLessThanOrEqual(entries.length > most ? Math.max((most * 3) / 4, named.length) : most);
      const lost = named.filter((subject) => {
        const [before, after] = [entries, bounded].map((list) => list.filter(({ of }) => of.includes(subject)));
        const sum = (list: readonly Entry[] = []) => list.reduce((total, { count }) => total + count, 0);
        const isWhole = sum(after) === sum(before);
        return !isWhole || after?.[0]?.fromMs !== before?.[0]?.fromMs || after?.at(-1)?.toMs !== before?.at(-1)?.toMs;
      });
      expect(lost).toEqual([]);
      expect(bounded.map(({ toMs }) => toMs)).toEqual(bounded.map(({ toMs }) => toMs).sort((a, b) => a - b));
    }),
  );
});
