// What a swap cost at a recorded node, layer by layer. The figures are the node's own quote; the layers and the payout add up to what was sent.
import { gasAmount } from "../../protocol/market/costs.ts";
import { outboundFee } from "../../sample/quote/outbound-fee.ts";
import { convert } from "../../sample/quote/simulate.ts";
import { findSide, type QuoteState, setting } from "../../sample/quote/state.ts";
import { swapQuote } from "../../sample/quote/swap-quote.ts";
import { assetWorth, dollarsPerRune, runeWorth, share } from "../../sample/quote/worth.ts";

const ONE = 100_000_000n;

/** Base units of an asset and their worth in US dollars (1e8). */
export interface Cost {
  readonly asset: string;
  readonly base: bigint;
  readonly usd: bigint;
}

export type SwapCost = ReturnType<typeof swapCost>;

export interface SwapRequest {
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  /** In one part, not as the node splits it. */
  readonly isSingle?: boolean;
}

/** @throws Refusal in the node's words where it would not quote. */
export function swapCost(state: QuoteState, { from, to, amount, isSingle = false }: SwapRequest) {
  const query = new URLSearchParams({ from_asset: from, to_asset: to, amount: String(amount) });
  if (isSingle) for (const name of ["streaming_interval", "streaming_quantity"]) query.set(name, "1");
  const quote = swapQuote(state, query);
  const cost = (asset: string, base: bigint): Cost => ({ asset, base, usd: worthInUsd(state, asset, base) });
  const [sent, received] = [cost(from, amount), cost(to, BigInt(quote.expected_amount_out))];
  const worth = convert(findSide(state, from, "from"), findSide(state, to, "to"), amount);
  const gas = depositGas(state, from);
  const networkFee = gas && cost(...gas);
  const totalUsd = sent.usd - received.usd + (networkFee?.usd ?? 0n);
  return {
    sent,
    /** Paid by the wallet beside what is sent; null where the unit of the rate is not certain. */
    networkFee,
    liquidity: cost(to, BigInt(quote.fees.liquidity)),
    /** What the swap's own size took: worth sent − fees − payout. */
    priceImpact: cost(to, worth - received.base - BigInt(quote.fees.total)),
    outbound: cost(to, BigInt(quote.fees.outbound)),
    received,
    /** How many parts the node splits it into. */
    parts: isSingle ? 1 : quote.max_streaming_quantity,
    recommendedMinimum: cost(from, BigInt(quote.recommended_min_amount_in)),
    /** Worth sent − worth received, and the network fee where it is known: in dollars (1e8) and in hundredths of a basis point of what is sent. */
    totalUsd,
    totalCentiBps: (totalUsd * 1_000_000n) / sent.usd,
  };
}

/** Worth in US dollars (1e8) at the pools' prices, without fees. */
export function worthInUsd(state: QuoteState, asset: string, base: bigint): bigint {
  const { isRune, pool } = findSide(state, asset, "from");
  if (!isRune && !pool) throw new RangeError(`no pool of ${asset} in the snapshot`);
  return share(isRune || !pool ? base : runeWorth(pool, base), ONE, dollarsPerRune(state));
}

/** Base units of an asset with a pool that were worth so many dollars (1e8), without fees. */
export function fromDollars(state: QuoteState, asset: string, usd: bigint): bigint {
  const { pool } = findSide(state, asset, "from");
  if (!pool) throw new RangeError(`no pool of ${asset} in the snapshot`);
  return assetWorth(pool, share(usd, dollarsPerRune(state), ONE));
}

/** What one payout of an asset cost, in that asset; on its own chain also what a refund of it cost. */
export function payoutFee(state: QuoteState, asset: string): Cost {
  const base = outboundFee(state, findSide(state, asset, "to"));
  return { asset, base, usd: worthInUsd(state, asset, base) };
}

/** The wallet's own cost of a deposit, by the recorded rate or native fee. */
function depositGas(state: QuoteState, asset: string): [asset: string, base: bigint] | null {
  const { row, isRune } = findSide(state, asset, "from");
  if (isRune) return [asset, BigInt(setting(state, "NATIVETRANSACTIONFEE"))];
  if (!row) return null;
  const { gasAsset, gasRate, gasRateUnits, outboundTxSize } = row;
  const base = gasAmount({ rate: String(gasRate), units: gasRateUnits, outboundSize: String(outboundTxSize) });
  return base === null ? null : [gasAsset, base];
}

/** The least size, in whole US dollars, at which a fixed fee (1e8 dollars) is no more than `bps` of it. */
export function breakEven(feeUsd: bigint, bps: bigint): bigint {
  const step = bps * ONE;
  return (feeUsd * 10_000n + step - 1n) / step;
}

export type CostPoint = ReturnType<typeof costPoints>[number];

/** Cost against size, of whole US dollars sent: in hundredths of a basis point, as the node splits the swap and in one part. */
export function costPoints(state: QuoteState, pair: Pick<SwapRequest, "from" | "to">, sizes: readonly bigint[]) {
  return sizes.map((dollars) => {
    const amount = fromDollars(state, pair.from, dollars * ONE);
    const costOf = (isSingle: boolean) => swapCost(state, { ...pair, amount, isSingle }).totalCentiBps;
    return { dollars, splitCentiBps: costOf(false), singleCentiBps: costOf(true) };
  });
}
