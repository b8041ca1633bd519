// Constant data of each chain, in one row per chain.
import { cashAddressForm } from "./cash-address.ts";

/** Group of chains whose deposits need the same form: see `model/deposit-shape.ts`. */
export type ChainFamily =
  | "bitcoin"
  | "litecoin"
  | "utxo"
  | "zcash"
  | "evm"
  | "solana"
  | "cosmos"
  | "thorchain"
  | "xrp"
  | "tron";

/** `hex_numbered`: nodes add "-0", "-1" where one transaction brings several deposits (by IBC). */
export type TxidForm = "hex" | "hex_numbered" | "base58_signature";

/** `segwit`: bech32 of version 0, bech32m of any later version (BIP 350). */
export type Checksum =
  | "eip55"
  | "base58check"
  | "base58xrp"
  | "segwit"
  | "bech32"
  | "bech32m"
  | "cash";

export interface Chain {
  readonly code: string;
  readonly name: string;
  readonly blockSeconds: number;
  readonly gasAsset: string;
  readonly txidForm: TxidForm;
  /**
   * A pattern of addresses, which does not verify a checksum. An address fits one of `checksums`.
   * Solana has none.
   */
  readonly addressForm: RegExp;
  readonly checksums: readonly Checksum[];
  readonly refusedForm?: RefusedForm;
  /** True for the network's own chain. Its nodes have no row for it in `inbound_addresses`. */
  readonly native?: true;
  readonly family?: ChainFamily;
  readonly explorer: Explorer | null;
}

/** An address form that we refuse, because payments to such an address may be lost. */
export type RefusedAddress =
  | { readonly id: "shared_with_bitcoin"; readonly chain: string; readonly starts: string }
  | { readonly id: "taproot" };

interface RefusedForm {
  readonly form: RegExp;
  readonly refused: RefusedAddress;
}

/** URL templates for a transaction id (`{txid}` in small letters, `{TXID}` as nodes write it). */
export interface Explorer {
  readonly name: string;
  readonly tx: string;
  readonly address: string;
}

function explorer(site: string, txPath: string, addressPath = "address"): Explorer {
  const [host = ""] = site.split("/");
  return {
    name: host.replace(/^www\./, ""),
    tx: `https://${site}/${txPath}`,
    address: `https://${site}/${addressPath}/{address}`,
  };
}
const blockchair = (chain: string) => explorer(`blockchair.com/${chain}`, "transaction/{txid}");
const mintscan = (chain: string) => explorer(`www.mintscan.io/${chain}`, "tx/{TXID}");
const tronscan = explorer("tronscan.org/#", "transaction/{txid}");
const cardanoscan = explorer("cardanoscan.io", "transaction/{txid}");
const xrpscan = explorer("xrpscan.com", "tx/{TXID}", "account");
const solscan = explorer("solscan.io", "tx/{TXID}", "account");

/**
 * Form of a bech32 address (BIP 173), never in mixed case. After the `1`, `charCount` characters
 * hold data and checksum: 38 for data of 20 bytes. Data of 32 bytes needs 20 characters more.
 */
const bech32 = (prefix: string, charCount = 38) => {
  const patternOf = (prefixText: string, letterClass: string) =>
    `${prefixText}1${letterClass}{${charCount}}(?:${letterClass}{20})?`;
  const lowercasePattern = patternOf(prefix, "[02-9ac-hj-np-z]");
  const uppercasePattern = patternOf(prefix.toUpperCase(), "[02-9AC-HJ-NP-Z]");
  return new RegExp(`^(?:${lowercasePattern}|${uppercasePattern})$`);
};
/** Form of a base58 address, without 0, I, O and l. `length` is a quantifier such as `{33}`. */
const base58 = (firstLetters: string, length: string) =>
  new RegExp(`^${firstLetters}[1-9A-HJ-NP-Za-km-z]${length}$`);
const anyForm = (...forms: readonly RegExp[]) =>
  new RegExp(forms.map(({ source }) => `(?:${source})`).join("|"));
const evmAddress = /^0x[0-9a-fA-F]{40}$/;

/**
 * Addresses that nobody owns: the zero address of EVM chains, Solana, Bitcoin, XRP Ledger and TRON,
 * and EVM addresses of precompiled contracts and of burnt coins (0x…dead).
 */
export const unownedAddressPattern =
  /^(?:0x0{36}[0-9a-f]{4}|1{32}|1{21}4oLvT2|r{21}hoLvTp|T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb)$/i;

function hexChain(
  code: string,
  name: string,
  blockSeconds: number,
  gasAsset: string,
  addressForm: RegExp,
  checksums: readonly Checksum[],
  explorer: Explorer | null,
): Chain {
  return { code, name, blockSeconds, gasAsset, txidForm: "hex", addressForm, checksums, explorer };
}

function utxo(
  code: string,
  name: string,
  blockSeconds: number,
  addressForm: RegExp,
  checksums: readonly Checksum[],
  explorer: Explorer,
): Chain {
  return {
    ...hexChain(code, name, blockSeconds, `${code}.${code}`, addressForm, checksums, explorer),
    family: "utxo",
  };
}

/** A chain's old address form, which Bitcoin also uses. `starts`: how its other addresses begin. */
const sharedWithBitcoin = (form: RegExp, name: string, starts: string): RefusedForm => ({
  form,
  refused: { id: "shared_with_bitcoin", chain: name, starts },
});

function evm(
  code: string,
  name: string,
  blockSeconds: number,
  gasAsset: string,
  host: string,
): Chain {
  const evmExplorer = explorer(host, "tx/0x{txid}");
  return {
    ...hexChain(code, name, blockSeconds, gasAsset, evmAddress, ["eip55"], evmExplorer),
    family: "evm",
  };
}

