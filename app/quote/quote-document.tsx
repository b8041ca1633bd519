import { Fragment } from "react";
import { quotePageWords } from "@/lib/say/quote-form.en.ts";
import type { QuotePage } from "@/lib/site/live/quote/page.ts";
import {
  hasOnlyQuestions,
  type QuoteFormView,
  questionId,
  questionText,
} from "@/lib/site/live/quote/view.ts";
import { Alert } from "../parts/alert.tsx";
import { Blocks } from "../parts/blocks.tsx";
import { Choices } from "../parts/choices.tsx";
import { LinkList } from "../parts/link-list.tsx";
import { QuoteForm } from "./quote-form.tsx";

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
    // In Markdown these are the links that the form has. On a phone, the form is far below.
    links: (
      <p className="to-form">
        <a href="#quote-form">{quotePageWords.change}</a>
      </p>
    ),
    // Only the Markdown has this part: it explains query parameters, which people do not need.
    howToAsk: null,
  };
  return <Blocks blocks={blocks} parts={partElements} day={day} />;
}

function Problems({ form }: { readonly form: QuoteFormView }) {
  const { fields, problems } = form;
  if (hasOnlyQuestions(form))
    return (
      <Alert state="question">
        {problems.map((problem) => (
          <Fragment key={problem.field}>
            <h2 id={questionId(problem.field)}>{questionText(problem, form)}</h2>
            <p className="choices">
              <Choices links={problem.choices} />
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
