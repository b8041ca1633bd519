// What the network charges now, each figure as one source states it. A zero outbound fee means that no rate is known.

import type { Money } from "../model/envelope.ts";
import type { NetworkReading } from "../model/network-status.ts";
import type { Constants, InboundAddress, Mimir, NodeNetwork, OutboundFees } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";
import { type Prices, priceAmount } from "./prices.ts";

/** Fee sources; null where one was not read. */
export interface CostSources {
  readonly preset: Preset;
  readonly mimir: Mimir | null;
  readonly rows: readonly InboundAddress[] | null;
  readonly network: NodeNetwork | null;
  readonly outboundFees: OutboundFees | null;
  readonly constants: Constants | null;
  readonly prices: Prices;
}

/** What one outbound of a layer-1 asset costs, in that asset: the list of fees first, then the row of a gas asset's chain. */
export function readOutboundFee(sources: CostSources, asset: string): Money | null {
  const { preset, network, outboundFees, rows, prices } = sources;
  const listed = outboundFees?.find((fee) => fee.asset.toUpperCase() === asset)?.outbound_fee;
  const chain = preset.chains.find((known) => known.gasAsset === asset);
  const own = chain?.native ? network?.native_outbound_fee_rune : undefined;
  const row = chain && !chain.native ? rows?.find((one) => one.chain === chain.code)?.outbound_fee : undefined;
  const base = listed || own || row;
  return base ? priceAmount(prices, asset, base) : null;
}

/** What a message on the protocol's own chain costs: `/network` on THORChain, a parameter on MAYAChain. */
export function readNativeTransactionFee({ preset, network, mimir, prices }: CostSources): Money | null {
  const voted = mimir?.NATIVETRANSACTIONFEE;
  const isVoted = preset.nativeChain === "MAYA" && voted !== undefined && voted >= 0;
  const base = isVoted ? BigInt(voted) : network?.native_tx_fee_rune;
  return base === undefined ? null : priceAmount(prices, preset.nativeAsset, base);
}

const slipKeys = {
  l1: "L1SLIPMINBPS",
  synth: "SYNTHSLIPMINBPS",
  trade: "TRADEACCOUNTSSLIPMINBPS",
  secured: "SECUREDASSETSLIPMINBPS",
  derived: "DERIVEDSLIPMINBPS",
} as const;

/** The least slip a pool charges, in bps: the voted value, else the constant of that name. MAYAChain adds a fee and has no floor. */
export function readMinimumSlip({ preset, mimir, constants }: CostSources): NetworkReading["minimumSlipBps"] {
  const defaults = new Map(
    Object.entries(constants?.int_64_values ?? {}).map(([name, value]) => [name.toUpperCase(), value]),
  );
  const read = (key: string): number | null => {
    const voted = mimir?.[key];
    if (mimir === null || preset.nativeChain === "MAYA") return null;
    return voted !== undefined && voted >= 0 ? voted : (defaults.get(key) ?? null);
  };
  return {
    l1: read(slipKeys.l1),
    synth: read(slipKeys.synth),
    trade: read(slipKeys.trade),
    secured: read(slipKeys.secured),
    derived: read(slipKeys.derived),
  };
}

/** A gas rate as the node states it, with its unit; both null where either is not plain. */
export function readGasRate(row: InboundAddress | undefined): { gasRate: string | null; gasRateUnits: string | null } {
  const isPlain = /^\d{1,30}$/.test(row?.gas_rate ?? "") && /^[A-Za-z]{1,24}$/.test(row?.gas_rate_units ?? "");
  if (!row || !isPlain) return { gasRate: null, gasRateUnits: null };
  return { gasRate: row.gas_rate ?? null, gasRateUnits: row.gas_rate_units ?? null };
}
