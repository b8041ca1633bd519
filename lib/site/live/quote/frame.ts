// The frame of one quote, for other sites. It takes no address, so it has no memo and no vault.
import { answerBox } from "../../../answers/quote/answer-box.ts";
import { permalink } from "../../../answers/quote/case-links.ts";
import { caseSign } from "../../../answers/quote/quote-case.ts";
import { queryNames, quoteHref } from "../../../answers/quote-links.ts";
import { dayOf } from "../../../protocol/values/instants.ts";
import type { Blocks, LinkView } from "../../../render/blocks.ts";
import { frameWords } from "../../../say/frame.en.ts";
import { quotePageWords } from "../../../say/quote-form.en.ts";
import { type FrameAnswer, parseFrameQuery, readTimeBlock } from "../frame.ts";
import type { LiveSetup } from "../setup.ts";
import { pairTitle, problemView, readQuestion, toQuoteCase } from "./question.ts";
import { unitQuestion } from "./sent-amount.ts";
import type { ProblemView } from "./view.ts";

const addressNames: readonly string[] = ["destination", "refund_address"];
const frameNames = queryNames.filter((name) => !addressNames.includes(name));

export async function quoteFrame(setup: LiveSetup, query: URLSearchParams): Promise<FrameAnswer> {
  const { theme, question, faults } = parseFrameQuery(query, frameNames);
  if (faults.length > 0) return { faults };
  const quoteQuestion = await readQuestion(setup, question);
  const { request, problems } = quoteQuestion;
  if (problems.length > 0) return { faults: problems.map(faultText) };
  const toFrame = (title: string, blocks: Blocks, link: LinkView): FrameAnswer => ({
    theme,
    day: dayOf(setup.now()),
    blocks: [{ title, as: "page", blocks }],
    link,
  });
  if (request === null) {
    const { title } = quotePageWords;
    const formLink = { href: `${setup.origin}${quoteHref({})}`, label: title };
    return toFrame(title, [{ text: frameWords.noQuestion }], formLink);
  }
  const quote = await setup.network.getQuote(request).catch(problemView);
  if ("message" in quote) return { faults: [faultText(quote)] };
  const quoteCase = toQuoteCase(setup, quoteQuestion, { request, quote, otherWay: null });
  const meantQuestion = unitQuestion(quoteCase);
  const answerBlocks = [
    meantQuestion !== null && { text: meantQuestion },
    answerBox(quoteCase, false),
    readTimeBlock(quote, quoteCase),
  ];
  const isOpen = quote.failure === null && caseSign(quoteCase).shape === "open";
  const label = isOpen ? frameWords.wholeQuote : frameWords.quotePage;
  const link = { href: permalink(quoteCase), label };
  return toFrame(pairTitle(quoteCase) ?? quotePageWords.title, answerBlocks, link);
}

function faultText({ field, message, choices }: ProblemView): string {
  const choiceTexts = choices.map(({ label }) => label).join(", ");
  return [field === null ? message : `${field}: ${message}`, choiceTexts].join(" ").trimEnd();
}
