// What is told in each situation of a swap, asked directly: claims of one source, limit orders, references, and what stops a swap on its way.
import { expect, test } from "@playwright/test";
import type { LimitOrder } from "../../../../lib/protocol/model/swap.ts";
import {
  payoutsAreHalted,
  payoutsHalted,
  payoutsNotChecked,
} from "../../../../lib/protocol/safety/sentences.ts";
import { explainSwap, type Situation, swapHeadline } from "../../../../lib/protocol/swap/words.ts";

const swap: Situation = {
  state: "confirming",
  terminal: false,
  refundExpected: false,
  signing: "open",
  refundWait: null,
  sourceChainName: "Bitcoin",
  payoutChainName: "Ethereum",
  isPaidNatively: false,
  haltedChain: null,
  streaming: null,
  isPartsPaused: false,
  payoutEnd: { afterSeconds: "never", isSwappedBack: true },
  limitOrder: false,
  order: null,
  isMemoless: false,
  isMemolessHalted: false,
  isBookedBack: false,
  shown: new Set(),
  secondsLeft: null,
  doubt: null,
  claimed: null,
};
const orderOf = (status: LimitOrder["status"], filledBps: number | null = null) =>
  ({ status, filledBps }) as LimitOrder;
const tell = (changes: Partial<Situation>) => explainSwap({ ...swap, ...changes });

test.describe("a refund that waits beside a payout is told with its own chain", () => {
  const both = {
    state: "outbound_scheduled",
    refundExpected: true,
    shown: new Set(["swap", "refund"]),
    refundWait: { chainName: "Bitcoin", signing: "open" },
  } satisfies Partial<Situation>;
  const side = "A part of the deposit is swapped, and the rest goes back.";
  const refundHalted = `${payoutsHalted("Bitcoin")} The refund waits with no end date.`;
  const rows: [what: string, changes: Partial<Situation>, text: string][] = [
    [
      "both run",
      {},
      "The payout waits on Ethereum, and the refund on Bitcoin. Large payouts wait longer.",
    ],
    [
      "both are signed",
      { state: "outbound_signing" },
      "The payout waits on Ethereum, and the refund on Bitcoin while they are signed.",
    ],
    [
      "the payout is halted",
      { signing: "halted" },
      `${payoutsHalted("Ethereum")} The payout waits with no end date. The refund waits on Bitcoin.`,
    ],
    [
      "the refund is halted",
      { refundWait: { chainName: "Bitcoin", signing: "halted" } },
      `The payout waits on Ethereum. ${refundHalted} Large payouts wait longer.`,
    ],
    [
      "both are halted",
      { signing: "halted", refundWait: { chainName: "Bitcoin", signing: "halted" } },
      `${payoutsHalted("Ethereum")} The payout waits with no end date. ${refundHalted}`,
    ],
    [
      "nobody checked the refund's",
      { state: "outbound_signing", refundWait: { chainName: "Bitcoin", signing: "unknown" } },
      `The payout waits on Ethereum. The refund waits on Bitcoin. ${payoutsNotChecked("Bitcoin")}`,
    ],
  ];
  for (const [what, changes, text] of rows)
    test(what, () =>
      expect(tell({ ...both, ...changes })).toBe(`${side} ${text} The network holds the money.`),
    );
  test("the headline names both", () => {
    expect(swapHeadline({ ...swap, ...both })).toBe("Waiting to be paid out and refunded");
    expect(swapHeadline({ ...swap, ...both, refundWait: null })).toBe("Waiting to be refunded");
  });
});

