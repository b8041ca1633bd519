// The gate before memo and address: only for a swap that is open, complete, dated and large enough.

import { type Agreed, agreeOn, agreeOnLeast, deriveAgreed } from "../model/agreed.ts";
import type { QuoteReading } from "../model/quote.ts";
import type { Judgement, Reason } from "../model/verdicts.ts";
import type { Evidence, Verdicts } from "../safety/evidence.ts";
import { shortChainName } from "../safety/halt-names.ts";
import type { HaltScope } from "../safety/halt-parameters.ts";
import { arePartsPaused } from "../safety/halts.ts";
import { findShapeFault, gateVault } from "../safety/inbound-gate.ts";
import { chainReasons, haltReasons } from "../safety/reasons.ts";
import {
  blockSecondsOf,
  LONGEST_USE_MS,
  type SwapPath,
  sendDeadline,
} from "../safety/send-before.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { type KnownAsset, layer1Asset, parseAsset, payoutChainOf } from "../values/assets.ts";
import { hasOpReturn } from "../values/chain-rows.ts";
import { cleanText } from "../values/clean-text.ts";
import { isSameAddress } from "../values/destination.ts";
import { hasSeveralParts, isRouterToken, leastCost, MAX_COST_BPS } from "./advice.ts";
import { leastPayout, type PayoutTerms } from "./bound.ts";
import {
  OUTPUT_TOLERANCE_BPS,
  type QuoteFigures,
  type QuotesAsked,
  readDust,
  unsent,
} from "./figures.ts";
import { findMemosFault, memoText, readMemoTerms, spareFields } from "./memo.ts";
import { memoReasons, quoteReasons, sizeReasons } from "./reasons.ts";
import { swapWay } from "./way.ts";

/** Nodes give 15 minutes. A quote that claims much longer is not believed. */
const LONGEST_MS = 3_600_000;
/** Nodes have at most 547. */
const LONGEST_NOTES = 800;
/** THORNode, constants, MaxOpReturnDataSize. */
const OP_RETURN_BYTES = 80;

export interface QuoteSubject extends QuotesAsked {
  readonly figures: QuoteFigures;
  /** For a swap at the price of now, in base units of `to`. */
  readonly outboundFee: bigint | null;
  readonly trading: Judgement;
  readonly known: readonly KnownAsset[];
  readonly evidence: Evidence;
  readonly verdicts: Verdicts;
  readonly nowMs: number;
}

export interface Sendable extends Pick<QuoteReading, keyof typeof unsent> {
  /** A token's deposit must call the router: a plain transfer carries no memo. */
  readonly viaRouter: boolean;
}

const estimate = { ...unsent, viaRouter: false } as const;
const withhold = (reason: Reason): Sendable => ({ ...estimate, reason });

/** Without a destination both are null. */
export function gateDeposit(asked: QuoteSubject): Sendable {
  const { request, from, quotes, quorum, evidence, verdicts } = asked;
  const halt = findTradingFault(asked.trading);
  if (halt !== null) return withhold(halt);
  const chain = payoutChainOf(from, evidence.preset) ?? "";
  const shapeFault = findShapeFault(evidence.preset, chain);
  if (shapeFault !== null) return withhold(shapeFault);
  const sendBeforeMs = findDeadline(asked);
  if (request.destination === undefined) {
    return typeof sendBeforeMs === "number"
      ? { ...estimate, sendBeforeMs }
      : withhold(sendBeforeMs);
  }
  const destinationFault = findDestinationFault(request.destination, asked);
  if (destinationFault) return withhold(destinationFault);
  const written = writeMemo(asked, request.destination);
  if (!("memo" in written)) return withhold(written);
  if (typeof sendBeforeMs !== "number") return withhold(sendBeforeMs);
  const sendable = { ...estimate, ...written, sendBeforeMs, networkNotes: agreedNotes(asked) };
  const deposits = verdicts.chains.get(chain)?.deposits;
  if (deposits?.verdict !== "open")
    return withhold(deposits?.reason ?? quoteReasons.depositsNotOpen);
  const signingDoubt = findSigningDoubt(asked);
  if (signingDoubt !== null) return withhold(signingDoubt);
  const gate = gateVault(evidence, verdicts, chain);
  const weak = findSizeFault(asked) ?? findExpiryFault(asked);
  if (chain === evidence.preset.nativeChain)
    return weak ? withhold(weak) : { ...sendable, reason: gate.reason };
  if (gate.address === null) return withhold(gate.reason);
  const addresses = quotes.map((quote) => quote.inbound_address ?? "");
  const address = agreeOn(addresses, quorum);
  if (address !== gate.address || quotes.some((quote) => (quote.router || null) !== gate.router)) {
    return withhold(quoteReasons.otherAddress);
  }
  const viaRouter = isRouterToken(from, gate.router);
  if (viaRouter && gate.router === null) return withhold(quoteReasons.noRouter);
  const callFault = findShapeFault(evidence.preset, chain, viaRouter);
  if (callFault !== null) return withhold(callFault);
  if (weak) return withhold(weak);
  const { router, sourcesAgreeing } = gate;
  return { ...sendable, inboundAddress: address, router, sourcesAgreeing, viaRouter };
}

