import { expect, test } from "@playwright/test";
import {
  type SwapOut,
  type SwapReading,
  type SwapState,
  swapStates,
} from "../../../../../lib/protocol/model/swap.ts";
import { payoutsAreHalted } from "../../../../../lib/protocol/safety/sentences.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import {
  generalTimeline,
  stepSecondsLeft,
  swapTimeline,
} from "../../../../../lib/site/live/track/timeline.ts";
import * as bodies from "../../../../fixtures/swap-bodies.ts";
import { createReading, findReading, readings } from "./readings.ts";

const { body, out, plan, plannedBody, sentBody, signed, signing, swapping, tx, unseenBody, ZEROS } =
  bodies;

const preset = presets.thorchain;
const context = { preset, chain: null };
const timelineOf = (name: string) => swapTimeline(findReading(name), context);
const stepOf = (name: string, step: string) => timelineOf(name).find((one) => one.step === step);

const letters = { done: "d", now: "N", held: "H", ahead: ".", skipped: "-", unknown: "?" } as const;

/** What the last three steps are about, where it is not a payout alone. */
const outputs: Readonly<Record<string, string>> = {
  "refund scheduled": "Refund",
  "refund being signed": "Refund",
  "refund of what is no swap": "Refund",
  "payout and refund being signed": "Payout and refund",
  "paid out by one source": "Payout or refund",
  refunded: "Refund",
  "refunded, no reason read": "Refund",
  "limit order expired": "Refund",
  "partly refunded": "Payout and refund",
  "partly refunded, parts known": "Payout and refund",
  "refund given up": "Refund",
};

test.describe("the six steps", () => {
  const rows: Record<string, string> = {
    "not seen": "?.....",
    "given up": "?.....",
    "not a swap": "dd----",
    observing: "N.....",
    confirming: "dN....",
    swapping: "ddN...",
    streaming: "ddN...",
    "streaming, timed": "ddN...",
    "streaming, trading halted": "ddH...",
    "limit order resting": "ddN...",
    "limit order partly filled": "ddN...",
    "without a memo of its own": "dN....",
    scheduled: "dddN..",
    "refund scheduled": "dd-N..",
    signing: "ddddN.",
    "payout late": "ddddN.",
    "signing halted": "ddddH.",
    "refund being signed": "dd-dN.",
    "refund of what is no swap": "dd-dN.",
    "payout and refund being signed": "ddddN.",
    "payout of nobody known": "dddd?.",
    done: "ddddd.",
    "done, no payout shown": "dddd?.",
    "paid out by one source": "dddN..",
    refunded: "dd-dd.",
    "refunded, no reason read": "dd-dd.",
    "limit order expired": "dd-dd.",
    "partly refunded": "ddddd.",
    "partly refunded, parts known": "ddddd.",
    failed: "d-----",
    "payout given up": "dddd--",
    "refund given up": "dd-d--",
    "no output yet": "ddd???",
    "no output": "ddd---",
    unavailable: "",
    stale: "ddN...",
  };
  for (const [name, state, reading] of readings) {
    test(`${name} (${state}) ${rows[name]}`, () => {
      expect(reading.state).toBe(state);
      const steps = swapTimeline(reading, context);
      expect(steps.map(({ status }) => letters[status]).join("")).toBe(rows[name]);
      for (const [place, { status, word, text, wait }] of steps.entries()) {
        expect(word).toMatch(/^[a-z][a-z ]+$/);
        if (["skipped", "unknown"].includes(status) && steps[place - 1]?.status === status)
          expect(text ?? "A.").toMatch(/^[A-Z].*\.$/);
        else expect(text).toMatch(/^[A-Z].*\.$/);
        const isTimed = reading.terminal || stepSecondsLeft(reading) !== null;
        const isAwaited = status === "now" || (status === "unknown" && word === "not seen yet");
        if (status === "held" || (isAwaited && !isTimed)) expect(wait).toMatch(/^[A-Z\d].*\.$/);
        else expect(wait).toBeNull();
      }
    });
  }
  for (const [name, , reading] of readings) {
    test(`${name}: a payout is named only where one is made or may come, and no reason is said twice`, () => {
      const steps = swapTimeline(reading, context);
      const told = steps.slice(3).map(({ name: step }) => step);
      const output = outputs[name] ?? "Payout";
      if (steps.length > 0)
        expect(told).toEqual([`${output} planned`, `${output} sent`, `${output} confirmed`]);
      const texts = steps.flatMap(({ text }) => text ?? []);
      expect(new Set(texts).size).toBe(texts.length);
      if (output === "Refund") expect(JSON.stringify(steps)).not.toMatch(/payout(?!s on)|paid/i);
    });
  }
  test("every state has a row", () => {
    expect(new Set(readings.map(([, state]) => state))).toEqual(new Set(swapStates));
    expect(Object.keys(rows)).toEqual(readings.map(([name]) => name));
  });
});

