// Protocol room: what differs from network to network, as data. To bring it up to date, see "Presets" in README.md.

/** The day of the last revision of what follows; `npm run drift` compares it with the networks as they are. */
export const PRESETS_DATE = "2026-11-20";

export const networkNames = ["sample", "thorchain", "mayachain"] as const;
export type NetworkName = (typeof networkNames)[number];

export interface Chain {
  readonly code: string;
  readonly name: string;
  /** Approximate seconds a block. */
  readonly blockSeconds: number;
  /** The asset in which the chain's outbound fee is stated. */
  readonly gasAsset: string;
  /** Native chain: no row in `inbound_addresses`, deposits go to the protocol itself. */
  readonly native?: true;
  /** Where a transaction carries a memo: `utxo` in an OP_RETURN output, `evm` in its data. None: in a field of its own. */
  readonly family?: "utxo" | "evm";
}

/**
 * A public website on which people look transactions up. `{txid}` stands for the id in small letters, `{TXID}` for the id
 * as nodes write it: capitals, or base58 as it is.
 */
export interface Explorer {
  readonly name: string;
  readonly tx: string;
  readonly address: string;
}

export interface Preset {
  readonly network: NetworkName;
  /** The protocol's own name, as prose says it. */
  readonly protocol: "THORChain" | "MAYAChain";
  /** First segment of node paths: `/thorchain/mimir`. */
  readonly segment: "thorchain" | "mayachain";
  readonly nativeChain: "THOR" | "MAYA";
  readonly nativeAsset: "THOR.RUNE" | "MAYA.CACAO";
  /** `inclusive`: a halt at height v is on when v <= h (THORNode 3). `strict`: v < h, and signing keys have no height (mayanode). */
  readonly haltRule: "inclusive" | "strict";
  readonly chains: readonly Chain[];
  readonly nodeUrls: readonly string[];
  readonly indexerUrls: readonly string[];
  readonly docsUrl: string;
  readonly apiDocsUrl: string;
  /** By chain code. A chain without a line gets no link; the sample network is on no explorer. */
  readonly explorers: Readonly<Record<string, Explorer>>;
}

/** Chains that both networks connect. */
const BTC: Chain = { code: "BTC", name: "Bitcoin", blockSeconds: 600, gasAsset: "BTC.BTC", family: "utxo" };
const ETH: Chain = { code: "ETH", name: "Ethereum", blockSeconds: 12, gasAsset: "ETH.ETH", family: "evm" };
const ZEC: Chain = { code: "ZEC", name: "Zcash", blockSeconds: 75, gasAsset: "ZEC.ZEC", family: "utxo" };

const thorchainChains: readonly Chain[] = [
  { code: "THOR", name: "THORChain", blockSeconds: 6, gasAsset: "THOR.RUNE", native: true },
  BTC,
  ETH,
  { code: "BSC", name: "BNB Smart Chain", blockSeconds: 0.45, gasAsset: "BSC.BNB", family: "evm" },
  { code: "LTC", name: "Litecoin", blockSeconds: 150, gasAsset: "LTC.LTC", family: "utxo" },
  { code: "BCH", name: "Bitcoin Cash", blockSeconds: 600, gasAsset: "BCH.BCH", family: "utxo" },
  { code: "DOGE", name: "Dogecoin", blockSeconds: 60, gasAsset: "DOGE.DOGE", family: "utxo" },
  { code: "GAIA", name: "Cosmos Hub", blockSeconds: 6, gasAsset: "GAIA.ATOM" },
  { code: "NOBLE", name: "Noble", blockSeconds: 1.5, gasAsset: "NOBLE.USDC" },
  { code: "AVAX", name: "Avalanche", blockSeconds: 1, gasAsset: "AVAX.AVAX", family: "evm" },
  { code: "BASE", name: "Base", blockSeconds: 2, gasAsset: "BASE.ETH", family: "evm" },
  { code: "TRON", name: "TRON", blockSeconds: 3, gasAsset: "TRON.TRX" },
  { code: "XRP", name: "XRP Ledger", blockSeconds: 4, gasAsset: "XRP.XRP" },
  { code: "SOL", name: "Solana", blockSeconds: 0.4, gasAsset: "SOL.SOL" },
  ZEC,
  { code: "POL", name: "Polygon", blockSeconds: 2, gasAsset: "POL.POL", family: "evm" },
];

