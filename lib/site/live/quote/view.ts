// /quote as plain data, for HTML and Markdown alike.

/** `href` is root-relative. */
export interface LinkView {
  readonly href: string;
  readonly label: string;
}

export interface TableView {
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
] as const;
export type QuoteFieldName = (typeof quoteFieldNames)[number];

export const quoteLabels: Readonly<Record<QuoteFieldName, string>> = {
  from: "You send",
  to: "You receive",
  amount: "Amount to send",
  destination: "Receiving address",
  refund_address: "Refund address",
  tolerance: "Refund me if I get less by more than",
  tolerance_bps: "Refund me if fees and price impact exceed",
};
export const quoteHints: Readonly<Record<QuoteFieldName, string>> = {
  from: "An asset: BTC, bitcoin, eth.usdc",
  to: "An asset on the chain where you want it",
  amount: "In whole units: 0.05. In dollars: choose USD, or write $500",
  destination:
    "Optional: of your own wallet, no exchange and no contract. With it you get the memo and the deposit address, if it is safe to send.",
  refund_address:
    "Optional, on the chain that you send from: where a refund goes. Left out: to the address that sends. Give one if a relayer signs for you.",
  tolerance: "Optional, in per cent, such as 0.5. Left out, it is 3 %. With 0 there is no limit.",
  tolerance_bps:
    "Your link asks for it, instead of the limit above. In hundredths of a percent of the price before fees: 300 is 3 %.",
};
export const quoteExamples = { from: "BTC", to: "ETH", amount: "0.05" } as const;

export function fieldOf(argument: string | null | undefined): QuoteFieldName | null {
  const other =
    { amount_usd: "amount", liquidity_tolerance_bps: "tolerance" }[argument ?? ""] ?? argument;
  return quoteFieldNames.find((name) => name === other) ?? null;
}

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
  /** How an ambiguous text was read. */
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

export interface FigureView {
  readonly label: string;
  readonly text: string;
  readonly note: string | null;
}

export const PERMALINK_NOTE = "The link holds no receiving address. Who opens it gives their own.";

/** A vault is not called a deposit address: tokens sent there directly would be lost. */
export const sentLabels = {
  memo: "Memo",
  address: "Deposit address",
  router: "Router, to call",
  vault: "Vault, for that call",
} as const;
export const QUOTED_NOTES =
  "The nodes' own words on such a deposit, quoted as data and not checked here:";

export const quoteSections = {
  problems: "Correct this",
  link: "Link to this quote",
  deposit: "How to send it",
  costs: "What it costs",
  comparison: "One swap or several parts",
  details: "Details",
  examples: "Try one",
} as const;
