// The history on /status: bars of days, halts with begin and end, what was not checked, and how far back it goes.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StatusDocument } from "../../../../../app/status/status-document.tsx";
import { DAY_MS, type DayTotals, dayOf, KEPT_DAYS } from "../../../../../lib/protocol/history/days.ts";
import type { HistorySnapshot } from "../../../../../lib/protocol/history/keeper.ts";
import { type Change, emptyLog, type Log, logOfSpans } from "../../../../../lib/protocol/history/log.ts";
import { historySubject } from "../../../../../lib/protocol/history/observation.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { samplePast } from "../../../../../lib/sample/past.ts";
import { LEVELS, MAX_RUNS, statusBar } from "../../../../../lib/site/live/status/bars.ts";
import { statusMarkdown } from "../../../../../lib/site/live/status/blocks.ts";
import type { HistoryView } from "../../../../../lib/site/live/status/history.ts";
import { changeText, historyView, SHOWN_LINES, SHOWN_ROWS } from "../../../../../lib/site/live/status/history.ts";
import { historyDocument } from "../../../../../lib/site/live/status/history-document.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { compressedSize, HTML_BYTES } from "../../../../support/budgets.ts";
import { readingFaults } from "../../../../support/reading.ts";
import { status } from "../../../mcp/fake-network.ts";
import { expectSame } from "./parity.ts";

const START_MS = Date.UTC(2026, 10, 20);
const HOUR_MS = 3_600_000;
const at = (minutes: number) => START_MS + minutes * 60_000;
const preset = presets.thorchain;
const page = statusView(status, preset, at(620));

const halt: Change = {
  of: ["LTC trading", "LTC deposits"],
  from: "open",
  to: "halted",
  haltedBy: ["HALTLTCTRADING", "chain_trading_paused"],
  afterMs: at(99),
  atMs: at(100),
  height: 7,
};
const reopened: Change = { ...halt, from: "halted", to: "open", haltedBy: [], afterMs: at(159), atMs: at(160) };
const gap = (of: Log["gaps"][0]["of"], from: number, to: number) => {
  return { of, fromMs: at(from), toMs: at(to), lengthMs: at(to) - at(from), spans: 1 };
};
const log: Log = {
  ...emptyLog,
  sinceMs: at(0),
  last: { "LTC trading": { verdict: "open", atMs: at(619) }, "LTC deposits": { verdict: "open", atMs: at(619) } },
};
const snapshotOf = (changes: Partial<Log>, more: Partial<HistorySnapshot> = {}): HistorySnapshot => {
  return { log: { ...log, ...changes }, memory: "file", startedMs: at(0), checks: "each_minute", ...more };
};
const viewOf = (changes: Partial<Log>, more: Partial<HistorySnapshot> = {}) =>
  historyView(snapshotOf(changes, more), at(620), preset);
const rowsOf = (changes: Partial<Log>) =>
  viewOf(changes).rows.map(({ state, what, how, began, ended, parameters }) =>
    [state, what, how, began, ended, parameters].join("; "),
  );

