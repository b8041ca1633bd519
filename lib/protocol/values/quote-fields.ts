// The fields of the form of /quote, by their names in its query.

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

/** The field of the form that a tool's argument is typed into. */
export function fieldOf(argument: string | null | undefined): QuoteFieldName | null {
  const field =
    { amount_usd: "amount", liquidity_tolerance_bps: "tolerance" }[argument ?? ""] ?? argument;
  return quoteFieldNames.find((name) => name === field) ?? null;
}
