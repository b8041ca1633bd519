import { expect, test } from "@playwright/test";
import { noQueue, type SwapInput } from "../../../../lib/protocol/swap/status.ts";
import {
  action,
  actions,
  at,
  body,
  memo,
  out,
  plan,
  read,
  refunded,
  scheduled,
  signed,
  signing,
  swapped,
  swapping,
  tx,
  unseenBody,
} from "../../../fixtures/swap-bodies.ts";

test.describe("stages", () => {
  const rows: [string, Partial<SwapInput>, string][] = [
    ["unknown", { node: unseenBody }, "-----"],
    ["observing", { node: body(at.observing) }, "-----"],
    ["confirming", { node: body(at.confirming) }, "o----"],
    ["swapping", { node: body(swapping) }, "oo---"],
    ["scheduled", { node: body(scheduled, { planned: [plan.user] }) }, "ooo--"],
    ["signing", { node: body(signing, { planned: [plan.user] }) }, "oooo-"],
    ["no output", { node: body(at.swapped) }, "ooo--"],
    ["done", { node: body(signed, { outs: [out.user] }) }, "ooooo"],
    ["refunded: never swapped", { node: body(signed, { outs: [out.refund] }) }, "oo-oo"],
    ["partly refunded", { node: body(signed, { outs: [out.user, out.refund] }) }, "ooooo"],
    ["not a swap", { node: body(at.swapped, { tx: memo("+:BTC.BTC") }) }, "oo---"],
    ["failed", { node: unseenBody, indexer: actions(action("failed", "success")) }, "o----"],
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
    expect(read({ node: body(scheduled, { planned: [plan.user] }) }).stages.slice(3)).toStrictEqual([
      { stage: "outbound_scheduled", done: false, secondsLeft: 360 },
      { stage: "outbound_signed", done: false },
    ]);
    expect(read({ node: body(signing, { planned: [plan.user] }) }).stages[3]).toEqual({
      stage: "outbound_scheduled",
      done: true,
    });
    expect(read({ node: body(scheduled, { planned: [plan.user] }) }).stages[1]).toEqual({
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
      const node = body({ ...swapping, swap_status: { pending: true, streaming: said } });
      expect(read({ node }).stages[2]?.streaming).toEqual(want);
    });
  }
});