const LTC = "Litecoin (LTC): trading and deposits";
const cases: readonly [what: string, changes: Partial<Log>, rows: string[]][] = [
  ["nothing", {}, []],
  [
    "a halt with its begin, its end and its parameter, without the node's flags",
    { changes: [halt, reopened] },
    [`halted; ${LTC}; halted for 1 hour; 2026-11-20 01:40 UTC; 2026-11-20 02:40 UTC; HALTLTCTRADING`],
  ],
  [
    "a halt of which only flags are known: its parameter is not",
    { changes: [{ ...halt, haltedBy: ["chain_trading_paused"] }, reopened] },
    [`halted; ${LTC}; halted for 1 hour; 2026-11-20 01:40 UTC; 2026-11-20 02:40 UTC; not known`],
  ],
  [
    "one that goes on",
    { changes: [halt] },
    [`halted; ${LTC}; halted for 8 hours 40 minutes; 2026-11-20 01:40 UTC; not yet; HALTLTCTRADING`],
  ],
  [
    "one that was last seen an hour ago",
    {
      changes: [halt],
      last: {
        "LTC trading": { verdict: "halted", atMs: at(560) },
        "LTC deposits": { verdict: "halted", atMs: at(560) },
      },
    },
    [
      `halted; ${LTC}; halted for at least 7 hours 40 minutes; 2026-11-20 01:40 UTC; not known, last seen 2026-11-20 09:20 UTC; HALTLTCTRADING`,
      "stale; Everything; not checked for 1 hour; 2026-11-20 09:20 UTC; not yet; none",
    ],
  ],
  [
    "one that began before anybody checked",
    { last: { "LTC trading": { verdict: "halted", atMs: at(619), haltedBy: ["HALTLTCTRADING"] } } },
    [
      "halted; Litecoin (LTC): trading; halted for at least 10 hours 20 minutes; before 2026-11-20 00:00 UTC; not yet; HALTLTCTRADING",
    ],
  ],
  [
    "sources that disagreed, which is no halt",
    {
      changes: [
        { ...halt, to: "disputed", haltedBy: [] },
        { ...reopened, from: "disputed" },
      ],
    },
    [`unknown; ${LTC}; sources disagreed for 1 hour; 2026-11-20 01:40 UTC; 2026-11-20 02:40 UTC; none`],
  ],
  [
    "one that began and ended while nobody checked",
    {
      changes: [
        { ...halt, afterMs: at(50) },
        { ...reopened, atMs: at(300) },
      ],
      gaps: [gap("all", 50, 100), gap("all", 159, 300)],
    },
    [
      `halted; ${LTC}; halted for 3 hours 20 minutes; between 2026-11-20 00:50 UTC and 2026-11-20 01:40 UTC; between 2026-11-20 02:39 UTC and 2026-11-20 05:00 UTC; HALTLTCTRADING`,
      "stale; Everything; not checked for 2 hours 21 minutes; 2026-11-20 02:39 UTC; 2026-11-20 05:00 UTC; none",
      "stale; Everything; not checked for 50 minutes; 2026-11-20 00:50 UTC; 2026-11-20 01:40 UTC; none",
    ],
  ],
  [
    "how much of a halt nobody checked",
    { changes: [halt, reopened], gaps: [{ ...gap(["LTC trading"], 110, 150), lengthMs: 20 * 60_000, spans: 2 }] },
    [
      `halted; ${LTC}; halted for 1 hour (20 minutes of it not checked); 2026-11-20 01:40 UTC; 2026-11-20 02:40 UTC; HALTLTCTRADING`,
      "stale; Litecoin (LTC): trading; not checked for 20 minutes, in 2 parts; 2026-11-20 01:50 UTC; 2026-11-20 02:30 UTC; none",
    ],
  ],
];
for (const [what, changes, rows] of cases) {
  test(`history: ${what}`, () => {
    expect(rowsOf(changes)).toEqual(rows);
    const view = viewOf(changes);
    expect(new Set(view.rows.map(({ id }) => id)).size).toBe(rows.length);
    expectSame(page, view);
  });
}

test("a long history shows the newest rows, those that go on first, and how many are left out", () => {
  const changes = Array.from({ length: 100 }, (_, index) => ({
    ...(index % 2 ? reopened : halt),
    of: index === 0 ? ["XRP signing"] : ["LTC trading"],
    afterMs: at(index * 5),
    atMs: at(index * 5 + 1),
  }));
  const view = viewOf({ changes, last: { ...log.last, "XRP signing": { verdict: "halted", atMs: at(619) } } });
  expect(view.rows).toHaveLength(SHOWN_ROWS);
  expect(view.rows[0]).toMatchObject({ what: "XRP Ledger (XRP): signing", ended: "not yet" });
  expect(view.rows[1]?.ended).toBe("2026-11-20 08:16 UTC");
  expect(view.older).toBe(51 - SHOWN_ROWS);
  expectSame(page, view);
});

