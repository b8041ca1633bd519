// Computes the latest time to send a deposit, and how long its swap takes.

import { because, type Reason } from "../model/reasons.ts";
import { arePartsPaused } from "../safety/halts.ts";
import type { HaltScope } from "../safety/scheduled-halts.ts";
import {
  LONGEST_NATIVE_SWAP_SECONDS,
  LONGEST_SWAP_SECONDS,
  LONGEST_USE_MS,
  maxBlockSeconds,
  type SwapPath,
  sendDeadline,
} from "../safety/send-before.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { layer1Asset, payoutChainCode, payoutChainOf } from "../values/assets.ts";
import { hasSeveralParts, isRapidInParts } from "./streaming.ts";
import type { QuoteSubject } from "./subject.ts";

/** Nodes' quotes last 15 minutes. A quote that claims more than one hour is refused. */
const MAX_QUOTE_LIFETIME_MS = 3_600_000;

/** The latest time to send, in epoch ms, or the reason why nothing may be sent. */
export function depositDeadline(subject: QuoteSubject): number | Reason {
  const { quotes, evidence, nowMs } = subject;
  const deadlineOrFault = sendDeadline(evidence, swapPath(subject));
  if (typeof deadlineOrFault !== "number") return deadlineOrFault;
  return Math.min(deadlineOrFault, earliestExpiryMs(quotes, nowMs) ?? nowMs + LONGEST_USE_MS);
}

export function earliestExpiryMs(
  quotes: readonly Pick<QuoteSwap, "expiry">[],
  nowMs: number,
): number | null {
  const expiriesMs = quotes.map(({ expiry = Number.POSITIVE_INFINITY }) => expiry * 1000);
  return expiriesMs.every((expiryMs) => expiryMs - nowMs <= MAX_QUOTE_LIFETIME_MS)
    ? Math.min(...expiriesMs)
    : null;
}

/** Quotes of limit orders have no expiry. Then the general deadline for deposits applies. */
export function findExpiryFault({ quotes, request, nowMs }: QuoteSubject): Reason | null {
  if (request.targetOut !== undefined) return null;
  if (quotes.some((quote) => quote.expiry === undefined)) return because("no_expiry");
  return earliestExpiryMs(quotes, nowMs) === null ? because("expiry_too_long") : null;
}

export function swapPath(subject: QuoteSubject): SwapPath {
  const { from, to, figures, evidence } = subject;
  const { preset } = evidence;
  const isNative = (asset: string) => payoutChainCode(asset, preset) === preset.nativeChain;
  const longestSwapSeconds =
    isNative(from) && isNative(to) ? LONGEST_NATIVE_SWAP_SECONDS : LONGEST_SWAP_SECONDS;
  const arePartsWaiting = hasSeveralParts(figures.streaming) && arePartsPaused(evidence);
  return {
    ...pairScope(subject),
    signedChains: [payoutChainCode(to, preset)],
    confirmationSeconds: Math.max(
      figures.maxConfirmationSeconds,
      maxBlockSeconds(payoutChainOf(from, preset), preset),
    ),
    payoutSeconds: arePartsWaiting
      ? longestSwapSeconds
      : payoutSecondsOf(figures, longestSwapSeconds),
  };
}

/**
 * Rapid parts count twice: their time is a best case by the node's own words. With many swaps in
 * the queue, a block takes half of them: `manager_adv_swap_queue_current.go` (getTodoNum).
 */
const RAPID_FACTOR = 2;

function payoutSecondsOf(
  { maxSwapSeconds, maxDelaySeconds, streaming }: QuoteSubject["figures"],
  longestSwapSeconds: number,
): number {
  if (maxSwapSeconds === null || maxDelaySeconds === null) return longestSwapSeconds;
  const swapFactor = isRapidInParts(streaming) ? RAPID_FACTOR : 1;
  return swapFactor * maxSwapSeconds + maxDelaySeconds;
}

function pairScope({ from, to, evidence }: QuoteSubject): HaltScope {
  const layer1Assets = [from, to].flatMap((asset) => layer1Asset(asset) ?? []);
  const poolChains = layer1Assets.map((asset) => asset.split(".", 1)[0] as string);
  const transferChains = [from, to].map((asset) => payoutChainCode(asset, evidence.preset));
  return {
    assets: layer1Assets,
    chains: [...poolChains, ...transferChains],
    swapAssets: [from, to],
  };
}
