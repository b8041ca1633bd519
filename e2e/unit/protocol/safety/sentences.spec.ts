// What a halt, a doubt and a scheduled halt mean for a person, and what to do, in the words that pages and tools share.
import { expect, test } from "@playwright/test";
import type {
  ChainJudgement,
  Judgement,
  ReasonCode,
  ScheduledHalt,
} from "../../../../lib/protocol/model/verdicts.ts";
import { reasonCodes, withCode } from "../../../../lib/protocol/model/verdicts.ts";
import {
  chainReasons,
  clockReasons,
  haltReasons,
  nodeReasons,
} from "../../../../lib/protocol/safety/reasons.ts";
import {
  chainNote,
  doubtWord,
  failureOf,
  haltTimeText,
  hintText,
  joinWords,
  listHalts,
  payoutEnds,
  payoutsHalted,
  payoutsNotChecked,
  payoutWaits,
  scheduledHaltsParts,
  tradingHalted,
} from "../../../../lib/protocol/safety/sentences.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { capitalize } from "../../../../lib/protocol/values/figure-text.ts";
import { liquidityPause, signingHalt, tradingHalt } from "../../../support/halt-key.ts";
import { halted, open } from "./halt-evidence.ts";

const preset = presets.thorchain;
const NOW_MS = Date.parse("2026-11-20T06:41:00Z");

test.describe("a doubt", () => {
  const words: Partial<Record<ReasonCode, string>> = {
    not_listed: "not listed",
    providers_disagree: "sources disagree",
  };
  for (const code of reasonCodes)
    test(`${code} is "${words[code] ?? "not checked"}"`, () =>
      expect(doubtWord(withCode(code)("some words"))).toBe(words[code] ?? "not checked"));
  test("without a reason it is not checked", () => expect(doubtWord(null)).toBe("not checked"));

  for (const code of reasonCodes) {
    const seconds = code === "upstream_unavailable" ? 15 : 6;
    test(`after ${code} nobody sends, and asks again in ${seconds} seconds`, () => {
      const reason = withCode(code)("some words");
      const hint = `Do not send funds. Ask again in ${seconds} seconds.`;
      expect(failureOf(reason)).toEqual({ code, reason, hint, retryAfterSeconds: seconds });
    });
  }

  test("an answer with a pace of its own is asked for at that pace", () => {
    const { hint, retryAfterSeconds } = failureOf(nodeReasons.swapUnread, 120);
    expect([hint, retryAfterSeconds]).toEqual(["Do not send funds. Ask again in 2 minutes.", 120]);
  });

  test("it is told before what to do", () => {
    expect(hintText(failureOf(nodeReasons.apart(40)))).toBe(
      "Sources disagree: our two sources are 40 blocks apart. Do not send funds. Ask again in 6 seconds.",
    );
    expect(hintText({ hint: "Name an amount." })).toBe("Name an amount.");
  });
});

