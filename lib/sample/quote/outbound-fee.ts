// What one payout of an asset costs, in that asset: gas rate times size times the asset's multiplier, at least so many dollars. Payouts on
// the native chain cost nothing.
import { cutToDecimals } from "../../protocol/values/amounts.ts";
import { type QuoteRow, type QuoteState, type Side, setting } from "./state.ts";
import { assetWorth, dollarsPerRune, runeWorth, share } from "./worth.ts";

const ONE = 100_000_000n;
const BPS = 10_000n;
/** How many gas units are one coin. */
const unitsPerCoin: Readonly<Record<string, bigint>> = {
  uatom: 1_000_000n,
  uusdc: 1_000_000n,
  drop: 1_000_000n,
  sun: 1_000_000n,
  satsperbyte: 100_000_000n,
  gwei: 1_000_000_000n,
  nAVAX: 1_000_000_000n,
  lamport: 1_000_000_000n,
  mwei: 1_000_000_000_000n,
};

export function outboundFee(state: QuoteState, side: Pick<Side, "asset" | "payoutChain">): bigint {
  const row = state.rows.get(side.payoutChain);
  const gasPool = row && state.pools.get(row.gasAsset);
  if (!row || !gasPool) return 0n;
  const gas = gasFee(state, row, side.asset);
  let fee = cutToDecimals(gas, gasPool.decimals);
  const least = assetWorth(gasPool, leastFeeRune(state));
  if (fee < least) fee = least;
  if (side.asset === row.gasAsset) return fee;
  const pool = state.pools.get(side.asset);
  return pool ? assetWorth(pool, runeWorth(gasPool, fee)) : 0n;
}

function gasFee(state: QuoteState, row: QuoteRow, asset: string): bigint {
  const base =
    (row.outboundTxSize * row.observedFeeRate * ONE) / (unitsPerCoin[row.gasRateUnits] ?? ONE);
  const most = BigInt(setting(state, "MAXOUTBOUNDFEEMULTIPLIERBASISPOINTS"));
  return share(state.feeMultiplierBps.get(asset) ?? most, BPS, base);
}

function leastFeeRune(state: QuoteState): bigint {
  const price = dollarsPerRune(state);
  return share(BigInt(setting(state, "MINIMUML1OUTBOUNDFEEUSD")), price, ONE);
}