const mayachainChains: readonly Chain[] = [
  { code: "MAYA", name: "MAYAChain", blockSeconds: 6, gasAsset: "MAYA.CACAO", native: true },
  BTC,
  ETH,
  { code: "DASH", name: "Dash", blockSeconds: 150, gasAsset: "DASH.DASH", family: "utxo" },
  { code: "THOR", name: "THORChain", blockSeconds: 6, gasAsset: "THOR.RUNE" },
  { code: "KUJI", name: "Kujira", blockSeconds: 3.5, gasAsset: "KUJI.KUJI" },
  { code: "ARB", name: "Arbitrum One", blockSeconds: 0.26, gasAsset: "ARB.ETH", family: "evm" },
  { code: "XRD", name: "Radix", blockSeconds: 0.5, gasAsset: "XRD.XRD" },
  ZEC,
];

/** Most explorers: `/tx/` and `/address/` on one host, the id written in one way. */
const on = (host: string, id: string): Explorer => ({
  name: host.replace(/^www\./, ""),
  tx: `https://${host}/tx/${id}`,
  address: `https://${host}/address/{address}`,
});
const onBlockchair = (chain: string): Explorer => ({
  name: "blockchair.com",
  tx: `https://blockchair.com/${chain}/transaction/{txid}`,
  address: `https://blockchair.com/${chain}/address/{address}`,
});
const onMintscan = (chain: string): Explorer => ({
  name: "mintscan.io",
  tx: `https://www.mintscan.io/${chain}/tx/{TXID}`,
  address: `https://www.mintscan.io/${chain}/address/{address}`,
});

/** Chains that both networks connect have the same explorer. */
const explorers: Readonly<Record<string, Explorer>> = {
  THOR: on("thorchain.net", "{TXID}"),
  MAYA: on("www.mayascan.org", "{TXID}"),
  BTC: on("mempool.space", "{txid}"),
  LTC: on("litecoinspace.org", "{txid}"),
  ETH: on("etherscan.io", "0x{txid}"),
  BSC: on("bscscan.com", "0x{txid}"),
  AVAX: on("snowtrace.io", "0x{txid}"),
  BASE: on("basescan.org", "0x{txid}"),
  ARB: on("arbiscan.io", "0x{txid}"),
  POL: on("polygonscan.com", "0x{txid}"),
  BCH: onBlockchair("bitcoin-cash"),
  DOGE: onBlockchair("dogecoin"),
  DASH: onBlockchair("dash"),
  ZEC: onBlockchair("zcash"),
  GAIA: onMintscan("cosmos"),
  NOBLE: onMintscan("noble"),
  TRON: {
    name: "tronscan.org",
    tx: "https://tronscan.org/#/transaction/{txid}",
    address: "https://tronscan.org/#/address/{address}",
  },
  XRP: { name: "xrpscan.com", tx: "https://xrpscan.com/tx/{TXID}", address: "https://xrpscan.com/account/{address}" },
  SOL: { name: "solscan.io", tx: "https://solscan.io/tx/{TXID}", address: "https://solscan.io/account/{address}" },
};

const thorchain: Preset = {
  network: "thorchain",
  protocol: "THORChain",
  segment: "thorchain",
  nativeChain: "THOR",
  nativeAsset: "THOR.RUNE",
  haltRule: "inclusive",
  chains: thorchainChains,
  nodeUrls: [
    "https://gateway.liquify.com/chain/thorchain_api",
    "https://thornode.thorchain.network",
    "https://api-thorchain.rorcual.xyz",
  ],
  indexerUrls: ["https://gateway.liquify.com/chain/thorchain_midgard", "https://midgard.thorchain.network"],
  docsUrl: "https://docs.thorchain.org",
  apiDocsUrl: "https://dev.thorchain.org",
  explorers,
};

export const presets: Readonly<Record<NetworkName, Preset>> = {
  sample: { ...thorchain, network: "sample", nodeUrls: [], indexerUrls: [], explorers: {} },
  thorchain,
  mayachain: {
    network: "mayachain",
    protocol: "MAYAChain",
    segment: "mayachain",
    nativeChain: "MAYA",
    nativeAsset: "MAYA.CACAO",
    haltRule: "strict",
    chains: mayachainChains,
    nodeUrls: ["https://mayanode.mayachain.info", "https://api-maya.liquify.com"],
    indexerUrls: ["https://midgard.mayachain.info"],
    docsUrl: "https://docs.mayaprotocol.com",
    apiDocsUrl: "https://docs.mayaprotocol.com",
    explorers,
  },
};

/** Seconds a block of the protocol's own chain. A target: shorter blocks are under discussion upstream. */
export const PROTOCOL_BLOCK_SECONDS = 6;
