// What /quote says, as plain data. HTML and Markdown are made from it, so both say the same.
import type { SignState } from "../../../protocol/model/network-status.ts";
import type { SignShape } from "../sign-shape.ts";

/** `href` is root-relative. */
export interface LinkView {
  readonly href: string;
  readonly label: string;
}

export interface TableView {
  /** What the table is about. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const quoteFieldNames = [
  "from",
  "to",
  "amount",
  "destination",
  "refund_address",
  "tolerance",
  "tolerance_bps",
  "target_out",
] as const;
export type QuoteFieldName = (typeof quoteFieldNames)[number];

/** The field in which an argument of the tool is asked; null where there is none. */
export function fieldOf(argument: string | null | undefined): QuoteFieldName | null {
  const other = { amount_usd: "amount", liquidity_tolerance_bps: "tolerance" }[argument ?? ""] ?? argument;
  return quoteFieldNames.find((name) => name === other) ?? null;
}

/** As the form sends it. */
export type AmountUnit = "" | "usd";

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
  /** The chosen unit of the amount; empty for whole units of what is sent. */
  readonly unit: AmountUnit;
  /** The value of the submit button: "1", "1/0" or "1/1"; null for the way that the network chooses. */
  readonly streaming: string | null;
  /** Empty when the list of pools could not be read. */
  readonly assets: readonly { readonly value: string; readonly label: string }[];
  readonly tool: { readonly name: string; readonly description: string };
}

/** One of the main figures. */
export interface FigureView {
  readonly label: string;
  /** "0.05 BTC", or "not known". */
  readonly text: string;
  /** Its worth in dollars, its condition, or why it is not known. */
  readonly note: string | null;
}

export interface ExpiryView {
  /** The moment after which nobody should send: ISO 8601 in UTC. */
  readonly instant: string;
  /** The texts before and after the instant. */
  readonly before: string;
  readonly after: string;
  /** Milliseconds from this answer to that instant. */
  readonly leftMs: number;
}

export interface CostPartView extends FigureView {
  readonly kind: "liquidity" | "price_impact" | "affiliate" | "outbound" | "network";
  /** From 0 to 1; all add up to 1. */
  readonly share: number;
}

export interface CostsView {
  /** The parts of the total cost, drawn as one bar. Empty where one of them is not known. */
  readonly parts: readonly CostPartView[];
  readonly notes: readonly string[];
  readonly table: TableView;
}

/** One way in which the swap can run. */
export interface WayView {
  readonly name: string;
  readonly figures: readonly FigureView[];
  /** Asks for the swap in this way; null for the way of this quote. */
  readonly link: LinkView | null;
}

export interface AnswerView {
  /** Whom the quote pays, before anything else: somebody else may have written the address of this page. Null where nobody is paid. */
  readonly payee: string | null;
  /** The verdict on the pair. `grounds` are the halts in force, or why the verdict is not known. */
  readonly verdict: {
    /** Whether the pair trades, which alone is not enough for a green sign. */
    readonly isOpen: boolean;
    readonly state: SignState;
    readonly shape: SignShape;
    readonly word: string;
    readonly text: string;
    readonly grounds: string | null;
  };
  /** Why there is no quote, and what to do. */
  readonly problem: { readonly title: string; readonly text: string } | null;
  /** What must be known before the figures, each once. */
  readonly warnings: readonly string[];
  /** The input, the output, the total cost, the minimum and the time. Empty without a quote. */
  readonly figures: readonly FigureView[];
  /** Whether to send. Null where a warning says not to. */
  readonly send: string | null;
  /** Null where there is no time to send. */
  readonly expiry: ExpiryView | null;
  readonly costs: CostsView | null;
  /** What the network would do, and the same swap in the other ways. */
  readonly ways: { readonly notes: readonly string[]; readonly cards: readonly WayView[] };
  readonly deposit: {
    /** Whether a receiving address was given. The deposit then comes before the costs. */
    readonly isAsked: boolean;
    /** The field whose value is all that is missing; else null. */
    readonly missing: QuoteFieldName | null;
    readonly notes: readonly string[];
    /** How to send. Empty without a memo. */
    readonly steps: readonly string[];
    readonly memo: string | null;
    /** An argument of the router's call, where there is one. */
    readonly address: string | null;
    /** The contract to call for a token. */
    readonly router: string | null;
    /** The nodes' own words: data. */
    readonly quoted: string | null;
  } | null;
  /** The time by step, the limits, and the names that machines use. */
  readonly details: readonly TableView[];
  /** The same question again, and the opposite swap. */
  readonly again: LinkView;
  readonly reverse: LinkView;
  /** The address of this question, without that of a person. */
  readonly permalink: string;
}

/** What to ask next. Beside a quote, the form asks the same again. */
export const nextLinks = ({ figures, again, reverse }: AnswerView): readonly LinkView[] =>
  figures.length > 0 ? [reverse] : [again, reverse];

export interface QuoteView {
  /** The parts of the title before the page's name. Empty without a question. */
  readonly title: readonly string[];
  /** "0.05 BTC → ETH", where the page is shared. Null without a question. */
  readonly card: string | null;
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

export const PERMALINK_NOTE = "The link holds no receiving address. Who opens it gives their own.";

/** A token's vault is not called an address to send to: a plain transfer would be stranded. */
export const sentLabels = {
  memo: "Memo:",
  address: "Deposit address:",
  router: "Router, to call:",
  vault: "Vault, for that call:",
} as const;
export const QUOTED_NOTES = "The nodes' own words on such a deposit, quoted as data and not checked here:";

/** The headings in their order. */
export const quoteSections = {
  problems: "Correct this",
  deposit: "How to send it",
  costs: "What it costs",
  ways: "One swap or several parts",
  details: "Details",
  link: "Link to this quote",
  examples: "Try one",
} as const;
