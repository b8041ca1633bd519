// What to do with a quote. Warnings come before any word on sending, and may replace it.

import {
  type DepositShape,
  feeText,
  lateText,
  ORDINARY_ACCOUNT,
  STRANDED,
  TOKEN_ARGUMENTS,
  unpayable,
} from "../model/deposit-shape.ts";
import { type Advice, forbidFor, forbidOf, type Warning, warnOf } from "../model/envelope.ts";
import type { GasRate } from "../model/network-status.ts";
import type { AdviceLevel, QuoteBody, QuoteFee, QuoteReading } from "../model/quote.ts";
import {
  type Judgement,
  type PayoutEnd,
  plainReason,
  type Reason,
  type Verdict,
} from "../model/verdicts.ts";
import { warnedAdvice } from "../safety/advice.ts";
import {
  doubtWord,
  type HaltsParts,
  payoutsHalted,
  payoutsNotChecked,
  payoutWaits,
} from "../safety/sentences.ts";
import { parseAsset } from "../values/assets.ts";
import type { ChainFamily } from "../values/chain-rows.ts";
import {
  capitalize,
  formatBpsAsPercent,
  formatClock,
  formatWholePercent,
} from "../values/figure-text.ts";
import type { QuoteFigures } from "./figures.ts";
import { readMemoTerms } from "./memo.ts";
import { type OnePart, onePartText } from "./one-part.ts";

/** Of the amount sent: such a cost needs consent. */
const DEAR_BPS = 300;
export const MAX_COST_BPS = 5_000;

export interface QuoteCircumstances {
  readonly thinPool: Warning | null;
  readonly order: Warning | null;
  /** In bps of the whole output. */
  readonly leastTotalBps: number;
  readonly hasRefundAddress: boolean;
  readonly hasAffiliate: boolean;
  /** The amount in full: "0.05 BTC". */
  readonly sent: string;
  readonly sourceChain: string;
  readonly depositShape: DepositShape | null;
  readonly viaRouter: boolean;
  readonly sourceSigning: Verdict;
  readonly payoutChain: string;
  readonly payoutFamily: ChainFamily | undefined;
  readonly payoutSigning: Verdict;
  readonly payoutEnd: PayoutEnd;
  /** Halts before this swap would be done. */
  readonly scheduledHalts: HaltsParts | null;
  readonly partsPause: readonly string[];
  readonly isPartsPauseDisputed?: boolean;
  readonly onePart: OnePart | null;
}

/** What is not open, or must not be sent, has one warning in place of all. */
export function quoteAdvice(quote: QuoteBody, now: QuoteCircumstances): Advice {
  if (quote.trading.verdict !== "open") return closedAdvice(quote.trading);
  if (quote.sizeFault !== null) return refusedAdvice(quote.sizeFault);
  const isSendable = quote.memo !== null;
  if (!isSendable && quote.reason !== null) {
    // The reason does not say when the halt is.
    return refusedAdvice(
      quote.reason,
      quote.reason.code === "halts_soon" ? now.scheduledHalts : null,
    );
  }
  const [when, meaning] = now.scheduledHalts ?? [];
  const warnings = [
    now.order,
    now.thinPool,
    partsWarning(quote, now),
    signingWarning("payout", now),
    now.sourceChain === now.payoutChain ? null : signingWarning("refund", now),
    when === undefined ? null : warnOf("halt_scheduled")(when, meaning),
    costWarning(quote, now),
    quote.streaming.isApplied === false ? notSplitWarning : null,
    quote.memo !== null && readMemoTerms(quote.memo)?.limit === 0n ? noLimitWarning : null,
  ].filter((warning) => warning !== null);
  if (!isSendable) return { lead: null, warnings, act: ESTIMATE };
  const condition = warnings.length === 0 ? "" : "Only if you accept that: ";
  return { lead: null, warnings, act: `${condition}${sendingText(quote, now)}` };
}

const ESTIMATE =
  "An estimate only. Ask again with a receiving address to get the memo, right before sending.";

