// Constants of each network. docs/contributing.md says how to update them.

import { findChainRow } from "./chain-lookup.ts";
import { type Chain, type ChainFamily, mayachainChains, thorchainChains } from "./chain-rows.ts";
import { badInput } from "./input-error.ts";

export const PRESETS_DATE = "2026-11-20";

export const networkNames = ["sample", "thorchain", "mayachain"] as const;
export type NetworkName = (typeof networkNames)[number];

export interface Preset {
  readonly network: NetworkName;
  readonly protocol: "THORChain" | "MAYAChain";
  readonly segment: "thorchain" | "mayachain";
  readonly nativeChain: "THOR" | "MAYA";
  readonly nativeAsset: "THOR.RUNE" | "MAYA.CACAO";
  /** A halt with mimir value v is active at height h if v <= h (THORNode 3) or v < h (mayanode). */
  readonly haltRule: "inclusive" | "strict";
  /**
   * What a node does with a deposit for a swap (MsgDeposit) on the native chain during a halt.
   * Source: `handler_deposit.go` of THORNode and mayanode.
   */
  readonly haltedDeposit: "rejected" | "refunded";
  /**
   * What a node does with a payout or refund of a gas asset below the dust threshold. Source:
   * `manager_txout_current.go` of THORNode and mayanode.
   */
  readonly dustPayout: "dropped" | "paid";
  readonly limitHolds: "after_fee" | "after_all";
  readonly memoWithoutNumbers: "one_part" | "any_parts";
  readonly hasLimitOrders: boolean;
  /** Default of MaxOutboundAttempts, for which nodes may vote another value. 0 means no limit. */
  readonly outboundAttempts: number;
  readonly chains: readonly Chain[];
  readonly shortCodes: Readonly<Record<string, string>>;
  readonly nodeUrls: readonly string[];
  readonly indexerUrls: readonly string[];
  readonly docsUrl: string;
  readonly apiDocsUrl: string;
}

/**
 * Short codes of assets in memos. Source: THORNode, `common/asset.go` (ShortCode). Not read from a
 * node, because a wrong code in a memo would make the swap pay another asset.
 */
const thorchainShortCodes: Readonly<Record<string, string>> = {
  "ADA.ADA": "ad",
  "AVAX.AVAX": "a",
  "BASE.ETH": "f",
  "BCH.BCH": "c",
  "BSC.BNB": "s",
  "BTC.BTC": "b",
  "DOGE.DOGE": "d",
  "ETH.ETH": "e",
  "GAIA.ATOM": "g",
  "LTC.LTC": "l",
  "POL.POL": "p",
  "SOL.SOL": "o",
  "SUI.SUI": "u",
  "THOR.RUNE": "r",
  "TRON.TRX": "tr",
  "XRP.XRP": "x",
  "ZEC.ZEC": "z",
};

/** Short codes of assets in MAYAChain memos. Source: mayanode, `common/asset.go` (ShortCode). */
const mayachainShortCodes: Readonly<Record<string, string>> = {
  "ARB.ETH": "a",
  "BTC.BTC": "b",
  "DASH.DASH": "d",
  "ETH.ETH": "e",
  "KUJI.KUJI": "k",
  "MAYA.CACAO": "c",
  "THOR.RUNE": "r",
  "XRD.XRD": "x",
  "ZEC.ZEC": "z",
};

const thorchain: Preset = {
  network: "thorchain",
  protocol: "THORChain",
  segment: "thorchain",
  nativeChain: "THOR",
  nativeAsset: "THOR.RUNE",
  haltRule: "inclusive",
  haltedDeposit: "rejected",
  dustPayout: "dropped",
  limitHolds: "after_fee",
  memoWithoutNumbers: "any_parts",
  hasLimitOrders: true,
  outboundAttempts: 0,
  chains: thorchainChains,
  shortCodes: thorchainShortCodes,
  nodeUrls: [
    "https://gateway.liquify.com/chain/thorchain_api",
    "https://thornode.thorchain.network",
    "https://api-thorchain.rorcual.xyz",
  ],
  indexerUrls: [
    "https://gateway.liquify.com/chain/thorchain_midgard",
    "https://midgard.thorchain.network",
  ],
  docsUrl: "https://docs.thorchain.org",
  apiDocsUrl: "https://dev.thorchain.org",
};

/** The sample network links to no explorer, because its transactions exist on no real chain. */
const sampleChains = thorchainChains.map((chain) => ({ ...chain, explorer: null }));

export const presets: Readonly<Record<NetworkName, Preset>> = {
  sample: { ...thorchain, network: "sample", chains: sampleChains, nodeUrls: [], indexerUrls: [] },
  thorchain,
  mayachain: {
    network: "mayachain",
    protocol: "MAYAChain",
    segment: "mayachain",
    nativeChain: "MAYA",
    nativeAsset: "MAYA.CACAO",
    haltRule: "strict",
    haltedDeposit: "refunded",
    dustPayout: "paid",
    limitHolds: "after_all",
    memoWithoutNumbers: "one_part",
    hasLimitOrders: false,
    outboundAttempts: 10_000,
    chains: mayachainChains,
    shortCodes: mayachainShortCodes,
    nodeUrls: ["https://mayanode.mayachain.info", "https://api-maya.liquify.com"],
    indexerUrls: ["https://midgard.mayachain.info"],
    docsUrl: "https://docs.mayaprotocol.com",
    apiDocsUrl: "https://docs.mayaprotocol.com",
  },
};

export function shortChainName(code: string, preset: Preset): string {
  return findChainRow(code, preset)?.name ?? code;
}

export function chainName(code: string, preset: Preset): string {
  const shortName = shortChainName(code, preset);
  return shortName === code ? code : `${shortName} (${code})`;
}

/** Families of chains that have no asset beside their own. */
const familiesOfOneAsset: readonly (ChainFamily | undefined)[] = [
  "bitcoin",
  "litecoin",
  "utxo",
  "zcash",
  "xrp",
];

/** Ticker of the chain's only asset, such as "DOGE". Null if the chain may have several. */
export function onlyTickerOf(code: string, preset: Preset): string | null {
  const chain = findChainRow(code, preset);
  if (chain === undefined || !familiesOfOneAsset.includes(chain.family)) return null;
  return chain.gasAsset.slice(chain.gasAsset.indexOf(".") + 1);
}

/** Target time between two blocks of THORChain or MAYAChain. */
export const PROTOCOL_BLOCK_SECONDS = 6;

/** SigningTransactionPeriod: after so many blocks, an unsigned payout goes to other signers. */
export const SIGNING_PERIOD_BLOCKS = 300;

type NamedChain = Pick<Chain, "code" | "name">;

export function chainCodeOf(chainText: string, chains: readonly NamedChain[]): string {
  const textInCapitals = chainText.trim().toUpperCase();
  return chains.find(({ name }) => name.toUpperCase() === textInCapitals)?.code ?? textInCapitals;
}

export function parseKnownChain(
  chainText: string,
  codes: readonly string[],
  chains: readonly NamedChain[],
): string {
  const chainCode = chainCodeOf(chainText, chains);
  if (codes.includes(chainCode)) return chainCode;
  throw badInput("chain_unknown", { codes }, { candidates: codes, argument: "chain" });
}
