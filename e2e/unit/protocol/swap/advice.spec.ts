// What to do about a swap: never to send twice, when to ask again, and where only one source says so.
import { expect, test } from "@playwright/test";
import { type Advice, adviceText } from "../../../../lib/protocol/model/envelope.ts";
import { advisedMembers } from "../../../../lib/protocol/safety/advice.ts";
import { payoutsHalted } from "../../../../lib/protocol/safety/sentences.ts";
import { swapAdvice } from "../../../../lib/protocol/swap/advice.ts";
import type { SwapInput } from "../../../../lib/protocol/swap/status.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";

const {
  actions,
  at,
  body,
  judge,
  out,
  plan,
  plannedBody,
  recorded,
  sentBody,
  signing,
  swapping,
  tx,
} = bodies;
const { unseenBody } = bodies;

const liveText = (advice: Advice) => adviceText(advisedMembers(advice, "live", ["a"], null).advice);

const due = plannedBody(signing, plan.user);
const paid = sentBody(out.user);
const swapPending = recorded("swap", "pending");

test("whatever is not final says not to send again, and what is final says to stop", () => {
  const rows: [input: Partial<SwapInput>, isFinal: boolean][] = [
    [{ node: unseenBody }, false],
    [{ node: body(at.observing) }, false],
    [{ node: body(at.confirming) }, false],
    [{ node: body(swapping) }, false],
    [{ node: due }, false],
    [{ node: paid, second: null }, false],
    [{}, false],
    [{ node: paid }, true],
    [{ node: sentBody(out.refund) }, true],
    [{ node: body(at.swapped), indexer: actions(), finalisedSinceMs: 0 }, true],
  ];
  for (const [input, isFinal] of rows) {
    const { facts, isOneSource } = judge(input);
    const advice = swapAdvice(facts, isOneSource);
    expect(facts.terminal, facts.state).toBe(isFinal);
    expect(
      advice.warnings.some(({ code }) => code === "do_not_resend"),
      facts.state,
    ).toBe(!isFinal);
    expect(liveText(advice), facts.state).toMatch(
      isFinal ? /^This is final: / : /Do not send again\. /,
    );
  }
});

test("why nothing is to be sent again differs for what nobody has seen", () => {
  const why = (input: Partial<SwapInput>) =>
    swapAdvice(judge(input).facts, false).warnings[0]?.text;
  expect(why({ node: unseenBody })).toBe(
    "Do not send again. A deposit that is not seen yet may still arrive.",
  );
  expect(why({ node: body(swapping) })).toBe("Do not send again. This swap is not final.");
});

test("after a refund or a rejection the way to try again is a new quote", () => {
  const again = (input: Partial<SwapInput>) => liveText(swapAdvice(judge(input).facts, false));
  expect(again({ node: sentBody(out.refund) })).toBe(
    "This is final: to try again, get a new quote.",
  );
  expect(again({ node: paid })).toBe("This is final: it will not change.");
});

test.describe("a state of a swap under way that one source tells, where two could be asked", () => {
  const rows: [name: string, input: Partial<SwapInput>, isOne: boolean][] = [
    ["two nodes say the same", { node: body(swapping) }, false],
    ["the second is further", { node: body(swapping), second: due }, false],
    [
      "the second is a block behind, which says so itself",
      { node: due, second: body(swapping) },
      false,
    ],
    [
      "the second could not be read, which says so itself",
      { node: body(swapping), second: null },
      false,
    ],
    [
      "the second has not seen it, which says so itself",
      { node: body(at.observing), second: unseenBody },
      false,
    ],
    [
      "the indexer says so too",
      { node: body(swapping), second: null, indexer: swapPending },
      false,
    ],
    ["nobody has seen it", { node: unseenBody }, false],
    ["nobody could be read", { quorum: 2 }, false],
    [
      "one node has not seen it, and the other was not read",
      { node: unseenBody, second: null },
      true,
    ],
    ["one node is configured", { node: body(swapping), second: null, quorum: 1 }, false],
    ["an outcome that one source claims says so itself", { node: paid, second: null }, false],
    ["an outcome that two confirm", { node: paid }, false],
  ];
  for (const [name, input, isOne] of rows) {
    test(`${name}: ${isOne ? "said" : "not said"}`, () => {
      const { facts, isOneSource } = judge(input);
      expect(isOneSource).toBe(isOne);
      expect(facts.doubt === "unconfirmed").toBe(/itself/.test(name));
      const codes = swapAdvice(facts, isOneSource).warnings.map(({ code }) => code);
      expect(codes.includes("one_source")).toBe(isOne);
    });
  }
});