/** A swap of which the network would make one part still waits if parts were asked for. */
export const hasSeveralParts = ({ quantity, isApplied }: QuoteReading["streaming"]): boolean =>
  quantity !== 1 || isApplied === false;

function partsWarning(quote: QuoteBody, now: QuoteCircumstances): Warning | null {
  const { partsPause, isPartsPauseDisputed: isDisputed = false, onePart } = now;
  const { streaming, order } = quote;
  if ((partsPause.length === 0 && !isDisputed) || !hasSeveralParts(streaming)) return null;
  const parts =
    streaming.quantity === null || streaming.isApplied === false ? "several" : streaming.quantity;
  const instead = order === null ? onePartText(quote, onePart) : null;
  return warnOf("parts_wait")(
    isDisputed
      ? `One of our sources says that swaps of several parts wait now, and this one has ${parts}.`
      : `Swaps of several parts wait now, with no end date, and this one has ${parts}.`,
    instead,
  );
}

const notSplitWarning = warnOf("streaming_not_applied")(
  "The network does not split a swap of this size: it runs in one part.",
);
const noLimitWarning = warnOf("no_price_limit")(
  "This memo sets no minimum: the swap runs at any price.",
  "With a tolerance, a worse swap is refunded instead.",
);

/** `halts`: which ones, and what that means. */
export function refusedAdvice(reason: Reason, halts: HaltsParts | null = null): Advice {
  const text = doNotSendText(reason);
  const warning = forbidFor(reason)(halts === null ? text : `${text} ${halts[0]}`, halts?.[1]);
  return warnedAdvice(warning);
}

export function doNotSendText(reason: Reason): string {
  return reason.code === "halted" ? haltedWarning.text : `Do not send: ${plainReason(reason)}.`;
}

const haltedWarning = forbidOf("halted")("Do not send.", "This swap is halted now.");

export function closedAdvice({ verdict, reason }: Judgement): Advice {
  if (verdict === "halted") return warnedAdvice(haltedWarning);
  if (reason?.code === "vault_alarm") return refusedAdvice(reason);
  const word = doubtWord(reason);
  const forbid = forbidOf(word === "sources disagree" ? "sources_disagree" : "not_checked");
  return warnedAdvice(forbid("Do not send.", doubtSentences[word]));
}

const doubtSentences: Readonly<Record<ReturnType<typeof doubtWord>, string>> = {
  "not listed": "The network does not list the chain of one of these assets.",
  "sources disagree": "Our sources disagree, so we cannot check now whether this swap is open.",
  "not checked": "We cannot check now whether this swap is open.",
};

export function chooseAdviceLevel({ lead, warnings, act }: Advice): AdviceLevel {
  if (lead === null && warnings.length === 0) return "none";
  return act === null ? "forbidden" : "warned";
}

/** The total cost, or the fees alone where those are higher or the total is not known. */
export function leastCost({
  totalCostBps,
  leastTotalBps,
}: Pick<QuoteFigures, "totalCostBps" | "leastTotalBps">) {
  return totalCostBps !== null && totalCostBps >= leastTotalBps
    ? {
        bps: totalCostBps,
        text: `the total cost is ${formatBpsAsPercent(totalCostBps)} of the amount sent`,
      }
    : {
        bps: leastTotalBps,
        text: `the fees alone take at least ${formatWholePercent(leastTotalBps)} of the output`,
      };
}

function costWarning(quote: QuoteBody, { leastTotalBps }: QuoteCircumstances): Warning | null {
  const { bps, text } = leastCost({ totalCostBps: quote.totalCostBps, leastTotalBps });
  if (bps < DEAR_BPS) return null;
  const when = quote.order === null ? "" : "at its limit, ";
  return warnOf("costly")(`${capitalize(`${when}${text}`)}.`, remedyText(quote));
}

/** A larger amount lowers the share of the outbound fee, but raises that of the price impact. */
function remedyText({ fees, totalCost }: QuoteBody): string | null {
  const [fixed, affiliate] = [feeBase(fees, "outbound"), feeBase(fees, "affiliate")];
  if (fixed === null || affiliate === null || totalCost === null) return null;
  const bySize = totalCost.base - fixed - affiliate;
  return fixed > bySize
    ? "A larger amount loses a smaller share."
    : "A smaller amount loses a smaller share.";
}

