// What to do with a quote: warnings stand before any word on sending, in one order, and how to send fits the chain.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { refuseWith } from "../../support/changes.ts";
import type { Reply } from "../../support/world.ts";
import { type Asked, BECH32, HEX, poolsAnd, read, USDC, warningCodes } from "./asked.ts";

const within = { liquidityToleranceBps: 100 };
const noDestination = { destination: undefined };
const spaced = { streaming: { interval: 1, quantity: 2 } };
const paused = { STREAMINGSWAPPAUSE: 1 };
const inParts = { max_streaming_quantity: 9, streaming_swap_blocks: 3 };
const disputed: Asked = {
  change: (world) => {
    const mimir = { ...world.mimir, ...paused };
    world.scripts.node1 = { ...world.scripts.node1, mimir };
  },
};

const rows: readonly [name: string, codes: readonly string[], asked: Asked][] = [
  ["nothing", [], { ask: within }],
  ["an estimate", [], { ask: noDestination }],
  ["a tolerance of 100 %", ["no_price_limit"], { ask: { toleranceBps: 10_000 } }],
  [
    "payout and refund on one chain",
    ["signing_halted"],
    {
      ask: { ...within, from: "ETH", to: USDC },
      pools: poolsAnd(USDC),
      mimir: { HALTSIGNINGETH: 1 },
    },
  ],
  ["a halt within a day", ["halt_scheduled"], { ask: within, soon: { HALTETHTRADING: 86_400 } }],
  ["a halt after a day", [], { ask: within, soon: { HALTETHTRADING: 86_406 } }],
  [
    "a halt of refunds, however soon",
    ["halt_scheduled"],
    {
      ask: { ...within, from: "ETH", to: "BTC", destination: BECH32 },
      soon: { HALTSIGNINGETH: 12 },
    },
  ],
  [
    "a halt after a day of a swap that takes longer",
    ["halt_scheduled"],
    {
      ask: { ...within, ...spaced },
      say: { ...inParts, streaming_swap_seconds: 90_000 },
      soon: { HALTETHTRADING: 97_200 },
    },
  ],
  ["a total cost below 3 %", [], { ask: within, say: { expected_amount_out: "970001" } }],
  ["a total cost of 3 %", ["costly"], { ask: within, say: { expected_amount_out: "970000" } }],
  ["one part, while one source says that parts wait", [], { ask: within, ...disputed }],
  ["one part while parts wait", [], { ask: within, mimir: paused }],
  [
    "parts that are not split, and wait all the same",
    ["parts_wait", "streaming_not_applied"],
    { ask: { ...within, ...spaced }, say: { max_streaming_quantity: 1 }, mimir: paused },
  ],
  [
    "parts that are not split",
    ["streaming_not_applied"],
    { ask: { ...within, ...spaced }, say: { max_streaming_quantity: 1 } },
  ],
  [
    "all at once",
    [
      ...["parts_wait", "signing_halted", "halt_scheduled", "costly"],
      ...["streaming_not_applied", "no_price_limit"],
    ],
    {
      ask: spaced,
      say: { max_streaming_quantity: 1, expected_amount_out: "900000" },
      mimir: { ...paused, HALTSIGNINGETH: 1 },
      soon: { HALTSIGNINGBTC: 3_600 },
    },
  ],
  ["what must not be sent", ["halted"], { mimir: { HALTTRADING: 1, HALTSIGNINGETH: 1 } }],
  [
    "what must not be sent for its size",
    ["costly"],
    { ask: noDestination, say: { expected_amount_out: "500000" }, mimir: { HALTSIGNINGETH: 1 } },
  ],
];
for (const [name, codes, asked] of rows) {
  test(`${name}: ${codes.join(", ") || "no warning"}`, async () => {
    const quote = await read(asked);
    expect(warningCodes(quote)).toEqual(codes);
    const isForbidden = quote.warnings.some(({ isForbidding }) => isForbidding);
    expect(quote.adviceLevel).toBe(
      isForbidden ? "forbidden" : codes.length === 0 ? "none" : "warned",
    );
  });
}

