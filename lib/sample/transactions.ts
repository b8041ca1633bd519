// One transaction for every state of a swap, and one that changes its state with the clock. The id of number n is n sixteen times.
import type { SwapState } from "../protocol/model/swap.ts";
import { dayStart } from "./clock.ts";
import { constants } from "./mimir.ts";
import { NATIVE } from "./quote/state.ts";

/** The order of the sender. Amounts are in 1e8. */
export interface Order {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly streaming?: { readonly interval: number; readonly quantity: number };
  readonly affiliateBps?: number;
  /** A limit order: its price in hundredths of a percent of the pools', the blocks that it may rest and did, and the parts that are filled. */
  readonly limit?: {
    readonly priceBps: bigint;
    readonly blocks: number;
    readonly restedBlocks: number;
    readonly filledParts: number;
  };
  /** The refunded part of the order and its cause: the price limit, a halt, or the end of a limit order. */
  readonly refund?: {
    readonly bps: bigint;
    readonly cause: "limit" | "halt" | "expired" | "cancelled";
  };
}

const sampleTxid = (number: number) => String(number).padStart(4, "0").repeat(16);
const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
const USDT = "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7";
const BTC_TO_ETH: Order = { from: "BTC.BTC", to: "ETH.ETH", amount: 25_000_000n };
const btcToEth = (amount: bigint): Order => ({ ...BTC_TO_ETH, amount });
/** As long as the network allows. */
const LONGEST_REST = { blocks: constants.int_64_values.StreamingLimitSwapMaxAge, restedBlocks: 0 };

const entry = (number: number, shows: SwapState, title: string, order: Order) => ({
  txid: sampleTxid(number),
  shows,
  title,
  order,
});

/** The transactions that always have one state. */
export const sampleTransactions = [
  entry(1, "unknown", "Not seen by the network yet", BTC_TO_ETH),
  entry(2, "observing", "Seen by some nodes, not yet by enough of them", BTC_TO_ETH),
  entry(3, "confirming", "Seen; confirmations on Bitcoin are being counted", BTC_TO_ETH),
  entry(4, "swapping", "Confirmed; waits in the swap queue", {
    from: "DOGE.DOGE",
    to: USDT,
    amount: 500_000_000_000n,
  }),
  entry(5, "swapping", "In parts: some of sixteen parts are done", {
    ...BTC_TO_ETH,
    amount: 400_000_000n,
    streaming: { interval: 4, quantity: 16 },
  }),
  entry(
    6,
    "outbound_scheduled",
    "Swapped; the payout waits for its scheduled block",
    btcToEth(200_000_000n),
  ),
  entry(7, "outbound_signing", "The affiliate is paid already, the recipient not yet", {
    ...BTC_TO_ETH,
    affiliateBps: 30,
  }),
  entry(8, "outbound_signing", "A refund is planned and not yet signed", {
    from: "ETH.ETH",
    to: "BTC.BTC",
    amount: 150_000_000n,
    refund: { bps: 10_000n, cause: "limit" },
  }),
  entry(
    9,
    "outbound_signing",
    "Swapped; the payout waits because signing for the XRP Ledger is halted",
    {
      from: NATIVE,
      to: "XRP.XRP",
      amount: 200_000_000_000n,
    },
  ),
  entry(10, "done", "Paid out on another chain, with an affiliate fee", {
    ...BTC_TO_ETH,
    affiliateBps: 30,
  }),
  entry(11, "done", "Paid out in RUNE on the native chain", {
    from: USDC,
    to: NATIVE,
    amount: 250_000_000_000n,
  }),
  entry(12, "refunded", "Given back because trading on Litecoin is halted", {
    from: "BTC.BTC",
    to: "LTC.LTC",
    amount: 5_000_000n,
    refund: { bps: 10_000n, cause: "halt" },
  }),
  entry(13, "partially_refunded", "Three of five parts done, the rest given back", {
    from: "THOR.TCY",
    to: USDT,
    amount: 2_000_000_000_000n,
    streaming: { interval: 1, quantity: 5 },
    affiliateBps: 50,
    refund: { bps: 4_000n, cause: "limit" },
  }),
  entry(
    14,
    "failed",
    "A native message that was rejected: no deposit, a record of its chain and of the indexer",
    {
      from: NATIVE,
      to: "BTC.BTC",
      amount: 100_000_000_000n,
    },
  ),
  entry(
    15,
    "no_output",
    "Accepted, but worth less than the fees: nothing is paid out",
    btcToEth(1_100n),
  ),
  entry(16, "swapping", "A limit order that waits for its price", {
    ...BTC_TO_ETH,
    limit: { ...LONGEST_REST, priceBps: 10_500n, filledParts: 0 },
  }),
  entry(17, "swapping", "A limit order of which a quarter is filled", {
    ...btcToEth(100_000_000n),
    streaming: { interval: 0, quantity: 4 },
    limit: { ...LONGEST_REST, priceBps: 10_100n, filledParts: 1 },
  }),
  entry(18, "done", "A limit order that was filled", {
    ...BTC_TO_ETH,
    limit: { ...LONGEST_REST, restedBlocks: 90, priceBps: 9_900n, filledParts: 1 },
  }),
  entry(19, "refunded", "A limit order that expired before its price came", {
    ...BTC_TO_ETH,
    limit: { blocks: 600, restedBlocks: 600, priceBps: 10_500n, filledParts: 0 },
    refund: { bps: 10_000n, cause: "expired" },
  }),
  entry(21, "partially_refunded", "A limit order that was cancelled when one half was filled", {
    ...btcToEth(100_000_000n),
    streaming: { interval: 0, quantity: 4 },
    limit: { ...LONGEST_REST, restedBlocks: 240, priceBps: 10_100n, filledParts: 2 },
    refund: { bps: 5_000n, cause: "cancelled" },
  }),
  entry(
    22,
    "dropped",
    "Planned, never recorded as paid, and no longer tried by the network",
    btcToEth(30_000_000n),
  ),
];