function feeBase(fees: QuoteBody["fees"], kind: QuoteFee["kind"]): bigint | null {
  return fees.find((fee) => fee.kind === kind)?.amount?.base ?? null;
}

/** Other forms of a token (synth, trade, secured) are sent on the native chain. */
export function isRouterToken(asset: string, router: string | null): boolean {
  const contract = parseAsset(asset)?.contract ?? null;
  return contract !== null && (router !== null || contract.startsWith("0X"));
}

type SentQuote = Pick<QuoteReading, "inboundAddress" | "sendBeforeMs" | keyof GasRate>;
type SendingCircumstances = Pick<
  QuoteCircumstances,
  "depositShape" | "viaRouter" | "payoutFamily" | "hasRefundAddress" | "sent"
>;

const sendingText = (quote: SentQuote, now: SendingCircumstances): string =>
  sendingSteps(quote, now, false).join(" ");

export const howToSendSteps = (quote: SentQuote, now: SendingCircumstances): string[] =>
  sendingSteps(quote, now, true);

/** `isWhole`: with the amount, the fee and what loses the deposit. */
function sendingSteps(quote: SentQuote, now: SendingCircumstances, isWhole: boolean): string[] {
  const { inboundAddress, sendBeforeMs } = quote;
  const { depositShape: shape, viaRouter, payoutFamily, hasRefundAddress, sent } = now;
  if (shape === null) return [];
  const memo = isWhole ? "the memo below" : "this memo";
  const before = `Before ${formatClock(sendBeforeMs)}`;
  const expiration =
    sendBeforeMs === null ? "in Unix seconds" : `at most ${Math.floor(sendBeforeMs / 1000)}`;
  const steps =
    inboundAddress === null
      ? [
          `${before}: send a MsgDeposit ${isWhole ? `of exactly ${sent}, ` : ""}with exactly ${memo}.`,
          walletText(hasRefundAddress),
        ]
      : viaRouter
        ? [
            `${before}: ${ORDINARY_ACCOUNT}, approve the router for ${isWhole ? sent : "the amount"}.`,
            `Then call its depositWithExpiry(${isWhole ? "the vault below" : "this vault"}, ${TOKEN_ARGUMENTS}, exactly ${memo}, expiration: ${expiration}).`,
            `Never transfer the token: ${STRANDED}.`,
            // The network takes the signer as the sender, whoever owned the token.
            hasRefundAddress
              ? null
              : "A refund goes to the account that signs. Give a refund address if a relayer may sign.",
            isWhole
              ? "The receiver is your own wallet too, never an exchange or a contract."
              : null,
          ]
        : [
            `${before}: send ${isWhole ? `exactly ${sent} to the deposit address below` : "the amount to this address"}.`,
            `Your wallet must write exactly ${memo} into the transaction itself. ${shape.how}`,
            walletText(hasRefundAddress),
          ];
  return [
    ...steps,
    isWhole ? shape.loses : null,
    payoutFamily === undefined || (payoutFamily === "evm" && !isWhole)
      ? null
      : unpayable[payoutFamily],
    inboundAddress === null ? null : isWhole ? feeText(shape, quote) : lateText(shape),
  ].filter((step) => step !== null && step !== undefined);
}

const walletText = (hasRefundAddress: boolean) =>
  `Use your own wallets on both sides, never an exchange or a contract${hasRefundAddress ? "" : ": a refund goes to the sending address"}.`;

function signingWarning(what: "payout" | "refund", now: QuoteCircumstances): Warning | null {
  const [chain, signing] =
    what === "payout" ? [now.payoutChain, now.payoutSigning] : [now.sourceChain, now.sourceSigning];
  if (signing === "open") return null;
  if (signing === "unknown") return warnOf("not_checked")(payoutsNotChecked(chain));
  return warnOf("signing_halted")(
    payoutsHalted(chain),
    `${payoutWaits(`A ${what} would wait`, now.payoutEnd, what === "refund" || now.hasAffiliate)} Send only if you can wait.`,
  );
}