test.describe("what one source claims is told as a claim, and nothing else is told of the money", () => {
  const rows: [claimed: Situation["claimed"], claim: string][] = [
    ["done", "this swap is paid out"],
    ["refunded", "this deposit was refunded"],
    ["partially_refunded", "this swap is partly paid out and partly refunded"],
    ["failed", "the network rejected this transaction"],
    ["unknown", "this transaction is not a swap"],
    [null, "this transaction is not a swap"],
  ];
  for (const [claimed, claim] of rows) {
    test(`${claimed}`, () => {
      const stopped = {
        haltedChain: "Bitcoin",
        isMemoless: true,
        secondsLeft: 120,
        isPartsPaused: true,
      } as const;
      for (const state of [
        "unknown",
        "confirming",
        "swapping",
        "outbound_signing",
        "done",
      ] as const) {
        const now = { ...swap, ...stopped, state, claimed, doubt: "unconfirmed" } as const;
        expect(explainSwap(now), state).toBe(
          `One source says ${claim}. No second source has confirmed it yet. Where the money is now is not confirmed.`,
        );
        expect(swapHeadline(now), state).toBe("Not confirmed by a second source yet");
      }
    });
  }
});

test("what one source says of a swap under way is told as its word", () => {
  const rows: [changes: Partial<Situation>, claim: string][] = [
    [{ claimed: "observing" }, "One source has seen the deposit."],
    [{ claimed: "confirming" }, "One source says the deposit waits for confirmations."],
    [{ claimed: "swapping" }, "One source says the deposit is being swapped."],
    [{ claimed: "outbound_scheduled" }, "One source says a payout is planned."],
    [{ claimed: "outbound_signing" }, "One source says a payout is planned."],
    [
      { claimed: "outbound_signing", isRefundClaimed: true },
      "One source says a refund is planned.",
    ],
    [{ claimed: "no_output" }, "One source says there is nothing to pay out."],
  ];
  for (const [changes, claim] of rows)
    expect(tell({ ...changes, doubt: "unconfirmed" }), claim).toBe(
      `${claim} No second source has confirmed it yet. Where the money is now is not confirmed.`,
    );
  const forgotten =
    "Only the indexer tells of this swap. The nodes keep no record of it any more, and nothing more will come.";
  expect(tell({ claimed: "done", doubt: "unconfirmed", isForgotten: true })).toBe(
    `One source says this swap is paid out. No second source has confirmed it yet. Where the money is now is not confirmed. ${forgotten}`,
  );
  expect(tell({ claimed: "done", doubt: "unconfirmed", secondsLate: 600 })).not.toMatch(
    /late|left/,
  );
});

