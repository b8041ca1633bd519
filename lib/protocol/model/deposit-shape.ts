// What a deposit on each chain must look like. A chain without a row in this file gets no memo.
// Source: THORNode and mayanode, `bifrost/pkg/chainclients` and `common/chain.go` (InboundNotes).

import { findChainRow } from "../values/chain-lookup.ts";
import type { ChainFamily } from "../values/chain-rows.ts";
import type { Preset } from "../values/chains.ts";
import type { Agreed } from "./agreed.ts";
import type { GasRate } from "./gas-rate.ts";

export type DepositShape = OpReturn | { readonly id: PlainForm };

export interface OpReturn {
  readonly id: "op_return";
  /** Display name of the chain. Null if several chains share this shape. */
  readonly chain: string | null;
  readonly maxOutputs: number;
  /** How many outputs may carry coins. The output with the memo carries none. */
  readonly maxValues: number;
  readonly sender: "any" | "transparent" | "shielded_with_refund" | "not_mweb" | "not_taproot";
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

/** THORNode ignores a deposit with more outputs: `utxo/client_internal.go` (ignoreTx). */
const thorchainLimits = { maxOutputs: 12, maxValues: 10 };
/**
 * mayanode ignores a deposit with more outputs: `client.go` of `bitcoin`, `dash` and `zcash`
 * (ignoreTx).
 */
const mayachainLimits = { maxOutputs: 4, maxValues: 2 };

const plainShape = (id: PlainForm) => ({ id });

const thorchainShapes: DepositTable = {
  bitcoin: opReturn(null, thorchainLimits),
  litecoin: opReturn("Litecoin", thorchainLimits, "not_mweb"),
  utxo: opReturn(null, thorchainLimits),
  zcash: opReturn("Zcash", thorchainLimits, "transparent"),
  evm: plainShape("evm"),
  evm_token: plainShape("evm_token"),
  solana: plainShape("solana"),
  cosmos: plainShape("cosmos"),
  /**
   * How THORNode reads deposits of XRP: `xrp/block_scanner_parsing.go`, `xrp/block_scanner.go`
   * (processPayment).
   */
  xrp: plainShape("xrp"),
  tron: plainShape("tron"),
  native: plainShape("native"),
};

const mayachainShapes: DepositTable = {
  /**
   * mayanode cannot read a Taproot address (bc1p…), so the sender must not use one:
   * `bitcoin/client.go` (getSender, ignoreTx).
   */
  bitcoin: opReturn("Bitcoin", mayachainLimits, "not_taproot"),
  utxo: opReturn("Dash", mayachainLimits),
  zcash: opReturn("Zcash", mayachainLimits, "transparent"),
  evm: plainShape("evm"),
  evm_token: plainShape("evm_token"),
  cosmos: plainShape("cosmos"),
  /** How mayanode reads deposits: `thorchain/cosmos_block_scanner.go` (processMessage). */
  thorchain: plainShape("thorchain"),
  native: plainShape("native"),
};

const depositTables: Readonly<Record<Preset["protocol"], DepositTable>> = {
  THORChain: thorchainShapes,
  MAYAChain: mayachainShapes,
};

type ChainPreset = Pick<Preset, "protocol" | "chains">;

function familyOf({ chains }: ChainPreset, chainCode: string): ChainFamily | "native" | undefined {
  const chainRow = findChainRow(chainCode, { chains });
  return chainRow?.native ? "native" : chainRow?.family;
}

export function depositShape(
  preset: ChainPreset,
  chainCode: string,
  viaRouter = false,
): DepositShape | null {
  const chainFamily = familyOf(preset, chainCode);
  if (chainFamily === undefined || (viaRouter && chainFamily !== "evm")) return null;
  return depositTables[preset.protocol][viaRouter ? "evm_token" : chainFamily] ?? null;
}

/** The shape of Zcash, where nodes read the memo of a deposit from a shielded address. */
export const withShieldedMemo = (shape: DepositShape): DepositShape =>
  shape.id === "op_return" && shape.sender === "transparent"
    ? { ...shape, sender: "shielded_with_refund" }
    : shape;

export const isFeeFixed = ({ id }: DepositShape) => id === "tron" || id === "thorchain";

/** Each shape with the codes of its chains. Shape null: chains whose deposits nobody checked. */
export function listDepositShapes(
  preset: ChainPreset,
): { readonly shape: DepositShape | null; readonly codes: string[] }[] {
  const chainCodes = preset.chains.map(({ code }) => code);
  const shapeRows = Object.entries(depositTables[preset.protocol]).map(([family, shape]) => ({
    shape,
    codes: chainCodes.filter(
      (code) => familyOf(preset, code) === (family === "evm_token" ? "evm" : family),
    ),
  }));
  const uncheckedChainCodes = chainCodes.filter((code) => depositShape(preset, code) === null);
  return [...shapeRows, { shape: null, codes: uncheckedChainCodes }].filter(
    ({ codes }) => codes.length > 0,
  );
}

export interface Sending extends GasRate {
  readonly inboundAddress: Agreed<string> | null;
  readonly sendBeforeMs: number | null;
  readonly hasRefundAddress: boolean;
  /** With the chain, as in `unitName`: "1 ETH on Ethereum". */
  readonly sentText: string;
  readonly unitName: string;
  readonly protocol: Preset["protocol"];
  readonly chainName: string;
  readonly shape: DepositShape | null;
  readonly viaRouter: boolean;
  readonly payoutFamily: ChainFamily | undefined;
}
