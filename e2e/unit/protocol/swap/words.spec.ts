// What is said of a swap: its stages, the explanation, the headline, and the chain that the payout goes to.
import { expect, test } from "@playwright/test";
import {
  payoutsAreHalted,
  payoutsHalted,
  payoutsNotChecked,
} from "../../../../lib/protocol/safety/sentences.ts";
import type { SwapInput } from "../../../../lib/protocol/swap/status.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";

const {
  actions,
  at,
  body,
  memo,
  noQueue,
  out,
  plan,
  plannedBody,
  read,
  recorded,
  refunded,
  scheduled,
} = bodies;
const { sentBody, signed, signing, streamingBody, swapped, swapping, tx, unseenBody, ZEROS } =
  bodies;

test.describe("stages", () => {
  const rows: [string, Partial<SwapInput>, string][] = [
    ["unknown", { node: unseenBody }, "-----"],
    ["observing", { node: body(at.observing) }, "-----"],
    ["confirming", { node: body(at.confirming) }, "o----"],
    ["swapping", { node: body(swapping) }, "oo---"],
    ["scheduled", { node: plannedBody(scheduled, plan.user) }, "ooo--"],
    ["signing", { node: plannedBody(signing, plan.user) }, "oooo-"],
    ["refund scheduled: not swapped", { node: plannedBody(scheduled, plan.refund) }, "oo---"],
    ["refund being signed: not swapped", { node: plannedBody(signing, plan.refund) }, "oo-o-"],
    [
      "payout and refund being signed",
      { node: plannedBody(signing, plan.user, plan.refund) },
      "oooo-",
    ],
    ["no output", { node: body(at.swapped) }, "ooo--"],
    ["done", { node: sentBody(out.user) }, "ooooo"],
    ["refunded: never swapped", { node: sentBody(out.refund) }, "oo-oo"],
    ["partly refunded", { node: sentBody(out.user, out.refund) }, "ooooo"],
    ["not a swap", { node: body(at.swapped, { tx: memo("+:BTC.BTC") }) }, "oo---"],
    ["failed", { node: unseenBody, indexer: recorded("failed", "success") }, "o----"],
    ["unavailable", {}, ""],
  ];
  for (const [name, input, want] of rows) {
    test(`${name} ${want}`, () =>
      expect(
        read(input)
          .stages.map((stage) => (stage.done ? "o" : "-"))
          .join(""),
      ).toBe(want));
  }
  test("what a node has timed stands on its stage", () => {
    expect(read({ node: body(at.confirming) }).stages).toStrictEqual([
      { stage: "observed", done: true },
      { stage: "confirmed", done: false, secondsLeft: 420 },
      { stage: "swapped", done: false, streaming: null },
      { stage: "outbound_scheduled", done: false },
      { stage: "outbound_signed", done: false },
    ]);
    expect(read({ node: plannedBody(scheduled, plan.user) }).stages.slice(3)).toStrictEqual([
      { stage: "outbound_scheduled", done: false, secondsLeft: 360 },
      { stage: "outbound_signed", done: false },
    ]);
    expect(read({ node: plannedBody(signing, plan.user) }).stages[3]).toEqual({
      stage: "outbound_scheduled",
      done: true,
    });
    expect(read({ node: plannedBody(scheduled, plan.user) }).stages[1]).toEqual({
      stage: "confirmed",
      done: true,
    });
  });
  const untold = { asset: null, in: null, out: null, failed: null };
  const streaming: [object | undefined, object | null][] = [
    [
      { interval: 1, quantity: 16, count: 6 },
      { count: 6, quantity: 16, ...untold },
    ],
    [{ quantity: 16 }, { count: 0, quantity: 16, ...untold }],
    [{ interval: 1, quantity: 0 }, null],
    [undefined, null],
  ];
  for (const [said, want] of streaming) {
    test(`streaming ${JSON.stringify(said)}`, () => {
      const node = streamingBody(said);
      expect(read({ node }).stages[2]?.streaming).toEqual(want);
    });
  }
});

