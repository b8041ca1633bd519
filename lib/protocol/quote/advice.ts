// What to do with a quote. Warnings come before any word on sending, and may replace it.

import { messageText, say } from "../../say/message-text.ts";
import { payoutsHalted, payoutsNotChecked, payoutWaits } from "../../say/phrases.en.ts";
import { plainReason } from "../../say/reason-text.ts";
import { costText } from "../../say/reasons.en.ts";
import { type Advice, forbidFor, forbidOf, type Warning, warnOf } from "../model/envelope.ts";
import { type Message, plain } from "../model/messages.ts";
import type { AdviceLevel, QuoteBody, QuoteFee, QuoteReading } from "../model/quote.ts";
import type { CostShare, Reason } from "../model/reasons.ts";
import { doubtOf } from "../model/reasons.ts";
import type { Judgement, PayoutEnd, Verdict } from "../model/verdicts.ts";
import { warnedAdvice } from "../safety/advice.ts";
import { capitalize } from "../values/figure-text.ts";
import type { QuoteFigures } from "./figures.ts";
import { type SendingCircumstances, sendingText } from "./how-to-send.ts";
import { parseMemoTerms } from "./memo.ts";
import { type OnePart, onePartText } from "./one-part.ts";

/** Of the amount sent: such a cost needs consent. */
const COSTLY_BPS = 300;
export const MAX_COST_BPS = 5_000;

export interface QuoteCircumstances extends SendingCircumstances {
  readonly thinPool: Warning | null;
  readonly order: Warning | null;
  /** In bps of the whole output. */
  readonly minTotalBps: number;
  readonly hasAffiliate: boolean;
  readonly sourceChain: string;
  readonly sourceSigning: Verdict;
  readonly payoutChain: string;
  readonly payoutSigning: Verdict;
  readonly payoutEnd: PayoutEnd;
  /** Halts before this swap would be done. */
  readonly scheduledHalts: Message | null;
  readonly partsPause: readonly string[];
  readonly isPartsPauseDisputed?: boolean;
  readonly onePart: OnePart | null;
}

/** What is not open, or must not be sent, has one warning in place of all. */
export function quoteAdvice(quote: QuoteBody, circumstances: QuoteCircumstances): Advice {
  if (quote.trading.verdict !== "open") return closedAdvice(quote.trading);
  if (quote.sizeFault !== null) return refusedAdvice(quote.sizeFault);
  const isSendable = quote.memo !== null;
  if (!isSendable && quote.reason !== null) {
    // The reason does not say when the halt is.
    return refusedAdvice(
      quote.reason,
      quote.reason.code === "halts_soon" ? circumstances.scheduledHalts : null,
    );
  }
  const warnings = [
    circumstances.order,
    circumstances.thinPool,
    partsWarning(quote, circumstances),
    signingWarning("payout", circumstances),
    circumstances.sourceChain === circumstances.payoutChain
      ? null
      : signingWarning("refund", circumstances),
    circumstances.scheduledHalts && warnOf("halt_scheduled")(circumstances.scheduledHalts),
    costWarning(quote, circumstances),
    quote.streaming.isApplied === false ? notSplitWarning : null,
    quote.memo !== null && parseMemoTerms(quote.memo)?.limit === 0n ? noLimitWarning : null,
  ].filter((warning) => warning !== null);
  if (!isSendable) return { lead: null, warnings, act: plain(ESTIMATE) };
  const condition = warnings.length === 0 ? "" : "Only if you accept that: ";
  return { lead: null, warnings, act: plain(`${condition}${sendingText(quote, circumstances)}`) };
}

const ESTIMATE =
  "An estimate only. Ask again with a receiving address to get the memo, right before sending.";

/** A swap of which the network would make one part still waits if parts were asked for. */
export const hasSeveralParts = ({ quantity, isApplied }: QuoteReading["streaming"]): boolean =>
  quantity !== 1 || isApplied === false;

function partsWarning(quote: QuoteBody, circumstances: QuoteCircumstances): Warning | null {
  const { partsPause, isPartsPauseDisputed: isDisputed = false, onePart } = circumstances;
  const { streaming, order } = quote;
  if ((partsPause.length === 0 && !isDisputed) || !hasSeveralParts(streaming)) return null;
  const partsText =
    streaming.quantity === null || streaming.isApplied === false ? "several" : streaming.quantity;
  const remedy = order === null ? onePartText(quote, onePart) : null;
  return warnOf("parts_wait")(
    plain(
      isDisputed
        ? `One of our sources says that swaps of several parts wait now, and this one has ${partsText}.`
        : `Swaps of several parts wait now, with no end date, and this one has ${partsText}.`,
      remedy,
    ),
  );
}

