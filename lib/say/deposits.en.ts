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
  /** For wallet builders: where the memo goes, and the form of the transaction. */
  readonly howText: string;
  /** For wallet builders: what makes a deposit unseen. */
  readonly lossText: string | null;
  /** For people: what not to do, in one line each. */
  readonly neverTexts: readonly string[];
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
  shielded_with_refund:
    " Send from a transparent address. From a shielded address, send only by a wallet that makes both outputs, and only with a refund address. Without one, the deposit cannot come back.",
  not_mweb: " Never send from an MWEB balance: the deposit is not seen, and is lost.",
  not_taproot:
    " Send from an address that does not begin with bc1p, and let the change go to one that does not. Otherwise the deposit is not seen, and is lost.",
};

const neverSendTexts: Readonly<Record<OpReturn["sender"], readonly string[]>> = {
  any: [],
  transparent: [
    "Do not send from a shielded address, and let no change go to one: the deposit is not seen.",
  ],
  shielded_with_refund: [
    "Do not send from a shielded address without a refund address: the deposit could not come back.",
    "From a shielded address, send only by a wallet that makes both outputs.",
  ],
  not_mweb: ["Do not send from an MWEB balance: the deposit is not seen, and is lost."],
  not_taproot: [
    "Do not send from an address that begins with bc1p, and let no change go to one. The deposit would not be seen, and would be lost.",
  ],
};

const opReturnWords = ({ chain, maxOutputs, maxValues, sender }: OpReturn): DepositWords => ({
  name: chain ?? "Bitcoin and similar chains",
  howText: `The memo goes into the only OP_RETURN output. The deposit address is the first output, and the change goes back to the sending address. With more than ${maxOutputs} outputs, or more than ${maxValues} that have value, the deposit is not seen.${senderTexts[sender]}`,
  lossText:
    "A transaction with a future locktime, or with an unusual script in its first input, is not seen. Of two outputs to the deposit address, only the first counts. The sender is the address of the first input.",
  neverTexts: neverSendTexts[sender],
});

const cosmosHowText = "The memo is that of a transaction with one MsgSend and no other message.";
const cosmosLossText = "A multi-send, or a second MsgSend, is not seen.";

const plainFormWords: Readonly<Record<PlainForm, DepositWords>> = {
  native: {
    name: "The protocol's own chain",
    howText: "The memo is that of a MsgDeposit.",
    lossText: null,
    neverTexts: [],
  },
  evm: {
    name: "EVM chains, gas asset",
    howText: `The memo is the data of the transaction. Send ${ORDINARY_ACCOUNT}.`,
    lossText:
      "What a contract wallet or smart account sends by an inner call is not seen (Safe, ERC-4337, EIP-7702).",
    neverTexts: [
      "Do not send from a smart account (Safe, ERC-4337, EIP-7702): the deposit is not seen.",
    ],
  },
  evm_token: {
    name: "EVM chains, token",
    howText: `The memo is an argument of the router's depositWithExpiry, which counts the amount in the token's decimals. Call it ${ORDINARY_ACCOUNT}. Never transfer the token: ${STRANDED_TEXT}.`,
    lossText:
      "What a contract wallet or smart account calls may not be seen (Safe, ERC-4337, EIP-7702).",
    neverTexts: [
      `Do not transfer the token to an address: ${STRANDED_TEXT}.`,
      "Do not call from a smart account (Safe, ERC-4337, EIP-7702): the deposit may not be seen.",
    ],
  },
  solana: {
    name: "Solana",
    howText:
      "The memo goes into version 2 of the memo program (MemoSq4g…), exactly one memo beside exactly one transfer. Add no tip and no address lookup table.",
    lossText:
      "A memo of version 1 is not read, and of two memos the last one counts. A transaction with a second transfer, or with a lookup table, is not seen. Nor is what a program sends, such as a multisig wallet.",
    neverTexts: [
      "Do not send from a multisig wallet, and add no tip or second transfer: the deposit is not seen.",
    ],
  },
  cosmos: {
    name: "Cosmos chains",
    howText: cosmosHowText,
    lossText: cosmosLossText,
    neverTexts: ["Do not send to several addresses at once: the deposit is not seen."],
  },
  xrp: {
    name: "XRP Ledger",
    howText:
      "The memo is the MemoData of the first memo of one Payment. A destination tag is no memo.",
    lossText:
      "If the first memo is empty, the deposit is not seen. Nor is another kind of transaction.",
    neverTexts: ["Do not write the memo into the destination tag: a destination tag is no memo."],
  },
  tron: {
    name: "TRON",
    howText: "The memo is the data field of one transfer, which wallets call a note.",
    lossText: "What a contract sends is not seen.",
    neverTexts: ["Do not send from a contract: the deposit is not seen."],
  },
  thorchain: {
    name: "THORChain",
    howText: `${cosmosHowText} Never send a MsgDeposit: THORChain itself would read the memo, by other names of assets.`,
    lossText: cosmosLossText,
    neverTexts: [
      "Do not make a deposit (MsgDeposit) in place of a transfer: THORChain itself would read the memo.",
    ],
  },
};

