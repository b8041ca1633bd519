// Transactions for each state of a swap, and a transaction whose state changes with time.
// A transaction's id is its number in four digits, repeated sixteen times: "00070007…" for 7.
import type { SwapState } from "../protocol/model/swap.ts";
import { DAY_BLOCKS, midnightHeight, NATIVE_ASSET } from "./network.ts";

/** How a transaction ends. Amounts are in 1e8 units. */
interface Outcome {
  readonly parts?: {
    readonly interval: number;
    readonly quantity: number;
    readonly doneCount?: number;
  };
  /** Blocks from the confirmed deposit to the end of the swap. */
  readonly swapBlocks?: number;
  readonly payout?: {
    readonly netAmount: bigint;
    readonly outboundFee: bigint;
    readonly liquidityFeeRune: bigint;
  };
  readonly affiliatePaidRune?: bigint;
  /** `amount` still contains the outbound fee: the sender gets `amount` minus `outboundFee`. */
  readonly refund?: {
    readonly amount: bigint;
    readonly outboundFee: bigint;
    readonly reason: string;
  };
}

interface Order extends Outcome {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly memo: string;
  readonly isLimitOrder: boolean;
}

const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
const USDT = "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7";
const TO_USDT = "ETH.USDT:sample-eth-recipient-address";
const TO_ETH = "ETH.ETH:sample-eth-recipient-address";
const TO_BTC = "BTC.BTC:sample-btc-recipient-address";

function createOrder(from: string, amount: bigint, memo: string, outcome: Outcome = {}): Order {
  const [memoPrefix, asset = ""] = memo.split(":");
  const to = asset === "ETH.USDT" ? USDT : asset;
  return { from, to, amount, memo, isLimitOrder: memoPrefix === "=<", ...outcome };
}

const usualOrder = createOrder("BTC.BTC", 25_000_000n, `=:${TO_ETH}`);
const affiliateOrder = createOrder("BTC.BTC", 25_000_000n, `=:${TO_ETH}::smpl:30`, {
  payout: { netAmount: 682_442_697n, outboundFee: 40_000n, liquidityFeeRune: 2_732_030_257n },
  affiliatePaidRune: 4_340_114_716n,
});

const ordersByNumber: Readonly<Record<number, Order>> = {
  4: createOrder("DOGE.DOGE", 500_000_000_000n, `=:${TO_USDT}`),
  5: createOrder("BTC.BTC", 400_000_000n, `=:${TO_ETH}:0/4/16`, {
    parts: { interval: 4, quantity: 16 },
    payout: { netAmount: 10_952_540_896n, outboundFee: 40_000n, liquidityFeeRune: 43_712_484_112n },
  }),
  6: createOrder("BTC.BTC", 200_000_000n, `=:${TO_ETH}`, {
    payout: { netAmount: 5_335_301_553n, outboundFee: 40_000n, liquidityFeeRune: 172_321_716_372n },
  }),
  7: affiliateOrder,
  8: createOrder("ETH.ETH", 150_000_000n, `=:${TO_BTC}:5566723`, {
    refund: {
      amount: 150_000_000n,
      outboundFee: 40_000n,
      reason: "emit asset 5538889 less than price limit 5566723",
    },
  }),
  9: createOrder(NATIVE_ASSET, 200_000_000_000n, "=:XRP.XRP:sample-xrp-recipient-address", {
    payout: {
      netAmount: 140_832_334_200n,
      outboundFee: 15_000_000n,
      liquidityFeeRune: 195_996_230n,
    },
  }),
  10: affiliateOrder,
  11: createOrder(USDC, 250_000_000_000n, "=:THOR.RUNE:sample-thor-recipient-address", {
    payout: { netAmount: 168_561_508_600n, outboundFee: 0n, liquidityFeeRune: 84_322_915n },
  }),
  12: createOrder("BTC.BTC", 5_000_000n, "=:LTC.LTC:sample-ltc-recipient-address", {
    refund: {
      amount: 5_000_000n,
      outboundFee: 1_103n,
      reason: "trading is halted, can't process swap",
    },
  }),
  13: createOrder("THOR.TCY", 2_000_000_000_000n, `=:${TO_USDT}:183446940600/1/5:smpl:50`, {
    parts: { interval: 1, quantity: 5, doneCount: 3 },
    swapBlocks: 4,
    payout: {
      netAmount: 110_351_642_700n,
      outboundFee: 124_827_500n,
      liquidityFeeRune: 74_981_523n,
    },
    affiliatePaidRune: 374_600_636n,
    refund: {
      amount: 800_000_000_000n,
      outboundFee: 0n,
      reason: "emit asset 182529705897 less than price limit 183446940600",
    },
  }),
  14: createOrder(NATIVE_ASSET, 100_000_000_000n, `=:${TO_BTC}`),
  15: createOrder("BTC.BTC", 1_100n, `=:${TO_ETH}`),
  16: createOrder("BTC.BTC", 25_000_000n, `=<:${TO_ETH}:721180331/43200/0`),
  17: createOrder("BTC.BTC", 100_000_000n, `=<:${TO_ETH}:2884721324/43200/0`, {
    parts: { interval: 0, quantity: 4, doneCount: 1 },
  }),
  18: createOrder("BTC.BTC", 25_000_000n, `=<:${TO_ETH}:679970026/43200/0`, {
    swapBlocks: 90,
    payout: { netAmount: 684_222_626n, outboundFee: 40_000n, liquidityFeeRune: 2_715_093_164n },
  }),
  19: createOrder("BTC.BTC", 25_000_000n, `=<:${TO_ETH}:721180331/600/0`, {
    swapBlocks: 600,
    refund: { amount: 25_000_000n, outboundFee: 1_103n, reason: "limit swap expired" },
  }),
  20: createOrder("BTC.BTC", 100_000_000n, `=:${TO_ETH}:0/1/8`, {
    parts: { interval: 1, quantity: 8 },
    swapBlocks: 7,
    payout: { netAmount: 2_742_744_064n, outboundFee: 40_000n, liquidityFeeRune: 6_565_094_936n },
  }),
  21: createOrder("BTC.BTC", 100_000_000n, `=<:${TO_ETH}:2719880105/43200/0`, {
    parts: { interval: 0, quantity: 4, doneCount: 2 },
    swapBlocks: 240,
    payout: { netAmount: 1_368_485_252n, outboundFee: 40_000n, liquidityFeeRune: 5_430_186_328n },
    refund: { amount: 50_000_000n, outboundFee: 1_103n, reason: "limit swap cancelled" },
  }),
  22: createOrder("BTC.BTC", 30_000_000n, `=:${TO_ETH}`, {
    payout: { netAmount: 823_558_135n, outboundFee: 40_000n, liquidityFeeRune: 3_960_239_498n },
  }),
};

