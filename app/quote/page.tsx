import { getQuoteView } from "@/lib/runtime/live-quote.ts";
import { getHead, getPageMetadata } from "@/lib/site/pages/pages.ts";
import { PageHead } from "../page-head.tsx";
import { type Query, toSearchParams } from "../search-params.ts";
import { QuoteDocument } from "./quote-document.tsx";

export const dynamic = "force-dynamic";

interface Props {
  readonly searchParams: Query;
}

/** A question and its answer of a moment belong in no index; the page that asks does. */
export async function generateMetadata({ searchParams }: Props) {
  const isAsked = Object.keys(await searchParams).length > 0;
  return { ...getPageMetadata("/quote"), ...(isAsked && { robots: { index: false } }) };
}

export default async function QuotePage({ searchParams }: Props) {
  const query = toSearchParams(await searchParams);
  const { view } = await getQuoteView(query);
  const { twin } = getHead("/quote");
  return (
    <article className="quote">
      <PageHead path="/quote" answer={view.title} />
      <QuoteDocument view={view} />
      <footer className="meta">
        <a href={query.size > 0 ? `${twin}?${query}` : twin}>This page as Markdown</a>.
      </footer>
    </article>
  );
}
