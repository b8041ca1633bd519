// The signboard of the homepage: its text for a status document, and that age alone makes it grey and then unknown.
import { expect, test } from "@playwright/test";
import { FRESH_MS, STALE_MS } from "../../../../../lib/protocol/safety/freshness.ts";
import { InboundAddresses, parseShape } from "../../../../../lib/protocol/upstream/schemas.ts";
import { isSetBack, parseBoardReading, statusBoard } from "../../../../../lib/site/live/status/board.ts";

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
  verdict: "open",
  height: 100,
  age_seconds: 4,
  freshness: "fresh",
  chains: [chain("BTC"), chain("ETH")],
};
const read = (fields: object = {}) => parseBoardReading({ network: { ...network, ...fields } });

const states: readonly [
  name: string,
  fields: object,
  elapsedMs: number,
  state: string,
  verdict: string,
  notOpen: string,
][] = [
  ["all open", {}, 0, "open", "The network is open", "none"],
  [
    "one chain halted",
    { chains: [chain("BTC"), chain("LTC", { trading: "halted" })] },
    0,
    "open",
    "Open, with 1 exception",
    "LTC",
  ],
  [
    "payouts halted",
    { chains: [chain("BTC"), chain("XRP", { signing: "halted" })] },
    0,
    "open",
    "Open, with 1 exception",
    "XRP",
  ],
  [
    "a verdict missing",
    { chains: [chain("BTC"), chain("SOL", { deposits: null })] },
    0,
    "open",
    "Open, with 1 exception",
    "SOL",
  ],
  [
    "liquidity alone paused",
    { chains: [chain("BCH", { liquidity: "halted" })] },
    0,
    "open",
    "The network is open",
    "none",
  ],
  [
    "many",
    { chains: ["AA", "BB", "CC", "DD", "EE"].map((name) => chain(name, { trading: "unknown" })) },
    0,
    "open",
    "Open, with 5 exceptions",
    "AA, BB and 3 more",
  ],
  [
    "one more than fits",
    { chains: ["AA", "BB", "CC"].map((name) => chain(name, { trading: "unknown" })) },
    0,
    "open",
    "Open, with 3 exceptions",
    "AA, BB, CC",
  ],
  ["halted", { verdict: "halted" }, 0, "halted", "Halted. Do not send.", "none"],
  ["unknown", { verdict: "unknown" }, 0, "unknown", "Unknown. Do not send.", "none"],
  ["another word", { verdict: "fine" }, 0, "unknown", "Unknown. Do not send.", "none"],
  ["open, but the clock is not verified", { freshness: "unknown" }, 0, "unknown", "Unknown. Do not send.", "none"],
  ["at the edge of fresh", {}, FRESH_MS - 4000, "open", "The network is open", "none"],
  ["just past it", {}, FRESH_MS - 3999, "stale", "Out of date", "none"],
  ["halted, but old", { verdict: "halted" }, FRESH_MS, "halted", "Halted when last read. Do not send.", "none"],
  [
    "halted, at the edge of stale",
    { verdict: "halted" },
    STALE_MS - 4000,
    "halted",
    "Halted when last read. Do not send.",
    "none",
  ],
  ["halted, past it", { verdict: "halted" }, STALE_MS - 3999, "unknown", "Unknown. Do not send.", "unknown"],
  ["at the edge of stale", {}, STALE_MS - 4000, "stale", "Out of date", "none"],
  ["past it", {}, STALE_MS - 3999, "unknown", "Unknown. Do not send.", "unknown"],
  ["old when it was read", { age_seconds: 61 }, 0, "unknown", "Unknown. Do not send.", "unknown"],
];

for (const [name, fields, elapsedMs, state, verdict, notOpen] of states) {
  test(`the board, ${name}: ${state}`, () => {
    expect(statusBoard(read(fields), elapsedMs, limits)).toMatchObject({ state, verdict, notOpen, height: 100 });
  });
}

const scheduled = [{ parameter: "HALTBTCTRADING", height: 700, estimated_time: "2026-11-20T04:00:00Z" }];

test("while sending is open, a scheduled halt of any chain is shown", () => {
  const advice = (...chains: object[]) => statusBoard(read({ chains }), 0, limits).advice;
  const ahead = chain("BTC", { scheduled });
  const halted = chain("LTC", { trading: "halted" });
  expect(advice(ahead, chain("ETH"))).toBe("All chains trade, take deposits and pay out, but a halt is scheduled.");
  expect(advice(chain("ETH"), ahead, halted)).toBe(
    "Not all is open on the chains named here, and a halt is scheduled.",
  );
  for (const chains of [[chain("ETH")], [chain("ETH"), halted]]) expect(advice(...chains)).not.toContain("scheduled");
  // More content than is read changes nothing.
  expect(advice(chain("BTC", { scheduled: [{ later: 1 }], more: {} }))).toContain("a halt is scheduled");
});

test("a chain without known scheduled halts is not known to be open", () => {
  for (const wrong of [undefined, null, "none", 0, {}]) {
    const reading = read({ chains: [chain("BTC", { scheduled: wrong }), chain("ETH")] });
    expect(reading.chains).toEqual([
      { name: "BTC", state: "unknown" },
      { name: "ETH", state: "open" },
    ]);
    expect(reading.isHaltScheduled).toBe(false);
  }
  expect(read({ chains: [chain("BTC", { scheduled: null, trading: "halted" })] }).chains[0]?.state).toBe("halted");
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
  const boards = states
    .map(([, fields, elapsedMs]) => statusBoard(read(fields), elapsedMs, limits))
    .concat(statusBoard(null, 0, limits))
    .concat(statusBoard(read({ chains: [chain("BTC", { scheduled })] }), 0, limits))
    .concat(statusBoard(read({ chains: [chain("BTC", { scheduled, trading: "halted" })] }), 0, limits));
  for (const { verdict, advice } of boards) {
    expect(verdict.length, verdict).toBeLessThanOrEqual(35);
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
    { network: { ...network, chains: [] } },
    { network: { ...network, chains: {} } },
    { network: { ...network, chains: [null] } },
    { network: { ...network, chains: [chain("<b>")] } },
    { network: { ...network, chains: [chain("btc ")] } },
    { network: { ...network, chains: [chain("A")] } },
    { network: { ...network, chains: [chain("A".repeat(13))] } },
  ]) {
    expect(() => parseBoardReading(document), JSON.stringify(document)).toThrow();
  }
  expect(statusBoard(null, 0, limits)).toMatchObject({
    state: "unknown",
    verdict: "Unknown. Do not send.",
    height: null,
  });
});

test("it accepts every chain code that an upstream may send", () => {
  for (const name of ["AB", "A1", "ABCDEFGHIJKL"]) {
    const row = { chain: name, address: "a" };
    expect(parseShape(InboundAddresses, "/inbound_addresses", [row])).toEqual([row]);
    expect(read({ chains: [chain(name)] }).chains).toEqual([{ name, state: "open" }]);
  }
});