// A larger amount lowers the share of the outbound fee, but raises that of the price impact.
const fees = (outbound: string | undefined, affiliate: string | undefined) => ({
  fees: { asset: "ETH.ETH", outbound, affiliate },
});
const remedies: readonly [name: string, say: object, remedy: RegExp | null][] = [
  ["the outbound fee is more than half", fees("20001", "0"), /larger amount/],
  ["the outbound fee is just half", fees("20000", "0"), /smaller amount/],
  ["beside an affiliate, more than half", fees("15001", "10000"), /larger amount/],
  ["beside an affiliate, just half", fees("15000", "10000"), /smaller amount/],
  ["no outbound fee is stated", fees(undefined, "0"), null],
  ["no affiliate's fee is stated", fees("20001", undefined), null],
];
for (const [name, say, remedy] of remedies) {
  test(`what makes a costly swap cheaper, where ${name}: ${remedy}`, async () => {
    const quote = await read({ say: { expected_amount_out: "960000", ...say } });
    const text = quote.warnings.find(({ code }) => code === "costly")?.text ?? "";
    expect([quote.totalCost?.base, text]).toEqual([40_000n, expect.stringContaining("4 %")]);
    if (remedy) expect(text).toMatch(remedy);
    else expect(text).not.toContain("amount loses");
  });
}

// While payouts are tried for some time only, a payout and a refund end otherwise.
const ends: readonly [halt: string, ask: Partial<QuoteRequest>, end: RegExp][] = [
  ["HALTSIGNINGETH", {}, /swap it back/],
  ["HALTSIGNINGBTC", {}, /stops trying/],
  // What an affiliate was paid of is not swapped back.
  ["HALTSIGNINGETH", { affiliate: "t", affiliateBps: 5 }, /stops trying/],
  ["HALTSIGNINGETH", { affiliate: "t", affiliateBps: 0 }, /swap it back/],
];
for (const [halt, more, end] of ends) {
  test(`${halt} while payouts are tried for some time, of ${JSON.stringify(more)}: ${end}`, async () => {
    const mimir = { [halt]: 1, MAXOUTBOUNDATTEMPTS: 100 };
    const quote = await read({ ask: { ...within, ...more }, mimir });
    expect(quote.warnings.find(({ code }) => code === "signing_halted")?.text).toMatch(end);
  });
}

test("a payout that is not signed has no time, and parts that wait have none either", async () => {
  const timesOf = async (asked: Asked) => {
    const { seconds, statedBy } = await read({ ask: within, ...asked });
    return [seconds.swap, seconds.total, statedBy.total];
  };
  expect(await timesOf({})).toEqual([0, 1_200, "all"]);
  expect(await timesOf({ mimir: { HALTSIGNINGETH: 1 } })).toEqual([0, null, "all"]);
  expect(await timesOf({ mimir: { HALTSIGNINGBTC: 1 } })).toEqual([0, 1_200, "all"]);
  expect(await timesOf({ say: inParts, mimir: paused })).toEqual([null, null, "waits"]);
  expect(await timesOf({ say: inParts })).toEqual([0, 1_200, "all"]);
  const soon = { HALTTRADING: 60 };
  expect(await timesOf({ say: inParts, mimir: paused, soon })).toEqual([null, null, "waits"]);
});

// While parts wait, what one part brings less or more, of the amount sent. What was not read is not told.
const isOne = (url: URL) => url.searchParams.get("streaming_quantity") === "1";
const onePart = (reply: object | Reply) => (quote: object, url: URL) =>
  isOne(url) ? { ...whole(quote), ...(reply as object) } : { ...whole(quote), ...inParts };
const failing = (reply: Reply) => (quote: object, url: URL) =>
  isOne(url) ? reply : { ...whole(quote), ...inParts };
