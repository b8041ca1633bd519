// What differs from network to network, as data. docs/contributing.md says how to bring it up to date.

import { type Chain, mayachainChains, thorchainChains } from "./chain-rows.ts";
import { InputError } from "./input-error.ts";

/** The day of the last revision of what follows; `npm run drift` compares it with the networks as they are. */
export const PRESETS_DATE = "2026-11-20";

export const networkNames = ["sample", "thorchain", "mayachain"] as const;
export type NetworkName = (typeof networkNames)[number];

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
  /** What a node does with a MsgDeposit for a swap on the protocol's own chain while trading is halted: both `handler_deposit.go`. */
  readonly haltedDeposit: "rejected" | "refunded";
  /** What becomes of a payout or refund of a gas asset that is worth less than the dust threshold: `manager_txout_current.go`. */
  readonly dustPayout: "dropped" | "paid";
  /** Of a swap in one part: whether its limit is held after the outbound fee alone, or also after an affiliate's share. */
  readonly limitHolds: "after_fee" | "after_all";
  /** Whether a memo without numbers is swapped in one part, or in as many as the network likes. */
  readonly memoWithoutNumbers: "one_part" | "any_parts";
  /** Whether nodes of this network know limit orders at all. */
  readonly hasLimitOrders: boolean;
  /** How often a payout is tried where no vote says it; 0: without end (MaxOutboundAttempts). */
  readonly outboundAttempts: number;
  readonly chains: readonly Chain[];
  /** By asset: its shorthand in memos. */
  readonly shortCodes: Readonly<Record<string, string>>;
  readonly nodeUrls: readonly string[];
  readonly indexerUrls: readonly string[];
  readonly docsUrl: string;
  readonly apiDocsUrl: string;
}

/** THORNode, `common/asset.go`, ShortCode. Codes are not read from a node: a forged one would change what a swap pays. */
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

/** mayanode, `common/asset.go`, ShortCode. */
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

/** Sample transactions exist on no chain, so no explorer shows them. */
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

/** Seconds a block of the protocol's own chain. A target: shorter blocks are under discussion upstream. */
export const PROTOCOL_BLOCK_SECONDS = 6;

/** A payout that is not signed after so many blocks goes to other signers (SigningTransactionPeriod). */
export const SIGNING_PERIOD_BLOCKS = 300;

type Named = { readonly code: string; readonly name: string };

/** A code or a name in any case, as people write it → the code: "btc", "Bitcoin" → "BTC". What is neither stays, in capitals. */
export function chainCodeOf(written: string, chains: readonly Named[]): string {
  const wanted = written.trim().toUpperCase();
  return chains.find(({ name }) => name.toUpperCase() === wanted)?.code ?? wanted;
}

/**
 * The one of `codes` that the caller names, by its code or its name.
 * @throws InputError `unknown_chain` with all of `codes`.
 */
export function parseKnownChain(
  written: string,
  codes: readonly string[],
  chains: readonly Named[],
): string {
  const wanted = chainCodeOf(written, chains);
  if (codes.includes(wanted)) return wanted;
  throw new InputError(
    "unknown_chain",
    `The network has no such chain. It has: ${codes.join(", ")}.`,
    {
      candidates: codes,
      argument: "chain",
    },
  );
}
