// /quote in each state: the verdict, what is wrong and what to
// do. No figure, memo or address that the reading does not give.
import { expect, test } from "@playwright/test";
import { type WarningCode, warnOf } from "../../../../../lib/protocol/model/envelope.ts";
import type { PoolReading } from "../../../../../lib/protocol/model/pools.ts";
import type { QuoteReading, QuoteRequest } from "../../../../../lib/protocol/model/quote.ts";
import { quoteReasons } from "../../../../../lib/protocol/quote/reasons.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import type { QuoteView } from "../../../../../lib/site/live/quote/page.ts";
import { moneyText } from "../../../../../lib/site/live/status/view.ts";
import { runTool } from "../../../../mcp/run-tool.ts";
import { agreed } from "../../../../support/agreed.ts";
import { createWorld } from "../../../../support/world.ts";
import {
  createFakeNetwork,
  failedNetwork,
  nothingStated,
  poolsReading,
  quote,
} from "../../../mcp/fake-network.ts";
import {
  askFake,
  askSample,
  askWorld,
  btcToEth,
  HEX,
  ORIGIN,
  problems,
  sampleSetup,
} from "./views.ts";

const figures = (view: QuoteView) =>
  view.answer?.figures.map(({ label, text, note }) => {
    return `${label}: ${text}${note ? `${/^[A-Z]/.test(note) ? "." : ","} ${note}` : ""}`;
  });

const quoteText = (view: QuoteView) => quoteMarkdown(view, ORIGIN);

