// An amount in dollars: how it may be typed, what it becomes by the agreed price, and what is said where no price is agreed on.
import { expect, test } from "@playwright/test";
import { withAmountUsd } from "../../../../../lib/protocol/values/typed-amount.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import type { QuoteView } from "../../../../../lib/site/live/quote/page.ts";
import { goodInput, runTool } from "../../../../mcp/run-tool.ts";
import { createWorld, down, toPools, type World } from "../../../../support/world.ts";
import { createFakeNetwork, failedNetwork } from "../../../mcp/fake-network.ts";
import { askFake, askWorld, ORIGIN, problems } from "./views.ts";

const pair = "from=BTC&to=ETH";
/** What two nodes agree on: 1 BTC is worth $80,000. */
const createPriced = () => createWorld({ nodes: 2 });
const ask = (query: string, world = createPriced()) => askWorld(world, `${pair}&${query}`);
const written = (amount: string) => new URLSearchParams({ amount }).toString();

/** Another price at one of two nodes. */
function withPricesApart(world: World): World {
  const [first, ...rest] = toPools(world);
  world.scripts.node1 = { pools: [{ ...first, asset_tor_price: "7000000000000" }, ...rest] };
  return world;
}

const typed: readonly (readonly [typed: string, amount: string])[] = [
  ["amount=%24500", "0.00625"],
  ["amount=%24+500", "0.00625"],
  ["amount=US%24500", "0.00625"],
  ["amount=500%24", "0.00625"],
  ["amount=500+usd", "0.00625"],
  ["amount=500USD", "0.00625"],
  ["amount=usd+500", "0.00625"],
  ["amount=500+dollars", "0.00625"],
  ["amount=1+Dollar", "0.0000125"],
  ["amount=500+US+dollars", "0.00625"],
  ["amount=%24500+usd", "0.00625"],
  ["amount=500&unit=usd", "0.00625"],
  ["amount=%24500&unit=usd", "0.00625"],
  ["amount_usd=500", "0.00625"],
  ["amount=&unit=&amount_usd=500", "0.00625"],
  ["amount=%241,500", "0.01875"],
  ["amount=1,500&unit=usd", "0.01875"],
  ["amount=%241,500.50", "0.01875625"],
  ["amount=%24500,50", "0.00625625"],
  ["amount=%245e2", "0.00625"],
  // Rounded down to what the network counts.
  ["amount=%240.9999", "0.00001249"],
  ["amount=500&unit=", "500"],
];
for (const [query, amount] of typed) {
  test(`${decodeURIComponent(query)} is ${amount} BTC`, async () => {
    const view = await ask(query);
    expect(problems(view)).toEqual([]);
    expect(view.answer?.figures[0]?.text).toBe(`${amount} BTC`);
    expect(view.answer?.permalink).toBe(`${ORIGIN}/quote?from=BTC.BTC&to=ETH.ETH&amount=${amount}`);
  });
}

const refused: readonly (readonly [query: string, problem: string])[] = [
  ["amount=%240", "An amount to send is above zero, for example 0.05."],
  ["amount=-%245", "An amount to send is above zero, for example 0.05."],
  ["amount=%24-5", "An amount to send is above zero, for example 0.05."],
  ["amount=%24", "Write how much to send, for example 0.05 or $500."],
  ["amount=%24x", "Write a number with the digits 0 to 9, for example 0.05."],
  ...["€500", "500 €", "500 eur", "EUR 500", "500 euros"].map(
    (euros) =>
      [
        `amount=${euros}`,
        "Euros are not read. Write dollars or what you send, for example $500 or 0.05.",
      ] as const,
  ),
  ["amount=%24500+BTC", "This is in dollars and in another unit. Write one of both."],
  ["amount=500+BTC&unit=usd", "This is in dollars and in another unit. Write one of both."],
  ["amount=500+USDC", "You send BTC. Write its amount, for example 0.05 BTC."],
  ["amount=500&unit=eur", "The unit is usd, for US dollars. Leave it out for what you send."],
  [
    "amount=1&amount_usd=500",
    "This is an amount in dollars and one of what you send. Write one of both.",
  ],
  [
    "amount=%241&amount_usd=500",
    "This is an amount in dollars and one of what you send. Write one of both.",
  ],
  ["amount=%241234567890123456789", "Too large: write at most 18 digits before the decimal point."],
  [
    "amount=%240.00000001",
    "This is worth less than the least amount of BTC that the network counts. Give more dollars.",
  ],
];
for (const [query, problem] of refused) {
  test(`${decodeURIComponent(query)}: ${problem}`, async () => {
    const view = await ask(query);
    expect(problems(view)).toEqual([`amount: ${problem}`]);
    expect(view.answer).toBeNull();
    const { amount } = Object.fromEntries(new URLSearchParams(query));
    expect(view.form.fields.amount.value, "what was typed stays").toBe(amount);
  });
}

const amountField = ({ form: { fields, unit } }: QuoteView) => [fields.amount.value, unit];

test("what was typed stays as it was, the unit says how it was read, and a link of the tool's argument fills the form", async () => {
  expect(amountField(await ask(written("$500")))).toEqual(["$500", "usd"]);
  expect(amountField(await ask("amount=500&unit=usd"))).toEqual(["500", "usd"]);
  expect(amountField(await ask("amount_usd=500"))).toEqual(["500", "usd"]);
  expect(amountField(await ask("amount=0.05&unit="))).toEqual(["0.05", ""]);
  const long = `$${"1".repeat(200)}`;
  const view = await ask(written(long));
  expect(amountField(view)[0]).toBe("");
  expect(problems(view).join()).toContain("What was written here was too long");
});

