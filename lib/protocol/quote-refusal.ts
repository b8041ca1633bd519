// Protocol room: a node's refusal to quote → one of our codes. Halted is our own reading; wording only tells kinds of bad input apart.
import type { UpstreamError } from "./errors.ts";
import type { Failure, Judgement, QuoteRequest } from "./model.ts";

export interface RefusalContext {
  readonly request: QuoteRequest;
  readonly trading: Judgement;
  /** Base units of the source asset. */
  readonly amount: bigint;
  /** Of the source chain's row, where the source is its gas asset. */
  readonly dustThreshold: bigint | null;
}

const hints: Readonly<Record<string, string>> = {
  halted: "The network does not swap between these assets now. Do not send funds.",
  amount_too_small:
    "The amount does not cover the fees, or is dust. Ask for a larger one; see recommended_min_amount of a larger quote.",
  limit_not_met:
    "The output would fall short of the limit. Ask with a larger tolerance_bps, with streaming, or for less.",
  invalid_destination:
    "The destination is not an address that the target chain takes, or its memo does not fit the source chain.",
  invalid_asset: "The node does not swap one of these assets. Name assets as list_pools does.",
};

/** Why no quote came. The node's own words are read to tell codes apart and are never repeated. */
export function toQuoteFailure(error: UpstreamError, context: RefusalContext): Failure {
  const code = toRefusalCode(error, context);
  const hint = code === null ? null : hints[code];
  if (code && hint) return { code, hint, retryAfterSeconds: code === "halted" ? 60 : null };
  const seconds = Math.ceil((error.retryAfterMs ?? 15_000) / 1000);
  return {
    code: "unavailable",
    hint: `No quote could be had from the network. Do not send funds; retry after ${seconds} s.`,
    retryAfterSeconds: seconds,
  };
}

function toRefusalCode(error: UpstreamError, context: RefusalContext): string | null {
  if (context.trading.verdict === "halted") return "halted";
  // Above 499, and without a refusal of its own, the node did not judge the request.
  if (error.refusal === null || (error.status ?? 500) >= 500) return null;
  const words = error.refusal.toLowerCase();
  if (context.request.toleranceBps !== undefined && words.includes("limit")) return "limit_not_met";
  if (context.dustThreshold !== null && context.amount <= context.dustThreshold) return "amount_too_small";
  if (/too small|dust|minimum|not enough/.test(words)) return "amount_too_small";
  if (context.request.destination !== undefined && /destination|address|memo/.test(words)) return "invalid_destination";
  return /asset|symbol|pool/.test(words) ? "invalid_asset" : null;
}
