// A limit order: two nodes name it, its memo is ours, and it has no figure that no node can know.

import { expect, test } from "@playwright/test";
import { messageText, say } from "../../../lib/say/message-text.ts";
import { scriptNodes } from "../../support/changes.ts";
import { rowsOf } from "../../support/rows.ts";
import type { Row } from "../../support/wire.ts";
import { down, type World } from "../../support/world.ts";
import {
  type Asked,
  askedOf,
  expectPhrase,
  HEX,
  outcomeOf,
  poolOf,
  read,
  warningCodes,
} from "./asked.ts";

const ON = "target=0.0101 ENABLEADVSWAPQUEUE=1";
/** The pools pay 0.01 ETH now. */
const ORDER = `=<:ETH.ETH:${HEX}:1010000/43200/0`;
const readOrder = (words = "", more: Asked = {}) => read(askedOf(`${ON} ${words}`, more));
const memo = (from: string, to: string) => (order: Row) => ({
  ...order,
  memo: `${order.memo}`.replace(from, to),
});
const notListedByOne: Asked["change"] = (world) => {
  const { ENABLEADVSWAPQUEUE: _, ...mimir } = world.mimir;
  scriptNodes(world, { mimir }, ["node1"]);
};

const rows: readonly [name: string, outcome: string, asked: Asked][] = [
  ["another output of one", "memo_mismatch", { order: [{}, { expected_amount_out: "1010001" }] }],
  ["a lower limit", "memo_mismatch", { order: memo("1010000", "1009999") }],
  ["another receiver", "memo_mismatch", { order: memo("abcd", "abce") }],
  ["several parts", "memo_mismatch", { order: memo("/0", "/5") }],
  ["a lifetime of nothing", "sources_disagree", { order: memo("43200", "0") }],
  ["no memo", "sources_disagree", { order: { memo: undefined } }],
  ["another lifetime of both", ORDER.replace("43200", "600"), { order: memo("43200", "600") }],
  ["no price of now of one", "one_source", { say: [{}, () => down] }],
  ["filled by one, and listed by none else", "unreadable", { change: notListedByOne }],
];
for (const [name, expected, asked] of rows)
  test(`an order, ${name}: ${expected}`, async () =>
    expect(outcomeOf(await readOrder("", asked))).toBe(expected));

test("where one of three writes another limit, two that agree decide", async () => {
  const quote = await readOrder("nodes=3", { order: [{}, memo("1010000", "1010001"), {}] });
  expect([quote.memo, warningCodes(quote)]).toEqual([ORDER, ["limit_order", "outvoted"]]);
});

// What one source says of the price of now: the deposit's time, and the fee of the payout. Less than
// a basis point of the output is no difference.
const prices = rowsOf(`
  a time that is near | 1240 1009500 | confirmed=1240 apart
  a time of the same height | null 1009500 | confirmed=1240
  a fee that is near | 1200 1009334 | fee.outbound=666 apart
  a fee far off | 1200 null | fee.outbound=667 apart
`);
for (const [name, expected, words] of prices)
  test(`the price of now of one source has ${name}: ${expected}`, async () => {
    for (const node of [0, 1]) {
      const { seconds, minReceived } = await readOrder(`${node}:${words}`);
      expect(`${seconds.inboundConfirmation} ${minReceived}`).toBe(expected);
    }
  });

test("where nodes state no time of an order or of the price of now, its time is not known", async () => {
  const order = { outbound_delay_seconds: undefined };
  const { seconds } = await readOrder("confirmed=none", { order });
  expect(seconds.inboundConfirmation).toBeNull();
});

test("a time is exact only where order and price of now are of one height", async () => {
  const change = (world: World) => {
    world.behind = {};
    const before = world.intercept;
    world.intercept = (name, url, reply) => {
      world.behind.node1 = url.pathname.endsWith("/quote/swap") ? 1 : 0;
      return before(name, url, reply);
    };
  };
  expect((await readOrder("1:confirmed=1240", { change })).seconds.inboundConfirmation).not.toBe(
    1_200,
  );
});

test("an order is warned of parts that wait", async () => {
  const quote = await readOrder("STREAMINGSWAPPAUSE=1");
  expect(warningCodes(quote)).toEqual(["limit_order", "parts_wait"]);
  const [, parts] = quote.warnings.map(({ message }) => say(message));
  expect(parts?.meaning).toBeNull();
});

test("of halts a day after its last block an order says nothing", async () => {
  const isTold = async (seconds: number) =>
    warningCodes(await readOrder(`HALTETHTRADING@${seconds}`)).includes("halt_scheduled");
  expect(await isTold(86_400 + 259_200)).toBe(true);
  expect(await isTold(86_406 + 259_200)).toBe(false);
});

// The network compares whole numbers: amount by output, which is coarse for a small amount.
const coarse = (depth: string): Asked => ({
  order: { recommended_min_amount_in: "1", dust_threshold: "0" },
  pools: [
    poolOf("BTC.BTC", { balance_asset: "1000000000000" }),
    poolOf("ETH.ETH", { balance_asset: depth }),
  ],
});
const [ofCoarse, ofFine] = [coarse("5000000000000000000"), coarse("500000000000000000")];
const NOW = "out=5000000000";
const COARSE = `amount=0.00001025 ${NOW}`;
/** `!`: not said. */
const texts: readonly [name: string, phrases: string, words: string, more?: Asked][] = [
  ["at the price of now", "filled at once, !steps", "target=0.01"],
  ["a unit above it", "!filled at once", "target=0.01000001"],
  ["never more than is paid", "18.123456 ETH", "amount=18 target=18.12345678 out=1800000000"],
  [
    "coarse, of one whole number",
    "5 % better, !filled at once",
    `${COARSE} target=49.99`,
    ofCoarse,
  ],
  ["coarse, of another whole number", "filled at once", `${COARSE} target=48`, ofCoarse],
  ["half a percent", "!better", `amount=0.0001 target=50 ${NOW}`, ofFine],
  ["just more", "better", `amount=0.00009999 target=50 ${NOW}`, ofFine],
];
for (const [name, phrases, words, more] of texts)
  test(`the figures of an order's warning, ${name}`, async () => {
    const { warnings } = await readOrder(words, more);
    const [text = ""] = warnings.flatMap(({ code, message }) =>
      code === "limit_order" ? messageText(message) : [],
    );
    for (const phrase of ["ETH", ...phrases.split(", ")]) expectPhrase(text, phrase);
  });
