import { expect, test } from "@playwright/test";
import { type SwapState, swapStates } from "../../../../lib/protocol/model/swap.ts";
import type { PollInput } from "../../../../lib/protocol/swap/poll.ts";
import {
  nextPollSeconds,
  partsSecondsLeft,
  secondsLate,
  secondsLeft,
} from "../../../../lib/protocol/swap/poll.ts";
import type { SwapInput } from "../../../../lib/protocol/swap/status.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";

const {
  actions,
  at,
  body,
  memo,
  noQueue,
  NOW_MS,
  out,
  plan,
  plannedBody,
  read,
  recorded,
  scheduled,
} = bodies;
const { sentBody, signing, streamingBody, swapped, swapping, tx, unseenBody, ZEROS } = bodies;

test.describe("when to ask again", () => {
  const from = (chain: string) => ({ ...tx, chain, coins: [{ asset: `${chain}.X`, amount: "1" }] });
  const counting = (seconds: number | undefined, chain = "ETH") =>
    body(
      {
        ...at.confirming,
        inbound_confirmation_counted: { remaining_confirmation_seconds: seconds },
      },
      { tx: from(chain) },
    );
  const delayed = (seconds: number | undefined) =>
    body(
      { ...scheduled, outbound_delay: { remaining_delay_seconds: seconds } },
      { planned: [plan.user] },
    );
  const streaming = (interval: number | undefined) => streamingBody({ interval, quantity: 9 });
  const waiting = (blocks: number | undefined, chain = "ETH") =>
    body(
      { ...signing, outbound_signed: { blocks_since_scheduled: blocks } },
      { planned: [{ ...plan.user, chain }] },
    );
  const asked = (ms: number, chain: string | null = null) => ({
    node: unseenBody,
    firstAskedMs: NOW_MS - ms,
    chain,
  });
  const unseen: [string, Partial<SwapInput>, number | null][] = [
    ["unknown, on a chain that nobody named", { node: unseenBody }, 30],
    ["unknown, from a slow chain", { node: unseenBody, chain: "BTC" }, 600],
    ["unknown, from a fast chain", { node: unseenBody, chain: "SOL" }, 6],
    ["unknown, just asked", asked(0, "LTC"), 150],
    ["unknown for 30 s: the wait has doubled", asked(30_000), 30],
    ["unknown for 90 s: it has doubled again", asked(90_000), 90],
    ["unknown for 200 s, from a slow chain", asked(200_000, "LTC"), 200],
    ["unknown for 10 min: at most 300 s", asked(600_000, "LTC"), 300],
    ["unknown for 10 min, from a chain that is slower", asked(600_000, "BTC"), 600],
    ["unknown, just below 2 h", asked(7_199_999), 300],
    ["unknown for 2 h", asked(7_200_000), null],
  ];
  for (const [name, input, want] of unseen)
    test(`${name}: ${want}`, () => expect(read(input).nextPollSeconds).toBe(want));

  const rows: [string, Partial<SwapInput>, number | null][] = [
    [
      "observing for 2 h is not given up",
      { node: body(at.observing, { tx: from("ETH") }), firstAskedMs: 0 },
      12,
    ],
    ["observing", { node: body(at.observing) }, 600],
    ["observing on a fast chain", { node: body(at.observing, { tx: from("BSC") }) }, 6],
    ["observing on a chain not known", { node: body(at.observing, { tx: from("NEW") }) }, 6],
    ["confirming: half of what remains", { node: counting(101) }, 51],
    ["confirming: at least a block", { node: counting(20) }, 12],
    ["confirming: at least 6 s", { node: counting(8, "BSC") }, 6],
    ["confirming: at most 300 s", { node: counting(602) }, 300],
    ["confirming: at most 300 s on a slow chain", { node: counting(0, "BTC") }, 300],
    ["confirming: time left out", { node: counting(undefined) }, 12],
    ["confirming: when the count is over, on a slow chain", { node: counting(48, "BTC") }, 54],
    ["confirming: 1 s of the count left, on a slow chain", { node: counting(1, "BTC") }, 7],
    ["swapping", { node: body(swapping) }, 6],
    ["streaming: interval of 3 blocks", { node: streaming(3) }, 18],
    ["streaming: interval 0", { node: streaming(0) }, 6],
    ["streaming: interval left out", { node: streaming(undefined) }, 6],
    [
      "a limit order whose queue was not read",
      { node: body(swapping, { tx: memo("=<:ETH.USDC:x:1/1/16") }) },
      60,
    ],
    ["scheduled: half of what remains", { node: delayed(360) }, 180],
    ["scheduled: at least 6 s", { node: delayed(11) }, 6],
    ["scheduled: just above", { node: delayed(13) }, 7],
    ["scheduled: at most 300 s", { node: delayed(601) }, 300],
    ["scheduled: time left out", { node: delayed(undefined) }, 6],
    ["signing: a block of the destination", { node: waiting(12) }, 12],
    ["signing on a fast chain", { node: waiting(12, "SOL") }, 6],
    ["signing on a slow chain", { node: waiting(undefined, "BTC") }, 600],
    ["signing, 299 blocks", { node: waiting(299) }, 12],
    ["signing, 300 blocks", { node: waiting(300) }, 60],
    ["no output yet", { node: body(at.swapped) }, 6],
    ["unavailable, first time", {}, 6],
    ["unavailable, 4 s of back-off", { nodeFailureCount: 4 }, 6],
    ["unavailable, 8 s", { nodeFailureCount: 5 }, 8],
    ["unavailable, 16 s", { nodeFailureCount: 6 }, 16],
    ["unavailable, at most 30 s", { nodeFailureCount: 7 }, 30],
    ["unavailable, count of 0", { nodeFailureCount: 0 }, 6],
    ["unavailable, told to wait", { nodeFailure: { retryAfterSeconds: 45 } }, 45],
    [
      "unavailable, told to wait for less than a block",
      { nodeFailure: { retryAfterSeconds: 1 } },
      6,
    ],
    ["unavailable, told to wait for days", { nodeFailure: { retryAfterSeconds: 90_000 } }, 3600],
    ["done by the indexer, node unread", { indexer: actions(swapped), nodeFailureCount: 6 }, 16],
    [
      "swapping by the indexer, node unread",
      { indexer: recorded("swap", "pending"), nodeFailureCount: 6 },
      6,
    ],
    ["observing by one of two nodes", { node: body(at.observing), second: unseenBody }, 6],
    [
      "signing a refund by one of two nodes",
      { node: plannedBody(signing, plan.refund), second: null },
      6,
    ],
    [
      "the indexer's refund without a deposit",
      { indexer: recorded("refund", "success", [], { in: [] }) },
      6,
    ],
    ["terminal", { node: sentBody(out.user) }, null],
  ];
  for (const [name, input, want] of rows)
    test(`${name}: ${want}, whichever chain the caller names`, () => {
      for (const chain of [null, "BTC", "ETH", "SOL"])
        expect(read({ ...input, chain }).nextPollSeconds, String(chain)).toBe(want);
    });

  const left: [string, Partial<SwapInput>, number | null][] = [
    ["scheduled: the delay and a block of the destination", { node: delayed(360) }, 372],
    ["scheduled, time left out", { node: delayed(undefined) }, null],
    ["scheduled, signing not known", { node: delayed(360), signingOf: () => "unknown" }, null],
    ["signing: one block, at least the protocol's", { node: waiting(0, "SOL") }, 6],
    ["signing, while that block may come", { node: waiting(1) }, 12],
    ["signing, once it should have come", { node: waiting(2) }, null],
    ["signing on a slow chain, while its block may come", { node: waiting(99, "BTC") }, 600],
    ["signing on a slow chain, once it should have come", { node: waiting(100, "BTC") }, null],
    ["signing, blocks left out", { node: waiting(undefined) }, 12],
    ["signing, chain not known", { node: waiting(12, "NEW") }, null],
    ["signing just now, chain not known", { node: waiting(0, "NEW") }, null],
    ["signed, and nobody's", { node: sentBody(out.affiliate) }, null],
    ["native, not matched yet", { node: plannedBody(at.swapped, plan.user) }, null],
    ["confirming: the payout's delay is not known yet", { node: counting(100) }, null],
    ["swapping", { node: body(swapping) }, null],
    ["done", { node: sentBody(out.user) }, null],
  ];
  for (const [name, input, want] of left)
    test(`seconds left, ${name}: ${want}`, () =>
      expect(read(input).estimatedSecondsLeft).toBe(want));
});