const uncheckedWords: DepositWords = {
  name: "Not checked",
  howText:
    "We have not checked how a deposit there is seen, so this site gives no memo and no address.",
  lossText: null,
  neverTexts: [],
};

/** For texts on several chains. */
export const ONLY_ON_ITS_CHAIN =
  "Send on that chain alone: on another network the deposit is lost.";

/**
 * One vault has one 0x address on every EVM chain, and the network watches only some of them:
 * `common/chain.go` of THORNode and mayanode. Null where the address has a form of its own.
 */
export const onlyOnText = ({ id }: DepositShape, chainName: string): string | null =>
  isEvmForm(id) ? `Only on ${chainName}: on another network the deposit is lost.` : null;

const isEvmForm = (id: DepositShape["id"]) => id === "evm" || id === "evm_token";

/**
 * What becomes of a deposit without its memo. THORNode carries out the memo that anybody registered
 * for the last digits of the amount: `handler_observed_tx_helpers.go` (generateReferenceMemoID).
 * mayanode takes it as a deposit or withdrawal of savings: `observer/observe.go` (getSaversMemo).
 */
export const missingMemoTexts: Readonly<Record<Preset["protocol"], string>> = {
  THORChain:
    "Without the memo the deposit may be paid to a stranger. Do not try a small one first.",
  MAYAChain:
    "Without the memo the deposit is not swapped: it goes into savings, or comes back less a fee. Do not try a small one first.",
};

export const depositWords = (shape: DepositShape): DepositWords =>
  shape.id === "op_return" ? opReturnWords(shape) : plainFormWords[shape.id];

export const neverReceiveTexts: Partial<Readonly<Record<ChainFamily, string>>> = {
  evm: "Do not receive at a contract wallet or smart account (Safe, ERC-4337, EIP-7702): it cannot be paid.",
  xrp: "Do not receive at an XRP account that asks for a destination tag or authorisation: it cannot be paid.",
};

/** Recorded nodes refund a deposit to a retired vault, less the fee. */
export const LATE_RISK_TEXT =
  "A deposit that comes late may meet a retired vault: it comes back late, or is lost.";

export const lateText = (shape: DepositShape): string | null =>
  isFeeFixed(shape) ? null : LATE_RISK_TEXT;

/** Fee rate of a chain: "6 sat per byte", "0.022 gwei". */
export function rateText({ gasRate, gasRateUnits, gasRatePer }: GasRate): string | null {
  if (gasRate === null) return null;
  const amountText = `${groupDigits(gasRate)} ${gasRateUnits}`;
  return gasRatePer === "gas" ? amountText : `${amountText} per ${gasRatePer}`;
}

/** Null where the wallet cannot choose the fee. */
export function lowFeeText(shape: DepositShape, gasRate: GasRate): string | null {
  if (isFeeFixed(shape)) return null;
  const gasRateText = rateText(gasRate);
  const feeText =
    gasRateText === null
      ? "Do not lower your wallet's network fee."
      : `The network recommends a fee rate of at least ${gasRateText}.`;
  return `${feeText} ${LATE_RISK_TEXT}`;
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
