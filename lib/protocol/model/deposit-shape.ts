// What a deposit must look like, and what loses it. Source: THORNode and mayanode, scanners of
// `bifrost/pkg/chainclients` and `common/chain.go` (InboundNotes). Without a row no memo is given.

import type { ChainFamily } from "../values/chain-rows.ts";
import type { Preset } from "../values/chains.ts";
import { groupDigits } from "../values/figure-text.ts";
import type { GasRate } from "./network-status.ts";

export interface DepositShape {
  readonly name: string;
  /** Sentences whose "It" is the memo. */
  readonly how: string;
  readonly loses: string | null;
  readonly isFeeFixed?: true;
}

type DepositFamily = ChainFamily | "evm_token" | "native";
type DepositTable = Readonly<Partial<Record<DepositFamily, DepositShape>>>;

export const ORDINARY_ACCOUNT = "from an ordinary account that signs itself";
/** A token's contract does not know the eight decimals of nodes. */
export const TOKEN_ARGUMENTS = "token, amount in its decimals";
export const STRANDED = "without the memo it would be stranded";

/** `limits`: outputs, and those of them that carry coins. */
const opReturn = (
  name: string,
  limits: { outputs: number; values: number },
  sentences = "",
): DepositShape => ({
  name,
  how: `It goes into the only OP_RETURN output. The deposit address is the first output, and the change goes back to the sending address. With more than ${limits.outputs} outputs, or more than ${limits.values} that have value, the deposit is not seen.${sentences}`,
  loses: `A transaction with a future locktime, or with an unusual script in its first input, is not seen. Of two outputs to the deposit address, only the first counts. The sender is the address of the first input.`,
});

/** `utxo/client_internal.go`, ignoreTx. */
const thorchainOutputs = { outputs: 12, values: 10 };
/** `bitcoin/client.go`, `dash/client.go`, `zcash/client.go`, ignoreTx. */
const mayachainOutputs = { outputs: 4, values: 2 };

const likeBitcoin = "Bitcoin and similar chains";
const shielded =
  " Send from a transparent address: with a shielded input or output, the deposit is not seen.";
const mweb = " Never send from an MWEB balance: the deposit is not seen, and is lost.";
/** `bitcoin/client.go`: getSender and ignoreTx know no address that begins with bc1p. */
const taproot =
  " Send from an address that does not begin with bc1p, and let the change go to one that does not. Otherwise the deposit is not seen, and is lost.";

const native: DepositShape = {
  name: "The protocol's own chain",
  how: "It is the memo of a MsgDeposit.",
  loses: null,
};
const evm: DepositShape = {
  name: "EVM chains, gas asset",
  how: `It is the data of the transaction. Send ${ORDINARY_ACCOUNT}.`,
  loses:
    "What a contract wallet or smart account sends by an inner call is not seen (Safe, ERC-4337, EIP-7702).",
};
const evmToken: DepositShape = {
  name: "EVM chains, token",
  how: `It is an argument of the router's depositWithExpiry, which counts the amount in the token's decimals. Call it ${ORDINARY_ACCOUNT}. Never transfer the token: ${STRANDED}.`,
  loses:
    "What a contract wallet or smart account calls may not be seen (Safe, ERC-4337, EIP-7702).",
};
const cosmos: DepositShape = {
  name: "Cosmos chains",
  how: "It is the memo of a transaction with one MsgSend and no other message.",
  loses: "A multi-send, or a second MsgSend, is not seen.",
};

const thorchain: DepositTable = {
  bitcoin: opReturn(likeBitcoin, thorchainOutputs),
  litecoin: opReturn("Litecoin", thorchainOutputs, mweb),
  utxo: opReturn(likeBitcoin, thorchainOutputs),
  zcash: opReturn("Zcash", thorchainOutputs, shielded),
  evm,
  evm_token: evmToken,
  solana: {
    name: "Solana",
    how: "It goes into the memo program, beside exactly one transfer. Add no tip and no address lookup table.",
    loses:
      "A transaction with a second transfer, or with a lookup table, is not seen. Nor is what a program sends, such as a multisig wallet.",
  },
  cosmos,
  /** `xrp/block_scanner_parsing.go`, `xrp/block_scanner.go` (processPayment). */
  xrp: {
    name: "XRP Ledger",
    how: "It is the MemoData of the first memo of one Payment. A destination tag is no memo.",
    loses:
      "If the first memo is empty, the deposit is not seen. Nor is another kind of transaction.",
  },
  tron: {
    name: "TRON",
    how: "It is the data field of one transfer, which wallets call a note.",
    loses: "What a contract sends is not seen.",
    isFeeFixed: true,
  },
  native,
};

