// What an open page and the homepage's board still say as their reading ages: nothing grows younger, and no halt is forgotten.
import { expect, test } from "@playwright/test";
import { FRESH_MS, STALE_MS } from "../../lib/protocol/safety/freshness.ts";
import { boardTexts } from "../../lib/say/board.en.ts";
import { formatAge } from "../../lib/say/figures.en.ts";
import { timeLeftMs } from "../../lib/site/live/quote/watch-expiry.ts";
import { withoutReadTime } from "../../lib/site/live/read-part.ts";
import { parseBoardReading, statusBoard } from "../../lib/site/live/status/board.ts";
import { blockAgeMs, isSetBack, pauseBeforeStale } from "../../lib/site/live/status/watch-clock.ts";

const limits = { freshMs: FRESH_MS, staleMs: STALE_MS };
const open = { trading: "open", deposits: "open", signing: "open", liquidity: "open" };
const chain = (name: string, fields: object = {}) => ({
  ...{ chain: name, ...open, scheduled: [] },
  ...fields,
});
const network = {
  ...{ state: "open", headline: "Own words", height: 100, age_seconds: 4, freshness: "fresh" },
  chains: [chain("BTC"), chain("ETH")],
  unchecked_chains: [],
};
const read = (fields: object = {}) => {
  const { height, age_seconds, ...members } = { ...network, ...fields };
  return parseBoardReading({ network: { ...members, as_of: { height, age_seconds } } });
};
const board = (fields: object = {}, elapsedMs = 0) => statusBoard(read(fields), elapsedMs, limits);

const closed = (names: string, fields: object = { trading: "halted" }) => ({
  state: "partly_halted",
  chains: [chain("BTC"), ...names.split(" ").map((name) => chain(name, fields))],
});
const halted = { state: "halted" };
const disputed = { ...closed("ETH"), state: "sources_disagree" };
const unknown = (member: string, more: object = {}) => ({
  chains: [chain("BTC"), chain("SOL", { [member]: null, ...more })],
});
const undated = (state: string) => ({
  ...{ state, height: null, age_seconds: null, chains: [], unchecked_chains: ["BTC", "ETH"] },
});

/**
 * The state, then `own` where the document's headline is shown, then the note if it is no age.
 * More of them: said/texts/alike-boards.
 */
type Row = readonly [shown: string, fields?: object, elapsedMs?: number];
const rows: Readonly<Record<string, Row>> = {
  "all is open": ["open | own"],
  "a chain is not listed": ["open | own", unknown("trading", { reason_code: "not_listed" })],
  "a chain is not checked": ["not_checked", unknown("trading")],
  "halts to come are not known": ["not_checked", unknown("scheduled")],
  "five are halted": ["partly_halted | own", closed("AA BB CC DD EE")],
  "all is halted": ["halted | own", halted],
  "a later server has another state": ["not_checked", { state: "fine" }],
  "nobody verified the clock": ["not_checked", { freshness: "unknown" }],
  "halted, and nobody did": ["halted | own", { ...halted, freshness: "unknown" }],
  "open against its own rows": ["not_checked", { ...closed("LTC"), state: "open" }],
  "open, at the edge of fresh": ["open | own", {}, FRESH_MS - 4_000],
  "open, past it": ["stale | late", {}, FRESH_MS - 3_999],
  "open, at the edge of stale": ["stale | late", {}, STALE_MS - 4_000],
  "open, past that": ["not_checked | tooOld", {}, STALE_MS - 3_999],
  "open, old when it was read": ["not_checked | tooOld", { age_seconds: 61 }],
  "open, read in the future": ["not_checked | failed", { age_seconds: 0 }, -1],
  "halted, and old": ["halted | before", halted, STALE_MS - 3_999],
  "halted, and not read again": ["not_checked | tooOld", halted, STALE_MS + 1],
  "one in doubt, and late": ["stale | late", { ...disputed, age_seconds: 40 }],
  "no block, all in doubt": ["sources_disagree | own | failed", undated("sources_disagree"), 1],
  "no block, and halted": ["halted | before", undated("halted"), 12_000],
  "no block, and open": ["not_checked | failed", undated("open")],
};
const notes: Readonly<Record<string, string>> = {
  [boardTexts.staleAdvice]: "late",
  [boardTexts.tooOld]: "tooOld",
  [boardTexts.failed]: "failed",
};
for (const [what, [shown, fields, elapsedMs]] of Object.entries(rows))
  test(`the board where ${what}: ${shown}`, () => {
    const { state, headline, note } = board(fields, elapsedMs);
    const own = headline === network.headline ? ["own"] : [];
    const before = headline === boardTexts.haltedBefore ? ["before"] : [];
    expect([state, ...own, ...before, notes[note] ?? []].flat().join(" | ")).toBe(shown);
  });

