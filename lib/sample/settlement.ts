// The payout, refund and fees of a sample order. They use the pools at the day's first block, so they stay the same during a day.
import { partyAddress } from "./chains.ts";
import { dayStart } from "./clock.ts";
import { L1_SLIP_MIN_BPS, NATIVE_FEE_RUNE } from "./mimir.ts";
import { chainOf, outboundFee, type PoolRow, runePriceAt, type SamplePool, samplePools, truncate } from "./pools.ts";
import { NATIVE, NATIVE_CHAIN } from "./quote/native.ts";
import { runeWorth, type Simulation, simulate } from "./swap.ts";
import type { Order } from "./transactions.ts";

export interface Party {
  readonly asset: string;
  readonly chain: string;
  readonly decimals: number;
  /** 1e8 units, rounded down to the decimals of the chain. */
  readonly amount: bigint;
  readonly address: string;
}

export interface Settlement {
  readonly memo: string;
  readonly in: Party;
  /** null when nothing is left after the fees. */
  readonly out: Party | null;
  readonly refund: Party | null;
  readonly affiliate: Party | null;
  /** The refunded part of the order, before the fee. */
  readonly refused: bigint;
  readonly refundReason: string;
  readonly simulation: Simulation;
  /** Sub-swaps executed when the swap is over. */
  readonly partsDone: number;
  /** Fees of an outbound to the recipient and of a refund to the sender, in their assets. */
  readonly outboundFee: bigint;
  readonly refundFee: bigint;
  /** US dollars (1e8) for a whole unit. */
  readonly priceInUsd: bigint;
  readonly priceOutUsd: bigint;
}

/** Price limits that the pools cannot meet for a whole refund, and can meet for some parts of a partial one. */
const LIMIT_BPS = { whole: 10_200n, part: 9_900n };

/** Settles an order that began at `startHeight`. */
export function settleSwap(rows: readonly PoolRow[], order: Order, startHeight: number): Settlement {
  const day = dayStart(startHeight);
  const pools = new Map(samplePools(rows, day).map((pool) => [pool.asset, pool]));
  const from = pools.get(order.from) ?? null;
  const to = pools.get(order.to) ?? null;
  const feeOf = (pool: SamplePool | null) => (pool ? outboundFee(pool) : NATIVE_FEE_RUNE);
  const run = (amount: bigint, quantity: number) =>
    simulate({
      amount,
      from,
      to,
      floorBps: L1_SLIP_MIN_BPS,
      quantity,
      affiliateBps: order.affiliateBps ?? 0,
      outboundFee: feeOf(to),
    });
  const party = (asset: string, pool: SamplePool | null, amount: bigint, address: string): Party => {
    const decimals = pool?.decimals ?? 8;
    return { asset, chain: chainOf(asset), decimals, amount: truncate(amount, decimals), address };
  };

  const refused = (order.amount * (order.refund?.bps ?? 0n)) / 10_000n;
  const quantity = order.streaming?.quantity ?? 1;
  const partsDone = Math.max(1, Number((BigInt(quantity) * (order.amount - refused)) / order.amount));
  const whole = run(order.amount, quantity);
  const simulation = run(order.amount - refused, partsDone);
  const limitBps = refused === order.amount ? LIMIT_BPS.whole : LIMIT_BPS.part;
  const limit = order.refund?.cause === "limit" ? (whole.feeless * limitBps) / 10_000n : 0n;
  const sender = partyAddress(chainOf(order.from), "sender");
  const recipient = partyAddress(chainOf(order.to), "recipient");
  const pays = simulation.out > 0n;
  return {
    memo: swapMemo(order, recipient, limit),
    in: party(order.from, from, order.amount, sender),
    out: pays ? party(order.to, to, simulation.out, recipient) : null,
    refund: refused > 0n ? party(order.from, from, refused - feeOf(from), sender) : null,
    affiliate:
      pays && simulation.affiliate > 0n
        ? party(NATIVE, null, runeWorth(simulation.affiliate, to), partyAddress(NATIVE_CHAIN, "affiliate"))
        : null,
    refused,
    refundReason:
      order.refund?.cause === "halt"
        ? "trading is halted, can't process swap"
        : `emit asset ${(limit * 995n) / 1000n} less than price limit ${limit}`,
    simulation,
    partsDone,
    outboundFee: feeOf(to),
    refundFee: feeOf(from),
    priceInUsd: from?.priceUsd ?? runePriceAt(day),
    priceOutUsd: to?.priceUsd ?? runePriceAt(day),
  };
}

function swapMemo(order: Order, recipient: string, limit: bigint): string {
  const { streaming } = order;
  const terms = streaming ? `${limit}/${streaming.interval}/${streaming.quantity}` : limit > 0n ? String(limit) : "";
  const affiliate = order.affiliateBps ? `:smpl:${order.affiliateBps}` : "";
  return `=:${order.to.split("-")[0]}:${recipient}${terms || affiliate ? `:${terms}` : ""}${affiliate}`;
}