test.describe("a quote", () => {
  test("leads with what is sent, received and lost, the minimum and the time; then whether to send; then the rest", async () => {
    const view = await askFake(createFakeNetwork(), "from=btc&to=ethereum&amount=1");
    expect(view.heading).toBe("1 BTC to ETH");
    expect(view.answer?.verdict).toEqual({
      isOpen: true,
      state: "open",
      shape: "open",
      word: "Open",
      text: "you can swap BTC to ETH now.",
      grounds: null,
    });
    expect(figures(view)).toEqual([
      "You send: 1 BTC, $69,000.00",
      "You receive: 17.39654 ETH, $68,843.26",
      "Total cost: $156.74, 0.23 % of the amount sent. On top comes your wallet's network fee, about $0.48",
      "Minimum received: 16.874643 ETH. If the swap would bring less, your deposit is refunded. What a refund costs is not known.",
      "Time: about 23 minutes",
    ]);
    expect(view.answer?.send).toBe("You can send now.");
    expect(view.answer?.warnings).toEqual([]);
    expect(view.answer?.expiry).toMatchObject({ instant: "2026-11-20T03:27:30Z", leftMs: 895_700 });
    expect(view.answer?.costs?.table.rows.map((row) => row.slice(0, 4))).toEqual([
      ["Liquidity fee", "0.03851603 ETH", "$152.46", "0.18 %"],
      ["Price impact", "0.00080203 ETH", "$3.17", "< 0.01 %"],
      ["Affiliate fee", "not known", "not known", "not known"],
      ["Outbound fee", "0.006 ETH", "$23.75", "0.03 %"],
      ["Total cost", "0.03959603 ETH", "$156.74", "0.23 %"],
    ]);
    expect(view.answer?.details.map(({ name, rows }) => [name, rows.map((row) => row[1])])).toEqual(
      [
        ["How long it takes", ["20 minutes", "one block", "3 minutes", "23 minutes"]],
        ["Limits", ["0.00004412 BTC", "0.00001 BTC", "12"]],
      ],
    );
    expect(view.asOf).toMatch(
      /^Read from THORChain at block 28135243\. It was made \d{4}-\d\d-\d\d 03:12 UTC, 4 seconds before this answer\.$/,
    );
  });

  test("whether to send is one sentence, and never milder than the reading", async () => {
    const rows: readonly (readonly [changes: Partial<QuoteReading>, send: string])[] = [
      [{}, "You can send now."],
      [
        { memo: null },
        "This is an estimate. Give a receiving address to get the memo, right before you send.",
      ],
      [{ adviceLevel: "warned" }, "Send only if you accept the warning above."],
      [{ adviceLevel: "forbidden" }, "Do not send."],
      [{ sendBeforeMs: null }, "Do not send."],
      [{ adviceLevel: "forbidden", memo: null }, "Do not send."],
      [{ source: "sample" }, "Do not send: this is sample data."],
      [
        { trading: { verdict: "halted", haltedBy: ["HALTTRADING"], reason: null }, memo: null },
        "Do not send.",
      ],
      [
        { failure: { code: "unavailable", hint: "Ask again.", retryAfterSeconds: 6 } },
        "Do not send.",
      ],
    ];
    for (const [changes, send] of rows) {
      const getQuote = async () => ({ ...quote, ...changes });
      const view = await askFake(createFakeNetwork({ getQuote }), btcToEth);
      expect(view.answer?.send, JSON.stringify(Object.keys(changes))).toBe(send);
    }
  });

  test("both tolerances go to the network as asked, and not both at once", async () => {
    const asked: QuoteRequest[] = [];
    const network = createFakeNetwork({
      getQuote: async (request) => {
        asked.push(request);
        return { ...quote, maxStreamingQuantity: 1 };
      },
    });
    const { answer } = await askFake(network, `${btcToEth}&tolerance_bps=250`);
    expect(asked).toEqual([{ from: "BTC.BTC", to: "ETH.ETH", amount: "0.05", toleranceBps: 250 }]);
    expect(answer?.again?.href).toContain("tolerance_bps=250");
    const both = await askFake(network, `${btcToEth}&tolerance_bps=250&liquidity_tolerance_bps=0`);
    expect(problems(both)).toEqual([
      "tolerance: Give one tolerance. They count from different figures, or in other units.",
    ]);
    expect(asked).toHaveLength(1);
  });

  test("of a quote that cannot be believed, nothing is said of time, costs and parts", async () => {
    const untold = { ...quote, ...nothingStated, reason: quoteReasons.abovePools };
    const view = await askFake(createFakeNetwork({ getQuote: async () => untold }), btcToEth);
    expect(figures(view)).toEqual(["You send: 1 BTC", "You receive: not known"]);
    expect(view.answer?.details).toEqual([]);
    expect(view.answer?.comparison).toBeNull();
    expect(JSON.stringify(view.answer).match(/not known/g)).toHaveLength(1);
  });

  test("if nothing but the output is stated, the rest is not known with its reason, and nothing is zero", async () => {
    const told = {
      expectedAmountOut: agreed(88_000_000n),
      belowLimit: "refund",
      statedBy: {},
    } as const;
    const bare = { ...quote, ...nothingStated, ...told };
    const view = await askFake(createFakeNetwork({ getQuote: async () => bare }), btcToEth);
    const { costs, details } = view.answer ?? {};
    const rows = (details ?? []).slice(0, 2).flatMap((table) => table.rows);
    expect(rows).toHaveLength(7);
    for (const row of rows)
      expect([row[1], row[2]]).toEqual(["not known", "The network did not state it."]);
    const costRows = costs?.table.rows ?? [];
    for (const row of costRows) expect(row.slice(1, 4)).toEqual(Array(3).fill("not known"));
    expect(costs?.parts).toEqual([]);
    expect(costs?.notes[0]).toBe("We do not know every part for certain, so there is no bar.");
    expect(figures(view)?.slice(2)).toEqual([
      "Total cost: not known. We do not know every price. On top comes the network fee that your wallet shows.",
      "Minimum received: not known. It becomes fixed when you add your address.",
      "Time: not known. The network did not state it.",
    ]);
    expect(view.answer?.expiry).toBeNull();
    expect(view.answer?.comparison).toBeNull();
  });

  test("an answer names its pair even if the list of pools could not be read", async () => {
    const view = await askFake(
      createFakeNetwork({ getPools: failedNetwork.getPools }),
      "from=bitcoin&to=eth&amount=1",
    );
    expect(view.heading).toBe("1 BTC to ETH");
    expect(view.answer?.reverse.label).toBe("Other direction: ETH to BTC");
    expect(view.form.assets).toEqual([]);
  });

  test("the minimum is the limit in the memo, if there is one", async () => {
    const withMemo = {
      ...quote,
      expectedAmountOut: agreed(1_000_000n),
      minReceived: agreed(987_600n),
    };
    const ask = (more: string, reading: Partial<QuoteReading> = {}) =>
      askFake(
        createFakeNetwork({ getQuote: async () => ({ ...withMemo, ...reading }) }),
        `${btcToEth}${more}`,
      );
    const least =
      "Minimum received: 0.009876 ETH. If the swap would bring less, your deposit is refunded. What a refund costs is not known.";
    for (const more of ["", "&liquidity_tolerance_bps=300", "&tolerance_bps=300"]) {
      expect(figures(await ask(`&destination=${HEX}${more}`))).toContain(least);
    }
    const none =
      "Minimum received: no minimum. The swap runs at any price. With a tolerance, a worse swap is refunded.";
    const unlimited = { minReceived: null, belowLimit: null, memo: agreed("=:ETH.ETH:0x1") };
    expect(figures(await ask("&liquidity_tolerance_bps=0", unlimited))).toContain(none);
    const untold =
      "Minimum received: not known. The memo sets a limit. What the fees leave of it is not known.";
    expect(
      figures(await ask("", { minReceived: null, memo: agreed("=:ETH.ETH:0x1:5") })),
    ).toContain(untold);
    expect(
      figures(await ask("&liquidity_tolerance_bps=0", { ...unlimited, memo: null })),
    ).toContain(none);
  });

  test("without a memo, the minimum is what its limit would leave, rounded down", async () => {
    const odd = { ...quote, plannedMinimum: 966_701n, memo: null, minReceived: null };
    const ask = (more: string, changes: Partial<QuoteReading> = {}) =>
      askFake(
        createFakeNetwork({ getQuote: async () => ({ ...odd, ...changes }) }),
        `${btcToEth}${more}`,
      );
    const refund =
      "If the swap would bring less, your deposit is refunded. What a refund costs is not known.";
    const once = `. It becomes fixed when you add your address. ${refund}`;
    expect(figures(await ask(""))).toContain(`Minimum received: about 0.00966701 ETH${once}`);
    const withheld = `. It becomes fixed when a memo can be given. ${refund}`;
    expect(figures(await ask(`&destination=0x${"1".repeat(40)}`))).toContain(
      `Minimum received: about 0.00966701 ETH${withheld}`,
    );
    // Of a pair that is halted, an address brings no memo.
    const trading = { verdict: "halted", haltedBy: ["HALTETHTRADING"], reason: null } as const;
    expect(figures(await ask("", { trading }))).toContain(
      `Minimum received: about 0.00966701 ETH${withheld}`,
    );
    // The price before fees is the node's: what it makes of it is known with the memo only.
    expect(figures(await ask("&tolerance_bps=300", { plannedMinimum: null }))).toContain(
      "Minimum received: not known. It becomes fixed when you add your address.",
    );
  });

  test("parts that bring less are refunded alone, but for the first one on MAYAChain, with which all is", async () => {
    const network = createFakeNetwork({
      getQuote: async () => ({ ...quote, belowLimit: "refund_parts" as const }),
    });
    const noteOf = async (preset = presets.thorchain) =>
      (await askFake(network, btcToEth, preset)).answer?.figures.find(
        ({ label }) => label === "Minimum received",
      )?.note;
    const parts = "A part that would bring less is refunded, and the others are paid out.";
    expect(await noteOf()).toContain(`${parts} What a refund costs is not known.`);
    const first = "If the first part would bring less, the whole deposit is refunded.";
    expect(await noteOf(presets.mayachain)).toContain(
      `${parts} ${first} What a refund costs is not known.`,
    );
  });

  test("what a refund costs is told where it is known", async () => {
    const noteOf = async (refundFee: QuoteReading["refundFee"]) => {
      const view = await askFake(
        createFakeNetwork({ getQuote: async () => ({ ...quote, refundFee }) }),
        btcToEth,
      );
      return view.answer?.figures.find(({ label }) => label === "Minimum received")?.note;
    };
    const refund = { asset: "BTC.BTC", base: 1_103n, usd: 93_000_000n };
    const told = "If the swap would bring less, your deposit is refunded. A refund costs";
    expect(await noteOf(refund)).toBe(`${told} the outbound fee of about $0.93.`);
    expect(await noteOf({ ...refund, usd: null })).toBe(
      `${told} the outbound fee of about 0.00001103 BTC.`,
    );
    expect(await noteOf({ ...refund, base: 0n, usd: 0n })).toBe(`${told} no outbound fee.`);
    expect(await noteOf(null)).toMatch(/ What a refund costs is not known\.$/);
  });

  test("a pair that trades says in a clause what is wrong, and never more than is known", async () => {
    const textOf = async (changes: Partial<QuoteReading>) => {
      const getQuote = async () => ({ ...quote, adviceLevel: "warned" as const, ...changes });
      return (await askFake(createFakeNetwork({ getQuote }), btcToEth)).answer?.verdict.text;
    };
    const warned = (...codes: WarningCode[]) =>
      textOf({ warnings: codes.map((code) => warnOf(code)("Why.")) });
    expect(await warned("thin_pool", "costly")).toBe(
      "open, but this amount is too large for this pool.",
    );
    expect(await warned("costly")).toBe("open, but the total cost is high.");
    expect(await warned("amount_small")).toBe("open, but read the warning first.");
    expect(await warned("parts_wait")).toBe("you would wait for your swap.");
    const halted = {
      warnings: [warnOf("signing_halted")("Why.")],
      payoutSigning: "halted" as const,
    };
    expect(await textOf(halted)).toBe("you would wait for your ETH.");
  });

  test("no more is said to come than the network pays, however many digits are shown", async () => {
    const told = async (out: Partial<QuoteReading>) => {
      const view = await askFake(
        createFakeNetwork({ getQuote: async () => ({ ...quote, ...out }) }),
        btcToEth,
      );
      return view.answer?.figures[1]?.text;
    };
    expect(await told({ expectedAmountOut: agreed(1_234_567_899n) })).toBe("12.345678 ETH");
    const forecast = {
      expectedAmountOut: agreed(1_234_567_899n),
      bestCaseOut: agreed(1_300_000_000n),
    };
    expect(await told(forecast)).toBe("about 12.34 ETH");
  });

  test("nothing is said to cost less than it does, however many digits are shown", async () => {
    const totalCost = { base: 1_234_567_811n, asset: "ETH.ETH", usd: null };
    const paid = { ...quote, amount: 1_234_567_811n, totalCost };
    const { answer } = await askFake(createFakeNetwork({ getQuote: async () => paid }), btcToEth);
    expect(answer?.figures[0]?.text).toBe("12.345679 BTC");
    expect(answer?.costs?.table.rows.at(-1)?.[1]).toBe("12.345679 ETH");
    expect(moneyText(totalCost)).toBe("12.345679 ETH (price not known)");
  });

  test("the card of a shared question names the swap, and no figure of its answer", async () => {
    expect((await askSample("from=BTC&to=eth.usdc&amount=,05")).card).toBe(
      "0.05 BTC → USDC on Ethereum",
    );
    expect((await askSample("from=BTC&to=ETH")).card).toBeNull();
  });

  test("of a message on the protocol's own chain, no dust threshold is missing", async () => {
    const { answer } = await askSample("from=RUNE&to=ETH&amount=500");
    const dust = answer?.details
      .flatMap(({ rows }) => rows)
      .find(([name]) => name === "Dust threshold");
    expect(dust?.slice(1)).toEqual([
      "none",
      "The protocol's own chain ignores no deposit for its size.",
    ]);
    const input = { from: "RUNE", to: "ETH", amount: "500" };
    const { structured } = await runTool("get_swap_quote", input, sampleSetup().network);
    expect(structured).toMatchObject({ dust_threshold: null, not_known: {} });
  });

  test("the delay of the payout runs beside the swap", async () => {
    const seconds = { inboundConfirmation: 600, swap: 60, outboundDelay: 120, total: 720 };
    const streaming = { mode: "rapid", interval: 0, quantity: 9, isApplied: true } as const;
    const getQuote = async () => ({ ...quote, seconds, streaming });
    const { answer } = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    const [time] = answer?.details ?? [];
    expect(time?.rows.map((row) => row.slice(0, 2))).toEqual([
      ["Confirmation", "10 minutes"],
      ["Swap", "1 minute"],
      ["Payout delay", "2 minutes"],
      ["In all", "12 minutes"],
    ]);
    expect(time?.rows[1]?.[2]).toBe("The pools swap it in 9 parts, at least one in each block.");
  });

  test("links ask for the same and the reverse, with an amount as people type it", async () => {
    const view = await askSample(
      "from=bitcoin&to=eth.usdc&amount=.0512345&liquidity_tolerance_bps=300&streaming=2/5&utm_source=1",
    );
    const asked = `/quote?from=BTC.BTC&to=ETH.USDC&amount=0.0512345&liquidity_tolerance_bps=300&streaming=2%2F5`;
    expect(view.answer?.again).toEqual({ href: asked, label: "Try again" });
    expect(view.answer?.permalink).toBe(ORIGIN + asked);
    expect(view.answer?.reverse.href).toMatch(
      /^\/quote\?from=ETH\.USDC&to=BTC\.BTC&amount=[1-9]\d0*$/,
    );
    const back = await askSample(view.answer?.reverse.href.split("?")[1] as string);
    expect(back.answer?.verdict.text).toBe("you can swap USDC on Ethereum to BTC now.");
    expect(back.answer?.details.at(-1)).toMatchObject({
      name: "The token that you send",
      rows: [
        ["Contract", "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"],
        ["Decimals", "6"],
      ],
    });
  });

  test("the other direction of the other direction soon repeats: no reader of links finds endless amounts", async () => {
    const seen = new Set<string>();
    let href = "/quote?from=BTC&to=ETH&amount=0.0512345";
    for (let step = 0; step < 12; step += 1) {
      const view = await askSample(href.split("?")[1] as string);
      href = view.answer?.reverse.href ?? "";
      seen.add(href);
    }
    expect(seen.size).toBeLessThanOrEqual(6);
  });
});