test.describe("headline and explanation", () => {
  const [HOLDS, SWAPPED] = ["The network holds the money.", "The deposit is swapped."];
  const WAITS = "It waits to be paid out on Ethereum";
  const NO_END = "The payout waits with no end date.";
  const LEFT = "Large payouts wait longer. About 6 minutes of this wait were left when read.";
  const SEEN =
    "The network has seen the deposit and waits for confirmations on Bitcoin. A larger deposit waits longer.";
  const counted = (seconds: number) => ({
    remaining_confirmation_seconds: seconds,
    completed: false,
  });
  const planned = (stages: typeof signing | typeof scheduled, output: object, deposit = tx) => ({
    node: body(stages, { planned: [output as Record<string, unknown>], tx: deposit }),
  });
  const unseen =
    "The id may be wrong, or that of a payout, or the deposit may be too new or too small. Its chain may also be halted. This does not mean that the deposit failed. If you know the chain that it was sent on, name it. The explorer of its chain shows whether the money left the sender.";
  const rows: [name: string, headline: string, input: Partial<SwapInput>, explanation: string][] = [
    [
      "unknown",
      "Not seen yet",
      { node: unseenBody },
      `Not seen yet: the network does not know this id. ${unseen}`,
    ],
    [
      "given up",
      "Still not seen",
      { node: unseenBody, firstAskedMs: 0 },
      `Not seen in 2 hours. ${unseen}`,
    ],
    [
      "not a swap",
      "Not a swap",
      { node: body(at.swapped, { tx: memo("+:BTC.BTC") }), firstAskedMs: 0 },
      "The network processed this transaction, but its memo asks for no swap. What became of its money is not judged here.",
    ],
    [
      "observing",
      "Seen by some nodes",
      { node: body(at.observing) },
      "Some nodes of the network have seen the deposit. More of them must see it. The money was sent to the network's vault.",
    ],
    [
      "confirming",
      "Waiting for confirmations",
      { node: body(at.confirming) },
      `${SEEN} About 7 minutes of this wait were left when read. ${HOLDS} Nothing is swapped yet.`,
    ],
    [
      "confirming, no time left",
      "Waiting for confirmations",
      { node: body({ ...at.confirming, inbound_confirmation_counted: counted(0) }) },
      `${SEEN} ${HOLDS} Nothing is swapped yet.`,
    ],
    [
      "swapping",
      "Swapping",
      { node: body(swapping) },
      `The deposit is confirmed and is being swapped. ${HOLDS}`,
    ],
    [
      "streaming",
      "Swapping",
      { node: streamingBody({ quantity: 16, count: 6 }) },
      `The swap is running: 6 of 16 parts are done. ${HOLDS}`,
    ],
    [
      "limit order",
      "Limit order open",
      { node: body(swapping, { tx: memo("=<:ETH.USDC:x:5") }) },
      `The limit order is open. It is swapped when the pools reach its price. What is not swapped when the order expires is refunded. ${HOLDS}`,
    ],
    [
      "scheduled",
      "Waiting to be paid out",
      planned(scheduled, plan.user),
      `${SWAPPED} ${WAITS}. ${LEFT} ${HOLDS}`,
    ],
    [
      "refund scheduled",
      "Waiting to be refunded",
      planned(scheduled, plan.refund),
      `The deposit goes back. It waits to be refunded on Bitcoin. ${LEFT} ${HOLDS}`,
    ],
    [
      "signing",
      "Waiting to be paid out",
      planned(signing, plan.user),
      `${SWAPPED} ${WAITS}, and is being signed. ${HOLDS}`,
    ],
    [
      "payout and refund, 3 hours late",
      "Waiting to be paid out and refunded",
      {
        node: body(
          { ...signing, outbound_signed: { blocks_since_scheduled: 1_800, completed: false } },
          { planned: [plan.user, plan.refund] },
        ),
      },
      `A part of the deposit is swapped, and the rest goes back. The payout waits on Ethereum, and the refund on Bitcoin while they are signed. When read, the payout was about 3 hours late. ${HOLDS}`,
    ],
    [
      "a payout that is two days late, where the network gives up in the end",
      "Waiting to be paid out",
      {
        node: body(
          { ...signing, outbound_signed: { blocks_since_scheduled: 28_800, completed: false } },
          { planned: [plan.user] },
        ),
        payoutEnd: { afterSeconds: 1_800_000, isSwappedBack: true },
      },
      `${SWAPPED} ${WAITS}, and is being signed. When read, the payout was about 2 days late. About 20 days 20 hours after a payment is planned, the network tries to swap it back, at any price. ${HOLDS}`,
    ],
    [
      "a limit order that ended, its fill unknown",
      "Waiting to be refunded",
      planned(signing, plan.refund, memo("=<:ETH.USDC:x:5")),
      `The deposit, or a part of it, goes back. It waits to be refunded on Bitcoin, and is being signed. ${HOLDS}`,
    ],
    [
      "a part of the parts failed",
      "Swapping",
      {
        node: body(swapping),
        queue: {
          ...noQueue,
          queued: {
            ...{
              count: 4,
              quantity: 10,
              asset: "ETH.ETH",
              intervalBlocks: 0,
              deposit: 9n,
              in: 2n,
              out: 5n,
              failed: 2,
            },
            ...{ target: 0n, sinceHeight: null },
          },
        },
      },
      `The swap is running: 4 of 10 parts are done. 2 of them failed: what they did not swap is refunded at the end. ${HOLDS}`,
    ],
    [
      "signing, chain not known",
      "Waiting to be paid out",
      planned(signing, { ...plan.user, chain: "NEW" }),
      `${SWAPPED} It waits to be paid out, and is being signed. ${HOLDS}`,
    ],
    [
      "signing, verdict not known",
      "Waiting to be paid out",
      { ...planned(signing, plan.user), signingOf: () => "unknown" },
      `${SWAPPED} ${WAITS}, and is being signed. ${HOLDS} ${payoutsNotChecked("Ethereum")}`,
    ],
    [
      "signing, halted",
      `Waiting to be paid out: ${payoutsAreHalted()}`,
      { ...planned(signing, plan.user), signingOf: () => "halted" },
      `${SWAPPED} ${payoutsHalted("Ethereum")} ${NO_END} ${HOLDS}`,
    ],
    [
      "refund signing",
      "Waiting to be refunded",
      planned(signing, plan.refund),
      `The deposit goes back. It waits to be refunded on Bitcoin, and is being signed. ${HOLDS}`,
    ],
    [
      "refund signing, halted",
      `Waiting to be refunded: ${payoutsAreHalted()}`,
      { ...planned(signing, plan.refund), signingOf: () => "halted" },
      `The deposit goes back. ${payoutsHalted("Bitcoin")} The refund waits with no end date. ${HOLDS}`,
    ],
    [
      "signing, halted on a chain not known",
      `Waiting to be paid out: ${payoutsAreHalted()}`,
      { ...planned(signing, { ...plan.user, chain: "NEW" }), signingOf: () => "halted" },
      `${SWAPPED} ${payoutsHalted("that chain")} ${NO_END} ${HOLDS}`,
    ],
    [
      "scheduled, signing halted",
      `Waiting to be paid out: ${payoutsAreHalted()}`,
      { ...planned(scheduled, plan.user), signingOf: () => "halted" },
      `${SWAPPED} ${payoutsHalted("Ethereum")} ${NO_END} ${HOLDS}`,
    ],
    [
      "not classifiable",
      "A payout was sent, not known to whom",
      { node: sentBody(out.affiliate), signingOf: () => "halted" },
      "A payout was sent, but this record does not show to whom. The swap counts as paid out once a payout to the recipient is known.",
    ],
    [
      "done",
      "Paid out",
      { node: sentBody(out.user) },
      "Paid out: the payout on Ethereum was sent. The receiving wallet shows when it arrives.",
    ],
    [
      "done on the protocol's own chain",
      "Paid out",
      {
        node: body(
          { ...signed, outbound_signed: undefined },
          {
            tx: memo("=:THOR.RUNE:thor1recipientexample00000000000000000000000"),
            outs: [
              {
                id: ZEROS,
                chain: "THOR",
                to_address: "thor1recipientexample00000000000000000000000",
                coins: [{ asset: "THOR.RUNE", amount: "5" }],
                memo: "OUT:A",
              },
            ],
          },
        ),
      },
      "Paid out: the payout on THORChain was made.",
    ],
    [
      "done by the indexer alone",
      "Paid out",
      { indexer: actions(swapped) },
      "Paid out: the payout on Ethereum was sent. The receiving wallet shows when it arrives. Only the indexer says so: the node could not be read.",
    ],
    [
      "swapping by the indexer alone",
      "Swapping",
      { indexer: recorded("swap", "pending") },
      `The deposit is confirmed and is being swapped. ${HOLDS} Only the indexer says so: the node could not be read.`,
    ],
    [
      "done without a payout",
      "Recorded as paid out, no payout shown",
      { indexer: recorded("swap", "success") },
      "Recorded as paid out, but no payout to the recipient is shown. Only the indexer says so: the node could not be read.",
    ],
    [
      "refunded",
      "Refunded",
      { node: sentBody(out.refund) },
      "Refunded: the deposit was sent back. It was not swapped.",
    ],
    [
      "refunded, not final",
      "Refunded",
      { indexer: actions(refunded) },
      "Refunded: the deposit was sent back. It was not swapped. Only the indexer says so: the node could not be read.",
    ],
    [
      "refunded without a payout",
      "Recorded as refunded, no refund shown",
      { indexer: recorded("refund", "success") },
      "Recorded as refunded, but no refund is shown. Fees may have taken the whole amount. Only the indexer says so: the node could not be read.",
    ],
    [
      "partly refunded",
      "Partly refunded",
      { node: sentBody(out.user, out.refund) },
      "Partly refunded: a part was swapped and paid out, the rest sent back.",
    ],
    [
      "failed",
      "Failed",
      { node: unseenBody, indexer: recorded("failed", "success") },
      "Failed: the network rejected the transaction. Nothing was swapped. Look at the sender's balance: the money is normally still there.",
    ],
    [
      "no output yet",
      "No payout seen so far",
      { node: body(at.swapped) },
      "The deposit was processed, and no payout is seen so far. One may still be planned.",
    ],
    [
      "no output",
      "Nothing to pay out",
      { node: body(at.swapped), indexer: actions(), finalisedSinceMs: 0 },
      "The deposit was processed, and there is nothing to pay out. Usually the amount did not cover the fees, or too little was left of it.",
    ],
    [
      "unavailable",
      "Not checked",
      {},
      "The state of this swap could not be checked. This says nothing about the swap itself. Where the money is now is not known here.",
    ],
  ];
  for (const [name, headline, input, explanation] of rows)
    test(name, () => expect(read(input)).toMatchObject({ headline, explanation }));
});

