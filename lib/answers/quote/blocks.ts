// A quote, in the order of its page. Judging a quote belongs in lib/protocol/quote.

import { line, link, strong } from "../../markdown/nodes.ts";
import type { PoolReading } from "../../protocol/model/pools.ts";
import type { QuoteReading, QuoteRequest } from "../../protocol/model/quote.ts";
import { NO_DESTINATION } from "../../protocol/quote/withheld.ts";
import { decimalsOf, FIXED_DECIMALS, formatUnits } from "../../protocol/values/amounts.ts";
import {
  assetName,
  isRouterToken,
  listAssets,
  parseAsset,
  payoutChainOf,
  shortAsset,
} from "../../protocol/values/assets.ts";
import { type Preset, shortChainName } from "../../protocol/values/chains.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { type Blocks, box, disclosure, type LinkView, section } from "../../render/blocks.ts";
import { messageText, textBelow } from "../../say/message-text.ts";
import {
  addDestinationText,
  noDepositText,
  otherDirectionText,
  pairText,
  payeeText,
  quoteWords,
  sendTexts,
  sharedNameText,
  unnamedPair,
} from "../../say/quote.en.ts";
import { howToSendSteps } from "../../say/sending.en.ts";
import type { AnswerContext } from "../answer-context.ts";
import { comparisonOf, type OtherWay } from "./comparison.ts";
import { costBlocks, detailBlocks } from "./costs.ts";
import { quoteFacts } from "./figures.ts";
import { quoteHref, requestHref, roundTyped } from "./links.ts";
import { isRefusal, refusalOf } from "./refusal.ts";
import { isDoubt, type QuoteSign, quoteSign, sendText } from "./sign.ts";

export interface QuoteCase extends AnswerContext {
  readonly request: QuoteRequest;
  readonly quote: QuoteReading;
  /** The same swap in parts, or in one part; null where it was not asked for. */
  readonly other: OtherWay | null;
  /** Empty where they were not read. */
  readonly pools: readonly PoolReading[];
  /** The assets are known, so they are called by their names. */
  readonly isNamed: boolean;
  /** Of the link to the quote. */
  readonly origin: string;
}

export function caseSign({ quote, isNamed, preset }: QuoteCase): QuoteSign {
  return quoteSign(quote, isNamed ? pairName(quote, preset) : unnamedPair, preset);
}

/** What the answer warns of, without what the sign and the sentence on sending say. */
export function caseWarnings(quoteCase: QuoteCase, { word }: QuoteSign): string[] {
  const { quote, isNamed, pools, preset } = quoteCase;
  return [
    ...quote.warnings.flatMap(({ code, message }) =>
      code === "sample" ? [] : textBelow(word, message),
    ),
    ...(isNamed ? sharedNames(quote, pools, preset) : []),
  ];
}

/** Null where a warning already says not to send. */
export function caseSendText({ quote }: QuoteCase): string | null {
  const text = sendText(quote);
  const isSaid = quote.warnings.some(({ code, isForbidding }) => isForbidding && code !== "sample");
  return text === sendTexts.forbidden && isSaid ? null : text;
}

/** For a doubt, the warnings say what is wrong and what to do. */
export const caseRefusal = ({ quote, preset }: QuoteCase) =>
  isDoubt(quote) ? null : refusalOf(quote, preset);

/** The text of a refusal alone where the form already has its title. */
export const refusalLine = (
  { title, text }: { readonly title: string; readonly text: string },
  isTitleSaid: boolean,
) => (isTitleSaid ? text : `${title} ${text}`.trim());

/** What stands beside the form: the answer, its link, and how to send it. */
export function quoteBlocks(quoteCase: QuoteCase, isTitleSaid = false): Blocks<"links"> {
  const { quote, request } = quoteCase;
  const isQuoted = quote.failure === null;
  const deposit = depositBlocks(quoteCase);
  return [
    answerBox(quoteCase, isTitleSaid),
    { part: "links", blocks: [{ links: answerLinks(quoteCase) }] },
    {
      ...disclosure(
        quoteWords.link,
        { text: quoteWords.linkHint },
        { code: permalink(quoteCase), language: "text", label: quoteWords.link },
      ),
      rank: "page",
    },
    isQuoted && (request.destination !== undefined || quote.memo !== null) && deposit,
  ];
}

