// English texts on how to send the deposit of a quote: as steps, or as one paragraph.

import type { DepositShape, Sending } from "../protocol/model/deposit-shape.ts";
import {
  depositWords,
  feeText,
  lateText,
  ORDINARY_ACCOUNT,
  STRANDED_TEXT,
  TOKEN_ARGUMENTS,
  unpayableTexts,
} from "./deposits.en.ts";
import { formatClock } from "./figures.en.ts";

interface Step {
  readonly text: string;
  /** True for the step that lists mistakes of wallets. A tool's text without room leaves it out. */
  readonly isDetail: boolean;
}

export const sendingText = (sending: Sending): string =>
  sendingSteps(sending, false)
    .map(({ text }) => text)
    .join(" ");

export const howToSendSteps = (sending: Sending) => sendingSteps(sending, true);

function sendingSteps(sending: Sending, isDetailed: boolean): Step[] {
  const { shape, payoutFamily } = sending;
  if (shape === null) return [];
  const isEvmTextLeftOut = payoutFamily === "evm" && !isDetailed;
  const feeSentence = isDetailed ? feeText(shape, sending) : lateText(shape);
  const { lossText } = depositWords(shape);
  const stepTexts = [
    ...depositSteps(sending, shape, isDetailed),
    isDetailed ? lossText : null,
    payoutFamily === undefined || isEvmTextLeftOut ? null : unpayableTexts[payoutFamily],
    sending.inboundAddress === null ? null : feeSentence,
  ];
  return stepTexts.flatMap((text) =>
    text === null || text === undefined ? [] : { text, isDetail: text === lossText },
  );
}

function depositSteps(
  sending: Sending,
  shape: DepositShape,
  isDetailed: boolean,
): readonly (string | null)[] {
  const memoText = isDetailed ? "the memo below" : "this memo";
  if (sending.inboundAddress === null) return msgDepositSteps(sending, memoText, isDetailed);
  return sending.viaRouter
    ? routerSteps(sending, memoText, isDetailed)
    : transferSteps(sending, shape, memoText, isDetailed);
}

const beforeText = ({ sendBeforeMs }: Sending) => `Before ${formatClock(sendBeforeMs)}`;

function msgDepositSteps(sending: Sending, memoText: string, isDetailed: boolean) {
  const amountText = isDetailed ? `of exactly ${sending.sentText}, ` : "";
  return [
    `${beforeText(sending)}: send a MsgDeposit ${amountText}with exactly ${memoText}.`,
    walletText(sending),
  ];
}

function transferSteps(
  sending: Sending,
  shape: DepositShape,
  memoText: string,
  isDetailed: boolean,
) {
  const transferText = isDetailed
    ? `exactly ${sending.sentText} to the deposit address below`
    : "the amount to this address";
  return [
    `${beforeText(sending)}: send ${transferText}.`,
    `Your wallet must write exactly ${memoText} into the transaction itself. ${depositWords(shape).howText}`,
    walletText(sending),
  ];
}

function routerSteps(sending: Sending, memoText: string, isDetailed: boolean) {
  const { sendBeforeMs, sentText, hasRefundAddress } = sending;
  const amountText = isDetailed ? sentText : "the amount";
  const vaultText = isDetailed ? "the vault below" : "this vault";
  const expirationText =
    sendBeforeMs === null ? "in Unix seconds" : `at most ${Math.floor(sendBeforeMs / 1000)}`;
  return [
    `${beforeText(sending)}: ${ORDINARY_ACCOUNT}, approve the router for ${amountText}.`,
    `Then call its depositWithExpiry(${vaultText}, ${TOKEN_ARGUMENTS}, exactly ${memoText}, expiration: ${expirationText}).`,
    `Never transfer the token: ${STRANDED_TEXT}.`,
    // The network refunds the account that signs, even if the token belonged to another account. So
    // a relayer that signs would get the refund.
    hasRefundAddress
      ? null
      : "A refund goes to the account that signs. Give a refund address if a relayer may sign.",
    isDetailed ? "The receiver is your own wallet too, never an exchange or a contract." : null,
  ];
}

function walletText({ hasRefundAddress }: Sending): string {
  const refundText = hasRefundAddress ? "" : ": a refund goes to the sending address";
  return `Use your own wallets on both sides, never an exchange or a contract${refundText}.`;
}
