// A limit order on /quote: its fields, its figures, and no way or time that nobody can know.
import { expect, test } from "@playwright/test";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import { createWorld } from "../../../protocol/network-world.ts";
import { askSample, askWorld, ORIGIN } from "./views.ts";

const HEX = "0xde57000000000000000000000000000000000000";
const asked = `from=BTC&to=ETH&amount=1&destination=${HEX}`;

test("the limit, the price of now and the longest time stand before the memo", async () => {
  const world = createWorld({ nodes: 2 });
  world.mimir.ENABLEADVSWAPQUEUE = 1;
  const { answer } = await askWorld(world, `${asked}&target_out=18&streaming=1/1`);
  expect(answer?.figures.map(({ label, text, note }) => [label, text, note])).toEqual([
    ["You send", "1 BTC", "$80,000.00"],
    ["The order waits for", "18 ETH", "$79,164.11"],
    [
      "Total cost",
      "not known",
      "It depends on the price at which the order is filled. On top comes your wallet's network fee, about $2.00.",
    ],
    [
      "Minimum received",
      "17.994 ETH",
      expect.stringMatching(
        /^While the swap would bring less, the order waits\. At its end it is refunded\. A refund costs the outbound fee of about \$[\d.]+\.$/,
      ),
    ],
    [
      "Time",
      "up to 3 days",
      "The order waits for its price. What is filled is paid once, at its end, less the outbound fee: a tiny fill may bring nothing. Only its sender can cancel it, by a second deposit that the network keeps. We make no memo for that.",
    ],
  ]);
  expect(answer?.warnings[0]).toContain("This limit order waits until the swap brings at least ");
  expect(answer?.send).toBe("Send only if you accept the warning above.");
  expect(answer?.deposit?.memo).toBe(`=<:ETH.ETH:${HEX}:1800000000/43200/0`);
  expect(answer?.costs).toBeNull();
  expect(answer?.ways).toEqual({ notes: [], cards: [] });
  expect(answer?.details.map(({ name }) => name)).toEqual(["Limits"]);
  expect(answer?.permalink).toBe(`${ORIGIN}/quote?from=BTC.BTC&to=ETH.ETH&amount=1&target_out=18`);
  expect(answer?.again?.href).toContain(`destination=${HEX}&target_out=18`);
});

test("what makes no order stands at its field, and no node is asked", async () => {
  const rows: [query: string, field: string, message: string][] = [
    ["&target_out=x", "target_out", "Write a number with the digits 0 to 9, for example 0.05."],
    ["&target_out=1,000", "target_out", "Write a number with the digits 0 to 9, for example 0.05."],
    ["&target_out=18&tolerance_bps=3", "target_out", "A limit order takes no tolerance: its amount is the limit."],
    [
      "&target_out=18&liquidity_tolerance_bps=0",
      "target_out",
      "A limit order takes no tolerance: its amount is the limit.",
    ],
    ["&target_out=1.123456789", "target_out", "Write the amount as a positive decimal string"],
  ];
  for (const [query, field, message] of rows) {
    const { form, answer } = await askSample(asked + query);
    expect(answer, query).toBeNull();
    expect(form.problems, query).toEqual([{ field, message: expect.stringContaining(message), choices: [] }]);
    expect(form.fields.target_out.value, query).not.toBe("");
  }
  const { form } = await askSample("from=BTC&to=ETH&amount=1&target_out=18");
  expect(form.problems).toEqual([
    { field: "destination", message: "A limit order needs a receiving address.", choices: [] },
  ]);
});

test("the sample network answers an order, and says that it is a sample", async () => {
  const view = await askSample(`${asked}&target_out=20`);
  expect(view.answer?.figures[1]).toMatchObject({ label: "The order waits for", text: "20 ETH" });
  expect(view.answer?.send).toMatch(/sample data|Send only/);
  expect(quoteMarkdown(view, ORIGIN)).toContain("This limit order waits until the swap brings at least ");
});
