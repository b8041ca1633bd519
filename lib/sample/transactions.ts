// One transaction for every state of a swap, and one that changes its state with the clock. The id of number n is n sixteen times.
import type { SwapState } from "../protocol/model/swap.ts";
import { DAY_BLOCKS, dayStart, NATIVE } from "./network.ts";

/** As recorded once. Amounts are in 1e8. */
interface Outcome {
  /** `done` where neither the clock nor the state tells it. */
  readonly parts?: readonly [interval: number, quantity: number, done?: number];
  /** From the confirmed deposit to the end of the swap. */
  readonly swapBlocks?: number;
  /** The liquidity fee, and what an affiliate gets, are in RUNE. */
  readonly swapped?: readonly [paid: bigint, outboundFee: bigint, liquidityFee: bigint];
  readonly affiliatePaid?: bigint;
  readonly refused?: readonly [amount: bigint, outboundFee: bigint, reason: string];
}

const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
const USDT = "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7";
const TO_USDT = "ETH.USDT:sample-eth-recipient-address";
const TO_ETH = "ETH.ETH:sample-eth-recipient-address";
const TO_BTC = "BTC.BTC:sample-btc-recipient-address";

type Order = ReturnType<typeof sent>;

function sent(from: string, amount: bigint, memo: string, outcome: Outcome = {}) {
  const [kind, asset = ""] = memo.split(":");
  const to = asset === "ETH.USDT" ? USDT : asset;
  return { from, to, amount, memo, isLimitOrder: kind === "=<", ...outcome };
}

const usual = sent("BTC.BTC", 25_000_000n, `=:${TO_ETH}`);
const withAffiliate = sent("BTC.BTC", 25_000_000n, `=:${TO_ETH}::smpl:30`, {
  swapped: [682_442_697n, 40_000n, 2_732_030_257n],
  affiliatePaid: 4_340_114_716n,
});

/** By number, where it is not the usual one. */
const orders: Readonly<Record<number, Order>> = {
  4: sent("DOGE.DOGE", 500_000_000_000n, `=:${TO_USDT}`),
  5: sent("BTC.BTC", 400_000_000n, `=:${TO_ETH}:0/4/16`, {
    parts: [4, 16],
    swapped: [10_952_540_896n, 40_000n, 43_712_484_112n],
  }),
  6: sent("BTC.BTC", 200_000_000n, `=:${TO_ETH}`, {
    swapped: [5_335_301_553n, 40_000n, 172_321_716_372n],
  }),
  7: withAffiliate,
  8: sent("ETH.ETH", 150_000_000n, `=:${TO_BTC}:5566723`, {
    refused: [150_000_000n, 40_000n, "emit asset 5538889 less than price limit 5566723"],
  }),
  9: sent(NATIVE, 200_000_000_000n, "=:XRP.XRP:sample-xrp-recipient-address", {
    swapped: [140_832_334_200n, 15_000_000n, 195_996_230n],
  }),
  10: withAffiliate,
  11: sent(USDC, 250_000_000_000n, "=:THOR.RUNE:sample-thor-recipient-address", {
    swapped: [168_561_508_600n, 0n, 84_322_915n],
  }),
  12: sent("BTC.BTC", 5_000_000n, "=:LTC.LTC:sample-ltc-recipient-address", {
    refused: [5_000_000n, 1_103n, "trading is halted, can't process swap"],
  }),
  13: sent("THOR.TCY", 2_000_000_000_000n, `=:${TO_USDT}:183446940600/1/5:smpl:50`, {
    parts: [1, 5, 3],
    swapBlocks: 4,
    swapped: [110_351_642_700n, 124_827_500n, 74_981_523n],
    affiliatePaid: 374_600_636n,
    refused: [800_000_000_000n, 0n, "emit asset 182529705897 less than price limit 183446940600"],
  }),
  14: sent(NATIVE, 100_000_000_000n, `=:${TO_BTC}`),
  15: sent("BTC.BTC", 1_100n, `=:${TO_ETH}`),
  16: sent("BTC.BTC", 25_000_000n, `=<:${TO_ETH}:721180331/43200/0`),
  17: sent("BTC.BTC", 100_000_000n, `=<:${TO_ETH}:2884721324/43200/0`, { parts: [0, 4, 1] }),
  18: sent("BTC.BTC", 25_000_000n, `=<:${TO_ETH}:679970026/43200/0`, {
    swapBlocks: 90,
    swapped: [684_222_626n, 40_000n, 2_715_093_164n],
  }),
  19: sent("BTC.BTC", 25_000_000n, `=<:${TO_ETH}:721180331/600/0`, {
    swapBlocks: 600,
    refused: [25_000_000n, 1_103n, "limit swap expired"],
  }),
  20: sent("BTC.BTC", 100_000_000n, `=:${TO_ETH}:0/1/8`, {
    parts: [1, 8],
    swapBlocks: 7,
    swapped: [2_742_744_064n, 40_000n, 6_565_094_936n],
  }),
  21: sent("BTC.BTC", 100_000_000n, `=<:${TO_ETH}:2719880105/43200/0`, {
    parts: [0, 4, 2],
    swapBlocks: 240,
    swapped: [1_368_485_252n, 40_000n, 5_430_186_328n],
    refused: [50_000_000n, 1_103n, "limit swap cancelled"],
  }),
  22: sent("BTC.BTC", 30_000_000n, `=:${TO_ETH}`, {
    swapped: [823_558_135n, 40_000n, 3_960_239_498n],
  }),
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
  if (ended.includes(shows) || order.isLimitOrder) {
    const hours = shows === "dropped" ? DROPPED_HOURS : index + 1;
    const startHeight = dayStart(height) - HOUR_BLOCKS * hours;
    return { txid, shows, order, startHeight, blocksDone: height - startHeight, blocksLeft: 0 };
  }
  const [interval, quantity] = order.parts ?? [CYCLE_BLOCKS, 1];
  const steps = sampleWalk.txid === txid ? sampleWalk.steps : [step(shows, interval * quantity)];
  const total = (some: readonly Step[]) => some.reduce((sum, { blocks }) => sum + blocks, 0);
  const phase = height % total(steps);
  const at = steps.findIndex((_, at) => phase < total(steps.slice(0, at + 1)));
  const blocksDone = phase - total(steps.slice(0, at));
  const startHeight = height - phase + total(steps.filter(({ shows }) => early.includes(shows)));
  const now = steps[at] as Step;
  const blocksLeft = now.blocks - blocksDone;
  return { txid, shows: now.shows, order, startHeight, blocksDone, blocksLeft };
}
