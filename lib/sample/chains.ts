// The embedded network: a node and an indexer that answer from the clock alone. Code that reads a network does not belong here.
// This file has the figures of each external chain. Every address is a clear placeholder, so nobody can send to it.

import { type Chain, hasOpReturn } from "../protocol/values/chain-rows.ts";
import type { Preset } from "../protocol/values/chains.ts";
import { NATIVE_CHAIN, type QuoteRow } from "./quote/state.ts";

/** The figures of a chain that a node states and the preset does not have. */
interface Figures
  extends Pick<QuoteRow, "observedFeeRate" | "gasRateUnits" | "outboundTxSize" | "dustThreshold"> {
  /** Source blocks until a deposit is confirmed. */
  readonly confirmations: number;
}

export type SampleChain = Chain & QuoteRow & Figures;

/** The default figures, so a new chain of the preset needs nothing here. */
const familyFigures: Readonly<Record<"evm" | "utxo" | "other", Omit<Figures, "confirmations">>> = {
  evm: {
    observedFeeRate: 2n,
    gasRateUnits: "gwei",
    outboundTxSize: 80_000n,
    dustThreshold: 1_000n,
  },
  utxo: {
    observedFeeRate: 4n,
    gasRateUnits: "satsperbyte",
    outboundTxSize: 1_000n,
    dustThreshold: 10_000n,
  },
  other: {
    observedFeeRate: 1_000n,
    gasRateUnits: "unit",
    outboundTxSize: 1n,
    dustThreshold: 100_000n,
  },
};

/** Where a chain differs from its family. */
const chainFigures: Readonly<Record<string, Partial<Figures>>> = {
  AVAX: { gasRateUnits: "nAVAX", outboundTxSize: 100_000n, dustThreshold: 100_000n },
  BASE: { observedFeeRate: 12n, gasRateUnits: "mwei", confirmations: 12 },
  BCH: { observedFeeRate: 2n, outboundTxSize: 1_500n },
  BSC: { observedFeeRate: 1n, outboundTxSize: 50_000n, dustThreshold: 10_000n, confirmations: 3 },
  BTC: { dustThreshold: 1_000n },
  DOGE: { observedFeeRate: 500_000n, dustThreshold: 100_000_000n, confirmations: 2 },
  ETH: { observedFeeRate: 5n, confirmations: 2 },
  GAIA: { observedFeeRate: 300_000n, gasRateUnits: "uatom", dustThreshold: 1_000_000n },
  LTC: { observedFeeRate: 6n, outboundTxSize: 250n, dustThreshold: 100_000n },
  NOBLE: { observedFeeRate: 100_000n, gasRateUnits: "uusdc", dustThreshold: 1_000_000n },
  POL: { observedFeeRate: 40n, dustThreshold: 100_000n, confirmations: 8 },
  SOL: { observedFeeRate: 5_000n, gasRateUnits: "lamport", confirmations: 32 },
  TRON: { observedFeeRate: 1_000_000n, gasRateUnits: "sun", dustThreshold: 10_000_000n },
  XRP: { observedFeeRate: 200n, gasRateUnits: "drop", dustThreshold: 100_000_000n },
  ZEC: { observedFeeRate: 10_000n, outboundTxSize: 1n, dustThreshold: 15_000n, confirmations: 2 },
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
      const figures = {
        confirmations: 1,
        ...familyFigures[figuresOf(row)],
        ...chainFigures[row.code],
      };
      const { code } = row;
      const router = row.family === "evm" ? `sample-${code.toLowerCase()}-router-do-not-send` : "";
      // A sender is told to pay half as much again as was observed.
      const gasRate = (figures.observedFeeRate * 3n) / 2n;
      return { ...row, ...figures, chain: code, address: vaultAddress(code), router, gasRate };
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** The vault of a chain, as a placeholder that no wallet accepts. */
export function vaultAddress(code: string): string {
  const kind = code === NATIVE_CHAIN ? "module" : "vault";
  return `sample-${code.toLowerCase()}-${kind}-do-not-send`;
}

/** A party of the sample transactions. In a memo, a destination of 25 characters or more is an address and not a name. */
export function partyAddress(code: string, role: "sender" | "recipient" | "affiliate"): string {
  return `sample-${code.toLowerCase()}-${role}-address`;
}