test("it says how often it is checked, where it is kept, and what is not known", () => {
  const texts = (changes: Partial<Log>, more: Partial<HistorySnapshot> = {}) => viewOf(changes, more).texts.join(" ");
  expect(texts({})).toMatch(/^We check every minute\. A halt shorter than 3 minutes may be missing here\. /);
  expect(texts({}, { checks: "on_request" })).not.toContain("every minute");
  expect(texts({ sinceMs: null, last: {} })).toContain("Nothing was checked yet.");
  expect(texts({ lostMs: at(5) })).toContain("An older history could not be read on 2026-11-20 00:05 UTC");
  for (const [memory, text] of [
    ["sample", "its past is invented"],
    ["instance", "Nothing is kept: this server shows only what it saw since 2026-11-20 00:00 UTC."],
    ["store", "All servers of this site keep it for 90 days."],
    ["file", "This server keeps it for 90 days."],
    ["file_failed", "It cannot be kept right now."],
    ["store_failed", "It cannot be kept right now."],
  ] as const)
    expect(texts({}, { memory })).toContain(text);
});

const historyMarkdown = (view: HistoryView) => {
  const whole = statusMarkdown(page, view);
  return whole.slice(whole.indexOf("## The last 90 days"));
};

test("every state of the history reads easily", () => {
  for (const [, changes] of cases) expect(readingFaults(historyMarkdown(viewOf(changes)), "page")).toEqual([]);
  for (const memory of ["sample", "instance", "store", "file", "file_failed", "store_failed"] as const)
    for (const checks of ["each_minute", "on_request"] as const)
      for (const lost of [{}, { lostMs: at(1) }])
        expect(readingFaults(historyMarkdown(viewOf(lost, { memory, checks })), "page")).toEqual([]);
  expect(historyMarkdown(viewOf({})).split("\n\n").length).toBeGreaterThan(4);
});

const today = dayOf(START_MS);
const barOf = (totals: readonly DayTotals[]) =>
  statusBar({ ...log, days: { "LTC trading": totals } }, "LTC", "trading", at(620), []);

test("a bar joins days that look alike, and a run says what happened in it", () => {
  const whole = (day: number): DayTotals => [today - day, DAY_MS, 0, 0];
  const { runs, share } = barOf([
    ...Array.from({ length: 10 }, (_, index) => whole(20 - index)),
    [today - 10, DAY_MS - HOUR_MS, HOUR_MS, 0],
    [today - 9, 0, DAY_MS, 0],
    [today - 8, DAY_MS - HOUR_MS, 0, HOUR_MS],
    [today - 7, DAY_MS - HOUR_MS, 0, 0],
    ...Array.from({ length: 6 }, (_, index) => whole(6 - index)),
    [today, at(619) - START_MS, 0, 0],
  ]);
  expect(
    runs.map(({ start, count, open, halted, disputed, title }) => [start, count, open, halted, disputed, title]),
  ).toEqual([
    [0, 69, 0, 0, 0, "2026-08-23 to 2026-10-30: not checked"],
    [69, 10, 4, 0, 0, "2026-10-31 to 2026-11-09: open"],
    [79, 1, 3, 1, 0, "2026-11-10: halted 1 hour, else open"],
    [80, 1, 0, 4, 0, "2026-11-11: halted 24 hours"],
    [81, 1, 3, 0, 1, "2026-11-12: sources disagreed 1 hour, else open"],
    [82, 1, 3, 0, 0, "2026-11-13: not checked 1 hour, else open"],
    [83, 7, 4, 0, 0, "2026-11-14 to 2026-11-20: open"],
  ]);
  expect(share).toBe("94.68 %");
  expect(barOf([]).share).toBe("not checked");
});

/** Seven days, of which one is given. */
const week = (open: number, halted: number, rest: "open" | "halted" = "open") => [
  ...Array.from({ length: 6 }, (_, index): DayTotals => {
    return rest === "open" ? [today - 7 + index, DAY_MS, 0, 0] : [today - 7 + index, 0, DAY_MS, 0];
  }),
  [today - 1, open, halted, 0] as DayTotals,
];

test("what was open for a moment is not 0 %", () => {
  expect(barOf(week(1, DAY_MS - 1, "halted")).share).toBe("< 0.01 %");
  expect(barOf(week(0, DAY_MS, "halted")).share).toBe("0 %");
});

