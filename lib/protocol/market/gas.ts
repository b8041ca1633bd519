// The gas rate that wallets can be told, and a deposit's network fee. Both are read from
// `/inbound_addresses`: mayanode's quotes state other rates.

import { deriveAgreed } from "../model/agreed.ts";
import type { WalletFee } from "../model/envelope.ts";
import type { GasRate } from "../model/gas-rate.ts";
import { formatUnits } from "../values/amounts.ts";
import { type Chain, hasOpReturn } from "../values/chain-rows.ts";
import type { ChainCosts } from "./agreement.ts";
import { type CostSources, nativeTransactionFeeOf } from "./costs.ts";
import { priceAmount } from "./prices.ts";

type WalletUnit = readonly [unit: string, per: GasRate["gasRatePer"], decimals: number];
/**
 * Keys are units in which nodes state gas rates. Values are the unit that wallets show, what the
 * rate is paid for, and by how many decimals the two units differ. Source: `common/chain.go`
 * (GetGasUnits).
 */
const walletUnits = new Map<string, WalletUnit>([
  ["satsperbyte", ["sat", "byte", 0]],
  ["duffsperbyte", ["duff", "byte", 0]],
  ["gwei", ["gwei", "gas", 0]],
  ["nAVAX", ["gwei", "gas", 0]],
  ["centigwei", ["gwei", "gas", 2]],
  ["mwei", ["gwei", "gas", 3]],
]);

export const noGasRate: GasRate = { gasRate: null, gasRateUnits: null, gasRatePer: null };

/**
 * The gas rate in a unit that wallets show, where it is a rate per byte or per gas. Null where it is
 * the fee of a whole transaction: that is what a vault pays, rounded up and half more, and says
 * nothing of a deposit (ATOM, NOBLE, XRP, SOL, TRON: `manager_gas_current.go`). Zcash's is the worst
 * case of a vault (`utxo/client_internal.go`), under a unit that says "per byte".
 */
export function gasRateOf(costs: ChainCosts | undefined, family: Chain["family"]): GasRate {
  const { gasRate, gasRateUnits } = costs ?? {};
  if (!gasRate || !gasRateUnits || BigInt(gasRate) === 0n || family === "zcash") return noGasRate;
  const walletUnitRow = walletUnits.get(gasRateUnits);
  if (walletUnitRow === undefined) return noGasRate;
  const [walletUnit, per, decimals] = walletUnitRow;
  const rateInWalletUnit = deriveAgreed([gasRate], (rate) => formatUnits(BigInt(rate), decimals));
  return { gasRate: rateInWalletUnit, gasRateUnits: walletUnit, gasRatePer: per };
}

/** Size of a Bitcoin-like deposit with a memo, two outputs and few inputs. */
const UTXO_DEPOSIT_BYTES = 250;

/**
 * The network fee of a deposit: the stated one of the protocol's own chain, or that of a Bitcoin-like
 * transaction of a named size at the stated rate. Null elsewhere: nobody here knows the transaction.
 */
export function walletFeeOf(
  sources: CostSources,
  chain: Chain | undefined,
  asset: string,
): WalletFee | null {
  if (!chain) return null;
  if (chain.native) {
    const nativeFee = nativeTransactionFeeOf(sources);
    return nativeFee && { ...nativeFee, forBytes: null };
  }
  const costs = sources.chainCosts?.get(chain.code);
  const { gasRate, gasRatePer } = gasRateOf(costs, chain.family);
  if (gasRate === null || gasRatePer !== "byte" || !hasOpReturn(chain.family)) return null;
  const feeBase = BigInt(gasRate) * BigInt(UTXO_DEPOSIT_BYTES);
  return { ...priceAmount(sources.prices, asset, feeBase), forBytes: UTXO_DEPOSIT_BYTES };
}