test("the shown age continues from the age that was read, and rounds up", () => {
  const ages = [0, 2_000, 2_001].map((elapsedMs) => board({}, elapsedMs).note);
  expect([...ages, board({ age_seconds: -3 }).note]).toEqual(
    [4, 6, 7, 0].map((seconds) => boardTexts.checked(formatAge(seconds))),
  );
});

const wrongRows = ["<b>", "btc ", "A", "A".repeat(13)].map((name) => ({ chains: [chain(name)] }));
const faults: readonly object[] = [
  ...["100", 0, null, undefined].map((height) => ({ height })),
  ...[null, Number.NaN].map((age) => ({ age_seconds: age })),
  ...[[], {}, [null]].map((chains) => ({ chains })),
  ...["<b>", null].map((name) => ({ unchecked_chains: [name] })),
  ...[...wrongRows, { headline: null }],
];
test("what is no status document is refused, and its board is not checked", () => {
  for (const fields of faults) expect(() => read(fields), JSON.stringify(fields)).toThrow();
  for (const document of [null, "open", [], {}, { network: null }, { network: [] }])
    expect(() => parseBoardReading(document), JSON.stringify(document)).toThrow();
  for (const name of ["AB", "A1", "ABCDEFGHIJKL"])
    expect(read({ chains: [chain(name)] }).hasOpenChain).toBe(true);
  expect(statusBoard(null, 0, limits)).toMatchObject({ state: "not_checked" });
});

const page = { observedMs: 1_000_000, serverMs: 1_004_000, readMs: 50_000, isConfirmed: true };
test("an open page dates its reading by the server's clock, and by ours where a copy is old", () => {
  const never = Number.POSITIVE_INFINITY;
  const copy = { isConfirmed: false };
  for (const [what, changes, ageMs] of [
    ["at the answer", {}, 4_000],
    ["ten seconds later", { nowMs: 60_000 }, 14_000],
    ["by a clock that is ahead", { readMs: 9_000_000, nowMs: 9_002_000 }, 6_000],
    ["of an old copy", { ...copy, readMs: 1_500_000, nowMs: 1_500_000 }, 500_000],
    ["of an old copy, by a clock that is behind", copy, 4_000],
    ["after the clock was set back", { readMs: -never }, never],
  ] as const)
    expect(blockAgeMs({ ...page, nowMs: 50_000, ...changes }), what).toBe(ageMs);
  const setBack = [10_000, 9_000, 8_999, -3_600_000].map((nowMs) => isSetBack(10_000, nowMs));
  expect(setBack, "from more than a second on").toEqual([false, false, true, true]);
});

test("an open page asks again before what it shows is out of date, and later where no answer comes", () => {
  for (const [ageMs, pauseMs] of [
    [0, 13_000],
    [14_000, 13_000],
    [15_000, 12_000],
    [22_000, 5_000],
    [29_000, 3_000],
    [30_000, 3_000],
    [30_001, 13_000],
  ] as const)
    expect(pauseBeforeStale(13_000, ageMs, FRESH_MS), `${ageMs} ms old`).toBe(pauseMs);
});

const quote = {
  expiresAtMs: 1_000_000,
  leftAtLoadMs: 60_000,
  loadedMs: 940_000,
  sinceLoadMs: 0,
  nowMs: 940_000,
};
test("an open quote expires by the clock, or after its time awake, whichever is first", () => {
  for (const [what, changes, expired] of [
    ["as it arrives", {}, false],
    ["just before its end", { nowMs: 999_999 }, false],
    ["at its end by the clock", { nowMs: 1_000_000 }, true],
    ["by a clock that is behind, over", { loadedMs: 0, nowMs: 60_000 }, true],
    ["by a clock that is behind, before", { loadedMs: 0, nowMs: 59_999 }, false],
    ["after the clock was set back, over", { nowMs: 0, sinceLoadMs: 60_000 }, true],
    ["after the clock was set back, before", { nowMs: 0, sinceLoadMs: 59_999 }, false],
    ["on a device that slept", { nowMs: 999_999, loadedMs: 939_999, sinceLoadMs: 5 }, true],
    ["by a clock that is ahead", { loadedMs: 2_000_000, nowMs: 2_000_000 }, true],
    ["without an end", { expiresAtMs: Number.NaN }, true],
    ["without a time left", { leftAtLoadMs: Number.NaN }, true],
  ] as const)
    expect(timeLeftMs({ ...quote, ...changes }) > 0, what).toBe(!expired);
});

test("when a copy was made is not part of what it says", () => {
  const copy = (readMs: number) => `<p data-read="${readMs}" data-observed="1">open</p>`;
  expect(withoutReadTime(copy(1))).toBe(withoutReadTime(copy(1_800_000_000_000)));
  expect(withoutReadTime(copy(1))).toContain('data-observed="1"');
});
