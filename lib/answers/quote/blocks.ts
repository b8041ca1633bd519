// Content of the page /quote in its order. Code that judges a quote belongs in lib/protocol/quote.

import { line, link } from "../../markdown/nodes.ts";
import type { Sending } from "../../protocol/model/deposit-shape.ts";
import { NO_DESTINATION } from "../../protocol/quote/withheld.ts";
import { decimalsOf, formatUnits } from "../../protocol/values/amounts.ts";
import { payoutChainCode } from "../../protocol/values/assets.ts";
import { shortChainName } from "../../protocol/values/chains.ts";
import { type Blocks, box, disclosure, section } from "../../render/blocks.ts";
import { messageText } from "../../say/message-text.ts";
import { addDestinationText, noDepositText, quoteWords } from "../../say/quote.en.ts";
import {
  builderTexts,
  deadlineText,
  howToSendWords,
  neededWalletText,
  neverOnChainTexts,
  neverTexts,
} from "../../say/sending.en.ts";
import { trackPath } from "../quote-links.ts";
import { answerBox } from "./answer-box.ts";
import { againLink, permalink, reverseLink, withShortNames } from "./case-links.ts";
import { comparisonOf } from "./comparison.ts";
import { costBlocks, detailBlocks } from "./costs.ts";
import type { QuoteCase } from "./quote-case.ts";

/** The content beside the quote form: the answer, its links, and how to send the deposit. */
export function quoteBlocks(quoteCase: QuoteCase, isTitleInForm = false): Blocks<"links"> {
  const retryLink = againLink(quoteCase);
  const links = [retryLink, reverseLink(quoteCase)].filter((found) => found !== null);
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
    quoteCase.quote.failure === null && depositSection(quoteCase),
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
    foldedTables.length > 0 && { ...quoteSection("details", ...foldedTables), rank: 3 },
  ];
}

const quoteSection = (id: "deposit" | "costs" | "comparison" | "details", ...blocks: Blocks) => ({
  ...section(quoteWords[id], ...blocks),
  id,
  className: "quote-part",
});

function depositSection(quoteCase: QuoteCase) {
  const { quote, preset } = quoteCase;
  const { to, sending, withheld, source } = quote;
  if (sending === null) {
    const isDestinationMissing = withheld?.code === NO_DESTINATION;
    const payoutChainName = shortChainName(payoutChainCode(to, preset), preset);
    const noMemoText = withheld && messageText(withheld.message);
    return quoteSection("deposit", {
      text: isDestinationMissing ? addDestinationText(payoutChainName) : noDepositText(noMemoText),
      field: isDestinationMissing ? "destination" : null,
    });
  }
  return quoteSection(
    "deposit",
    source === "sample" && { text: quoteWords.sampleDeposit },
    ...sendingBlocks(quoteCase, sending),
  );
}

/** For a person, then folded for wallet builders. A token's vault is not shown as an address. */
function sendingBlocks({ quote, nowMs }: QuoteCase, sending: Sending): Blocks {
  const { from, memo, amount, inboundAddress, router, networkNotes } = quote;
  const amountText = amount === null ? null : formatUnits(amount, decimalsOf(from));
  const isCalled = sending.viaRouter;
  const hasMemoField = !isCalled && inboundAddress !== null;
  const memoBlock = memo !== null && copyBlock(quoteWords.memo, memo);
  return [
    { text: neededWalletText(sending), className: "needed-wallet" },
    hasMemoField && { text: howToSendWords.privateNote, rank: "page" },
    box({ "data-until-expiry": "" }, { text: deadlineText(sending, nowMs) }),
    !isCalled &&
      amountText !== null && {
        ...copyBlock(howToSendWords.amount(sending.unitName), amountText),
        rank: "page",
      },
    !isCalled &&
      inboundAddress !== null &&
      copyBlock(quoteWords.address(sending.chainName), inboundAddress),
    !isCalled && memoBlock,
    {
      list: [
        ...neverOnChainTexts(sending).map((text) => ({ text, rank: "page" as const })),
        ...neverTexts(sending),
      ],
      className: "nevers",
    },
    {
      text: line`${howToSendWords.sent} ${link(howToSendWords.track, trackPath)}`,
      rank: "page",
    },
    {
      ...section(
        howToSendWords.builders,
        {
          list: builderTexts(sending),
        },
        isCalled && router !== null && copyBlock(quoteWords.router, router),
        isCalled && inboundAddress !== null && copyBlock(quoteWords.vault, inboundAddress),
        isCalled && memoBlock,
        networkNotes !== null && { text: quoteWords.nodesNotes, rank: 3 },
        networkNotes !== null && { quotation: networkNotes, rank: 3 },
      ),
      as: "fold",
    },
  ];
}

/**
 * A text to copy, such as the memo or the deposit address. When the quote expires, a script hides
 * the text, because a deposit that is sent later can be lost.
 */
const copyBlock = (label: string, text: string) =>
  box(
    { className: "quote-sent", "data-until-expiry": "" },
    { text: `${label}:` },
    { code: text, language: "text", label },
  );
