// What /quote says where there is no quote to give: halted, stale, refused or not understood looks like it, and says what to do.
import { expect, test } from "@playwright/test";
import { doNotSendText } from "../../../../lib/protocol/quote/advice.ts";
import { haltReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { payoutsHalted, tradingHalted } from "../../../../lib/protocol/safety/sentences.ts";
import { quoteMarkdown } from "../../../../lib/site/live/quote/markdown.ts";
import type { QuoteView } from "../../../../lib/site/live/quote/page.ts";
import { signingHalt, tradingHalt } from "../../../support/halt-key.ts";
import { createWorld, down, status, toBlock, type World } from "../../../support/world.ts";
import { createFakeNetwork } from "../../mcp/fake-network.ts";
import { askFake, askSample, askWorld, ORIGIN } from "../../site/live/quote/views.ts";

const HEX = "0xabCd111111111111111111111111111111111111";
const btcToEth = "from=BTC&to=ETH&amount=0.05";
const problems = (view: QuoteView) =>
  view.form.problems.map(({ field, message }) => `${field}: ${message}`);
const toText = (view: QuoteView) => quoteMarkdown(view, ORIGIN);

test.describe("what is not open looks like it", () => {
  const ask = (change: (world: World) => void, query = `${btcToEth}&destination=${HEX}`) => {
    const world = createWorld();
    change(world);
    return askWorld(world, query);
  };
  const expectNothingToSend = (view: QuoteView) => {
    expect(view.answer?.deposit?.memo ?? null).toBeNull();
    expect(view.answer?.deposit?.address ?? null).toBeNull();
    expect(
      [...(view.answer?.warnings ?? []), view.answer?.send].join(" ").match(/do not send/gi),
    ).toHaveLength(1);
  };

  test("a halted chain", async () => {
    const view = await ask((world) => {
      world.mimir[tradingHalt("ETH")] = 1;
      world.scripts.node0 = {
        swap: status(400, { message: "trading is halted, can't process swap" }),
      };
    });
    expect(view.answer?.verdict).toEqual({
      isOpen: false,
      state: "halted",
      shape: "halted",
      word: "Halted",
      text: "BTC to ETH does not trade now.",
      grounds: tradingHalted("Ethereum"),
    });
    expect(view.answer?.problem?.title).toBe("No quote: this swap is halted.");
    expect(view.answer?.costs).toBeNull();
    expectNothingToSend(view);
  });

  test("a halt that the node quotes over", async () => {
    const view = await ask((world) => {
      world.mimir.HALTTRADING = 1;
    });
    expect(view.answer?.verdict.state).toBe("halted");
    expect(view.answer?.deposit?.notes[0]).toBe(
      `There is no memo and no deposit address. ${doNotSendText(haltReasons.inForce())}`,
    );
    expectNothingToSend(view);
  });

  test("signing halted where it pays out: open, with the warning first", async () => {
    const view = await ask((world) => {
      world.mimir[signingHalt("ETH")] = 1;
    });
    expect(view.answer?.verdict).toMatchObject({
      isOpen: true,
      state: "payouts_wait",
      word: "Payouts wait",
    });
    expect(view.answer?.warnings.join()).toContain(
      `${payoutsHalted("Ethereum")} A payout would wait with no end date.`,
    );
    expect(view.answer?.send).toBe("Send only if you accept the warning above.");
  });

  test("a halt that comes before the deposit is swapped", async () => {
    const view = await ask((world) => {
      world.mimir[tradingHalt("BTC")] = toBlock(world).height + 2_000;
    });
    expect(view.answer?.verdict.isOpen).toBe(true);
    expect(view.answer?.warnings.join()).toMatch(/Trading on Bitcoin halts in /);
    expect(view.answer?.send).toBe("Send only if you accept the warning above.");
  });

  for (const [name, query] of [
    ["with", `${btcToEth}&destination=${HEX}`],
    ["without", btcToEth],
  ] as const) {
    test(`a halt before the swap would be done, ${name} a receiving address`, async () => {
      const view = await ask((world) => {
        world.mimir[tradingHalt("BTC")] = toBlock(world).height + 150;
      }, query);
      expect(view.answer?.verdict).toMatchObject({ state: "halts_soon", word: "Halts soon" });
      expect(view.answer?.warnings.join(" ")).toMatch(
        RegExp(`^${doNotSendText(haltReasons.soon)} Trading on Bitcoin halts in 15 `),
      );
      expect(view.answer?.expiry).toBeNull();
      expectNothingToSend(view);
    });
  }

  for (const [name, agoMs] of [
    ["stale", 40_000],
    ["stopped", 600_000],
  ] as const) {
    test(`a ${name} network`, async () => {
      const view = await ask((world) => {
        world.nowMs += 600_000;
        world.frozenAtMs = world.nowMs - agoMs;
      });
      expect(view.answer?.verdict.state).toBe("not_checked");
      expect(view.answer?.verdict.text).toBe("we cannot check now whether this pair trades.");
      expect(view.answer?.verdict.grounds).toBeNull();
      expect(view.answer?.warnings.join(" ")).toMatch(/^The newest block is /);
      expect(view.asOf).toContain("The newest block is ");
      expectNothingToSend(view);
    });
  }

  test("providers that disagree", async () => {
    const world = createWorld({ nodes: 2 });
    world.scripts.node1 = { mimir: { ...world.mimir, [tradingHalt("ETH")]: 1 } };
    const view = await askWorld(world, `${btcToEth}&destination=${HEX}`);
    expect(view.answer?.verdict.state).not.toBe("open");
    expectNothingToSend(view);
  });

  test("nothing can be read: the pair is not even named", async () => {
    const view = await ask((world) => {
      world.scripts.node0 = { "*": down };
      world.scripts.indexer0 = { "*": down };
    }, "from=bit[co](x)in&to=ETH&amount=1");
    expect(view.heading).toBe("Quote a swap");
    expect(view.answer?.verdict).toMatchObject({
      state: "not_checked",
      text: expect.stringContaining("this pair"),
    });
    expect(view.answer?.problem).toBeNull();
    expect(view.answer?.warnings[0]).toMatch(
      /^No node gave a usable answer\. Do not send funds\. Ask again in /,
    );
    expect(view.answer?.figures).toEqual([]);
    expect(view.answer?.again?.label).toBe("Try again");
    expect(toText(view)).toContain("* [Try again](");
    expect(view.asOf).toMatch(/No block could be checked/);
    expectNothingToSend(view);
  });
});

test.describe("what was asked cannot be answered", () => {
  test("each fault stands at its field, what was typed is kept, and the reader is not asked", async () => {
    const getQuote = async () => Promise.reject(new Error("asked"));
    const query =
      "from=bitcoi&to=usdc&amount=1,000&destination=+x+&liquidity_tolerance_bps=3%25&streaming=fast";
    const view = await askFake(createFakeNetwork({ getQuote }), query);
    expect(view.answer).toBeNull();
    expect(view.form.problems.map((problem) => problem.field)).toEqual([
      "from",
      "to",
      "amount",
      "tolerance",
      null,
    ]);
    const values = Object.values(view.form.fields).map((field) => field.value);
    expect(values).toEqual(["bitcoi", "usdc", "1,000", "x", "", "3%", ""]);
    const [from, to, amount] = view.form.problems;
    expect(from?.choices[0]?.label).toMatch(/^BTC on Bitcoin, pool of \$[\d,]+$/);
    expect(to?.message).toBe(
      "Several assets of THORChain have this name. Choose one, or write its chain too, and its contract where that chain has two: ETH.USDC.",
    );
    const usdc = ["Ethereum", "Avalanche"].map((chain) =>
      RegExp(`^USDC on ${chain}, pool of \\$[\\d,]+$`),
    );
    expect(to?.choices.map(({ label }) => label)).toEqual(
      usdc.map((one) => expect.stringMatching(one)),
    );
    expect(amount?.message).toBe(
      "This may be 1 or 1000. Choose one, or write it without the comma.",
    );
    const chosen = new URLSearchParams(amount?.choices[1]?.href.split("?")[1]);
    expect(Object.fromEntries(chosen)).toEqual({
      from: "bitcoi",
      to: "usdc",
      amount: "1000",
      destination: "x",
      liquidity_tolerance_bps: "3%",
      streaming: "fast",
    });
  });

  test("a name that is like none is offered none, and the page names no tool", async () => {
    const view = await askFake(createFakeNetwork(), "from=zzz&to=btc&amount=1");
    expect(view.form.problems.map(({ field, choices }) => [field, choices])).toEqual([
      ["from", []],
    ]);
    expect(view.form.problems[0]?.message).toMatch(
      / Write for example BTC, or USDC on Ethereum\.$/,
    );
    expect(view.form.assets.length).toBeGreaterThan(0);
  });

  test("an amount that is too small is told the least that the network recommends, with its unit", async () => {
    const view = await askSample("from=BTC&to=ETH&amount=0.000011&streaming=1");
    const [problem] = view.form.problems;
    const [, least = ""] = /^Ask for ([\d.]+) BTC$/.exec(problem?.choices[0]?.label ?? "") ?? [];
    expect(Number(least)).toBeGreaterThan(0.000011);
    const [, named = ""] =
      /The network recommends at least ([\d.]+) BTC\./.exec(view.answer?.problem?.text ?? "") ?? [];
    expect(view.answer?.again).toBeNull();
    // Rounded up, as people type it.
    expect(least.replace(/^[0.]+/, "").length).toBeLessThanOrEqual(2);
    expect(Number(least)).toBeGreaterThanOrEqual(Number(named));
    expect(Number(least)).toBeLessThan(Number(named) * 1.1);
    const chosen = new URLSearchParams(problem?.choices[0]?.href.split("?")[1]);
    expect(Object.fromEntries(chosen)).toEqual({
      from: "BTC.BTC",
      to: "ETH.ETH",
      amount: least,
      streaming: "1",
    });
    expect((await askSample(`from=BTC&to=ETH&amount=${least}`)).answer?.problem).toBeNull();
  });
  test("an address of another chain: whose address to write", async () => {
    const view = await askSample(`${btcToEth}&destination=sample-btc-recipient`);
    expect(view.answer?.problem?.text).toBe("Write your Ethereum address.");
    expect(toText(view)).toContain("\n\nWrite your Ethereum address.\n\n");
    expect(view.answer?.again).toBeNull();
    expect(toText(view)).not.toContain("Try again");
  });
  test("a huge amount is never called too small", async () => {
    const view = await askSample("from=BTC&to=ETH&amount=999999999999999999");
    expect(problems(view)).toEqual(["amount: No quote: the network refuses this amount."]);
    expect(view.answer?.problem?.text).toMatch(
      /^The network recommends at least [\d.]+ BTC, and your amount is not below it\./,
    );
    expect(view.form.problems[0]?.choices).toEqual([]);
  });
  test("where no least is known, that is said", async () => {
    const world = createWorld();
    world.scripts.node0 = { swap: status(400, { message: "swap too small" }) };
    const view = await askWorld(world, btcToEth);
    expect(view.answer?.problem?.text).toMatch(/We know of no minimum\.$/);
    expect(problems(view)).toEqual(["amount: No quote: the amount is too small."]);
    expect(view.form.problems[0]?.choices).toEqual([]);
  });
  test("an amount finer than the network counts is offered cut, never rounded up", async () => {
    const view = await askSample(
      "from=eth.eth&to=btc&amount=1.1234567899&liquidity_tolerance_bps=300",
    );
    const [problem] = view.form.problems;
    expect(problem?.choices.map(({ label }) => label)).toEqual(["1.12345678"]);
    const chosen = new URLSearchParams(problem?.choices[0]?.href.split("?")[1]);
    expect(Object.fromEntries(chosen)).toEqual({
      from: "eth.eth",
      to: "btc",
      amount: "1.12345678",
      liquidity_tolerance_bps: "300",
    });
  });

  const faults: readonly (readonly [query: string, problem: RegExp])[] = [
    ["from=&to=ETH&amount=1", /^from: Name an asset/],
    ["from=BTC&to=&amount=1", /^to: Name an asset/],
    ["from=BTC&to=ETH&amount=", /^amount: Write how much/],
    ["from=BTC&to=ETH&amount=-1", /^amount: An amount to send is above zero/],
    ["from=BTC&to=ETH&amount=1/2", /^amount: Write a number/],
    ["from=BTC&to=ETH&amount=1+00", /^amount: The digits are not in groups/],
    ["from=BTC&to=ETH&amount=1.", /^amount: The number ends with a point or a comma/],
    ["from=BTC&to=ETH&amount=0x10", /^amount: This is not written in decimal/],
    ["from=BTC&to=ETH&amount=1e40", /^amount: Too large or too fine/],
    [
      "from=BTC&to=ETH&amount=12345678901234567890123",
      /^amount: Too large: write at most 18 digits/,
    ],
    [
      "from=BTC&to=ETH&amount=0.000000001",
      /^amount: The network counts 8 decimals .* less than the least, 0\.00000001\./,
    ],
    [
      "from=ETH&to=BTC&amount=1.123456789",
      /^amount: The network counts 8 decimals of an amount, and this has 9\./,
    ],
    [
      "from=BTC&to=ETH&amount=5+USDC",
      /^amount: You send BTC\. Write its amount, for example 0\.05 BTC\.$/,
    ],
    ["from=BTC&to=bitcoin&amount=5", /^to: Both sides are the same asset/],
    ["from=USD\u0421&to=ETH&amount=5", /^from: THORChain has no asset of this name/],
    [`from=${"x".repeat(121)}&to=ETH&amount=5`, /^from: An asset's name has at most 120/],
    [`${btcToEth}&destination=${"x".repeat(129)}`, /^destination: An address has at most 128/],
    [`${btcToEth}&tolerance_bps=10001`, /^tolerance_bps: Write a whole number from 0 to 10000\./],
    [`${btcToEth}&tolerance_bps=1.5`, /^tolerance_bps: Write a whole number/],
    [
      `${btcToEth}&liquidity_tolerance_bps=10000`,
      /^tolerance: The link counts hundredths of a percent, from 0 to 9999\. Write per cent/,
    ],
    [
      `${btcToEth}&liquidity_tolerance_bps=300&tolerance_bps=300`,
      /^tolerance: Give one tolerance\./,
    ],
    [`${btcToEth}&streaming=1001`, /^null: Write the blocks between the parts/],
    // Refused by the network, and about one field.
    [
      `${btcToEth}&destination=sample-btc-recipient`,
      /^destination: No quote: the receiving address/,
    ],
    ["from=BTC&to=ETH&amount=0.000011", /^amount: No quote: the amount is too small/],
  ];
  for (const [query, problem] of faults) {
    test(`${query.slice(0, 60)}: ${problem}`, async () => {
      const found = problems(await askSample(query));
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(problem);
    });
  }

  const units: readonly (readonly [query: string, amount: string])[] = [
    ["from=BTC&to=ETH&amount=0,05 btc", "0.05"],
    ["from=bitcoin&to=ETH&amount=0.05 BTC.BTC", "0.05"],
    ["from=btc&to=ETH&amount=0.05 bitcoin", "0.05"],
    ["from=eth.usdc&to=ETH&amount=1 000,5 USDC", "1,000.5"],
    ["from=BASE.ETH&to=BTC&amount=1'000.25eth", "1,000.25"],
    ["from=RUNE&to=BTC&amount=5e2 rune", "500"],
  ];
  for (const [query, amount] of units) {
    test(`understood: ${query}`, async () => {
      const view = await askSample(query);
      expect(problems(view)).toEqual([]);
      expect(view.heading).toMatch(new RegExp(`^${amount} `));
    });
  }

  test("how a doubtful point was read stands beside the field", async () => {
    const { remark } = (await askSample("from=RUNE&to=ETH&amount=1.500")).form.fields.amount;
    expect(remark?.text).toBe("Read as 1.5: a point is the decimal point here. If you meant 1500:");
    expect(remark?.choice).toEqual({ href: "/quote?from=RUNE&to=ETH&amount=1500", label: "1500" });
    expect((await askSample(btcToEth)).form.fields.amount.remark).toBeNull();
  });

  test("what was typed is nowhere but in its field", async () => {
    const typed = "zz<script>alert(1)</script>";
    const view = await askSample(`from=${typed}&to=${typed}&amount=${typed}&destination=${typed}`);
    const { form, ...rest } = view;
    const said = JSON.stringify([
      rest,
      form.problems.map((problem) => [problem.message, problem.choices.map((one) => one.label)]),
    ]);
    expect(said).not.toContain("script");
    expect(form.fields.from.value).toBe(typed);
    expect(toText(view)).not.toContain("<script");
  });
});
