// What a deposit must look like. Source: THORNode and mayanode, scanners of
// `bifrost/pkg/chainclients` and `common/chain.go` (InboundNotes). Without a row no memo is given.

import { findChainRow } from "../values/chain-lookup.ts";
import type { ChainFamily } from "../values/chain-rows.ts";
import type { Preset } from "../values/chains.ts";
import type { Agreed } from "./agreed.ts";
import type { GasRate } from "./gas-rate.ts";

/** Where the memo goes, and what else a transaction may hold. */
export type DepositShape = OpReturn | { readonly id: PlainForm };

export interface OpReturn {
  readonly id: "op_return";
  /** The chain's name for people; null for all chains with this shape. */
  readonly chain: string | null;
  readonly maxOutputs: number;
  /** How many of the outputs may carry coins. */
  readonly maxValues: number;
  readonly sender: "any" | "transparent" | "not_mweb" | "not_taproot";
}

export type PlainForm =
  | "native"
  | "evm"
  | "evm_token"
  | "solana"
  | "cosmos"
  | "xrp"
  | "tron"
  | "thorchain";

type DepositFamily = ChainFamily | "evm_token" | "native";
type DepositTable = Readonly<Partial<Record<DepositFamily, DepositShape>>>;

const opReturn = (
  chain: string | null,
  limits: { readonly maxOutputs: number; readonly maxValues: number },
  sender: OpReturn["sender"] = "any",
): OpReturn => ({ id: "op_return", chain, ...limits, sender });

/** `utxo/client_internal.go`, ignoreTx. */
const thorchainOutputs = { maxOutputs: 12, maxValues: 10 };
/** `bitcoin/client.go`, `dash/client.go`, `zcash/client.go`, ignoreTx. */
const mayachainOutputs = { maxOutputs: 4, maxValues: 2 };

const form = (id: PlainForm) => ({ id });

const thorchain: DepositTable = {
  bitcoin: opReturn(null, thorchainOutputs),
  litecoin: opReturn("Litecoin", thorchainOutputs, "not_mweb"),
  utxo: opReturn(null, thorchainOutputs),
  zcash: opReturn("Zcash", thorchainOutputs, "transparent"),
  evm: form("evm"),
  evm_token: form("evm_token"),
  solana: form("solana"),
  cosmos: form("cosmos"),
  /** `xrp/block_scanner_parsing.go`, `xrp/block_scanner.go` (processPayment). */
  xrp: form("xrp"),
  tron: form("tron"),
  native: form("native"),
};

const mayachain: DepositTable = {
  /** `bitcoin/client.go`: getSender and ignoreTx know no address that begins with bc1p. */
  bitcoin: opReturn("Bitcoin", mayachainOutputs, "not_taproot"),
  utxo: opReturn("Dash", mayachainOutputs),
  zcash: opReturn("Zcash", mayachainOutputs, "transparent"),
  evm: form("evm"),
  evm_token: form("evm_token"),
  cosmos: form("cosmos"),
  /** `thorchain/cosmos_block_scanner.go`, processMessage. On MAYAChain `c` is CACAO, here BCH. */
  thorchain: form("thorchain"),
  native: form("native"),
};

const depositTables: Readonly<Record<Preset["protocol"], DepositTable>> = {
  THORChain: thorchain,
  MAYAChain: mayachain,
};

type ChainPreset = Pick<Preset, "protocol" | "chains">;

function familyOf({ chains }: ChainPreset, code: string): ChainFamily | "native" | undefined {
  const chain = findChainRow(code, { chains });
  return chain?.native ? "native" : chain?.family;
}

/** Null where no row was checked. */
export function depositShape(
  preset: ChainPreset,
  code: string,
  viaRouter = false,
): DepositShape | null {
  const family = familyOf(preset, code);
  if (family === undefined || (viaRouter && family !== "evm")) return null;
  return depositTables[preset.protocol][viaRouter ? "evm_token" : family] ?? null;
}

/** Where the network itself sets the fee of a transaction. */
export const isFeeFixed = ({ id }: DepositShape) => id === "tron" || id === "thorchain";

/** Each shape with the codes of its chains. Null: chains whose deposits were not checked. */
export function listDepositShapes(
  preset: ChainPreset,
): { readonly shape: DepositShape | null; readonly codes: string[] }[] {
  const codes = preset.chains.map(({ code }) => code);
  const rows = Object.entries(depositTables[preset.protocol]).map(([family, shape]) => ({
    shape,
    codes: codes.filter(
      (code) => familyOf(preset, code) === (family === "evm_token" ? "evm" : family),
    ),
  }));
  const unchecked = codes.filter((code) => depositShape(preset, code) === null);
  return [...rows, { shape: null, codes: unchecked }].filter((row) => row.codes.length > 0);
}

/** The facts that sending a quote's deposit needs. */
export interface Sending extends GasRate {
  readonly inboundAddress: Agreed<string> | null;
  readonly sendBeforeMs: number | null;
  readonly hasRefundAddress: boolean;
  /** The amount in full: "0.05 BTC". */
  readonly sentText: string;
  readonly shape: DepositShape | null;
  readonly viaRouter: boolean;
  readonly payoutFamily: ChainFamily | undefined;
}
