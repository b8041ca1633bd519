// One transaction for every state of a swap, and one that changes its state with the clock. The id of number n is n sixteen times.
import type { SwapState } from "../protocol/model/swap.ts";
import { DAY_BLOCKS, dayStart, NATIVE } from "./network.ts";

/** What the sender asks for. Amounts are in 1e8. */
interface Order {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly streaming?: { readonly interval: number; readonly quantity: number };
  readonly affiliateBps?: bigint;
  /** The price limit, in hundredths of a percent of the pools' price. */
  readonly priceBps?: bigint;
  /** Of a limit order: the blocks that it may rest and did, and the parts that are filled. */
  readonly rest?: { readonly blocks: number; readonly done?: number; readonly filled?: number };
  /** How much is given back, and why: by default because of the price limit. */
  readonly refund?: { readonly bps: bigint; readonly reason?: string };
}

const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
const USDT = "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7";
const usual: Order = { from: "BTC.BTC", to: "ETH.ETH", amount: 25_000_000n };
const quarters: Order = { ...usual, amount: 100_000_000n, streaming: { interval: 0, quantity: 4 } };
/** The longest rest that the network allows. */
const blocks = 43_200;
const all = 10_000n;

/** By number, where it is not the usual one. */
const orders: Readonly<Record<number, Order>> = {
  4: { from: "DOGE.DOGE", to: USDT, amount: 500_000_000_000n },
  5: { ...usual, amount: 400_000_000n, streaming: { interval: 4, quantity: 16 } },
  6: { ...usual, amount: 200_000_000n },
  7: { ...usual, affiliateBps: 30n },
  8: {
    from: "ETH.ETH",
    to: "BTC.BTC",
    amount: 150_000_000n,
    priceBps: 10_200n,
    refund: { bps: all },
  },
  9: { from: NATIVE, to: "XRP.XRP", amount: 200_000_000_000n },
  10: { ...usual, affiliateBps: 30n },
  11: { from: USDC, to: NATIVE, amount: 250_000_000_000n },
  12: {
    ...usual,
    to: "LTC.LTC",
    amount: 5_000_000n,
    refund: { bps: all, reason: "trading is halted, can't process swap" },
  },
  13: {
    from: "THOR.TCY",
    to: USDT,
    amount: 2_000_000_000_000n,
    priceBps: 9_900n,
    streaming: { interval: 1, quantity: 5 },
    affiliateBps: 50n,
    refund: { bps: 4_000n },
  },
  14: { from: NATIVE, to: "BTC.BTC", amount: 100_000_000_000n },
  15: { ...usual, amount: 1_100n },
  16: { ...usual, priceBps: 10_500n, rest: { blocks } },
  17: { ...quarters, priceBps: 10_100n, rest: { blocks, filled: 1 } },
  18: { ...usual, priceBps: 9_900n, rest: { blocks, done: 90 } },
  19: {
    ...usual,
    priceBps: 10_500n,
    rest: { blocks: 600, done: 600 },
    refund: { bps: all, reason: "limit swap expired" },
  },
  20: { ...usual, amount: 100_000_000n, streaming: { interval: 1, quantity: 8 } },
  21: {
    ...quarters,
    priceBps: 9_900n,
    rest: { blocks, done: 240 },
    refund: { bps: 5_000n, reason: "limit swap cancelled" },
  },
  22: { ...usual, amount: 30_000_000n },
};

const XRP_TITLE = "Swapped; the payout waits because signing for the XRP Ledger is halted";
const REJECTED_TITLE =
  "A native message that was rejected: no deposit, a record of its chain and of the indexer";