test.describe("trading that is halted on either side is told until the deposit is swapped", () => {
  const toNote = (chain: string) =>
    ` Trading on ${chain} is halted now. Until trading opens again the deposit is not swapped: it may wait or be sent back.`;
  const [source, target] = ["Bitcoin", "Ethereum"];
  const rows: [name: string, input: Partial<SwapInput>, halted: string, told: string | null][] = [
    ["not seen, its chain named", { node: unseenBody, chain: "BTC" }, "BTC", source],
    ["not seen, its chain not named", { node: unseenBody }, "BTC", null],
    ["observing", { node: body(at.observing) }, "BTC", source],
    ["confirming", { node: body(at.confirming) }, "BTC", source],
    ["confirming, the target halted", { node: body(at.confirming) }, "ETH", target],
    ["confirming, another chain halted", { node: body(at.confirming) }, "LTC", null],
    ["done", { node: sentBody(out.user) }, "BTC", null],
  ];
  for (const [name, input, halted, told] of rows)
    test(name, () => {
      const tradingOf = (chain: string) => (chain === halted ? "halted" : "open");
      const note = told === null ? "" : toNote(told);
      expect(read({ ...input, tradingOf }).explanation).toBe(`${read(input).explanation}${note}`);
    });
});

test.describe("a swap in the queue keeps what is swapped while the network stops", () => {
  const goesOn = "What is swapped stays swapped. The rest waits, and goes on";
  const halted = (chain: string) =>
    ` Trading on ${chain} is halted now. ${goesOn} when trading opens again.`;
  const paused = ` Swaps of several parts wait on the whole network. ${goesOn} when the pause ends.`;
  const parts = streamingBody({ quantity: 16, count: 6 });
  const queue = (isPartsPaused: boolean): Partial<SwapInput> => ({
    queue: { ...noQueue, isPartsPaused },
  });
  const rows: [name: string, input: Partial<SwapInput>, halted: string, told: string][] = [
    ["trading halted", { node: parts }, "BTC", halted("Bitcoin")],
    ["of one part", { node: body(swapping) }, "ETH", halted("Ethereum")],
    ["another chain halted", { node: parts }, "LTC", ""],
    ["parts paused", { node: parts, ...queue(true) }, "", paused],
    ["parts paused, of one part", { node: body(swapping), ...queue(true) }, "", ""],
    ["nothing stopped", { node: parts, ...queue(false) }, "", ""],
  ];
  for (const [name, input, halted, told] of rows) {
    test(name, () => {
      const tradingOf = (chain: string) => (chain === halted ? "halted" : "open");
      const plain = read({ node: input.node ?? null }).explanation;
      expect(read({ ...input, tradingOf }).explanation).toBe(`${plain}${told}`);
    });
  }
  test("of two halted chains, the one whose trading has ended is told", () => {
    const isEnded = (chain: string) => chain === "ETH";
    const told = (tradingOf: SwapInput["tradingOf"]) =>
      read({ node: parts, tradingOf, isEnded }).explanation;
    expect(told(() => "halted")).toContain(
      " Trading on Ethereum has ended for good. What is swapped stays swapped. Nobody",
    );
    expect(told(() => "open")).not.toContain("ended");
  });
});

