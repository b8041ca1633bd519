// Protocol room: one quote, never kept. It shows an address only if it is the gated current one, and a memo only if it says what was asked.
import { toFailure, toQuoteAdvice } from "./advice.ts";
import { parseUnits, toDecimals } from "./amounts.ts";
import { isMemoAsset, matchAsset } from "./asset-match.ts";
import { type KnownAsset, toKnownAssets, toPayoutChain } from "./assets.ts";
import type { Preset } from "./chains.ts";
import { firstOf } from "./client.ts";
import { InputError, UpstreamError } from "./errors.ts";
import { judgePair } from "./halts.ts";
import { toInboundGas } from "./inbound-gas.ts";
import { toInboundGate } from "./inbound-gate.ts";
import { type Market, readMarket } from "./market.ts";
import type { Envelope, Failure, QuoteReading, QuoteRequest } from "./model.ts";
import { toQuoteFees, toQuoteSeconds, unreadSeconds } from "./quote-facts.ts";
import { toQuoteFailure } from "./quote-refusal.ts";
import type { ToEnvelope } from "./reader.ts";
import type { Safety, SafetyReader } from "./safety.ts";
import { QuoteSwap } from "./schemas.ts";
import { isSameAddress, parseSwapMemo } from "./swap-memo.ts";

export interface QuoteSetup {
  readonly preset: Preset;
  readonly safetyReader: SafetyReader;
  readonly toEnvelope: ToEnvelope;
  readonly toDoubted: (safety: Safety, doubt: string) => Envelope;
  readonly now: () => number;
}

