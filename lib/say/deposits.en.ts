// English texts on how a deposit must look, and on mistakes that lose a deposit.

import {
  type DepositShape,
  isFeeFixed,
  listDepositShapes,
  type OpReturn,
  type PlainForm,
} from "../protocol/model/deposit-shape.ts";
import type { GasRate } from "../protocol/model/gas-rate.ts";
import type { ChainFamily } from "../protocol/values/chain-rows.ts";
import type { Preset } from "../protocol/values/chains.ts";
import { groupDigits } from "../protocol/values/figure-text.ts";

interface DepositWords {
  readonly name: string;
  /** Sentences on where to put the memo. In these sentences, "It" means the memo. */
  readonly howText: string;
  readonly lossText: string | null;
}

export const ORDINARY_ACCOUNT = "from an ordinary account that signs itself";
/**
 * Arguments of the call that deposits a token. "Its" means the token: the call counts the amount in
 * the decimals of the token's contract, but nodes state amounts with eight decimals.
 */
export const TOKEN_ARGUMENTS = "token, amount in its decimals";
export const STRANDED_TEXT = "without the memo it would be stranded";

const senderTexts: Readonly<Record<OpReturn["sender"], string>> = {
  any: "",
  transparent:
    " Send from a transparent address: with a shielded input or output, the deposit is not seen.",
  not_mweb: " Never send from an MWEB balance: the deposit is not seen, and is lost.",
  not_taproot:
    " Send from an address that does not begin with bc1p, and let the change go to one that does not. Otherwise the deposit is not seen, and is lost.",
};

const opReturnWords = ({ chain, maxOutputs, maxValues, sender }: OpReturn): DepositWords => ({
  name: chain ?? "Bitcoin and similar chains",
  howText: `It goes into the only OP_RETURN output. The deposit address is the first output, and the change goes back to the sending address. With more than ${maxOutputs} outputs, or more than ${maxValues} that have value, the deposit is not seen.${senderTexts[sender]}`,
  lossText:
    "A transaction with a future locktime, or with an unusual script in its first input, is not seen. Of two outputs to the deposit address, only the first counts. The sender is the address of the first input.",
});

const cosmosHowText = "It is the memo of a transaction with one MsgSend and no other message.";
const cosmosLossText = "A multi-send, or a second MsgSend, is not seen.";

const plainFormWords: Readonly<Record<PlainForm, DepositWords>> = {
  native: {
    name: "The protocol's own chain",
    howText: "It is the memo of a MsgDeposit.",
    lossText: null,
  },
  evm: {
    name: "EVM chains, gas asset",
    howText: `It is the data of the transaction. Send ${ORDINARY_ACCOUNT}.`,
    lossText:
      "What a contract wallet or smart account sends by an inner call is not seen (Safe, ERC-4337, EIP-7702).",
  },
  evm_token: {
    name: "EVM chains, token",
    howText: `It is an argument of the router's depositWithExpiry, which counts the amount in the token's decimals. Call it ${ORDINARY_ACCOUNT}. Never transfer the token: ${STRANDED_TEXT}.`,
    lossText:
      "What a contract wallet or smart account calls may not be seen (Safe, ERC-4337, EIP-7702).",
  },
  solana: {
    name: "Solana",
    howText:
      "It goes into the memo program, beside exactly one transfer. Add no tip and no address lookup table.",
    lossText:
      "A transaction with a second transfer, or with a lookup table, is not seen. Nor is what a program sends, such as a multisig wallet.",
  },
  cosmos: { name: "Cosmos chains", howText: cosmosHowText, lossText: cosmosLossText },
  xrp: {
    name: "XRP Ledger",
    howText: "It is the MemoData of the first memo of one Payment. A destination tag is no memo.",
    lossText:
      "If the first memo is empty, the deposit is not seen. Nor is another kind of transaction.",
  },
  tron: {
    name: "TRON",
    howText: "It is the data field of one transfer, which wallets call a note.",
    lossText: "What a contract sends is not seen.",
  },
  thorchain: {
    name: "THORChain",
    howText: `${cosmosHowText} Never send a MsgDeposit: THORChain itself would read the memo, by other names of assets.`,
    lossText: cosmosLossText,
  },
};

const uncheckedWords: DepositWords = {
  name: "Not checked",
  howText:
    "We have not checked how a deposit there is seen, so this site gives no memo and no address.",
  lossText: null,
};

export const depositWords = (shape: DepositShape): DepositWords =>
  shape.id === "op_return" ? opReturnWords(shape) : plainFormWords[shape.id];

export const unpayableTexts: Partial<Readonly<Record<ChainFamily, string>>> = {
  evm: "A contract wallet or smart account cannot be paid (Safe, ERC-4337, EIP-7702).",
  xrp: "An XRP account that asks for a destination tag or authorisation cannot be paid.",
};

const lateRiskText = "the deposit may arrive when the vault is retired, and be lost.";
export const lateText = (shape: DepositShape): string | null =>
  isFeeFixed(shape) ? null : `With too low a network fee, ${lateRiskText}`;

/** Fee rate of a chain: "6 sat per byte", "0.022 gwei", "0.00015 ZEC per transaction". */
export function rateText({ gasRate, gasRateUnits, gasRatePer }: GasRate): string | null {
  if (gasRate === null) return null;
  const amountText = `${groupDigits(gasRate)} ${gasRateUnits}`;
  return gasRatePer === "gas" ? amountText : `${amountText} per ${gasRatePer}`;
}

export function feeText(shape: DepositShape, gasRate: GasRate): string | null {
  const gasRateText = rateText(gasRate);
  if (isFeeFixed(shape) || gasRateText === null) return lateText(shape);
  const feeLabel = gasRate.gasRatePer === "transaction" ? "Network fee" : "Fee rate";
  return `${feeLabel} at least ${gasRateText}. With less, ${lateRiskText}`;
}

/**
 * Rows of a table on how deposits must look. Chains with equal texts share one row. If only
 * `lossText` is equal to that of an earlier row, the text is "As for" and the name of that row.
 */
export function depositRows(preset: Pick<Preset, "protocol" | "chains">) {
  const rows = listDepositShapes(preset).map(({ shape, codes }) => ({
    ...(shape === null ? uncheckedWords : depositWords(shape)),
    codes,
  }));
  return rows.flatMap((row, index) => {
    const isSameRow = ({ howText, lossText }: DepositWords) =>
      howText === row.howText && lossText === row.lossText;
    if (rows.findIndex(isSameRow) < index) return [];
    const firstRow = rows.find(({ lossText }) => lossText === row.lossText) ?? row;
    const isLossRepeated = firstRow !== row && row.lossText !== null;
    const lossText = isLossRepeated ? `As for ${firstRow.name}.` : row.lossText;
    return [{ ...row, codes: rows.filter(isSameRow).flatMap(({ codes }) => codes), lossText }];
  });
}
