// Gives memo and address only to a swap that is open, complete, large enough and has a deadline.

import { type Agreed, agreeOn } from "../model/agreed.ts";
import type { QuoteReading } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import { findShapeFault, gateVault } from "../safety/inbound-gate.ts";
import { isSameAddress } from "../values/address-match.ts";
import { isRouterToken, parseAsset, payoutChainCode } from "../values/assets.ts";
import { unownedAddressPattern } from "../values/chain-rows.ts";
import { shortChainName } from "../values/chains.ts";
import { minCost } from "./advice.ts";
import { depositDeadline, findExpiryFault } from "./deadline.ts";
import { depositMemo } from "./deposit-memo.ts";
import type { SourceQuotes } from "./figure-agreement.ts";
import { statedDust, statedNotes } from "./stated-figures.ts";
import type { QuoteSubject } from "./subject.ts";

const MAX_COST_BPS = 5_000;

export const noDeposit = {
  memo: null,
  inboundAddress: null,
  router: null,
  networkNotes: null,
  sourcesAgreeing: null,
  minReceived: null,
  sendBeforeMs: null,
  reason: null,
} as const;

export interface DepositInstructions extends Pick<QuoteReading, keyof typeof noDeposit> {
  /** True if the deposit must call the router, because a plain token transfer carries no memo. */
  readonly viaRouter: boolean;
}

const noInstructions = { ...noDeposit, viaRouter: false } as const;
const withhold = (reason: Reason): DepositInstructions => ({ ...noInstructions, reason });

export function gateDeposit(subject: QuoteSubject): DepositInstructions {
  const { destination } = subject.request;
  const { preset } = subject.evidence;
  const sourceChain = payoutChainCode(subject.from, preset);
  const swapFault = findTradingFault(subject.trading) ?? findShapeFault(preset, sourceChain);
  if (swapFault !== null) return withhold(swapFault);
  const deadlineOrFault = depositDeadline(subject);
  const hasDeadline = typeof deadlineOrFault === "number";
  if (destination === undefined)
    return hasDeadline
      ? { ...noInstructions, sendBeforeMs: deadlineOrFault }
      : withhold(deadlineOrFault);
  const destinationFault = findDestinationFault(destination, subject);
  if (destinationFault !== null) return withhold(destinationFault);
  const memoOrFault = depositMemo(subject, destination);
  if ("code" in memoOrFault) return withhold(memoOrFault);
  if (!hasDeadline) return withhold(deadlineOrFault);
  const chainFault = findDepositsFault(subject, sourceChain) ?? findSigningFault(subject);
  if (chainFault !== null) return withhold(chainFault);
  const vaultOrFault = gateInbound(subject, sourceChain);
  if ("code" in vaultOrFault) return withhold(vaultOrFault);
  return {
    ...noInstructions,
    ...memoOrFault,
    sendBeforeMs: deadlineOrFault,
    networkNotes: agreedNotes(subject),
    ...vaultOrFault,
  };
}

type InboundMembers = Pick<DepositInstructions, "reason"> &
  Partial<Pick<DepositInstructions, "inboundAddress" | "router" | "sourcesAgreeing" | "viaRouter">>;

function gateInbound(subject: QuoteSubject, chain: string): InboundMembers | Reason {
  const { from, quotes, quorum, evidence, verdicts } = subject;
  const vault = gateVault(evidence, verdicts, chain);
  const sizeOrExpiryFault = findSizeFault(subject) ?? findExpiryFault(subject);
  if (chain === evidence.preset.nativeChain) return sizeOrExpiryFault ?? { reason: vault.reason };
  if (vault.address === null) return vault.reason;
  const statedAddresses = quotes.map((quote) => quote.inbound_address ?? "");
  const inboundAddress = agreeOn(statedAddresses, quorum);
  const { router, sourcesAgreeing } = vault;
  const isSameRouter = quotes.every((quote) => (quote.router || null) === router);
  if (inboundAddress !== vault.address || !isSameRouter) return because("quote_address_differs");
  const viaRouter = isRouterToken(from, router);
  if (viaRouter && router === null) return because("no_router");
  const depositFault = findShapeFault(evidence.preset, chain, viaRouter) ?? sizeOrExpiryFault;
  return depositFault ?? { reason: null, inboundAddress, router, sourcesAgreeing, viaRouter };
}

function findDepositsFault({ verdicts }: QuoteSubject, chain: string): Reason | null {
  const depositsJudgement = verdicts.chains.get(chain)?.deposits;
  return depositsJudgement?.verdict === "open"
    ? null
    : (depositsJudgement?.reason ?? because("deposits_not_open"));
}

function agreedNotes({ quotes, quorum }: SourceQuotes): Agreed<string> | null {
  const notes = agreeOn(quotes.map(statedNotes), quorum);
  return notes === "" ? null : notes;
}

/**
 * The reason if a payout to `destination` would be lost: a vault, router or token contract, or an
 * address that nobody owns, such as 0x0. Nodes list no other contracts.
 */
function findDestinationFault(
  destination: string,
  { evidence, knownAssets }: QuoteSubject,
): Reason | null {
  const inboundRows = evidence.nodes.flatMap((node) => node.rows ?? []);
  const networkAddresses = inboundRows.flatMap(({ address, router }) => [address, router]);
  if (networkAddresses.some((address) => address && isSameAddress(address, destination)))
    return because("destination_is_vault");
  // Asset names contain the contract address in capitals.
  const tokenContracts = knownAssets.map(({ asset }) => parseAsset(asset)?.contract);
  if (tokenContracts.includes(destination.toUpperCase())) return because("destination_is_contract");
  return unownedAddressPattern.test(destination) ? because("destination_is_nobody") : null;
}

/**
 * The reason if it is unknown whether the network signs payouts and refunds on the two chains. A
 * known halt of signing is not a fault here, because the quote then has a warning.
 */
function findSigningFault({ from, to, evidence, verdicts }: QuoteSubject): Reason | null {
  const { preset } = evidence;
  for (const asset of [to, from]) {
    const chain = payoutChainCode(asset, preset);
    const signingJudgement = verdicts.chains.get(chain)?.signing;
    if (signingJudgement?.verdict !== "open" && signingJudgement?.verdict !== "halted") {
      const cause = signingJudgement?.reason ?? because("chain_not_listed");
      const chainName = shortChainName(chain, preset);
      return { ...because("payouts_not_checked", { chain: chainName }, cause), code: cause.code };
    }
  }
  return null;
}

export function findTradingFault(trading: Judgement): Reason | null {
  if (trading.verdict === "halted") return because("trading_halted");
  return trading.reason;
}

export function findSizeFault(
  subject: Pick<QuoteSubject, "amount" | "quotes" | "figures" | "limitFault">,
): Reason | null {
  const { amount, quotes, figures, limitFault } = subject;
  const isSourceNative = figures.statedBy.dustThreshold === "absent";
  const dustThresholds = quotes.map((quote) => statedDust(quote, isSourceNative) ?? 0n);
  if (dustThresholds.some((dust) => amount <= dust)) return because("below_dust");
  if (figures.expectedAmountOut === 0n) return because("nothing_paid_out");
  if (quotes.some((quote) => amount < (quote.recommended_min_amount_in ?? 0n)))
    return because("below_minimum");
  if (limitFault !== null) return limitFault;
  const costShare = minCost(figures);
  return costShare.bps < MAX_COST_BPS ? null : because("cost_too_high", costShare);
}
