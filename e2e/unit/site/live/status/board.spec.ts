// The signboard of the homepage: its text for a status document, and that age alone makes it grey and then unknown.
import { expect, test } from "@playwright/test";
import { signStates } from "../../../../../lib/protocol/model/network-status.ts";
import { FRESH_MS, STALE_MS } from "../../../../../lib/protocol/safety/freshness.ts";
import { InboundAddresses } from "../../../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../../../lib/protocol/upstream/parse-shape.ts";
import { parseBoardReading, statusBoard } from "../../../../../lib/site/live/status/board.ts";
import { isSetBack } from "../../../../../lib/site/live/status/watch-clock.ts";

const limits = { freshMs: FRESH_MS, staleMs: STALE_MS };
const chain = (name: string, fields: object = {}) => ({
  chain: name,
  trading: "open",
  deposits: "open",
  signing: "open",
  liquidity: "open",
  scheduled: [],
  ...fields,
});
const network = {
  state: "open",
  headline: "The network is open",
  height: 100,
  age_seconds: 4,
  freshness: "fresh",
  chains: [chain("BTC"), chain("ETH")],
};
const read = (fields: object = {}) => parseBoardReading({ network: { ...network, ...fields } });
const NOT_CHECKED = ["not_checked", "Not checked. Do not send."] as const;
const halts = (...names: string[]) => ({
  state: "partly_halted",
  headline: "Some are halted",
  chains: [chain("BTC"), ...names.map((name) => chain(name, { trading: "halted" }))],
});
const halted = { state: "halted", headline: "Halted. Do not send." };
const HALTED_BEFORE = "Halted when last read. Do not send.";
const DISPUTED = "Sources disagree. Do not send.";
const noneChecked = {
  state: "not_checked",
  headline: NOT_CHECKED[1],
  freshness: "unknown",
  chains: [],
  unchecked_chains: ["BTC", "ETH"],
};
const disputed = { ...noneChecked, state: "sources_disagree", headline: DISPUTED, age_seconds: 40 };
const partlyDisputed = {
  state: "sources_disagree",
  headline: "Sources disagree on Ethereum",
  age_seconds: 40,
  chains: [
    chain("BTC"),
    chain("ETH", { trading: "unknown", reason: "providers_disagree: address" }),
  ],
};

const solana = (reason: string) => ({
  chains: [chain("BTC"), chain("SOL", { trading: "unknown", reason })],
});
const OPEN = ["open", "The network is open"] as const;
const PARTLY = ["partly_halted", "Some are halted"] as const;

const states: readonly [
  name: string,
  fields: object,
  elapsedMs: number,
  state: string,
  headline: string,
  closed: string,
][] = [
  ["all open", {}, 0, ...OPEN, "none"],
  [
    "one chain not listed",
    {
      chains: [chain("BTC"), chain("SOL", { trading: "unknown", reason_code: "not_listed" })],
    },
    0,
    ...OPEN,
    "none",
  ],
  [
    "one chain not checked",
    solana("unreadable: the node did not list it"),
    0,
    ...NOT_CHECKED,
    "SOL",
  ],
  ["one chain halted", halts("LTC"), 0, ...PARTLY, "LTC"],
  ["one more than fits", halts("AA", "BB", "CC"), 0, ...PARTLY, "AA, BB, CC"],
  ["many", halts("AA", "BB", "CC", "DD", "EE"), 0, ...PARTLY, "AA, BB and 3 more"],
  [
    "payouts halted",
    {
      state: "payouts_wait",
      headline: "Payouts wait on X",
      chains: [chain("BTC"), chain("XRP", { signing: "halted" })],
    },
    0,
    "payouts_wait",
    "Payouts wait on X",
    "XRP",
  ],
  [
    "liquidity alone paused",
    { chains: [chain("BCH", { liquidity: "halted" })] },
    0,
    ...OPEN,
    "none",
  ],
  ["halted", halted, 0, "halted", "Halted. Do not send.", "none"],
  ["a state of later", { state: "fine" }, 0, ...NOT_CHECKED, "none"],
  ["open, but the clock is not verified", { freshness: "unknown" }, 0, ...NOT_CHECKED, "none"],
  [
    "halted, and the clock is not verified",
    { ...halted, freshness: "unknown" },
    0,
    "halted",
    halted.headline,
    "none",
  ],
  ["open, against its own rows", { chains: halts("LTC").chains }, 0, ...NOT_CHECKED, "LTC"],
  ["at the edge of fresh", {}, FRESH_MS - 4000, ...OPEN, "none"],
  ["just past it", {}, FRESH_MS - 3999, "stale", "Out of date", "none"],
  ["halted, but old", halted, FRESH_MS, "halted", HALTED_BEFORE, "none"],
  ["halted, at the edge of stale", halted, STALE_MS - 4000, "halted", HALTED_BEFORE, "none"],
  ["halted, past it", halted, STALE_MS - 3999, "halted", HALTED_BEFORE, "none"],
  ["halted, and not read again for as long", halted, STALE_MS + 1, ...NOT_CHECKED, "not known"],
  [
    "nothing checked, and old",
    { ...noneChecked, age_seconds: 300 },
    0,
    ...NOT_CHECKED,
    "every chain",
  ],
  [
    "sources that disagree on everything, and late",
    disputed,
    0,
    "sources_disagree",
    DISPUTED,
    "every chain",
  ],
  [
    "sources that disagree on one chain alone, and late",
    partlyDisputed,
    0,
    "stale",
    "Out of date",
    "ETH",
  ],
  ["at the edge of stale", {}, STALE_MS - 4000, "stale", "Out of date", "none"],
  ["past it", {}, STALE_MS - 3999, ...NOT_CHECKED, "not known"],
  ["old when it was read", { age_seconds: 61 }, 0, ...NOT_CHECKED, "not known"],
];