test.describe("the explanation", () => {
  const planned = (stages: typeof signing | typeof scheduled, output: object) => ({
    node: body(stages, { planned: [output as Record<string, unknown>] }),
  });
  const unseen =
    "The id may be wrong, the deposit may be too young or below the dust threshold, or the source chain may be halted. This does not mean that it failed.";
  const rows: [string, Partial<SwapInput>, string][] = [
    ["unknown", { node: unseenBody }, `Not seen yet. ${unseen}`],
    ["given up", { node: unseenBody, firstAskedMs: 0 }, `Still unknown after two hours. ${unseen}`],
    [
      "not a swap",
      { node: body(at.swapped, { tx: memo("+:BTC.BTC") }), firstAskedMs: 0 },
      "This transaction was processed, but its memo is not that of a swap.",
    ],
    ["observing", { node: body(at.observing) }, "Seen by some nodes of the network, not yet by enough of them."],
    [
      "confirming",
      { node: body(at.confirming) },
      "Seen by the network, which now waits for confirmations on the source chain; larger deposits wait longer. Nothing has been swapped yet. About 7 minutes of this wait were left when it was read.",
    ],
    [
      "confirming, no time left",
      {
        node: body({
          ...at.confirming,
          inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: false },
        }),
      },
      "Seen by the network, which now waits for confirmations on the source chain; larger deposits wait longer. Nothing has been swapped yet.",
    ],
    ["swapping", { node: body(swapping) }, "The deposit is confirmed and the swap is running."],
    [
      "streaming",
      { node: body({ ...swapping, swap_status: { pending: true, streaming: { quantity: 16, count: 6 } } }) },
      "The swap is running: 6 of 16 parts are done.",
    ],
    [
      "limit order",
      { node: body(swapping, { tx: memo("=<:ETH.USDC:x") }) },
      "The limit order is open: it is swapped when its price is reached.",
    ],
    [
      "scheduled",
      planned(scheduled, plan.user),
      "Swapped. The payout to Ethereum is scheduled; large payouts wait longer. About 6 minutes of this wait were left when it was read.",
    ],
    [
      "refund scheduled",
      planned(scheduled, plan.refund),
      "The deposit, or a part of it, is to be refunded. The refund to Bitcoin is scheduled; large payouts wait longer. About 6 minutes of this wait were left when it was read.",
    ],
    ["signing", planned(signing, plan.user), "Swapped. The payout to Ethereum is being signed and sent."],
    [
      "signing, chain not known",
      planned(signing, { ...plan.user, chain: "NEW" }),
      "Swapped. The payout is being signed and sent.",
    ],
    [
      "signing, verdict not known",
      { ...planned(signing, plan.user), signingOf: () => "unknown" },
      "Swapped. The payout to Ethereum is being signed and sent. Whether that chain signs payouts now is not known.",
    ],
    [
      "signing, halted",
      { ...planned(signing, plan.user), signingOf: () => "halted" },
      "Swapped. The payout to Ethereum waits: signing on Ethereum is halted. It is not lost.",
    ],
    [
      "refund signing, halted",
      { ...planned(signing, plan.refund), signingOf: () => "halted" },
      "The deposit, or a part of it, is to be refunded. The refund to Bitcoin waits: signing on Bitcoin is halted. It is not lost.",
    ],
    [
      "signing, halted on a chain not known",
      { ...planned(signing, { ...plan.user, chain: "NEW" }), signingOf: () => "halted" },
      "Swapped. The payout waits: signing on that chain is halted. It is not lost.",
    ],
    [
      "scheduled, signing halted",
      { ...planned(scheduled, plan.user), signingOf: () => "halted" },
      "Swapped. The payout to Ethereum is scheduled; large payouts wait longer. About 6 minutes of this wait were left when it was read. Signing is halted on that chain: the payout waits and is not lost.",
    ],
    [
      "not classifiable",
      { node: body(signed, { outs: [out.affiliate] }) },
      "A payout was sent, but this record does not show whose it is. It counts as done only when a payout to the recipient is known.",
    ],
    [
      "done",
      { node: body(signed, { outs: [out.user] }) },
      "Done: the payout to Ethereum was sent. Confirmations on that chain are not watched here.",
    ],
    [
      "done by the indexer alone",
      { indexer: actions(swapped) },
      "Done: the payout to Ethereum was sent. Confirmations on that chain are not watched here. This is the indexer's word: the node could not be read.",
    ],
    [
      "swapping by the indexer alone",
      { indexer: actions(action("swap", "pending")) },
      "The deposit is confirmed and the swap is running. This is the indexer's word: the node could not be read.",
    ],
    [
      "done without a payout",
      { indexer: actions(action("swap", "success")) },
      "Recorded as done, but no payout to the recipient is shown. This is the indexer's word: the node could not be read.",
    ],
    [
      "refunded",
      { node: body(signed, { outs: [out.refund] }) },
      "Refunded: the deposit was sent back, less fees. It was not swapped for the recipient.",
    ],
    [
      "refunded, not final",
      { indexer: actions(refunded) },
      "Refunded: the deposit was sent back, less fees. It was not swapped for the recipient. Not final yet. This is the indexer's word: the node could not be read.",
    ],
    [
      "refunded without a payout",
      { indexer: actions(action("refund", "success")) },
      "Recorded as refunded, but no refund payout is shown: fees may have taken the whole amount. Not final yet. This is the indexer's word: the node could not be read.",
    ],
    [
      "partly refunded",
      { node: body(signed, { outs: [out.user, out.refund] }) },
      "Partly swapped: one part was paid out and the rest was refunded, less fees.",
    ],
    [
      "failed",
      { node: unseenBody, indexer: actions(action("failed", "success")) },
      "Failed: the network rejected the transaction, and nothing was swapped.",
    ],
    [
      "no output yet",
      { node: body(at.swapped) },
      "The deposit was processed and no payout is to be seen so far. One may still be planned.",
    ],
    [
      "no output",
      { node: body(at.swapped), indexer: actions(), finalisedSinceMs: 0 },
      "The deposit was processed and nothing is to be paid out. Usually the amount did not cover the fees, or less than the dust threshold was left of it.",
    ],
    ["unavailable", {}, "The swap's state could not be read. This says nothing about the swap itself."],
  ];
  for (const [name, input, want] of rows) test(name, () => expect(read(input).explanation).toBe(want));
});

test.describe("trading that is halted on either side is told until the deposit is swapped", () => {
  const toNote = (chain: string) =>
    ` Trading on ${chain} is halted now: while that lasts the deposit is not swapped, and it may wait or be sent back.`;
  const [source, target] = ["Bitcoin", "Ethereum"];
  const rows: [name: string, input: Partial<SwapInput>, halted: string, told: string | null][] = [
    ["not seen, its chain named", { node: unseenBody, chain: "BTC" }, "BTC", source],
    ["not seen, its chain not named", { node: unseenBody }, "BTC", null],
    ["observing", { node: body(at.observing) }, "BTC", source],
    ["confirming", { node: body(at.confirming) }, "BTC", source],
    ["confirming, the target halted", { node: body(at.confirming) }, "ETH", target],
    ["confirming, another chain halted", { node: body(at.confirming) }, "LTC", null],
    ["done", { node: body(signed, { outs: [out.user] }) }, "BTC", null],
  ];
  for (const [name, input, halted, told] of rows)
    test(name, () => {
      const tradingOf = (chain: string) => (chain === halted ? "halted" : "open");
      const note = told === null ? "" : toNote(told);
      expect(read({ ...input, tradingOf }).explanation).toBe(`${read(input).explanation}${note}`);
    });
});

