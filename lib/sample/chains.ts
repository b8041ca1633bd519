// The embedded network: a node and an indexer that answer from the clock alone. Code that reads a network does not belong here.
// This file has the figures of each external chain. Every address is a clear placeholder, so nobody can send to it.

import { type Chain, hasOpReturn } from "../protocol/values/chain-rows.ts";
import type { Preset } from "../protocol/values/chains.ts";
import { NATIVE_CHAIN } from "./quote/state.ts";

/** The figures of a chain that a node states and the preset does not have. */
interface Figures {
  readonly observedFeeRate: number;
  readonly gasRateUnits: string;
  readonly outboundTxSize: number;
  /** 1e8 of the gas asset. */
  readonly dustThreshold: bigint;
  /** Source blocks until a deposit is confirmed. */
  readonly confirmations: number;
}

export interface SampleChain extends Chain, Figures {
  /** What a sender is told to pay: half as much again as was observed. */
  readonly gasRate: number;
}

/** The default figures, so a new chain of the preset needs nothing here. */
const familyFigures: Readonly<Record<"evm" | "utxo" | "other", Omit<Figures, "confirmations">>> = {
  evm: { observedFeeRate: 2, gasRateUnits: "gwei", outboundTxSize: 80_000, dustThreshold: 1_000n },
  utxo: { observedFeeRate: 4, gasRateUnits: "satsperbyte", outboundTxSize: 1_000, dustThreshold: 10_000n },
  other: { observedFeeRate: 1_000, gasRateUnits: "unit", outboundTxSize: 1, dustThreshold: 100_000n },
};

/** Where a chain differs from its family. */
const chainFigures: Readonly<Record<string, Partial<Figures>>> = {
  AVAX: { gasRateUnits: "nAVAX", outboundTxSize: 100_000, dustThreshold: 100_000n },
  BASE: { observedFeeRate: 12, gasRateUnits: "mwei", confirmations: 12 },
  BCH: { observedFeeRate: 2, outboundTxSize: 1_500 },
  BSC: { observedFeeRate: 1, outboundTxSize: 50_000, dustThreshold: 10_000n, confirmations: 3 },
  BTC: { dustThreshold: 1_000n },
  DOGE: { observedFeeRate: 500_000, dustThreshold: 100_000_000n, confirmations: 2 },
  ETH: { observedFeeRate: 5, confirmations: 2 },
  GAIA: { observedFeeRate: 300_000, gasRateUnits: "uatom", dustThreshold: 1_000_000n },
  LTC: { observedFeeRate: 6, outboundTxSize: 250, dustThreshold: 100_000n },
  NOBLE: { observedFeeRate: 100_000, gasRateUnits: "uusdc", dustThreshold: 1_000_000n },
  POL: { observedFeeRate: 40, dustThreshold: 100_000n, confirmations: 8 },
  SOL: { observedFeeRate: 5_000, gasRateUnits: "lamport", confirmations: 32 },
  TRON: { observedFeeRate: 1_000_000, gasRateUnits: "sun", dustThreshold: 10_000_000n },
  XRP: { observedFeeRate: 200, gasRateUnits: "drop", dustThreshold: 100_000_000n },
  ZEC: { observedFeeRate: 20, outboundTxSize: 500, dustThreshold: 15_000n, confirmations: 2 },
};

function figuresOf(row: Chain): keyof typeof familyFigures {
  if (hasOpReturn(row.family)) return "utxo";
  return row.family === "evm" ? "evm" : "other";
}

/** The external chains of a preset in the order in which the node lists them: by code. */
export function sampleChains(preset: Preset): readonly SampleChain[] {
  return preset.chains
    .filter((row) => !row.native)
    .map((row) => {
      const figures = { confirmations: 1, ...familyFigures[figuresOf(row)], ...chainFigures[row.code] };
      return { ...row, ...figures, gasRate: Math.floor((figures.observedFeeRate * 3) / 2) };
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** The vault of a chain, as a placeholder that no wallet accepts. */
export function vaultAddress(code: string): string {
  const kind = code === NATIVE_CHAIN ? "module" : "vault";
  return `sample-${code.toLowerCase()}-${kind}-do-not-send`;
}

/** The router of an EVM chain, as a placeholder. */
export function routerAddress(code: string): string {
  return `sample-${code.toLowerCase()}-router-do-not-send`;
}

/** A party of the sample transactions. In a memo, a destination of 25 characters or more is an address and not a name. */
export function partyAddress(code: string, role: "sender" | "recipient" | "affiliate"): string {
  return `sample-${code.toLowerCase()}-${role}-address`;
}