for (const [name, fields, elapsedMs, state, headline, closed] of states) {
  test(`the board, ${name}: ${state}`, () => {
    expect(statusBoard(read(fields), elapsedMs, limits)).toMatchObject({
      state,
      headline,
      closed,
      height: 100,
    });
  });
}

test("each state has advice of its own, and only the open one is without a warning", () => {
  const advices = signStates.map((state) => statusBoard(read({ state }), 0, limits).advice);
  expect(new Set(advices).size).toBe(signStates.length);
  expect(advices.filter((text) => text.startsWith("Every chain"))).toEqual([
    advices[signStates.indexOf("open")],
  ]);
});

test("a chain without known scheduled halts is not known to be open", () => {
  for (const wrong of [undefined, null, "none", 0, {}]) {
    const reading = read({ chains: [chain("BTC", { scheduled: wrong }), chain("ETH")] });
    expect(reading.chains).toEqual([
      { name: "BTC", isOpen: false },
      { name: "ETH", isOpen: true },
    ]);
    expect(reading.state).toBe("not_checked");
  }
});

test("where no block was read, the server's word is said, and no more than that is known", () => {
  const undated = { ...noneChecked, height: null, age_seconds: null };
  const words = [NOT_CHECKED, ["sources_disagree", DISPUTED], ["halted", HALTED_BEFORE]] as const;
  for (const [state, headline] of words)
    expect(statusBoard(read({ ...undated, state, headline }), 12_000, limits), state).toMatchObject(
      {
        state,
        headline,
        height: null,
        ageSeconds: null,
        closed: "every chain",
      },
    );
  for (const state of signStates)
    expect(statusBoard(read({ ...undated, state }), 0, limits).state).not.toBe("open");
  expect(statusBoard(read({ ...undated, ...halted }), STALE_MS + 1, limits).state).toBe(
    "not_checked",
  );
});

test("the shown age continues from the read age", () => {
  expect(statusBoard(read(), 2000, limits).ageSeconds).toBe(6);
  expect(statusBoard(read(), 2001, limits).ageSeconds).toBe(7);
  expect(statusBoard(read({ age_seconds: -3 }), 0, limits).ageSeconds).toBe(0);
});

test("a reading from the future has no known age", () => {
  expect(statusBoard(read(), -1, limits)).toEqual(statusBoard(null, 0, limits));
});

test("a clock counts as set back from one second on", () => {
  for (const [nowMs, is] of [
    [10_000, false],
    [9_000, false],
    [8_999, true],
    [-3_600_000, true],
    [70_000, false],
  ] as const)
    expect(isSetBack(10_000, nowMs), String(nowMs)).toBe(is);
});

test("the board's texts fit the reserved space", () => {
  const boards = [
    ...states.map(([, fields, elapsedMs]) => statusBoard(read(fields), elapsedMs, limits)),
    ...signStates.map((state) => statusBoard(read({ state }), 0, limits)),
    statusBoard(null, 0, limits),
  ];
  for (const { headline, advice } of boards) {
    expect(headline.length, headline).toBeLessThanOrEqual(66);
    expect(advice.length, advice).toBeLessThanOrEqual(72);
  }
});

test("a missing or invalid document is unknown", () => {
  const { height: _height, ...undated } = network;
  for (const document of [
    null,
    "open",
    [],
    {},
    { network: null },
    { network: [] },
    { network: undated },
    { network: { ...network, height: "100" } },
    { network: { ...network, height: 0 } },
    { network: { ...network, age_seconds: null } },
    { network: { ...network, age_seconds: Number.NaN } },
    { network: { ...network, headline: null } },
    { network: { ...network, chains: [] } },
    { network: { ...network, chains: [], unchecked_chains: [] } },
    { network: { ...network, unchecked_chains: ["<b>"] } },
    { network: { ...network, unchecked_chains: [null] } },
    { network: { ...network, height: null } },
    { network: { ...network, chains: {} } },
    { network: { ...network, chains: [null] } },
    { network: { ...network, chains: [chain("<b>")] } },
    { network: { ...network, chains: [chain("btc ")] } },
    { network: { ...network, chains: [chain("A")] } },
    { network: { ...network, chains: [chain("A".repeat(13))] } },
  ]) {
    expect(() => parseBoardReading(document), JSON.stringify(document)).toThrow();
  }
  const headline = "Not checked. Do not send.";
  expect(statusBoard(null, 0, limits)).toMatchObject({
    state: "not_checked",
    headline,
    height: null,
  });
});

test("it accepts every chain code that an upstream may send", () => {
  for (const name of ["AB", "A1", "ABCDEFGHIJKL"]) {
    const row = { chain: name, address: "a" };
    expect(parseShape(InboundAddresses, "/inbound_addresses", [row])).toEqual([row]);
    expect(read({ chains: [chain(name)] }).chains).toEqual([{ name, isOpen: true }]);
  }
});
