// How to send the deposit of a quote, in English: as steps, and as one paragraph.

import type { DepositShape, Sending } from "../protocol/model/deposit-shape.ts";
import {
  depositWords,
  feeText,
  lateText,
  ORDINARY_ACCOUNT,
  STRANDED,
  TOKEN_ARGUMENTS,
  unpayable,
} from "./deposits.en.ts";
import { formatClock } from "./figures.en.ts";

interface Step {
  readonly text: string;
  /** Needed only to check a wallet. */
  readonly isDetail: boolean;
}

export const sendingText = (sending: Sending): string =>
  sendingSteps(sending, false)
    .map(({ text }) => text)
    .join(" ");

export const howToSendSteps = (sending: Sending) => sendingSteps(sending, true);

/** `isDetailed`: with the amount, the fee and what loses the deposit. */
function sendingSteps(sending: Sending, isDetailed: boolean): Step[] {
  const { shape, payoutFamily } = sending;
  if (shape === null) return [];
  const isPayableBriefly = payoutFamily === "evm" && !isDetailed;
  const feeOrDelay = isDetailed ? feeText(shape, sending) : lateText(shape);
  const { loses } = depositWords(shape);
  const texts = [
    ...depositSteps(sending, shape, isDetailed),
    isDetailed ? loses : null,
    payoutFamily === undefined || isPayableBriefly ? null : unpayable[payoutFamily],
    sending.inboundAddress === null ? null : feeOrDelay,
  ];
  return texts.flatMap((text) =>
    text === null || text === undefined ? [] : { text, isDetail: text === loses },
  );
}

function depositSteps(
  sending: Sending,
  shape: DepositShape,
  isDetailed: boolean,
): readonly (string | null)[] {
  const memo = isDetailed ? "the memo below" : "this memo";
  if (sending.inboundAddress === null) return msgDepositSteps(sending, memo, isDetailed);
  return sending.viaRouter
    ? routerSteps(sending, memo, isDetailed)
    : transferSteps(sending, shape, memo, isDetailed);
}

const beforeText = ({ sendBeforeMs }: Sending) => `Before ${formatClock(sendBeforeMs)}`;

function msgDepositSteps(sending: Sending, memo: string, isDetailed: boolean) {
  const amount = isDetailed ? `of exactly ${sending.sentText}, ` : "";
  return [
    `${beforeText(sending)}: send a MsgDeposit ${amount}with exactly ${memo}.`,
    walletText(sending),
  ];
}

function transferSteps(sending: Sending, shape: DepositShape, memo: string, isDetailed: boolean) {
  const transfer = isDetailed
    ? `exactly ${sending.sentText} to the deposit address below`
    : "the amount to this address";
  return [
    `${beforeText(sending)}: send ${transfer}.`,
    `Your wallet must write exactly ${memo} into the transaction itself. ${depositWords(shape).how}`,
    walletText(sending),
  ];
}

function routerSteps(sending: Sending, memo: string, isDetailed: boolean) {
  const { sendBeforeMs, sentText, hasRefundAddress } = sending;
  const amount = isDetailed ? sentText : "the amount";
  const vault = isDetailed ? "the vault below" : "this vault";
  const expiration =
    sendBeforeMs === null ? "in Unix seconds" : `at most ${Math.floor(sendBeforeMs / 1000)}`;
  return [
    `${beforeText(sending)}: ${ORDINARY_ACCOUNT}, approve the router for ${amount}.`,
    `Then call its depositWithExpiry(${vault}, ${TOKEN_ARGUMENTS}, exactly ${memo}, expiration: ${expiration}).`,
    `Never transfer the token: ${STRANDED}.`,
    // The network takes the signer as the sender, whoever owned the token.
    hasRefundAddress
      ? null
      : "A refund goes to the account that signs. Give a refund address if a relayer may sign.",
    isDetailed ? "The receiver is your own wallet too, never an exchange or a contract." : null,
  ];
}

function walletText({ hasRefundAddress }: Sending): string {
  const refund = hasRefundAddress ? "" : ": a refund goes to the sending address";
  return `Use your own wallets on both sides, never an exchange or a contract${refund}.`;
}
