// English texts on how to send the deposit of a quote: for people, wallet builders and agents.

import type { DepositShape, Sending } from "../protocol/model/deposit-shape.ts";
import {
  depositWords,
  lateText,
  lowFeeText,
  missingMemoTexts,
  neverReceiveTexts,
  ORDINARY_ACCOUNT,
  onlyOnText,
  STRANDED_TEXT,
  TOKEN_ARGUMENTS,
} from "./deposits.en.ts";
import { capitalize, formatClock, formatInstantOn } from "./figures.en.ts";

export const howToSendWords = {
  amount: (unitName: string) => `Amount of ${unitName}`,
  builders: "For wallet builders",
  privateNote: "A note that only your wallet keeps is no memo.",
  sent: "Already sent? Do not send again.",
  track: "Track it",
} as const;

const walletTexts = {
  transfer:
    "Only with a wallet that can add a memo to the transaction itself. If yours has no field for it, do not send.",
  router: (assetName: string) =>
    `Only a wallet or app that makes such swaps can send ${assetName}. If yours does not, do not send.`,
  msgDeposit:
    "Only with a wallet or app that can make a deposit with a memo (MsgDeposit). If yours cannot, do not send.",
} as const;

/** How a deposit is made: only some wallets can make the last two. */
export type DepositWay = "msgDeposit" | "router" | "transfer";

export function depositWay({ inboundAddress, viaRouter }: Sending): DepositWay {
  if (inboundAddress === null) return "msgDeposit";
  return viaRouter ? "router" : "transfer";
}

/** Says which wallet can make this deposit at all. It comes before the amount and the memo. */
export function neededWalletText(sending: Sending): string {
  const way = depositWay(sending);
  if (way === "router") return walletTexts.router(sending.unitName);
  return way === "transfer"
    ? `${walletTexts.transfer} ${missingMemoTexts[sending.protocol]}`
    : walletTexts.msgDeposit;
}

export function deadlineText(sending: Sending, nowMs: number): string {
  const { sentText, sendBeforeMs, viaRouter, inboundAddress } = sending;
  const beforeText = `before ${formatInstantOn(sendBeforeMs, nowMs)}`;
  if (inboundAddress === null)
    return `Deposit exactly ${sentText} ${beforeText}, with the memo unchanged. There is no address to send to.`;
  return viaRouter
    ? `Swap exactly ${sentText} ${beforeText}.`
    : `Send exactly ${sentText} ${beforeText}, with the memo unchanged.`;
}

/** What not to do, in one line each. */
export function neverTexts(sending: Sending): string[] {
  const { shape, payoutFamily, hasRefundAddress, viaRouter, inboundAddress } = sending;
  if (shape === null) return [];
  const contractText = viaRouter ? "no contract wallet" : "no contract";
  const refundText = viaRouter
    ? ": a refund goes to the account that signs"
    : ": a refund goes to the sending address";
  const texts = [
    `Use no exchange and ${contractText}, on either side${hasRefundAddress ? "" : refundText}.`,
    onlyOnText(shape, sending.chainName),
    payoutFamily === undefined ? null : neverReceiveTexts[payoutFamily],
    inboundAddress === null ? null : lowFeeText(shape, sending),
  ];
  return texts.filter((text) => text != null);
}

/** What not to do on the chain of the deposit. `builderTexts` has the whole rules. */
export const neverOnChainTexts = ({ shape }: Sending): readonly string[] =>
  shape === null ? [] : depositWords(shape).neverTexts;

/** The form of the transaction, for those who build it, and what makes it unseen. */
export function builderTexts(sending: Sending): string[] {
  const { shape, viaRouter, inboundAddress, sentText } = sending;
  if (shape === null) return [];
  const { howText, lossText } = depositWords(shape);
  const callTexts = viaRouter && inboundAddress !== null ? routerTexts(sending, sentText) : null;
  return [
    ...(callTexts ?? [howText]).map((text) => capitalize(text)),
    ...(lossText === null ? [] : [lossText]),
  ];
}

/** One paragraph for an agent that has the memo and the address at hand. */
export function sendingText(sending: Sending): string {
  const { shape, payoutFamily, inboundAddress } = sending;
  if (shape === null) return "";
  const texts = [
    ...depositTexts(sending, shape),
    payoutFamily === undefined || payoutFamily === "evm" ? null : neverReceiveTexts[payoutFamily],
    inboundAddress === null ? null : lateText(shape),
  ];
  const sentences = texts.filter((text) => text != null).join(" ");
  return `Before ${formatClock(sending.sendBeforeMs)}: ${sentences}`;
}

function depositTexts(sending: Sending, shape: DepositShape): readonly string[] {
  if (sending.inboundAddress === null)
    return ["send a MsgDeposit with exactly this memo.", ownWalletsText(sending)];
  const onlyText = onlyOnText(shape, sending.chainName);
  const onlyTexts = onlyText === null ? [] : [onlyText];
  if (sending.viaRouter) return [...routerTexts(sending, sending.sentText), ...onlyTexts];
  return [
    `send ${sending.sentText} to this address.`,
    ...onlyTexts,
    "Your wallet must add this memo, unchanged, to the transaction itself. If it has no field for a memo, do not send.",
    missingMemoTexts[sending.protocol],
    depositWords(shape).howText,
    ownWalletsText(sending),
  ];
}

function routerTexts({ sendBeforeMs, hasRefundAddress }: Sending, amountText: string): string[] {
  const expirationText =
    sendBeforeMs === null ? "in Unix seconds" : `at most ${Math.floor(sendBeforeMs / 1000)}`;
  const texts = [
    `${ORDINARY_ACCOUNT}, approve the router for ${amountText}.`,
    `Then call its depositWithExpiry(this vault, ${TOKEN_ARGUMENTS}, exactly this memo, expiration: ${expirationText}).`,
    `Never transfer the token: ${STRANDED_TEXT}.`,
    // The network refunds the account that signs, even if the token belonged to another account. So
    // a relayer that signs would get the refund.
    hasRefundAddress
      ? null
      : "A refund goes to the account that signs. Give a refund address if a relayer may sign.",
  ];
  return texts.filter((text) => text !== null);
}

function ownWalletsText({ hasRefundAddress }: Sending): string {
  const refundText = hasRefundAddress ? "" : ": a refund goes to the sending address";
  return `Use your own wallets on both sides, never an exchange or a contract${refundText}.`;
}
