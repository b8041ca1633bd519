// The answer box of a quote: headline, warnings and figures, or why there is no quote.

import { line, strong } from "../../markdown/nodes.ts";
import type { QuoteReading } from "../../protocol/model/quote.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { type Blocks, box, type Expiry } from "../../render/blocks.ts";
import { payeeTexts, quoteWords } from "../../say/quote.en.ts";
import { quoteFacts } from "./figures.ts";
import { caseRefusal, caseSendText, caseSign, caseWarnings, type QuoteCase } from "./quote-case.ts";
import { refusalLine } from "./refusal.ts";
import type { QuoteSign } from "./sign.ts";

/** If `isTitleInForm`, this box leaves out the title of the refusal: the form already shows it. */
export function answerBox(quoteCase: QuoteCase, isTitleInForm: boolean): Blocks[number] {
  const { quote, nowMs } = quoteCase;
  const hasQuote = quote.failure === null;
  const sign = caseSign(quoteCase);
  const refusal = caseRefusal(quoteCase);
  const expiry = hasQuote ? expiryOf(quote, nowMs) : null;
  const refusalBlock: Blocks[number] = refusal !== null && {
    note: sign.state === "halted" ? "halted" : "unknown",
    blocks: [{ text: refusalLine(refusal, isTitleInForm) }],
  };
  const boxBlocks = toBoxBlocks(quoteCase, sign, expiry);
  // If the pair trades but this swap gets no quote, the reason comes first, above a plain box.
  const isRefusalFirst = refusal !== null && sign.isPairOpen;
  const answerBlocks = isRefusalFirst
    ? [refusalBlock, plainBox(quote, sign, boxBlocks)]
    : [headlineBox(quote, sign, boxBlocks, expiry !== null), refusalBlock];
  return box(
    {
      className: "quote-answer",
      ...(expiry !== null && {
        "data-expires-at": expiry.instant,
        "data-left-ms": expiry.leftMs,
      }),
    },
    ...(hasQuote ? payeeTexts(quote.payees).map((text) => ({ text })) : []),
    ...answerBlocks,
  );
}

function expiryOf({ sendBeforeMs }: QuoteReading, nowMs: number): Expiry | null {
  const instant = toIsoTime(sendBeforeMs);
  if (sendBeforeMs === null || instant === null) return null;
  return { instant, leftMs: Math.max(0, sendBeforeMs - nowMs) };
}

function toBoxBlocks(quoteCase: QuoteCase, sign: QuoteSign, expiry: Expiry | null): Blocks {
  const { quote, preset } = quoteCase;
  const warningTexts = caseWarnings(quoteCase, sign);
  const sendAdvice = caseSendText(quoteCase);
  return [
    sign.reasonText !== null && { text: sign.reasonText, className: "grounds" },
    warningTexts.length > 0 && { list: warningTexts, className: "warnings" },
    quote.failure === null && { facts: quoteFacts(quote, preset) },
    sendAdvice !== null &&
      box({ "data-until-expiry": "" }, { text: sendAdvice, className: "advice" }),
    expiry !== null && { expiry },
  ];
}

function plainBox(quote: QuoteReading, sign: QuoteSign, boxBlocks: Blocks): Blocks[number] {
  return {
    ...box(
      {
        className: "quote-plain",
        "data-state": sign.shape,
        "aria-label": quoteWords.answer,
        ...(quote.source === "sample" && { "data-sample": "" }),
      },
      { text: line`${strong(sign.word)}: ${sign.text}` },
      ...boxBlocks,
    ),
    tag: "section",
  };
}

function headlineBox(
  quote: QuoteReading,
  sign: QuoteSign,
  boxBlocks: Blocks,
  isExpiring: boolean,
): Blocks[number] {
  return {
    sign: {
      state: sign.shape,
      label: quoteWords.answer,
      word: sign.word,
      text: sign.text,
      isSample: quote.source === "sample",
      ...(isExpiring && { isExpiring }),
    },
    blocks: boxBlocks,
  };
}
