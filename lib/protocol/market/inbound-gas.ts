// What a deposit costs the sender's wallet: an estimate from the network's gas rate, or null where its unit is not certain.

import type { Money } from "../model/envelope.ts";
import type { CostSources } from "./costs.ts";
import { readNativeTransactionFee } from "./costs.ts";
import { priceAmount } from "./prices.ts";

/** A deposit with a memo, two outputs and few inputs. */
const UTXO_BYTES = 250n;

/** Unit → the divisor from rate × size to 1e8 of the gas asset, and the size: fixed, or the chain's own outbound size. */
const units: Readonly<Record<string, { readonly divisor: bigint; readonly size: bigint | "outbound" }>> = {
  satsperbyte: { divisor: 1n, size: UTXO_BYTES },
  gwei: { divisor: 10n, size: "outbound" },
  nAVAX: { divisor: 10n, size: "outbound" },
  mwei: { divisor: 10_000n, size: "outbound" },
};

/** The cost of the inbound transaction in the source chain's gas asset. Rates of other units are stated in no certain scale. */
export function inboundGas(
  sources: CostSources,
  chain: string,
  quoted: { readonly rate: string | undefined; readonly units: string | undefined },
): Money | null {
  const known = sources.preset.chains.find((one) => one.code === chain);
  if (!known) return null;
  if (known.native) return readNativeTransactionFee(sources);
  const costs = sources.chainCosts?.get(chain);
  const base = gasAmount({
    rate: quoted.rate ?? costs?.gasRate ?? undefined,
    units: quoted.units ?? costs?.gasRateUnits ?? undefined,
    outboundSize: costs?.outboundSize ?? undefined,
  });
  return base === null ? null : priceAmount(sources.prices, known.gasAsset, base);
}

/** Rate × size in 1e8 of the gas asset, from the texts that a node states; null where one is missing or of no certain scale. */
export function gasAmount(stated: {
  readonly rate: string | undefined;
  readonly units: string | undefined;
  readonly outboundSize: string | undefined;
}): bigint | null {
  const rate = stated.rate ?? "";
  const unit = units[stated.units ?? ""];
  const size = unit?.size === "outbound" ? transactionSize(stated.outboundSize ?? "") : unit?.size;
  if (!unit || !size || !/^\d{1,20}$/.test(rate)) return null;
  const base = (BigInt(rate) * size) / unit.divisor;
  return base > 0n ? base : null;
}

function transactionSize(text: string): bigint | null {
  return /^\d{1,10}$/.test(text) ? BigInt(text) : null;
}
