import { quoteExpiryScript } from "@/lib/site/live/quote/expiry-script.ts";
import { type QuoteFormView, type QuoteView, quoteSections } from "@/lib/site/live/quote/view.ts";
import { Grouped } from "../parts/figure.tsx";
import { Note } from "../parts/note.tsx";
import { Pointer } from "../parts/pointer.tsx";
import { QuoteDetails } from "./quote-details.tsx";
import { Choices, QuoteForm } from "./quote-form.tsx";
import { QuoteSign } from "./quote-sign.tsx";
import { Sentences } from "./sentences.tsx";

/** /quote for people: the verdict and what comes out, then the form, then every figure. */
export function QuoteDocument({ view }: { view: QuoteView }) {
  const { heading, lead, form, answer, examples, asOf, isSample } = view;
  return (
    <>
      <h1>
        <Grouped text={heading} />
      </h1>
      <Pointer />
      {lead.length > 0 && (
        <div className="lead">
          <Sentences sentences={lead} />
        </div>
      )}
      {form.problems.length > 0 && <Problems form={form} />}
      <div className="quote-top">
        {answer && <QuoteSign answer={answer} isSample={isSample} />}
        <div className="quote-ask">
          <QuoteForm form={form} />
          {answer && (
            <ul className="quote-links">
              {[answer.again, answer.reverse].map(({ href, label }) => (
                <li key={label}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {examples.note !== "" && <Examples examples={examples} />}
      </div>
      {answer && <QuoteDetails answer={answer} />}
      <p className="meta">{asOf}</p>
      {answer?.expiry?.instant != null && <script>{quoteExpiryScript}</script>}
    </>
  );
}

/**
 * Every fault at the top, each with a way to its field; the words stand beside the field again. It has the focus when the page
 * comes: an alert that stands there from the start is not read out by itself. With both on one element some readers say half.
 */
function Problems({ form: { fields, problems } }: { form: QuoteFormView }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: what was sent is answered here
    <div tabIndex={-1} autoFocus>
      <div role="alert">
        <Note state="halted">
          <h2>{quoteSections.problems}</h2>
          <ul>
            {problems.map(({ field, message, choices }) => (
              <li key={field}>
                <a href={`#${field ?? "quote-form"}`}>
                  {field !== null && `${fields[field].label}: `}
                  {message}
                </a>{" "}
                <Choices links={choices} />
              </li>
            ))}
          </ul>
        </Note>
      </div>
    </div>
  );
}

function Examples({ examples: { note, links } }: Pick<QuoteView, "examples">) {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">{quoteSections.examples}</h2>
      <p>{note}</p>
      {links.length > 0 && (
        <ul className="quote-links">
          {links.map(({ href, label }) => (
            <li key={label}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
