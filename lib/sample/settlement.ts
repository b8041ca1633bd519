// The payout, refund and fees of a sample order. They use the pools at the day's first block, so they stay the same during a day.

import { cutToDecimals } from "../protocol/values/amounts.ts";
import { onceFor } from "../protocol/values/once.ts";
import { partyAddress } from "./chains.ts";
import { dayStart } from "./clock.ts";
import { AFFILIATE_NAME } from "./mimir.ts";
import { outboundFee } from "./quote/outbound-fee.ts";
import { convert, formatMemo, simulate, TooSmall } from "./quote/simulate.ts";
import { findSide, NATIVE, NATIVE_CHAIN, type QuoteState, type Side } from "./quote/state.ts";
import { runeWorth, share } from "./quote/worth.ts";
import { type SampleNetwork, sampleState } from "./state.ts";
import type { Order } from "./transactions.ts";

export interface Party {
  readonly asset: string;
  readonly chain: string;
  readonly decimals: number;
  /** 1e8 units, rounded down to the decimals of the chain. */
  readonly amount: bigint;
  readonly address: string;
}

export type Settlement = ReturnType<typeof settleSwap>;

/** Price limits that the pools cannot meet for a whole refund, and can meet for some parts of a partial one. */
const LIMIT_BPS = { whole: 10_200n, part: 9_900n };

/** Settles an order that began at `startHeight`. The figures of a day never change. */
export function settleSwap(sample: SampleNetwork, order: Order, startHeight: number) {
  return settlementsOf(sampleState(sample, dayStart(startHeight)))(order);
}

const settlementsOf = onceFor((day: QuoteState) => {
  // A halt is the order's own cause of a refund: the pools are asked as if they were open.
  const state: QuoteState = { ...day, isHalted: () => false };
  return onceFor((order: Order) => settle(state, order));
});

function settle(state: QuoteState, order: Order) {
  const [from, to] = [findSide(state, order.from, "from"), findSide(state, order.to, "to")];
  const party = ({ asset, chain, pool }: Side, amount: bigint, address: string): Party => {
    const decimals = pool?.decimals ?? 8;
    return { asset, chain, decimals, amount: cutToDecimals(amount, decimals), address };
  };

  const refused = (order.amount * (order.refund?.bps ?? 0n)) / 10_000n;
  const quantity = order.streaming?.quantity ?? 1;
  const partsDone = Math.max(
    1,
    Number((BigInt(quantity) * (order.amount - refused)) / order.amount),
  );
  const atPools = runParts(state, from, to, order.amount - refused, BigInt(partsDone));
  const limit = (convert(from, to, order.amount) * limitBps(order, refused)) / 10_000n;
  // A part of a limit order is swapped when the pools have reached its price.
  const least = order.limit ? (limit * (order.amount - refused)) / order.amount : 0n;
  const result =
    atPools.emitted < least
      ? { ...atPools, emitted: cutToDecimals(least, to.pool?.decimals ?? 8) }
      : atPools;
  const sender = partyAddress(from.chain, "sender");
  const recipient = partyAddress(to.chain, "recipient");
  const affiliateFee = share(BigInt(order.affiliateBps ?? 0), 10_000n, result.emitted);
  const fees = { out: outboundFee(state, to), refund: outboundFee(state, from) };
  const paid = result.emitted - affiliateFee - fees.out;
  const native = findSide(state, NATIVE, "to");
  const affiliateRune = to.pool ? runeWorth(to.pool, affiliateFee) : affiliateFee;
  return {
    memo: swapMemo(order, recipient, limit),
    in: party(from, order.amount, sender),
    /** Null when nothing is left after the fees. */
    out: paid > 0n ? party(to, paid, recipient) : null,
    refund: refused > 0n ? party(from, refused - fees.refund, sender) : null,
    affiliate:
      affiliateFee > 0n
        ? party(native, affiliateRune, partyAddress(NATIVE_CHAIN, "affiliate"))
        : null,
    /** The refunded part of the order, before the fee, and the least output that the memo asks for; 0n where it asks for none. */
    refused,
    limit,
    refundReason:
      reasons[order.refund?.cause ?? "limit"] ??
      `emit asset ${(limit * 995n) / 1000n} less than price limit ${limit}`,
    /** Of the pools, before all fees. */
    emitted: result.emitted,
    liquidityFeeRune: result.liquidityFeeRune,
    /** Sub-swaps executed when the swap is over. */
    partsDone,
    /** Of an outbound to the recipient and of a refund to the sender, in their assets. */
    outboundFee: fees.out,
    refundFee: fees.refund,
  };
}

/** The node's words for the ends that have fixed ones. */
const reasons: Readonly<Partial<Record<NonNullable<Order["refund"]>["cause"], string>>> = {
  halt: "trading is halted, can't process swap",
  expired: "limit swap expired",
  cancelled: "limit swap cancelled",
};

function limitBps({ amount, limit, refund }: Order, refused: bigint): bigint {
  if (limit) return limit.priceBps;
  if (refund?.cause !== "limit") return 0n;
  return refused === amount ? LIMIT_BPS.whole : LIMIT_BPS.part;
}

/** So many parts at unchanged depths; nothing where one of them does not pay for its payout. */
function runParts(state: QuoteState, from: Side, to: Side, amount: bigint, parts: bigint) {
  const none = { emitted: 0n, liquidityFeeRune: 0n };
  if (amount === 0n) return none;
  const asked = {
    from,
    to,
    amount: amount / parts,
    limit: 0n,
    destinationChains: [to.payoutChain],
    unknownAffiliate: null,
  };
  try {
    const part = simulate(state, asked);
    return { emitted: part.emitted * parts, liquidityFeeRune: part.liquidityFeeRune * parts };
  } catch (error) {
    if (error instanceof TooSmall) return none;
    throw error;
  }
}

/** The node cuts a limit order into parts by itself. */
function swapMemo(
  { to, limit: rest, streaming, affiliateBps }: Order,
  destination: string,
  limit: bigint,
): string {
  return formatMemo({
    kind: rest ? "=<" : "=",
    asset: rest ? to : (to.split("-")[0] as string),
    destination,
    refundAddress: "",
    limit,
    interval: BigInt(rest?.blocks ?? streaming?.interval ?? 0),
    quantity: BigInt(rest ? 0 : (streaming?.quantity ?? 0)),
    affiliates: affiliateBps ? [AFFILIATE_NAME] : [],
    affiliatesBps: affiliateBps ? [BigInt(affiliateBps)] : [],
  });
}
