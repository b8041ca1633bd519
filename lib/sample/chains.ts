// Sample room: what each external chain's rows say. Every address is plainly a placeholder, so nobody can send to it.

import { presets } from "../protocol/chains.ts";

export interface SampleChain {
  readonly chain: string;
  readonly blockSeconds: number;
  readonly gasAsset: string;
  readonly gasRate: number;
  readonly gasRateUnits: string;
  readonly outboundTxSize: number;
  /** 1e8 of the gas asset. */
  readonly dustThreshold: bigint;
  /** Source blocks that a deposit is counted for. */
  readonly confirmations: number;
  readonly kind: "utxo" | "evm" | "other";
  /** What the sample node takes for a destination, besides the sample's own placeholders. */
  readonly destination: RegExp;
}

const EVM = /^0x[0-9a-fA-F]{40}$/;
const bech32 = (prefix: string) => new RegExp(`^${prefix}1[02-9ac-hj-np-z]{38,58}$`);
const base58 = (first: string, length: string) => new RegExp(`^${first}[1-9A-HJ-NP-Za-km-z]${length}$`);

function chain(
  code: string,
  kind: SampleChain["kind"],
  gas: readonly [rate: number, units: string, size: number],
  dustThreshold: bigint,
  confirmations: number,
  destination: RegExp = EVM,
): SampleChain {
  const [gasRate, gasRateUnits, outboundTxSize] = gas;
  const preset = presets.sample.chains.find((entry) => entry.code === code);
  if (!preset) throw new Error(`sample chain ${code} is not in the preset`);
  return {
    chain: code,
    kind,
    blockSeconds: preset.blockSeconds,
    gasAsset: preset.gasAsset,
    gasRate,
    gasRateUnits,
    outboundTxSize,
    dustThreshold,
    confirmations,
    destination,
  };
}

/** External chains in the order in which the node lists them. */
export const sampleChains: readonly SampleChain[] = [
  chain("AVAX", "evm", [3, "nAVAX", 100_000], 100_000n, 1),
  chain("BASE", "evm", [18, "mwei", 80_000], 1_000n, 12),
  chain("BCH", "utxo", [3, "satsperbyte", 1_500], 10_000n, 1, /^(bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/),
  chain("BSC", "evm", [1, "gwei", 50_000], 10_000n, 3),
  chain(
    "BTC",
    "utxo",
    [6, "satsperbyte", 1_000],
    1_000n,
    1,
    /^(bc1[02-9ac-hj-np-z]{39,59}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  ),
  chain("DOGE", "utxo", [750_000, "satsperbyte", 1_000], 100_000_000n, 2, base58("D", "{33}")),
  chain("ETH", "evm", [3, "gwei", 80_000], 1_000n, 2),
  chain("GAIA", "other", [450_000, "uatom", 1], 1_000_000n, 1, bech32("cosmos")),
  chain(
    "LTC",
    "utxo",
    [9, "satsperbyte", 250],
    100_000n,
    1,
    /^(ltc1[02-9ac-hj-np-z]{39,59}|[LM3][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  ),
  chain("NOBLE", "other", [150_000, "uusdc", 1], 1_000_000n, 1, bech32("noble")),
  chain("POL", "evm", [60, "gwei", 80_000], 100_000n, 8),
  chain("SOL", "other", [7_500, "lamport", 1], 100_000n, 32, base58("", "{32,44}")),
  chain("TRON", "other", [1_500_000, "sun", 1], 10_000_000n, 1, base58("T", "{33}")),
  chain("XRP", "other", [300, "drop", 1], 100_000_000n, 1, base58("r", "{24,34}")),
  chain("ZEC", "utxo", [30, "satsperbyte", 500], 15_000n, 2, base58("t", "{34}")),
];

export const NATIVE_DESTINATION = bech32("thor");

/** The vault of a chain: a placeholder that no wallet accepts. */
export function toVault(code: string): string {
  return code === "THOR" ? "sample-thor-module-do-not-send" : `sample-${code.toLowerCase()}-vault-do-not-send`;
}

/** The router of an EVM chain: a placeholder like the vault. */
export function toRouter(code: string): string {
  return `sample-${code.toLowerCase()}-router-do-not-send`;
}

/** A party of the sample transactions on a chain. From 25 characters on a memo's destination counts as an address, not a name. */
export function toParty(code: string, role: "sender" | "recipient" | "affiliate"): string {
  return `sample-${code.toLowerCase()}-${role}-address`;
}