test.describe("the deposit of a swap under way is what two sources tell of it", () => {
  const other = body(swapping, { tx: { ...tx, coins: [{ asset: "BTC.BTC", amount: "9" }] } });
  const rows: [name: string, input: Partial<SwapInput>, amount: bigint | undefined][] = [
    ["two nodes", { node: body(swapping) }, 5_000_000n],
    ["one node of two", { node: body(swapping), second: null }, undefined],
    ["two nodes that differ", { node: body(swapping), second: other }, undefined],
    [
      "a node and the indexer",
      { node: body(swapping), second: null, indexer: swapPending },
      5_000_000n,
    ],
    ["the one node there is", { node: body(swapping), second: null, quorum: 1 }, 5_000_000n],
  ];
  for (const [name, input, amount] of rows) {
    test(name, () => expect(judge(input).facts.in?.amount).toBe(amount));
  }
});

test("the whole advice, by state, poll, signing and number of sources", () => {
  type State = Parameters<typeof swapAdvice>[0];
  const open: State = {
    state: "swapping",
    doubt: null,
    terminal: false,
    nextPollSeconds: 12,
    signing: "open",
  };
  const again = "Ask again in 12 seconds.";
  const resend = "Do not send again. This swap is not final.";
  const unseen = "Do not send again. A deposit that is not seen yet may still arrive.";
  const alone = "Only one source says so: no second one has confirmed it yet.";
  const halted = payoutsHalted("the chain that pays out");
  const rows: [
    swap: Partial<State>,
    isOneSource: boolean,
    lead: string | null,
    warnings: string[],
  ][] = [
    [{}, false, again, [resend]],
    [{ state: "unknown" }, false, again, [unseen]],
    [{ nextPollSeconds: null }, false, "Ask again later.", [resend]],
    [
      { nextPollSeconds: null, doubt: "unconfirmed" },
      false,
      "There is no need to ask again.",
      [resend],
    ],
    [{}, true, again, [resend, alone]],
    [{ signing: "unknown" }, false, again, [resend]],
    [{ signing: "halted", state: "dropped" }, false, again, [resend]],
    [{ signing: "halted" }, false, again, [resend, `${halted} A payout would wait.`]],
    [
      { signing: "halted", state: "outbound_scheduled" },
      false,
      again,
      [resend, `${halted} The payout waits.`],
    ],
    [
      { signing: "halted", state: "outbound_signing" },
      true,
      again,
      [resend, alone, `${halted} The payout waits.`],
    ],
  ];
  for (const [swap, isOneSource, lead, warnings] of rows) {
    const advice = swapAdvice({ ...open, ...swap }, isOneSource);
    expect(advice, JSON.stringify(swap)).toMatchObject({ lead, act: null });
    expect(
      advice.warnings.map(({ text }) => text),
      JSON.stringify(swap),
    ).toStrictEqual(warnings);
  }
  expect(swapAdvice({ ...open, signing: "halted" }, true).warnings.map(({ code }) => code)).toEqual(
    ["do_not_resend", "one_source", "signing_halted"],
  );
});

test("what to do after the end follows from how it ended", () => {
  for (const [state, act] of [
    ["done", "This is final: it will not change."],
    ["no_output", "This is final: it will not change."],
    ["refunded", "This is final: to try again, get a new quote."],
    ["partially_refunded", "This is final: to try again, get a new quote."],
    ["failed", "This is final: to try again, get a new quote."],
  ] as const) {
    const advice = swapAdvice(
      { state, doubt: null, terminal: true, nextPollSeconds: null, signing: "open" },
      true,
    );
    expect(liveText(advice), state).toBe(act);
    expect(advice.warnings, state).toEqual([]);
  }
});
