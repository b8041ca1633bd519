// The history on /status: changes and gaps, newest first, and how far back it goes.
import { expect, test } from "@playwright/test";
import type { HistorySnapshot } from "../../../../../lib/protocol/history/keeper.ts";
import { emptyLog, type Log } from "../../../../../lib/protocol/history/log.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { changeText, historyView, SHOWN_ROWS } from "../../../../../lib/site/live/status/history.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { status } from "../../../mcp/fake-network.ts";
import { expectSame } from "./parity.ts";

const START_MS = Date.UTC(2026, 10, 20);
const at = (minutes: number) => START_MS + minutes * 60_000;
const log: Log = {
  days: {},
  sinceMs: at(0),
  last: { "* trading": { verdict: "open", atMs: at(600) }, "LTC trading": { verdict: "open", atMs: at(560) } },
  changes: [
    {
      of: ["LTC trading", "LTC deposits"],
      from: "open",
      to: "halted",
      haltedBy: ["HALTLTCTRADING"],
      afterMs: at(99),
      atMs: at(100),
      height: 7,
    },
    {
      of: ["* trading", "BTC trading", "ETH trading"],
      from: "halted",
      to: "open",
      haltedBy: [],
      afterMs: at(300),
      atMs: at(400),
      height: 8,
    },
  ],
  gaps: [
    { of: "all", fromMs: at(10), toMs: at(20), lengthMs: at(20) - at(10), spans: 1 },
    { of: "all", fromMs: at(30), toMs: at(50), lengthMs: at(50) - at(30), spans: 1 },
    { of: "all", fromMs: at(300), toMs: at(400), lengthMs: at(400) - at(300), spans: 1 },
    { of: ["SOL trading", "SOL deposits"], fromMs: at(450), toMs: at(470), lengthMs: at(470) - at(450), spans: 1 },
  ],
};

test("newest first, with gaps between changes, adjacent gaps merged, and the current gap marked", () => {
  const view = historyView({ log, memory: "store", startedMs: at(0) }, at(620), presets.thorchain);
  expect(view.rows.map(({ state, when, what }) => [state, when, what])).toEqual([
    ["unknown", "2026-11-20 10:00 UTC to now", "Not observed: The network: trading (20 minutes in all)"],
    ["unknown", "2026-11-20 09:20 UTC to now", "Not observed: Litecoin (LTC): trading (1 hour in all)"],
    [
      "unknown",
      "2026-11-20 07:30 UTC to 2026-11-20 07:50 UTC",
      "Not observed: Solana (SOL): trading and deposits (20 minutes in all)",
    ],
    [
      "open",
      "between 2026-11-20 05:00 UTC and 2026-11-20 06:40 UTC",
      "The network: trading; Bitcoin (BTC) and Ethereum (ETH): trading open, were halted",
    ],
    ["unknown", "2026-11-20 05:00 UTC to 2026-11-20 06:40 UTC", "Not observed (100 minutes in all)"],
    [
      "halted",
      "2026-11-20 01:40 UTC, block 7",
      "Litecoin (LTC): trading and deposits halted by HALTLTCTRADING, were open",
    ],
    ["unknown", "2026-11-20 00:10 UTC to 2026-11-20 00:50 UTC", "Not observed (30 minutes in all, in 2 spans)"],
  ]);
  expect(new Set(view.rows.map((row) => row.id)).size).toBe(view.rows.length);
  expectSame(statusView(status, presets.thorchain, at(620)), view);
});

test("it states its start and where it is kept, and that missing data is not 'no change'", () => {
  const lead = (recollection: HistorySnapshot) => historyView(recollection, at(1), presets.thorchain).lead;
  const memory = (kind: HistorySnapshot["memory"]) =>
    historyView({ log, memory: kind, startedMs: at(0) }, at(620), presets.thorchain).memory;
  expect(lead({ log: emptyLog, memory: "store", startedMs: at(0) })).toMatch(/^Nothing has been observed yet\./);
  expect(lead({ log: { ...log, changes: [] }, memory: "store", startedMs: at(0) })).toMatch(
    /^Observed since 2026-11-20 00:00 UTC\. No change was seen\..* listed as not observed/,
  );
  expect(lead({ log, memory: "store", startedMs: at(0) })).not.toContain("No change");
  expect(memory("instance")).toContain("began to watch at 2026-11-20 00:00 UTC, and a restart forgets it");
  expect(memory("store")).toContain("for 90 days");
  expect(memory("store_failed")).toContain("cannot be read now");
});

test("a long history shows the newest rows and how many are left out", () => {
  const changes = Array.from({ length: 100 }, (_, index) => ({
    ...(log.changes[0] as Log["changes"][0]),
    afterMs: at(index * 5),
    atMs: at(index * 5 + 1),
  }));
  const view = historyView(
    { log: { ...log, last: {}, changes, gaps: [] }, memory: "store", startedMs: at(0) },
    at(620),
    presets.thorchain,
  );
  expect(view.rows).toHaveLength(SHOWN_ROWS);
  expect(view.rows[0]?.when).toBe("2026-11-20 08:16 UTC, block 7");
  expect(view.older).toBe(88);
  expectSame(statusView(status, presets.thorchain, at(620)), view);
});

const change = {
  of: ["BTC trading"],
  from: "open",
  to: "halted",
  haltedBy: ["HALTBTCTRADING"],
  afterMs: 0,
  atMs: 1,
  height: 1,
} as const;

test("sources that disagree are told as such, and as neither open nor halted", () => {
  const disputed = { ...change, to: "disputed", haltedBy: [] } as const;
  const after = { ...change, from: "disputed", to: "open", haltedBy: [], afterMs: 1, atMs: 2 } as const;
  const view = historyView(
    { log: { ...log, changes: [disputed, after], gaps: [], last: {} }, memory: "store", startedMs: 0 },
    at(620),
    presets.thorchain,
  );
  expect(view.rows.map(({ state, what }) => [state, what])).toEqual([
    ["open", "Bitcoin (BTC): trading open, was not checked (sources disagree)"],
    ["unknown", "Bitcoin (BTC): trading not checked (sources disagree), was open"],
  ]);
});

test("subjects that flap are told in one row", () => {
  const text = changeText({ ...change, times: 27 }, presets.thorchain);
  expect(text).toBe("Bitcoin (BTC): trading changed 27 times, halted by HALTBTCTRADING at last");
});