/** What stands below the answer and the form. */
export function quoteDetailBlocks(quoteCase: QuoteCase): Blocks {
  const { quote, request, other, isNamed, preset } = quoteCase;
  const isQuoted = quote.failure === null;
  const comparison = comparisonOf(withShortNames(request, quoteCase.pools), quote, other);
  const details = isNamed ? detailBlocks(quote, preset) : [];
  return [
    isQuoted &&
      quote.expectedAmountOut !== null &&
      quotePart("costs", ...costBlocks(quote, preset)),
    comparison !== null &&
      quotePart("comparison", {
        text: line`${comparison.text} ${link(comparison.link.label, comparison.link.href)}`,
      }),
    isQuoted &&
      request.destination === undefined &&
      quote.memo === null &&
      depositBlocks(quoteCase),
    details.length > 0 && { ...quotePart("details", ...details), rank: 3 as const },
  ];
}

const quotePart = (id: "deposit" | "costs" | "comparison" | "details", ...blocks: Blocks) => ({
  ...section(quoteWords[id], ...blocks),
  id,
  className: "quote-part",
});

function answerBox(quoteCase: QuoteCase, isTitleSaid: boolean): Blocks[number] {
  const { quote, request, preset, nowMs } = quoteCase;
  const isQuoted = quote.failure === null;
  const sign = caseSign(quoteCase);
  const refusal = caseRefusal(quoteCase);
  const send = caseSendText(quoteCase);
  const warnings = caseWarnings(quoteCase, sign);
  const payee = isQuoted ? payeeText(request.destination, request.refundAddress) : null;
  const expiry = isQuoted ? expiryOf(quote, nowMs) : null;
  const refused: Blocks = [
    refusal !== null && {
      note: sign.state === "halted" ? "halted" : "unknown",
      blocks: [{ text: refusalLine(refusal, isTitleSaid) }],
    },
  ];
  const board: Blocks = [
    sign.grounds !== null && { text: sign.grounds, className: "grounds" },
    warnings.length > 0 && { list: warnings, className: "warnings" },
    isQuoted && { facts: quoteFacts(quote, request, preset) },
    send !== null && box({ "data-until-expiry": "" }, { text: send, className: "advice" }),
    expiry !== null && { expiry },
  ];
  const isSample = quote.source === "sample";
  const { answer: label } = quoteWords;
  // The pair trades, but there is no quote: the refusal comes first, without a green signboard.
  const isPlain = refusal !== null && sign.isOpen;
  const plain: Blocks = [
    ...refused,
    {
      ...box(
        {
          className: "quote-plain",
          "data-state": sign.shape,
          "aria-label": label,
          ...(isSample && { "data-sample": "" }),
        },
        { text: line`${strong(sign.word)}: ${sign.text}` },
        ...board,
      ),
      tag: "section",
    },
  ];
  const signed: Blocks = [
    {
      sign: {
        state: sign.shape,
        label,
        word: sign.word,
        text: sign.text,
        isSample,
        ...(expiry !== null && { isExpiring: true as const }),
      },
      blocks: board,
    },
    ...refused,
  ];
  return box(
    {
      className: "quote-answer",
      ...(expiry !== null && {
        "data-expires-at": expiry.instant,
        "data-left-ms": expiry.leftMs,
      }),
    },
    // Shown first: somebody else may have written this page's address.
    payee !== null && { text: payee, rank: 2 },
    ...(isPlain ? plain : signed),
  );
}

function expiryOf({ sendBeforeMs }: QuoteReading, nowMs: number) {
  const instant = toIsoTime(sendBeforeMs);
  if (sendBeforeMs === null || instant === null) return null;
  return { instant, leftMs: Math.max(0, sendBeforeMs - nowMs) };
}

/** Texts to copy are hidden when the quote expires: a later deposit can be lost. */
const copyBlocks = (label: string, text: string | null): Blocks =>
  text === null
    ? []
    : [
        box(
          { className: "quote-sent", "data-until-expiry": "" },
          { text: `${label}:` },
          { code: text, language: "text", label },
        ),
      ];

