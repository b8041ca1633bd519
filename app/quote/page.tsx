// /quote in React. The words and figures are made in lib/site/live/quote.
import { getQuoteView } from "@/lib/runtime/live-quote.ts";
import { PageHead } from "../page-head.tsx";
import { createMetadata, QuestionFoot, type QuestionProps, readQuery } from "../question.tsx";
import { QuoteDocument } from "./quote-document.tsx";

export const dynamic = "force-dynamic";
export const generateMetadata = createMetadata("/quote");

export default async function QuotePage(props: QuestionProps) {
  const query = await readQuery(props);
  const { view } = await getQuoteView(query);
  return (
    <article className="quote">
      <PageHead path="/quote" answer={view.title} />
      <QuoteDocument view={view} />
      <QuestionFoot path="/quote" query={query} />
    </article>
  );
}
