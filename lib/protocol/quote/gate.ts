// The gate before memo and address: only for a swap that is open, complete, dated and large enough.

import { type Agreed, agreeOn, agreeOnLeast, deriveAgreed } from "../model/agreed.ts";
import type { QuoteReading } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import type { Evidence, Verdicts } from "../safety/evidence.ts";
import type { HaltScope } from "../safety/halt-parameters.ts";
import { arePartsPaused } from "../safety/halts.ts";
import { findShapeFault, gateVault } from "../safety/inbound-gate.ts";
import {
  blockSecondsOf,
  LONGEST_USE_MS,
  type SwapPath,
  sendDeadline,
} from "../safety/send-before.ts";
import type { QuoteSwap } from "../upstream/schemas.ts";
import { isSameAddress } from "../values/address-match.ts";
import {
  isRouterToken,
  type KnownAsset,
  layer1Asset,
  parseAsset,
  payoutChainOf,
} from "../values/assets.ts";
import { hasOpReturn } from "../values/chain-rows.ts";
import { shortChainName } from "../values/chains.ts";
import { cleanText } from "../values/clean-text.ts";
import { hasSeveralParts, MAX_COST_BPS, minCost } from "./advice.ts";
import {
  noDeposit,
  OUTPUT_TOLERANCE_BPS,
  type QuotedRequest,
  type QuoteFigures,
} from "./figures.ts";
import { findMemosFault, optionalMemoFields, parseMemoTerms } from "./memo.ts";
import { memoText } from "./memo-text.ts";
import { minPayout, payoutTerms } from "./payout.ts";
import { readDust } from "./stated-figures.ts";

/** Nodes give 15 minutes. A quote that claims much longer is not believed. */
const MAX_QUOTE_LIFETIME_MS = 3_600_000;
/** Nodes have at most 547. */
const MAX_NOTES_LENGTH = 800;
/** THORNode, constants, MaxOpReturnDataSize. */
const MAX_OP_RETURN_BYTES = 80;

export interface QuoteSubject extends QuotedRequest {
  readonly figures: QuoteFigures;
  /** For a swap at the price of now, in base units of `to`. */
  readonly outboundFee: bigint | null;
  readonly trading: Judgement;
  readonly knownAssets: readonly KnownAsset[];
  readonly evidence: Evidence;
  readonly verdicts: Verdicts;
  readonly nowMs: number;
}

export interface DepositInstructions extends Pick<QuoteReading, keyof typeof noDeposit> {
  /** A token's deposit must call the router: a plain transfer carries no memo. */
  readonly viaRouter: boolean;
}

const estimateOnly = { ...noDeposit, viaRouter: false } as const;
const withhold = (reason: Reason): DepositInstructions => ({ ...estimateOnly, reason });

/** Without a destination, memo and address are null. */
export function gateDeposit(subject: QuoteSubject): DepositInstructions {
  const { destination } = subject.request;
  const { preset } = subject.evidence;
  const chain = payoutChainOf(subject.from, preset) ?? "";
  const swapFault = findTradingFault(subject.trading) ?? findShapeFault(preset, chain);
  if (swapFault !== null) return withhold(swapFault);
  const sendBeforeMs = findDeadline(subject);
  const isDated = typeof sendBeforeMs === "number";
  if (destination === undefined)
    return isDated ? { ...estimateOnly, sendBeforeMs } : withhold(sendBeforeMs);
  const destinationFault = findDestinationFault(destination, subject);
  if (destinationFault !== null) return withhold(destinationFault);
  const memo = createMemo(subject, destination);
  if ("code" in memo) return withhold(memo);
  if (!isDated) return withhold(sendBeforeMs);
  const chainFault = findDepositsFault(subject, chain) ?? findSigningFault(subject);
  if (chainFault !== null) return withhold(chainFault);
  const recipient = gateRecipient(subject, chain);
  if ("code" in recipient) return withhold(recipient);
  const networkNotes = agreedNotes(subject);
  return { ...estimateOnly, ...memo, sendBeforeMs, networkNotes, ...recipient };
}

type Recipient = Pick<DepositInstructions, "reason"> &
  Partial<Pick<DepositInstructions, "inboundAddress" | "router" | "sourcesAgreeing" | "viaRouter">>;