test.describe("what is left of a streaming swap", () => {
  const leftOf = (streaming: object | undefined, more: { tx?: typeof tx } = {}) =>
    swappedLeft({ node: streamingBody(streaming, more) });
  const swappedLeft = (input: Partial<SwapInput>) =>
    read(input).stages.find(({ stage }) => stage === "swapped")?.secondsLeft ?? null;
  test("the parts to come, at their interval, on the stage and in the explanation", () => {
    expect(leftOf({ interval: 1, quantity: 16, count: 14 })).toBe(12);
    expect(leftOf({ interval: 5, quantity: 3 })).toBe(90);
    const node = streamingBody({ interval: 5, quantity: 3 });
    expect(read({ node }).explanation).toContain(
      "About 90 seconds of this wait were left when read.",
    );
  });
  const unknown: [name: string, left: () => unknown][] = [
    ["no streaming swap", () => leftOf(undefined)],
    ["no interval", () => leftOf({ quantity: 16, count: 14 })],
    ["interval 0: many parts a block", () => leftOf({ interval: 0, quantity: 16, count: 14 })],
    ["no quantity", () => leftOf({ interval: 1, count: 14 })],
    ["every part is done", () => leftOf({ interval: 1, quantity: 16, count: 16 })],
    [
      "a limit order",
      () => leftOf({ interval: 1, quantity: 16 }, { tx: memo("=<:ETH.USDC:x:1/1/16") }),
    ],
    ["not swapping any more", () => swappedLeft({ node: plannedBody(signing, plan.user) })],
  ];
  for (const [name, left] of unknown) test(`${name}: not known`, () => expect(left()).toBeNull());
});

