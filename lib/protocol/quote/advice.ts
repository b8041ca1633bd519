// What to do with a quote, in our own words. A warning comes before any word on sending, and may take its place.

import type { AdviceLevel, QuoteFee, QuoteReading } from "../model/quote.ts";
import { plainReason, type Reason } from "../model/reason.ts";
import type { Judgement, ScheduledHalt, Verdict } from "../model/verdicts.ts";
import { type Warning, warningOf, warnOf } from "../model/warning.ts";
import { type Advice, ROUTER_CALL, warnedAdvice } from "../safety/advice.ts";
import { scheduledHaltsText } from "../safety/coming-halts.ts";
import type { Chain } from "../values/chain-rows.ts";

type Figures = Pick<
  QuoteReading,
  | "trading"
  | "memo"
  | "minReceived"
  | "inboundAddress"
  | "reason"
  | "sizeFault"
  | "fees"
  | "totalBps"
  | "maxStreamingQuantity"
  | "streaming"
>;

/** Of what comes out: more in fees than this is to be accepted knowingly, and beyond the second nobody means it. */
export const DEAR_BPS = 1_000;
export const MAX_FEE_BPS = 5_000;

/** What holds for a token wherever a quote's address is shown. */
export const routerRule =
  "For a token of a chain with a router, approve the router, then call its depositWithExpiry (see get_inbound_addresses); never transfer it.";

export interface QuoteCircumstances {
  readonly viaRouter: boolean;
  readonly isStreaming: boolean;
  readonly thinPool: Warning | null;
  /** What the fees take at least, in bps of the whole output. */
  readonly leastTotalBps: number;
  readonly sourceChain: string;
  readonly sourceFamily: Chain["family"] | null;
  readonly sourceSigning: Verdict;
  readonly payoutChain: string;
  readonly payoutSigning: Verdict;
  readonly coming: readonly ScheduledHalt[];
  /** Names of what lets swaps of several parts wait now; empty where they run. */
  readonly partsPause: readonly string[];
}

export function quoteAdvice(quote: Figures, now: QuoteCircumstances): Advice {
  if (quote.trading.verdict !== "open") return closedAdvice(quote.trading);
  if (quote.sizeFault !== null) return sizeAdvice(quote.sizeFault);
  const isSendable = quote.memo !== null;
  if (!isSendable && quote.reason !== null) {
    return warnedAdvice(warningOf(quote.reason, "Do not send funds: memo and address are withheld; see reason."));
  }
  const warnings = [
    now.thinPool,
    partsWarning(quote, now),
    feesWarning(quote, now),
    signingWarning(now.payoutChain, now.payoutSigning, "payout"),
    now.sourceChain === now.payoutChain ? null : signingWarning(now.sourceChain, now.sourceSigning, "refund"),
    scheduledWarning(now.coming),
    quote.streaming.isApplied === false ? notSplitWarning : null,
    isSendable && quote.minReceived === null ? noLimitWarning : null,
  ].filter((warning) => warning !== null);
  const act = isSendable
    ? pairText(quote, now)
    : "An estimate only. Ask again with a destination to get the memo, right before sending.";
  if (!isSendable || warnings.length === 0) return { lead: null, warnings, act };
  return { lead: null, warnings, act: `Only if you accept that: ${act}` };
}

/** Nothing else tells of it: quote, flags and pools are as ever. */
function partsWarning({ streaming }: Pick<Figures, "streaming">, { partsPause }: QuoteCircumstances): Warning | null {
  if (partsPause.length === 0 || streaming.quantity === 1) return null;
  const parts = streaming.quantity === null ? "several parts" : `${streaming.quantity} parts`;
  return warnOf("parts_wait")(
    `Swaps of several parts wait now, with no end date (${partsPause.join(", ")}). This swap would run in ${parts}, and your deposit would wait with it. In one part it would run: ask with streaming "single" and compare the cost.`,
  );
}

const notSplitWarning = warnOf("streaming_not_applied")(
  "The network does not split a swap of this size: it runs in one part.",
);
const noLimitWarning = warnOf("no_price_limit")(
  "This memo sets no minimum: the swap runs at any price. Ask with liquidity_tolerance_bps to be refunded instead.",
);

/** The amount would be lost. */
function sizeAdvice(fault: Reason): Advice {
  return warnedAdvice(warningOf(fault, `Do not send this amount (${plainReason(fault)}).`));
}

