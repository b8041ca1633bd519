// The true course of one swap, and what an honest node or indexer says at each step of it. Written from the nodes' own answers, not from the reader.
import type { SwapOut, SwapState } from "../../lib/protocol/model/swap.ts";
import { notFound } from "../support/wire.ts";
import { status } from "../support/world.ts";

export const TXID = "AB".repeat(32);
const DEPOSIT = 5_000_000n;
const user = `0x${"11".repeat(20)}`;
const sender = "bc1qsender";
/** Seconds that a wait of the course lasts, blocks between two parts, and their number. */
export const WAIT_SECONDS = 600;
export const PARTS = { interval: 10, quantity: 4 } as const;
export const FEES = { liquidity: 1_000n, outbound: 9n, startedAtMs: 1_799_999_000_000 } as const;

type Leg = SwapOut & { readonly plan: object; readonly sent: object; readonly record: object };

function leg(kind: "swap" | "refund", amount: bigint): Leg {
  const isSwap = kind === "swap";
  const [chain, asset, address] = isSwap ? ["ETH", "ETH.ETH", user] : ["BTC", "BTC.BTC", sender];
  const txid = (isSwap ? "CD" : "EF").repeat(32);
  const coin = { asset, amount: String(amount) };
  return {
    ...{ kind, chain, asset, amount, address, txid },
    plan: { chain, to_address: address, coin, refund: !isSwap },
    sent: {
      ...{ id: txid, chain, to_address: address, coins: [coin] },
      memo: `${isSwap ? "OUT" : "REFUND"}:${TXID}`,
    },
    record: { txID: txid, address, coins: [coin] },
  };
}

const [paid, back] = [leg("swap", 90n), leg("refund", 4_999_000n)];
const [half, rest] = [leg("swap", 45n), leg("refund", 2_499_000n)];

interface Step {
  readonly state: SwapState;
  /** How many of the five stages are over. */
  readonly stages: number;
  readonly isFinal?: true;
  readonly parts?: number;
  /** Planned payouts, and those that were sent. */
  readonly planned?: readonly Leg[];
  readonly sent?: readonly Leg[];
  /** Blocks since the payout was scheduled. */
  readonly blocks?: number;
  readonly isQueued?: false;
  /** What an indexer has of it: type and status of its actions. */
  readonly actions?: readonly (readonly [type: string, status: string])[];
}

const waits = (state: SwapState, stages: number, more: Partial<Step> = {}): Step => {
  return { state, stages, actions: [["swap", "pending"]], ...more };
};
const leaves = (planned: readonly Leg[], blocks: number, more: Partial<Step> = {}) =>
  waits("outbound_signing", 4, { planned, blocks, ...more });
const ended = (state: SwapState, legs: readonly Leg[], ...types: readonly string[]): Step => {
  const actions = types.map((type) => [type, "success"] as const);
  return { state, stages: 5, isFinal: true, planned: legs, sent: legs, actions };
};
const dropped = { state: "dropped", isQueued: false } as const;
const steps = {
  unseen: { state: "unknown", stages: 0 },
  observing: { state: "observing", stages: 0 },
  confirming: { state: "confirming", stages: 1 },
  waiting: waits("swapping", 2),
  resting: waits("swapping", 2),
  firstPart: waits("swapping", 2, { parts: 1 }),
  thirdPart: waits("swapping", 2, { parts: 3 }),
  delayed: waits("outbound_scheduled", 3, { planned: [paid] }),
  signing: leaves([paid], 2),
  done: ended("done", [paid], "swap"),
  returning: leaves([back], 2, { actions: [["refund", "pending"]] }),
  returned: ended("refunded", [back], "refund"),
  splitting: leaves([half, rest], 2),
  halfPaid: leaves([half, rest], 9, { sent: [half] }),
  split: ended("partially_refunded", [half, rest], "swap", "refund"),
  late: leaves([paid], 400),
  dropped: leaves([paid], 900, dropped),
  gone: leaves([paid], 100_000, { ...dropped, isFinal: true }),
  nothing: { state: "no_output", stages: 3, isFinal: true, actions: [["refund", "success"]] },
  rejected: { state: "failed", stages: 1, isFinal: true, actions: [["failed", "failed"]] },
} satisfies Readonly<Record<string, Step>>;
type StepName = keyof typeof steps;

const toSwap: readonly StepName[] = ["unseen", "observing", "confirming"];
export const ways: readonly (readonly StepName[])[] = [
  [...toSwap, "firstPart", "thirdPart", "delayed", "signing", "done"],
  ["unseen", "confirming", "waiting", "signing", "done"],
  [...toSwap, "waiting", "returning", "returned"],
  [...toSwap, "firstPart", "splitting", "halfPaid", "split"],
  ["unseen", "confirming", "signing", "late", "dropped", "gone"],
  ["unseen", "confirming", "nothing"],
  ["unseen", "rejected"],
  ["unseen", "confirming", "resting", "signing", "done"],
  ["unseen", "confirming", "resting", "returning", "returned"],
];