/** On the native chain a deposit has no address. */
function gateRecipient(subject: QuoteSubject, chain: string): Recipient | Reason {
  const { from, quotes, quorum, evidence, verdicts } = subject;
  const vault = gateVault(evidence, verdicts, chain);
  const depositFault = findSizeFault(subject) ?? findExpiryFault(subject);
  if (chain === evidence.preset.nativeChain) return depositFault ?? { reason: vault.reason };
  if (vault.address === null) return vault.reason;
  const addresses = quotes.map((quote) => quote.inbound_address ?? "");
  const inboundAddress = agreeOn(addresses, quorum);
  const { router, sourcesAgreeing } = vault;
  const isSameRouter = quotes.every((quote) => (quote.router || null) === router);
  if (inboundAddress !== vault.address || !isSameRouter) return because("quote_address_differs");
  const viaRouter = isRouterToken(from, router);
  if (viaRouter && router === null) return because("no_router");
  const fault = findShapeFault(evidence.preset, chain, viaRouter) ?? depositFault;
  return fault ?? { reason: null, inboundAddress, router, sourcesAgreeing, viaRouter };
}

function findDepositsFault({ verdicts }: QuoteSubject, chain: string): Reason | null {
  const deposits = verdicts.chains.get(chain)?.deposits;
  return deposits?.verdict === "open" ? null : (deposits?.reason ?? because("deposits_not_open"));
}

export const notesOf = ({ notes = "" }: Pick<QuoteSwap, "notes">): string =>
  cleanText(notes, MAX_NOTES_LENGTH).trim();

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
  { evidence, knownAssets }: QuoteSubject,
): Reason | null {
  const rows = evidence.nodes.flatMap((node) => node.rows ?? []);
  const vaults = rows.flatMap(({ address, router }) => [address, router]);
  if (vaults.some((vault) => vault && isSameAddress(vault, destination)))
    return because("destination_is_vault");
  // Assets are in capitals, whatever the case of the address.
  const contracts = knownAssets.map(({ asset }) => parseAsset(asset)?.contract);
  if (contracts.includes(destination.toUpperCase())) return because("destination_is_contract");
  return nobodysAddress.test(destination) ? because("destination_is_nobody") : null;
}

/** Zero, precompiled contracts and 0x…dead; zero on Solana, Bitcoin, XRP Ledger and TRON. */
const nobodysAddress =
  /^(?:0x0{36}[0-9a-f]{4}|1{32}|1{21}4oLvT2|r{21}hoLvTp|T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb)$/i;

function findDeadline(subject: QuoteSubject): number | Reason {
  const { quotes, evidence, nowMs } = subject;
  const deadline = sendDeadline(evidence, swapPath(subject));
  if (typeof deadline !== "number") return deadline;
  return Math.min(deadline, readExpiry(quotes, nowMs) ?? nowMs + LONGEST_USE_MS);
}

export function swapPath(subject: QuoteSubject): SwapPath {
  const { from, to, figures, evidence } = subject;
  const { preset } = evidence;
  const isWaiting = hasSeveralParts(figures.streaming) && arePartsPaused(evidence);
  return {
    ...pairScope(subject),
    signedChains: [payoutChainOf(to, preset) ?? ""],
    confirmationSeconds: Math.max(
      figures.maxConfirmationSeconds,
      blockSecondsOf(payoutChainOf(from, preset), preset),
    ),
    payoutSeconds: isWaiting ? null : figures.maxPayoutSeconds,
  };
}

/** Payout and refund must be known to be signed, or not. */
function findSigningFault({ from, to, evidence, verdicts }: QuoteSubject): Reason | null {
  const { preset } = evidence;
  for (const asset of [to, from]) {
    const chain = payoutChainOf(asset, preset) ?? "";
    const signing = verdicts.chains.get(chain)?.signing;
    if (signing?.verdict !== "open" && signing?.verdict !== "halted") {
      const cause = signing?.reason ?? because("chain_not_listed");
      const name = shortChainName(chain, preset);
      return { ...because("payouts_not_checked", { chain: name }, cause), code: cause.code };
    }
  }
  return null;
}

