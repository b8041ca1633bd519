// The query of /quote as typed, and the problems that are found in it.

import { queryNames, quoteHref } from "../../../answers/quote-links.ts";
import {
  fieldOf,
  type QuoteFieldName,
  withToolArguments,
} from "../../../protocol/values/quote-fields.ts";
import type { LinkView } from "../../../render/blocks.ts";
import { formErrors } from "../../../say/quote-form.en.ts";
import type { ProblemView } from "./view.ts";

const MAX_FIELD_CHARS = 160;

type QueryName = (typeof queryNames)[number];

export interface TypedQuery {
  readonly rawQuery: URLSearchParams;
  /**
   * `rawQuery` as get_swap_quote takes it: dollars as `amount_usd`, the tolerance in bps. A text
   * with a fault stays as it is.
   */
  readonly query: URLSearchParams;
  readonly amountName: "amount" | "amount_usd";
  readonly typedTextOf: (name: string) => string;
  /** The typed text, or an empty text if it is too long to be read. */
  readonly textOf: (name: string) => string;
  readonly isTooLong: (name: string) => boolean;
  readonly problems: readonly ProblemView[];
  readonly report: (
    field: QuoteFieldName | null,
    message: string,
    choices?: readonly LinkView[],
  ) => null;
  readonly ask: (field: QuoteFieldName, question: string, choices: readonly LinkView[]) => null;
  readonly choiceOf: (name: QueryName, value: string, label?: string) => LinkView;
}

export function createTypedQuery(rawQuery: URLSearchParams): TypedQuery {
  const query = withToolArguments(rawQuery);
  const typedTextOf = (name: string) => (query.get(name) ?? "").trim();
  const isTooLong = (name: string) => typedTextOf(name).length > MAX_FIELD_CHARS;
  const textOf = (name: string) => (isTooLong(name) ? "" : typedTextOf(name));
  const isFieldTooLong = (field: QuoteFieldName) =>
    queryNames.some((name) => isTooLong(name) && fieldOf(name) === field);
  const withLengthNote = (field: QuoteFieldName | null, message: string) =>
    field !== null && isFieldTooLong(field) ? `${formErrors.tooLong} ${message}` : message;
  const problems: ProblemView[] = [];
  return {
    rawQuery,
    query,
    amountName: query.has("amount_usd") && typedTextOf("amount") === "" ? "amount_usd" : "amount",
    typedTextOf,
    textOf,
    isTooLong,
    problems,
    report(field, message, choices = []) {
      problems.push({ field, message: withLengthNote(field, message), choices });
      return null;
    },
    ask(field, question, choices) {
      const message = withLengthNote(field, question);
      problems.push({ field, message, choices, isQuestion: true });
      return null;
    },
    choiceOf(name, value, label = value) {
      const queryTexts = Object.fromEntries(queryNames.map((field) => [field, textOf(field)]));
      return { href: quoteHref({ ...queryTexts, [name]: value }), label };
    },
  };
}
