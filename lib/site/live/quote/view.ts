// What /quote says, as plain data. HTML and Markdown are both made from it, so that neither can say more.
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
  /** Sentences beneath it. */
  readonly notes: readonly string[];
}

/** Layers that make a whole: a name, a value, and what is to be said of it, in the columns of `head`. */
export interface LayersView extends TableView {
  /** Of each row, its part of the whole from 0 to 1, to be drawn; null where it is not known or the row is no part. */
  readonly shares: readonly (number | null)[];
}

export const quoteFieldNames = ["from", "to", "amount", "destination", "tolerance_bps"] as const;
export type QuoteFieldName = (typeof quoteFieldNames)[number];

export interface ProblemView {
  /** The whole form where no one field is at fault. */
  readonly field: QuoteFieldName | null;
  /** What is wrong and what to do, in our own words. */
  readonly message: string;
  /** The same question with this field put right. */
  readonly choices: readonly LinkView[];
}

export interface FieldView {
  readonly name: QuoteFieldName;
  readonly label: string;
  readonly hint: string;
  /** What was typed, as it was typed. */
  readonly value: string;
  /** How it was read, where it might have been meant otherwise. */
  readonly remark: { readonly text: string; readonly choice: LinkView } | null;
  /** As the tool describes this argument. */
  readonly description: string;
}

export interface QuoteFormView {
  readonly fields: Readonly<Record<QuoteFieldName, FieldView>>;
  readonly problems: readonly ProblemView[];
  /** Carried by the submit button: "1" or "1/0"; null for one swap. */
  readonly streaming: string | null;
  /** To choose from; empty where the list of pools could not be read. */
  readonly assets: readonly { readonly value: string; readonly label: string }[];
  readonly tool: { readonly name: string; readonly description: string };
}

/** One of the few figures that are read first. */
export interface FigureView {
  readonly label: string;
  /** "0.05 BTC", or "unknown". */
  readonly text: string;
  /** Its worth, its condition, or why it is unknown. */
  readonly note: string | null;
}

export interface ExpiryView {
  /** ISO 8601 in UTC; null where the network named no instant. */
  readonly instant: string | null;
  /** Around the instant. */
  readonly before: string;
  readonly after: string;
  /** Milliseconds from this answer to that instant. */
  readonly leftMs: number | null;
}

export interface AnswerView {
  /** Of the pair, with its grounds: what is in force, or why it is not known. */
  readonly verdict: { readonly state: Verdict; readonly text: string; readonly grounds: string | null };
  /** Of a pair that trades: whether this swap is clear, to be accepted first, or not to be sent. */
  readonly adviceLevel: AdviceLevel;
  /** Both assets in full, since two tokens of a chain may have one name; null where they were not understood. */
  readonly pair: string | null;
  readonly freshness: Freshness;
  /** What is wrong with the answer as a whole, what it is not, and what to do now. */
  readonly problem: { readonly title: string; readonly text: string } | null;
  readonly advice: string;
  /** What comes out first, then what goes in, the loss, the least, the fees and the time; empty where there is no quote. */
  readonly figures: readonly FigureView[];
  readonly expiry: ExpiryView | null;
  readonly costs: LayersView | null;
  readonly time: LayersView | null;
  /** One swap against streaming. */
  readonly ways: {
    readonly notes: readonly string[];
    readonly table: TableView | null;
    readonly choice: LinkView | null;
  };
  readonly limits: LayersView | null;
  readonly deposit: {
    /** Whether a receiving address was given: what became of it stands before the figures. */
    readonly isAsked: boolean;
    readonly notes: readonly string[];
    readonly memo: string | null;
    readonly address: string | null;
  } | null;
  /** The same question again, and the way back. */
  readonly again: LinkView;
  readonly reverse: LinkView;
  /** This question's address, to be copied. */
  readonly permalink: string;
}

export interface QuoteView {
  /** What the page's title says before the page's own name; empty while nothing was asked. */
  readonly title: readonly string[];
  readonly heading: string;
  readonly lead: readonly string[];
  readonly form: QuoteFormView;
  readonly answer: AnswerView | null;
  readonly isSample: boolean;
  /** Pairs that this network has now; empty beside an answer. */
  readonly examples: { readonly note: string; readonly links: readonly LinkView[] };
  /** Which network, which block, how old. */
  readonly asOf: string;
}

/** Headings, in the order in which they stand. */
export const quoteSections = {
  problems: "Put this right",
  costs: "What it costs",
  time: "How long it takes",
  ways: "In one swap or streaming",
  limits: "Limits",
  deposit: "Memo and inbound address",
  link: "Link to this quote",
  examples: "Try one",
} as const;
