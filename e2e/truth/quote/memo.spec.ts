// The grammar of a swap's memo: what a node's memo may say, and what is written in its place.

import { expect, test } from "@playwright/test";
import { because } from "../../../lib/protocol/model/reasons.ts";
import {
  areSimilarMemos,
  findMemosFault,
  parseMemoTerms,
} from "../../../lib/protocol/quote/memo.ts";
import { memoText } from "../../../lib/protocol/quote/memo-text.ts";
import { listKnownAssets } from "../../../lib/protocol/values/assets.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { cellsBelow, rowsOf } from "../../support/rows.ts";
import { askedOf, BASE58, BECH32, HEX, MEMO, memoInFull } from "./asked.ts";

const preset = presets.thorchain;
const tokens = ["ETH.USDC-0XAAA111", "ETH.USDC-0XBBB111", "ETH.DAI-0XCCC222"];
const knownAssets = listKnownAssets(
  preset,
  ["BTC.BTC", "ETH.ETH", ...tokens].map((asset) => ({ asset })),
);
const swap = { to: "ETH.ETH", leastAmountOut: 1_000n, knownAssets, preset };
const quote = { expected_amount_out: 1_010n, fees: { asset: "ETH.ETH", outbound: 5n } };
const ORDER = `=<:ETH.ETH:${HEX}:1000/9/0`;

/** mayanode holds the limit of one part against what it pays out. */
const ON_MAYA = "tolerance=100 network=mayachain";
/** `_`: a blank. What is asked, and the number of parts that the source allows. */
const faults = cellsBelow(`
  none
    ${MEMO}
    s:eth.eth:${HEX}
    ${ORDER} | target=1 parts=9/0
    =:ETH.ETH:odin | destination=odin
    /${BECH32} | refund=${BECH32}
    ::SS:30 | affiliate=ss bps=30
    :0/3/4 | parts=3/7 | 4
    :0/3/7 | parts=3/7 | 4
    ${MEMO} | parts=0/1
    :0/0/1 | parts=0/0
    :99e1 | tolerance=100
    :1015 | tolerance=100
    :990 | within=100
    ${MEMO} | tolerance=10000
    :1010 | ${ON_MAYA}
    :1015/3/2 | ${ON_MAYA} parts=3/2
  memo_not_plain
    ${MEMO}_
    ${MEMO}é
    :${"0".repeat(250)}
  memo_not_a_swap
    +:ETH.ETH:${HEX}
    ${ORDER}
    :1000/9/0 | target=1 parts=9/0
  memo_other_limit
    ${ORDER.replace("1000", "1001")} | target=1 parts=9/0
    :1
    :989 | tolerance=100
    :1016 | tolerance=100
    :1011 | ${ON_MAYA}
  memo_other_target
    =
    =:ETH~ETH:${HEX}
  memo_other_destination
    =:ETH.ETH
    =:ETH.ETH:0x${"2".repeat(40)}
  memo_name_for_address
    ${MEMO} | destination=odin
  memo_refund_address
    /${BECH32}
  memo_other_refund_address
    /${BASE58} | refund=${BECH32}
  memo_without_refund_address
    ${MEMO} | refund=${BECH32}
  memo_more_fields
    ::ss:30
    ::ss:30:x
    /${BECH32}/x | refund=${BECH32}
  memo_other_affiliate
    ::ss:31 | affiliate=ss bps=30
    ::ss | affiliate=ss bps=30
    ::ss:30:x | affiliate=ss bps=30
  memo_without_affiliate
    ${MEMO} | affiliate=ss bps=30
    :: | affiliate=ss bps=30
  memo_bad_limit
    :x
    :0/1
  memo_other_streaming
    :0/13/12 | parts=3/12
    :0/3/4 | parts=3/2 | 4
    :0/3/0 | parts=3/1
    :0/0/5 | parts=0/1
    ${MEMO} | parts=0/5
`);
for (const [fault, written = "", words = "", cap] of faults) {
  const memo = memoInFull(written.replaceAll("_", " "));
  test(`${memo} ${words}: ${fault}`, () => {
    const asked = askedOf(words);
    const { destination = HEX, ...ask } = asked.ask ?? {};
    const request = { destination, ...ask };
    const max_streaming_quantity = cap === undefined ? undefined : Number(cap);
    const quotes = [{ ...quote, memo, max_streaming_quantity }];
    const preset = presets[asked.in?.network ?? "thorchain"];
    expect(findMemosFault(quotes, { ...swap, request, preset })).toEqual(
      fault === "none" ? null : because(fault as "memo_missing"),
    );
  });
}

