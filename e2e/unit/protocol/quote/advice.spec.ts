// What to do with a quote: what it costs and what is wrong come before any word on sending, and may take its place.
import { expect, test } from "@playwright/test";
import { type DepositShape, depositTables } from "../../../../lib/protocol/model/deposit-shape.ts";
import { forbidOf, warnOf } from "../../../../lib/protocol/model/envelope.ts";
import type { QuoteFee } from "../../../../lib/protocol/model/quote.ts";
import { type Judgement, withCode } from "../../../../lib/protocol/model/verdicts.ts";
import {
  chooseAdviceLevel,
  closedAdvice,
  minCost,
  type QuoteCircumstances,
  quoteAdvice,
} from "../../../../lib/protocol/quote/advice.ts";
import { howToSendSteps, isRouterToken } from "../../../../lib/protocol/quote/how-to-send.ts";
import { onePartText } from "../../../../lib/protocol/quote/one-part.ts";
import { sizeReasons } from "../../../../lib/protocol/quote/reasons.ts";
import { chainReasons, haltReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { payoutsHalted, payoutsNotChecked } from "../../../../lib/protocol/safety/sentences.ts";
import { agreed, agreedMoney } from "../../../support/agreed.ts";
import { quote } from "../../mcp/fake-network.ts";

const {
  bitcoin,
  litecoin,
  zcash,
  evm,
  evm_token: token,
  solana,
  cosmos,
  xrp,
  tron,
  native: message,
} = depositTables.THORChain as Required<typeof depositTables.THORChain>;
const maya = depositTables.MAYAChain as Required<typeof depositTables.MAYAChain>;
const inGwei = { gasRateUnits: "gwei", gasRatePer: "gas" } as const;
const byRouter = { depositShape: token, viaRouter: true };

const now: QuoteCircumstances = {
  hasRefundAddress: false,
  hasAffiliate: false,
  sentText: "0.05 BTC",
  minTotalBps: 25,
  sourceChain: "BTC",
  depositShape: bitcoin,
  viaRouter: false,
  payoutFamily: "evm",
  sourceSigning: "open",
  payoutEnd: { afterSeconds: "never", isSwappedBack: true },
  payoutChain: "ETH",
  payoutSigning: "open",
  scheduledHalts: null,
  thinPool: null,
  order: null,
  partsPause: [],
  onePart: null,
};
const estimate = { ...quote, memo: null, inboundAddress: null, reason: null };

const toFees = (
  liquidity: bigint | null,
  outbound: bigint | null,
  affiliate: bigint | null = 0n,
): readonly QuoteFee[] =>
  (
    [
      ["liquidity", liquidity],
      ["outbound", outbound],
      ["affiliate", affiliate],
    ] as const
  ).map(([kind, base]) => ({
    kind,
    amount: base === null ? null : agreedMoney({ asset: "ETH.ETH", base, usd: null }),
    bps: null,
  }));

test("while swaps of several parts wait, one of several parts is warned of, and one of one part is not", () => {
  const rows: readonly (readonly [quantity: number | null, told: RegExp | null])[] = [
    [1, null],
    [2, /with no end date, and this one has 2\./],
    [null, /and this one has several\./],
  ];
  for (const [quantity, told] of rows) {
    const streaming = { mode: "rapid", interval: 0, quantity, isApplied: null } as const;
    const of = (partsPause: readonly string[]) =>
      quoteAdvice({ ...quote, streaming }, { ...now, partsPause });
    const found = of(["STREAMINGSWAPPAUSE"]).warnings.filter(({ code }) => code === "parts_wait");
    expect(found.length).toBe(told === null ? 0 : 1);
    if (told !== null) expect(found[0]?.text).toMatch(told);
    expect(chooseAdviceLevel(of(["STREAMINGSWAPPAUSE"]))).toBe(told === null ? "none" : "warned");
    expect(of([]).warnings).toEqual([]);
  }
});

test("what is asked for in parts waits too where the network would make one of it", () => {
  const of = (isApplied: boolean | null) =>
    quoteAdvice(
      { ...quote, streaming: { mode: "rapid", interval: 0, quantity: 1, isApplied } },
      { ...now, partsPause: ["STREAMINGSWAPPAUSE"] },
    ).warnings;
  expect(of(false).map(({ code }) => code)).toEqual(["parts_wait", "streaming_not_applied"]);
  expect(of(false)[0]?.text).toContain("and this one has several.");
  for (const isApplied of [true, null]) expect(of(isApplied)).toEqual([]);
});

test("a total cost of three percent of the amount sent is to be accepted first", () => {
  const rows: readonly (readonly [
    cost: number | null,
    fees: number,
    adviceLevel: string,
    fact: string | undefined,
  ])[] = [
    [null, 0, "none", undefined],
    [25, 0, "none", undefined],
    [299.99, 299, "none", undefined],
    [
      300,
      0,
      "warned",
      "The total cost is 3 % of the amount sent. A smaller amount loses a smaller share.",
    ],
    [
      1_496.02,
      0,
      "warned",
      "The total cost is 14.96 % of the amount sent. A smaller amount loses a smaller share.",
    ],
    [
      4_999.99,
      0,
      "warned",
      "The total cost is 50 % of the amount sent. A smaller amount loses a smaller share.",
    ],
    // Without depths, or where the fees are stated higher, these alone warn.
    [null, 300, "warned", "The fees alone take at least 3 % of the output."],
    [
      25,
      1_299,
      "warned",
      "The fees alone take at least 12 % of the output. A smaller amount loses a smaller share.",
    ],
  ];
  const cost = { asset: "ETH.ETH", base: 90n, usd: null };
  const isSendable = { totalCost: cost, fees: toFees(9n, 9n) };
  for (const one of [quote, estimate]) {
    for (const [totalCostBps, minTotalBps, adviceLevel, fact] of rows) {
      const totalCost = totalCostBps === null ? null : isSendable.totalCost;
      const advice = quoteAdvice(
        { ...one, ...isSendable, totalCost, totalCostBps },
        { ...now, minTotalBps },
      );
      expect([chooseAdviceLevel(advice), advice.warnings[0]?.text]).toEqual([adviceLevel, fact]);
      expect(advice.warnings.every(({ code }) => code === "costly")).toBe(true);
      if (adviceLevel === "warned" && one.memo !== null)
        expect(advice.act).toMatch(/^Only if you accept that: Before/);
    }
  }
});

test("what makes a costly swap cheaper depends on which part is the larger: the outbound fee, or all that grows with the amount", () => {
  type Row = readonly [
    cost: bigint | null,
    outbound: bigint | null,
    affiliate: bigint | null,
    end: string | null,
  ];
  const larger = "A larger amount loses a smaller share.";
  const smaller = "A smaller amount loses a smaller share.";
  const rows: readonly Row[] = [
    [41n, 21n, 0n, larger],
    [42n, 21n, 0n, smaller],
    [43n, 21n, 2n, larger],
    [45n, 21n, 2n, smaller],
    [null, 21n, 0n, null],
    [41n, null, 0n, null],
    [41n, 21n, null, null],
  ];
  for (const [cost, outbound, affiliate, end] of rows) {
    const fees = toFees(10n, outbound, affiliate);
    const totalCost = cost === null ? null : { asset: "ETH.ETH", base: cost, usd: null };
    const costs = { totalCost, totalCostBps: 1_500 };
    const advice = quoteAdvice({ ...quote, fees, ...costs }, now);
    expect(advice.warnings).toEqual([
      warnOf("costly")("The total cost is 15 % of the amount sent.", end),
    ]);
  }
});

test("a tool's text names neither amount nor fee, which stand beside it", () => {
  const family = { ...now, ...byRouter };
  const inFull = { ...quote, memo: agreed("=:ETH.ETH:0x1:5"), gasRate: agreed("7"), ...inGwei };
  const { act } = quoteAdvice(inFull, family);
  expect(act).toContain("approve the router for the amount.");
  expect(howToSendSteps(inFull, family).join(" ")).toContain(
    `approve the router for ${family.sentText}.`,
  );
  for (const part of [
    "With too low a network fee, the deposit may arrive when the vault is retired, and be lost.",
    "Never transfer the token: without the memo it would be stranded.",
    "Give a refund address if a relayer may sign.",
    "from an ordinary account that signs itself, ",
  ]) {
    expect(act).toContain(part);
  }
});

test("what is no asset is no token, and a memo that cannot be read sets no limit that we know", () => {
  expect(isRouterToken("nonsense", "0xrouter")).toBe(false);
  expect(codesOf({ ...quote, memo: agreed("=:ETH.ETH:0x1:x") }, now)).toEqual([]);
});

test("no warning says that parts would lose less: only a quote for them can", () => {
  const { warnings } = quoteAdvice({ ...quote, totalCostBps: 3_000, fees: toFees(9n, 9n) }, now);
  expect(warnings.map(({ text }) => text).join()).not.toMatch(/stream|part/i);
});

test("how to send names the moment after which nobody should, what the transaction must look like, and the fee", () => {
  const sendBeforeMs = Date.parse("2026-11-20T03:27:30Z");
  const deposit = {
    inboundAddress: agreed("vault"),
    sendBeforeMs,
    gasRate: agreed("7"),
    ...inGwei,
  };
  const of = (
    changes: Partial<QuoteCircumstances>,
    more: Partial<Parameters<typeof howToSendSteps>[0]> = {},
  ) => howToSendSteps({ ...deposit, ...more }, { ...now, ...changes }).join(" ");
  const rows: readonly (readonly [shape: DepositShape, words: RegExp])[] = [
    [
      bitcoin,
      /^Before 03:27 UTC: send exactly 0\.05 BTC to the deposit address below\. .*exactly the memo below .*only OP_RETURN.*more than 12 outputs, or more than 10 that have value.*locktime/,
    ],
    [
      litecoin,
      /OP_RETURN.*Never send from an MWEB balance: the deposit is not seen, and is lost\./,
    ],
    [
      zcash,
      /OP_RETURN.*from a transparent address: with a shielded input or output, the deposit is not seen/,
    ],
    [
      evm,
      /data of the transaction\. Send from an ordinary account that signs itself\..*Safe, ERC-4337, EIP-7702/,
    ],
    [solana, /memo program, beside exactly one transfer\. Add no tip and no address lookup table/],
    [cosmos, /one MsgSend and no other message/],
    [
      xrp,
      /MemoData of the first memo of one Payment\. A destination tag is no memo\..*If the first memo is empty, the/,
    ],
    [tron, /data field of one transfer/],
    [
      maya.bitcoin,
      /more than 4 outputs, or more than 2 that have value.*Send from an address that does not begin with bc1p, and let the change go to one that does not\. Otherwise the deposit is not seen, and is lost\./,
    ],
    [maya.utxo, /more than 4 outputs, or more than 2 that have value/],
    [
      maya.thorchain,
      /one MsgSend and no other message\. Never send a MsgDeposit: THORChain itself would read the memo/,
    ],
  ];
  for (const [depositShape, words] of rows) {
    const text = of({ depositShape });
    expect(text).toMatch(words);
    expect(text).toMatch(
      /own wallets on both sides, never an exchange or a contract: a refund goes to the sending address\./,
    );
    if (depositShape === tron || depositShape === maya.thorchain) {
      expect(text, "the chain takes its fee by itself").not.toMatch(/fee|retired/);
      continue;
    }
    expect(text).toMatch(
      / at least 7 gwei\. With less, the deposit may arrive when the vault is retired, and be lost\.$/,
    );
    const unread = of({ depositShape }, { gasRate: null, gasRateUnits: null });
    expect(unread).toMatch(
      /With too low a network fee, the deposit may arrive when the vault is retired, and be lost\.$/,
    );
  }
  expect(of({ depositShape: null }), "nothing is told of what was not checked").toBe("");
  const called = of(byRouter);
  expect(called).toMatch(
    /^Before 03:27 UTC: from an ordinary account that signs itself, approve the router for 0\.05 BTC\..*depositWithExpiry\(the vault below, .*exactly the memo below, expiration: at most 1795145250\)\. Never transfer .* would be stranded/,
  );
  expect(called).toMatch(
    /A refund goes to the account that signs\. Give a refund address if a relayer may sign\./,
  );
  expect(called).toMatch(/Safe, ERC-4337, EIP-7702/);
  expect(called).toContain("The receiver is your own wallet too, never an exchange or a contract.");
  const native = of({ depositShape: message }, { inboundAddress: null });
  for (const text of [called, native, of({}), of({ payoutFamily: "cosmos" })])
    expect(text, "whole sentences").toBe(text.replace(/\s+/g, " ").trim());
  expect(of({ payoutFamily: "evm" })).toContain(
    "A contract wallet or smart account cannot be paid (Safe, ERC-4337, EIP-7702).",
  );
  expect(of({ payoutFamily: "utxo" }), "what is sent by one is another thing").not.toContain(
    "EIP-7702",
  );
  expect(of({ hasRefundAddress: true })).toContain(
    "on both sides, never an exchange or a contract.",
  );
  expect(native).toMatch(
    /^Before 03:27 UTC: send a MsgDeposit of exactly 0\.05 BTC, with exactly the memo below\./,
  );
  expect(native, "its fee is flat").not.toMatch(/retired/);
  expect(of({}, { gasRate: agreed("6"), gasRateUnits: "sat", gasRatePer: "byte" })).toContain(
    "Fee rate at least 6 sat per byte.",
  );
  const whole = {
    gasRate: agreed("0.001125"),
    gasRateUnits: "ZEC",
    gasRatePer: "transaction",
  } as const;
  expect(of({ depositShape: zcash }, whole)).toContain(
    "Network fee at least 0.001125 ZEC per transaction.",
  );
  expect(of({ payoutFamily: "xrp" })).toContain(
    "asks for a destination tag or authorisation cannot be paid",
  );
  // A refund that goes elsewhere is not said to go to the sender.
  expect(of({ hasRefundAddress: true })).not.toMatch(/refund/);
  expect(of({ ...byRouter, hasRefundAddress: true })).not.toMatch(/refund/);
  const undated = of({ depositShape: message }, { inboundAddress: null, sendBeforeMs: null });
  expect(undated).toMatch(/^Before not known: send/);
  const undatedCall = of(byRouter, { sendBeforeMs: null });
  expect(undatedCall).toContain("exactly the memo below, expiration: in Unix seconds)");
});

const codesOf = (...asked: Parameters<typeof quoteAdvice>) =>
  quoteAdvice(...asked).warnings.map(({ code }) => code);

test("each warning stands in its order, and the way to send stands after all of them", () => {
  const streaming = { mode: "rapid", interval: 0, quantity: 2, isApplied: false } as const;
  const all = {
    ...now,
    order: { code: "limit_order", text: "Order." },
    thinPool: { code: "thin_pool", text: "Thin." },
    partsPause: ["STREAMINGSWAPPAUSE"],
    payoutSigning: "halted",
    sourceSigning: "unknown",
    scheduledHalts: ["Soon.", "It waits."],
  } as const;
  const { lead, warnings, act } = quoteAdvice(
    { ...quote, memo: agreed("=:ETH.ETH:0x1"), streaming, totalCostBps: 1_000 },
    all,
  );
  expect(warnings.map(({ code }) => code)).toEqual([
    ...["limit_order", "thin_pool", "parts_wait", "signing_halted", "not_checked"],
    ...["halt_scheduled", "costly", "streaming_not_applied", "no_price_limit"],
  ]);
  expect([lead, warnings[0]?.text, warnings[1]?.text, warnings[5]?.text]).toEqual([
    null,
    "Order.",
    "Thin.",
    `Soon. It waits.`,
  ]);
  expect(warnings.slice(3, 5).map(({ text }) => text)).toEqual([
    `${payoutsHalted("ETH")} A payout would wait with no end date. Send only if you can wait.`,
    payoutsNotChecked("BTC"),
  ]);
  expect(warnings.slice(7).map(({ text }) => text)).toEqual([
    "The network does not split a swap of this size: it runs in one part.",
    "This memo sets no minimum: the swap runs at any price. With a tolerance, a worse swap is refunded instead.",
  ]);
  expect(act).toMatch(/^Only if you accept that: Before/);
});

test("where payouts are tried for some time only, a payout and a refund end otherwise", () => {
  const payoutEnd = { afterSeconds: 180_000, isSwappedBack: true };
  const textsOf = (changes: Partial<QuoteCircumstances>) =>
    quoteAdvice(quote, { ...now, payoutEnd, ...changes }).warnings.map(({ meaning }) => meaning);
  const [pay, refund] = [
    "tries to swap it back, at any price",
    "stops trying, and the money may not come back",
  ];
  expect(textsOf({ payoutSigning: "halted" })[0]).toContain(`the network ${pay}.`);
  expect(textsOf({ sourceSigning: "halted" })[0]).toContain(`the network ${refund}.`);
  // What an affiliate was paid of is not swapped back.
  expect(textsOf({ payoutSigning: "halted", hasAffiliate: true })[0]).toContain(
    `the network ${refund}.`,
  );
});

test("that parts wait, by the word of one source alone", () => {
  const inParts = {
    ...quote,
    streaming: { mode: "spaced", interval: 1, quantity: 4, isApplied: true },
  } as const;
  const said = "One of our sources says that swaps of several parts wait now, and this one has 4.";
  expect(
    quoteAdvice(inParts, { ...now, isPartsPauseDisputed: true }).warnings.map(
      ({ fact, text }) => fact ?? text,
    ),
  ).toEqual([said]);
});

test("payouts on the chain that is sent from matter for a refund, and are told once where it is paid out on as well", () => {
  const halted = { ...now, sourceSigning: "halted" } as const;
  expect(quoteAdvice(quote, halted).warnings).toEqual([
    warnOf("signing_halted")(
      payoutsHalted("BTC"),
      "A refund would wait with no end date. Send only if you can wait.",
    ),
  ]);
  const same = { ...halted, payoutChain: "BTC", payoutSigning: "halted" } as const;
  expect(quoteAdvice(quote, same).warnings.map(({ text }) => text)).toEqual([
    `${payoutsHalted("BTC")} A payout would wait with no end date. Send only if you can wait.`,
  ]);
  expect(codesOf(quote, now)).toEqual([]);
});

test("an estimate has its warnings too, and no way to send", () => {
  const act =
    "An estimate only. Ask again with a receiving address to get the memo, right before sending.";
  expect(quoteAdvice(estimate, now)).toEqual({ lead: null, warnings: [], act });
  expect(quoteAdvice(estimate, { ...now, scheduledHalts: ["Soon.", "It waits."] })).toMatchObject({
    warnings: [{ code: "halt_scheduled", text: `Soon. It waits.`, fact: "Soon." }],
    act,
  });
  expect(codesOf(estimate, now), "it has no memo that could set a minimum").toEqual([]);
});

test("a limit order in parts is not told to be asked in one part", () => {
  const streaming = { mode: "rapid", interval: 0, quantity: 2, isApplied: null } as const;
  const order = {} as NonNullable<typeof quote.order>;
  const of = (changes: object) =>
    quoteAdvice({ ...quote, streaming, ...changes }, { ...now, partsPause: ["X"] });
  const text = "Swaps of several parts wait now, with no end date, and this one has 2.";
  expect(of({ order }).warnings.map((one) => one.text)).toEqual([text]);
  expect(of({ order: null }).warnings.map((one) => one.text)).toEqual([
    `${text} Ask for one part: it would run now. What that costs more could not be read.`,
  ]);
});

test("while parts wait, what one part costs more is told of the amount sent, and nothing is told that was not read", () => {
  const told = { to: "ETH.ETH", expectedAmountOut: 1_000_000_000n, totalCostBps: 20 };
  const rows: readonly (readonly [
    one: Parameters<typeof onePartText>[1],
    change: object,
    text: string,
  ])[] = [
    [
      { expectedAmountOut: 980_000_000n, totalCostBps: 219.5 },
      {},
      ", and bring about 0.2 ETH less (2 % of the amount sent).",
    ],
    [
      { expectedAmountOut: 999_765_432n, totalCostBps: 22.4 },
      {},
      ", and bring about 0.002346 ETH less (0.02 % of the amount sent).",
    ],
    [
      { expectedAmountOut: 1_020_000_000n, totalCostBps: 10 },
      {},
      ", and bring about 0.2 ETH more (0.10 % of the amount sent).",
    ],
    [{ expectedAmountOut: 1_000_000_000n, totalCostBps: 20 }, {}, ", at the same cost."],
    // Stated in whole bps by two sources, and of a forecast known to 1 %.
    [{ expectedAmountOut: 999_876_543n, totalCostBps: 20.4 }, {}, ", at the same cost."],
    [
      { expectedAmountOut: 991_000_000n, totalCostBps: 110 },
      { bestCaseOut: 2_000_000_000n },
      ", at the same cost.",
    ],
    [
      { expectedAmountOut: 980_000_000n, totalCostBps: null },
      {},
      ", and bring about 0.2 ETH less.",
    ],
    [
      { expectedAmountOut: 980_000_000n, totalCostBps: 219 },
      { totalCostBps: null },
      ", and bring about 0.2 ETH less.",
    ],
    [
      { expectedAmountOut: 980_000_000n, totalCostBps: 219 },
      { expectedAmountOut: null },
      ". What that costs more could not be read.",
    ],
    [null, {}, ". What that costs more could not be read."],
  ];
  for (const [one, change, text] of rows) {
    expect(onePartText({ ...told, ...change } as typeof quote, one)).toBe(
      `Ask for one part: it would run now${text}`,
    );
  }
});

test("a deposit that must not be sent has one warning, its reason, and nothing on how to send", () => {
  const due = haltReasons.soon;
  const other = chainReasons.badAddress;
  const withheld = { ...quote, memo: null };
  const soon = {
    ...now,
    scheduledHalts: ["Trading on Bitcoin halts in 5 minutes.", "It waits."],
  } as const;
  const rows: [reason: typeof due | typeof other, now: QuoteCircumstances, text: string][] = [
    [due, soon, `Do not send: ${due.text}. Trading on Bitcoin halts in 5 minutes. It waits.`],
    [due, now, `Do not send: ${due.text}.`],
    [other, soon, `Do not send: ${other.text}.`],
  ];
  for (const [reason, circumstances, text] of rows) {
    const { lead, warnings, act } = quoteAdvice({ ...withheld, reason }, circumstances);
    expect([lead, warnings.map((one) => one.text), act]).toEqual([null, [text], null]);
  }
  const stopped = { verdict: "halted", haltedBy: ["HALTETHTRADING"], reason: null } as const;
  expect(quoteAdvice({ ...quote, trading: stopped }, now).warnings).toEqual([
    forbidOf("halted")("Do not send.", "This swap is halted now."),
  ]);
  const halted = haltReasons.inForce();
  expect(quoteAdvice({ ...withheld, reason: halted }, now).warnings).toMatchObject([
    { code: "halted", text: "Do not send. This swap is halted now." },
  ]);
  const trading = { verdict: "unknown", haltedBy: [], reason: other } as const;
  expect(quoteAdvice({ ...quote, trading }, now)).toEqual({
    lead: null,
    warnings: [
      forbidOf("not_checked")("Do not send.", "We cannot check now whether this swap is open."),
    ],
    act: null,
  });
  // A memo beside a reason is the native chain's, which says how to send.
  expect(quoteAdvice({ ...quote, reason: other }, now).act).toMatch(/^Before/);
});

test("a fact alone is a warning of a level, and nothing is none", () => {
  expect(chooseAdviceLevel({ lead: "A fact.", warnings: [], act: "Send." })).toBe("warned");
  expect(chooseAdviceLevel({ lead: "A fact.", warnings: [], act: null })).toBe("forbidden");
  expect(chooseAdviceLevel({ lead: null, warnings: [], act: null })).toBe("none");
});

test("a payout that waits is a warning, and what is not open is not to be sent", () => {
  for (const payoutSigning of ["halted", "unknown"] as const)
    expect(chooseAdviceLevel(quoteAdvice(quote, { ...now, payoutSigning }))).toBe("warned");
  const trading = { verdict: "halted", haltedBy: ["HALTETHTRADING"], reason: null } as const;
  expect(chooseAdviceLevel(quoteAdvice({ ...quote, trading }, now))).toBe("forbidden");
  expect(chooseAdviceLevel(quoteAdvice({ ...quote, sizeFault: sizeReasons.dust }, now))).toBe(
    "forbidden",
  );
});

test("what is not open says why in one warning", () => {
  const rows = [
    ["halted", null, "halted", "This swap is halted now."],
    [
      "unknown",
      withCode("providers_disagree")("our sources answered differently"),
      "sources_disagree",
      "Our sources disagree, so we cannot check now whether this swap is open.",
    ],
    [
      "unknown",
      withCode("unreadable")("no answer"),
      "not_checked",
      "We cannot check now whether this swap is open.",
    ],
  ] as const;
  for (const [verdict, reason, code, text] of rows)
    expect(closedAdvice({ verdict, haltedBy: [], reason } as Judgement).warnings).toEqual([
      forbidOf(code)("Do not send.", text),
    ]);
});

test("the least cost is that of the pools, unless the fees alone are higher or nothing else is known", () => {
  const pools = /^the total cost is 0\.3\d?\s% of the amount sent$/;
  const fees = /^the fees alone take at least .* of the output$/;
  const rows: readonly (readonly [
    total: number | null,
    least: number,
    bps: number,
    text: RegExp,
  ])[] = [
    [30, 20, 30, pools],
    [30, 30, 30, pools],
    [30, 40, 40, fees],
    [null, 40, 40, fees],
    [null, 0, 0, fees],
  ];
  for (const [totalCostBps, minTotalBps, bps, text] of rows) {
    const found = minCost({ totalCostBps, minTotalBps });
    expect(found.bps).toBe(bps);
    expect(found.text).toMatch(text);
  }
});
