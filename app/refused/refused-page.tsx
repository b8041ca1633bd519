import type { ReactNode } from "react";
import type { RefusedPage } from "@/lib/runtime/refused-page.ts";
import type { FramedContent } from "@/lib/site/serve/page-frame.ts";
import { Alert } from "../parts/alert.tsx";
import { Choices, QuoteForm } from "../quote/quote-form.tsx";
import { renderHtml } from "../render-html.ts";
import { TrackForm } from "../track/track-form.tsx";

export async function renderRefusedPage(page: RefusedPage): Promise<FramedContent> {
  return {
    titleHtml: await renderHtml(<title>{page.documentTitle}</title>),
    contentHtml: await renderHtml(<Content {...page} />),
  };
}

function Content({ isRepeated, ...page }: RefusedPage) {
  return (
    <article className="refused">
      <h1>{page.title}</h1>
      <Reason {...page} />
      <Paused isPaused={isRepeated}>
        {page.quoteForm && (
          <div className="quote-ask">
            <QuoteForm form={page.quoteForm} reverseLink={null} />
          </div>
        )}
        {page.trackForm && <TrackForm form={page.trackForm} />}
      </Paused>
    </article>
  );
}

function Reason({ question, text, links }: Pick<RefusedPage, "question" | "text" | "links">) {
  return (
    <Alert state={question === null ? "unknown" : "question"}>
      {question !== null && <h2>{question}</h2>}
      <p>{text}</p>
      {links.length > 0 && (
        <p className="choices">
          <Choices links={links} />
        </p>
      )}
    </Alert>
  );
}

/** A form that the browser is about to send again cannot be changed: the change would be lost. */
function Paused({ isPaused, children }: { isPaused: boolean; children: ReactNode }) {
  return isPaused ? (
    <fieldset className="paused" disabled>
      {children}
    </fieldset>
  ) : (
    children
  );
}
