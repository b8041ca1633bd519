// The tool get_swap_quote. Each figure is the worse of two nodes' figures, or null if none gave it.

import * as z from "zod";
import { quoteBlocks, quoteDetailBlocks } from "../../answers/quote/blocks.ts";
import { quoteTable, withheldTable } from "../../answers/quote/structured.ts";
import type { QuoteRequest } from "../../protocol/model/quote.ts";
import { MAX_AFFILIATE_BPS } from "../../protocol/quote/request.ts";
import { SINGLE } from "../../protocol/quote/streaming.ts";
import { withheldByFailure } from "../../protocol/quote/withheld.ts";
import { withoutDollarMark } from "../../protocol/values/quote-fields.ts";
import { asOfText } from "../../say/as-of.en.ts";
import { ORDINARY_ACCOUNT } from "../../say/deposits.en.ts";
import { AmountText } from "./arguments.ts";
import { fieldsArgument, namesOf, pickMembers } from "./members.ts";
import { createTool } from "./tool.ts";

export const quoteLimits = {
  assetChars: 120,
  destinationChars: 128,
  intervalBlocks: 1000,
  subSwaps: 100_000,
  /** Nodes reject 10,000 (100 %) as `liquidity_tolerance_bps`, but accept it as `tolerance_bps`. */
  liquidityToleranceBps: 9_999,
  toleranceBps: 10_000,
} as const;

const InputShape = z.strictObject({
  from: z
    .string()
    .min(1)
    .max(quoteLimits.assetChars)
    .describe("Asset to send: BTC, eth.usdc, ETH.USDC-0XA0B8…"),
  to: z.string().min(1).max(quoteLimits.assetChars).describe("Asset to receive"),
  amount: AmountText.describe('Whole units of from: "0.05"').optional(),
  // Not `AmountText`: `lib/protocol/quote/request.ts` checks whether the text is a decimal number.
  amount_usd: z.string().max(61).describe("Or in US dollars").optional(),
  destination: z
    .string()
    .min(1)
    .max(quoteLimits.destinationChars)
    .describe(
      "Receiving address: the user's own wallet, no contract, exchange or MWEB; on XRP one without required tag or authorisation",
    )
    .optional(),
  refund_address: z
    .string()
    .min(1)
    .max(quoteLimits.destinationChars)
    .describe(
      "Where a refund goes, on from's chain; else to the sender. Ask for one if a relayer may sign",
    )
    .optional(),
  streaming: z
    .union([
      z.enum(["single", "rapid"]),
      z.strictObject({
        interval: z
          .number()
          .int()
          .min(1)
          .max(quoteLimits.intervalBlocks)
          .describe("Blocks between parts"),
        quantity: z
          .number()
          .int()
          .min(0)
          .max(quoteLimits.subSwaps)
          .describe("Parts; 0: the network chooses"),
      }),
    ])
    .describe("Default rapid; parts apart: less price impact, more time")
    .optional(),
  liquidity_tolerance_bps: z
    .number()
    .int()
    .min(0)
    .max(quoteLimits.liquidityToleranceBps)
    .describe("Refund if the output is lower by more; default 300 (3 %), 0: no limit")
    .optional(),
  tolerance_bps: z
    .number()
    .int()
    .min(0)
    .max(quoteLimits.toleranceBps)
    .describe("Or the same, from the price before fees")
    .optional(),
  target_out: AmountText.describe(
    "Limit order: waits until it brings this much; no tolerance",
  ).optional(),
  affiliate: z
    .string()
    .min(1)
    .max(64)
    .describe("THORName or address that takes affiliate_bps")
    .optional(),
  affiliate_bps: z.number().int().min(0).max(MAX_AFFILIATE_BPS).optional(),
  fields: fieldsArgument(namesOf(quoteTable.shape), "Only these keys, as memo"),
});

/** These are in every answer. Without them nobody knows whether to send, and until when. */
const safetyKeys = ["trading", "payout_signing", "halted_by", "send_before", "withheld"];
/** A deposit is told whole: its address never without its memo, who is paid, and its router. */
const depositKeys = [
  ...["destination", "refund_address", "affiliate"],
  ...["memo", "inbound_address", "router", "token_contract", "token_decimals"],
  ...["gas_rate", "gas_rate_units", "gas_rate_per"],
];
const keysToGive = (fields: readonly string[], memo: string | null) => [
  ...safetyKeys,
  ...(memo === null ? [] : depositKeys),
  ...fields,
];

export const getSwapQuote = createTool({
  name: "get_swap_quote",
  title: "Swap quote",
  purpose: "Quotes one swap: output, cost, time, smallest sensible amount.",
  usage:
    "For pools use list_pools. For a sent swap use get_swap_status. " +
    "Returns expected_amount_out after fees, each fee, and total_cost_usd; the wallet's network fee comes on top. " +
    "With destination also memo, inbound_address and min_received, until send_before; else withheld says why. " +
    `From an EVM chain, send ${ORDINARY_ACCOUNT}. Tokens only by the router. ` +
    "Pay gas_rate or more. " +
    "Never send on an expired or failed quote.",
  input: InputShape,
  body: quoteTable.shape.partial(),
  failureValues: (failure) => ({ withheld: withheldTable.of(withheldByFailure(failure)) }),
  read: (network, input, options) => network.getQuote(toQuoteRequest(input), options),
  structuredBody: (quote, { fields }) =>
    pickMembers(quoteTable.of(quote), fields && keysToGive(fields, quote.memo)),
  blocks(quote, context, input) {
    const quoteCase = {
      ...context,
      request: { ...toQuoteRequest(input), from: quote.from, to: quote.to },
      quote,
      isPairNamed: quote.failure === null,
      otherWay: null,
      pools: [],
      origin: "",
    };
    const asOfBlock = { text: asOfText(quote, context.preset), className: "meta" };
    return [...quoteBlocks(quoteCase), ...quoteDetailBlocks(quoteCase), asOfBlock];
  },
  leadingMembers: ({ trading, halted_by, withheld, send_before }) => ({
    trading,
    halted_by,
    withheld: withheld?.code ?? null,
    send_before,
  }),
  writesChosenMembers: true,
  maxCharacters: 1_400,
});

function toQuoteRequest(input: z.output<typeof InputShape>): QuoteRequest {
  const { from, to, amount, destination, streaming, affiliate } = input;
  return {
    from,
    to,
    amount,
    amountUsd: input.amount_usd === undefined ? undefined : withoutDollarMark(input.amount_usd),
    destination,
    refundAddress: input.refund_address,
    streaming: toStreamingRequest(streaming),
    toleranceBps: input.tolerance_bps,
    liquidityToleranceBps: input.liquidity_tolerance_bps,
    targetOut: input.target_out,
    affiliate,
    affiliateBps: input.affiliate_bps,
  };
}

function toStreamingRequest(
  streaming: z.output<typeof InputShape>["streaming"],
): QuoteRequest["streaming"] {
  if (streaming === "single") return SINGLE;
  return streaming === "rapid" ? undefined : streaming;
}