test("a payout that the node counts as signed and does not show is not said to be sent", () => {
  const vanished = read({ node: plannedBody(signed, plan.user) });
  expect(vanished).toMatchObject({
    state: "outbound_signing",
    terminal: false,
    headline: "Payout not shown yet",
  });
  expect(vanished.explanation).toContain("counts this deposit as over, but shows no payout.");
  const refund = read({ node: plannedBody(signed, plan.refund) });
  expect(refund.headline).toBe("Refund not shown yet");
});

test("what goes back of a trade or secured asset is booked without a record, and said so", () => {
  for (const [asset, isBooked] of [
    ["BTC~BTC", true],
    ["BTC-BTC", true],
    ["BTC.BTC", false],
    ["BTC/BTC", false],
  ] as const) {
    const node = body(at.swapped, { tx: { ...tx, coins: [{ asset, amount: "5" }] } });
    const { explanation } = read({ node, indexer: actions(), finalisedSinceMs: 0 });
    expect(explanation.includes("Look at its balance"), asset).toBe(isBooked);
  }
});

test.describe("the chain that the payout goes to", () => {
  const paidFirst = { planned: [plan.user, plan.refund], outs: [out.user] };
  const rows: [string, Partial<SwapInput>, string | null][] = [
    ["of the memo before a payout is planned", { node: body(swapping) }, "ETH"],
    ["of the planned payout", { node: plannedBody(signing, plan.user) }, "ETH"],
    ["of the refund that is not sent yet", { node: body(signing, paidFirst) }, "BTC"],
    ["unknown while nothing is seen", { node: unseenBody }, null],
  ];
  for (const [name, input, want] of rows)
    test(name, () => expect(read(input).payoutChain).toBe(want));
});