test("only what was open all the time is 100 %", () => {
  expect(barOf(week(DAY_MS - 1, 1)).share).toBe("99.99 %");
  expect(barOf(week(DAY_MS, 0)).share).toBe("100 %");
  expect(barOf([[today - 1, DAY_MS - 1, 0, 0]]).runs.map(({ open }) => open)).toEqual([0, 3, 0]);
});

test("below seven checked days there is no percentage, and the time that was checked is told", () => {
  const ofLtc = (totals: readonly DayTotals[]) => {
    const { bars } = viewOf({ days: { "LTC trading": totals, "LTC signing": totals } });
    return bars.map(({ trading, signing, watched }) => [trading.share, signing.share, watched]);
  };
  const few = "under 7 days";
  expect(ofLtc(week(DAY_MS - 1, 0))).toEqual([[few, few, "6 days 23 hours"]]);
  expect(ofLtc(week(DAY_MS, 0))).toEqual([["100 %", "100 %", "7.82 %"]]);
  expect(ofLtc([[today, 40_000, 0, 0]])).toEqual([[few, few, "40 seconds"]]);
  expect(ofLtc([])).toEqual([["not checked", "not checked", "0 seconds"]]);
  expect(statusMarkdown(page, viewOf({ days: { "LTC trading": week(DAY_MS - 1, 0) } }))).not.toMatch(/[\d.]+ %/);
});

test("chains with equal days have one row, and one that differs in a minute has its own", () => {
  const open: readonly DayTotals[] = week(DAY_MS, 0);
  const chains = ["BTC", "ETH", "LTC"];
  const subjects = chains.flatMap((chain) => [`${chain} trading`, `${chain} signing`]);
  const last = Object.fromEntries(subjects.map((subject) => [subject, { verdict: "open" as const, atMs: at(619) }]));
  const all = Object.fromEntries(subjects.map((subject) => [subject, open]));
  const names = (days: Log["days"]) => viewOf({ last, days }).bars.map(({ name }) => name);
  expect(names(all)).toEqual(["Bitcoin, Ethereum and Litecoin"]);
  const other = { ...all, "ETH signing": week(DAY_MS - 60_000, 60_000) };
  expect(names(other)).toEqual(["Bitcoin and Litecoin", "Ethereum (ETH)"]);
  expectSame(page, viewOf({ last, days: other }));
});

test("each day with a halt or a dispute can be opened, the newest first, and neighbours of which the same is told are one", () => {
  const last = Object.fromEntries(
    ["LTC trading", "LTC signing", "XRP trading", "XRP signing"].map((subject) => [
      subject,
      { verdict: "open" as const, atMs: at(619) },
    ]),
  );
  const halted = (day: number): DayTotals => [today - day, 0, DAY_MS, 0];
  const view = viewOf({
    last,
    days: {
      "LTC trading": [halted(9), halted(8), [today - 3, DAY_MS - HOUR_MS, HOUR_MS, 0], [today, 1, 0, 0]],
      "LTC signing": [[today - 3, DAY_MS - HOUR_MS, HOUR_MS, 0]],
      "XRP signing": [halted(9), halted(8), [today - 3, DAY_MS - 2 * HOUR_MS, 0, HOUR_MS]],
    },
  });
  const days = view.days.map(({ title, texts }) => [title, ...texts]);
  expect(days).toEqual([
    [
      "2026-11-17 UTC",
      "Litecoin (LTC): trading and signing. Halted 1 hour, else open.",
      "XRP Ledger (XRP): signing. Sources disagreed 1 hour, not checked 1 hour, else open.",
    ],
    [
      "2026-11-11 UTC to 2026-11-12 UTC, each day",
      "Litecoin (LTC): trading. Halted 24 hours.",
      "XRP Ledger (XRP): signing. Halted 24 hours.",
    ],
  ]);
  expectSame(page, view);
  expect(viewOf({}).days).toEqual([]);
});