function depositBlocks({ quote, preset }: QuoteCase) {
  const { from, to, memo, inboundAddress, networkNotes, sending, withheld, source } = quote;
  if (memo === null) {
    const isMissing = withheld?.code === NO_DESTINATION;
    const chain = shortChainName(payoutChainOf(to, preset) ?? "", preset);
    const why = withheld && messageText(withheld.message);
    return quotePart("deposit", {
      text: isMissing ? addDestinationText(chain) : noDepositText(why),
      field: isMissing ? "destination" : null,
    });
  }
  // A chain's gas asset is sent without the router.
  const router = isRouterToken(from, quote.router) ? quote.router : null;
  const steps = (sending === null ? [] : howToSendSteps(sending)).map(({ text, isDetail }) => ({
    text,
    rank: isDetail ? (2 as const) : (1 as const),
  }));
  return quotePart(
    "deposit",
    source === "sample" && { text: quoteWords.sampleDeposit },
    steps.length > 0 && { list: steps },
    ...copyBlocks(quoteWords.memo, memo),
    ...copyBlocks(quoteWords.router, router),
    ...copyBlocks(router === null ? quoteWords.address : quoteWords.vault, inboundAddress),
    ...(networkNotes === null
      ? []
      : [
          { text: quoteWords.nodesNotes, rank: 3 as const },
          { quotation: networkNotes, rank: 3 as const },
        ]),
  );
}

/**
 * The same question. Null with figures, whose form repeats it, and where it will have no answer
 * later either.
 */
export function againLink({ quote, request, pools }: QuoteCase): LinkView | null {
  if (quote.failure === null || isRefusal(quote.failure)) return null;
  const { destination, refundAddress } = request;
  const isPersonal = destination !== undefined || refundAddress !== undefined;
  return {
    href: requestHref(withShortNames(request, pools)),
    label: isPersonal ? quoteWords.againWithAddress : quoteWords.again,
  };
}

function answerLinks(quoteCase: QuoteCase): LinkView[] {
  const again = againLink(quoteCase);
  return [...(again === null ? [] : [again]), reverseLink(quoteCase)];
}

export function reverseLink({ request, quote, preset, pools, isNamed }: QuoteCase): LinkView {
  const out = quote.expectedAmountOut;
  const amount =
    out === null || out === 0n ? undefined : formatUnits(roundTyped(out), decimalsOf(quote.to));
  const { from, to } = withShortNames(request, pools);
  const dollars =
    quote.converted === null ? request.amountUsd : formatUnits(quote.converted.usd, FIXED_DECIMALS);
  const sent = dollars === undefined ? { amount } : { amount_usd: dollars };
  const pair = isNamed ? pairName({ from: quote.to, to: quote.from }, preset) : null;
  return { href: quoteHref({ from: to, to: from, ...sent }), label: otherDirectionText(pair) };
}

/** Without the addresses of a person. */
function permalink({ request, pools, origin }: QuoteCase): string {
  const { destination: _, refundAddress: __, ...shared } = withShortNames(request, pools);
  return `${origin}${requestHref(shared)}`;
}

function withShortNames(request: QuoteRequest, pools: readonly PoolReading[]): QuoteRequest {
  const assets = listAssets(pools);
  if (assets.length === 0) return request;
  return {
    ...request,
    from: shortAsset(request.from, assets),
    to: shortAsset(request.to, assets),
  };
}

const pairName = ({ from, to }: Pick<QuoteReading, "from" | "to">, preset: Preset) =>
  pairText(assetName(from, preset), assetName(to, preset));

function sharedNames(
  { from, to }: QuoteReading,
  pools: readonly PoolReading[],
  preset: Preset,
): string[] {
  const assets = listAssets(pools);
  const isShared = (asset: string) =>
    parseAsset(asset)?.contract != null && shortAsset(asset, assets) === asset;
  return [from, to]
    .filter(isShared)
    .map((asset) => sharedNameText(assetName(asset, preset), asset));
}