test.describe("scheduled halts", () => {
  const halt = (parameter: string, minutes: number | null): ScheduledHalt => ({
    ...{ parameter, value: 28_140_000, height: 28_140_000 },
    estimatedTimeMs: minutes === null ? null : NOW_MS + minutes * 60_000,
  });
  const btc = halt(tradingHalt("BTC"), 20);
  const means = "What is not swapped before such a halt waits, is refunded or is rejected.";
  const named = "Trading on Bitcoin halts in 20 minutes (07:01 UTC).";
  const scope = { chains: ["BTC"], preset, nowMs: NOW_MS };

  const rows: readonly [name: string, halts: readonly ScheduledHalt[], text: string | null][] = [
    ["none", [], null],
    ["one", [btc], `${named} ${means}`],
    ["three are named", [btc, btc, btc], `${named} ${named} ${named} ${means}`],
    ["one more", Array(4).fill(btc), `${named} ${named} ${named} 1 more is scheduled. ${means}`],
    ["two more", Array(5).fill(btc), `${named} ${named} ${named} 2 more are scheduled. ${means}`],
  ];
  for (const [name, halts, text] of rows)
    test(name, () => expect(scheduledHaltsParts(halts, scope)?.join(" ") ?? null).toBe(text));

  test("each kind is told once: of swaps, of a chain as a whole, of payouts", () => {
    const whole = "While a chain stands still, no deposit is seen and nothing is paid out there.";
    const payouts = "What is not paid out before payouts halt waits until they run again.";
    const meaningOf = (...names: string[]) =>
      scheduledHaltsParts(
        names.map((name) => halt(name, 20)),
        scope,
      )?.[1];
    expect(meaningOf("HALTSIGNINGBTC")).toBe(payouts);
    expect(meaningOf("HALTSIGNING", "HALTSIGNINGBTC")).toBe(payouts);
    expect(meaningOf("HALTBTCCHAIN", "HALTBTCTRADING")).toBe(`${whole} ${means}`);
    expect(meaningOf("HALTTRADING", "HALTSIGNING")).toBe(`${means} ${payouts}`);
    expect(meaningOf("MINTSYNTHS")).toBe(means);
  });

  test("of an asset, where it is asked about", () => {
    const halts = [halt("RAGNAROK-ETH-USDC-0XA0B8", 20)];
    const of = (assets?: readonly string[]) =>
      scheduledHaltsParts(halts, { ...scope, ...(assets && { assets }) })?.join(" ");
    expect(of(["ETH.USDC-0XA0B8"])).toMatch(
      /^Swaps of USDC.* stop in 20 minutes \(07:01 UTC\)\. What is not swapped/,
    );
    expect(of()).toBe(`RAGNAROK-ETH-USDC-0XA0B8 stop in 20 minutes (07:01 UTC). ${means}`);
  });

  test("by time, by block where no time is known, and now where the block is late", () => {
    expect(haltTimeText(btc, NOW_MS)).toBe("in 20 minutes (07:01 UTC)");
    expect(haltTimeText(halt(tradingHalt("BTC"), null), NOW_MS)).toBe("at block 28140000");
    expect(haltTimeText(halt(tradingHalt("BTC"), -3), NOW_MS)).toBe("now (06:41 UTC)");
  });
});

