// Estimates a deposit's network fee from `/inbound_addresses`: mayanode's quotes state other rates.

import { type Agreed, deriveAgreed } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
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
  ["drop", ["XRP", "transaction", 6]],
  ["uatom", ["ATOM", "transaction", 6]],
  ["uusdc", ["USDC", "transaction", 6]],
  ["lamport", ["SOL", "transaction", 9]],
]);

export const noGasRate: GasRate = { gasRate: null, gasRateUnits: null, gasRatePer: null };

/**
 * The gas rate in a unit that wallets show. Null for TRON: the `sun` rate is what a vault pays, not
 * what the sender of a deposit pays. Null for mayanode's `rune`, `ukuji` and `costunits`: these
 * rates are not in the unit that the node names.
 */
export function gasRateOf(costs: ChainCosts | undefined, family: Chain["family"]): GasRate {
  const { gasRate, gasRateUnits, outboundSize } = costs ?? {};
  if (!gasRate || !gasRateUnits || BigInt(gasRate) === 0n) return noGasRate;
  if (family === "zcash") {
    const feeBase = zcashFee(costs);
    if (feeBase === null) return noGasRate;
    const zecFeeText = deriveAgreed([feeBase], (base) => formatUnits(base, 8));
    return { gasRate: zecFeeText, gasRateUnits: "ZEC", gasRatePer: "transaction" };
  }
  const walletUnitRow = walletUnits.get(gasRateUnits);
  if (walletUnitRow === undefined) return noGasRate;
  const [walletUnit, per, decimals] = walletUnitRow;
  // Only an outbound size of 1 means that the rate is for a whole transaction.
  if (per === "transaction" && outboundSize !== "1") return noGasRate;
  const rateInWalletUnit = deriveAgreed([gasRate], (rate) => formatUnits(BigInt(rate), decimals));
  return { gasRate: rateInWalletUnit, gasRateUnits: walletUnit, gasRatePer: per };
}

/**
 * Fee of a whole Zcash transaction, in base units: the gas rate times the outbound size.
 * Source: THORNode, `utxo/client_internal.go` (sendNetworkFeeFromBlock).
 */
function zcashFee(costs: ChainCosts | undefined): Agreed<bigint> | null {
  const { gasRate, outboundSize } = costs ?? {};
  if (!gasRate || !outboundSize || !/^[1-9]\d{0,9}$/.test(outboundSize)) return null;
  return deriveAgreed([gasRate, outboundSize], (rate, size) => BigInt(rate) * BigInt(size));
}

/** Assumed size of a Bitcoin-like deposit with a memo, two outputs and few inputs. */
const UTXO_DEPOSIT_BYTES = 250n;
const EVM_GAS = { transfer: 21_000n, byte: 16n };

/**
 * Estimated network fee of a deposit with few inputs, correct within a factor of two. Null for a
 * token or rollup, if the rate is unknown, or if the chain is not native, Bitcoin-like or EVM.
 */
export function walletFeeOf(
  sources: CostSources,
  chain: Chain | undefined,
  asset: string,
  memoBytes: number,
): Money | null {
  if (!chain) return null;
  if (chain.native) return nativeTransactionFeeOf(sources);
  if (asset !== chain.gasAsset || chain.isRollup) return null;
  const feeBase = walletFeeBase(sources.chainCosts?.get(chain.code), chain.family, memoBytes);
  return feeBase === null || feeBase === 0n ? null : priceAmount(sources.prices, asset, feeBase);
}

function walletFeeBase(
  costs: ChainCosts | undefined,
  family: Chain["family"],
  memoBytes: number,
): bigint | null {
  if (family === "zcash") return zcashFee(costs);
  const { gasRate, gasRateUnits } = costs ?? {};
  const [, per, decimals = 0] = walletUnits.get(gasRateUnits ?? "") ?? [];
  if (!gasRate) return null;
  if (hasOpReturn(family) && per === "byte") return BigInt(gasRate) * UTXO_DEPOSIT_BYTES;
  if (family !== "evm" || per !== "gas") return null;
  const gasUnits = EVM_GAS.transfer + EVM_GAS.byte * BigInt(memoBytes);
  // Ten gwei (1e-9 of a coin each) are one base unit (1e-8 of a coin).
  const rateUnitsPerBase = 10n ** BigInt(decimals + 1);
  return (BigInt(gasRate) * gasUnits + rateUnitsPerBase - 1n) / rateUnitsPerBase;
}
