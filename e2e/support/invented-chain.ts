// A chain that does not exist. Specs add it to a preset, or use it as an unknown chain.
import type { Chain } from "../../lib/protocol/values/chain-rows.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";

export const inventedChain: Chain = {
  code: "ZZZ9",
  name: "Zzz Nine",
  blockSeconds: 7,
  gasAsset: "ZZZ9.ZZZ",
  txidForm: "base58_signature",
  addressForm: /^zzz1[a-z0-9]{10,60}$/,
  checksums: [],
  explorer: {
    name: "zzz9.invalid",
    tx: "https://zzz9.invalid/tx/{TXID}",
    address: "https://zzz9.invalid/address/{address}",
  },
};

export function withInventedChain(preset: Preset, own: Partial<Chain> = {}): Preset {
  return { ...preset, chains: [...preset.chains, { ...inventedChain, ...own }] };
}

export const txidExamples = {
  hex: "0A1B".repeat(16),
  hex_numbered: `${"0A1B".repeat(16)}-1`,
  base58_signature: `5${"hAKe3v".repeat(14)}Wq`,
} as const satisfies Record<Chain["txidForm"], string>;