test.describe("what is said of a step", () => {
  const rows: [name: string, step: string, word: string, text: RegExp][] = [
    ["not seen", "observed", "not seen yet", /./],
    ["not a swap", "swapped", "does not apply", /not a swap/],
    ["streaming", "swapped", "now", /pools swap it/],
    [
      "limit order resting",
      "swapped",
      "now",
      /^The limit order waits until the pools reach its price\.$/,
    ],
    ["limit order partly filled", "swapped", "now", /The rest waits for the price of the order/],
    [
      "refund being signed",
      "swapped",
      "did not happen",
      /^The deposit was not swapped\. It goes back\.$/,
    ],
    [
      "refund given up",
      "swapped",
      "did not happen",
      /^The deposit was not swapped\. It was to go back\.$/,
    ],
    ["payout and refund being signed", "swapped", "in part", /The rest goes back/],
    ["payout of nobody known", "outbound_signed", "not shown", /whose it is/],
    ["done, no payout shown", "outbound_signed", "not shown", /^The records show no payout\.$/],
    [
      "signing halted",
      "outbound_signed",
      "waits",
      RegExp(`The payout waits while ${payoutsAreHalted("that chain")}`),
    ],
    ["refunded", "swapped", "did not happen", /was not swapped/],
    ["refunded", "destination", "sent", /wallet on Bitcoin/],
    ["done", "destination", "sent", /wallet on Ethereum/],
    ["partly refunded", "swapped", "in part", /The rest was sent back/],
    [
      "partly refunded",
      "destination",
      "sent",
      /wallet on Bitcoin and Ethereum|on Ethereum and Bitcoin/,
    ],
    ["failed", "confirmed", "did not happen", /rejected/],
    ["no output", "outbound_scheduled", "nothing to pay out", /No payout follows/],
    ["no output yet", "outbound_scheduled", "none seen so far", /may still be planned/],
  ];
  for (const [name, step, word, text] of rows) {
    test(`${name}: ${step} ${word}`, () => {
      expect(stepOf(name, step)?.word).toBe(word);
      expect(stepOf(name, step)?.text).toMatch(text);
    });
  }
});

test("of a refund that is no longer tried nothing was sent back, also where it is final", () => {
  const reading = { ...findReading("payout and refund being signed"), state: "dropped" } as const;
  const { order } = findReading("limit order partly filled");
  const textOf = (more: Partial<SwapReading>) =>
    swapTimeline({ ...reading, ...more }, context)[2]?.text;
  for (const terminal of [false, true]) {
    expect(textOf({ terminal })).toBe("Some of the deposit was swapped. The rest was to go back.");
    expect(textOf({ terminal, order, out: [] })).toBe(
      "The deposit, or a part of it, was to go back.",
    );
  }
});

test.describe("the step of now says how long such a step takes, where its time is not counted", () => {
  const rows: [name: string, step: string, wait: string | null][] = [
    ["not seen", "observed", "Nodes see it once it is in a block of its chain."],
    [
      "observing",
      "observed",
      "Nodes see it once it is in a block: Bitcoin makes a block about every 10 minutes.",
    ],
    ["observing", "confirmed", null],
    ["confirming", "confirmed", null],
    ["confirming", "destination", null],
    [
      "swapping",
      "swapped",
      "A swap takes one block, and a swap split into parts takes many. THORChain makes a block about every 6 seconds.",
    ],
    [
      "streaming",
      "swapped",
      "A swap takes one block, and a swap split into parts takes many. THORChain makes a block about every 6 seconds.",
    ],
    ["limit order resting", "swapped", "Nobody knows when the pools reach that price."],
    ["scheduled", "outbound_scheduled", null],
    ["streaming, timed", "swapped", null],
    ["signing halted", "outbound_signed", "Nobody knows when the halt ends."],
    [
      "signing",
      "outbound_signed",
      "Once signed, it needs a block: Ethereum makes a block about every 12 seconds. A transaction that is not signed after 300 blocks, about 30 minutes, goes to other signers.",
    ],
    ["not seen", "destination", null],
  ];
  for (const [name, step, wait] of rows)
    test(`${name}: ${step}`, () => expect(stepOf(name, step)?.wait).toBe(wait));

  test("no step says that a payout waits for ever where the network stops trying", () => {
    const payoutEnd = { afterSeconds: 1_800_000, isSwappedBack: true };
    const node = plannedBody(signing, plan.user);
    const reading = createReading({ node, payoutEnd, signingOf: () => "halted" });
    expect(reading.explanation).toContain("About 20 days 20 hours after a payment is planned");
    expect(JSON.stringify(swapTimeline(reading, context))).not.toContain("no end date");
  });
  test("the chain that was named with the id stands in for the one that nobody has seen", () => {
    const [observed] = swapTimeline(createReading({ node: unseenBody }), { preset, chain: "ETH" });
    expect(observed?.wait).toBe(
      "Nodes see it once it is in a block: Ethereum makes a block about every 12 seconds.",
    );
  });
  test("a deposit on the protocol's own chain waits for no further block", () => {
    const stages = findReading("confirming").stages.map((one) => ({ ...one, secondsLeft: null }));
    const waitOf = (chain: string) =>
      swapTimeline({ ...findReading("confirming"), in: null, stages }, { preset, chain })[1]?.wait;
    expect(waitOf("THOR")).toBe("Deposits on THORChain itself need no further block.");
    expect(waitOf("BTC")).toBe(
      "Larger deposits wait for more blocks: Bitcoin makes a block about every 10 minutes.",
    );
  });
});

