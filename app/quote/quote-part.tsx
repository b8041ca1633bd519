import { getQuote } from "@/lib/runtime/live-quote.ts";
import { pageTitle } from "@/lib/site/pages/pages.ts";
import { QuestionFoot, type QuestionPart } from "../question.tsx";
import { QuoteDocument } from "./quote-document.tsx";

export async function readQuotePart(query: URLSearchParams): Promise<QuestionPart> {
  const page = await getQuote(query);
  const content = (
    <>
      <QuoteDocument page={page} />
      <QuestionFoot path="/quote" query={query} />
    </>
  );
  return {
    title: pageTitle("/quote", page.title),
    cardTitle: page.card ?? pageTitle("/quote"),
    content,
  };
}