test.describe("a payout that the network no longer tries, or that is late", () => {
  const back =
    "The network usually swaps such money back, at any price. Look at the balances of the recipient and of the sender, or of the refund address in the memo. If the money did not arrive, show this id to the network's team.";
  const ask = back.slice(back.indexOf("Look"));
  const [never, ending, forGood] = [
    { afterSeconds: "never", isSwappedBack: true },
    { afterSeconds: 180_000, isSwappedBack: true },
    { afterSeconds: 180_000, isSwappedBack: false },
  ] as const;
  const ends = "About 2 days 2 hours after a payment is planned, the network";
  const waits = "The deposit is swapped. It waits to be paid out on Ethereum, and is being signed.";
  const rows: [changes: Partial<Situation>, text: string, headline: string][] = [
    [
      { state: "dropped", payoutEnd: ending },
      `The deposit is swapped. No payout is recorded, and the network no longer tries. ${back}`,
      "Payout no longer tried",
    ],
    [
      { state: "dropped", payoutEnd: never },
      `The deposit is swapped. No payout is recorded, and the network no longer tries. ${ask}`,
      "Payout no longer tried",
    ],
    [
      { state: "dropped", refundExpected: true, isWholeBack: true, payoutEnd: forGood },
      `The deposit was to go back. No refund is recorded, and the network no longer tries. ${ask}`,
      "Refund no longer tried",
    ],
    [
      { state: "dropped", refundExpected: true, isWholeBack: true, payoutEnd: ending },
      "The deposit was to go back. No refund is recorded, and the network no longer tries. The network may have sent the money to its treasury. Look at the balance of the sender, or of the refund address in the memo. If the money did not arrive, show this id to the network's team.",
      "Refund no longer tried",
    ],
    [
      {
        state: "dropped",
        refundExpected: true,
        shown: new Set(["swap"] as const),
        payoutEnd: forGood,
      },
      `A part of the deposit is swapped, and the rest was to go back. No refund is recorded, and the network no longer tries. ${ask}`,
      "Refund no longer tried",
    ],
    [
      { secondsLate: 10_800, refundExpected: true, isWholeBack: true, payoutEnd: ending },
      `The deposit goes back. It waits to be refunded on Ethereum, and is being signed. When read, the refund was about 3 hours late. ${ends} stops trying, and the money may not come back. The network holds the money.`,
      "Waiting to be refunded",
    ],
    [
      { secondsLate: 10_800, payoutEnd: never },
      `${waits} When read, the payout was about 3 hours late. The network holds the money.`,
      "Waiting to be paid out",
    ],
    [
      { secondsLate: 10_800, payoutEnd: ending },
      `${waits} When read, the payout was about 3 hours late. ${ends} tries to swap it back, at any price. The network holds the money.`,
      "Waiting to be paid out",
    ],
    [
      { secondsLate: 10_800, refundExpected: true, isWholeBack: true, payoutEnd: forGood },
      `The deposit goes back. It waits to be refunded on Ethereum, and is being signed. When read, the refund was about 3 hours late. ${ends} stops trying for good. The network holds the money.`,
      "Waiting to be refunded",
    ],
    [
      { secondsLate: 10_800, signing: "halted", payoutChainName: null, payoutEnd: ending },
      `The deposit is swapped. ${payoutsHalted("that chain")} The payout waits. ${ends} tries to swap it back, at any price. When read, the payout was about 3 hours late. The network holds the money.`,
      `Waiting to be paid out: ${payoutsAreHalted()}`,
    ],
    [
      { refundExpected: true, isWholeBack: true, limitOrder: true },
      "The deposit, or a part of it, goes back. It waits to be refunded on Ethereum, and is being signed. The network holds the money.",
      "Waiting to be refunded",
    ],
    [
      { refundExpected: true, isWholeBack: true, shown: new Set(["swap"] as const) },
      "A part of the deposit is swapped, and the rest goes back. It waits to be refunded on Ethereum, and is being signed. The network holds the money.",
      "Waiting to be refunded",
    ],
  ];
  for (const [index, [changes, text, headline]] of rows.entries()) {
    test(`${index}: ${headline}`, () => {
      const now = { ...swap, state: "outbound_signing", ...changes } as const;
      expect([explainSwap(now), swapHeadline(now)]).toEqual([text, headline]);
    });
  }
});

test("of a partial refund, the parts are counted where the failed ones are known", () => {
  const of = (failed: number | null) =>
    tell({
      state: "partially_refunded",
      terminal: true,
      streaming: { count: 5, quantity: 9, failed },
    });
  const told = (parts: string) =>
    `Partly refunded: ${parts} swapped and paid out, the rest sent back.`;
  expect([of(2), of(0), of(null)]).toEqual([
    told("3 of 9 parts were"),
    told("5 of 9 parts were"),
    told("a part was"),
  ]);
});

test("that payouts were not checked is told of what is scheduled, and of what is signed", () => {
  const unchecked = payoutsNotChecked("Ethereum");
  for (const state of ["outbound_scheduled", "outbound_signing", "swapping"] as const)
    expect(tell({ state, signing: "unknown" }).includes(unchecked), state).toBe(
      state !== "swapping",
    );
});

test("of an id that nobody has seen, the chain is asked for where nobody named it", () => {
  const ask = "If you know the chain that it was sent on, name it.";
  expect(tell({ state: "unknown", sourceChainName: null })).toContain(ask);
  expect(tell({ state: "unknown" })).not.toContain(ask);
});

