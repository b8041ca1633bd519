// What to do, by the facts alone: the sentences of an answer in their order, and its warnings.
import { expect, test } from "@playwright/test";
import {
  type Advice,
  adviceText,
  forbidOf,
  type Warning,
  warnOf,
} from "../../../../lib/protocol/model/envelope.ts";
import type { Judgement, Reason } from "../../../../lib/protocol/model/verdicts.ts";
import {
  advisedMembers,
  doubtAdvice,
  factAdvice,
  inboundsAdvice,
  listWarnings,
  networkAdvice,
  poolsAdvice,
} from "../../../../lib/protocol/safety/advice.ts";
import { chainReasons, haltReasons, nodeReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { payoutsHalted } from "../../../../lib/protocol/safety/sentences.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { agreed } from "../../../support/agreed.ts";
import { signingHalt, tradingHalt } from "../../../support/halt-key.ts";
import { halted, NOW, open, unknown } from "./halt-evidence.ts";

const warnings = [warnOf("costly")("Dear."), warnOf("thin_pool")("Thin.")];
const whole: Advice = { lead: "Lead.", warnings, act: "Send." };

test("the lead, the warnings, then what to do; on the sample network nothing is to be done", () => {
  const textFor = (advice: Advice, source: "live" | "sample") =>
    adviceText(advisedMembers(advice, source, ["a"], null).advice);
  expect(textFor(whole, "live")).toBe("Lead. Dear. Thin. Send.");
  expect(textFor(whole, "sample")).toBe("Sample data: do not send. Lead. Dear. Thin.");
  const unquoted = {
    ...factAdvice("Do not send. There is no quote."),
    sampleLead: "There is no quote.",
  };
  expect(textFor(unquoted, "sample")).toBe("Sample data: do not send. There is no quote.");
  expect(textFor(unquoted, "live")).toBe(unquoted.lead);
  expect(textFor({ ...whole, lead: null, act: null }, "live")).toBe("Dear. Thin.");
  expect(textFor(factAdvice("A fact."), "live")).toBe("A fact.");
});

test("with one node that nothing confirms, and on the sample network, every answer has a warning more", () => {
  const own = ["costly", "thin_pool"];
  const rows: [source: "live" | "sample", operators: string[], codes: string[]][] = [
    ["live", ["a", "b"], own],
    ["live", ["a", "a", "b"], own],
    ["live", ["a"], [...own, "one_source"]],
    ["live", ["a", "a"], [...own, "one_source"]],
    ["sample", ["a"], ["sample", ...own]],
    ["sample", ["a", "b"], ["sample", ...own]],
  ];
  for (const [source, operators, codes] of rows) {
    expect(listWarnings(whole, source, operators, null).map(({ code }) => code)).toEqual(codes);
  }
  const lastText = (operators: string[]) =>
    listWarnings(whole, "live", operators, null).at(-1)?.text;
  expect(lastText(["a"])).toBe("Only one node is configured, so no second source confirms this.");
  expect(lastText(["a", "a"])).toBe(
    "All our nodes have one operator, so no second source confirms this.",
  );
  const dissent = warnOf("outvoted")("One of three.");
  expect(listWarnings(whole, "live", ["a", "b"], dissent)).toEqual([...whole.warnings, dissent]);
  expect(listWarnings(whole, "sample", ["a"], null)[0]?.text).toBe("Sample data: do not send.");
});

test("where nothing could be verified, a halt that was read before comes first", () => {
  const doubt = nodeReasons.apart(40);
  expect(doubtAdvice(doubt, unknown(doubt))).toEqual({
    lead: null,
    warnings: [
      forbidOf("sources_disagree")(
        "Sources disagree: our two sources are 40 blocks apart.",
        "Do not send funds. Ask again in 6 seconds.",
      ),
    ],
    act: null,
  });
  expect(doubtAdvice(nodeReasons.noneReached, halted("HALTTRADING")).warnings).toEqual([
    forbidOf("halted")(
      "Trading was halted when last read.",
      "Do not send funds. Ask again in 15 seconds.",
    ),
  ]);
});

const stop = {
  lead: null,
  warnings: [forbidOf("halted")("Trading on every chain is halted.", "Do not send funds.")],
  act: null,
};

test("of the whole network: what is open, what is not, and when to read the address", () => {
  const chain = {
    chain: "BTC",
    trading: open,
    deposits: open,
    signing: open,
    liquidity: open,
    scheduled: [],
  };
  const of = (network: Judgement, changes: object = {}, pauseDisputed: readonly string[] = []) =>
    networkAdvice({
      network,
      chains: [{ ...chain, ...changes }],
      assetHalts: { assets: [], halted: [], scheduled: [], pauseDisputed },
      isPartsPaused: false,
      payoutEnd: { afterSeconds: "never", isSwappedBack: true },
      preset: presets.thorchain,
      nowMs: NOW,
    });
  const act = "Read the deposit address right before you send.";
  expect(of(open)).toEqual({ lead: "Bitcoin is open.", warnings: [], act });
  for (const [pools, told] of [
    [["BTC.BTC"], "BTC.BTC: not all of them say that this pool takes"],
    [["A.A", "B.B"], "A.A, B.B: not all of them say that these pools take"],
  ] as const) {
    const text = `Our sources disagree about ${told} new liquidity.`;
    const warnings = [{ code: "sources_disagree", text }];
    expect(of(open, {}, pools)).toEqual({ lead: "Bitcoin is open.", warnings, act });
  }
  expect(of(open, { signing: halted(signingHalt("BTC")) })).toEqual({
    lead: null,
    warnings: [warnOf("signing_halted")(payoutsHalted("Bitcoin"), "They wait with no end date.")],
    act,
  });
  expect(of(open, { signing: halted(signingHalt("BTC")) })).toEqual({
    lead: null,
    warnings: [warnOf("signing_halted")(payoutsHalted("Bitcoin"), "They wait with no end date.")],
    act,
  });
  expect(of(halted("HALTTRADING"))).toEqual(stop);
  const none = of(unknown(chainReasons.noneOpen));
  const notChecked = forbidOf("not_checked")(
    "Not checked: no chain could be checked as open.",
    "Do not send funds. Ask again in 6 seconds.",
  );
  expect(none).toEqual({ lead: null, warnings: [notChecked], act: null });
  const one = of(open, { trading: halted(tradingHalt("BTC")) });
  expect(one.lead).toMatch(/^Do not send\. A deposit sent now is refunded/);
  expect(one.warnings.map(({ code }) => code)).toEqual(["halted"]);
  expect(one.act, "there is nothing to send to").toBeNull();
  const doubted = of(open, {
    trading: unknown({ code: "stale", text: "one" }),
    signing: unknown({ code: "unreadable", text: "two" }),
  });
  expect(doubted.lead, "whole sentences").toContain("Ask again in 6 seconds. Not checked: two.");
  const eth = { ...chain, chain: "ETH" };
  const two = (network: Judgement) =>
    networkAdvice({
      network,
      chains: [{ ...chain, trading: halted(tradingHalt("BTC")) }, eth],
      assetHalts: { assets: [], halted: [], scheduled: [] },
      isPartsPaused: false,
      payoutEnd: { afterSeconds: "never", isSwappedBack: true },
      preset: presets.thorchain,
      nowMs: NOW,
    });
  expect(two(open), "of several chains another may be sent to").toMatchObject({ lead: null, act });
});

test("of a list of pools: they change, some are in doubt, or nothing trades", () => {
  const lead = "Depths and prices change with each block. Ask for a quote before a swap.";
  expect(poolsAdvice(open, [])).toEqual({ lead, warnings: [], act: null });
  for (const [doubted, named] of [
    [["ETH.ETH"], "ETH.ETH: not all of them list this pool"],
    [["A.A", "B.B", "C.C"], "A.A, B.B, C.C: not all of them list these pools"],
    [
      ["A.A", "B.B", "C.C", "D.D", "E.E"],
      "A.A, B.B, C.C and 2 more: not all of them list these pools",
    ],
  ] as const) {
    const warning = warnOf("sources_disagree")(
      `Our sources disagree about ${named}.`,
      "The list leaves them out.",
    );
    expect(poolsAdvice(open, doubted)).toEqual({ lead, warnings: [warning], act: null });
  }
  expect(poolsAdvice(open, [], ["ETH.ETH"]).warnings).toEqual([
    {
      code: "sources_disagree",
      text: "Our sources disagree about ETH.ETH: not all of them say that this pool is available.",
    },
  ]);
  expect(poolsAdvice(halted("HALTTRADING"), ["ETH.ETH"])).toEqual(stop);
});

test.describe("of deposit addresses", () => {
  const row = (
    address: string | null,
    reason: Reason | null = null,
    router: string | null = null,
  ) => ({
    address: address === null ? null : agreed(address),
    router: router === null ? null : agreed(router),
    reason,
  });
  const none = (code: Warning["code"]) =>
    forbidOf(code)(
      "Do not send funds.",
      "No deposit address can be given now. Each chain has its reason.",
    );
  const shown =
    "Send only to an address of this answer, before its send_before. The transaction must hold the memo that get_swap_quote gives. Ask for one chain to read how its deposit must look. Where the address is null, do not send. Never use an address again. Pay the stated gas_rate or more: a late deposit may meet a retired vault, and be lost.";
  const native = row(null, chainReasons.native);
  const late = row(null, haltReasons.soon);
  const soon: Warning = { code: "halt_scheduled", text: "Soon." };
  const alone = (...all: Warning[]): Advice => ({ lead: null, warnings: all, act: null });
  const rows: [
    what: string,
    rows: ReturnType<typeof row>[],
    warnings: readonly Warning[],
    advice: Advice,
  ][] = [
    ["one is shown", [row("a"), late], [], { lead: null, warnings: [], act: shown }],
    ["a halt is scheduled", [row("a")], [soon], { lead: null, warnings: [soon], act: shown }],
    [
      "one chain has a router",
      [row("a"), row("b", null, "0xrouter")],
      [],
      {
        lead: null,
        warnings: [],
        act: `${shown} From a chain with a router, send from an ordinary account that signs itself. Never transfer a token to the address of a chain with a router. Approve the router for the amount, then call its depositWithExpiry(vault, token, amount in its decimals, memo, expiration in Unix seconds).`,
      },
    ],
    [
      "the native chain alone is asked for",
      [native],
      [],
      factAdvice(
        "The protocol's own chain has no deposit address. Ask for a quote's memo, and send a MsgDeposit.",
      ),
    ],
    [
      "a vault that no transfer may go to",
      [row(null, chainReasons.depositNotKnown("Radix"))],
      [],
      alone(
        forbidOf("deposit_not_known")(
          "Do not send: we have not checked how a deposit on Radix must be written, and what the network does not see is lost.",
        ),
      ),
    ],
    [
      "all for one reason",
      [late, late],
      [soon],
      { ...alone(soon), lead: `Do not send: ${haltReasons.soon.text}.` },
    ],
    [
      "for one reason, beside a chain that has no address",
      [late, native],
      [soon],
      {
        ...alone(soon),
        lead: `Do not send: ${haltReasons.soon.text}.`,
      },
    ],
    [
      "for several reasons",
      [late, row(null, nodeReasons.oneSource)],
      [],
      alone(none("not_checked")),
    ],
    [
      "all for a halt that no warning names",
      [late, late],
      [],
      alone(forbidOf("halt_scheduled")(`Do not send: ${haltReasons.soon.text}.`)),
    ],
    [
      "all for a reason that is no halt",
      Array(2).fill(row(null, nodeReasons.oneSource)),
      [soon],
      alone(none("one_source"), soon),
    ],
    [
      "for several reasons, beside the warning of a halt",
      [late, row(null, nodeReasons.oneSource)],
      [soon],
      alone(none("not_checked"), soon),
    ],
    ["a reason is missing of one", [late, row(null)], [soon], alone(none("not_checked"), soon)],
    ["a reason is missing", [row(null), row(null)], [], alone(none("not_checked"))],
  ];
  for (const [what, given, warnings, advice] of rows) {
    test(what, () => {
      expect(inboundsAdvice(open, given, warnings, null, null)).toEqual(advice);
      expect(
        inboundsAdvice(unknown({ code: "stale", text: "old" }), given, warnings, null, null),
        "whatever is not halted",
      ).toEqual(advice);
      expect(inboundsAdvice(halted("HALTTRADING"), given, warnings, null, null)).toEqual(stop);
    });
  }

  test("of one chain that nobody should send to, its own sentences say why", () => {
    const said = { what: "not checked", haltedBy: [], sentences: ["One.", "Two."] };
    const note = { chain: "BTC", state: "unknown", ...said } as const;
    const parts = ["One.", "Two."] as const;
    const of = (given: readonly ReturnType<typeof row>[], stops: "sending" | "payouts") =>
      inboundsAdvice(open, given, [], null, {
        ...note,
        stops,
        parts: stops === "sending" ? parts : null,
      });
    const told = (...warnings: Warning[]) => ({ lead: null, warnings, act: null });
    expect(of([row(null, nodeReasons.oneSource)], "sending")).toEqual(
      told(forbidOf("one_source")("One.", "Two.")),
    );
    expect(of([row(null)], "sending")).toEqual(told(forbidOf("not_checked")("One.", "Two.")));
    expect(of([row(null, nodeReasons.oneSource)], "payouts")).toEqual(told(none("one_source")));
    expect(of([native], "sending").lead).toMatch(/^The protocol's own chain/);
    expect(of([row("a")], "sending").act).toBe(shown);
  });

  test("of one chain they say how its memo is written", () => {
    const data = "It is data. Send from an ordinary account.";
    const { act } = inboundsAdvice(open, [row("a", null, "0xrouter")], [], data, null);
    expect(act).toContain(
      "that get_swap_quote gives. It is data. Send from an ordinary account. Where",
    );
    expect(act, "once").toContain("be lost. Never transfer a token");
  });
});
