// What a sender pays its chain, from `/inbound_addresses`: mayanode's quotes state other rates.

import { type Agreed, deriveAgreed } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import type { GasRate } from "../model/gas-rate.ts";
import { formatUnits } from "../values/amounts.ts";
import { type Chain, hasOpReturn } from "../values/chain-rows.ts";
import type { ChainCosts } from "./agreement.ts";
import { type CostSources, nativeTransactionFeeOf } from "./costs.ts";
import { priceAmount } from "./prices.ts";

/**
 * Nodes' unit → wallets' unit, what it is per, and the decimals between them.
 * Source: `common/chain.go` (GetGasUnits).
 */
type WalletUnit = readonly [unit: string, per: GasRate["gasRatePer"], decimals: number];
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
 * The rate in a unit that wallets print. TRON's `sun` is left out, because it is what a vault pays.
 * So are mayanode's `rune`, `ukuji` and `costunits`, which do not count what they say.
 */
export function gasRateOf(costs: ChainCosts | undefined, family: Chain["family"]): GasRate {
  const { gasRate, gasRateUnits, outboundSize } = costs ?? {};
  if (!gasRate || !gasRateUnits || BigInt(gasRate) === 0n) return noGasRate;
  if (family === "zcash") {
    const fee = zcashFee(costs);
    if (fee === null) return noGasRate;
    const zec = deriveAgreed([fee], (base) => formatUnits(base, 8));
    return { gasRate: zec, gasRateUnits: "ZEC", gasRatePer: "transaction" };
  }
  const walletUnit = walletUnits.get(gasRateUnits);
  if (walletUnit === undefined) return noGasRate;
  const [unit, per, decimals] = walletUnit;
  // Only an outbound size of 1 means that the rate is for a whole transaction.
  if (per === "transaction" && outboundSize !== "1") return noGasRate;
  const walletRate = deriveAgreed([gasRate], (rate) => formatUnits(BigInt(rate), decimals));
  return { gasRate: walletRate, gasRateUnits: unit, gasRatePer: per };
}

/**
 * The rate is a whole transaction's fee, whatever its unit says.
 * THORNode: `utxo/client_internal.go` (sendNetworkFeeFromBlock).
 */
function zcashFee(costs: ChainCosts | undefined): Agreed<bigint> | null {
  const { gasRate, outboundSize } = costs ?? {};
  if (!gasRate || !outboundSize || !/^[1-9]\d{0,9}$/.test(outboundSize)) return null;
  return deriveAgreed([gasRate, outboundSize], (rate, size) => BigInt(rate) * BigInt(size));
}

/** The size of a deposit with a memo, two outputs and few inputs. */
const UTXO_BYTES = 250n;
/** The gas of a transfer, and of each byte of its data. */
const EVM_GAS = { transfer: 21_000n, byte: 16n };

/** An estimate for a deposit from few inputs, correct within a factor of two. */
export function walletFeeOf(
  sources: CostSources,
  chain: Chain | undefined,
  asset: string,
  memoBytes: number,
): Money | null {
  if (!chain) return null;
  if (chain.native) return nativeTransactionFeeOf(sources);
  if (asset !== chain.gasAsset || chain.isRollup) return null;
  const base = walletFeeBase(sources.chainCosts?.get(chain.code), chain.family, memoBytes);
  return base === null || base === 0n ? null : priceAmount(sources.prices, asset, base);
}

/** In base units of the gas asset, rounded up. */
function walletFeeBase(
  costs: ChainCosts | undefined,
  family: Chain["family"],
  memoBytes: number,
): bigint | null {
  if (family === "zcash") return zcashFee(costs);
  const { gasRate, gasRateUnits } = costs ?? {};
  const [, per, decimals = 0] = walletUnits.get(gasRateUnits ?? "") ?? [];
  if (!gasRate) return null;
  if (hasOpReturn(family) && per === "byte") return BigInt(gasRate) * UTXO_BYTES;
  if (family !== "evm" || per !== "gas") return null;
  const gas = EVM_GAS.transfer + EVM_GAS.byte * BigInt(memoBytes);
  // Ten gwei are one base unit.
  const unitsInBase = 10n ** BigInt(decimals + 1);
  return (BigInt(gasRate) * gas + unitsInBase - 1n) / unitsInBase;
}