test.describe("the note of a chain", () => {
  const unread = clockReasons.late(42);
  const unknown = (reason = unread): Judgement => ({ verdict: "unknown", haltedBy: [], reason });
  const repeated = (name: string, reason = haltReasons.before(9, unread)): Judgement => ({
    ...{ verdict: "halted", haltedBy: [name] },
    reason,
  });
  const chain = (changes: Partial<ChainJudgement>): ChainJudgement => ({
    ...{
      chain: "LTC",
      trading: open,
      deposits: open,
      signing: open,
      liquidity: open,
      scheduled: [],
    },
    ...changes,
  });
  const stopped = halted(tradingHalt("LTC"));
  const signingHalted = halted(signingHalt("LTC"));
  const paused = halted(liquidityPause("LTC"));

  const refunded =
    "Do not send. A deposit sent now is refunded, and the refund costs the outbound fee. If less than the dust threshold would be left, nothing comes back.";
  const wait = "Wait, or use another chain.";
  const again = "Do not send funds. Ask again in 6 seconds.";
  const LATE = capitalize(clockReasons.late(42).text);
  const late = `Not checked: ${clockReasons.late(42).text}. ${again}`;
  const payoutsWait = "Payouts and refunds on this chain wait.";
  const liquidityPaused = "Nobody can add or withdraw liquidity now.";
  const unseen =
    "Do not send. The network does not watch this chain now. It sees no deposit and pays nothing out there until the halt ends.";
  const unclear =
    "Do not send. How far the halt goes is not known. A deposit sent now may be refunded, or not be seen until the chain runs again.";
  const cannot = "We cannot check right now.";

  const [HALTED, UNCHECKED] = ["halted: sending, halted", "unknown: sending, not checked"] as const;
  const PAYOUTS_WAIT = "halted: payouts, payouts wait";
  type Row = readonly [
    name: string,
    changes: Partial<ChainJudgement>,
    told: `${"halted" | "unknown"}: ${"sending" | "payouts" | "liquidity"}, ${string}`,
    sentences: readonly string[],
  ];
  const allUnknown = { trading: unknown(), signing: unknown(), liquidity: unknown() };
  const mayWait = `${payoutsWait} Send only if you can wait.`;
  const rows: readonly Row[] = [
    ["trading is halted", { trading: stopped }, HALTED, [`${refunded} ${wait}`]],
    [
      "the refund would wait as well",
      { trading: stopped, signing: signingHalted, liquidity: paused },
      HALTED,
      [`${refunded} The refund waits until payouts run again. ${wait}`],
    ],
    [
      "whether the refund would be paid is not checked",
      { trading: stopped, signing: unknown(), liquidity: unknown() },
      HALTED,
      [`${refunded} We could not check whether the refund is paid out now. ${wait}`],
    ],
    [
      "the chain stands still",
      { trading: halted("SOLVENCYHALTLTCCHAIN") },
      HALTED,
      [`${unseen} ${wait}`],
    ],
    [
      "a mark alone says so",
      { trading: halted("chain_trading_paused") },
      HALTED,
      [`${unclear} ${wait}`],
    ],
    ["trading is not checked", { trading: unknown() }, UNCHECKED, [late]],
    ["nothing is checked, for one reason", allUnknown, UNCHECKED, [late]],
    [
      "trading is not checked, and the rest is halted",
      { trading: unknown(), signing: signingHalted, liquidity: paused },
      UNCHECKED,
      [late, payoutsWait, liquidityPaused],
    ],
    [
      "sources disagree",
      { trading: unknown(chainReasons.differs("router")) },
      "unknown: sending, sources disagree",
      [
        `Sources disagree: our two sources name different routers, so one may be wrong or forged. Do not send funds. Ask again in 6 seconds.`,
      ],
    ],
    [
      "the network does not list it",
      { trading: unknown(chainReasons.notListed), signing: unknown(chainReasons.notListed) },
      "unknown: sending, not listed",
      ["Not listed: the network does not list this chain. Do not send there."],
    ],
    ["payouts wait", { signing: signingHalted }, PAYOUTS_WAIT, [mayWait]],
    [
      "payouts are not checked",
      { signing: unknown() },
      "unknown: payouts, payouts not checked",
      [late],
    ],
    [
      "payouts are not checked, and liquidity is paused",
      { signing: unknown(), liquidity: paused },
      "unknown: payouts, payouts not checked",
      [late, liquidityPaused],
    ],
    [
      "liquidity is paused",
      { liquidity: paused },
      "halted: liquidity, liquidity paused",
      [`${liquidityPaused} Swaps and payouts go on.`],
    ],
    [
      "liquidity is not checked",
      { liquidity: unknown() },
      "unknown: liquidity, liquidity not checked",
      [late],
    ],
    [
      "payouts wait, and liquidity",
      { signing: signingHalted, liquidity: paused },
      PAYOUTS_WAIT,
      [mayWait, liquidityPaused],
    ],
    [
      "a halt could not be read again",
      { trading: repeated(tradingHalt("LTC")) },
      HALTED,
      [`${refunded} ${wait}`, `Halted when last read, 9 seconds ago. ${cannot} ${LATE}.`],
    ],
    [
      "a halt was read, by an old block",
      { trading: repeated(tradingHalt("LTC"), unread) },
      HALTED,
      [`${refunded} ${wait}`, `Halted when last read. ${cannot} ${LATE}.`],
    ],
    [
      "payouts were halted when last read, for a reason that is told already",
      { trading: unknown(), signing: repeated(signingHalt("LTC")) },
      UNCHECKED,
      [late, payoutsWait, `Halted when last read, 9 seconds ago. ${cannot}`],
    ],
  ];
  for (const [name, changes, told, sentences] of rows)
    test(name, () => {
      const judged = chain(changes);
      const haltedBy = listHalts(judged);
      const { parts, state, stops, what, ...note } = chainNote(judged, open, preset) ?? {};
      expect(`${state}: ${stops}, ${what}`).toBe(told);
      expect(note).toEqual({ chain: "LTC", haltedBy, sentences });
      const whole = parts && [parts.join(" "), parts[0].split(". ").length];
      expect(whole).toEqual(stops === "sending" ? [sentences.join(" "), 1] : null);
    });

  test("on the protocol's own chain a node rejects the deposit, but on MAYAChain it refunds one while only trading is halted", () => {
    const meaning = (native: "THOR" | "MAYA", key: string) => {
      const own = native === "THOR" ? preset : presets.mayachain;
      return chainNote(chain({ chain: native, trading: halted(key) }), open, own)?.sentences[0];
    };
    const rejected =
      "Do not send. The network rejects a deposit sent now. The amount stays with the sender, who pays only the network fee.";
    for (const key of ["HALTTHORCHAIN", "HALTTHORTRADING", "HALTTRADING", "chain_trading_paused"])
      expect(meaning("THOR", key), key).toBe(`${rejected} ${wait}`);
    expect(meaning("MAYA", "HALTMAYACHAIN")).toBe(`${rejected} ${wait}`);
    // A payout below the dust threshold is made there.
    const [paid] = refunded.split(" If less");
    for (const key of ["HALTMAYATRADING", "HALTTRADING", "HALTCHAINGLOBAL"])
      expect(meaning("MAYA", key), key).toBe(`${paid} ${wait}`);
  });

  test("an open chain has none", () => expect(chainNote(chain({}), open, preset)).toBeNull());

  test("another chain is suggested only while the network is open, and after an end for good nobody is told to wait", () => {
    const way = (network: Judgement, ...haltedBy: readonly string[]) =>
      chainNote(chain({ trading: halted(...haltedBy) }), network, preset)?.sentences[0]?.replace(
        `${refunded} `,
        "",
      );
    const everything = halted("HALTTRADING");
    expect(way(open, tradingHalt("LTC"))).toBe(wait);
    expect(way(everything, tradingHalt("LTC"))).toBe("Wait until trading runs again.");
    expect(way(unknown(), tradingHalt("LTC"))).toBe(
      "Wait. We could not check whether another chain is open.",
    );
    const ended =
      "Do not send. A deposit sent now is not swapped. Once the pool is empty, it is not refunded either. Trading there has ended for good.";
    expect(way(open, tradingHalt("LTC"), "RAGNAROK-LTC-LTC")).toBe(`${ended} Use another chain.`);
    for (const network of [everything, unknown()])
      expect(way(network, "RAGNAROK-LTC-LTC")).toBe(ended);
    // Of one asset of the chain, or of another chain.
    for (const name of ["RAGNAROK-LTC-OTHER", "RAGNAROK-BTC-BTC"])
      expect(way(open, name)).toBe(wait);
  });
});