function cosmos(
  code: string,
  name: string,
  blockSeconds: number,
  gasAsset: string,
  prefix: string,
  explorer: Explorer | null,
): Chain {
  return {
    ...hexChain(code, name, blockSeconds, gasAsset, bech32(prefix), ["bech32"], explorer),
    family: "cosmos",
  };
}

/** Source: THORNode, `cosmos_block_scanner.go` (processTxs) and `common/tx.go` (NewTxID). */
const withNumberedTxids = (chain: Chain): Chain => ({ ...chain, txidForm: "hex_numbered" });

export const hasOpReturn = (family: ChainFamily | undefined): boolean =>
  family === "bitcoin" || family === "litecoin" || family === "utxo" || family === "zcash";

/** An address is bech32, or base58 in the chain's older form. */
const segwitChecksums = ["segwit", "base58check"] as const;
const mempoolSpace = explorer("mempool.space", "tx/{txid}");
const litecoinSpace = explorer("litecoinspace.org", "tx/{txid}");

const bitcoinAddress = anyForm(bech32("bc", 39), base58("[13]", "{25,34}"));
const BTC: Chain = {
  ...utxo("BTC", "Bitcoin", 600, bitcoinAddress, segwitChecksums, mempoolSpace),
  family: "bitcoin",
};
const ETH = evm("ETH", "Ethereum", 12, "ETH.ETH", "etherscan.io");
const THOR = cosmos(
  "THOR",
  "THORChain",
  6,
  "THOR.RUNE",
  "thor",
  explorer("thorchain.net", "tx/{TXID}"),
);
const zcashAddress = anyForm(base58("t[13]", "{33}"), bech32("tex"));
const ZEC: Chain = {
  ...utxo("ZEC", "Zcash", 75, zcashAddress, ["base58check", "bech32m"], blockchair("zcash")),
  family: "zcash",
};

const litecoinAddress = anyForm(bech32("ltc", 39), base58("[LM]", "{25,34}"));
const oldLitecoinForm = sharedWithBitcoin(base58("3", "{25,34}"), "Litecoin", "ltc1, L or M");
const oldCashForm = sharedWithBitcoin(base58("[13]", "{25,34}"), "Bitcoin Cash", "q or p");
export const thorchainChains: readonly Chain[] = [
  { ...THOR, native: true },
  BTC,
  ETH,
  evm("BSC", "BNB Smart Chain", 0.45, "BSC.BNB", "bscscan.com"),
  {
    ...utxo("LTC", "Litecoin", 150, litecoinAddress, segwitChecksums, litecoinSpace),
    family: "litecoin",
    refusedForm: oldLitecoinForm,
  },
  {
    ...utxo("BCH", "Bitcoin Cash", 600, cashAddressForm, ["cash"], blockchair("bitcoin-cash")),
    refusedForm: oldCashForm,
  },
  utxo("DOGE", "Dogecoin", 60, base58("[D9A]", "{33}"), ["base58check"], blockchair("dogecoin")),
  withNumberedTxids(cosmos("GAIA", "Cosmos Hub", 6, "GAIA.ATOM", "cosmos", mintscan("cosmos"))),
  withNumberedTxids(cosmos("NOBLE", "Noble", 1.5, "NOBLE.USDC", "noble", mintscan("noble"))),
  evm("AVAX", "Avalanche", 1, "AVAX.AVAX", "snowtrace.io"),
  evm("BASE", "Base", 2, "BASE.ETH", "basescan.org"),
  {
    ...hexChain("TRON", "TRON", 3, "TRON.TRX", base58("T", "{33}"), ["base58check"], tronscan),
    family: "tron",
  },
  {
    ...hexChain("XRP", "XRP Ledger", 4, "XRP.XRP", base58("r", "{24,34}"), ["base58xrp"], xrpscan),
    family: "xrp",
  },
  {
    ...hexChain("SOL", "Solana", 0.4, "SOL.SOL", base58("", "{32,44}"), [], solscan),
    txidForm: "base58_signature",
    family: "solana",
  },
  ZEC,
  evm("POL", "Polygon", 2, "POL.POL", "polygonscan.com"),
];

/** mayanode cannot read a Taproot address, which is bech32m: `common/address.go` (NewAddress). */
const taprootForm: RefusedForm = {
  form: /^bc1p/i,
  refused: { id: "taproot" },
};
export const mayachainChains: readonly Chain[] = [
  {
    ...cosmos(
      "MAYA",
      "MAYAChain",
      6,
      "MAYA.CACAO",
      "maya",
      explorer("www.mayascan.org", "tx/{TXID}"),
    ),
    native: true,
  },
  { ...BTC, refusedForm: taprootForm },
  ETH,
  utxo("DASH", "Dash", 150, base58("[X7]", "{33}"), ["base58check"], blockchair("dash")),
  { ...THOR, family: "thorchain" },
  cosmos("KUJI", "Kujira", 3.5, "KUJI.KUJI", "kujira", null),
  evm("ARB", "Arbitrum One", 0.26, "ARB.ETH", "arbiscan.io"),
  hexChain("XRD", "Radix", 0.5, "XRD.XRD", bech32("account_rdx", 54), ["bech32m"], null),
  ZEC,
  // A Cardano address has a payment key, and often a stake key too.
  hexChain(
    "ADA",
    "Cardano",
    20,
    "ADA.ADA",
    /^addr1[02-9ac-hj-np-z]{53}(?:[02-9ac-hj-np-z]{45})?$/,
    ["bech32"],
    cardanoscan,
  ),
];
