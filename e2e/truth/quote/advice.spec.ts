// What to do with a quote: its warnings in one order, and how to send, by the chain.

import { expect, test } from "@playwright/test";
import type { QuoteReading } from "../../../lib/protocol/model/quote.ts";
import { messageText } from "../../../lib/say/message-text.ts";
import { builderTexts, neverTexts } from "../../../lib/say/sending.en.ts";
import { refuseWith } from "../../support/changes.ts";
import { rowsOf } from "../../support/rows.ts";
import {
  type Asked,
  askedOf,
  expectPhrase,
  HEX,
  poolsAnd,
  read,
  type Sayings,
  USDC,
  warningCodes,
} from "./asked.ts";

const textOf = ({ warnings }: QuoteReading, code: string) =>
  warnings.flatMap((warning) => (warning.code === code ? messageText(warning.message) : [])).join();

const rows = rowsOf(`
  an estimate | none | estimate
  payout and refund on one chain | signing_halted
    | within=100 from=ETH to=${USDC} lists=${USDC} HALTSIGNINGETH=1
  a halt within a day | halt_scheduled | within=100 HALTETHTRADING@86400
  a halt after a day | none | within=100 HALTETHTRADING@86406
  a halt of refunds, however soon | halt_scheduled | within=100 from-eth HALTSIGNINGETH@12
  a halt after a day of a swap that takes longer | halt_scheduled
    | within=100 parts=1/2 cap=9 blocks=3 swapped=90000 HALTETHTRADING@97200
  a total cost below 3 % | none | within=100 out=970001
  a total cost of 3 % | costly | within=100 out=970000
  a tolerance of 10 % | none | estimate within=1000
  a tolerance of more than 10 % | wide_tolerance | estimate within=1001
  one part while parts wait | none | within=100 STREAMINGSWAPPAUSE=1
  parts that are not split, and wait all the same | parts_wait streaming_not_applied
    | within=100 parts=1/2 cap=1 STREAMINGSWAPPAUSE=1
  all at once
    | parts_wait signing_halted halt_scheduled costly streaming_not_applied no_price_limit
    | parts=1/2 cap=1 out=900000 STREAMINGSWAPPAUSE=1 HALTSIGNINGETH=1 HALTSIGNINGBTC@3600
  what must not be sent | halted | HALTTRADING=1 HALTSIGNINGETH=1
  what must not be sent for its size | costly | estimate out=500000 HALTSIGNINGETH=1
`);
for (const [name, codes = "", ...words] of rows)
  test(`${name}: ${codes}`, async () => {
    const quote = await read(words.join(" "));
    expect(warningCodes(quote).join(" ") || "none").toBe(codes);
    const isForbidden = quote.warnings.some(({ isForbidding }) => isForbidding);
    const level = isForbidden ? "forbidden" : "warned";
    const isAside = name === "a halt within a day";
    expect(quote.adviceLevel).toBe(codes === "none" || isAside ? "none" : level);
  });

/** Seconds until the halt. The swap may take 7,200 s, and may be sent for 900 s. */
const ahead = rowsOf(`
  a halt that comes first | forbidden | HALTETHTRADING@7200
  a halt that a late deposit could meet | warned | HALTETHTRADING@8100
  a halt after the swap | none | HALTETHTRADING@8106
  a halt of the refund, soon | warned | from-eth HALTSIGNINGETH@12
  a halt that a late refund could meet | warned | from-eth HALTSIGNINGETH@8100
  a halt after the refund | none | from-eth HALTSIGNINGETH@8106
`);
for (const [name, level, words] of ahead)
  test(`${name}: ${level}`, async () => {
    const { adviceLevel } = await read(`within=100 ${words}`);
    expect(adviceLevel).toBe(level);
  });

test("one part has no warning while one source says that parts wait", async () => {
  const change: Asked["change"] = ({ scripts, mimir }) => {
    scripts.node1 = { ...scripts.node1, mimir: { ...mimir, STREAMINGSWAPPAUSE: 1 } };
  };
  const quote = await read(askedOf("within=100", { change }));
  expect([warningCodes(quote), quote.adviceLevel]).toEqual([[], "none"]);
});