test.describe("the chain whose signing is asked", () => {
  const paidFirst = { planned: [plan.refund, plan.user], outs: [out.user] };
  const nativeRefund = { ...out.refund, chain: "THOR", id: ZEROS };
  const nativePlan = { ...plan.user, chain: "THOR" };
  const chainOf = (input: Partial<SwapInput>) => {
    const chains: string[] = [];
    const facts = read({
      ...input,
      signingOf: (chain) => (chains.push(chain) > 0 ? "halted" : "open"),
    });
    return `${chains.join(" ")} ${facts.signing}`;
  };
  const rows: [string, Partial<SwapInput>, string][] = [
    ["before any plan: the memo's target", { node: body(at.confirming) }, "ETH halted"],
    [
      "a planned payout",
      { node: plannedBody(signing, { ...plan.user, chain: "BASE" }) },
      "BASE halted",
    ],
    ["a refund", { node: plannedBody(signing, plan.refund) }, "BTC halted"],
    [
      "the payout before the refund",
      { node: plannedBody(signing, plan.refund, plan.user) },
      "ETH BTC halted",
    ],
    ["the refund, once the payout is sent", { node: body(signing, paidFirst) }, "BTC halted"],
    [
      "only the affiliate's payout: the memo's target",
      { node: sentBody(out.affiliate) },
      "ETH halted",
    ],
    ["both sent: the payout", { node: sentBody(out.refund, out.user) }, "ETH halted"],
    [
      "a native refund, which has no id, beside a payout",
      { node: sentBody(nativeRefund, out.user) },
      "ETH halted",
    ],
    [
      "a native payout beside a refund",
      { node: plannedBody(signing, nativePlan, plan.refund) },
      "BTC halted",
    ],
    ["a native payout alone", { node: plannedBody(signing, nativePlan) }, "THOR halted"],
    [
      "a refund of the indexer alone",
      { node: body(at.swapped), indexer: recorded("refund", "pending") },
      " unknown",
    ],
    [
      "no deposit",
      { indexer: recorded("refund", "success", [], { in: [] }), chain: "LTC" },
      "LTC halted",
    ],
    ["the indexer's memo", { node: null, indexer: recorded("swap", "pending") }, "ETH halted"],
    ["nothing known", { node: unseenBody }, " unknown"],
    [
      "a memo that is not a swap",
      { node: body(at.confirming, { tx: memo("+:BTC.BTC") }) },
      " unknown",
    ],
    ["a short code not known", { node: body(at.confirming, { tx: memo("=:q:x") }) }, " unknown"],
  ];
  for (const [name, input, want] of rows)
    test(`${name}: ${want}`, () => expect(chainOf(input)).toBe(want));
});