test("a limit is needed where nothing need come out, and so is a memo", () => {
  const request = { destination: HEX, toleranceBps: 0 };
  const faultOf = (memo: string | undefined) =>
    findMemosFault([{ ...quote, memo }], { ...swap, leastAmountOut: 0n, request });
  expect(faultOf(MEMO)).toEqual(because("memo_other_limit"));
  for (const memo of [undefined, ""]) expect(faultOf(memo)).toEqual(because("memo_missing"));
});

test("the numbers of a memo", () => {
  const rows: readonly (readonly [memo: string, limit: bigint, parts: object | null])[] = [
    [MEMO, 0n, null],
    ["=", 0n, null],
    [`${MEMO}:12e10/3/70`, 120_000_000_000n, { interval: 3, quantity: 70 }],
    [`${MEMO}:/3/7`, 0n, { interval: 3, quantity: 7 }],
  ];
  for (const [memo, limit, streaming] of rows)
    expect(parseMemoTerms(memo)).toEqual({ limit, streaming });
  expect(parseMemoTerms(`${MEMO}:x`)).toBeNull();
});

// Limits follow prices, and are at most 1 % apart. That of an order is what was asked.
const pairs = cellsBelow(`
  one
    none | none
    :1000 | :990
    :x | :x
  two
    none | ${MEMO}
    ${MEMO} | none
    :1000 | :989
    :1e3/3/7 | :1e3/3/8
    :1000 | ${MEMO.replace("abcd", "abce")}:1000
    ${ORDER} | ${ORDER.replace("1000", "1001")}
    :x | :1000
    :1000 | :x
`);
for (const [count, memo = "", otherMemo = ""] of pairs)
  test(`${memo} and ${otherMemo}: ${count}`, () => {
    const [first, second] = [memo, otherMemo].map((text) =>
      text === "none" ? undefined : memoInFull(text),
    );
    expect(areSimilarMemos(first, second)).toBe(count === "one");
  });

const account = "2yspdmpd6jdgcffkk6vjkqa9fagf3wnha5xd06s3uje5wr9664arkf";
const RADIX = `destination=account_rdx1${account}`;
const [DAI, USDC] = ["to=ETH.DAI-0XCCC222", "to=ETH.USDC-0XAAA111"];
/**
 * What is asked, with a limit, the parts that all sources allow (`most`), and how each of them
 * writes target and receiver: as short as all do, if that means it alone. What follows `=:`.
 */
const written = rowsOf(`
  | ETH.ETH:0xde57
  limit=990000 | ETH.ETH:0xde57:990000
  parts=3/7 most=4 | ETH.ETH:0xde57:0/3/4
  parts=0/9 | ETH.ETH:0xde57:0/0/9
  parts=0/9 most=1 | ETH.ETH:0xde57
  affiliate=ss bps=30 | ETH.ETH:0xde57::ss:30
  refund=bc1r | ETH.ETH:0xde57/bc1r
  ${RADIX} receivers=${account},${account} | ETH.ETH:${account}
  ${RADIX} receivers=${account},account_rdx1${account} | ETH.ETH:account_rdx1${account}
  target=0.0005 limit=5 parts=43200/0 most=4 | =<:ETH.ETH:0xde57:5/43200/0
  targets=e | e:0xde57
  targets=e,ETH.ETH | ETH.ETH:0xde57
  targets=b | ETH.ETH:0xde57
  ${DAI} targets=ETH.DAI-222 | ETH.DAI-222:0xde57
  ${USDC} targets=ETH.USDC-111 | ETH.USDC-0XAAA111:0xde57
  ${USDC} targets=ETH.USDC-A111 | ETH.USDC-A111:0xde57
  to=ETH/ETH targets=e | ETH/ETH:0xde57
  targets=<b>ETH.ETH</b> | ETH.ETH:0xde57
  to=ETH.PEPE-0X1 targets=ETH.PEPE | none
  to=nothing | none
`);
for (const [words = "", memo = ""] of written)
  test(`of ${words} the memo is ${memo}`, () => {
    const memberOf = (name: string) => new RegExp(`${name}=(\\S+)`).exec(words)?.[1];
    const [limit, most] = [memberOf("limit"), memberOf("most")];
    const { destination = "0xde57", ...ask } = askedOf(words).ask ?? {};
    const content = {
      ...{ to: "ETH.ETH", destination, ...ask },
      limit: BigInt(limit ?? 0),
      agreedMaxParts: most === undefined ? null : Number(most),
      targets: memberOf("targets")?.split(",") ?? ["ETH.ETH"],
      receivers: memberOf("receivers")?.split(",") ?? ["0xde57"],
    };
    const expected = memo.replace(/^(?!=)/, "=:");
    expect(memoText(content, knownAssets, preset)).toBe(memo === "none" ? null : expected);
  });
