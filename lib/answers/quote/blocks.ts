// Content of the page /quote in its order. Code that judges a quote belongs in lib/protocol/quote.

import { line, link } from "../../markdown/nodes.ts";
import { NO_DESTINATION } from "../../protocol/quote/withheld.ts";
import { isRouterToken, payoutChainCode } from "../../protocol/values/assets.ts";
import { shortChainName } from "../../protocol/values/chains.ts";
import { type Blocks, box, disclosure, section } from "../../render/blocks.ts";
import { messageText } from "../../say/message-text.ts";
import { addDestinationText, noDepositText, quoteWords } from "../../say/quote.en.ts";
import { howToSendSteps } from "../../say/sending.en.ts";
import { answerBox } from "./answer-box.ts";
import { againLink, permalink, reverseLink, withShortNames } from "./case-links.ts";
import { comparisonOf } from "./comparison.ts";
import { costBlocks, detailBlocks } from "./costs.ts";
import type { QuoteCase } from "./quote-case.ts";

/** The content beside the quote form: the answer, its links, and how to send the deposit. */
export function quoteBlocks(quoteCase: QuoteCase, isTitleInForm = false): Blocks<"links"> {
  const retryLink = againLink(quoteCase);
  const links = [...(retryLink === null ? [] : [retryLink]), reverseLink(quoteCase)];
  return [
    answerBox(quoteCase, isTitleInForm),
    { part: "links", blocks: [{ links }] },
    {
      ...disclosure(
        quoteWords.link,
        { text: quoteWords.linkHint },
        { code: permalink(quoteCase), language: "text", label: quoteWords.link },
      ),
      rank: "page",
    },
    isDepositAsked(quoteCase) && depositSection(quoteCase),
  ];
}

export function quoteDetailBlocks(quoteCase: QuoteCase): Blocks {
  const { quote, request, otherWay, pools, isPairNamed, preset } = quoteCase;
  const hasQuote = quote.failure === null;
  const comparison = comparisonOf(withShortNames(request, pools), quote, otherWay);
  const foldedTables = isPairNamed ? detailBlocks(quote, preset) : [];
  return [
    hasQuote &&
      quote.expectedAmountOut !== null &&
      quoteSection("costs", ...costBlocks(quote, preset)),
    comparison !== null &&
      quoteSection("comparison", {
        text: line`${comparison.text} ${link(comparison.link.label, comparison.link.href)}`,
      }),
    hasQuote && !isDepositAsked(quoteCase) && depositSection(quoteCase),
    foldedTables.length > 0 && { ...quoteSection("details", ...foldedTables), rank: 3 },
  ];
}

const isDepositAsked = ({ quote, request }: QuoteCase): boolean =>
  quote.failure === null && (request.destination !== undefined || quote.memo !== null);

const quoteSection = (id: "deposit" | "costs" | "comparison" | "details", ...blocks: Blocks) => ({
  ...section(quoteWords[id], ...blocks),
  id,
  className: "quote-part",
});

function depositSection({ quote, preset }: QuoteCase) {
  const { from, to, memo, inboundAddress, networkNotes, sending, withheld, source } = quote;
  if (memo === null) {
    const isDestinationMissing = withheld?.code === NO_DESTINATION;
    const payoutChainName = shortChainName(payoutChainCode(to, preset), preset);
    const noMemoText = withheld && messageText(withheld.message);
    return quoteSection("deposit", {
      text: isDestinationMissing ? addDestinationText(payoutChainName) : noDepositText(noMemoText),
      field: isDestinationMissing ? "destination" : null,
    });
  }
  // Only a token goes through the router contract. A gas asset is sent directly to the address.
  const router = isRouterToken(from, quote.router) ? quote.router : null;
  const steps = (sending === null ? [] : howToSendSteps(sending)).map(({ text, isDetail }) => ({
    text,
    rank: isDetail ? (2 as const) : (1 as const),
  }));
  return quoteSection(
    "deposit",
    source === "sample" && { text: quoteWords.sampleDeposit },
    steps.length > 0 && { list: steps },
    copyBlock(quoteWords.memo, memo),
    copyBlock(quoteWords.router, router),
    copyBlock(router === null ? quoteWords.address : quoteWords.vault, inboundAddress),
    networkNotes !== null && { text: quoteWords.nodesNotes, rank: 3 },
    networkNotes !== null && { quotation: networkNotes, rank: 3 },
  );
}

/**
 * A text to copy, such as the memo or the deposit address. When the quote expires, a script hides
 * the text, because a deposit that is sent later can be lost.
 */
const copyBlock = (label: string, text: string | null): Blocks[number] =>
  text !== null &&
  box(
    { className: "quote-sent", "data-until-expiry": "" },
    { text: `${label}:` },
    { code: text, language: "text", label },
  );
