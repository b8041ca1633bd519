// The embedded network: a node and an indexer that answer from the clock alone. Code that reads a network does not belong here.
// This file has the figures of each external chain. Every address is a clear placeholder, so nobody can send to it.

import type { Chain } from "../protocol/values/chain-rows.ts";
import type { Preset } from "../protocol/values/chains.ts";
import { NATIVE_CHAIN } from "./quote/native.ts";

/** The figures of a chain that a node states and the preset does not have. */
interface Figures {
  readonly gasRate: number;
  readonly gasRateUnits: string;
  readonly outboundTxSize: number;
  /** 1e8 of the gas asset. */
  readonly dustThreshold: bigint;
  /** Source blocks until a deposit is confirmed. */
  readonly confirmations: number;
  /** The destinations that the sample node accepts, besides its own placeholders. */
  readonly destination: RegExp | null;
}

export interface SampleChain extends Chain, Figures {}

const bech32 = (prefix: string) => new RegExp(`^${prefix}1[02-9ac-hj-np-z]{38,58}$`);
const base58 = (first: string, length: string) => new RegExp(`^${first}[1-9A-HJ-NP-Za-km-z]${length}$`);

/** The default figures, so a new chain of the preset needs nothing here. */
const familyFigures: Readonly<Record<NonNullable<Chain["family"]> | "other", Figures>> = {
  evm: {
    gasRate: 3,
    gasRateUnits: "gwei",
    outboundTxSize: 80_000,
    dustThreshold: 1_000n,
    confirmations: 1,
    destination: /^0x[0-9a-fA-F]{40}$/,
  },
  utxo: {
    gasRate: 6,
    gasRateUnits: "satsperbyte",
    outboundTxSize: 1_000,
    dustThreshold: 10_000n,
    confirmations: 1,
    destination: null,
  },
  other: {
    gasRate: 1_000,
    gasRateUnits: "unit",
    outboundTxSize: 1,
    dustThreshold: 100_000n,
    confirmations: 1,
    destination: null,
  },
};

/** Where a chain differs from its family. */
const chainFigures: Readonly<Record<string, Partial<Figures>>> = {
  AVAX: { gasRateUnits: "nAVAX", outboundTxSize: 100_000, dustThreshold: 100_000n },
  BASE: { gasRate: 18, gasRateUnits: "mwei", confirmations: 12 },
  BCH: { gasRate: 3, outboundTxSize: 1_500, destination: /^(bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/ },
  BSC: { gasRate: 1, outboundTxSize: 50_000, dustThreshold: 10_000n, confirmations: 3 },
  BTC: { dustThreshold: 1_000n, destination: /^(bc1[02-9ac-hj-np-z]{39,59}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/ },
  DOGE: { gasRate: 750_000, dustThreshold: 100_000_000n, confirmations: 2, destination: base58("D", "{33}") },
  ETH: { confirmations: 2 },
  GAIA: { gasRate: 450_000, gasRateUnits: "uatom", dustThreshold: 1_000_000n, destination: bech32("cosmos") },
  LTC: {
    gasRate: 9,
    outboundTxSize: 250,
    dustThreshold: 100_000n,
    destination: /^(ltc1[02-9ac-hj-np-z]{39,59}|[LM3][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  },
  NOBLE: { gasRate: 150_000, gasRateUnits: "uusdc", dustThreshold: 1_000_000n, destination: bech32("noble") },
  POL: { gasRate: 60, dustThreshold: 100_000n, confirmations: 8 },
  SOL: { gasRate: 7_500, gasRateUnits: "lamport", confirmations: 32, destination: base58("", "{32,44}") },
  TRON: { gasRate: 1_500_000, gasRateUnits: "sun", dustThreshold: 10_000_000n, destination: base58("T", "{33}") },
  XRP: { gasRate: 300, gasRateUnits: "drop", dustThreshold: 100_000_000n, destination: base58("r", "{24,34}") },
  ZEC: { gasRate: 30, outboundTxSize: 500, dustThreshold: 15_000n, confirmations: 2, destination: base58("t", "{34}") },
};

/** The external chains of a preset in the order in which the node lists them: by code. */
export function sampleChains(preset: Preset): readonly SampleChain[] {
  return preset.chains
    .filter((row) => !row.native)
    .map((row) => ({ ...row, ...familyFigures[row.family ?? "other"], ...chainFigures[row.code] }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

export const NATIVE_DESTINATION = bech32("thor");

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
