// One row a chain with all that the code knows of it. A new chain is a new row.

/** The code of a chain, as the networks write it. */
export const CHAIN_CODE = /^[A-Z0-9]{2,12}$/;

/** How a chain's transaction ids are written; `txid.ts` has the grammar of each form. */
export type TxidForm = "hex" | "base58_signature";

export interface Chain {
  readonly code: string;
  readonly name: string;
  /** Approximate seconds a block. */
  readonly blockSeconds: number;
  /** The asset in which the chain's outbound fee is stated. */
  readonly gasAsset: string;
  readonly txidForm: TxidForm;
  /** Native chain: no row in `inbound_addresses`, deposits go to the protocol itself. */
  readonly native?: true;
  /** Where a transaction carries its memo: `utxo` in an OP_RETURN output, `evm` in its data, otherwise in a memo field. */
  readonly family?: "utxo" | "evm";
  /** Null: no links. */
  readonly explorer: Explorer | null;
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
const tronscan: Explorer = {
  name: "tronscan.org",
  tx: "https://tronscan.org/#/transaction/{txid}",
  address: "https://tronscan.org/#/address/{address}",
};
/** `/account/` in place of `/address/`. */
const withAccounts = (explorer: Explorer): Explorer => ({
  ...explorer,
  address: explorer.address.replace("/address/", "/account/"),
});

function other(
  code: string,
  name: string,
  blockSeconds: number,
  gasAsset: string,
  txidForm: TxidForm,
  explorer: Explorer | null,
): Chain {
  return { code, name, blockSeconds, gasAsset, txidForm, explorer };
}

function utxo(code: string, name: string, blockSeconds: number, explorer: Explorer): Chain {
  return { ...other(code, name, blockSeconds, `${code}.${code}`, "hex", explorer), family: "utxo" };
}

function evm(code: string, name: string, blockSeconds: number, gasAsset: string, host: string): Chain {
  return { ...other(code, name, blockSeconds, gasAsset, "hex", on(host, "0x{txid}")), family: "evm" };
}

/** Chains that both networks connect. */
const BTC = utxo("BTC", "Bitcoin", 600, on("mempool.space", "{txid}"));
const ETH = evm("ETH", "Ethereum", 12, "ETH.ETH", "etherscan.io");
const THOR = other("THOR", "THORChain", 6, "THOR.RUNE", "hex", on("thorchain.net", "{TXID}"));
const ZEC = utxo("ZEC", "Zcash", 75, onBlockchair("zcash"));

export const thorchainChains: readonly Chain[] = [
  { ...THOR, native: true },
  BTC,
  ETH,
  evm("BSC", "BNB Smart Chain", 0.45, "BSC.BNB", "bscscan.com"),
  utxo("LTC", "Litecoin", 150, on("litecoinspace.org", "{txid}")),
  utxo("BCH", "Bitcoin Cash", 600, onBlockchair("bitcoin-cash")),
  utxo("DOGE", "Dogecoin", 60, onBlockchair("dogecoin")),
  other("GAIA", "Cosmos Hub", 6, "GAIA.ATOM", "hex", onMintscan("cosmos")),
  other("NOBLE", "Noble", 1.5, "NOBLE.USDC", "hex", onMintscan("noble")),
  evm("AVAX", "Avalanche", 1, "AVAX.AVAX", "snowtrace.io"),
  evm("BASE", "Base", 2, "BASE.ETH", "basescan.org"),
  other("TRON", "TRON", 3, "TRON.TRX", "hex", tronscan),
  other("XRP", "XRP Ledger", 4, "XRP.XRP", "hex", withAccounts(on("xrpscan.com", "{TXID}"))),
  other("SOL", "Solana", 0.4, "SOL.SOL", "base58_signature", withAccounts(on("solscan.io", "{TXID}"))),
  ZEC,
  evm("POL", "Polygon", 2, "POL.POL", "polygonscan.com"),
];

export const mayachainChains: readonly Chain[] = [
  { ...other("MAYA", "MAYAChain", 6, "MAYA.CACAO", "hex", on("www.mayascan.org", "{TXID}")), native: true },
  BTC,
  ETH,
  utxo("DASH", "Dash", 150, onBlockchair("dash")),
  THOR,
  other("KUJI", "Kujira", 3.5, "KUJI.KUJI", "hex", null),
  evm("ARB", "Arbitrum One", 0.26, "ARB.ETH", "arbiscan.io"),
  other("XRD", "Radix", 0.5, "XRD.XRD", "hex", null),
  ZEC,
];