test("the page and its Markdown say how it was converted, and every link asks for the amount", async () => {
  const view = await ask(written("$500"));
  expect([view.heading, view.card]).toEqual(["≈ 0.00625 BTC to ETH", "$500.00 of BTC → ETH"]);
  expect((await ask(written("$1,500.50"))).heading).toBe("≈ 0.0188 BTC to ETH");
  expect(view.answer?.reverse.href).toBe("/quote?from=ETH.ETH&to=BTC.BTC&amount_usd=500");
  const text =
    "≈ 0.00625 BTC. Converted from $500.00 at $80,000.00 for 1 BTC, a price of 0 seconds ago. To keep this amount:";
  const href = "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.00625";
  expect(view.form.fields.amount.remark).toEqual({ text, choice: { href, label: "0.00625 BTC" } });
  expect(view.answer?.figures[0]).toMatchObject({ text: "0.00625 BTC", note: "$500.00" });
  const markdown = quoteMarkdown(view, ORIGIN);
  expect(markdown).toContain(`${text} [0.00625 BTC](${ORIGIN}${href})`);
  const link = view.answer?.again?.href;
  expect(link).toContain("amount=0.00625");
  expect(link).not.toMatch(/usd|%24/);
});

test("a point that may part thousands is asked about in dollars too", async () => {
  const { remark } = (await ask(written("$1.500"))).form.fields.amount;
  expect(remark?.text).toMatch(
    /^≈ 0\.0000188 BTC\. Converted from \$1\.50 at .* If you meant 1500:$/,
  );
  expect(remark?.choice).toEqual({
    href: "/quote?from=BTC&to=ETH&amount_usd=1500",
    label: "$1500",
  });
});

test("a correction of another field keeps the dollars", async () => {
  const view = await askWorld(createPriced(), `from=BT&to=ETH&${written("$500")}`);
  const hrefs = view.form.problems.flatMap(({ choices }) => choices.map(({ href }) => href));
  expect(hrefs.length).toBeGreaterThan(0);
  for (const href of hrefs) expect(href).toMatch(/&amount_usd=500$/);
});

const unpriced = "No price of BTC is agreed on now, so give the amount in BTC.";

test("without an agreed price it asks for the amount in the asset, and an amount in the asset is quoted", async () => {
  const world = withPricesApart(createPriced());
  const view = await ask(written("$500"), world);
  expect([view.answer, ...problems(view), ...amountField(view)]).toEqual([
    null,
    `amount: ${unpriced}`,
    "$500",
    "usd",
  ]);
  expect(problems(await ask("amount=0.05", world))).toEqual([]);
  const { structured, isError } = await runTool(
    "get_swap_quote",
    { from: "BTC", to: "ETH", amount_usd: "500" },
    world.network,
  );
  expect([isError, structured.error]).toEqual([
    true,
    expect.objectContaining({ code: "no_price", argument: "amount_usd", hint: unpriced }),
  ]);
});

test("where nothing could be verified the amount is not known, and asking again is in dollars", async () => {
  const world = createPriced();
  await ask("amount=1", world);
  world.nowMs += 60_000;
  world.frozenAtMs = world.nowMs - 3_600_000;
  const view = await ask(written("$500"), world);
  expect(view.answer?.again?.href).toBe("/quote?from=BTC&to=ETH&amount_usd=500");
  expect([view.answer?.figures, view.form.fields.amount.remark]).toEqual([[], null]);
  world.scripts = { node0: { pools: down }, node1: { pools: down } };
  const input = { from: "BTC", to: "ETH", amount_usd: "500" };
  expect((await runTool("get_swap_quote", input, world.network)).structured).toMatchObject({
    amount: null,
  });
  // The pools were still read, and the quote was not.
  const getQuote = async () => ({
    ...(await failedNetwork.getQuote(goodInput.get_swap_quote as never)),
    amount: null,
  });
  const late = await askFake(createFakeNetwork({ getQuote }), `${pair}&${written("$500")}`);
  expect(late.heading).toBe("$500 of BTC to ETH");
});

test("the tool takes one of amount and amount_usd, and answers with the amount of the asset", async () => {
  const { network } = createPriced();
  const run = (more: object) =>
    runTool("get_swap_quote", { from: "BTC", to: "ETH", ...more }, network);
  const { structured, text } = await run({ amount_usd: "500" });
  expect(structured).toMatchObject({ amount: "0.00625", sent_usd: "500.00" });
  expect(text).toContain("0.00625 BTC.BTC (usd 500.00) to ETH.ETH");
  const hint = "Give the amount once: in whole units of the asset to send, or in US dollars.";
  for (const more of [{}, { amount: "1", amount_usd: "500" }]) {
    const { isError, structured: answer } = await run(more);
    expect([isError, answer.error]).toEqual([
      true,
      expect.objectContaining({ hint, argument: "amount" }),
    ]);
  }
  for (const usd of ["0", "-1", "$5", "1e3"]) {
    const { isError, structured: answer } = await run({ amount_usd: usd });
    expect([isError, answer.error], usd).toEqual([
      true,
      expect.objectContaining({ argument: "amount_usd" }),
    ]);
  }
});

const queries: readonly (readonly [query: string, asked: string])[] = [
  ["amount=%24500", "amount_usd=500"],
  ["amount=500&unit=usd", "amount_usd=500"],
  ["amount=500&unit=", "amount=500"],
  ["amount=500+USDC", "amount=500+USDC"],
  ["amount=500&unit=eur", "amount=500&unit=eur"],
  ["amount=%241&amount=2", "amount=%241&amount=2"],
  ["amount=%241&amount_usd=2", "amount_usd=2&amount_usd=1"],
];
for (const [query, asked] of queries) {
  test(`the JSON of ${query} is asked with ${asked}`, () => {
    expect(withAmountUsd(new URLSearchParams(query)).toString()).toBe(asked);
  });
}
