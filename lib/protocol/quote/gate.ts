// The gate before a quote's memo and address. Neither passes unless the swap is open, whole, dated and large enough to arrive.

import type { QuoteReading, QuoteRequest } from "../model/quote.ts";
import type { Reason } from "../model/reason.ts";
import type { Judgement } from "../model/verdicts.ts";
import type { Evidence, Verdicts } from "../safety/evidence.ts";
import { findDueHalt, gateInbound } from "../safety/inbound-gate.ts";
import { haltReasons } from "../safety/reasons.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { type KnownAsset, layer1Asset, parseAsset, payoutChainOf } from "../values/assets.ts";
import { feesShare, MAX_FEE_BPS } from "./advice.ts";
import { leastTotalBps, totalBps } from "./facts.ts";
import { findMemoFault } from "./memo.ts";
import { quoteReasons, sizeReasons } from "./reasons.ts";

/** Nodes give 15 minutes. A quote that claims much longer is not believed. */
const LONGEST_MS = 3_600_000;

export interface QuoteSubject {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  readonly quote: QuoteSwap;
  readonly trading: Judgement;
  readonly known: readonly KnownAsset[];
  readonly evidence: Evidence;
  readonly verdicts: Verdicts;
  /** Base units of `from`: the highest that is stated; null where none is. */
  readonly dustThreshold: bigint | null;
  readonly nowMs: number;
}

export interface Sendable extends Pick<QuoteReading, "memo" | "inboundAddress" | "reason"> {
  /** The deposit must be a call of the chain's router: a plain transfer of a token carries no memo. */
  readonly viaRouter: boolean;
}

const estimate: Sendable = { memo: null, inboundAddress: null, reason: null, viaRouter: false };
const withhold = (reason: Reason): Sendable => ({ ...estimate, reason });

/** Memo and address of a quote, or why neither may be shown now. Both are null without a destination. */
export function gateDeposit(asked: QuoteSubject): Sendable {
  const { request, from, quote, trading, evidence, verdicts } = asked;
  if (trading.verdict === "halted") return withhold(haltReasons.inForce(trading.haltedBy));
  if (trading.verdict === "unknown") return withhold(trading.reason);
  if (request.destination === undefined) return estimate;
  const fault = findMemoFault(quote.memo, {
    to: asked.to,
    destination: request.destination,
    streaming: request.streaming,
    toleranceBps: request.toleranceBps,
    expectedAmountOut: quote.expected_amount_out,
    outboundFee: quote.fees.outbound ?? 0n,
    maxStreamingQuantity: quote.max_streaming_quantity ?? null,
    known: asked.known,
    preset: evidence.preset,
  });
  if (fault !== null) return withhold(fault);

  const due = findDueHalt(evidence, pairScope(asked));
  if (due !== null) return withhold(due);
  const memo = quote.memo ?? null;
  const chain = payoutChainOf(from, evidence.preset) ?? "";
  const deposits = verdicts.chains.get(chain)?.deposits;
  if (deposits?.verdict !== "open") return withhold(deposits?.reason ?? quoteReasons.depositsNotOpen);
  const gate = gateInbound(evidence, verdicts, chain);
  if (chain === evidence.preset.nativeChain) {
    const weak = findSizeFault(asked) ?? findExpiryFault(quote, asked.nowMs);
    return weak ? withhold(weak) : { memo, inboundAddress: null, reason: gate.reason, viaRouter: false };
  }
  if (gate.address === null) return withhold(gate.reason);
  if (quote.inbound_address !== gate.address || (quote.router || null) !== gate.router) {
    return withhold(quoteReasons.otherAddress);
  }
  const viaRouter = isRouterToken(from, gate.router);
  if (viaRouter && gate.router === null) return withhold(quoteReasons.noRouter);
  const weak = findSizeFault(asked) ?? findExpiryFault(quote, asked.nowMs);
  return weak ? withhold(weak) : { memo, inboundAddress: gate.address, reason: null, viaRouter };
}

/** The chains and layer-1 assets whose halts stop a swap: of both sides, and the chains on which they move. */
export function pairScope({ from, to, evidence }: Pick<QuoteSubject, "from" | "to" | "evidence">) {
  const assets = [from, to].flatMap((asset) => layer1Asset(asset) ?? []);
  const moves = [from, to].map((asset) => payoutChainOf(asset, evidence.preset) ?? "");
  return { assets, chains: [...assets.map((asset) => asset.split(".", 1)[0] as string), ...moves] };
}

/** Why a deposit of this size would be lost, or half of it and more; null when it would not. */
export function findSizeFault({
  amount,
  to,
  dustThreshold,
  quote,
}: Pick<QuoteSubject, "amount" | "to" | "dustThreshold" | "quote">): Reason | null {
  if (dustThreshold !== null && dustThreshold > 0n && amount <= dustThreshold) return sizeReasons.dust;
  if (quote.expected_amount_out === 0n) return sizeReasons.nothingOut;
  const least = quote.recommended_min_amount_in ?? null;
  if (least !== null && amount < least) return sizeReasons.belowMinimum;
  const leastBps = leastTotalBps(quote, to);
  return leastBps < MAX_FEE_BPS ? null : sizeReasons.feesTooHigh(feesShare(totalBps(quote, to), leastBps));
}

/** The instant to which a quote holds; null where the node names none, or one that no node gives. */
export function readExpiry(quote: Pick<QuoteSwap, "expiry">, nowMs: number): number | null {
  const expiresAtMs = quote.expiry === undefined ? null : quote.expiry * 1000;
  return expiresAtMs !== null && expiresAtMs - nowMs <= LONGEST_MS ? expiresAtMs : null;
}

function findExpiryFault(quote: QuoteSwap, nowMs: number): Reason | null {
  if (quote.expiry === undefined) return quoteReasons.noExpiry;
  return readExpiry(quote, nowMs) === null ? quoteReasons.longExpiry : null;
}

/** A token of an EVM chain, known by its contract or by the chain's router. */
function isRouterToken(asset: string, router: string | null): boolean {
  const parts = parseAsset(asset);
  return parts?.kind === "layer1" && parts.contract !== null && (router !== null || parts.contract.startsWith("0X"));
}