test("random days: a day is told where something was halted or disputed, and nowhere else", () => {
  const day = fc.tuple(fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(fc.array(fc.tuple(day, day), { minLength: 1, maxLength: SHOWN_LINES / 2 }), (drawn) => {
      const totals = (place: 0 | 1) =>
        drawn.map((one, index): DayTotals => {
          const [isHalted, isDisputed] = one[place];
          return [today - 1 - index, DAY_MS - 5_000, isHalted ? 3_000 : 0, isDisputed ? 2_000 : 0];
        });
      const { days } = viewOf({ days: { "LTC trading": totals(0).reverse(), "LTC signing": totals(1).reverse() } });
      const told = days.reduce((sum, { title }) => {
        const [from = "", to = from] = title.match(/\d{4}-\d\d-\d\d/g) ?? [];
        return sum + (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      }, 0);
      expect(told).toBe(drawn.filter((both) => both.some(([isHalted, isDisputed]) => isHalted || isDisputed)).length);
    }),
    { numRuns: 100 },
  );
});

test("random days: a bar has each day once, hides no halt, and draws nothing as open that was not watched", () => {
  const times = fc
    .tuple(
      fc.integer({ min: 0, max: DAY_MS }),
      fc.integer({ min: 0, max: DAY_MS }),
      fc.integer({ min: 0, max: DAY_MS }),
      fc.boolean(),
    )
    .map(([a, b, c, isWhole]) => {
      const [first, second, third] = [a, b, isWhole ? DAY_MS : c].sort((x, y) => x - y) as [number, number, number];
      return [first, second - first, third - second] as const;
    });
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: KEPT_DAYS - 1 }), (days) => {
      const totals = days.map((day, index): DayTotals => [today - days.length + index, ...day]);
      const { runs } = barOf(totals);
      expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(KEPT_DAYS);
      expect(runs.length).toBeLessThanOrEqual(MAX_RUNS);
      // One `expect` a bar: one a day would take most of the time.
      const broken = totals.flatMap(([day, open, halted, disputed]) => {
        const index = day - today + KEPT_DAYS - 1;
        const run = runs.find(({ start, count }) => start <= index && index < start + count);
        const drawn = { open: run?.open ?? 0, halted: run?.halted ?? 0, disputed: run?.disputed ?? 0 };
        const rules = {
          inBar: run !== undefined,
          // Days that were joined are as bad as the worst of them.
          haltShown: halted > 0 ? drawn.halted > 0 : drawn.halted === 0 || (run?.count ?? 0) > 1,
          disputeShown: disputed === 0 || drawn.halted === LEVELS || drawn.disputed > 0,
          openWatched: drawn.open / LEVELS <= open / DAY_MS,
          fits: drawn.open + drawn.halted + drawn.disputed <= LEVELS,
        };
        return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`day ${index}: ${rule}`]));
      });
      expect(broken).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

const sampleSnapshot = (nowMs: number): HistorySnapshot => {
  const spans = samplePast(presets.sample, nowMs).map(({ chain, question, ...span }) => {
    return { of: historySubject(chain, question), ...span };
  });
  return { log: logOfSpans(spans, () => 1), memory: "sample", startedMs: nowMs, checks: "each_minute" };
};

test("ninety bad days of every chain stay within a third of the page's budget", () => {
  const random = (seed: number) => ((Math.imul(seed, 2_654_435_761) >>> 0) % 1000) / 1000;
  const subjects = presets.thorchain.chains.flatMap(({ code }) => [
    historySubject(code, "trading"),
    historySubject(code, "signing"),
  ]);
  const days = Object.fromEntries(
    subjects.map((subject, place) => [
      subject,
      Array.from({ length: KEPT_DAYS - 1 }, (_, index): DayTotals => {
        const isBad = random(place * 97 + index) < 0.15;
        const halted = isBad ? Math.floor(random(place + index * 31) * DAY_MS) : 0;
        const missed = random(index) < 0.1 ? HOUR_MS : 0;
        return [today - KEPT_DAYS + 1 + index, Math.max(0, DAY_MS - halted - missed), halted, 0];
      }),
    ]),
  );
  const last = Object.fromEntries(subjects.map((subject) => [subject, { verdict: "open" as const, atMs: at(619) }]));
  const view = viewOf({ days, last });
  expect(view.bars).toHaveLength(presets.thorchain.chains.length);
  const lines = view.days.reduce((sum, { texts }) => sum + texts.length, 0);
  expect([lines <= SHOWN_LINES, view.olderDays > 0, lines > SHOWN_LINES / 2]).toEqual([true, true, true]);
  const html = renderToStaticMarkup(createElement(StatusDocument, { view: page, history: view }));
  const [own = html] = html.match(/<section class="history">.*?<\/section>/s) ?? [];
  expect(compressedSize(own)).toBeLessThanOrEqual(HTML_BYTES / 3);
});

