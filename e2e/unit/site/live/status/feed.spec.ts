// /status.atom follows RFC 4287, and its entries are the same for every reader and instance.
import { expect, test } from "@playwright/test";
import { type Change, emptyLog, type Log } from "../../../../../lib/protocol/history/log.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { type FeedSetup, statusFeed } from "../../../../../lib/site/live/status/feed.ts";
import { readElements, validateFeed } from "../../../../support/atom.ts";

const setup: FeedSetup = {
  siteName: "Signpost",
  preset: presets.thorchain,
  feedUrl: "https://swap.example.org/status.atom",
  pageUrl: "https://swap.example.org/status",
};
const START_MS = Date.UTC(2026, 10, 20);
const at = (minutes: number) => START_MS + minutes * 60_000;
const halt: Change = {
  of: ["LTC trading", "LTC deposits"],
  from: "open",
  to: "halted",
  haltedBy: ["HALTLTCTRADING"],
  afterMs: at(99),
  atMs: at(100),
  height: 28135243,
};
const reopened: Change = { ...halt, from: "halted", to: "open", haltedBy: [], afterMs: at(120), atMs: at(200) };
const log: Log = { ...emptyLog, sinceMs: at(0), changes: [halt, reopened] };
const createFeed = (changes: Partial<Log> = {}, more: Partial<FeedSetup> = {}) =>
  statusFeed(
    { log: { ...log, ...changes }, memory: "store", startedMs: at(-5), checks: "each_minute" },
    { ...setup, ...more },
  );

test("the feed is valid with changes, without, and before any observation", async () => {
  for (const xml of [createFeed(), createFeed({ changes: [] }), createFeed({ changes: [], sinceMs: null })]) {
    expect((await validateFeed(xml)).errors).toEqual([]);
  }
  for (const broken of [
    createFeed().replace(/ {4}<id>.*\n/, ""),
    createFeed().replace("urn:uuid:", "urn:x:"),
    createFeed().replace(/T\S+Z<\/updated>/, "</updated>"),
    createFeed().replace("</feed>", ""),
  ]) {
    expect((await validateFeed(broken)).valid).toBe(false);
  }
});

test("entries are newest first, in words, with the block and unobserved periods", () => {
  const xml = createFeed();
  expect(readElements(xml, "title")).toEqual([
    "Network status: THORChain (thorchain), Signpost",
    "Litecoin (LTC): trading and deposits open, were halted",
    "Litecoin (LTC): trading and deposits halted by HALTLTCTRADING, were open",
  ]);
  expect(readElements(xml, "updated")).toEqual([
    "2026-11-20T03:20:00.000Z",
    "2026-11-20T03:20:00.000Z",
    "2026-11-20T01:40:00.000Z",
  ]);
  expect(readElements(xml, "content")).toEqual([
    "Litecoin (LTC): trading and deposits open, were halted. Seen at block 28135243 of 2026-11-20 03:20 UTC. Last seen halted at 2026-11-20 02:00 UTC, and not observed in between.",
    "Litecoin (LTC): trading and deposits halted by HALTLTCTRADING, were open. Seen at block 28135243 of 2026-11-20 01:40 UTC. Last seen open at 2026-11-20 01:39 UTC.",
  ]);
  expect(xml).toContain('<link rel="self" type="application/atom+xml" href="https://swap.example.org/status.atom"/>');
  expect(
    xml.match(/<link rel="alternate" type="text\/html" href="https:\/\/swap\.example\.org\/status"\/>/g),
  ).toHaveLength(3);
});

test("an id depends only on the deployment and the change", () => {
  const ids = (xml: string) => readElements(xml, "id");
  const [feed, second, first] = ids(createFeed());
  expect(ids(createFeed({ changes: [halt] }))).toEqual([feed, first]);
  expect(
    ids(
      createFeed({
        gaps: [{ of: "all", fromMs: at(1), toMs: at(10), lengthMs: at(10) - at(1), spans: 1 }],
        sinceMs: at(50),
      }),
    ),
  ).toEqual([feed, second, first]);
  expect(new Set([feed, second, first]).size).toBe(3);
  for (const other of [
    createFeed({}, { feedUrl: "https://other.example.org/status.atom" }),
    createFeed({}, { preset: presets.mayachain }),
  ]) {
    expect(ids(other).filter((id) => [feed, second, first].includes(id))).toEqual([]);
  }
  const later = createFeed({ changes: [{ ...halt, atMs: halt.atMs + 6_000 }] });
  expect(ids(later)[1]).not.toBe(first);
});

test("a feed's date is its newest change, else the start of observation, else its own start", () => {
  const updated = (xml: string) => readElements(xml, "updated")[0];
  expect(updated(createFeed())).toBe("2026-11-20T03:20:00.000Z");
  expect(updated(createFeed({ changes: [] }))).toBe("2026-11-20T00:00:00.000Z");
  expect(updated(createFeed({ changes: [], sinceMs: null }))).toBe("2026-11-19T23:55:00.000Z");
});

test("no name breaks out of its element, and the feed is bounded", async () => {
  const hostile = { ...halt, of: ['<A&B"]]> trading'], haltedBy: ["X\u0000\ud800<y/>"] };
  const xml = createFeed({ changes: [hostile] });
  expect((await validateFeed(xml)).errors).toEqual([]);
  expect(xml).toContain("&lt;A&amp;B&quot;]]&gt;: trading halted by X&lt;y/&gt;, was open");
  const many = Array.from({ length: 200 }, (_, index) => ({ ...halt, atMs: at(index) }));
  const feed = createFeed({ changes: many });
  expect(readElements(feed, "id")).toHaveLength(51);
  expect(readElements(feed, "updated")[1]).toBe(new Date(at(199)).toISOString());
});

test("the sample network's feed says that it is invented", () => {
  expect(createFeed({}, { preset: presets.sample })).toContain("Sample network: invented data.");
  expect(createFeed()).not.toContain("invented");
});
