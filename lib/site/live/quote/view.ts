// What /quote says, as plain data. HTML and Markdown are made from it, so both say the same.
import type { AdviceLevel } from "../../../protocol/model/quote.ts";
import type { Freshness, Verdict } from "../../../protocol/model/verdicts.ts";

/** `href` is root-relative. */
export interface LinkView {
  readonly href: string;
  readonly label: string;
}

export interface TableView {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences below the table. */
  readonly notes: readonly string[];
}

/** A table with a bar for each row. */
export interface LayersView extends TableView {
  /** The share of each row, from 0 to 1. Null when it is not known, or when the row is a sum. */
  readonly shares: readonly (number | null)[];
}

export const quoteFieldNames = ["from", "to", "amount", "destination", "liquidity_tolerance_bps"] as const;
export type QuoteFieldName = (typeof quoteFieldNames)[number];

export interface ProblemView {
  /** Null for the whole form. */
  readonly field: QuoteFieldName | null;
  /** What is wrong and what to do, in our own words. */
  readonly message: string;
  /** The same question with this field corrected. */
  readonly choices: readonly LinkView[];
}

export interface FieldView {
  readonly name: QuoteFieldName;
  readonly label: string;
  readonly hint: string;
  /** The text as it was typed. */
  readonly value: string;
  /** How the text was read, when it is ambiguous. */
  readonly remark: { readonly text: string; readonly choice: LinkView } | null;
  /** The tool's description of this argument. */
  readonly description: string;
}

export interface QuoteFormView {
  readonly fields: Readonly<Record<QuoteFieldName, FieldView>>;
  readonly problems: readonly ProblemView[];
  /** The value of the submit button: "1", "1/0" or "1/1"; null for the way that the network chooses. */
  readonly streaming: string | null;
  /** Empty when the list of pools could not be read. */
  readonly assets: readonly { readonly value: string; readonly label: string }[];
  readonly tool: { readonly name: string; readonly description: string };
}

/** One of the main figures. */
export interface FigureView {
  readonly label: string;
  /** "0.05 BTC", or "unknown". */
  readonly text: string;
  /** Its value in dollars, its condition, or why it is unknown. */
  readonly note: string | null;
}

export interface ExpiryView {
  /** The moment after which nobody should send: ISO 8601 in UTC; null when there is none. */
  readonly instant: string | null;
  /** The texts before and after the instant. */
  readonly before: string;
  readonly after: string;
  /** Milliseconds from this answer to that instant. */
  readonly leftMs: number | null;
}

export interface AnswerView {
  /** The verdict on the pair. `grounds` are the halts in force, or why the verdict is not known. */
  readonly verdict: { readonly state: Verdict; readonly text: string; readonly grounds: string | null };
  /** For a pair that trades: whether this swap is fine, needs a warning, or must not be sent. */
  readonly adviceLevel: AdviceLevel;
  /** Both assets in full, since two tokens of a chain may have the same name. Null when they are not known. */
  readonly pair: string | null;
  readonly freshness: Freshness;
  /** Why there is no quote, and what to do. */
  readonly problem: { readonly title: string; readonly text: string } | null;
  readonly advice: string;
  /** The output first, then the input, total cost, minimum, fees and time. Empty without a quote. */
  readonly figures: readonly FigureView[];
  readonly expiry: ExpiryView | null;
  readonly costs: LayersView | null;
  readonly time: LayersView | null;
  /** What the network would do, and the same swap in the other ways. */
  readonly ways: {
    readonly notes: readonly string[];
    readonly table: TableView | null;
    readonly choices: readonly LinkView[];
  };
  readonly limits: LayersView | null;
  readonly deposit: {
    /** Whether a receiving address was given. The deposit then comes before the figures. */
    readonly isAsked: boolean;
    readonly notes: readonly string[];
    readonly memo: string | null;
    readonly address: string | null;
    /** The contract to call for a token. */
    readonly router: string | null;
  } | null;
  /** The same question again, and the opposite swap. */
  readonly again: LinkView;
  readonly reverse: LinkView;
  /** The address of this question. */
  readonly permalink: string;
}

export interface QuoteView {
  /** The parts of the title before the page's name. Empty without a question. */
  readonly title: readonly string[];
  readonly heading: string;
  readonly lead: readonly string[];
  readonly form: QuoteFormView;
  readonly answer: AnswerView | null;
  readonly isSample: boolean;
  /** Empty when there is an answer. */
  readonly examples: { readonly note: string; readonly links: readonly LinkView[] };
  /** The network, the block and its age. */
  readonly asOf: string;
}

/** The headings in their order. */
export const quoteSections = {
  problems: "Put this right",
  costs: "What it costs",
  time: "How long it takes",
  ways: "In one part or several",
  limits: "Limits",
  deposit: "Memo and inbound address",
  link: "Link to this quote",
  examples: "Try one",
} as const;
