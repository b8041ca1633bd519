// How to send the deposit of a quote, as steps.

import {
  type DepositShape,
  feeText,
  lateText,
  ORDINARY_ACCOUNT,
  STRANDED,
  TOKEN_ARGUMENTS,
  unpayable,
} from "../model/deposit-shape.ts";
import type { GasRate } from "../model/network-status.ts";
import type { QuoteReading } from "../model/quote.ts";
import { parseAsset } from "../values/assets.ts";
import type { ChainFamily } from "../values/chain-rows.ts";
import { formatClock } from "../values/figure-text.ts";

/** Other forms of a token (synth, trade, secured) are sent on the native chain. */
export function isRouterToken(asset: string, router: string | null): boolean {
  const contract = parseAsset(asset)?.contract ?? null;
  return contract !== null && (router !== null || contract.startsWith("0X"));
}

export interface SendingCircumstances {
  readonly hasRefundAddress: boolean;
  /** The amount in full: "0.05 BTC". */
  readonly sentText: string;
  readonly depositShape: DepositShape | null;
  readonly viaRouter: boolean;
  readonly payoutFamily: ChainFamily | undefined;
}

type DepositTerms = Pick<QuoteReading, "inboundAddress" | "sendBeforeMs" | keyof GasRate>;

export const sendingText = (terms: DepositTerms, circumstances: SendingCircumstances): string =>
  sendingSteps(terms, circumstances, false).join(" ");

export const howToSendSteps = (terms: DepositTerms, circumstances: SendingCircumstances) =>
  sendingSteps(terms, circumstances, true);

/** `isDetailed`: with the amount, the fee and what loses the deposit. */
function sendingSteps(
  terms: DepositTerms,
  circumstances: SendingCircumstances,
  isDetailed: boolean,
): string[] {
  const { depositShape, payoutFamily } = circumstances;
  if (depositShape === null) return [];
  const isPayableBriefly = payoutFamily === "evm" && !isDetailed;
  const feeOrDelay = isDetailed ? feeText(depositShape, terms) : lateText(depositShape);
  return [
    ...depositSteps(terms, circumstances, depositShape, isDetailed),
    isDetailed ? depositShape.loses : null,
    payoutFamily === undefined || isPayableBriefly ? null : unpayable[payoutFamily],
    terms.inboundAddress === null ? null : feeOrDelay,
  ].filter((step) => step !== null && step !== undefined);
}

function depositSteps(
  { inboundAddress, sendBeforeMs }: DepositTerms,
  { viaRouter, hasRefundAddress, sentText }: SendingCircumstances,
  { how }: DepositShape,
  isDetailed: boolean,
): (string | null)[] {
  const memo = isDetailed ? "the memo below" : "this memo";
  const before = `Before ${formatClock(sendBeforeMs)}`;
  if (inboundAddress === null) {
    const amount = isDetailed ? `of exactly ${sentText}, ` : "";
    return [
      `${before}: send a MsgDeposit ${amount}with exactly ${memo}.`,
      walletText(hasRefundAddress),
    ];
  }
  if (!viaRouter) {
    const amount = isDetailed
      ? `exactly ${sentText} to the deposit address below`
      : "the amount to this address";
    return [
      `${before}: send ${amount}.`,
      `Your wallet must write exactly ${memo} into the transaction itself. ${how}`,
      walletText(hasRefundAddress),
    ];
  }
  const amount = isDetailed ? sentText : "the amount";
  const vault = isDetailed ? "the vault below" : "this vault";
  const expiration =
    sendBeforeMs === null ? "in Unix seconds" : `at most ${Math.floor(sendBeforeMs / 1000)}`;
  return [
    `${before}: ${ORDINARY_ACCOUNT}, approve the router for ${amount}.`,
    `Then call its depositWithExpiry(${vault}, ${TOKEN_ARGUMENTS}, exactly ${memo}, expiration: ${expiration}).`,
    `Never transfer the token: ${STRANDED}.`,
    // The network takes the signer as the sender, whoever owned the token.
    hasRefundAddress
      ? null
      : "A refund goes to the account that signs. Give a refund address if a relayer may sign.",
    isDetailed ? "The receiver is your own wallet too, never an exchange or a contract." : null,
  ];
}

function walletText(hasRefundAddress: boolean): string {
  const refund = hasRefundAddress ? "" : ": a refund goes to the sending address";
  return `Use your own wallets on both sides, never an exchange or a contract${refund}.`;
}
