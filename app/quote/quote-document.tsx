import { quoteExpiryScript } from "@/lib/site/live/quote-expiry-script.ts";
import { type ProblemView, type QuoteView, quoteSections } from "@/lib/site/live/quote-view.ts";
import { QuoteAnswer } from "./quote-answer.tsx";
import { QuoteDetails } from "./quote-details.tsx";
import { Choices, QuoteForm } from "./quote-form.tsx";

/** /quote for people: the verdict and what comes out, then the form, then every figure. */
export function QuoteDocument({ view }: { view: QuoteView }) {
  const { heading, lead, form, answer, examples, asOf } = view;
  return (
    <>
      <h1>{heading}</h1>
      {lead.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {form.problems.length > 0 && <Problems view={view} />}
      {answer && <QuoteAnswer answer={answer} />}
      <QuoteForm form={form} />
      {answer && <QuoteDetails answer={answer} />}
      {examples.note !== "" && (
        <section aria-labelledby="examples">
          <h2 id="examples">{quoteSections.examples}</h2>
          <p>{examples.note}</p>
          {examples.links.length > 0 && (
            <ul>
              {examples.links.map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <p className="meta">{asOf}</p>
      {answer && <script>{quoteExpiryScript}</script>}
    </>
  );
}

/** Every fault at the top, each with a way to its field; the words stand beside the field again. */
function Problems({ view: { form } }: { view: QuoteView }) {
  return (
    <section className="problems" role="alert" aria-labelledby="problems">
      <h2 id="problems">{quoteSections.problems}</h2>
      <ul>
        {form.problems.map((problem) => (
          <li key={`${problem.field} ${problem.message}`}>
            <Problem problem={problem} label={problem.field && form.fields[problem.field].label} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problem({ problem, label }: { problem: ProblemView; label: string | null }) {
  return (
    <>
      <a href={`#${problem.field ?? "quote-form"}`}>
        {label && `${label}: `}
        {problem.message}
      </a>{" "}
      <Choices links={problem.choices} />
    </>
  );
}
