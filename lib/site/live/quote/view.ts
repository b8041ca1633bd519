// The form of /quote as plain data. HTML and Markdown are both made from this data.

import type { QuoteFieldName } from "../../../protocol/values/quote-fields.ts";
import type { LinkView } from "../../../render/blocks.ts";

export type AmountUnit = "" | "usd";

export interface ProblemView {
  readonly field: QuoteFieldName | null;
  readonly message: string;
  readonly choices: readonly LinkView[];
  /** True if what was typed has several meanings, each a choice: the page asks which is meant. */
  readonly isQuestion?: true;
}

/** True if the page has only to ask which meaning is meant, and names no error. */
export const hasOnlyQuestions = ({ problems }: Pick<QuoteFormView, "problems">): boolean =>
  problems.length > 0 && problems.every((problem) => problem.isQuestion);

/** Names the field only where the page asks about several. */
export const questionText = (
  { field, message }: ProblemView,
  { problems, fields }: Pick<QuoteFormView, "problems" | "fields">,
): string =>
  field === null || problems.length === 1 ? message : `${fields[field].label}: ${message}`;

export const questionId = (field: QuoteFieldName | null): string => `${field}-question`;

export interface FieldView {
  readonly name: QuoteFieldName;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** Note below the amount: how an ambiguous amount was read, or what the dollars buy. */
  readonly remark: { readonly text: string; readonly choice: LinkView } | null;
  readonly description: string;
}

export interface QuoteFormView {
  readonly fields: Readonly<Record<QuoteFieldName, FieldView>>;
  readonly problems: readonly ProblemView[];
  readonly unit: AmountUnit;
  /**
   * Value of the submit button: `streaming` as typed, such as "single" or "1/0" (quantity 0: the
   * network chooses the number of parts). Null if the query asks for no streaming, or has a fault.
   */
  readonly streaming: string | null;
  readonly assets: readonly { readonly value: string; readonly label: string }[];
  readonly tool: { readonly name: string; readonly description: string };
}