export function findTradingFault(trading: Judgement): Reason | null {
  if (trading.verdict === "halted") return because("trading_halted");
  return trading.reason;
}

function createMemo(
  subject: QuoteSubject,
  destination: string,
): Pick<DepositInstructions, "memo" | "minReceived"> | Reason {
  const { request, from, to, quotes, quorum, figures, knownAssets, evidence } = subject;
  const { preset } = evidence;
  const fault = findMemosFault(quotes, {
    to,
    request: { ...request, destination },
    leastAmountOut: figures.quotedOut,
    knownAssets,
    preset,
  });
  if (fault !== null) return fault;
  const memos = quotes.map((quote) => quote.memo ?? "");
  const limits = memos.flatMap((memo) => parseMemoTerms(memo)?.limit ?? []);
  const agreedLimit = agreeOnLeast(limits, quorum, OUTPUT_TOLERANCE_BPS);
  if (agreedLimit === null) return because("limits_differ");
  const fields = memos.map((memo) => memo.split(":"));
  const parts = {
    agreedMaxParts: figures.maxStreamingQuantity,
    targets: fields.map(([, target = ""]) => target),
    receivers: fields.map(([, , receiver = ""]) => receiver.split("/", 1)[0] as string),
    ...request,
    to,
    destination,
  };
  const memo = deriveAgreed(
    [agreedLimit],
    (limit) => memoText({ limit, ...parts }, knownAssets, preset) ?? "",
  );
  if (memo === "") return because("memo_ambiguous_target");
  const sourceRow = preset.chains.find((chain) => chain.code === payoutChainOf(from, preset));
  if (hasOpReturn(sourceRow?.family) && memo.length > MAX_OP_RETURN_BYTES) {
    return because("memo_too_long", {
      maxBytes: MAX_OP_RETURN_BYTES,
      optional: optionalMemoFields(request),
    });
  }
  const terms = payoutTerms(subject);
  const minReceived = deriveAgreed([agreedLimit], (limit) => minPayout({ limit, ...terms }) ?? 0n);
  return { memo, minReceived: minReceived > 0n ? minReceived : null };
}

function pairScope({
  from,
  to,
  evidence,
}: Pick<QuoteSubject, "from" | "to" | "evidence">): HaltScope {
  const assets = [from, to].flatMap((asset) => layer1Asset(asset) ?? []);
  const transferChains = [from, to].map((asset) => payoutChainOf(asset, evidence.preset) ?? "");
  const chains = [...assets.map((asset) => asset.split(".", 1)[0] as string), ...transferChains];
  return { assets, chains, forms: [from, to] };
}

/** Why half of such a deposit or more would be lost. One source is enough. */
export function findSizeFault(
  subject: Pick<QuoteSubject, "amount" | "quotes" | "figures">,
): Reason | null {
  const { amount, quotes, figures } = subject;
  const isNative = figures.statedBy.dustThreshold === "absent";
  const dusts = quotes.map((quote) => readDust(quote, isNative) ?? 0n);
  if (dusts.some((dust) => amount <= dust)) return because("below_dust");
  if (figures.expectedAmountOut === 0n) return because("nothing_paid_out");
  if (quotes.some((quote) => amount < (quote.recommended_min_amount_in ?? 0n)))
    return because("below_minimum");
  const cost = minCost(figures);
  return cost.bps < MAX_COST_BPS ? null : because("cost_too_high", cost);
}

/** Null where an expiry is missing or too late to believe. */
export function readExpiry(
  quotes: readonly Pick<QuoteSwap, "expiry">[],
  nowMs: number,
): number | null {
  const instants = quotes.map(({ expiry = Number.POSITIVE_INFINITY }) => expiry * 1000);
  return instants.every((instant) => instant - nowMs <= MAX_QUOTE_LIFETIME_MS)
    ? Math.min(...instants)
    : null;
}

/** An answer to a limit order has no expiry: the deadline for any deposit applies. */
function findExpiryFault({ quotes, request, nowMs }: QuoteSubject): Reason | null {
  if (request.targetOut !== undefined) return null;
  if (quotes.some((quote) => quote.expiry === undefined)) return because("no_expiry");
  return readExpiry(quotes, nowMs) === null ? because("expiry_too_long") : null;
}
