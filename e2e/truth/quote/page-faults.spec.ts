// What /quote cannot ask, or the network refuses: the problem stands at one field.
import { expect, test } from "@playwright/test";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { getQuotePage } from "../../../lib/site/live/quote/page.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";

const now = () => Date.UTC(2027, 0, 20, 8);
const setup = {
  ...{ network: createSampleNetwork({ now }), preset: presets.sample },
  ...{ now, origin: "https://swap.example" },
};
const ask = (query: string) => getQuotePage(setup, new URLSearchParams(query));

const pair = "from=BTC&to=ETH";
const faults: readonly [field: string | null, query: string, choices?: readonly string[]][] = [
  ["from", "from=zzz&to=btc&amount=1", []],
  ["from", "from=USD\u0421&to=ETH&amount=5"],
  ["amount", `${pair}&amount=1+00`],
  ["amount", `${pair}&amount=1.`],
  ["amount", `${pair}&amount=0x10`],
  // Offered cut, never rounded up.
  ["amount", "from=eth.eth&to=btc&amount=1.1234567899", ["1.12345678"]],
  // Refused by the network, and about one field.
  ["destination", `${pair}&amount=0.05&destination=sample-btc-recipient`],
  ["amount", `${pair}&amount=999999999999999999`, []],
];
for (const [field, query, choices] of faults) {
  test(`${query.slice(0, 70)}: at ${field}`, async () => {
    const { problems } = (await ask(query)).form;
    expect(problems.map((problem) => problem.field)).toEqual([field]);
    if (choices) expect(problems[0]?.choices.map(({ label }) => label)).toEqual(choices);
  });
}

const understood: readonly [query: string, amount: string][] = [
  ["from=bitcoin&to=ETH&amount=0.05 BTC.BTC", "0.05"],
  ["from=eth.usdc&to=ETH&amount=1 000,5 USDC", "1,000.5"],
  ["from=BASE.ETH&to=BTC&amount=1'000.25eth", "1,000.25"],
  ["from=RUNE&to=BTC&amount=5e2 rune", "500"],
];
for (const [query, amount] of understood) {
  test(`understood: ${query}`, async () => {
    const { form, title } = await ask(query);
    expect(form.problems).toEqual([]);
    expect(title[0]?.startsWith(`${amount} `)).toBe(true);
  });
}

test("how a doubtful point was read stands beside the field, with the other reading", async () => {
  const { remark } = (await ask("from=RUNE&to=ETH&amount=1.500")).form.fields.amount;
  expect(remark?.choice).toEqual({ href: "/quote?from=RUNE&to=ETH&amount=1500", label: "1500" });
});

test("an amount that is too small is offered one that works, in few digits", async () => {
  const [problem] = (await ask(`${pair}&amount=0.000011&streaming=1`)).form.problems;
  const query = new URLSearchParams(problem?.choices[0]?.href.split("?")[1]);
  const least = query.get("amount") ?? "";
  expect([least.replace(/^[0.]+/, "").length <= 2, query.get("streaming")]).toEqual([true, "1"]);
  expect((await ask(`${pair}&amount=${least}`)).form.problems).toEqual([]);
});

test("what was typed is nowhere but in its field", async () => {
  const typed = "zz<script>alert(1)</script>";
  const page = await ask(`from=${typed}&to=${typed}&amount=${typed}&destination=${typed}`);
  const { fields, problems, ...form } = page.form;
  const said = problems.map(({ message, choices }) => [message, choices.map(({ label }) => label)]);
  expect(JSON.stringify([{ ...page, form }, said])).not.toContain("alert(1)");
  expect(fields.from.value).toBe(typed);
});