export const notesOf = ({ notes = "" }: Pick<QuoteSwap, "notes">): string =>
  cleanText(notes, LONGEST_NOTES).trim();

function agreedNotes({
  quotes,
  quorum,
}: Pick<QuoteSubject, "quotes" | "quorum">): Agreed<string> | null {
  const notes = agreeOn(quotes.map(notesOf), quorum);
  return notes === "" ? null : notes;
}

/** Nodes do not tell which other addresses are contracts. */
function findDestinationFault(
  destination: string,
  { evidence, known }: QuoteSubject,
): Reason | null {
  const rows = evidence.nodes.flatMap((node) => node.rows ?? []);
  const vaults = rows.flatMap(({ address, router }) => [address, router]);
  if (vaults.some((one) => one && isSameAddress(one, destination))) return quoteReasons.toVault;
  // Assets are in capitals, whatever the case of the address.
  const contracts = known.map(({ asset }) => parseAsset(asset)?.contract);
  if (contracts.includes(destination.toUpperCase())) return quoteReasons.toContract;
  return nobodysAddress.test(destination) ? quoteReasons.toNobody : null;
}

/** Zero, precompiled contracts and 0x…dead; zero on Solana, Bitcoin, XRP Ledger and TRON. */
const nobodysAddress =
  /^(?:0x0{36}[0-9a-f]{4}|1{32}|1{21}4oLvT2|r{21}hoLvTp|T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb)$/i;

function findDeadline(asked: QuoteSubject): number | Reason {
  const { quotes, evidence, nowMs } = asked;
  const deadline = sendDeadline(evidence, swapPath(asked));
  if (typeof deadline !== "number") return deadline;
  return Math.min(deadline, readExpiry(quotes, nowMs) ?? nowMs + LONGEST_USE_MS);
}

export function swapPath(asked: QuoteSubject): SwapPath {
  const { from, to, request, quotes, figures, evidence } = asked;
  const { preset } = evidence;
  const isInParts = hasSeveralParts(swapWay(request.streaming, quotes, figures.agreedMaxParts));
  return {
    ...pairScope(asked),
    signedChains: [payoutChainOf(to, preset) ?? ""],
    confirmationSeconds: Math.max(
      figures.longestConfirmation,
      blockSecondsOf(payoutChainOf(from, preset), preset),
    ),
    payoutSeconds: isInParts && arePartsPaused(evidence) ? null : figures.longestPayout,
  };
}

/** Payout and refund must be known to be signed, or not. */
function findSigningDoubt({ from, to, evidence, verdicts }: QuoteSubject): Reason | null {
  const { preset } = evidence;
  for (const asset of [to, from]) {
    const chain = payoutChainOf(asset, preset) ?? "";
    const signing = verdicts.chains.get(chain)?.signing;
    if (signing?.verdict !== "open" && signing?.verdict !== "halted") {
      return quoteReasons.signingUnknown(
        shortChainName(chain, preset),
        signing?.reason ?? chainReasons.notListed,
      );
    }
  }
  return null;
}

export function findTradingFault(trading: Judgement): Reason | null {
  if (trading.verdict === "halted") return haltReasons.inForce();
  return trading.reason;
}