test("the sign is green only for a pair that trades, of a quote without any warning or doubt", async () => {
  const one = quoteReasons.oneSource;
  const warning = (code: QuoteReading["warnings"][number]["code"]) => [{ code, text: "Look." }];
  const signingHalted = { adviceLevel: "warned", warnings: warning("signing_halted") } as const;
  const rows: readonly (readonly [changes: Partial<QuoteReading>, state: string, word: string])[] =
    [
      [{}, "open", "Open"],
      [{ warnings: warning("one_source") }, "open", "Open"],
      [{ adviceLevel: "warned" }, "warned", "Warning"],
      [
        { failure: { code: "amount_too_small", hint: "Ask for more.", retryAfterSeconds: null } },
        "warned",
        "Warning",
      ],
      [{ adviceLevel: "forbidden" }, "warned", "Warning"],
      [
        { adviceLevel: "forbidden", reason: one, warnings: warning("one_source") },
        "not_checked",
        "Not checked",
      ],
      [{ ...signingHalted, payoutSigning: "halted" }, "payouts_wait", "Payouts wait"],
      // A refund alone would wait.
      [{ ...signingHalted, payoutSigning: "open" }, "warned", "Warning"],
      [{ adviceLevel: "warned", warnings: warning("halt_scheduled") }, "halts_soon", "Halts soon"],
      [{ adviceLevel: "warned", warnings: warning("parts_wait") }, "swaps_wait", "Swaps wait"],
      [
        { adviceLevel: "forbidden", warnings: warning("sources_disagree") },
        "sources_disagree",
        "Sources disagree",
      ],
      [{ trading: { verdict: "halted", haltedBy: [], reason: null } }, "halted", "Halted"],
      [
        { trading: { verdict: "unknown", haltedBy: [], reason: one } },
        "not_checked",
        "Not checked",
      ],
    ];
  for (const [changes, state, word] of rows) {
    const view = await askFake(
      createFakeNetwork({ getQuote: async () => ({ ...quote, ...changes }) }),
      btcToEth,
    );
    expect(
      [view.answer?.verdict.state, view.answer?.verdict.word],
      JSON.stringify(changes),
    ).toEqual([state, word]);
  }
});

