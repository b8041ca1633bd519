import type { ReactNode } from "react";
import { listRefusedPages, type RefusedPage } from "@/lib/runtime/refused-page.ts";
import { refusedPageWords } from "@/lib/say/refused-page.en.ts";
import { Alert } from "../parts/alert.tsx";
import { Choices } from "../parts/choices.tsx";
import { QuoteForm } from "../quote/quote-form.tsx";
import { renderHtml } from "../render-html.ts";
import { TrackForm } from "../track/track-form.tsx";

/**
 * The pages without the frame of the site.
 * @public keeps this export: `bin/site-modules.ts` loads this file by its path.
 */
export function renderRefusedPages() {
  return Promise.all(
    listRefusedPages().map(async (page) => ({
      name: page.name,
      titleHtml: await renderHtml(<title>{page.documentTitle}</title>),
      contentHtml: await renderHtml(<Content {...page} />),
      hasForm: page.quoteForm !== null || page.trackForm !== null,
    })),
  );
}

function Content({ asksAgain, quoteForm, trackForm, ...page }: RefusedPage) {
  const form = quoteForm ? (
    <div className="quote-ask">
      <QuoteForm form={quoteForm} hasScripts={false} />
    </div>
  ) : (
    trackForm && <TrackForm form={trackForm} hasScripts={false} />
  );
  return (
    <article className="refused">
      <h1>{page.title}</h1>
      <Reason {...page} />
      {asksAgain && form ? <Paused>{form}</Paused> : form}
    </article>
  );
}

function Reason({ choiceTitle, text, links }: Pick<RefusedPage, "choiceTitle" | "text" | "links">) {
  return (
    <Alert state={choiceTitle === null ? "unknown" : "question"}>
      {choiceTitle !== null && <h2>{choiceTitle}</h2>}
      <p>{text}</p>
      {links.length > 0 && (
        <p className="choices">
          <Choices links={links} />
        </p>
      )}
    </Alert>
  );
}

/**
 * A form that the browser is about to send again cannot be changed: the change would be lost. The
 * script that fills it shows it.
 */
function Paused({ children }: { children: ReactNode }) {
  return (
    <fieldset className="paused" disabled hidden>
      <legend>{refusedPageWords.waiting}</legend>
      {children}
    </fieldset>
  );
}
