// /track.atom follows RFC 4287. It has the states that a swap has reached, and no date of an event that two sources do not tell.
import { expect, test } from "@playwright/test";
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { trackFeed } from "../../../../../lib/site/live/track/feed.ts";
import { NOW_MS } from "../../../../fixtures/swap-bodies.ts";
import { readElements, validateFeed } from "../../../../support/atom.ts";
import { findReading, readings } from "./readings.ts";

const setup = {
  siteName: "Signpost",
  preset: presets.thorchain,
  chain: null,
  feedUrl: "https://swap.example.org/track.atom?txid=A&chain=BTC",
  pageUrl: "https://swap.example.org/track?txid=A&chain=BTC",
  readAtMs: NOW_MS,
};
const feedOf = (reading: SwapReading | null) => trackFeed(reading, setup);
const titlesOf = (reading: SwapReading) => readElements(feedOf(reading), "title").slice(1);

test("the feed is valid in every state, and without a question", async () => {
  const feeds = [null, ...readings.map(([, , reading]) => reading)].map(feedOf);
  expect((await validateFeed(...feeds)).errors).toEqual([]);
});

test.describe("the states that are reached, the newest first", () => {
  const rows: readonly [name: string, titles: readonly string[]][] = [
    ["not seen", []],
    ["observing", []],
    ["confirming", ["Seen"]],
    ["swapping", ["Confirmed", "Seen"]],
    ["scheduled", ["Swapped", "Confirmed", "Seen"]],
    ["signing halted", ["Payout planned", "Swapped", "Confirmed", "Seen"]],
    ["done", ["Paid out", "Payout sent", "Payout planned", "Swapped", "Confirmed", "Seen"]],
    ["refunded", ["Refunded", "Refund sent", "Refund planned", "Confirmed", "Seen"]],
    ["failed", ["Failed", "Seen"]],
    ["paid out by one source", []],
    ["payout of nobody known", []],
    ["unavailable", []],
  ];
  for (const [name, titles] of rows) test(name, () => expect(titlesOf(findReading(name))).toEqual(titles));
});

test("an entry keeps its id while the swap goes on, and another swap has others", () => {
  const idsOf = (reading: SwapReading) => readElements(feedOf(reading), "id");
  const [feed, ...early] = idsOf(findReading("swapping"));
  const later = idsOf(findReading("done"));
  expect(later[0]).toBe(feed);
  expect(later.slice(-2)).toEqual(early);
  expect(new Set(later).size).toBe(later.length);
  expect(
    idsOf({ ...findReading("done"), txid: "B".repeat(64) })
      .slice(1)
      .filter((id) => later.includes(id)),
  ).toEqual([]);
});

test("an entry is dated by the block that two nodes tell, and the deposit by its record", () => {
  const done = { ...findReading("done"), startedAtMs: Date.UTC(2027, 0, 15, 7, 30) };
  const xml = feedOf(done);
  expect(new Set(readElements(xml, "updated"))).toEqual(new Set([new Date(done.clock.blockTimeMs ?? 0).toISOString()]));
  expect(readElements(xml, "published")).toEqual(["2027-01-15T07:30:00.000Z"]);
  expect(feedOf({ ...done, startedAtMs: null })).not.toContain("<published>");
  const undated = feedOf({ ...done, clock: { ...done.clock, blockTimeMs: null } });
  expect([readElements(undated, "title").length, readElements(undated, "updated")]).toEqual([
    1,
    [new Date(NOW_MS).toISOString()],
  ]);
});

test("no entry says what is so now, or how long it takes", () => {
  for (const [name, , reading] of readings)
    expect(readElements(feedOf(reading), "content").join(" "), name).not.toMatch(
      /\b(now|ago|waits)\b|when read|Ask again/i,
    );
});

test("the addresses are escaped", () => {
  expect(feedOf(null)).toContain(
    '<link rel="self" type="application/atom+xml" href="https://swap.example.org/track.atom?txid=A&amp;chain=BTC"/>',
  );
});