test("a chain that the network does not list is no doubt: the sign says that it is not listed", async () => {
  const world = createWorld({ nodes: 2 });
  world.rows.ETH = null;
  expect((await askWorld(world, btcToEth)).answer).toMatchObject({
    verdict: { word: "Not listed", text: "BTC to ETH does not trade.", grounds: null },
    warnings: ["Do not send. The network does not list the chain of one of these assets."],
  });
});

test("where two tokens of a chain have one name, the sign says which one is meant", async () => {
  const usdc = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
  const twin = "ETH.USDC-0X00000000000000000000000000000000000E711";
  const ask = async (more: readonly string[]) => {
    const [first] = poolsReading.pools;
    const pools = [
      ...poolsReading.pools,
      ...more.map((asset) => ({ ...first, asset }) as PoolReading),
    ];
    const getPools = async () => ({ ...poolsReading, pools });
    const getQuote = async () => ({ ...quote, to: usdc });
    return (
      await askFake(createFakeNetwork({ getPools, getQuote }), `from=BTC&to=${usdc}&amount=1`)
    ).answer?.warnings;
  };
  expect(await ask([])).toEqual([]);
  expect(await ask([twin])).toEqual([
    `More than one asset is called USDC on Ethereum. This quote is for ${usdc}.`,
  ]);
});

