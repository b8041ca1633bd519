// The form of /quote as plain data, for HTML and Markdown alike.

import type { QuoteFieldName } from "../../../protocol/values/quote-fields.ts";
import type { LinkView } from "../../../render/blocks.ts";

export type AmountUnit = "" | "usd";

export interface ProblemView {
  readonly field: QuoteFieldName | null;
  readonly message: string;
  readonly choices: readonly LinkView[];
}

export interface FieldView {
  readonly name: QuoteFieldName;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** How an ambiguous amount was read. */
  readonly remark: { readonly text: string; readonly choice: LinkView } | null;
  readonly description: string;
}

export interface QuoteFormView {
  readonly fields: Readonly<Record<QuoteFieldName, FieldView>>;
  readonly problems: readonly ProblemView[];
  readonly unit: AmountUnit;
  /** The submit button's value: "1", "1/0" or "1/1"; null lets the network choose. */
  readonly streaming: string | null;
  readonly assets: readonly { readonly value: string; readonly label: string }[];
  readonly tool: { readonly name: string; readonly description: string };
}