test.describe("a payout on the protocol's own chain is neither scheduled nor signed", () => {
  const recipient = "thor1recipientexample00000000000000000000000";
  const deposit = { ...tx, memo: `=:THOR.RUNE:${recipient}` };
  const native = {
    chain: "THOR",
    to_address: recipient,
    coin: { asset: "THOR.RUNE", amount: "5" },
    refund: false,
  };
  const coins = [{ asset: "THOR.RUNE", amount: "5" }];
  const sent = { id: ZEROS, chain: "THOR", to_address: recipient, coins, memo: "OUT:A" };
  const rows: [name: string, node: ReturnType<typeof body>, letters: string][] = [
    ["while it is swapped", body(swapping, { tx: deposit }), "ddN--."],
    [
      "not matched yet",
      body({ ...signed, outbound_signed: undefined }, { tx: deposit, planned: [native] }),
      "ddd-N.",
    ],
    [
      "done",
      body({ ...signed, outbound_signed: undefined }, { tx: deposit, outs: [sent] }),
      "ddd--d",
    ],
  ];
  for (const [name, node, want] of rows) {
    test(`${name} ${want}`, () => {
      const steps = swapTimeline(createReading({ node }), context);
      expect(steps.map(({ status }) => letters[status]).join("")).toBe(want);
    });
  }
  test("beside a payout on another chain the wallet there shows it", () => {
    const node = sentBody({ ...sent, memo: "REFUND:A" }, out.user);
    const steps = swapTimeline(createReading({ node }), context);
    expect(steps.at(-1)?.text).toBe("The receiving wallet on Ethereum shows when it arrives.");
  });
  test("a refund to another chain beside it is signed", () => {
    const node = body(signing, { tx: deposit, planned: [native, plan.refund] });
    const steps = swapTimeline(createReading({ node }), context);
    expect(steps.map(({ status }) => letters[status]).join("")).toBe("ddddN.");
  });
});

test("a refund on the protocol's own chain is neither scheduled nor signed, and has arrived", () => {
  const stages = findReading("signing").stages.map((one) => ({
    ...one,
    done: one.stage !== "outbound_signed",
  }));
  const [leg] = findReading("refunded").out as [SwapOut];
  const out = [{ ...leg, chain: "THOR" }];
  const steps = swapTimeline({ ...findReading("refunded"), stages, out }, context);
  expect(steps.map(({ status }) => letters[status]).join("")).toBe("dd---d");
  expect(steps.slice(3).map(({ text }) => text)).toEqual([
    "THORChain pays on its own chain by itself.",
    null,
    "The refund arrived on THORChain itself.",
  ]);
  expect(steps[0]?.text).toBe("Enough nodes of the network must see the deposit.");
  const unseen = swapTimeline({ ...findReading("done"), out: [], payoutChain: "THOR" }, context);
  expect(unseen.at(-1)?.text).not.toContain("arrived");
});