function writeMemo(
  asked: QuoteSubject,
  destination: string,
): Pick<Sendable, "memo" | "minReceived"> | Reason {
  const { request, from, to, quotes, quorum, figures, known, evidence } = asked;
  const { preset } = evidence;
  const memos = quotes.map((quote) => quote.memo ?? "");
  const question = {
    to,
    request: { ...request, destination },
    leastAmountOut: figures.quotedOut,
    known,
    preset,
  };
  const fault = findMemosFault(quotes, question);
  if (fault !== null) return fault;
  const limits = memos.flatMap((memo) => readMemoTerms(memo)?.limit ?? []);
  const limit = agreeOnLeast(limits, quorum, OUTPUT_TOLERANCE_BPS);
  if (limit === null) return quoteReasons.limitsApart;
  const fields = memos.map((memo) => memo.split(":"));
  const targets = fields.map(([, target = ""]) => target);
  const receivers = fields.map(([, , receiver = ""]) => receiver.split("/", 1)[0] as string);
  const parts = {
    agreedMaxParts: figures.agreedMaxParts,
    targets,
    receivers,
    ...request,
    to,
    destination,
  };
  const memo = deriveAgreed(
    [limit],
    (least) => memoText({ limit: least, ...parts }, known, preset) ?? "",
  );
  if (memo === "") return memoReasons.ambiguousTarget;
  const source = preset.chains.find((chain) => chain.code === payoutChainOf(from, preset));
  if (hasOpReturn(source?.family) && memo.length > OP_RETURN_BYTES) {
    const spare = spareFields(request).map((name) =>
      name === "affiliate" ? "the affiliate" : "the refund address",
    );
    return memoReasons.tooLong(OP_RETURN_BYTES, spare);
  }
  const terms = payoutTerms(asked);
  const minReceived = deriveAgreed(
    [limit],
    (least) => leastPayout({ limit: least, ...terms }) ?? 0n,
  );
  return { memo, minReceived: minReceived > 0n ? minReceived : null };
}

export type PayoutSubject = Pick<
  QuoteSubject,
  "request" | "to" | "quotes" | "figures" | "evidence" | "outboundFee"
>;

export const payoutTerms = (asked: PayoutSubject): Omit<PayoutTerms, "limit"> => ({
  outboundFee: asked.outboundFee,
  affiliateBps: asked.request.affiliateBps ?? 0,
  limitHolds: limitMoment(asked),
});

/**
 * mayanode, `manager_txout_current.go` (cachedTryAddTxOutItem): checks the limit of one part
 * against the payout, but for trade assets before the affiliate's share.
 */
function limitMoment({
  request,
  to,
  quotes,
  figures,
  evidence: { preset },
}: PayoutSubject): PayoutTerms["limitHolds"] {
  const { mode, quantity } = swapWay(request.streaming, quotes, figures.agreedMaxParts);
  if (preset.limitHolds === "after_all") {
    return mode !== "single"
      ? "before_fee"
      : parseAsset(to)?.kind === "trade"
        ? "after_fee"
        : "after_all";
  }
  return quantity === 1 && payoutChainOf(to, preset) !== preset.nativeChain
    ? "after_fee"
    : "before_fee";
}

export function pairScope({
  from,
  to,
  evidence,
}: Pick<QuoteSubject, "from" | "to" | "evidence">): HaltScope {
  const assets = [from, to].flatMap((asset) => layer1Asset(asset) ?? []);
  const moves = [from, to].map((asset) => payoutChainOf(asset, evidence.preset) ?? "");
  const chains = [...assets.map((asset) => asset.split(".", 1)[0] as string), ...moves];
  return { assets, chains, forms: [from, to] };
}

/** Why half of such a deposit or more would be lost. One source is enough. */
export function findSizeFault(
  asked: Pick<QuoteSubject, "amount" | "quotes" | "figures">,
): Reason | null {
  const { amount, quotes, figures } = asked;
  const isNative = figures.statedBy.dustThreshold === "absent";
  const dusts = quotes.map((quote) => readDust(quote, isNative) ?? 0n);
  if (dusts.some((dust) => dust > 0n && amount <= dust)) return sizeReasons.dust;
  if (figures.expectedAmountOut === 0n) return sizeReasons.nothingOut;
  if (quotes.some((quote) => amount < (quote.recommended_min_amount_in ?? 0n)))
    return sizeReasons.belowMinimum;
  const { bps, text } = leastCost(figures);
  return bps < MAX_COST_BPS ? null : sizeReasons.tooCostly(text);
}

/** Null where an expiry is missing or too late to believe. */
export function readExpiry(
  quotes: readonly Pick<QuoteSwap, "expiry">[],
  nowMs: number,
): number | null {
  const instants = quotes.map(({ expiry = Number.POSITIVE_INFINITY }) => expiry * 1000);
  return instants.every((instant) => instant - nowMs <= LONGEST_MS) ? Math.min(...instants) : null;
}

/** An answer to a limit order has no expiry: the deadline for any deposit applies. */
function findExpiryFault({ quotes, request, nowMs }: QuoteSubject): Reason | null {
  if (request.targetOut !== undefined) return null;
  if (quotes.some((quote) => quote.expiry === undefined)) return quoteReasons.noExpiry;
  return readExpiry(quotes, nowMs) === null ? quoteReasons.longExpiry : null;
}