test.describe("what a node did not time", () => {
  const at = (state: SwapState, more: Partial<PollInput> = {}): PollInput => ({
    state,
    terminal: false,
    stages: null,
    preset: presets.thorchain,
    sourceChain: "LTC",
    payoutChain: "ETH",
    askedForMs: null,
    failures: 7,
    retryAfterSeconds: null,
    ...more,
  });
  const own: Partial<Record<SwapState, number>> = {
    unknown: 150,
    observing: 150,
    confirming: 150,
    outbound_signing: 12,
  };
  const untimed: SwapState[] = [
    ...(Object.keys(own) as SwapState[]),
    "swapping",
    "outbound_scheduled",
    "no_output",
  ];
  for (const state of untimed) {
    test(`${state}: asked again after a block, without the back-off of failed reads`, () => {
      for (const stages of [null, { inbound_observed: {} }]) {
        expect(nextPollSeconds(at(state, { stages }))).toBe(own[state] ?? 6);
      }
    });
  }
  test("what the network tries no more is asked for after five minutes", () => {
    expect(nextPollSeconds(at("dropped"))).toBe(300);
  });
  test("what one source claims is asked for again after a block, whatever it claims, and after ten minutes each minute", () => {
    for (const state of untimed) {
      const after = (askedForMs: number | null) =>
        nextPollSeconds(at(state, { isUnconfirmed: true, askedForMs }));
      expect([null, 599_999, 600_000].map(after), state).toEqual([6, 6, 60]);
    }
  });
  test("the parts to come are told while the swap runs, and of no limit order", () => {
    const parts = { count: 2, quantity: 5, asset: null, in: null, out: null, failed: null };
    const progress = { parts, intervalBlocks: 3 };
    for (const state of swapStates) {
      expect(partsSecondsLeft(at(state, { progress })), state).toBe(
        state === "swapping" ? 54 : null,
      );
      expect(partsSecondsLeft(at(state, { progress, isLimitOrder: true })), state).toBeNull();
      expect(partsSecondsLeft(at(state, { progress, isHeld: true })), state).toBeNull();
    }
  });
  test("a payout is late once the time of its first signers is over, and nothing else is", () => {
    const lateOf = (state: SwapState, blocks_since_scheduled?: number) =>
      secondsLate(
        at(state, {
          stages: { inbound_observed: {}, outbound_signed: { blocks_since_scheduled } },
        }),
      );
    expect(
      [undefined, 299, 300, 1_800].map((blocks) => lateOf("outbound_signing", blocks)),
    ).toEqual([null, null, 1_800, 10_800]);
    const late = swapStates.filter((state) => lateOf(state, 1_800) !== null);
    expect(late).toEqual(["outbound_signing"]);
    expect(secondsLate(at("outbound_signing"))).toBeNull();
  });
  test("has no seconds left to tell", () => {
    for (const state of swapStates) {
      for (const stages of [null, { inbound_observed: {} }]) {
        expect(secondsLeft(at(state, { stages }), true), state).toBeNull();
      }
    }
  });
  test("a payout that is not signed yet has seconds left only in the states that wait for it", () => {
    const stages = {
      inbound_observed: {},
      outbound_delay: { remaining_delay_seconds: 30 },
      outbound_signed: {},
    };
    const timed = swapStates.filter((state) => secondsLeft(at(state, { stages }), true) !== null);
    expect(timed).toEqual(["outbound_scheduled", "outbound_signing"]);
  });
});

test.describe("while a halt or a pause stops a swap, no time is told, and it is asked for minutes later", () => {
  const parts = streamingBody({ interval: 4, quantity: 9 });
  const delayed = body(
    { ...scheduled, outbound_delay: { remaining_delay_seconds: 360 } },
    { planned: [plan.user] },
  );
  const halted = () => "halted" as const;
  const pause = { queue: { ...noQueue, isPartsPaused: true } };
  const byOne = { node: sentBody(out.user), second: plannedBody(signing, plan.user) };
  const rows: readonly [what: string, input: Partial<SwapInput>, held: boolean][] = [
    ["in parts", { node: parts }, false],
    ["in parts, trading halted", { node: parts, tradingOf: halted }, true],
    ["in parts, parts paused", { node: parts, ...pause }, true],
    ["in one part, parts paused", { node: body(swapping), ...pause }, false],
    ["in one part, trading halted", { node: body(swapping), tradingOf: halted }, true],
    ["scheduled", { node: delayed }, false],
    ["scheduled, trading halted", { node: delayed, tradingOf: halted }, false],
    ["scheduled, payouts halted", { node: delayed, signingOf: halted }, true],
    ["in parts, payouts halted", { node: parts, signingOf: halted }, false],
    ["paid out by one source, payouts halted", { ...byOne, signingOf: halted }, false],
  ];
  for (const [what, input, held] of rows) {
    test(`${what}: ${held ? "stopped" : "goes on"}`, () => {
      const told = read(input);
      expect(told.held).toBe(held);
      expect(told.nextPollSeconds === 300).toBe(held);
      const times = [told.estimatedSecondsLeft, ...told.stages.map((one) => one.secondsLeft)];
      if (held) expect(times.filter((time) => time != null)).toEqual([]);
    });
  }
});