test.describe("what the last three steps send", () => {
  const [swap, affiliate] = findReading("done").out as [SwapOut, SwapOut];
  const refund: SwapOut = { ...swap, kind: "refund" };
  const rows: readonly [
    state: SwapState,
    isExpected: boolean,
    out: readonly SwapOut[],
    output: string,
  ][] = [
    ["outbound_signing", false, [swap], "Payout"],
    ["outbound_signing", false, [affiliate], "Payout"],
    ["outbound_signing", false, [refund], "Refund"],
    ["outbound_signing", false, [affiliate, refund], "Refund"],
    ["outbound_signing", false, [swap, refund], "Payout and refund"],
    ["outbound_signing", true, [], "Refund"],
    ["outbound_signing", true, [swap], "Payout and refund"],
    ["refunded", false, [], "Refund"],
    ["partially_refunded", false, [], "Payout and refund"],
  ];
  for (const [state, refundExpected, out, output] of rows)
    test(`${state}${refundExpected ? ", refund expected" : ""}, ${out.map(({ kind }) => kind)}: ${output}`, () => {
      const steps = swapTimeline(
        { ...findReading("signing"), state, refundExpected, out },
        context,
      );
      expect(steps.at(-1)?.name).toBe(`${output} confirmed`);
    });

  test("what the records count as sent and do not show", () => {
    const shownOf = (state: SwapState, out: readonly SwapOut[]) =>
      swapTimeline({ ...findReading("partly refunded"), state, out }, context)[4]?.text;
    expect(shownOf("partially_refunded", [])).toBe("The records show no payout and refund.");
    expect(shownOf("partially_refunded", [swap])).toBe("The records show no refund.");
    expect(shownOf("partially_refunded", [refund])).toBe("The records show no payout.");
    expect(shownOf("refunded", [])).toBe("The records show no refund.");
    expect(shownOf("done", [])).toBe("The records show no payout.");
  });

  test("the chains whose wallets show it", () => {
    const told = (changes: Partial<SwapReading>) =>
      swapTimeline({ ...findReading("done"), ...changes }, context).at(-1)?.text;
    expect(told({ payoutChain: "THOR" })).toBe(
      "The receiving wallet on Ethereum shows when it arrives.",
    );
    expect(told({ out: [] })).toBe("The receiving wallet on Ethereum shows when it arrives.");
    expect(told({ out: [], payoutChain: null })).toBe(
      "The receiving wallet on that chain shows when it arrives.",
    );
    expect(told({ out: [{ ...swap, chain: "NEW" }] })).toBe(
      "The receiving wallet on that chain shows when it arrives.",
    );
  });
});

test.describe("a step that is not this one says nothing of it", () => {
  const lettersOf = (reading: SwapReading) =>
    swapTimeline(reading, context)
      .map(({ status }) => letters[status])
      .join("");
  test("an affiliate's share that was sent first does not hide a payout that is planned", () => {
    const scheduled = findReading("scheduled");
    const out = scheduled.out.filter(({ kind }) => kind === "affiliate");
    expect(lettersOf({ ...scheduled, payoutChain: "ETH", out })).toBe("dddN..");
  });
  test("a halt of payouts holds the signing alone", () =>
    expect(lettersOf({ ...findReading("swapping"), signing: "halted" })).toBe("ddN.H."));
  test("an order waits for its price in the pools alone", () => {
    const { order } = findReading("limit order resting");
    const now = swapTimeline({ ...findReading("scheduled"), order }, context)[3];
    expect([now?.status, now?.text]).toEqual([
      "now",
      "The network plans the block in which it sends the money.",
    ]);
  });
  test("a swap that was processed without a payout says so", () => {
    expect(stepOf("no output yet", "swapped")).toMatchObject({
      word: "processed",
      text: "It was processed.",
    });
    const text = "It was processed, and nothing is to be paid out.";
    expect(stepOf("no output", "swapped")).toMatchObject({ word: "processed", text });
    expect(stepOf("done", "swapped")).toMatchObject({ word: "done", text: "The pools swap it." });
  });
});

test("the steps of any swap: nothing is done, and every one says how long", () => {
  const steps = generalTimeline(preset);
  expect(steps.map(({ name }) => name)).toEqual([
    "Seen",
    "Confirmed",
    "Swapped",
    "Payout planned",
    "Payout sent",
    "Payout confirmed",
  ]);
  for (const { status, word } of steps) expect([status, word]).toEqual(["ahead", null]);
  expect(steps.map(({ wait }) => wait)).toEqual([
    "Nodes see it once it is in a block of its chain.",
    "Larger deposits wait for more blocks.",
    "A swap takes one block, and a swap split into parts takes many. THORChain makes a block about every 6 seconds.",
    "Small amounts are not delayed. Larger ones are, and the network says how long once it has planned them.",
    "A transaction that is not signed after 300 blocks, about 30 minutes, goes to other signers.",
    "How long that takes depends on that chain.",
  ]);
});