const mayachain: DepositTable = {
  bitcoin: opReturn("Bitcoin", mayachainOutputs, taproot),
  utxo: opReturn("Dash", mayachainOutputs),
  zcash: opReturn("Zcash", mayachainOutputs, shielded),
  evm,
  evm_token: evmToken,
  cosmos,
  /** `thorchain/cosmos_block_scanner.go`, processMessage. On MAYAChain `c` is CACAO, here BCH. */
  thorchain: {
    name: "THORChain",
    how: `${cosmos.how} Never send a MsgDeposit: THORChain itself would read the memo, by other names of assets.`,
    loses: cosmos.loses,
    isFeeFixed: true,
  },
  native,
};

const depositTables: Readonly<Record<Preset["protocol"], DepositTable>> = {
  THORChain: thorchain,
  MAYAChain: mayachain,
};

type ChainPreset = Pick<Preset, "protocol" | "chains">;

function familyOf({ chains }: ChainPreset, code: string): ChainFamily | "native" | undefined {
  const chain = chains.find((row) => row.code === code);
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

const UNCHECKED =
  "We have not checked how a deposit there is seen, so this site gives no memo and no address.";

export const unpayable: Partial<Readonly<Record<ChainFamily, string>>> = {
  evm: "A contract wallet or smart account cannot be paid (Safe, ERC-4337, EIP-7702).",
  xrp: "An XRP account that asks for a destination tag or authorisation cannot be paid.",
};

const lateRisk = "the deposit may arrive when the vault is retired, and be lost.";
export const lateText = ({ isFeeFixed }: DepositShape): string | null =>
  isFeeFixed ? null : `With too low a network fee, ${lateRisk}`;

/** "6 sat per byte", "0.022 gwei", "0.00015 ZEC per transaction". */
export function rateText({ gasRate, gasRateUnits, gasRatePer }: GasRate): string | null {
  if (gasRate === null) return null;
  return `${groupDigits(gasRate)} ${gasRateUnits}${gasRatePer === "gas" ? "" : ` per ${gasRatePer}`}`;
}

export function feeText(shape: DepositShape, rate: GasRate): string | null {
  const text = rateText(rate);
  if (shape.isFeeFixed || text === null) return lateText(shape);
  return `${rate.gasRatePer === "transaction" ? "Network fee" : "Fee rate"} at least ${text}. With less, ${lateRisk}`;
}

/** A repeated warning names the row that has it. Last, the chains without a row. */
export function depositRows(preset: ChainPreset) {
  const codes = preset.chains.map(({ code }) => code);
  const shapes = Object.entries(depositTables[preset.protocol]).map(([family, shape]) => ({
    ...shape,
    codes: codes.filter(
      (code) => familyOf(preset, code) === (family === "evm_token" ? "evm" : family),
    ),
  }));
  const uncheckedCodes = codes.filter((code) => depositShape(preset, code) === null);
  const unchecked = { name: "Not checked", how: UNCHECKED, loses: null, codes: uncheckedCodes };
  const rows = [...shapes, unchecked].filter(({ codes }) => codes.length > 0);
  return rows.flatMap((row, at) => {
    const isAlike = ({ how, loses }: typeof row) => how === row.how && loses === row.loses;
    if (rows.findIndex(isAlike) < at) return [];
    const firstRow = rows.find(({ loses }) => loses === row.loses) ?? row;
    const isRepeated = firstRow !== row && row.loses !== null;
    const loses = isRepeated ? `As for ${firstRow.name}.` : row.loses;
    return [{ ...row, codes: rows.filter(isAlike).flatMap(({ codes }) => codes), loses }];
  });
}
