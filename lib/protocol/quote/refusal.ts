// Turns a node's refusal into one of our codes. The node's own words are never repeated.

import { type Agreed, agreeOn, agreeOnWorst, type Quorum } from "../model/agreed.ts";
import type { Failure } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QuoteRequest } from "../model/quote.ts";
import { type RefusalCode, refusalCodes } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import { isEndpointMissing, type UpstreamError } from "../upstream/errors.ts";
import { decimalsOf, formatUnits } from "../values/amounts.ts";
import type { QuoteAnswers } from "./answers.ts";
import { optionalMemoFields } from "./memo.ts";
import { LIMIT_PATH } from "./paths.ts";

export interface RefusalContext {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly amount: bigint;
}

const argumentsOfCodes: Partial<Readonly<Record<RefusalCode, string>>> = {
  invalid_destination: "destination",
  invalid_refund_address: "refund_address",
  no_destination: "destination",
  invalid_affiliate: "affiliate",
  invalid_affiliate_bps: "affiliate_bps",
  memo_not_parsed: "destination",
  memo_too_long: "destination",
  limit_orders_off: "target_out",
  pool_too_shallow: "amount",
};

/** Refusal texts of THORNode 3.17 and mayanode 1.124. The first match decides. */
const refusalPatterns: readonly (readonly [pattern: RegExp, code: RefusalCode])[] = [
  [/trading is halted/, "halted"],
  [/limit orders require/, "limit_orders_off"],
  [/price limit|does not meet requirements/, "limit_not_met"],
  [/affiliate fee basis points|total affiliate fee/, "invalid_affiliate_bps"],
  [/bad affiliate|invalid affiliate|affiliate parameters/, "invalid_affiliate"],
  [/memo too long/, "memo_too_long"],
  [/(memo|parse) failure|cannot parse/, "memo_not_parsed"],
  [/has been disabled|are disabled|not supported, use trade assets/, "form_disabled"],
  [/trade asset to l1|l1 to trade asset/, "trade_asset_only"],
  [/bad refund.address/, "invalid_refund_address"],
  [/not the same chain|bad destination/, "invalid_destination"],
  [/bad (from|to).asset/, "invalid_asset"],
  [/insufficient funds for outbound/, "pool_too_shallow"],
  [/pool does not exist|is not available/, "pool_not_available"],
  [
    /min swap amount|swap too small|dust threshold|zero emit|emit \d+ less than outbound|not enough asset|fail swap, invalid amount/,
    "amount_too_small",
  ],
];

export function classifyRefusal(
  error: UpstreamError,
  context: RefusalContext,
  trading: Judgement,
  recommendedMin: bigint | null,
  maxAffiliateBps: bigint | null,
): Failure {
  const code = trading.verdict === "halted" ? "halted" : refusalCode(error, context);
  if (code === null) return unavailableFailure(error);
  if (code === "amount_too_small") return amountFailure(error, context, recommendedMin);
  if (code === "invalid_affiliate_bps" && maxAffiliateBps !== null) {
    return {
      code,
      hint: message("affiliate_share_refused", { mostBps: Number(maxAffiliateBps) }),
      argument: "affiliate_bps",
      candidates: [String(maxAffiliateBps)],
      retryAfterSeconds: null,
    };
  }
  const optionalFields = optionalMemoFields(context.request);
  const isMemoRefusal = code === "memo_too_long" || code === "memo_not_parsed";
  if (isMemoRefusal && optionalFields[0] !== undefined) {
    const hint = message("memo_refused", { code, optional: optionalFields });
    return { code, hint, argument: optionalFields[0], retryAfterSeconds: null };
  }
  const retryAfterSeconds = code === "halted" ? 60 : null;
  const hint = message("quote_refused", { code });
  return { code, hint, retryAfterSeconds, ...argumentOf(code, context) };
}

function unavailableFailure(error: UpstreamError): Failure {
  const retryAfterSeconds = Math.ceil((error.retryAfterMs ?? 15_000) / 1000);
  const hint = message("quote_unavailable", { seconds: retryAfterSeconds });
  return { code: "unavailable", hint, retryAfterSeconds };
}

