// What to do with a quote: its warnings in one order, and how to send, by the chain.

import { expect, test } from "@playwright/test";
import type { QuoteReading } from "../../../lib/protocol/model/quote.ts";
import { messageText } from "../../../lib/say/message-text.ts";
import { howToSendSteps } from "../../../lib/say/sending.en.ts";
import { refuseWith } from "../../support/changes.ts";
import { rowsOf } from "../../support/rows.ts";
import type { Reply } from "../../support/world.ts";
import {
  type Asked,
  askedOf,
  expectPhrase,
  HEX,
  poolsAnd,
  read,
  USDC,
  warningCodes,
} from "./asked.ts";

const paused = { STREAMINGSWAPPAUSE: 1 };
const inParts = { max_streaming_quantity: 9, streaming_swap_blocks: 3 };
const textOf = ({ warnings }: QuoteReading, code: string) =>
  warnings.flatMap((warning) => (warning.code === code ? messageText(warning.message) : [])).join();

const rows = rowsOf(`
  nothing | none | within=100
  an estimate | none | estimate
  a tolerance of 100 % | no_price_limit | tolerance=10000
  payout and refund on one chain | signing_halted
    | within=100 from=ETH to=${USDC} lists=${USDC} HALTSIGNINGETH=1
  a halt within a day | halt_scheduled | within=100 HALTETHTRADING@86400
  a halt after a day | none | within=100 HALTETHTRADING@86406
  a halt of refunds, however soon | halt_scheduled | within=100 from-eth HALTSIGNINGETH@12
  a halt after a day of a swap that takes longer | halt_scheduled
    | within=100 parts=1/2 cap=9 blocks=3 swapped=90000 HALTETHTRADING@97200
  a total cost below 3 % | none | within=100 out=970001
  a total cost of 3 % | costly | within=100 out=970000
  one part while parts wait | none | within=100 STREAMINGSWAPPAUSE=1
  parts that are not split, and wait all the same | parts_wait streaming_not_applied
    | within=100 parts=1/2 cap=1 STREAMINGSWAPPAUSE=1
  parts that are not split | streaming_not_applied | within=100 parts=1/2 cap=1
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
    expect(quote.adviceLevel).toBe(codes === "none" ? "none" : level);
  });

test("one part has no warning while one source says that parts wait", async () => {
  const change: Asked["change"] = ({ scripts, mimir }) => {
    scripts.node1 = { ...scripts.node1, mimir: { ...mimir, ...paused } };
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
  HALTSIGNINGETH=1 | swap it back
  HALTSIGNINGBTC=1 | stops trying
  HALTSIGNINGETH=1 affiliate=t bps=5 | stops trying
  HALTSIGNINGETH=1 affiliate=t bps=0 | swap it back
`);
for (const [words, end = ""] of ends)
  test(`while payouts are tried for some time, ${words}: ${end}`, async () => {
    const quote = await read(`within=100 MAXOUTBOUNDATTEMPTS=100 ${words}`);
    expect(textOf(quote, "signing_halted")).toContain(end);
  });

const times = rowsOf(`
  within=100 | 0 1200 all
  HALTSIGNINGETH=1 | 0 null all
  HALTSIGNINGBTC=1 | 0 1200 all
  cap=9 blocks=3 | 0 1200 all
  cap=9 blocks=3 STREAMINGSWAPPAUSE=1 | null null waits
  cap=9 blocks=3 STREAMINGSWAPPAUSE=1 HALTTRADING@60 | null null waits
`);
for (const [words, expected] of times)
  test(`what waits for payouts or parts has no time: ${words}: ${expected}`, async () => {
    const { seconds, statedBy } = await read(`within=100 ${words}`);
    expect(`${seconds.swap} ${seconds.total} ${statedBy.total}`).toBe(expected);
  });