/** Of a swap that is halted, or that could not be verified. */
export function closedAdvice({ verdict }: Pick<Judgement, "verdict">): Advice {
  const warn = warnOf(verdict === "halted" ? "halted" : "not_checked");
  return warnedAdvice(warn("Do not send funds: this swap is not open now."));
}

/** How loud a quote's advice is. */
export function chooseAdviceLevel({ lead, warnings, act }: Advice): AdviceLevel {
  if (lead === null && warnings.length === 0) return "none";
  return act === null ? "forbidden" : "warned";
}

function feesWarning(quote: Figures, { leastTotalBps, isStreaming }: QuoteCircumstances): Warning | null {
  if (leastTotalBps < DEAR_BPS) return null;
  const liquidity = feeBase(quote, "liquidity");
  // The price impact of a swap is about its liquidity fee once more.
  const remedy = remedyText(quote, isStreaming, liquidity === null ? null : 2n * liquidity);
  return warnOf("costly")(`The fees ${feesShare(quote.totalBps, leastTotalBps)}${remedy}.`);
}

/** "take 12 % of what comes out"; "at least 12 %" where the total of the fees is not known. */
export function feesShare(totalBps: number | null, leastTotalBps: number): string {
  return `take ${totalBps === null ? "at least " : ""}${Math.floor(leastTotalBps / 100)} % of what comes out`;
}

/**
 * What makes a dear swap cheaper, as the end of a sentence. The outbound fee is the same for any amount, so where it is the larger part a larger amount
 * loses a smaller share; `bySize`, in base units of what comes out, grows faster than the amount. Nothing where one of the two is not known.
 */
export function remedyText(
  quote: Pick<Figures, "fees" | "maxStreamingQuantity">,
  isStreaming: boolean,
  bySize: bigint | null,
): string {
  const fixed = feeBase(quote, "outbound");
  if (fixed === null || bySize === null) return "";
  if (fixed > bySize) return ": a larger amount loses a smaller share";
  const or = !isStreaming && (quote.maxStreamingQuantity ?? 0) > 1 ? ", or streaming," : "";
  return `: a smaller amount${or} loses a smaller share`;
}

/** In base units of what comes out; null where the node did not say it. */
export function feeBase({ fees }: Pick<Figures, "fees">, kind: QuoteFee["kind"]): bigint | null {
  return fees.find((fee) => fee.kind === kind)?.amount?.base ?? null;
}

/** dev.thorchain.org and docs.mayaprotocol.com, "Sending Transactions": what a deposit must look like to be read as one. */
const shapes: Readonly<Record<NonNullable<Chain["family"]>, string>> = {
  utxo: " (OP_RETURN), with this address as its first output and the change back to the sending address",
  evm: " (as its data)",
};

function pairText({ inboundAddress }: Figures, { viaRouter, sourceFamily }: QuoteCircumstances): string {
  if (inboundAddress === null) {
    return `Send a MsgDeposit with exactly this memo, before the quote expires. ${ownWallet}`;
  }
  if (viaRouter) {
    return `Never transfer the token to this address: a transfer carries no memo, and the token is lost. Approve the chain's router (see get_inbound_addresses) for the amount, then call its ${ROUTER_CALL}: this address as vault, exactly this memo, an expiration no later than the quote's. ${ownWallet}`;
  }
  const shape = sourceFamily ? shapes[sourceFamily] : "";
  return `Send the amount to this address, before the quote expires, by a wallet that writes exactly this memo into the transaction itself${shape}: no destination tag and no note is that. ${ownWallet}`;
}

const ownWallet = "Use a wallet of your own, never an exchange: a refund goes to the sending address.";

function signingWarning(chain: string, signing: Verdict, what: "payout" | "refund"): Warning | null {
  if (signing === "open") return null;
  if (signing === "unknown") return warnOf("not_checked")(`Whether ${chain} signs a ${what} now is not known.`);
  return warnOf("signing_halted")(`Signing on ${chain} is halted: a ${what} would wait until it runs again.`);
}

function scheduledWarning(coming: readonly ScheduledHalt[]): Warning | null {
  const text = scheduledHaltsText(coming);
  return text === null ? null : warnOf("halt_scheduled")(text);
}
