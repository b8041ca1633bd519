import { Fragment } from "react";
import { quotePageWords } from "@/lib/say/quote-form.en.ts";
import type { QuotePage } from "@/lib/site/live/quote/page.ts";
import { isQuestion, type QuoteFormView } from "@/lib/site/live/quote/view.ts";
import { Alert } from "../parts/alert.tsx";
import { Blocks } from "../parts/blocks.tsx";
import { LinkList } from "../parts/link-list.tsx";
import { Choices, QuoteForm } from "./quote-form.tsx";

export function QuoteDocument({ page }: { readonly page: QuotePage }) {
  const { form, again: againLink, reverse: reverseLink, blocks, day } = page;
  const partElements = {
    problems: form.problems.length > 0 && <Problems form={form} />,
    form: (
      <>
        <QuoteForm form={form} reverseLink={reverseLink} />
        {againLink !== null && <LinkList className="quote-links" links={[againLink]} noFollow />}
      </>
    ),
    // Only the Markdown of this page has these two parts. In HTML, the form above has the links
    // already. `howToAsk` explains query parameters, which people do not need.
    links: null,
    howToAsk: null,
  };
  return <Blocks blocks={blocks} parts={partElements} day={day} />;
}

function Problems({ form }: { readonly form: QuoteFormView }) {
  const { fields, problems } = form;
  if (isQuestion(form))
    return (
      <Alert state="question">
        {problems.map(({ field, message, choices }) => (
          <Fragment key={`${field} ${message}`}>
            <h2>{message}</h2>
            <p className="choices">
              <Choices links={choices} />
            </p>
          </Fragment>
        ))}
      </Alert>
    );
  return (
    <Alert>
      <h2>{quotePageWords.problems}</h2>
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