const XRP_TITLE = "Swapped; the payout waits because signing for the XRP Ledger is halted";
const REJECTED_TITLE =
  "A native message that was rejected: no deposit, a record of its chain and of the indexer";
const txidOf = (number: number) => String(number).padStart(4, "0").repeat(16);
const orderOf = (number: number) => ordersByNumber[number] ?? usualOrder;

const stateRows: readonly (readonly [number: number, state: SwapState, title: string])[] = [
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

export const sampleTransactions = stateRows.map(([number, state, title]) => {
  return { txid: txidOf(number), state, title, order: orderOf(number) };
});

interface WalkStep {
  readonly state: SwapState;
  readonly blocks: number;
}

export const sampleWalk = {
  txid: txidOf(20),
  order: orderOf(20),
  title: "Walks through every stage in four minutes, again and again",
  steps: [
    { state: "unknown", blocks: 3 },
    { state: "observing", blocks: 3 },
    { state: "confirming", blocks: 6 },
    { state: "swapping", blocks: 8 },
    { state: "outbound_scheduled", blocks: 6 },
    { state: "outbound_signing", blocks: 4 },
    { state: "done", blocks: 10 },
  ] satisfies readonly WalkStep[],
};

export const allTxids = [...sampleTransactions, sampleWalk].map(({ txid }) => txid);

const HOUR_BLOCKS = DAY_BLOCKS / 24;
/**
 * Age of the transaction in state `dropped`: 22 days. The network tries a payout 1000 times, once
 * in 300 blocks, so it drops the payout after about 21 days.
 */
const DROPPED_HOURS = 24 * 22;
const CYCLE_BLOCKS = 60;
const unconfirmedStates = ["unknown", "observing", "confirming"];
const endedStates = ["done", "refunded", "partially_refunded", "failed", "dropped", "no_output"];

export interface Snapshot {
  readonly txid: string;
  readonly state: SwapState;
  readonly order: Order;
  readonly confirmedHeight: number;
  /** Blocks since the state began. `blocksLeft` is the number of blocks until the next state. */
  readonly blocksDone: number;
  readonly blocksLeft: number;
}

export function snapshotAt(txid: string, height: number): Snapshot | null {
  if (txid === sampleWalk.txid) return stepSnapshot(sampleWalk, sampleWalk.steps, height);
  const listIndex = sampleTransactions.findIndex((transaction) => transaction.txid === txid);
  const transaction = sampleTransactions[listIndex];
  if (!transaction) return null;
  const { state, order } = transaction;
  if (!endedStates.includes(state) && !order.isLimitOrder) {
    const { interval, quantity } = order.parts ?? { interval: CYCLE_BLOCKS, quantity: 1 };
    return stepSnapshot(transaction, [{ state, blocks: interval * quantity }], height);
  }
  // A finished swap or a waiting limit order was confirmed whole hours before the last midnight. So
  // its confirmed height stays the same all day.
  const ageHours = state === "dropped" ? DROPPED_HOURS : listIndex + 1;
  const confirmedHeight = midnightHeight(height) - HOUR_BLOCKS * ageHours;
  return {
    txid,
    state,
    order,
    confirmedHeight,
    blocksDone: height - confirmedHeight,
    blocksLeft: 0,
  };
}

/** The name of a sample swap at this height. Of the walk nothing is remembered past a block. */
export const nameAt = (txid: string, height: number): string =>
  txid === sampleWalk.txid ? `${txid} ${height}` : txid;

function stepSnapshot(
  { txid, order }: Pick<Snapshot, "txid" | "order">,
  steps: readonly WalkStep[],
  height: number,
): Snapshot {
  const blocksIntoRound = height % countBlocks(steps);
  const stepIndex = steps.findIndex(
    (_, index) => blocksIntoRound < countBlocks(steps.slice(0, index + 1)),
  );
  const { state, blocks } = steps[stepIndex] as WalkStep;
  const blocksDone = blocksIntoRound - countBlocks(steps.slice(0, stepIndex));
  const unconfirmedSteps = steps.filter((step) => unconfirmedStates.includes(step.state));
  const confirmedHeight = height - blocksIntoRound + countBlocks(unconfirmedSteps);
  return { txid, state, order, confirmedHeight, blocksDone, blocksLeft: blocks - blocksDone };
}

const countBlocks = (steps: readonly WalkStep[]) =>
  steps.reduce((sum, { blocks }) => sum + blocks, 0);