/** Of both the cost is known. */
const whole = (quote: object) => ({
  ...quote,
  ...{ expected_amount_out: "965000", max_streaming_quantity: 9 },
  fees: { asset: "ETH.ETH", outbound: "500", affiliate: "0", liquidity: "0" },
});
const out = (expected_amount_out: string) => ({ expected_amount_out });
const unpriced = (quote: object, url: URL) =>
  isOne(url) ? { ...quote, ...out("980000") } : { ...quote, ...inParts };
const unread = /could not be read/;
const comparisons: readonly [name: string, say: NonNullable<Asked["say"]>, words: RegExp][] = [
  ["it brings less", onePart(out("945000")), /0\.0002 ETH less \(2 % of the amount sent\)/],
  ["it brings more", onePart(out("985000")), /0\.0002 ETH more \(2 % of the amount sent\)/],
  ["it brings as much to 2 bps", onePart(out("964807")), /same cost/],
  ["it brings less by more", onePart(out("964806")), /0\.00000194 ETH less/],
  ["its cost is not known", unpriced, /0\.0002 ETH less\.$/],
  ["the worse of two", [onePart(out("950000")), onePart(out("945000"))], /0\.0002 ETH less/],
  ["the sources are apart", [onePart({}), onePart(out("900000"))], unread],
  [
    "fees are apart",
    [onePart({}), onePart({ fees: { asset: "ETH.ETH", outbound: "90000" } })],
    unread,
  ],
  ["more than the pools give", onePart(out("1020000000")), unread],
  ["one node refuses it", [onePart({}), failing(refuseWith("pool is too shallow"))], unread],
];
for (const [name, say, words] of comparisons) {
  test(`while parts wait, of one part: ${name}`, async () => {
    const quote = await read({ ask: within, say, mimir: paused });
    expect(quote.warnings.find(({ code }) => code === "parts_wait")?.text).toMatch(words);
    expect(quote.memo).not.toBeNull();
  });
}

// How to send: by the chain and the asset sent, where a refund goes, and who can be paid.
const toBtc = { to: "BTC", destination: BECH32 };
const refund = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ODD = "ETH.ODD-TR7NHQ";
const sending: readonly [
  name: string,
  ask: Partial<QuoteRequest>,
  words: readonly string[],
  not: readonly string[],
][] = [
  ["Bitcoin", {}, ["0.01 BTC", "OP_RETURN", "sending address", "sat per byte", "EIP-7702"], []],
  [
    "Bitcoin, refunded elsewhere",
    { destination: "mario", refundAddress: refund },
    ["OP_RETURN"],
    ["a refund goes"],
  ],
  [
    "Ethereum",
    { from: "ETH", ...toBtc },
    ["0.01 ETH", "gwei", "sending address"],
    ["depositWithExpiry", "OP_RETURN"],
  ],
  [
    "a token",
    { from: USDC, ...toBtc },
    ["depositWithExpiry", "1800000900", "relayer"],
    ["sending address"],
  ],
  [
    "a token, refunded elsewhere",
    { from: USDC, ...toBtc, refundAddress: HEX },
    ["depositWithExpiry"],
    ["relayer"],
  ],
  ["a token of another form of contract", { from: ODD, ...toBtc }, ["depositWithExpiry"], []],
  [
    "a synth of a token",
    { from: `ETH/${USDC.slice(4)}`, ...toBtc },
    ["MsgDeposit"],
    ["fee", "Expiry"],
  ],
  ["the native asset", { from: "RUNE" }, ["MsgDeposit", "0.01 RUNE", "EIP-7702"], ["retired"]],
  [
    "a payout to XRP",
    { to: "XRP.XRP", destination: "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY" },
    ["destination tag"],
    ["EIP-7702"],
  ],
];
for (const [name, ask, words, not] of sending) {
  test(`how to send ${name}: ${words.join(", ")}`, async () => {
    const pools = poolsAnd(USDC, ODD, "XRP.XRP");
    const text = (await read({ ask: { ...within, ...ask }, pools })).howToSend?.join(" ") ?? "";
    for (const word of words) expect(text).toContain(word);
    for (const word of not) expect(text).not.toContain(word);
    expect(text).toBe(text.replace(/\s+/g, " ").trim());
  });
}