test("a halt in a bar links to its row, with the days that it has", () => {
  const view = historyView(sampleSnapshot(at(620)), at(620), presets.sample);
  expectSame(page, view);
  const ids = new Set(view.rows.map(({ id }) => id));
  const bar = (chain: string) => view.bars.find(({ chains }) => chains.includes(chain));
  const ltc = bar("LTC")?.trading.runs.filter(({ halt }) => halt !== null) ?? [];
  expect(ltc.at(-1)).toMatchObject({
    count: 3,
    halted: LEVELS,
    title: "2026-11-18 to 2026-11-20: halted 58 hours 20 minutes".replace("58 hours 20 minutes", "2 days 10 hours"),
  });
  const all = view.bars.flatMap(({ trading, signing }) => [...trading.runs, ...signing.runs]);
  const isRight = (bad: number, halt: string | null) => (bad > 0 ? ids.has(halt ?? "") : halt === null);
  expect(all.filter(({ halted, disputed, halt }) => !isRight(halted + disputed, halt))).toEqual([]);
  expect(view.rows.find(({ id }) => id === ltc.at(-1)?.halt)).toMatchObject({
    ended: "not yet",
    parameters: "HALTLTCTRADING",
  });
});

test("the JSON has each day once, and its seconds add up to the day", () => {
  const { chains, halts, unchecked } = historyDocument(sampleSnapshot(at(620)), presets.sample, at(620));
  expect(chains).toHaveLength(1 + 2 * presets.sample.chains.length);
  expect(chains[0]).toMatchObject({ chain: null, question: "trading" });
  for (const { days, open_share, checked_share } of chains) {
    const length = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    expect(days.reduce((sum, { from, to }) => sum + length(from, to), 0)).toBe(KEPT_DAYS);
    const broken = days.filter(({ from, open_seconds, halted_seconds, disputed_seconds, unchecked_seconds }) => {
      const sum = open_seconds + halted_seconds + disputed_seconds + unchecked_seconds;
      return sum !== (from === "2026-11-20" ? 620 * 60 : 86_400) || !(unchecked_seconds >= 0);
    });
    expect(broken).toEqual([]);
    expect(open_share).toBeLessThanOrEqual(1);
    expect(checked_share).toBeCloseTo(1 - 33.75 / (89 * 24 + 620 / 60), 3);
  }
  expect(halts.find(({ ended }) => ended === null)).toMatchObject({
    state: "halted",
    of: [
      { chain: "LTC", question: "trading" },
      { chain: "LTC", question: "deposits" },
      { chain: "LTC", question: "liquidity" },
    ],
    halted_by: ["HALTLTCTRADING"],
    began: { after: "2026-11-17T23:59:00Z", by: "2026-11-18T00:00:00Z" },
  });
  expect(unchecked.map(({ of, parts }) => [of, parts])).toEqual([
    [null, 1],
    [null, 1],
  ]);
});

test("subjects that flap are told in one row", () => {
  const text = changeText({ ...halt, haltedBy: ["HALTLTCTRADING"], times: 27 }, preset);
  expect(text).toBe(`${LTC} changed 27 times, halted by HALTLTCTRADING at last`);
  expect(rowsOf({ changes: [{ ...halt, times: 27 }] })[0]).toContain("; halted on and off, 27 changes for ");
});
