// The input for judging a quote: request, agreed figures, and the network's state at one time.

import type { Market } from "../market/market.ts";
import type { QuoteReading } from "../model/quote.ts";
import type { Reason } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import type { Evidence, Verdicts } from "../safety/evidence.ts";
import type { Safety } from "../safety/safety.ts";
import type { KnownAsset } from "../values/assets.ts";
import type { QuotedRequest } from "./figure-agreement.ts";
import type { QuoteFigures } from "./figures.ts";
import type { OnePart } from "./one-part.ts";
import type { ChosenQuotes } from "./order.ts";

export interface QuoteFacts {
  readonly safety: Safety;
  readonly market: Market;
  readonly trading: Judgement;
}

export interface QuoteSubject extends QuotedRequest {
  readonly figures: QuoteFigures;
  /** Why some parts would miss the limit if nobody refills the pools. */
  readonly limitFault: Reason | null;
  /** The outbound fee of a swap at the current price, in base units of `to`. */
  readonly outboundFee: bigint | null;
  readonly trading: Judgement;
  readonly knownAssets: readonly KnownAsset[];
  readonly evidence: Evidence;
  readonly verdicts: Verdicts;
  readonly nowMs: number;
}

export interface PricedSubject
  extends QuoteSubject,
    Pick<ChosenQuotes, "order">,
    Pick<QuoteReading, "converted" | "payees"> {
  readonly onePart: OnePart | null;
}