// A larger amount lowers the share of the outbound fee, but raises that of the price impact.
const remedies = rowsOf(`
  the outbound fee is more than half | larger amount | fee.outbound=20001 fee.affiliate=0
  the outbound fee is just half | smaller amount | fee.outbound=20000 fee.affiliate=0
  beside an affiliate, more than half | larger amount | fee.outbound=15001 fee.affiliate=10000
  beside an affiliate, just half | smaller amount | fee.outbound=15000 fee.affiliate=10000
  no outbound fee is stated | none | fee.affiliate=0
  no affiliate's fee is stated | none | fee.outbound=20001
`);
for (const [name, remedy = "", words] of remedies)
  test(`what makes a costly swap cheaper, where ${name}: ${remedy}`, async () => {
    const quote = await read(`out=960000 ${words}`);
    const text = textOf(quote, "costly");
    expect([quote.totalCost?.base, text]).toEqual([40_000n, expect.stringContaining("4 %")]);
    if (remedy === "none") expect(text).not.toContain("amount loses");
    else expect(text).toContain(remedy);
  });

// A payout ends otherwise than a refund, and is not swapped back where an affiliate was paid.
const ends = rowsOf(`
  HALTSIGNINGBTC=1 | stops trying
  HALTSIGNINGETH=1 affiliate=t bps=5 | stops trying
  HALTSIGNINGETH=1 affiliate=t bps=0 | swap it back
`);
for (const [words, end = ""] of ends)
  test(`while payouts are tried for some time, ${words}: ${end}`, async () => {
    const quote = await read(`within=100 MAXOUTBOUNDATTEMPTS=100 ${words}`);
    expect(textOf(quote, "signing_halted")).toContain(end);
  });

test("parts that wait have no time, though a halt comes too", async () => {
  const words = "within=100 cap=9 blocks=3 STREAMINGSWAPPAUSE=1 HALTTRADING@60";
  const { seconds, statedBy } = await read(words);
  expect([seconds.swap, seconds.total, statedBy.total]).toEqual([null, null, "waits"]);
});

// While parts wait, what one part brings less or more, of the amount sent.
const ALL_FEES = "out=965000 fee.outbound=500 fee.affiliate=0 fee.liquidity=0";
const UNREAD = "could not be read";
const out = (base: string) => ({ expected_amount_out: base });
const feesApart = [{}, { fees: { asset: "ETH.ETH", outbound: "90000" } }];
const comparisons: readonly [name: string, phrase: string, onePart: Sayings, words?: string][] = [
  ["it brings more", "0.0002 ETH more (2 % of the amount sent)", out("985000")],
  ["it brings as much to 2 bps", "same cost", out("964807")],
  ["it brings less by more", "0.00000194 ETH less", out("964806")],
  ["its cost is not known", "0.0002 ETH less.", out("980000"), ""],
  ["the worse of two", "0.0002 ETH less", [out("950000"), out("945000")]],
  ["the sources are apart", UNREAD, [{}, out("900000")]],
  ["fees are apart", UNREAD, feesApart],
  ["more than the pools give", UNREAD, out("1020000000")],
  ["one node refuses it", UNREAD, [{}, () => refuseWith("pool is too shallow")]],
];
for (const [name, phrase, onePart, words = ALL_FEES] of comparisons)
  test(`while parts wait, of one part: ${name}`, async () => {
    const inParts = `within=100 STREAMINGSWAPPAUSE=1 cap=9 blocks=3 ${words}`;
    const quote = await read(askedOf(inParts, { onePart }));
    expect(textOf(quote, "parts_wait")).toContain(phrase);
    expect(quote.memo).not.toBeNull();
  });

// By the chain and the asset sent, where a refund goes, and who can be paid. `!`: not said.
const XRP = "to=XRP.XRP destination=rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY";
const sending = rowsOf(`
  a token, refunded elsewhere | depositWithExpiry, !relayer | from-eth from=${USDC} refund=${HEX}
  a token of another form of contract | depositWithExpiry | from-eth from=ETH.ODD-TR7NHQ
  a synth of a token | MsgDeposit, !fee, !Expiry | from-eth from=ETH/${USDC.slice(4)}
  a payout to XRP | destination tag, !EIP-7702 | ${XRP}
`);
for (const [name, phrases = "", words = ""] of sending)
  test(`how to send ${name}: ${phrases}`, async () => {
    const pools = poolsAnd(USDC, "ETH.ODD-TR7NHQ", "XRP.XRP");
    const { sending } = await read(askedOf(`within=100 ${words}`, { pools }));
    const texts = sending ? [...builderTexts(sending), ...neverTexts(sending)] : [];
    const text = texts.join(" ");
    for (const phrase of phrases.split(", ")) expectPhrase(text, phrase);
  });