const idOf = (number: number) => String(number).padStart(4, "0").repeat(16);
const orderOf = (txid: string) => orders[Number(txid.slice(0, 4))] ?? usual;
const states: readonly (readonly [number: number, shows: SwapState, title: string])[] = [
  [1, "unknown", "Not seen by the network yet"],
  [2, "observing", "Seen by some nodes, not yet by enough of them"],
  [3, "confirming", "Seen; confirmations on Bitcoin are being counted"],
  [4, "swapping", "Confirmed; waits in the swap queue"],
  [5, "swapping", "In parts: some of sixteen parts are done"],
  [6, "outbound_scheduled", "Swapped; the payout waits for its scheduled block"],
  [7, "outbound_signing", "The affiliate is paid already, the recipient not yet"],
  [8, "outbound_signing", "A refund is planned and not yet signed"],
  [9, "outbound_signing", XRP_TITLE],
  [10, "done", "Paid out on another chain, with an affiliate fee"],
  [11, "done", "Paid out in RUNE on the native chain"],
  [12, "refunded", "Given back because trading on Litecoin is halted"],
  [13, "partially_refunded", "Three of five parts done, the rest given back"],
  [14, "failed", REJECTED_TITLE],
  [15, "no_output", "Accepted, but worth less than the fees: nothing is paid out"],
  [16, "swapping", "A limit order that waits for its price"],
  [17, "swapping", "A limit order of which a quarter is filled"],
  [18, "done", "A limit order that was filled"],
  [19, "refunded", "A limit order that expired before its price came"],
  [21, "partially_refunded", "A limit order that was cancelled when one half was filled"],
  [22, "dropped", "Planned, never recorded as paid, and no longer tried by the network"],
];

/** The transactions that always have one state. */
export const sampleTransactions = states.map(([number, shows, title]) => {
  return { txid: idOf(number), shows, title, order: orders[number] ?? usual };
});

type Step = { readonly shows: SwapState; readonly blocks: number };
const step = (shows: SwapState, blocks: number): Step => ({ shows, blocks });

/** Shows one state after the other, in rounds of four minutes (40 blocks). */
export const sampleWalk = {
  txid: idOf(20),
  title: "Walks through every stage in four minutes, again and again",
  steps: [
    step("unknown", 3),
    step("observing", 3),
    step("confirming", 6),
    step("swapping", 8),
    step("outbound_scheduled", 6),
    step("outbound_signing", 4),
    step("done", 10),
  ],
};

export const allTxids = [...sampleTransactions, sampleWalk].map(({ txid }) => txid);

const HOUR_BLOCKS = DAY_BLOCKS / 24;
/** A day longer than the network tries, by its vote on attempts. */
const DROPPED_HOURS = 24 * 22;
const CYCLE_BLOCKS = 60;
const early = ["unknown", "observing", "confirming"];
const ended = ["done", "refunded", "partially_refunded", "failed", "dropped", "no_output"];

export type Moment = NonNullable<ReturnType<typeof momentAt>>;

/**
 * A transaction at one height: its state, how many blocks of that state are done and left, and
 * the height at which its deposit is confirmed. Null where there is no such transaction.
 */
export function momentAt(txid: string, height: number) {
  const order = orderOf(txid);
  const index = allTxids.indexOf(txid);
  const { shows = "unknown" } = sampleTransactions[index] ?? {};
  if (index < 0) return null;
  // What is over, or rests, began on a day before, so that it stays the same during a day.
  if (ended.includes(shows) || order.rest) {
    const hours = shows === "dropped" ? DROPPED_HOURS : index + 1;
    const startHeight = dayStart(height) - HOUR_BLOCKS * hours;
    return { txid, shows, order, startHeight, blocksDone: height - startHeight, blocksLeft: 0 };
  }
  const { interval, quantity } = order.streaming ?? { interval: CYCLE_BLOCKS, quantity: 1 };
  const { steps } =
    sampleWalk.txid === txid ? sampleWalk : { steps: [step(shows, interval * quantity)] };
  const total = (some: readonly Step[]) => some.reduce((sum, { blocks }) => sum + blocks, 0);
  const phase = height % total(steps);
  const at = steps.findIndex((_, at) => phase < total(steps.slice(0, at + 1)));
  const blocksDone = phase - total(steps.slice(0, at));
  const startHeight = height - phase + total(steps.filter((one) => early.includes(one.shows)));
  const now = steps[at] as Step;
  const blocksLeft = now.blocks - blocksDone;
  return { txid, shows: now.shows, order, startHeight, blocksDone, blocksLeft };
}