const notSplitWarning = warnOf("streaming_not_applied")(
  plain("The network does not split a swap of this size: it runs in one part."),
);
const noLimitWarning = warnOf("no_price_limit")(
  plain(
    "This memo sets no minimum: the swap runs at any price.",
    "With a tolerance, a worse swap is refunded instead.",
  ),
);

/** `halts`: which ones, and what that means. */
export function refusedAdvice(reason: Reason, halts: Message | null = null): Advice {
  const text = doNotSendText(reason);
  const coming = halts && say(halts);
  const warned = coming ? plain(`${text} ${coming.fact}`, coming.meaning) : plain(text);
  return warnedAdvice(forbidFor(reason)(warned));
}

export function doNotSendText(reason: Reason): string {
  return reason.code === "halted"
    ? messageText(haltedWarning.message)
    : `Do not send: ${plainReason(reason)}.`;
}

const haltedWarning = forbidOf("halted")(plain("Do not send.", "This swap is halted now."));

export function closedAdvice({ verdict, reason }: Judgement): Advice {
  if (verdict === "halted") return warnedAdvice(haltedWarning);
  if (reason?.code === "vault_alarm") return refusedAdvice(reason);
  const doubt = doubtOf(reason);
  const forbid = forbidOf(doubt === "sources_disagree" ? "sources_disagree" : "not_checked");
  return warnedAdvice(forbid(plain("Do not send.", doubtSentences[doubt])));
}

const doubtSentences = {
  not_listed: "The network does not list the chain of one of these assets.",
  sources_disagree: "Our sources disagree, so we cannot check now whether this swap is open.",
  not_checked: "We cannot check now whether this swap is open.",
} as const;

export function chooseAdviceLevel({ lead, warnings, act }: Advice): AdviceLevel {
  if (lead === null && warnings.length === 0) return "none";
  return act === null ? "forbidden" : "warned";
}

/** The total cost, or the fees alone where those are higher or the total is not known. */
export function minCost({
  totalCostBps,
  minTotalBps,
}: Pick<QuoteFigures, "totalCostBps" | "minTotalBps">): CostShare {
  return totalCostBps !== null && totalCostBps >= minTotalBps
    ? { of: "total", bps: totalCostBps }
    : { of: "fees", bps: minTotalBps };
}

function costWarning(quote: QuoteBody, { minTotalBps }: QuoteCircumstances): Warning | null {
  const cost = minCost({ totalCostBps: quote.totalCostBps, minTotalBps });
  if (cost.bps < COSTLY_BPS) return null;
  const condition = quote.order === null ? "" : "at its limit, ";
  return warnOf("costly")(
    plain(`${capitalize(`${condition}${costText(cost)}`)}.`, remedyText(quote)),
  );
}

/** A larger amount lowers the share of the outbound fee, but raises that of the price impact. */
function remedyText({ fees, totalCost }: QuoteBody): string | null {
  const [outboundBase, affiliateBase] = [feeBase(fees, "outbound"), feeBase(fees, "affiliate")];
  if (outboundBase === null || affiliateBase === null || totalCost === null) return null;
  const sizeCostBase = totalCost.base - outboundBase - affiliateBase;
  return outboundBase > sizeCostBase
    ? "A larger amount loses a smaller share."
    : "A smaller amount loses a smaller share.";
}

function feeBase(fees: QuoteBody["fees"], kind: QuoteFee["kind"]): bigint | null {
  return fees.find((fee) => fee.kind === kind)?.amount?.base ?? null;
}

function signingWarning(
  payment: "payout" | "refund",
  circumstances: QuoteCircumstances,
): Warning | null {
  const [chain, signing] =
    payment === "payout"
      ? [circumstances.payoutChain, circumstances.payoutSigning]
      : [circumstances.sourceChain, circumstances.sourceSigning];
  if (signing === "open") return null;
  if (signing === "unknown") return warnOf("not_checked")(plain(payoutsNotChecked(chain)));
  return warnOf("signing_halted")(
    plain(
      payoutsHalted(chain),
      `${payoutWaits(`A ${payment} would wait`, circumstances.payoutEnd, payment === "refund" || circumstances.hasAffiliate)} Send only if you can wait.`,
    ),
  );
}
