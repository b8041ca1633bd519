// A node's refusal to quote → one of our codes. Halted is our own reading; wording only tells kinds of bad input apart.

import type { Failure } from "../model/envelope.ts";
import type { QuoteRequest } from "../model/quote.ts";
import type { Judgement } from "../model/verdicts.ts";
import type { UpstreamError } from "../upstream/errors.ts";
import { decimalsOf, formatUnits } from "../values/amounts.ts";

export interface RefusalContext {
  readonly request: QuoteRequest;
  readonly from: string;
  /** Base units of the source asset. */
  readonly amount: bigint;
  /** Of the source chain's row, where the source is its gas asset. */
  readonly dustThreshold: bigint | null;
}

const hints: Readonly<Record<string, string>> = {
  halted: "The network does not swap between these assets now. Do not send funds.",
  amount_too_small: "The amount does not cover the fees, or is dust. Ask for a larger one",
  limit_not_met:
    "The output would fall short of the limit. Ask with a larger tolerance_bps, with streaming, or for less.",
  invalid_destination:
    "The destination is not an address that the target chain takes, or its memo does not fit the source chain. Ask with a receiving address of the chain of to.",
  invalid_asset: "The node does not swap one of these assets. Name assets as list_pools does.",
};

/**
 * Why no quote came. The node's own words are read to tell codes apart and are never repeated.
 * `least`: what the node recommends at least for this pair, where it was asked; null where it named none.
 */
export function classifyRefusal(
  error: UpstreamError,
  context: RefusalContext,
  trading: Judgement,
  least: bigint | null,
): Failure {
  const code = trading.verdict === "halted" ? "halted" : refusalCode(error, context);
  if (code === "amount_too_small") return amountFailure(context, least);
  const hint = code === null ? null : hints[code];
  if (code && hint) return { code, hint, retryAfterSeconds: code === "halted" ? 60 : null };
  const seconds = Math.ceil((error.retryAfterMs ?? 15_000) / 1000);
  return {
    code: "unavailable",
    hint: `No quote could be had from the network. Do not send funds; retry after ${seconds} s.`,
    retryAfterSeconds: seconds,
  };
}

/** The words of a refusal may fit an amount that is no small one: what the node recommends tells them apart. */
function amountFailure({ from, amount, dustThreshold }: RefusalContext, least: bigint | null): Failure {
  const code = "amount_too_small";
  const hint = hints[code];
  if (least !== null && least > amount) {
    const candidates = [formatUnits(least, decimalsOf(from))];
    return { code, hint: `${hint}: recommended_min_amount or more.`, retryAfterSeconds: null, candidates };
  }
  if (least === null || isDust(amount, dustThreshold)) return { code, hint: `${hint}.`, retryAfterSeconds: null };
  return {
    code: "unavailable",
    hint: "The node refuses this amount, which is not below recommended_min_amount: it may be too large for the pools, or fees may take all of it. Ask for another amount.",
    retryAfterSeconds: null,
  };
}

/** Which of our codes a refusal is; null where it is none, or no judgement of the request. */
export function refusalCode(error: UpstreamError, { request, amount, dustThreshold }: RefusalContext): string | null {
  if (error.refusal === null) return null;
  const words = error.refusal.toLowerCase();
  // Above 499 the node did not judge the request, but for two refusals that THORNode answers so.
  if ((error.status ?? 500) >= 500) {
    if (words.includes("swap destination address is not the same chain")) return "invalid_destination";
    return words.includes("fail swap, invalid amount") ? "amount_too_small" : null;
  }
  if (request.toleranceBps !== undefined && words.includes("limit")) return "limit_not_met";
  if (isDust(amount, dustThreshold)) return "amount_too_small";
  if (/too small|min swap amount|zero emit|dust|minimum|not enough/.test(words)) return "amount_too_small";
  if (request.destination !== undefined && /destination|address|memo/.test(words)) return "invalid_destination";
  return /asset|symbol|pool/.test(words) ? "invalid_asset" : null;
}

/** From what no other amount can help to what a tolerance can. */
const strictness: readonly (string | null)[] = [
  "invalid_asset",
  "invalid_destination",
  "amount_too_small",
  "limit_not_met",
];

/** The strictest of the refusals; else the first failure; null where there is neither. */
export function strictestRefusal(
  { refusals, failures }: { readonly refusals: readonly UpstreamError[]; readonly failures: readonly UpstreamError[] },
  context: RefusalContext,
): UpstreamError | null {
  const ranks = (error: UpstreamError) => strictness.indexOf(refusalCode(error, context));
  return [...refusals].sort((a, b) => ranks(a) - ranks(b))[0] ?? failures[0] ?? null;
}

const isDust = (amount: bigint, dustThreshold: bigint | null) => dustThreshold !== null && amount <= dustThreshold;