/** The transaction that shows one state after the other, in rounds of four minutes (40 blocks). */
export const sampleWalk = {
  txid: sampleTxid(20),
  title: "Walks through every stage in four minutes, again and again",
  steps: [
    { shows: "unknown", blocks: 3 },
    { shows: "observing", blocks: 3 },
    { shows: "confirming", blocks: 6 },
    { shows: "swapping", blocks: 8 },
    { shows: "outbound_scheduled", blocks: 6 },
    { shows: "outbound_signing", blocks: 4 },
    { shows: "done", blocks: 10 },
  ],
} as const satisfies {
  txid: string;
  title: string;
  steps: readonly { shows: SwapState; blocks: number }[];
};

const walkOrder: Order = {
  ...BTC_TO_ETH,
  amount: 100_000_000n,
  streaming: { interval: 1, quantity: 8 },
};

/** A transaction at one height: its state, and how many blocks of that state are done and left. */
export interface Moment {
  readonly txid: string;
  readonly shows: SwapState;
  readonly order: Order;
  /** Height at which the deposit was confirmed and the swap began. */
  readonly startHeight: number;
  readonly blocksDone: number;
  readonly blocksLeft: number;
}

const CYCLE = 60;
const HOUR = 600;
/** A day longer than the network tries, by its vote on attempts. */
const DROPPED_HOURS = 24 * 22;
/** The interval times the quantity of the streaming order, so its parts are done at the requested interval. */
const STREAMING_CYCLE = 64;

/** Finds a sample transaction (upper-case id) at a height; null when there is none. */
export function momentAt(txid: string, height: number): Moment | null {
  if (txid === sampleWalk.txid) return walkThrough(height);
  const index = sampleTransactions.findIndex((one) => one.txid === txid);
  const found = sampleTransactions[index];
  if (!found) return null;
  const { shows, order } = found;
  const ended = [
    "done",
    "refunded",
    "partially_refunded",
    "failed",
    "dropped",
    "no_output",
  ].includes(shows);
  // What is over, or rests, began on a day before, so it stays the same during a day.
  if (ended || order.limit) {
    const hours = shows === "dropped" ? DROPPED_HOURS : ended ? index + 1 : 1;
    const startHeight = dayStart(height) - HOUR * hours;
    return { txid, shows, order, startHeight, blocksDone: height - startHeight, blocksLeft: 0 };
  }
  const cycle = order.streaming ? STREAMING_CYCLE : CYCLE;
  const blocksDone = height % cycle;
  const blocksLeft = cycle - blocksDone;
  const counted = ["swapping", "outbound_scheduled", "outbound_signing"].includes(shows);
  const startHeight = counted ? height - blocksDone : height + blocksLeft;
  return { txid, shows, order, startHeight, blocksDone, blocksLeft };
}

function walkThrough(height: number): Moment {
  const { txid, steps } = sampleWalk;
  const round = steps.reduce((sum, step) => sum + step.blocks, 0);
  const phase = height % round;
  let end = 0;
  for (const step of steps) {
    end += step.blocks;
    if (phase < end) {
      const blocksDone = phase - (end - step.blocks);
      const startHeight = height - phase + 12;
      return {
        txid,
        shows: step.shows,
        order: walkOrder,
        startHeight,
        blocksDone,
        blocksLeft: end - phase,
      };
    }
  }
  throw new Error("the steps of the walk do not add up to a round");
}

/** How many parts of a streaming swap are done. */
export function partsDone({ order, blocksDone, blocksLeft }: Moment): number {
  if (order.limit) return order.limit.filledParts;
  return Math.floor((blocksDone * (order.streaming?.quantity ?? 1)) / (blocksDone + blocksLeft));
}

/** All ids, with `sampleWalk` last. */
export const allTxids: readonly string[] = [
  ...sampleTransactions.map((one) => one.txid),
  sampleWalk.txid,
];