/** A moment of a course. */
export interface Moment {
  readonly way: number;
  readonly step: number;
  readonly seconds: number;
}

export const stepOf = ({ way, step }: Moment): Step & { readonly name: StepName } => {
  const names = ways[way] as readonly StepName[];
  const name = names[Math.min(Math.max(step, 0), names.length - 1)] as StepName;
  return { ...steps[name], name };
};
export const isOrder = ({ way }: Pick<Moment, "way">) => ways[way]?.includes("resting") === true;
const isRejected = ({ way }: Moment) => ways[way]?.includes("rejected") === true;
const memoOf = (at: Moment) => (isOrder(at) ? `=<:ETH.ETH:${user}:50/100/0` : `=:ETH.ETH:${user}`);
export const depositOf = (at: Moment) => ({
  chain: isRejected(at) ? "THOR" : "BTC",
  asset: isRejected(at) ? "THOR.RUNE" : "BTC.BTC",
  amount: DEPOSIT,
  address: sender,
  memo: memoOf(at),
});
const coinOf = (at: Moment) => ({ asset: depositOf(at).asset, amount: String(DEPOSIT) });

function recordOf(at: Moment): object {
  const { name, stages: behind, planned = [], sent = [], blocks, parts } = stepOf(at);
  if (name === "unseen" || name === "rejected")
    return { stages: { inbound_observed: { completed: false } } };
  const isOver = behind > 2;
  const left = Math.max(0, WAIT_SECONDS - at.seconds);
  return {
    tx: { id: TXID, chain: "BTC", from_address: sender, coins: [coinOf(at)], memo: memoOf(at) },
    planned_out_txs: planned.map(({ plan }) => plan),
    out_txs: sent.map(({ sent: told }) => told),
    stages: {
      inbound_observed: { completed: behind > 0, started: true, final_count: behind > 0 ? 30 : 3 },
      ...(name === "confirming" && {
        inbound_confirmation_counted: { remaining_confirmation_seconds: left, completed: false },
      }),
      ...(behind > 0 && { inbound_finalised: { completed: behind > 1 } }),
      ...(behind > 1 && {
        swap_status: { pending: !isOver, ...(parts && { streaming: { ...PARTS, count: parts } }) },
        swap_finalised: { completed: isOver },
      }),
      ...(name === "delayed" && {
        outbound_delay: { remaining_delay_seconds: left, completed: false },
      }),
      ...(planned.length > 0 && {
        outbound_signed: { completed: behind > 4, blocks_since_scheduled: blocks },
      }),
    },
  };
}

function actionsOf(at: Moment): object {
  const { actions = [], sent = [] } = stepOf(at);
  const memo = memoOf(at);
  const networkFees = [{ asset: "ETH.ETH", amount: String(FEES.outbound) }];
  const told = actions.map(([type, state]) => ({
    ...{ type, status: state, date: `${FEES.startedAtMs}000000`, height: "24999000", pools: [] },
    in: [{ txID: TXID, address: sender, coins: [coinOf(at)] }],
    out: sent.map(({ record }) => record),
    metadata: {
      [type]: { memo, networkFees, ...(type === "swap" && { liquidityFee: `${FEES.liquidity}` }) },
    },
  }));
  return { actions: told, count: String(told.length) };
}

/** What an honest source answers about the swap; undefined where the path is about something else. */
export function answerOf(path: string, at: Moment): unknown {
  const { name, parts, blocks, isQueued = true } = stepOf(at);
  const sums = { deposit: String(DEPOSIT), in: "0", out: "0" };
  if (path.endsWith("/v2/actions")) return actionsOf(at);
  if (path.endsWith(`/tx/status/${TXID}`)) return recordOf(at);
  if (path.includes("/cosmos/"))
    return name === "rejected" ? { tx_response: { txhash: TXID, code: 5 } } : notFound;
  if (path.endsWith(`/queue/swap/details/${TXID}`)) {
    if (!parts && name !== "resting") return notFound;
    const sold = String((DEPOSIT / 4n) * BigInt(parts ?? 0));
    const state = parts
      ? { ...sums, ...PARTS, count: parts, in: sold, out: String(20 * parts) }
      : { ...sums, interval: 100, quantity: 1 };
    const terms = { target_asset: "ETH.ETH", trade_target: "50" };
    return { swap: { ...terms, initial_block_height: 25_000_000, state } };
  }
  if (path.endsWith(`/swap/streaming/${TXID}`))
    return parts
      ? { ...PARTS, count: parts, ...sums, target_asset: "ETH.ETH", trade_target: "50" }
      : { ...sums, target_asset: "", trade_target: "0" };
  if (path.endsWith(`/tx/${TXID}`))
    return { consensus_height: 24_999_000, finalised_height: 24_999_100 };
  if (/\/queue\/(outbound|scheduled)$/.test(path))
    return blocks && isQueued && path.endsWith("outbound")
      ? [{ in_hash: TXID }]
      : status(200, null);
  return undefined;
}