/** Refusals of too small and too large amounts look alike. So the recommended minimum decides. */
function amountFailure(
  error: UpstreamError,
  { from, amount }: RefusalContext,
  recommendedMin: bigint | null,
): Failure {
  const failureMembers = { code: "amount_too_small", argument: "amount", retryAfterSeconds: null };
  const minAmount = recommendedMin ?? 0n;
  if (minAmount > amount) {
    return {
      ...failureMembers,
      hint: message("amount_refused", { hasMinimum: true }),
      candidates: [formatUnits(minAmount, decimalsOf(from))],
    };
  }
  if (recommendedMin === null || /dust/i.test(error.refusal ?? ""))
    return { ...failureMembers, hint: message("amount_refused", { hasMinimum: false }) };
  const hint = message("quote_refused", { code: "pool_too_shallow" });
  return { ...failureMembers, code: "pool_too_shallow", hint };
}

function argumentOf(code: RefusalCode, { request }: RefusalContext): Pick<Failure, "argument"> {
  const toleranceArgument =
    request.toleranceBps === undefined ? "liquidity_tolerance_bps" : "tolerance_bps";
  const argument = code === "limit_not_met" ? toleranceArgument : argumentsOfCodes[code];
  return argument === undefined ? {} : { argument };
}

export function refusalCode(
  error: UpstreamError,
  { request }: Pick<RefusalContext, "request">,
): RefusalCode | null {
  if (isEndpointMissing(error) && error.path.endsWith(LIMIT_PATH)) return "limit_orders_off";
  if (error.refusal === null) return null;
  const refusalText = error.refusal.toLowerCase();
  const knownCode = refusalPatterns.find(([pattern]) => pattern.test(refusalText))?.[1] ?? null;
  // THORNode looks up the affiliate when it parses the memo, so a bad affiliate is a memo error.
  if (knownCode === "memo_not_parsed" && request.affiliate !== undefined) {
    if (refusalText.includes(`cannot parse '${request.affiliate.toLowerCase()}' as an address`))
      return "invalid_affiliate";
  }
  if (knownCode === "invalid_destination" && request.destination === undefined)
    return "no_destination";
  // A status of 500 or more may be a failure of the node. Only a known text proves a refusal.
  if (knownCode !== null || (error.status ?? 500) >= 500) return knownCode;
  return guessRefusalCode(refusalText, request);
}

function guessRefusalCode(refusalText: string, request: QuoteRequest): RefusalCode | null {
  const hasTolerance = request.toleranceBps !== undefined || Boolean(request.liquidityToleranceBps);
  if (hasTolerance && refusalText.includes("limit")) return "limit_not_met";
  if (/too small|dust|minimum|not enough/.test(refusalText)) return "amount_too_small";
  if (request.destination !== undefined && /destination|address|memo/.test(refusalText))
    return "invalid_destination";
  return /asset|symbol|pool/.test(refusalText) ? "invalid_asset" : null;
}

/** The recommended minimum in base units of `from`. Null unless enough refusals agree on it. */
export function statedRecommendedMin(
  refusals: readonly UpstreamError[],
  quorum: Quorum,
): Agreed<bigint> | null {
  return agreeOnWorst(
    statedNumbers(refusals, /recommended(?:_min_amount_in| minimum): (\d{1,30})\b/),
    quorum,
  );
}

/** Highest affiliate fee, in bps, as refusals state it. Node operators can change it by vote. */
export function statedMaxAffiliateBps(
  refusals: readonly UpstreamError[],
  quorum: Quorum,
): Agreed<bigint> | null {
  return agreeOn(
    statedNumbers(refusals, /affiliate fee.{0,80} must not (?:exceed|be more than) (\d{1,5})\b/),
    quorum,
  );
}

function statedNumbers(refusals: readonly UpstreamError[], pattern: RegExp): bigint[] {
  return refusals.flatMap(({ refusal }) => pattern.exec(refusal ?? "")?.[1] ?? []).map(BigInt);
}

export function strictestRefusal(
  { refusals, failures }: Pick<QuoteAnswers, "refusals" | "failures">,
  context: RefusalContext,
): UpstreamError | null {
  const rankOf = (error: UpstreamError) =>
    refusalCodes.indexOf(refusalCode(error, context) ?? "limit_not_met");
  return [...refusals].sort((a, b) => rankOf(a) - rankOf(b))[0] ?? failures[0] ?? null;
}