/** What was asked, understood. */
interface Asked {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

type QuoteBody = Omit<QuoteReading, keyof Envelope>;

export function createQuoteReader(setup: QuoteSetup) {
  const { preset, safetyReader, toEnvelope, toDoubted, now } = setup;

  function toFailed(envelope: Envelope, asked: Asked, trading: QuoteReading["trading"]): QuoteReading {
    return { ...envelope, ...unreadQuote, from: asked.from, to: asked.to, amount: asked.amount, trading };
  }

  return async (request: QuoteRequest, signal: AbortSignal): Promise<QuoteReading> => {
    const written = { request, from: request.from, to: request.to, amount: parseAmount(request, request.from) };
    const first = await safetyReader.read(signal);
    const market = await readMarket(preset, first, signal);
    const known = market.pools && toKnownAssets(preset, market.pools);
    if (first.doubt !== null || !known) {
      const doubt = first.doubt ?? "upstream_unavailable: the list of pools could not be read";
      const trading = { verdict: "unknown", haltedBy: [], reason: doubt } as const;
      return toFailed(toDoubted(first, doubt), written, trading);
    }
    const asked = parseRequest(request, known, preset);
    const pools = new Map(market.pools?.map((pool) => [pool.asset.toUpperCase(), pool]));
    const answer = await firstOf(first.nodes, toPath(asked, preset), QuoteSwap, { signal }).catch(toUpstreamError);

    const safety = await safetyReader.renew(first, signal);
    const trading = judgePair(safety.evidence, safety.verdicts, [asked.from, asked.to], pools);
    if (safety.doubt !== null) return toFailed(toDoubted(safety, safety.doubt), asked, trading);
    if (answer instanceof UpstreamError) {
      const failure = toQuoteFailure(answer, { ...asked, trading, dustThreshold: toDust(asked.from, market, preset) });
      return toFailed(toEnvelope(safety, "Do not send funds: there is no quote.", failure), asked, trading);
    }
    const quote = answer.value;
    const expiresAtMs = quote.expiry === undefined ? null : quote.expiry * 1000;
    if (expiresAtMs !== null && expiresAtMs <= now()) {
      return toFailed(toEnvelope(safety, "Do not send funds: there is no quote.", expired), asked, trading);
    }
    const body = toBody(asked, quote, market, { ...toSendable(asked, quote, safety, trading, known), trading });
    return { ...toEnvelope(safety, toQuoteAdvice(body), null), ...body, expiresAtMs };
  };
}

function toBody(
  { request, from, to, amount }: Asked,
  quote: QuoteSwap,
  market: Market,
  decided: Pick<QuoteReading, "trading" | "memo" | "inboundAddress" | "reason">,
): QuoteBody {
  const { preset } = market;
  const chain = toPayoutChain(from, preset) ?? "";
  return {
    from,
    to,
    amount,
    ...decided,
    expectedAmountOut: quote.expected_amount_out,
    fees: toQuoteFees(quote, to, market.prices),
    inboundGasEstimate: toInboundGas(market, chain, {
      rate: quote.recommended_gas_rate,
      units: quote.gas_rate_units,
    }),
    slipBps: quote.fees.slippage_bps ?? quote.slippage_bps ?? null,
    totalBps: quote.fees.total_bps ?? null,
    recommendedMinAmount: quote.recommended_min_amount_in ?? null,
    dustThreshold: quote.dust_threshold ?? toDust(from, market, preset),
    maxStreamingQuantity: quote.max_streaming_quantity ?? null,
    seconds: toQuoteSeconds(quote, request, chain === preset.nativeChain),
    expiresAtMs: null,
  };
}

type Sendable = Pick<QuoteReading, "memo" | "inboundAddress" | "reason">;

/** Memo and address, only together with a destination, an open pair, a memo that says the same, and the gate's own address. */
function toSendable(
  { request, from, to }: Asked,
  quote: QuoteSwap,
  safety: Safety,
  trading: QuoteReading["trading"],
  known: readonly KnownAsset[],
): Sendable {
  const { preset } = safety.evidence;
  const withhold = (reason: string, memo: string | null = null): Sendable => ({ memo, inboundAddress: null, reason });
  if (trading.verdict === "halted") return withhold(`halted: ${trading.haltedBy.join(", ")}`);
  if (trading.verdict === "unknown") return withhold(trading.reason ?? "unreadable: the verdict is unknown");
  if (request.destination === undefined) return { memo: null, inboundAddress: null, reason: null };
  const memo = quote.memo ?? "";
  const parts = /^[\x21-\x7e]{1,250}$/.test(memo) ? parseSwapMemo(memo) : null;
  const saysTheSame =
    parts?.destination &&
    isSameAddress(parts.destination, request.destination) &&
    isMemoAsset(parts.target, to, known, preset);
  if (!saysTheSame) return withhold("unreadable: the memo does not say what was asked");

  const chain = toPayoutChain(from, preset) ?? "";
  const gate = toInboundGate(safety.evidence, safety.verdicts, chain);
  if (gate.address === null)
    return withhold(gate.reason ?? "unreadable: the address", chain === preset.nativeChain ? memo : null);
  if (quote.inbound_address !== gate.address || (quote.router || null) !== gate.router) {
    return withhold("providers_disagree: the quote names another inbound address or router");
  }
  return { memo, inboundAddress: gate.address, reason: null };
}

function parseRequest(request: QuoteRequest, known: readonly KnownAsset[], preset: Preset): Asked {
  const from = matchAsset(request.from, known, preset);
  const to = matchAsset(request.to, known, preset);
  if (from === to)
    throw new InputError("invalid_asset", "from and to are the same asset. Name two different ones.", []);
  return { request, from, to, amount: parseAmount(request, from) };
}

/** @throws InputError `invalid_amount` */
function parseAmount({ amount: text }: QuoteRequest, asset: string): bigint {
  const decimals = toDecimals(asset.toUpperCase());
  const amount = parseUnits(text, decimals);
  if (amount !== null && amount > 0n) return amount;
  throw new InputError(
    "invalid_amount",
    `amount is a positive decimal string in whole units, such as "0.05", with at most ${decimals} decimals.`,
  );
}

function toPath({ request, from, to, amount }: Asked, preset: Preset): string {
  const query = new URLSearchParams({ from_asset: from, to_asset: to, amount: String(amount) });
  if (request.destination !== undefined) query.set("destination", request.destination);
  if (request.streaming) {
    query.set("streaming_interval", String(request.streaming.interval));
    query.set("streaming_quantity", String(request.streaming.quantity));
  }
  if (request.toleranceBps !== undefined) query.set("tolerance_bps", String(request.toleranceBps));
  return `/${preset.segment}/quote/swap?${query}`;
}

/** The source chain's dust threshold is stated in its gas asset, so it is known for that asset alone. */
function toDust(from: string, market: Market, preset: Preset): bigint | null {
  const chain = preset.chains.find((one) => one.gasAsset === from && !one.native);
  return market.rows?.find((row) => row.chain === chain?.code)?.dust_threshold ?? null;
}

function toUpstreamError(error: unknown): UpstreamError {
  return error instanceof UpstreamError ? error : new UpstreamError("not_json", "/quote/swap", { cause: error });
}

const expired: Failure = { ...toFailure("stale: the quote had expired"), code: "unavailable" };
const unreadQuote = {
  expectedAmountOut: null,
  fees: [],
  inboundGasEstimate: null,
  slipBps: null,
  totalBps: null,
  recommendedMinAmount: null,
  dustThreshold: null,
  maxStreamingQuantity: null,
  seconds: unreadSeconds,
  expiresAtMs: null,
  memo: null,
  inboundAddress: null,
  reason: null,
} as const;
