// What a deposit must look like to be seen, and what loses it: one row a family of chains. THORNode and mayanode, the scanners of
// `bifrost/pkg/chainclients`, and `common/chain.go` (InboundNotes, OutboundNotes).

import type { Chain, ChainFamily } from "../values/chain-rows.ts";
import type { Preset } from "../values/chains.ts";
import { groupDigits } from "../values/figure-text.ts";

interface DepositShape {
  readonly name: string;
  /** Of the memo and the transaction: sentences that begin with "It", the memo. */
  readonly how: string;
  /** Whole sentences; null where `how` says it all. */
  readonly loses: string | null;
  /** What the network's gas rate is a rate of; a burnt fee is the same for all, and nobody can pay too little. */
  readonly fee: "Fee rate" | "Network fee" | "Burnt fee";
}

const opReturn =
  "It goes into OP_RETURN. The deposit address is the first output, and the change goes back to the sending address.";
const outputs =
  "A transaction with a future locktime, or with an unusual script in its first input, is not seen. Nor is one with more than 12 outputs, or with more than 10 that have value. On MAYAChain the limits are 4 outputs, and 2 that have value. Of two outputs to the deposit address, only the first counts. The sender is the address of the first input.";
const taproot =
  "On MAYAChain a Bitcoin deposit from a Taproot address (bc1p…), or with Taproot change, may not be seen.";
export const ORDINARY_ACCOUNT = "from an ordinary account that signs itself";
/** A token's contract knows nothing of the eight decimals of nodes. */
export const TOKEN_ARGUMENTS = "token, amount in its decimals";
export const STRANDED = "without the memo it would be stranded";
const contracts =
  "What a contract wallet or smart account sends by an inner call is not seen (Safe, ERC-4337, EIP-7702).";

export const depositShapes: Readonly<Record<ChainFamily | "evm_token" | "native" | "other", DepositShape>> = {
  utxo: { name: "Bitcoin and similar chains", how: opReturn, loses: `${outputs} ${taproot}`, fee: "Fee rate" },
  zcash: {
    name: "Zcash",
    how: `${opReturn} Send from a transparent address.`,
    loses: `A transaction with a shielded input or output may not be seen. ${outputs}`,
    fee: "Fee rate",
  },
  evm: {
    name: "EVM chains, gas asset",
    how: `It is the data of the transaction. Send ${ORDINARY_ACCOUNT}.`,
    loses: contracts,
    fee: "Fee rate",
  },
  evm_token: {
    name: "EVM chains, token",
    how: `It is an argument of the router's depositWithExpiry, which counts the amount in the token's decimals. Call it ${ORDINARY_ACCOUNT}. Never transfer the token: ${STRANDED}.`,
    loses: "What a contract wallet or smart account calls may not be seen (Safe, ERC-4337, EIP-7702).",
    fee: "Fee rate",
  },
  solana: {
    name: "Solana",
    how: "It goes into the memo program, beside exactly one transfer. Add no tip and no address lookup table.",
    loses:
      "A transaction with a second transfer, or with a lookup table, is not seen. Nor is what a program sends, such as a multisig wallet.",
    fee: "Network fee",
  },
  cosmos: {
    name: "Cosmos chains",
    how: "It is the memo of a transaction with one MsgSend and no other message.",
    loses: "A multi-send, or a second MsgSend, is not seen.",
    fee: "Network fee",
  },
  xrp: {
    name: "XRP Ledger",
    how: "It is the MemoData of the only memo of one Payment. A destination tag is no memo.",
    loses:
      "With a second memo, the network reads none and refunds the deposit. Another kind of transaction is not seen.",
    fee: "Network fee",
  },
  tron: {
    name: "TRON",
    how: "It is the data field of one transfer, which wallets call a note.",
    loses: "What a contract sends is not seen.",
    fee: "Burnt fee",
  },
  radix: {
    name: "Radix",
    how: "A deposit is a call of the router's user_deposit, of at least 1 XRD. This site gives no address for it.",
    loses: "What is sent to a vault directly is lost.",
    fee: "Network fee",
  },
  native: { name: "The protocol's own chain", how: "It is the memo of a MsgDeposit.", loses: null, fee: "Network fee" },
  other: { name: "Another chain", how: "A destination tag or a note is no memo.", loses: null, fee: "Network fee" },
};

export type DepositFamily = keyof typeof depositShapes;

/** Of the chain on which a deposit moves. */
export function depositFamily(chain: Chain | undefined, viaRouter?: boolean): DepositFamily {
  if (viaRouter) return "evm_token";
  return chain?.native ? "native" : (chain?.family ?? "other");
}

/** Of a chain that pays out: which accounts it cannot pay, beside contracts. */
export const unpayable: Partial<Readonly<Record<DepositFamily, string>>> = {
  xrp: "An XRP account that asks for a destination tag or authorisation cannot be paid.",
};

export const UNPAYABLE_CONTRACTS = "A contract wallet or smart account cannot be paid (Safe, ERC-4337, EIP-7702).";

const late = "the deposit may arrive when the vault is retired, and be lost.";
/** What follows from a low fee; null where the sender does not set it. */
export const lateText = ({ fee }: DepositShape): string | null =>
  fee === "Burnt fee" ? null : `With too low a network fee, ${late}`;

const unitWords: Readonly<Record<string, string>> = { satsperbyte: "sat per byte", duffsperbyte: "duff per byte" };

/** "6 sat per byte". */
export const rateText = (rate: string, units: string): string => `${groupDigits(rate)} ${unitWords[units] ?? units}`;

/** "Fee rate at least 6 sat per byte. With less, …"; what follows alone where the rate is not known. */
export function feeText(shape: DepositShape, rate: string | null, units: string | null): string | null {
  const { fee } = shape;
  if (rate === null || units === null) return lateText(shape);
  if (fee === "Burnt fee") return `Network fee about ${rateText(rate, units)}.`;
  return `${fee} at least ${rateText(rate, units)}. With less, ${late}`;
}

/** The rows of the families that a network connects, each with the codes of its chains; tokens stand behind the gas assets. */
export function depositRows({ chains }: Pick<Preset, "chains">) {
  const codesOf = (family: DepositFamily) =>
    chains.filter((chain) => depositFamily(chain, false) === family).map(({ code }) => code);
  return (Object.keys(depositShapes) as DepositFamily[]).flatMap((family) => {
    const codes = codesOf(family === "evm_token" ? "evm" : family);
    return codes.length === 0 ? [] : { ...depositShapes[family], codes };
  });
}