test("every warning of the reading stands before the figures, in its own words", async () => {
  const warnings = [
    { code: "one_source", text: "Only one node is configured: no second source confirms this." },
    { code: "thin_pool", text: "The pools are small." },
  ] as const;
  const getQuote = async () => ({ ...quote, warnings, adviceLevel: "warned" as const });
  const view = await askFake(createFakeNetwork({ getQuote }), btcToEth);
  expect(view.answer?.warnings).toEqual(warnings.map(({ text }) => text));
  const text = quoteText(view);
  for (const warning of warnings) expect(text.indexOf(warning.text)).toBeGreaterThan(0);
  for (const warning of warnings)
    expect(text.indexOf(warning.text)).toBeLessThan(text.indexOf("You send"));
});

test.describe("a refusal", () => {
  test("of a halted swap says once not to send", async () => {
    const { answer } = await askSample("from=LTC&to=BTC&amount=1");
    const said = [
      answer?.verdict.text,
      answer?.verdict.grounds,
      answer?.problem?.text,
      answer?.send,
    ].join(" ");
    expect(said.match(/Do not send/g)).toHaveLength(1);
  });

  for (const [code, title, field] of [
    ["form_disabled", ": the network has this form of the asset switched off", null],
    ["trade_asset_only", ": a trade asset is swapped for trade assets only", null],
    ["pool_not_available", ": the pool of one of these assets is not available", null],
    ["pool_too_shallow", ": the pools cannot hold this amount", "amount"],
    ["memo_not_parsed", ": the network cannot read the memo of this swap", null],
    ["memo_too_long", "", "destination"],
  ] as const) {
    test(`${code} says what is wrong, and no name of a tool or its arguments`, async () => {
      const argument = field === null ? {} : { argument: field };
      const failure = { code, hint: "Ask for less.", retryAfterSeconds: null, ...argument };
      const getQuote = async () => ({ ...quote, ...nothingStated, failure });
      const view = await askFake(createFakeNetwork({ getQuote }), btcToEth);
      // At its field it is not said again.
      const said = `No quote${title}.`;
      expect(view.answer?.problem?.title).toBe(field === null ? said : "");
      expect(problems(view)).toEqual(field === null ? [] : [`${field}: ${said}`]);
      expect(view.answer?.problem?.text).toMatch(/^(Ask for less|Choose both from)/);
      expect(view.answer?.comparison).toBeNull();
    });
  }

  test("of a memo that is too long says what to leave out, in the words of the form", async () => {
    const hint = "Ask without the refund address, or with a shorter receiving address.";
    const failure = {
      code: "memo_too_long",
      hint,
      retryAfterSeconds: null,
      argument: "refund_address",
    };
    const getQuote = async () => ({ ...quote, ...nothingStated, failure });
    const { answer, form } = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    expect(answer?.problem?.text).toBe(hint);
    expect(form.problems.map(({ field }) => field)).toEqual(["refund_address"]);
  });

  test("of the limit offers no parts: they do not help", async () => {
    const { answer } = await askSample(
      "from=BTC&to=ETH&amount=1&liquidity_tolerance_bps=0&destination=nobody",
    );
    expect(answer?.problem?.title ?? "").not.toContain("nothing could be verified");
    const failure = {
      code: "limit_not_met",
      hint: "Ask with a larger tolerance.",
      retryAfterSeconds: null,
      argument: "liquidity_tolerance_bps",
    };
    const getQuote = async () => ({ ...quote, ...nothingStated, failure });
    const refused = await askFake(createFakeNetwork({ getQuote }), btcToEth);
    expect(refused.answer?.comparison).toBeNull();
    expect(refused.form.problems[0]?.field).toBe("tolerance");
  });
});