test("what is in force on a chain is listed once, in the order of the questions, then the pauses of its pools", () => {
  const ltc: ChainJudgement = {
    ...{ chain: "LTC", trading: halted("A", "B"), deposits: halted("B", "A") },
    ...{ signing: halted("C"), liquidity: halted("D", "A"), scheduled: [] },
  };
  expect(listHalts(ltc)).toEqual(["A", "B", "C", "D"]);
  const inForce = [
    "PAUSELPDEPOSIT-LTC-LTC",
    "PAUSELPDEPOSIT-BTC-LTC.",
    "PAUSELPDEPOSIT-LTCX-A",
    tradingHalt("LTC"),
  ];
  const parameters = Object.fromEntries(inForce.map((name) => [name, { value: 1, inForce: true }]));
  const lapsed = { "PAUSELPDEPOSIT-LTC-USDC-0XA": { value: 1, inForce: false } };
  expect(listHalts(ltc, { ...parameters, ...lapsed })).toEqual([
    "A",
    "B",
    "C",
    "D",
    "PAUSELPDEPOSIT-LTC-LTC",
  ]);
});

test("who is halted, and what payouts do, in one sentence each", () => {
  expect(tradingHalted("Bitcoin")).toBe("Trading on Bitcoin is halted.");
  expect(payoutsHalted("Bitcoin")).toBe("Payouts on Bitcoin are halted.");
  expect(payoutsNotChecked("Bitcoin")).toBe("We could not check whether payouts on Bitcoin run.");
  for (const afterSeconds of ["never", "unknown"] as const)
    expect(payoutEnds({ afterSeconds, isSwappedBack: true }, false)).toBeNull();
  expect(payoutWaits("They wait", { afterSeconds: "never", isSwappedBack: true })).toBe(
    "They wait with no end date.",
  );
  expect(payoutWaits("They wait", { afterSeconds: 180_000, isSwappedBack: true })).toBe(
    "They wait. About 2 days 2 hours after a payment is planned, the network tries to swap it back, at any price.",
  );
  expect(
    payoutWaits("A refund would wait", { afterSeconds: 18_000_000, isSwappedBack: false }, true),
  ).toBe(
    "A refund would wait. About 208 days 8 hours after a payment is planned, the network stops trying for good.",
  );
  expect(
    payoutWaits("A refund would wait", { afterSeconds: 180_000, isSwappedBack: true }, true),
  ).toBe(
    "A refund would wait. About 2 days 2 hours after a payment is planned, the network stops trying, and the money may not come back.",
  );
  expect(payoutWaits("The payout waits", { afterSeconds: "unknown", isSwappedBack: true })).toBe(
    "The payout waits. We could not check for how long the network tries.",
  );
});

test("words in a row", () => {
  const joined = [[], ["a"], ["a", "b"], ["a", "b", "c"]].map(joinWords);
  expect(joined).toEqual(["", "a", "a and b", "a, b and c"]);
});