// While parts wait, what one part brings less or more, of the amount sent.
type Members = Readonly<Record<string, unknown>>;
const whole = {
  ...{ expected_amount_out: "965000", max_streaming_quantity: 9 },
  fees: { asset: "ETH.ETH", outbound: "500", affiliate: "0", liquidity: "0" },
};
const onePart =
  (reply: Members | Reply, stated: Members = whole) =>
  (quote: object, url: URL): Reply => {
    if (url.searchParams.get("streaming_quantity") !== "1")
      return { ...quote, ...stated, ...inParts } as Reply;
    const isRefusal = typeof reply === "object" && reply !== null && "$status" in reply;
    return isRefusal ? reply : ({ ...quote, ...stated, ...(reply as object) } as Reply);
  };
const out = (expected_amount_out: string) => onePart({ expected_amount_out });
const [LESS, MORE] = ["0.0002 ETH less (2 % of the amount sent)", "0.0002 ETH more (2 % of the"];
const unpriced = onePart({ expected_amount_out: "980000" }, {});
const feeApart = onePart({ fees: { asset: "ETH.ETH", outbound: "90000" } });
const [honest, UNREAD] = [onePart({}), "could not be read"];
const comparisons: readonly [name: string, words: string, say: NonNullable<Asked["say"]>][] = [
  ["it brings less", LESS, out("945000")],
  ["it brings more", MORE, out("985000")],
  ["it brings as much to 2 bps", "same cost", out("964807")],
  ["it brings less by more", "0.00000194 ETH less", out("964806")],
  ["its cost is not known", "0.0002 ETH less.", unpriced],
  ["the worse of two", "0.0002 ETH less", [out("950000"), out("945000")]],
  ["the sources are apart", UNREAD, [honest, out("900000")]],
  ["fees are apart", UNREAD, [honest, feeApart]],
  ["more than the pools give", UNREAD, out("1020000000")],
  ["one node refuses it", UNREAD, [honest, onePart(refuseWith("pool is too shallow"))]],
];
for (const [name, words, say] of comparisons)
  test(`while parts wait, of one part: ${name}`, async () => {
    const quote = await read(askedOf("within=100 STREAMINGSWAPPAUSE=1", { say }));
    expect(textOf(quote, "parts_wait")).toContain(words);
    expect(quote.memo).not.toBeNull();
  });

// By the chain and the asset sent, where a refund goes, and who can be paid. `!`: not said.
const XRP = "to=XRP.XRP destination=rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY";
const sending = rowsOf(`
  Bitcoin | 0.01 BTC, OP_RETURN, sending address, sat per byte, EIP-7702 |
  Ethereum | 0.01 ETH, gwei, sending address, !depositWithExpiry, !OP_RETURN | from-eth
  a token | depositWithExpiry, 1800000900, relayer, !sending address | from-eth from=${USDC}
  a token, refunded elsewhere | depositWithExpiry, !relayer | from-eth from=${USDC} refund=${HEX}
  a token of another form of contract | depositWithExpiry | from-eth from=ETH.ODD-TR7NHQ
  a synth of a token | MsgDeposit, !fee, !Expiry | from-eth from=ETH/${USDC.slice(4)}
  the native asset | MsgDeposit, 0.01 RUNE, EIP-7702, !retired | from=RUNE
  a payout to XRP | destination tag, !EIP-7702 | ${XRP}
`);
for (const [name, phrases = "", words = ""] of sending)
  test(`how to send ${name}: ${phrases}`, async () => {
    const pools = poolsAnd(USDC, "ETH.ODD-TR7NHQ", "XRP.XRP");
    const { sending } = await read(askedOf(`within=100 ${words}`, { pools }));
    const text =
      sending === null
        ? ""
        : howToSendSteps(sending)
            .map((step) => step.text)
            .join(" ");
    for (const phrase of phrases.split(", ")) expectPhrase(text, phrase);
    expect(text).toBe(text.replace(/\s+/g, " ").trim());
  });