test.describe("memo and inbound address", () => {
  test("are shown only with a destination, and only as the reading gives them", async () => {
    expect((await askWorld(createWorld(), btcToEth)).answer?.deposit).toMatchObject({
      memo: null,
      address: null,
      missing: "destination",
    });
    const view = await askWorld(createWorld(), `${btcToEth}&destination=${HEX}`);
    expect(view.answer?.deposit).toEqual({
      isAsked: true,
      missing: null,
      notes: [],
      steps: expect.arrayContaining([
        expect.stringMatching(/^Before .*: send exactly 0\.05 BTC to the deposit address below\.$/),
      ]),
      // The limit, at 3 % below the expected output.
      memo: `=:ETH.ETH:${HEX}:87441681`,
      address: "btcvault1",
      router: null,
      quoted: null,
    });
    expect(quoteText(view)).toContain("```text\nbtcvault1\n```");
  });

  test("are withheld with the reason if the memo does not match the request", async () => {
    const world = createWorld();
    world.scripts.node0 = {
      swap: {
        expected_amount_out: "90000000",
        fees: { asset: "ETH.ETH", outbound: "500" },
        expiry: Math.floor(world.nowMs / 1000) + 900,
        inbound_address: "btcvault1",
        memo: `=:ETH.ETH:${HEX}::thief:1000`,
      },
    };
    const view = await askWorld(world, `${btcToEth}&destination=${HEX}`);
    expect(view.answer?.deposit).toMatchObject({ memo: null, address: null });
    expect(view.answer?.deposit?.notes).toEqual([
      "There is no memo and no deposit address. Do not send: the memo has a field that was not asked for.",
    ]);
    expect(view.answer?.warnings.join()).toMatch(/^Do not send: the memo has/);
    expect(view.answer?.send).toBeNull();
    expect(quoteText(view)).not.toContain("thief");
  });

  test("of a token have a router, of a native asset there is no address, and sample data says not to do what it shows", async () => {
    const token = await askSample(
      "from=eth.usdc&to=btc&amount=500&destination=sample-btc-recipient",
    );
    const native = await askSample("from=rune&to=eth&amount=1000&destination=sample-eth-recipient");
    expect(native.answer?.deposit).toMatchObject({
      memo: expect.stringMatching(/^=:/),
      address: null,
      router: null,
    });
    expect(token.answer?.deposit?.router).toBe("sample-eth-router-do-not-send");
    expect(quoteText(token)).toContain(
      `Router, to call:\n\n\`\`\`text\n${token.answer?.deposit?.router}\n`,
    );
    for (const { answer } of [token, native]) {
      expect(answer?.deposit?.notes).toEqual([
        "Sample data: do not send. On a real network you would do this:",
      ]);
      expect(answer?.deposit?.steps).not.toEqual([]);
      expect(answer?.send).toBe("Do not send: this is sample data.");
    }
  });
});
