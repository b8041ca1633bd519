import { getQuoteView } from "@/lib/runtime/live-quote.ts";
import { pageTitle } from "@/lib/site/pages/pages.ts";
import { QuestionFoot, type QuestionPart } from "../question.tsx";
import { QuoteDocument } from "./quote-document.tsx";

export async function readQuotePart(query: URLSearchParams): Promise<QuestionPart> {
  const { view } = await getQuoteView(query);
  const content = (
    <>
      <QuoteDocument view={view} />
      <QuestionFoot path="/quote" query={query} />
    </>
  );
  return {
    title: pageTitle("/quote", view.title),
    card: view.card ?? pageTitle("/quote"),
    content,
  };
}
