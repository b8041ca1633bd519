import type { QuoteView } from "@/lib/site/live/quote/page.ts";
import { PERMALINK_NOTE, type QuoteFormView, quoteSections } from "@/lib/site/live/quote/view.ts";
import { Alert } from "../parts/alert.tsx";
import { Code } from "../parts/code.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { LinkList } from "../parts/link-list.tsx";
import { Paragraph, Sentence, Sentences } from "../parts/sentence.tsx";
import { Deposit, QuoteDetails } from "./quote-details.tsx";
import { Choices, QuoteForm } from "./quote-form.tsx";
import { QuoteSign } from "./quote-sign.tsx";

export function QuoteDocument({ view }: { view: QuoteView }) {
  const { heading, lead, form, answer, examples, asOf, isSample } = view;
  return (
    <>
      <h1>
        <Sentence text={heading} />
      </h1>
      {form.problems.length > 0 && <Problems form={form} />}
      <div className="quote-top">
        {answer && (
          <div className="quote-first">
            <QuoteSign answer={answer} isSample={isSample} />
            <Disclosure title={quoteSections.link}>
              <p>{PERMALINK_NOTE}</p>
              <Code label={quoteSections.link} language="text">
                {answer.permalink}
              </Code>
            </Disclosure>
            {answer.deposit?.isAsked && <Deposit deposit={answer.deposit} />}
          </div>
        )}
        <div className="quote-ask">
          <QuoteForm form={form} reverse={answer?.reverse ?? null} />
          {answer?.again && answer.figures.length === 0 && (
            <LinkList className="quote-links" links={[answer.again]} computed />
          )}
        </div>
        {!answer && (
          <div className="quote-first">
            {lead.length > 0 && (
              <div className="lead">
                <Sentences sentences={lead} />
              </div>
            )}
            <Examples examples={examples} />
          </div>
        )}
      </div>
      {answer && <QuoteDetails answer={answer} />}
      <Paragraph className="meta" text={asOf} />
    </>
  );
}

function Problems({ form: { fields, problems } }: { form: QuoteFormView }) {
  return (
    <Alert>
      <h2>{quoteSections.problems}</h2>
      <ul>
        {problems.map(({ field, message, choices }) => (
          <li key={message}>
            <a href={`#${field ?? "quote-form"}`}>
              {field !== null && `${fields[field].label}: `}
              {message}
            </a>{" "}
            <Choices links={choices} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Examples({ examples: { note, links } }: Pick<QuoteView, "examples">) {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">{quoteSections.examples}</h2>
      <p>{note}</p>
      {links.length > 0 && <LinkList className="quote-links" links={links} computed />}
    </section>
  );
}