test.describe("a swap in the queue keeps what is swapped while the network stops", () => {
  const goesOn = "What is swapped stays swapped, the rest waits and goes on";
  const parts = body({ ...swapping, swap_status: { pending: true, streaming: { quantity: 16, count: 6 } } });
  const queue = (isPartsPaused: boolean): Partial<SwapInput> => ({ queue: { ...noQueue, isPartsPaused } });
  const rows: [name: string, input: Partial<SwapInput>, halted: string, told: string][] = [
    [
      "trading halted",
      { node: parts },
      "BTC",
      ` Trading on Bitcoin is halted now. ${goesOn} when trading opens again.`,
    ],
    [
      "of one part",
      { node: body(swapping) },
      "ETH",
      ` Trading on Ethereum is halted now. ${goesOn} when trading opens again.`,
    ],
    ["another chain halted", { node: parts }, "LTC", ""],
    [
      "parts paused",
      { node: parts, ...queue(true) },
      "",
      ` Swaps in several parts are paused on the whole network. ${goesOn} when the pause ends.`,
    ],
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
});

test("a payout that the node counts as signed and does not show is not said to be sent", () => {
  const vanished = read({ node: body(signed, { planned: [plan.user] }) });
  expect(vanished).toMatchObject({ state: "outbound_signing", terminal: false, headline: "Payout not shown yet" });
  expect(vanished.explanation).toContain("shows no transaction of it");
  const refund = read({ node: body(signed, { planned: [plan.refund] }) });
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
    expect(explanation.includes("look at its balance"), asset).toBe(isBooked);
  }
});

test.describe("the headline", () => {
  const planned = (stages: typeof signing | typeof scheduled, output: object) => ({
    node: body(stages, { planned: [output as Record<string, unknown>] }),
  });
  const halted = { signingOf: () => "halted" as const };
  const rows: [string, Partial<SwapInput>, string][] = [
    ["unknown", { node: unseenBody }, "Not seen yet"],
    ["given up", { node: unseenBody, firstAskedMs: 0 }, "Still not seen"],
    ["not a swap", { node: body(at.swapped, { tx: memo("+:BTC.BTC") }), firstAskedMs: 0 }, "Not a swap"],
    ["observing", { node: body(at.observing) }, "Seen by some nodes"],
    ["confirming", { node: body(at.confirming) }, "Waiting for confirmations"],
    ["swapping", { node: body(swapping) }, "Swapping"],
    ["limit order", { node: body(swapping, { tx: memo("=<:ETH.USDC:x") }) }, "Limit order open"],
    ["scheduled", planned(scheduled, plan.user), "Payout scheduled"],
    ["refund scheduled", planned(scheduled, plan.refund), "Refund scheduled"],
    [
      "scheduled, signing halted",
      { ...planned(scheduled, plan.user), ...halted },
      "Payout scheduled, signing is halted",
    ],
    ["signing", planned(signing, plan.user), "Payout being signed"],
    ["refund signing", planned(signing, plan.refund), "Refund being signed"],
    ["signing, halted", { ...planned(signing, plan.user), ...halted }, "Payout waits: signing is halted"],
    ["refund signing, halted", { ...planned(signing, plan.refund), ...halted }, "Refund waits: signing is halted"],
    [
      "not classifiable",
      { node: body(signed, { outs: [out.affiliate] }), ...halted },
      "A payout was sent, not known to whom",
    ],
    ["done", { node: body(signed, { outs: [out.user] }) }, "Paid out"],
    ["done without a payout", { indexer: actions(action("swap", "success")) }, "Recorded as done, no payout shown"],
    ["refunded", { node: body(signed, { outs: [out.refund] }) }, "Refunded"],
    [
      "refunded without a payout",
      { indexer: actions(action("refund", "success")) },
      "Recorded as refunded, no refund shown",
    ],
    ["partly refunded", { node: body(signed, { outs: [out.user, out.refund] }) }, "Partly paid out, partly refunded"],
    ["failed", { node: unseenBody, indexer: actions(action("failed", "success")) }, "Rejected by the network"],
    ["no output yet", { node: body(at.swapped) }, "No payout seen so far"],
    ["no output", { node: body(at.swapped), indexer: actions(), finalisedSinceMs: 0 }, "Nothing is paid out"],
    ["unavailable", {}, "Could not be read"],
  ];
  for (const [name, input, want] of rows) test(name, () => expect(read(input).headline).toBe(want));
});

test.describe("the chain that the payout goes to", () => {
  const rows: [string, Partial<SwapInput>, string | null][] = [
    ["of the memo before a payout is planned", { node: body(swapping) }, "ETH"],
    ["of the planned payout", { node: body(signing, { planned: [plan.user] }) }, "ETH"],
    [
      "of the refund that is not sent yet",
      { node: body(signing, { planned: [plan.user, plan.refund], outs: [out.user] }) },
      "BTC",
    ],
    ["unknown while nothing is seen", { node: unseenBody }, null],
  ];
  for (const [name, input, want] of rows) test(name, () => expect(read(input).payoutChain).toBe(want));
});