test.describe("a limit order", () => {
  const holds = "The network holds the money.";
  const unfilled = "What is not swapped when the order expires is refunded.";
  const open = `The limit order is open. It is swapped when the pools reach its price. ${unfilled} ${holds}`;
  const partly = (percent: number) =>
    `The limit order is partly filled: ${percent} % of the deposit is swapped. The rest waits for its price. ${unfilled} ${holds}`;
  const rows: [order: LimitOrder, text: string, headline: string][] = [
    [orderOf("resting"), open, "Limit order open"],
    [orderOf("resting", 2_500), open, "Limit order open"],
    [orderOf("partly_filled", 2_500), partly(25), "Limit order partly filled"],
    [orderOf("partly_filled", 199), partly(1), "Limit order partly filled"],
    [orderOf("partly_filled", null), open, "Limit order partly filled"],
  ];
  for (const [order, text, headline] of rows) {
    test(`${order.status} ${order.filledBps}`, () => {
      const now = { ...swap, state: "swapping", limitOrder: true, order } as const;
      expect([explainSwap(now), swapHeadline(now)]).toEqual([text, headline]);
    });
  }

  const ends: [order: LimitOrder | null, end: string][] = [
    [null, ""],
    [orderOf("filled"), ""],
    [orderOf("expired"), "The limit order expired. "],
    [orderOf("cancelled"), "The limit order was cancelled. "],
  ];
  for (const [order, end] of ends) {
    test(`over: ${order?.status}`, () => {
      const over = { order, terminal: true, shown: new Set(["refund"] as const) };
      expect(tell({ ...over, state: "refunded" })).toBe(
        `${end}Refunded: the deposit was sent back. It was not swapped.`,
      );
      expect(tell({ ...over, state: "partially_refunded" })).toBe(
        `${end}Partly refunded: a part was swapped and paid out, the rest sent back.`,
      );
      expect(tell({ ...over, state: "no_output", isBookedBack: true })).toBe(
        `The deposit was processed, and there is nothing to pay out. ${end}A trade or secured asset that goes back is booked on its account, without a record here. Look at its balance.`,
      );
    });
  }
});

test.describe("a deposit whose memo is a reference", () => {
  const seen =
    "The network has seen the deposit and waits for confirmations on Bitcoin. A larger deposit waits longer. The network holds the money. Nothing is swapped yet.";
  const lookup = " The deposit has no memo of its own.";
  const rows: [changes: Partial<Situation>, told: string][] = [
    [{ isMemolessHalted: true }, ""],
    [{ isMemoless: true }, `${lookup} The network looks up the memo that was stored for it.`],
    [
      { isMemoless: true, isMemolessHalted: true },
      " The deposit has no memo of its own, and the network does not look up stored memos now. It is likely to be refunded.",
    ],
    [
      { haltedChain: "Bitcoin", isEnded: true },
      " Trading on Bitcoin has ended for good. The deposit is not swapped: it may wait or be sent back.",
    ],
    [
      { isMemoless: true, haltedChain: "Bitcoin" },
      `${lookup} The network looks up the memo that was stored for it. Trading on Bitcoin is halted now. Until trading opens again the deposit is not swapped: it may wait or be sent back.`,
    ],
  ];
  for (const [changes, told] of rows) {
    test(JSON.stringify(changes), () => expect(tell(changes)).toBe(`${seen}${told}`));
  }
  test("is told only until it is swapped, and not of what is no swap", () => {
    for (const state of [
      "swapping",
      "outbound_scheduled",
      "outbound_signing",
      "done",
      "refunded",
    ] as const) {
      expect(tell({ state, isMemoless: true }), state).toBe(tell({ state }));
    }
    for (const state of ["unknown", "observing"] as const) {
      expect(tell({ state, isMemoless: true }), state).toBe(
        `${tell({ state })}${lookup} The network looks up the memo that was stored for it.`,
      );
    }
    const noSwap = { state: "unknown", doubt: "not_a_swap" } as const;
    expect(tell({ ...noSwap, isMemoless: true, haltedChain: "Bitcoin" })).toBe(tell(noSwap));
  });
});

test.describe("what waits in the queue", () => {
  const paused =
    " Swaps of several parts wait on the whole network. What is swapped stays swapped. The rest waits, and goes on when the pause ends.";
  const rows: [what: string, changes: Partial<Situation>, told: string][] = [
    ["one part", {}, ""],
    ["several parts", { streaming: { count: 1, quantity: 3, failed: null } }, paused],
    ["a limit order", { limitOrder: true, order: orderOf("resting") }, paused],
    [
      "a halt before a pause",
      { streaming: { count: 1, quantity: 3, failed: null }, haltedChain: "Ethereum" },
      " Trading on Ethereum is halted now. What is swapped stays swapped. The rest waits, and goes on when trading opens again.",
    ],
    [
      "a chain that ended",
      {
        streaming: { count: 1, quantity: 3, failed: null },
        haltedChain: "Ethereum",
        isEnded: true,
      },
      " Trading on Ethereum has ended for good. What is swapped stays swapped. Nobody knows whether the rest is swapped or refunded.",
    ],
  ];
  for (const [what, changes, told] of rows) {
    test(what, () => {
      const plain = tell({ ...changes, haltedChain: null, isEnded: false, state: "swapping" });
      expect(tell({ ...changes, state: "swapping", isPartsPaused: true })).toBe(`${plain}${told}`);
      expect(
        tell({ ...changes, state: "confirming", isPartsPaused: true, haltedChain: null }),
      ).toBe(tell({ ...changes, state: "confirming", haltedChain: null }));
    });
  }
});

test.describe("a payout that the records do not show, or show nobody's", () => {
  const rows: [changes: Partial<Situation>, text: string, headline: string][] = [
    [
      { doubt: "payout_unseen" },
      "The deposit is swapped. The network counts this deposit as over, but shows no payout. Its chain may have reversed the deposit.",
      "Payout not shown yet",
    ],
    [
      { doubt: "payout_unseen", refundExpected: true },
      "The deposit, or a part of it, goes back. The network counts this deposit as over, but shows no refund. Its chain may have reversed the deposit.",
      "Refund not shown yet",
    ],
    [
      { doubt: "payout_unseen", signing: "unknown" },
      `The deposit is swapped. The network counts this deposit as over, but shows no payout. Its chain may have reversed the deposit. ${payoutsNotChecked("Ethereum")}`,
      "Payout not shown yet",
    ],
    [
      { doubt: "not_classifiable", signing: "unknown" },
      "A payout was sent, but this record does not show to whom. The swap counts as paid out once a payout to the recipient is known.",
      "A payout was sent, not known to whom",
    ],
    [
      { payoutChainName: null, signing: "unknown" },
      `The deposit is swapped. It waits to be paid out, and is being signed. The network holds the money. ${payoutsNotChecked("that chain")}`,
      "Waiting to be paid out",
    ],
    [
      { doubt: "node_unread", signing: "halted" },
      `The deposit is swapped. ${payoutsHalted("Ethereum")} The payout waits with no end date. Only the indexer says so: the node could not be read.`,
      `Waiting to be paid out: ${payoutsAreHalted()}`,
    ],
  ];
  for (const [changes, text, headline] of rows) {
    test(JSON.stringify(changes), () => {
      const now = { ...swap, ...changes, state: "outbound_signing" } as const;
      expect([explainSwap(now), swapHeadline(now)]).toEqual([text, headline]);
    });
  }
});

test("the id of a payout names the deposit of that swap, and a text below its headline does not say it again", () => {
  const [paidFor, state] = ["AB", "unknown"] as const;
  const own =
    "n indexer names this as the id of a payout. The deposit of that swap is AB. Ask for that id.";
  expect(swapHeadline({ ...swap, state, paidFor })).toBe("Not seen as a deposit");
  expect(tell({ state, paidFor })).toBe(`Not seen as a deposit: a${own}`);
  expect(explainSwap({ ...swap, state, paidFor }, true)).toBe(`A${own}`);
  // A sentence stands before the headline.
  const over = {
    state: "refunded",
    order: orderOf("expired"),
    shown: new Set(["refund"] as const),
  } as const;
  expect(explainSwap({ ...swap, ...over }, true)).toBe(tell(over));
});
